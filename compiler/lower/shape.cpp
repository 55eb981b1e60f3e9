#include "lower/shape.hpp"

#include <fmt/format.h>

#include "support/text.hpp"

namespace espalier {

const std::vector<std::string>& shape_names() {
  static const std::vector<std::string> kNames = {"branches", "table", "auto"};  // in the order of Shape
  return kNames;
}

std::string_view to_string(Shape shape) {
  return shape_names()[static_cast<std::size_t>(shape)];
}

Shape chosen_shape(Shape wish, const ShapeSizes& sizes) {
  if (sizes.table == 0 || wish == Shape::branches) return Shape::branches;
  if (wish == Shape::table) return Shape::table;
  return sizes.table < sizes.branches ? Shape::table : Shape::branches;
}

std::string describe(const ShapeChoice& choice) {
  const ShapeSizes& sizes = choice.sizes;
  if (sizes.table == 0) return "branches: there is nothing to test";
  if (choice.shape == Shape::branches) {
    return fmt::format("branches: about {} bytes instead of about {} of tables and walker", grouped(sizes.branches),
                       grouped(sizes.table));
  }
  return fmt::format("table: about {} bytes of tables and walker instead of about {} of branches", grouped(sizes.table),
                     grouped(sizes.branches));
}

}  // namespace espalier
