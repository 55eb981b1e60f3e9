// The shape of emitted code: branches, or constant tables and a loop over them (docs/shapes.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lower/program.hpp"
#include "lower/table.hpp"
#include "lower/value_type.hpp"

namespace espalier {

enum class Shape { branches, table, smaller };

// "branches", "table", "auto", as --shape spells them.
const std::vector<std::string>& shape_names();
std::string_view to_string(Shape shape);

// What predict() costs in flash, about: machine code of a Thumb processor, compiled for size, and constants.
struct ShapeSizes {
  std::size_t branches = 0;
  std::size_t table = 0;  // 0: there is nothing to put into tables
};

// What was chosen, and why.
struct ShapeChoice {
  Shape shape = Shape::branches;  // never `smaller`
  Shape wish = Shape::branches;
  ShapeSizes sizes;
};

// The shape for a wish: `smaller` is the one with fewer bytes. Whatever the wish, a tree without tests is not a table.
Shape chosen_shape(Shape wish, const ShapeSizes& sizes);

// "table: about 563 bytes of tables and walker instead of about 1,316 of branches".
std::string describe(const ShapeChoice& choice);

// Estimated for the program of answers as it is emitted; `tables`: null if there is nothing to put into tables.
// `float_bits`: branches compare the bits of floats, not floats. How good they are: docs/shapes.md.
ShapeSizes shape_sizes(const Program& answers, const DecisionTables* tables, ValueType value_type,
                       bool float_bits = false);

}  // namespace espalier
