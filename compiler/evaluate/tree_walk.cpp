#include "evaluate/tree_walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "data/dataset.hpp"
#include "evaluate/bind.hpp"
#include "model/interpret.hpp"

namespace espalier {

TreeWalk::TreeWalk(const Model& model, const Tree& tree, const Dataset& data)
    : model_(model), tree_(tree), data_(data) {
  for (const FeatureColumn& column : data.features) columns_.push_back(column.values.data());
  for (const Feature& feature : model.features) {
    category_counts_.push_back(static_cast<double>(feature.categories.size()));
  }
  steps_.reserve(tree.nodes.size());
  for (std::uint32_t at = 0; at < tree.nodes.size(); ++at) steps_.push_back(step_of(at));
}

TreeWalk::Step TreeWalk::step_of(std::uint32_t at) {
  constexpr std::size_t kMostCategories = 4096;  // that take a bit each at every node
  const Node& node = tree_.nodes[at];
  // The walk reads a value before it knows that it is at a leaf. Any column will do: that of the root has values.
  if (node.is_leaf()) return {0, tree_.nodes.front().feature, {at, at}, at, kNumber};
  Step step{0, node.feature, {at, at}, kAsk, kOther};
  const Feature& feature = model_.features[node.feature];
  if (node.test == TestKind::less_equal) {
    step.threshold = threshold_for_values(feature, node.threshold);
    step.words = kNumber;
  } else if (node.test == TestKind::member && feature.categories.size() <= kMostCategories) {
    step.words = add_words(node, feature.categories.size());
  } else {
    return step;
  }
  step.children = {node.children[0], node.children[1]};
  const bool asks_more = model_.missing == MissingPolicy::fractional || !node.surrogates.empty();
  if (!asks_more) step.missing = node.children[node.missing_child];
  return step;
}

std::uint32_t TreeWalk::add_words(const Node& node, std::size_t categories) {
  const auto first = static_cast<std::uint32_t>(words_.size());
  words_.resize(words_.size() + (categories + 63) / 64, 0);
  for (const std::uint32_t category : node.categories) {
    words_[first + category / 64] |= std::uint64_t{1} << (category % 64);
  }
  return first;
}

// None: nothing about the tested value alone tells the child.
std::optional<std::uint32_t> TreeWalk::known_child(std::uint32_t at, std::size_t row) const {
  const Node& node = tree_.nodes[at];
  if (node.test == TestKind::all_of) return std::nullopt;  // a rule asks for several values
  const auto branch = branch_if_known(model_.features[node.feature], node, columns_[node.feature][row]);
  if (!branch) return std::nullopt;
  return node.children[*branch];
}

std::uint32_t TreeWalk::next(std::uint32_t at, std::size_t row) {
  if (const auto child = known_child(at, row)) return *child;
  const Node& node = tree_.nodes[at];
  return node.children[branch_taken(model_, node, fill_row(data_, row, values_))];
}

// A row's way is a chain of loads, each waiting for the one before; those of several rows wait together. A row that
// meets a leaf comes to rest, and the next one takes its lane.
template <typename RowAt>
void TreeWalk::find_leaves_of(const RowAt& row_at, std::span<std::uint32_t> leaves) {
  constexpr std::size_t kLanes = 8;
  struct Lane {
    std::size_t place;  // of the row among the leaves
    std::uint32_t at;
  };
  std::array<Lane, kLanes> lanes;
  std::size_t open = 0;
  std::size_t next_place = 0;
  if (tree_.nodes.front().is_leaf()) return std::fill(leaves.begin(), leaves.end(), 0U);
  const bool divides = model_.missing == MissingPolicy::fractional;
  for (; open < kLanes && next_place < leaves.size(); ++open) lanes[open] = {next_place++, 0};
  while (open > 0) {
    for (std::size_t i = 0; i < open; ++i) {
      Lane& lane = lanes[i];
      const Step& step = steps_[lane.at];
      const double value = columns_[step.feature][row_at(lane.place)];
      std::uint32_t next = step.missing;
      if (step.words == kNumber) {
        const std::uint32_t child =
            step.children[value > step.threshold ? 1 : 0];  // a load: nobody could guess a branch
        if (!std::isnan(value)) next = child;
      } else if (step.words != kOther && value >= 0 && value < category_counts_[step.feature]) {
        const auto code = static_cast<std::uint32_t>(value);
        next = step.children[(words_[step.words + code / 64] >> (code % 64) & 1U) ^ 1U];
      }
      if (next == kAsk) {
        const auto child = known_child(lane.at, row_at(lane.place));
        next = child ? *child : divides ? kDivided : this->next(lane.at, row_at(lane.place));
      }
      if (next != lane.at && next != kDivided) {
        lane.at = next;
        continue;
      }
      leaves[lane.place] = next;
      lane = next_place < leaves.size() ? Lane{next_place++, 0} : lanes[--open];
    }
  }
}

void TreeWalk::find_leaves(std::size_t first, std::span<std::uint32_t> leaves) {
  find_leaves_of([first](std::size_t place) { return first + place; }, leaves);
}

void TreeWalk::find_leaves(std::span<const std::size_t> rows, std::span<std::uint32_t> leaves) {
  find_leaves_of([rows](std::size_t place) { return rows[place]; }, leaves);
}

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
