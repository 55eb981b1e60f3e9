// The engine: nodes are made, tested and split until nothing is left to split. No recursion, because a tree may be as
// deep as it has rows.
#include "grow/grow.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "grow/choose.hpp"
#include "grow/collapse.hpp"
#include "grow/distribute.hpp"
#include "grow/hold_out.hpp"
#include "grow/node_facts.hpp"
#include "grow/split_search.hpp"
#include "grow/stopping.hpp"
#include "grow/surrogates.hpp"
#include "grow/tally.hpp"
#include "grow/training_set.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// A node that is still to be made.
struct Pending {
  std::uint32_t parent = 0;
  std::uint32_t position = 0;  // among the parent's children
  std::size_t depth = 0;
  Cases cases;
  Cases held_out;  // rows that judge whether a split is worth its while
};

// A node whose test is known.
struct Open {
  std::uint32_t index = 0;
  Candidate test;
  double gained = 0;  // times its weight
  std::size_t depth = 0;
  Cases cases;
  Cases held_out;
};

bool later(const Open& a, const Open& b) {
  return a.gained != b.gained ? a.gained < b.gained : a.index > b.index;
}

class Engine {
 public:
  Engine(const TrainingSet& training, const GrowOptions& options)
      : training_(training), options_(options), rule_(make_choice_rule(training, options)) {}

  Tree run() {
    HoldOut rows = hold_out(training_, options_);
    Pending root{0, 0, 0, std::move(rows.growing), std::move(rows.judging)};
    if (options_.max_leaves != 0 || options_.max_nodes != 0) {
      grow_best_first(std::move(root));
    } else {
      grow_depth_first(std::move(root));
    }
    return in_reading_order(tree_);
  }

 private:
  void grow_depth_first(Pending root) {
    std::vector<Pending> work;
    work.push_back(std::move(root));
    while (!work.empty()) {
      Pending pending = std::move(work.back());
      work.pop_back();
      std::optional<Open> open = make_node(std::move(pending));
      if (!open) continue;
      refuse_outgrown(tree_.nodes.size() + work.size() + children_of(*open), training_.data.labels.size(),
                      training_.data.features[open->test.feature].name);
      std::vector<Pending> children = split(std::move(*open));
      // The first child on top: it is made next.
      for (std::size_t child = children.size(); child-- > 0;) work.push_back(std::move(children[child]));
    }
  }

  // The node that gains most is split first, as long as the tree stays within its limits.
  void grow_best_first(Pending root) {
    std::vector<Open> open;
    const auto consider = [&](Pending pending) {
      if (auto node = make_node(std::move(pending))) {
        open.push_back(std::move(*node));
        std::push_heap(open.begin(), open.end(), later);
      }
    };
    consider(std::move(root));
    std::size_t leaves = 1;
    while (!open.empty()) {
      std::pop_heap(open.begin(), open.end(), later);
      Open best = std::move(open.back());
      open.pop_back();
      const std::size_t children = children_of(best);
      const bool too_many_leaves = options_.max_leaves != 0 && leaves + children - 1 > options_.max_leaves;
      const bool too_many_nodes = options_.max_nodes != 0 && tree_.nodes.size() + children > options_.max_nodes;
      if (too_many_leaves || too_many_nodes) continue;
      leaves += children - 1;
      for (Pending& child : split(std::move(best))) consider(std::move(child));
    }
  }

  std::optional<Open> make_node(Pending pending) {
    const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
    const Node* parent = index == 0 ? nullptr : &tree_.nodes[pending.parent];
    Node node = make_leaf(training_, options_, pending.cases, parent);
    if (index > 0) tree_.nodes[pending.parent].children[pending.position] = index;
    tree_.nodes.push_back(std::move(node));
    std::optional<Candidate> test = find_test(pending);
    if (!test) return std::nullopt;
    const double gained = test->gain * weight_of(pending.cases);
    return Open{index, std::move(*test), gained, pending.depth, std::move(pending.cases), std::move(pending.held_out)};
  }

