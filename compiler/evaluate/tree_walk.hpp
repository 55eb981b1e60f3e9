// Rows of a dataset on their way down a tree, and what a model answers for those of a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "data/table.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// A dataset's row as the interpreter takes it: one value per feature.

// Fills `row` with the values of row `index`: a column holds what a Row holds, number or category index, NaN for
// missing. Columns that nobody asks may be without values.
inline Row fill_row(const Dataset& data, std::size_t index, std::vector<double>& row) {
  row.clear();
  for (const FeatureColumn& column : data.features)
    row.push_back(column.values.empty() ? kMissing : column.values[index]);
  return row;
}

// Rows of a dataset on their way down a tree, read from the columns: the answers of model/interpret.hpp without a row
// to gather first, from nodes that hold a comparison and nothing else.

class TreeWalk {
 public:
  // One of the model's trees. The model must have the dataset's columns, in the same order; those that the tree never
  // asks may be without values. Keeps references to all three.
  TreeWalk(const Model& model, const Tree& tree, const Dataset& data);

  // The child of inner node `at` that branch_taken() sends the row to.
  std::uint32_t next(std::uint32_t at, std::size_t row);

  // The leaves of as many rows as `leaves` has places, from row `first` on: as leaf_reached(), or kDivided where
  // MissingPolicy::fractional divides the row on the way.
  static constexpr std::uint32_t kDivided = std::numeric_limits<std::uint32_t>::max();
  void find_leaves(std::size_t first, std::span<std::uint32_t> leaves);
  // The same for these rows; `leaves` has as many places.
  void find_leaves(std::span<const std::size_t> rows, std::span<std::uint32_t> leaves);

 private:
  template <typename RowAt>
  void find_leaves_of(const RowAt& row_at, std::span<std::uint32_t> leaves);

  // The first child for values up to the threshold, the second for those above. Other tests, and leaves, lead to
  // themselves.
  struct Step {
    double threshold;
    std::uint32_t feature;
    std::array<std::uint32_t, 2> children;
  };

  bool is_number(std::uint32_t at) const { return steps_[at].children[0] != at; }
  std::optional<std::uint32_t> next_if_known(std::uint32_t at, std::size_t row) const;
  std::uint32_t leaf_below(std::uint32_t at, std::size_t row);

  const Model& model_;
  const Tree& tree_;
  const Dataset& data_;
  std::vector<const double*> columns_;
  std::vector<Step> steps_;  // one per node
  std::vector<bool> is_leaf_;
  std::vector<double> values_;
};

// What a model answers for the rows of a table, column by column: rows that come to the same leaf share an answer.
class RowAnswers {
 public:
  // The reference interpreter's answers. Throws and warns as bind_columns (evaluate/bind.hpp) does.
  RowAnswers(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model,
             Warnings& warnings);

  std::size_t rows() const { return which_.size(); }
  const Prediction& operator[](std::size_t row) const { return different_[which_[row]]; }

  // The answers that there are, and which of them each row has.
  const std::vector<Prediction>& different() const { return different_; }
  std::uint32_t which(std::size_t row) const { return which_[row]; }

 private:
  void answer_by_several(const Model& model, const Dataset& data, std::size_t rows, const Interpreter& interpreter);

  std::vector<Prediction> different_;  // of the nodes of a single tree, then of rows that were divided; or of each row
  std::vector<std::uint32_t> which_;   // per row
};

}  // namespace espalier
