#include "unit/grow/oracle/simple_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "grow/choose.hpp"
#include "grow/distribute.hpp"
#include "grow/drawn_columns.hpp"
#include "grow/grow.hpp"
#include "grow/monotone.hpp"
#include "grow/node_facts.hpp"
#include "grow/stopping.hpp"
#include "grow/training_set.hpp"
#include "model/tree_facts.hpp"
#include "unit/grow/oracle/attribute_view.hpp"
#include "unit/grow/oracle/surrogates.hpp"
#include "unit/grow/oracle/tally.hpp"

namespace espalier::oracle {
namespace {

// By value; equal ones by response and weight.
bool before(const ValueCase& a, const ValueCase& b) {
  if (a.value != b.value) return a.value < b.value;
  return a.response != b.response ? a.response < b.response : a.weight < b.weight;
}

AttributeView view_of(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                      const Cases& cases, const Tally& node) {
  std::vector<ValueCase> known;
  std::vector<ValueCase> missing;
  for (const Case& item : cases) {
    const double value = training.value(feature, item.row);
    const ValueCase seen{value, training.responses[item.row], item.weight};
    (std::isnan(value) ? missing : known).push_back(seen);
  }
  std::sort(known.begin(), known.end(), before);
  return make_view(training, options, feature, std::move(known), std::move(missing), node);
}

// What both sides of a cut must hold. C4.5's MinSplit keeps cuts from shaving slivers off large nodes.
double least_side(const AttributeView& view) {
  const double min_leaf = view.training.min_leaf;
  if (!view.options.min_cut_share) return min_leaf;
  const double share = view.known_weight / (10.0 * static_cast<double>(view.training.data.labels.size()));
  return std::max(min_leaf, std::min(share, 25.0));
}

bool measured_in_bits(Criterion criterion) {
  return criterion == Criterion::information_gain || criterion == Criterion::gain_ratio;
}

// C4.5's charge for having been able to choose among many cuts: the bits it takes to say which one. It has no meaning
// in other units.
double charge(const AttributeView& view, std::size_t cuts_tried) {
  if (!view.options.charge_cuts || !measured_in_bits(view.options.criterion)) return 0;
  return std::log2(static_cast<double>(cuts_tried));
}

struct BestCut {
  double gained = 0;
  std::size_t boundary = 0;  // the first group above it; 0: none
  double below = 0;          // weight
  std::size_t tried = 0;
};

Direction direction_of(const TrainingSet& training, std::uint32_t feature) {
  return training.directions.empty() ? Direction::any : training.directions[feature];
}

// A place that is drawn evenly between the lowest and the highest value.
double drawn_place(const AttributeView& view) {
  const double lowest = view.value(view.groups.front());
  const double highest = view.value(view.groups.back());
  const double share = random_unit_at(view.key, kTestDraw + view.feature);
  const double place = lowest * (1 - share) + highest * share;
  return lowest <= place && place < highest ? place : lowest;
}

bool is_tried(const AttributeView& view, std::size_t boundary) {
  if (!view.options.random_cuts) return true;
  const double place = drawn_place(view);
  return view.value(view.groups[boundary - 1]) <= place && place < view.value(view.groups[boundary]);
}

// All cases are above at first, but for missing ones that belong below.
BestCut scan(const AttributeView& view, Tally below, Tally above) {
  const double least = least_side(view);
  BestCut best;
  for (std::size_t boundary = 1; boundary < view.groups.size(); ++boundary) {
    const auto moved = view.cases_of(view.groups[boundary - 1]);
    add_cases(moved, below);
    remove_cases(moved, above);
    if (!is_tried(view, boundary) || below.weight() < least || above.weight() < least) continue;
    ++best.tried;
    if (!permitted(direction_of(view.training, view.feature), below, above)) continue;
    const double gained = view.whole.gained_by(below.purity() + above.purity());
    if (gained <= best.gained) continue;
    best.gained = gained;
    best.boundary = boundary;
    best.below = below.weight();
  }
  return best;
}

std::vector<std::uint32_t> codes_up_to(double code) {
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(code) + 1);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

Candidate cut_at(const AttributeView& view, std::size_t boundary) {
  Candidate candidate;
  const Gap gap{view.value(view.groups[boundary - 1]), view.value(view.groups[boundary])};
  if (view.training.data.features[view.feature].kind == ColumnKind::ordinal) {
    candidate.test = TestKind::member;
    candidate.categories = codes_up_to(gap.below);
    return candidate;
  }
  candidate.test = TestKind::less_equal;
  // Intervals without rows here belong to the lower side.
  const auto& cuts = view.training.features[view.feature].cuts;
  candidate.gap = view.training.is_discretised(view.feature) ? *cuts[static_cast<std::size_t>(gap.above) - 1].gap : gap;
  if (view.options.random_cuts && !view.training.is_discretised(view.feature)) candidate.threshold = drawn_place(view);
  return candidate;
}

std::optional<Candidate> best_cut(const AttributeView& view) {
  BestCut best = scan(view, view.whole.emptied(), view.whole);
  bool missing_below = false;
  if (view.missing_counts) {
    Tally below = view.whole.emptied();
    Tally above = view.whole;
    add_cases(view.missing, below);
    remove_cases(view.missing, above);
    const BestCut other = scan(view, std::move(below), std::move(above));
    if (other.gained > best.gained) {
      best = other;
      missing_below = true;
    }
  }
  if (best.boundary == 0) return std::nullopt;
  Candidate candidate = cut_at(view, best.boundary);
  if (view.missing_counts) candidate.missing_child = missing_below ? 0 : 1;
  const double branches[] = {best.below, view.whole.weight() - best.below};
  return priced(view, std::move(candidate), best.gained - charge(view, best.tried), branches);
}

bool has_branch_per_value(const AttributeView& view) {
  return view.options.categorical == CategoricalSplit::multiway;
}

// Whether the value is known, as a test of its own.
std::optional<Candidate> presence_test(const AttributeView& view) {
  Tally known = view.whole;
  Tally missing = view.whole.emptied();
  add_cases(view.missing, missing);
  remove_cases(view.missing, known);
  if (known.weight() < view.training.min_leaf || missing.weight() < view.training.min_leaf) return std::nullopt;
  if (!permitted(Direction::any, known, missing)) return std::nullopt;
  Candidate candidate;
  candidate.test = TestKind::present;
  candidate.missing_child = 1;
  const double branches[] = {known.weight(), missing.weight()};
  return priced(view, std::move(candidate), view.whole.gained_by(known.purity() + missing.purity()), branches);
}

}  // namespace

std::optional<Candidate> best_test(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                   const Cases& cases, const Tally& node, std::uint64_t key) {
  AttributeView view = view_of(training, options, feature, cases, node);
  view.key = key;
  std::optional<Candidate> best;
  const bool intervals = training.has_intervals(feature) && has_branch_per_value(view);
  const bool categories = intervals || training.data.features[feature].kind == ColumnKind::categorical;
  if (view.groups.size() >= 2) best = categories ? best_category_test(view) : best_cut(view);
  const bool asks_presence = options.missing == MissingPolicy::own_category && view.missing_counts &&
                             training.data.features[feature].kind != ColumnKind::categorical &&
                             !(training.has_intervals(feature) && has_branch_per_value(view));
  if (asks_presence) {
    const std::optional<Candidate> presence = presence_test(view);
    if (presence && (!best || presence->gain > best->gain)) best = presence;
  }
  return best;
}

namespace {

// A node that is still to be made.
struct Pending {
  std::uint32_t parent = 0;
  std::uint32_t position = 0;  // among the parent's children
  std::size_t depth = 0;
  Cases cases;
  Cases held_out;      // rows that judge whether a split is worth its while
  GradeBounds bounds;  // of its answer
  std::uint64_t key = 0;
};

// A node whose test is known.
struct Open {
  std::uint32_t index = 0;
  Candidate test;
  double gained = 0;  // times its weight
  std::size_t depth = 0;
  Cases cases;
  Cases held_out;
  GradeBounds bounds;
  std::uint64_t key = 0;
};

bool later(const Open& a, const Open& b) {
  return a.gained != b.gained ? a.gained < b.gained : a.index > b.index;
}

class Engine {
 public:
  Engine(const TrainingSet& training, const GrowOptions& options)
      : training_(training), options_(options), rule_(make_choice_rule(training, options)) {}

