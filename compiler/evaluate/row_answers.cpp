#include "evaluate/row_answers.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "data/dataset.hpp"
#include "evaluate/bind.hpp"
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
  if (model.combination != Combination::single) {
    answer_by_several(model, data, table.rows(), interpreter);
    return;
  }
  for (std::uint32_t node = 0; node < only_tree(model).nodes.size(); ++node) {
    different_.push_back(interpreter.answer_of(node));
  }
  which_.resize(table.rows());
  TreeWalk(model, only_tree(model), data).find_leaves(0, which_);
  std::vector<double> row;
  for (std::size_t i = 0; i < which_.size(); ++i) {
    if (which_[i] != TreeWalk::kDivided) continue;
    which_[i] = static_cast<std::uint32_t>(different_.size());
    different_.push_back(interpreter.predict(fill_row(data, i, row)));
  }
}

// Every row has an answer of its own: few have the same leaf in all trees.
void RowAnswers::answer_by_several(const Model& model, const Dataset& data, std::size_t rows,
                                   const Interpreter& interpreter) {
  constexpr std::size_t kBlock = 1024;  // rows that are walked down one tree before the next
  const std::size_t trees = model.trees.size();
  std::vector<TreeWalk> walks;
  walks.reserve(trees);
  for (const Tree& tree : model.trees) walks.emplace_back(model, tree, data);
  std::vector<std::uint32_t> leaves(kBlock);
  std::vector<std::uint32_t> of_rows(kBlock * trees);
  for (std::size_t first = 0; first < rows; first += kBlock) {
    const auto block = std::span(leaves).first(std::min(kBlock, rows - first));
    for (std::size_t tree = 0; tree < trees; ++tree) {
      walks[tree].find_leaves(first, block);
      for (std::size_t i = 0; i < block.size(); ++i) of_rows[i * trees + tree] = block[i];
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
      which_.push_back(static_cast<std::uint32_t>(different_.size()));
      different_.push_back(interpreter.answer_of_leaves(std::span(of_rows).subspan(i * trees, trees)));
    }
  }
}

}  // namespace espalier
