// The inputs of a model as a grid. Values of a column that no test of the model tells apart are one cell of it; the
// model has one answer for each combination of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

// A column of the grid. The cells of numbers are in their order; those of words are groups of categories. Unknown
// values (missing ones, and words that the model does not list) are in one of the cells, if every test sends them where
// it sends that cell's values, or in a last one of their own.
struct GridColumn {
  std::uint32_t feature = 0;
  bool ordered = true;                                 // numbers
  std::vector<double> thresholds;                      // ordered: thresholds[i] is between the cells i and i + 1
  std::vector<std::optional<Gap>> gaps;                // ordered: what training had next to each of them
  std::vector<std::vector<std::uint32_t>> categories;  // not ordered: per cell
  std::uint32_t known_cells = 1;                       // without the one of unknown values alone
  std::optional<std::uint32_t> unknown;                // the cell of unknown values; none: the region has none

  bool unknown_apart() const { return unknown == known_cells; }
  std::uint32_t cells() const { return known_cells + (unknown_apart() ? 1 : 0); }
};

struct Grid {
  std::vector<GridColumn> columns;     // that some test asks for
  std::vector<std::uint32_t> answers;  // per cell, the first column's running fastest: index in `values`, or a label
  std::vector<double> values;          // regression: the different answers
  std::size_t size() const { return answers.size(); }
};

// The columns that the model's tests make of the region's rows. Columns of whole numbers have whole numbers only, as in
// every question about regions.
std::vector<GridColumn> grid_columns(const Model& model, const Space& space, const Region& region);

// How many cells they make; none: more than `most`.
std::optional<std::size_t> grid_size(const std::vector<GridColumn>& columns, std::size_t most);

// What the model answers in each cell of the region. `stop` is asked now and then: true ends it with nothing.
std::optional<Grid> fill_grid(const Model& model, const Space& space, const Region& region,
                              std::vector<GridColumn> columns, const std::function<bool()>& stop);

// The grid without the thresholds that never matter: neighbours that are answered alike everywhere become one cell, and
// columns of one cell go.
Grid without_idle_thresholds(Grid grid);

}  // namespace espalier
