#include "audit/diff.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "audit/figure_range.hpp"
#include "audit/forest_bounds.hpp"
#include "audit/open_regions.hpp"
#include "audit/probes.hpp"
#include "audit/region_walk.hpp"
#include "model/tree_facts.hpp"
#include "support/deadline.hpp"
#include "support/diagnostic.hpp"

namespace espalier {
namespace {

std::vector<double> grades_in(const std::vector<std::string>& all, const Model& model) {
  std::vector<double> grades;
  for (const std::string& label : model.labels) {
    grades.push_back(static_cast<double>(std::ranges::find(all, label) - all.begin()));
  }
  return grades;
}

Figure answer_figure(const Difference& difference, const Model& model) {
  if (model.task == Task::regression) return {Figure::Kind::value, {}, 0};
  return {Figure::Kind::grade, grades_in(difference.labels, model), 0};
}

// Per node, the rules below it.
std::vector<RuleRange> rules_below(const Tree& tree) {
  std::vector<RuleRange> ranges(tree.nodes.size());
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) {
      ranges[at] = {numbers[at], numbers[at]};
    } else {
      ranges[at] = {ranges[node.children.front()].first, ranges[node.children.back()].last};
    }
  }
  return ranges;
}

// One of the two models in the search.
struct ComparedModel {
  ComparedModel(const Space& space, const Model& compared, const Difference& difference, std::size_t first_tree)
      : model(compared),
        view(view_of(space, model)),
        figure(space, view, answer_figure(difference, model), first_tree) {
    if (model.combination == Combination::single) rules = rules_below(only_tree(model));
  }

  RuleRange rules_at(const RegionWalk& walk) const {
    const auto at = walk.place(figure.first_tree());
    return rules.empty() || !at ? RuleRange{} : rules[*at];
  }
  // The rows that come to this node are at least those of the region.
  double most_rows(const RegionWalk& walk) const {
    const auto at = walk.place(figure.first_tree());
    if (rules.empty() || !at) return 1;
    const Tree& tree = only_tree(model);
    const double all = tree.nodes.front().weight();
    return all > 0 ? tree.nodes[*at].weight() / all : 1;
  }

  const Model& model;
  ModelView view;
  WalkedFigure figure;
  std::vector<RuleRange> rules;  // per node of a single tree
};

class DiffSearch {
 public:
  DiffSearch(const Model& before, const Model& after, const SpaceRows& rows, const DiffOptions& options,
             Difference& difference)
      : options_(options),
        rows_(rows),
        difference_(difference),
        old_(difference.space, before, difference, 0),
        new_(difference.space, after, difference, before.trees.size()),
        walk_(difference.space, trees(), rows_asked_about(difference.space, options.complete_rows)),
        several_(before.combination != Combination::single || after.combination != Combination::single),
        deadline_(options.seconds, several_ ? 1 : 256) {}

  void run() {
    if (several_ && can_be_bounded()) {
      answer_rows();
      search_best_first();
    } else {
      if (rows_.count() > 0) walk_.send_rows(rows_.columns);
      walk_.run([this] { return judge(); });
      if (difference_.complete) difference_.largest_at_most = difference_.largest;
      if (several_ && !difference_.complete) count_rows_anew();
    }
    keep_most();
    for (auto& [answers, change] : changes_) difference_.changes.push_back(change);
    std::ranges::stable_sort(difference_.changes, [](const AnswerChange& a, const AnswerChange& b) {
      return std::pair(a.weight, a.regions) > std::pair(b.weight, b.regions);
    });
  }

 private:
  std::vector<RegionWalk::WalkedTree> trees() const {
    std::vector<RegionWalk::WalkedTree> all;
    for (const ComparedModel* side : {&old_, &new_}) {
      for (const Tree& tree : side->model.trees) all.push_back({&side->view, &tree});
    }
    return all;
  }

