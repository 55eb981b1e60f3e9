// Names that data should not have, and does.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace espalier::e2e {

// All different, UTF-8, without NUL, not empty.
const std::vector<std::string>& hostile_names();

struct Naming {
  std::vector<std::string> columns;
  std::vector<std::string> categories;
  std::vector<std::string> labels;
  std::string target;
};

// As many names as there are hostile ones, and the hostile ones in every role.
Naming tame_naming();
Naming hostile_naming();

// Every column is tested once: floats, whole numbers and categories in turn; a multiway test has all the categories.
Model model_named(const Naming& naming);

}  // namespace espalier::e2e
