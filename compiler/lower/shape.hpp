// The shape of emitted code: branches, or constant tables and a loop over them (docs/shapes.md).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lower/passes.hpp"
#include "support/enum_names.hpp"

namespace espalier {

enum class Shape { branches, table, smaller };

// "branches", "table", "auto", as --shape spells them.
const std::vector<std::string>& shape_names();
std::string_view to_string(Shape shape);

// The chips that sizes are estimated for.
enum class Chip {
  avr,            // of the size of an ATmega328P
  cortex_m0plus,  // Thumb
  rv32imac,
};
template <>
inline constexpr auto kNames<Chip> = enum_names("avr", "cortex-m0plus", "rv32imac");
inline constexpr std::size_t kChips = kNames<Chip>.size();

// `auto` takes the shape that is smaller here: between the two others in most respects.
inline constexpr Chip kDecidingChip = Chip::cortex_m0plus;

// What calling predict() adds to the flash of a program, about (lower/flash_size.hpp).
struct ShapeSizes {
  std::size_t branches = 0;
  std::size_t table = 0;  // 0: there are no tables
};

// By chip; a chip that the header does not compile for has zeros.
using ChipSizes = std::array<ShapeSizes, kChips>;
inline const ShapeSizes& sizes_on(const ChipSizes& sizes, Chip chip) {
  return sizes[static_cast<std::size_t>(chip)];
}

// What was chosen, and why.
struct ShapeChoice {
  Shape shape = Shape::branches;  // never `smaller`
  Shape wish = Shape::branches;
  std::optional<ChipSizes> sizes = std::nullopt;  // where size matters
};

// The wish of those who have none: who compiles for size gets the smaller shape.
Shape default_shape(bool for_size);

// The shape for a wish: `smaller` is the one with fewer bytes. Whatever the wish, a tree without tests is not a table.
Shape chosen_shape(Shape wish, const ShapeSizes& sizes);

// The same for several trees. For speed, `smaller` is the shape that answers faster: of several trees, tables.
Shape default_forest_shape(Goal goal);
Shape chosen_forest_shape(Shape wish, Goal goal, bool tests_anything, const std::optional<ChipSizes>& sizes);

// "table: about 563 bytes of tables and walker instead of about 1,316 of branches, on a Cortex-M0+".
std::string describe(const ShapeChoice& choice);

// "about 1,220 bytes of flash on AVR, 990 on Cortex-M0+, 1,040 on RV32": of the shape that was chosen.
std::string describe_sizes(const ShapeChoice& choice);

}  // namespace espalier