  std::optional<std::size_t> judge() {
    const FigureRange before = old_.figure.range(walk_);
    const FigureRange after = new_.figure.range(walk_);
    if (before.is_single() && after.is_single()) {
      note(before.least, after.least);
      return std::nullopt;
    }
    const double furthest = std::max(before.most - after.least, after.most - before.least);
    if (difference_.task == Task::regression && furthest <= options_.tolerance) return std::nullopt;
    if (deadline_.passed()) {
      difference_.complete = false;
      difference_.undecided_rows += walk_.rows().size();
      return std::nullopt;
    }
    return (before.is_single() ? new_ : old_).figure.next_tree(walk_);
  }

  // ---- several trees: there are too many regions to go through them in their order

  bool can_be_bounded() const {
    return old_.model.combination != Combination::single && new_.model.combination != Combination::single;
  }

  bool differ(double before, double after) const {
    return std::abs(before - after) > (difference_.task == Task::regression ? options_.tolerance : 0);
  }

  // Whether the row is answered differently. Of those that are, the one with the largest difference is kept.
  bool answer(std::span<const double> row) {
    const double before = old_.figure.exact(row);
    const double after = new_.figure.exact(row);
    if (!differ(before, after)) return false;
    const double distance = difference_.task == Task::regression ? std::abs(before - after) : 1;
    if (difference_.where.empty() || distance > difference_.largest) {
      difference_.where.assign(row.begin(), row.end());
      difference_.largest = distance;
      difference_.where_old = before;
      difference_.where_new = after;
    }
    return true;
  }

  // Given rows are counted by answering each of them.
  void answer_rows() {
    const Region asked = rows_asked_about(difference_.space, options_.complete_rows);
    std::vector<double> row(rows_.columns.size());
    for (std::uint32_t i = 0; i < rows_.count(); ++i) {
      for (std::size_t column = 0; column < row.size(); ++column) row[column] = rows_.columns[column][i];
      if (!holds(asked, row)) continue;
      sent_.push_back(i);
      if (!answer(row)) continue;
      ++difference_.differing_rows;
      difference_.differing_weight += weight_of(i);
      if (difference_.task == Task::regression) continue;
      AnswerChange& change = change_of(old_.figure.exact(row), new_.figure.exact(row));
      ++change.rows;
      change.weight += weight_of(i);
    }
  }

  // One of the two is a single tree, and the time ran out: what the regions counted is not all.
  void count_rows_anew() {
    difference_.differing_rows = 0;
    difference_.differing_weight = 0;
    difference_.undecided_rows = 0;
    for (auto& [answers, change] : changes_) change.rows = 0, change.weight = 0;
    answer_rows();
  }

  double weight_of(std::uint32_t row) const { return rows_.weights.empty() ? 1 : rows_.weights[row]; }

  AnswerChange& change_of(double before, double after) {
    AnswerChange& change = changes_[{before, after}];
    change.from = before;
    change.to = after;
    return change;
  }

  // Rows that differ as much as climbing finds; of labels the first that do.
  void try_rows(const Region& start) {
    constexpr std::size_t kClimbsOfDiff = 4;
    constexpr std::size_t kRowsTriedOfDiff = 1000;
    Deadline enough(options_.seconds / 5, 1);
    const std::vector<const ModelView*> views = {&old_.view, &new_.view};
    const Probes probes(difference_.space, views, start);
    RandomEngine engine(1);
    const bool numbers = difference_.task == Task::regression;
    for (std::size_t i = 0; i < (numbers ? kClimbsOfDiff : kRowsTriedOfDiff) && !enough.passed(); ++i) {
      std::vector<double> row = probes.random_row(engine);
      if (numbers) {
        probes.climb(
            row,
            [&](std::span<const double> tried) {
              return std::abs(old_.figure.exact(tried) - new_.figure.exact(tried));
            },
            [&] { return enough.passed(); });
      }
      if (answer(row) && !numbers) return;
    }
  }

