// The engine: nodes are taken from a work list, tested, and their children put on it, depth first. No recursion,
// because a tree may be as deep as it has rows.
#include "grow/grow.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "grow/choose.hpp"
#include "grow/collapse.hpp"
#include "grow/partition.hpp"
#include "grow/split_search.hpp"
#include "grow/stopping.hpp"
#include "grow/tally.hpp"
#include "grow/threshold.hpp"
#include "grow/training_set.hpp"
#include "model/tree_facts.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// A node that is still to be made: the rows [begin, end) of the row order reach it.
struct Pending {
  std::uint32_t parent = 0;
  std::uint32_t position = 0;  // among the parent's children
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t depth = 0;
};

class Engine {
 public:
  Engine(const TrainingSet& training, const GrowOptions& options)
      : training_(training),
        options_(options),
        average_rule_(make_average_rule(training.data, options)),
        order_(training.data.rows()) {
    std::iota(order_.begin(), order_.end(), 0U);
  }

  Tree run() {
    work_.push_back({0, 0, 0, order_.size(), 0});
    while (!work_.empty()) {
      const Pending pending = work_.back();
      work_.pop_back();
      const std::uint32_t index = add_node(pending);
      const std::optional<Candidate> test = find_test(tree_.nodes[index], pending);
      if (test) split(index, *test, pending);
    }
    return std::move(tree_);
  }

 private:
  std::span<std::uint32_t> rows_of(const Pending& pending) {
    return std::span(order_).subspan(pending.begin, pending.end - pending.begin);
  }

  std::uint32_t add_node(const Pending& pending) {
    const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
    Node node;
    node.counts = count_classes(training_, rows_of(pending));
    if (index > 0) {
      Node& parent = tree_.nodes[pending.parent];
      parent.children[pending.position] = index;
      node.label = parent.label;
    }
    // A branch that no training row takes answers as its parent would.
    if (pending.begin < pending.end) node.label = majority_label(node.counts);
    tree_.nodes.push_back(std::move(node));
    return index;
  }

  std::optional<Candidate> find_test(const Node& node, const Pending& pending) {
    const double weight = node.weight();
    if (stays_leaf(node.counts, weight, pending.depth, options_)) return std::nullopt;
    const std::span<const std::uint32_t> rows = rows_of(pending);
    Tally tally(options_.criterion, node.counts.size());
    for (const std::uint32_t row : rows) tally.add(training_.data.classes[row], training_.weights[row]);
    std::vector<Candidate> candidates;
    for (std::uint32_t feature = 0; feature < training_.data.features.size(); ++feature) {
      if (auto candidate = best_test(training_, options_, feature, rows, tally)) {
        candidates.push_back(std::move(*candidate));
      }
    }
    drop_small_gains(candidates, weight, training_.total_weight, options_);
    return choose_test(candidates, options_.criterion, average_rule_);
  }

  void split(std::uint32_t index, const Candidate& test, const Pending& pending) {
    Node& node = tree_.nodes[index];
    node.test = test.test;
    node.feature = test.feature;
    node.categories = test.categories;
    if (test.test == TestKind::less_equal) {
      node.gap = test.gap;
      node.threshold = place_threshold(test.gap, options_.threshold, training_.observed[test.feature]);
    }
    const FeatureColumn& column = training_.data.features[test.feature];
    node.children.resize(test.test == TestKind::multiway ? column.categories.size() : 2);
    refuse_outgrown(tree_.nodes.size() + work_.size() + node.children.size(), node.counts.size(), column.name);

    const std::vector<std::size_t> ends = partition(training_, node, rows_of(pending));
    // No training row tells where a missing value belongs: it fails the test, as it does in a plain comparison.
    if (options_.missing == MissingPolicy::refuse && node.test != TestKind::multiway) node.missing_child = 1;
    for (std::size_t child = ends.size(); child-- > 0;) {  // the first child on top: it is made next
      const std::size_t begin = child == 0 ? 0 : ends[child - 1];
      work_.push_back({index, static_cast<std::uint32_t>(child), pending.begin + begin, pending.begin + ends[child],
                       pending.depth + 1});
    }
  }

  const TrainingSet& training_;
  const GrowOptions& options_;
  AverageRule average_rule_;
  std::vector<std::uint32_t> order_;  // the rows, each node's contiguous
  std::vector<Pending> work_;
  Tree tree_;
};

void warn_of_single_leaf(const Model& model, Warnings& warnings) {
  const Node& root = model.trees[0].nodes[0];
  if (!root.is_leaf() || leaf_errors(root) <= 0) return;
  warnings.push_back({"no test on any column is worth a split: the model answers " +
                          in_quotes(model.labels[root.label]) + " for every row",
                      "the columns may say nothing about the target, or --max-depth, --min-split, --min-leaf and "
                      "--min-gain may ask for too much",
                      std::nullopt,
                      {}});
}

}  // namespace

Model grow(const Dataset& data, const GrowOptions& options, Warnings& warnings) {
  const TrainingSet training = make_training_set(data, options);
  Tree tree = Engine(training, options).run();
  if (options.collapse) tree = collapse(std::move(tree));

  Model model;
  model.features = describe_features(data);
  model.target = data.target;
  model.labels = data.labels;
  model.missing = options.missing;
  model.trees.push_back(std::move(tree));
  warn_of_single_leaf(model, warnings);
  return model;
}

}  // namespace espalier
