// Texts in the order of their bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace espalier {

// The numbers of the texts, in ascending order of their bytes; equal texts in the order given.
std::vector<std::uint32_t> byte_order(std::span<const std::string_view> texts);

}  // namespace espalier
