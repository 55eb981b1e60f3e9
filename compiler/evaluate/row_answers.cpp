#include "evaluate/row_answers.hpp"

#include <utility>

#include "data/dataset.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/dataset_row.hpp"
#include "evaluate/tree_walk.hpp"

namespace espalier {
namespace {

// Columns without a target: what a walk needs.
Dataset columns_of(BoundColumns bound) {
  Dataset data;
  for (Numbers& values : bound.columns) data.features.emplace_back().values = std::move(values);
  return data;
}

}  // namespace

RowAnswers::RowAnswers(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model,
                       Warnings& warnings) {
  const Dataset data = columns_of(bind_columns(table, missing_tokens, model, BoundFeatures::tested, warnings));
  const Interpreter interpreter(model);
  for (std::uint32_t node = 0; node < model.trees.front().nodes.size(); ++node) {
    different_.push_back(interpreter.answer_of(node));
  }
  which_.resize(table.rows());
  TreeWalk(model, data).find_leaves(0, which_);
  std::vector<double> row;
  for (std::size_t i = 0; i < which_.size(); ++i) {
    if (which_[i] != TreeWalk::kDivided) continue;
    which_[i] = static_cast<std::uint32_t>(different_.size());
    different_.push_back(interpreter.predict(fill_row(data, i, row)));
  }
}

}  // namespace espalier
