// SHA-256 of a text, as lower-case hexadecimal: names data and models in provenance records.
#pragma once

#include <string>
#include <string_view>

namespace espalier {

std::string sha256_hex(std::string_view bytes);

}  // namespace espalier