  Tree run() { return run(hold_out(training_, options_, CaseOrder::content), options_.seed); }

  Tree run(HoldOut rows, std::uint64_t key) {
    guard_ = MonotoneGuard(training_, options_, rows.growing);
    Pending root{0, 0, 0, std::move(rows.growing), std::move(rows.judging), {}, key};
    if (options_.max_leaves != 0 || options_.max_nodes != 0) {
      grow_best_first(std::move(root));
    } else {
      grow_depth_first(std::move(root));
    }
    return in_reading_order(std::move(tree_));
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
    if (guard_.active()) guard_.keep_within(pending.bounds, pending.cases, node);
    if (index > 0) tree_.nodes[pending.parent].children[pending.position] = index;
    tree_.nodes.push_back(std::move(node));
    std::optional<Candidate> test = find_test(pending);
    if (!test) return std::nullopt;
    const double gained = test->gain * weight_of(pending.cases, training_.scale);
    return Open{
        index,          std::move(*test), gained, pending.depth, std::move(pending.cases), std::move(pending.held_out),
        pending.bounds, pending.key};
  }

  std::optional<Candidate> find_test(const Pending& pending) const {
    const Cases& cases = pending.cases;
    if (may_not_split(training_, options_, weight_of(cases, training_.scale), pending.depth) ||
        is_pure(training_, cases)) {
      return std::nullopt;
    }
    Tally tally = Tally::of(training_, options_.criterion, cases);
    tally.keep_within(training_, guard_, pending.bounds);
    if (options_.tried_columns == 0) return find_test(pending, tally, training_.precedence);
    const std::vector<std::uint32_t> drawn = drawn_order(pending);
    std::size_t next = std::min(options_.tried_columns, drawn.size());
    std::vector<std::uint32_t> tried;
    for (const std::uint32_t feature : training_.precedence) {
      if (std::find(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(next), feature) !=
          drawn.begin() + static_cast<std::ptrdiff_t>(next)) {
        tried.push_back(feature);
      }
    }
    std::optional<Candidate> test = find_test(pending, tally, tried);
    while (!test && next < drawn.size()) test = find_test(pending, tally, {drawn[next++]});
    return test;
  }

