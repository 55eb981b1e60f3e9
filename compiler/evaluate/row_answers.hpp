// What a model answers for the rows of a table, column by column: rows that come to the same leaf share an answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "data/table.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

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