  // Numbers: regions that can differ most come first. Labels: those with most rows.
  void search_best_first() {
    const ForestBounds old_bounds(difference_.space, old_.view);
    const ForestBounds new_bounds(difference_.space, new_.view);
    const Region start = rows_asked_about(difference_.space, options_.complete_rows);
    try_rows(start);
    OpenRegions open;
    OpenRegion all{start, std::vector<std::uint32_t>(old_.model.trees.size() + new_.model.trees.size(), 0), sent_};
    add(open, old_bounds, new_bounds, std::move(all));
    const std::size_t old_trees = old_.model.trees.size();
    while (!open.empty() && !deadline_.passed()) {
      OpenRegion from = open.pop();
      const bool in_old = from.asked < old_trees;
      const ComparedModel& side = in_old ? old_ : new_;
      const Tree& tree = side.model.trees[in_old ? from.asked : from.asked - old_trees];
      std::vector<OpenRegion> parts = split(difference_.space, side.view, tree, from.asked, from);
      for (OpenRegion& part : parts) {
        for (const std::uint32_t row : from.rows) {
          if (has_row(part.region, row)) part.rows.push_back(row);
        }
        add(open, old_bounds, new_bounds, std::move(part));
      }
    }
    difference_.largest_at_most = difference_.largest;
    if (open.empty() && !open.gave_up()) return;
    difference_.complete = false;
    difference_.undecided = open.share();
    difference_.largest_at_most = std::max(difference_.largest, open.at_most());
  }

  bool has_row(const Region& region, std::uint32_t row) const {
    for (std::size_t column = 0; column < region.size(); ++column) {
      if (!region[column].holds(rows_.columns[column][row])) return false;
    }
    return true;
  }

  // Keeps a region in which answers may differ, or notes that they do.
  void add(OpenRegions& open, const ForestBounds& old_bounds, const ForestBounds& new_bounds, OpenRegion region) {
    const std::size_t old_trees = old_.model.trees.size();
    const std::span<std::uint32_t> places(region.places);
    const ScoreBounds old_scores = old_bounds.within(region.region, places.first(old_trees));
    const ScoreBounds new_scores = new_bounds.within(region.region, places.subspan(old_trees));
    const FigureRange before = old_.figure.range_of_scores(old_scores.least, old_scores.most);
    const FigureRange after = new_.figure.range_of_scores(new_scores.least, new_scores.most);
    if (before.is_single() && after.is_single()) {
      if (differ(before.least, after.least)) note_region(region, before.least, after.least);
      return;
    }
    const double furthest = std::max(before.most - after.least, after.most - before.least);
    const bool numbers = difference_.task == Task::regression;
    if (numbers && furthest <= options_.tolerance) return;
    region.hope = numbers ? furthest : static_cast<double>(region.rows.size()) + region.share;
    const bool ask_new =
        !old_scores.asked || before.is_single() ||
        (new_scores.asked && !after.is_single() && after.most - after.least > before.most - before.least);
    region.asked = ask_new ? old_trees + *new_scores.asked : *old_scores.asked;
    open.push(std::move(region));
  }

  void note_region(const OpenRegion& region, double before, double after) {
    ++difference_.regions;
    answer(witness(difference_.space, region.region));
    DiffRegion found{region.region, before, after, {}, {}, 1, 1, region.rows.size(), 0};
    for (const std::uint32_t row : region.rows) found.weight += weight_of(row);
    if (difference_.task == Task::classification) ++change_of(before, after).regions;
    difference_.kept.push_back(std::move(found));
    if (difference_.kept.size() > 2 * options_.kept + 1000) keep_most();
  }

  void note(double before, double after) {
    const double distance = std::abs(before - after);
    if (distance <= (difference_.task == Task::regression ? options_.tolerance : 0)) return;
    ++difference_.regions;
    DiffRegion found{walk_.region(),
                     before,
                     after,
                     old_.rules_at(walk_),
                     new_.rules_at(walk_),
                     old_.most_rows(walk_),
                     new_.most_rows(walk_),
                     walk_.rows().size(),
                     0};
    for (const std::uint32_t row : walk_.rows()) found.weight += rows_.weights.empty() ? 1 : rows_.weights[row];
    difference_.differing_rows += found.rows;
    difference_.differing_weight += found.weight;
    if (difference_.task == Task::regression) {
      if (distance > difference_.largest) {
        difference_.largest = distance;
        difference_.where = witness(difference_.space, walk_.region());
        difference_.where_old = before;
        difference_.where_new = after;
      }
    } else {
      AnswerChange& change = changes_[{before, after}];
      change.from = before;
      change.to = after;
      ++change.regions;
      change.rows += found.rows;
      change.weight += found.weight;
    }
    difference_.kept.push_back(std::move(found));
    if (difference_.kept.size() > 2 * options_.kept + 1000) keep_most();
  }