  // Columns with two values, or with one and some cases without where that is told, in the order that is drawn.
  std::vector<std::uint32_t> drawn_order(const Pending& pending) const {
    const bool missing_told =
        options_.missing == MissingPolicy::learned || options_.missing == MissingPolicy::own_category;
    std::vector<std::uint32_t> order;
    for (const std::uint32_t feature : training_.precedence) {
      std::set<double> values;
      bool missing = false;
      for (const Case& item : pending.cases) {
        const double value = training_.value(feature, item.row);
        if (std::isnan(value)) {
          missing = true;
        } else {
          values.insert(value);
        }
      }
      if (values.size() > 1 || (values.size() == 1 && missing && missing_told)) order.push_back(feature);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return random_at(pending.key, kOrderDraw + a) < random_at(pending.key, kOrderDraw + b);
    });
    return order;
  }

  std::optional<Candidate> find_test(const Pending& pending, const Tally& tally,
                                     const std::vector<std::uint32_t>& features) const {
    const Cases& cases = pending.cases;
    std::vector<Candidate> candidates;
    for (const std::uint32_t feature : features) {
      if (auto candidate = best_test(training_, options_, feature, cases, tally, pending.key)) {
        candidates.push_back(std::move(*candidate));
      }
    }
    std::erase_if(candidates, [&](const Candidate& test) {
      return gains_too_little({test.feature, test.gain, test.split_info}, tally.weight(), training_, options_) ||
             (options_.chi_square > 0 && !is_significant(test, training_, options_, cases));
    });
    while (true) {
      std::vector<Worth> worths;
      for (const Candidate& test : candidates) worths.push_back({test.feature, test.gain, test.split_info});
      const std::optional<std::size_t> best =
          choose_test(worths, rule_, [&](std::size_t place) { return margin_of(training_, candidates[place]); });
      if (!best) return std::nullopt;
      if (is_permitted(candidates[*best], pending)) {
        if (options_.validate > 0 && !helps(candidates[*best], pending)) return std::nullopt;
        return candidates[*best];
      }
      candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(*best));
    }
  }

