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

  // A test that a row passes without being asked more than one value: the first child for numbers up to the threshold,
  // or for words whose bit is set. Leaves lead to themselves, and `missing` may be kAsk. Other tests are kOther.
  struct Step {
    double threshold;
    std::uint32_t feature;
    std::array<std::uint32_t, 2> children;
    std::uint32_t missing;
    std::uint32_t words;  // the first of them in words_; or kNumber, or kOther
  };
  static constexpr std::uint32_t kNumber = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kOther = kNumber - 1;
  static constexpr std::uint32_t kAsk = kNumber;  // no node

  Step step_of(std::uint32_t at);
  std::uint32_t add_words(const Node& node, std::size_t categories);
  std::optional<std::uint32_t> known_child(std::uint32_t at, std::size_t row) const;

  const Model& model_;
  const Tree& tree_;
  const Dataset& data_;
  std::vector<const double*> columns_;
  std::vector<Step> steps_;              // one per node
  std::vector<std::uint64_t> words_;     // a bit per category, of each test of words
  std::vector<double> category_counts_;  // per feature
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
