// Names that data should not have, and does.
#pragma once

#include <string>
#include <vector>

namespace espalier::e2e {

// All different, UTF-8, without NUL, not empty.
const std::vector<std::string>& hostile_names();

}  // namespace espalier::e2e