  // The node as it would be with the test, and its children.
  struct Trial {
    Node node;
    std::vector<double> known;
    std::vector<Node> children;
  };
  Trial with_test(const Candidate& test, const Cases& cases) const {
    Trial trial;
    trial.node = make_leaf(training_, options_, cases, nullptr);
    trial.known = set_test(training_, options_, test, cases, in_value_order(cases), trial.node);
    trial.children = leaves_below(training_, options_, trial.node, cases, trial.known);
    return trial;
  }

  bool is_permitted(const Candidate& test, const Pending& pending) const {
    if (!guard_.active()) return true;
    const Trial trial = with_test(test, pending.cases);
    return guard_.permits(trial.node, pending.bounds, guard_.grades(trial.node, trial.children));
  }

  bool helps(const Candidate& test, const Pending& pending) const {
    Trial trial = with_test(test, pending.cases);
    if (guard_.active()) {
      const std::vector<GradeBounds> bounds =
          guard_.bounds_below(trial.node, pending.bounds, guard_.grades(trial.node, trial.children));
      guard_.keep_within(pending.bounds, {}, trial.node);
      for (std::size_t child = 0; child < bounds.size(); ++child) {
        guard_.keep_within(bounds[child], {}, trial.children[child]);
      }
    }
    return helps_held_out(training_, options_, trial.node, trial.known, trial.children, pending.held_out);
  }

  std::size_t children_of(const Open& open) const { return branch_count(training_, options_, open.test); }

  ValueOrderOf in_value_order(const Cases& cases) const {
    return [this, &cases](std::uint32_t feature) { return cases_in_value_order(training_, feature, cases); };
  }

  std::vector<Pending> split(Open open) {
    Node& node = tree_.nodes[open.index];
    const std::vector<double> known =
        set_test(training_, options_, open.test, open.cases, in_value_order(open.cases), node);
    std::vector<GradeBounds> bounds(node.children.size());
    if (guard_.active()) {
      const std::vector<Node> leaves = leaves_below(training_, options_, node, open.cases, known);
      bounds = guard_.bounds_below(node, open.bounds, guard_.grades(node, leaves));
    }
    std::vector<Cases> cases = distribute(training_, node, open.cases, options_.missing, known);
    std::vector<Cases> held_out = distribute(training_, node, open.held_out, options_.missing, known);
    std::vector<Pending> children;
    for (std::uint32_t child = 0; child < cases.size(); ++child) {
      children.push_back({open.index, child, open.depth + 1, std::move(cases[child]), std::move(held_out[child]),
                          bounds[child], child_key(open.key, child)});
    }
    return children;
  }

  const TrainingSet& training_;
  const GrowOptions& options_;
  ChoiceRule rule_;
  MonotoneGuard guard_;
  Tree tree_;
};

}  // namespace

Model grow(const Dataset& data, const GrowOptions& given) {
  const GrowOptions options = for_task(given, data.task);
  const TrainingSet training = make_training_set(data, options);
  Tree tree = Engine(training, options).run();
  if (options.collapse) tree = collapse(std::move(tree));
  return model_of(training, options, std::move(tree));
}

Tree grow(const TrainingSet& training, const GrowOptions& options, Cases cases, std::uint64_t key) {
  Tree tree = Engine(training, options).run({std::move(cases), {}}, key);
  return options.collapse ? collapse(std::move(tree)) : tree;
}

}  // namespace espalier::oracle