  std::optional<Candidate> find_test(const Pending& pending) const {
    const Cases& cases = pending.cases;
    if (stays_leaf(training_, options_, cases, pending.depth)) return std::nullopt;
    const Tally tally = Tally::of(training_, options_.criterion, cases);
    std::vector<Candidate> candidates;
    for (std::uint32_t feature = 0; feature < training_.data.features.size(); ++feature) {
      if (auto candidate = best_test(training_, options_, feature, cases, tally)) {
        candidates.push_back(std::move(*candidate));
      }
    }
    drop_small_gains(candidates, tally.weight(), training_, options_);
    drop_insignificant(candidates, training_, options_, cases);
    std::optional<Candidate> test = choose_test(candidates, rule_);
    if (test && options_.validate > 0 && !helps_held_out(training_, options_, *test, cases, pending.held_out)) {
      return std::nullopt;
    }
    return test;
  }

  std::size_t children_of(const Open& open) const {
    Node node;
    apply_test(training_, options_, open.test, node);
    return node.children.size();
  }

  std::vector<Pending> split(Open open) {
    Node& node = tree_.nodes[open.index];
    const std::vector<double> known = set_test(training_, options_, open.test, open.cases, node);
    std::vector<Cases> cases = distribute(training_, node, open.cases, options_.missing, known);
    std::vector<Cases> held_out = distribute(training_, node, open.held_out, options_.missing, known);
    std::vector<Pending> children;
    for (std::uint32_t child = 0; child < cases.size(); ++child) {
      children.push_back({open.index, child, open.depth + 1, std::move(cases[child]), std::move(held_out[child])});
    }
    return children;
  }

  const TrainingSet& training_;
  const GrowOptions& options_;
  ChoiceRule rule_;
  Tree tree_;
};

void warn_of_single_leaf(const Model& model, Warnings& warnings) {
  const Node& root = model.trees[0].nodes[0];
  const bool regression = model.task == Task::regression;
  if (!root.is_leaf() || (regression ? root.deviation : leaf_errors(root)) <= 0) return;
  warnings.push_back({"no test on any column is worth a split: the model answers " +
                          (regression ? shortest(root.value) : in_quotes(model.labels[root.label])) + " for every row",
                      "the columns may say nothing about the target, or --max-depth, --min-split, --min-leaf and "
                      "--min-gain may ask for too much",
                      std::nullopt,
                      {}});
}

void warn_of_validation(const GrowOptions& options, Warnings& warnings) {
  if (options.validate <= 0) return;
  warnings.push_back(
      {"--validate stops at the first split that does not help the held-out rows: trees stay very small, "
       "and on 26 data sets that cost 5.5 points of accuracy",
       "growing fully and pruning (--prune error-based or cost-complexity) is usually better",
       std::nullopt,
       {}});
}

// What the options mean for this target: a number to predict has no classes to gain information about or to compare,
// and classes have no variance.
GrowOptions for_task(const Dataset& data, GrowOptions options) {
  const bool of_numbers =
      options.criterion == Criterion::variance || options.criterion == Criterion::absolute_deviation;
  if (data.task != Task::regression) {
    if (of_numbers) options.criterion = Criterion::gini;
    return options;
  }
  if (!of_numbers) options.criterion = Criterion::variance;
  options.chi_square = 0;
  options.min_cut_share = false;
  options.collapse = false;
  return options;
}

}  // namespace

Model grow(const Dataset& data, const GrowOptions& given, Warnings& warnings) {
  const GrowOptions options = for_task(data, given);
  const TrainingSet training = make_training_set(data, options);
  Tree tree = Engine(training, options).run();
  if (options.collapse) tree = collapse(std::move(tree));

  Model model;
  model.task = data.task;
  model.features = training.features;
  model.target = data.target;
  model.labels = data.labels;
  model.costs = training.costs;
  model.missing = options.missing;
  model.trees.push_back(std::move(tree));
  warn_of_validation(options, warnings);
  warn_of_single_leaf(model, warnings);
  return model;
}

}  // namespace espalier