  // Most rows first, then the largest share that is possible, then the largest difference; at last in the order in
  // which they were found.
  void keep_most() {
    const auto importance = [&](const DiffRegion& region) {
      const double size = difference_.task == Task::regression ? std::abs(region.old_answer - region.new_answer) : 0;
      return std::tuple(region.weight, std::min(region.old_most, region.new_most), size);
    };
    std::ranges::stable_sort(difference_.kept,
                             [&](const DiffRegion& a, const DiffRegion& b) { return importance(a) > importance(b); });
    if (difference_.kept.size() > options_.kept) difference_.kept.resize(options_.kept);
  }

  const DiffOptions& options_;
  const SpaceRows& rows_;
  Difference& difference_;
  ComparedModel old_;
  ComparedModel new_;
  RegionWalk walk_;
  std::map<std::pair<double, double>, AnswerChange> changes_;
  std::vector<std::uint32_t> sent_;  // several trees: given rows that are asked about
  bool several_;
  Deadline deadline_;
};

// Both trees from their roots on, as long as they ask the same column in the same way; two lists rule by rule.
void compare_tests(const Model& before, const Model& after, Difference& difference) {
  if (before.combination != Combination::single || after.combination != Combination::single) return;
  const Tree& old_tree = only_tree(before);
  const Tree& new_tree = only_tree(after);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pending = {{0, 0}};
  while (!pending.empty()) {
    const auto [old_at, new_at] = pending.back();
    pending.pop_back();
    const Node& old_node = old_tree.nodes[old_at];
    const Node& new_node = new_tree.nodes[new_at];
    if (old_node.is_leaf() && new_node.is_leaf()) continue;
    const std::string old_test = old_node.is_leaf() ? "no test" : test_text(before, old_node);
    const std::string new_test = new_node.is_leaf() ? "no test" : test_text(after, new_node);
    if (old_test == new_test) {
      ++difference.same_tests;
    } else {
      const std::string& column =
          old_node.is_leaf() ? after.features[new_node.feature].name : before.features[old_node.feature].name;
      difference.moved.push_back({column, old_test, new_test, new_node.weight()});
    }
    const bool same_column = !old_node.is_leaf() && !new_node.is_leaf() &&
                             before.features[old_node.feature].name == after.features[new_node.feature].name;
    const bool both_rules = old_node.test == TestKind::all_of && new_node.test == TestKind::all_of;
    if ((!same_column && !both_rules) || old_node.test != new_node.test ||
        old_node.children.size() != new_node.children.size())
      continue;
    for (std::size_t child = old_node.children.size(); child-- > 0;) {
      pending.emplace_back(old_node.children[child], new_node.children[child]);
    }
  }
}

}  // namespace

Difference diff_models(const Model& before, const Model& after, const SpaceRows& rows, const DiffOptions& options) {
  if (before.task != after.task) {
    throw Diagnostic(ExitCode::bad_input, "one model answers with labels, the other with numbers",
                     "models of one kind can be compared");
  }
  Difference difference;
  difference.space = joint_space(before, after);
  difference.task = before.task;
  difference.labels = before.labels;
  for (const std::string& label : after.labels) {
    if (std::ranges::find(difference.labels, label) == difference.labels.end()) difference.labels.push_back(label);
  }
  difference.rows = rows.count();
  for (std::size_t row = 0; row < rows.count(); ++row)
    difference.weight += rows.weights.empty() ? 1 : rows.weights[row];
  DiffSearch(before, after, rows, options, difference).run();
  compare_tests(before, after, difference);
  return difference;
}

}  // namespace espalier
