// What calling predict() adds to the flash of a program that was linked for size: its code, its constants, and the
// library functions that it needs. An estimate from terms (lower/flash_terms.hpp); docs/shapes.md says how good it is.
#pragma once

#include <array>
#include <cstddef>

#include "lower/flash_terms.hpp"
#include "lower/pipeline.hpp"
#include "lower/shape.hpp"

namespace espalier {

// Bytes per term, by chip. Found by scripts/fit-flash-costs, which writes the file that has them.
extern const std::array<std::array<double, kChips>, kFlashTerms> kFlashCosts;

std::size_t flash_bytes(Chip chip, const FlashTerms& terms);

// Of the header that is emitted, in branches and, if the tree has tables, in these; for C++ in early returns.
ChipSizes flash_sizes(const Lowered& lowered);

}  // namespace espalier
