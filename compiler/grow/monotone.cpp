#include "grow/monotone.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "data/dataset.hpp"
#include "grow/node_facts.hpp"
#include "grow/training_set.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

[[noreturn]] void refuse_monotone(const std::string& message, const std::string& hint) {
  throw Diagnostic(ExitCode::usage, "--monotone: " + message, hint);
}

const FeatureColumn& column_named(const Dataset& data, const std::string& name) {
  const auto found = std::ranges::find(data.features, name, &FeatureColumn::name);
  if (found != data.features.end()) return *found;
  if (name == data.target) {
    refuse_monotone(in_quotes(name) + " is the target", "name the column that the answer must not fall with");
  }
  std::vector<std::string> names;
  for (const FeatureColumn& column : data.features) names.push_back(column.name);
  refuse_monotone("no column to test is called " + in_quotes(name), did_you_mean(name, names));
}

void refuse_words(const FeatureColumn& column) {
  if (column.kind != ColumnKind::categorical) return;
  refuse_monotone("column " + in_quotes(column.name) + " holds words, which neither rise nor fall",
                  "declare their order, from the lowest to the highest: --ordinal COL=A<B<C");
}

std::string shown_labels(const Dataset& data) {
  std::vector<std::string> shown;
  for (const std::string& label : data.labels) shown.push_back(in_quotes(label, 40));
  return enumerate(shown, 8);
}

std::string label_for(const Dataset& data, const MonotoneColumn& given) {
  if (data.task == Task::regression) {
    if (given.label.empty()) return {};
    refuse_monotone(fmt::format("{} is about a class, and the target {} is a number", in_quotes(given.label),
                                in_quotes(data.target)),
                    "write COL=+ or COL=-, or use --task classification");
  }
  if (given.label.empty() && data.labels.size() <= 2) return data.labels.back();
  if (given.label.empty()) {
    refuse_monotone(fmt::format("the target {} has {} classes: {}. The probability of which one is meant?",
                                in_quotes(data.target), data.labels.size(), shown_labels(data)),
                    fmt::format("name it: --monotone {}={}:LABEL", printable(given.column, 40),
                                given.direction == Direction::up ? "+" : "-"));
  }
  if (std::ranges::find(data.labels, given.label) != data.labels.end()) return given.label;
  const std::string near = did_you_mean(given.label, data.labels);
  refuse_monotone(fmt::format("the target {} has no class {}", in_quotes(data.target), in_quotes(given.label)),
                  near.empty() ? "there are " + shown_labels(data) : near);
}

// Parts of rows are added up in whole numbers that are rounded down, and smoothed by what leaves weigh on average: what
// holds for each leaf need not hold for their sum.
void refuse_shared_out_rows(MissingPolicy policy) {
  if (policy != MissingPolicy::fractional) return;
  refuse_monotone("does not go with --missing fractional, whose blended answers need not be monotone where leaves are",
                  "use --missing learned, surrogate, majority or own-category");
}

}  // namespace

std::vector<MonotoneColumn> checked_monotone(const Dataset& data, const GrowOptions& options) {
  std::vector<MonotoneColumn> columns = options.monotone;
  if (columns.empty()) return columns;
  for (MonotoneColumn& given : columns) {
    refuse_words(column_named(data, given.column));
    given.label = label_for(data, given);
    if (std::ranges::count(columns, given.column, &MonotoneColumn::column) > 1) {
      refuse_monotone("column " + in_quotes(given.column) + " is named twice",
                      "a column goes one way, with + or with -");
    }
    if (given.label != columns.front().label) {
      refuse_monotone(fmt::format("{} and {}: all columns must be about one label", in_quotes(columns.front().label),
                                  in_quotes(given.label)),
                      data.labels.size() == 2 ? "of two labels, + of the one is - of the other" : "choose one of them");
    }
  }
  refuse_shared_out_rows(options.missing);
  return columns;
}

std::vector<Direction> directions_of(const Dataset& data, const std::vector<MonotoneColumn>& columns) {
  if (columns.empty()) return {};
  std::vector<Direction> directions(data.features.size(), Direction::any);
  for (const MonotoneColumn& given : columns) {
    const auto found = std::ranges::find(data.features, given.column, &FeatureColumn::name);
    directions[static_cast<std::size_t>(found - data.features.begin())] = given.direction;
  }
  return directions;
}

MonotoneGuard::MonotoneGuard(const TrainingSet& training, const GrowOptions& options, const Cases& growing) {
  if (training.directions.empty()) return;
  training_ = &training;
  criterion_ = options.criterion;
  if (is_regression()) return;
  const std::string label = checked_monotone(training.data, options).front().label;
  label_ = static_cast<std::size_t>(std::ranges::find(training.data.labels, label) - training.data.labels.begin());
  extras_ = smoothing_extras(options.smoothing, make_leaf(training, options, growing, nullptr));
}

bool MonotoneGuard::is_regression() const {
  return training_->is_regression();
}

Grade MonotoneGuard::grade(const std::vector<double>& counts) const {
  const double extra = extras_.empty() ? 0 : extras_[label_];
  return {(counts[label_] + extra) / smoothed_weight(counts, extras_),
          best_label(on_common_grid(counts), training_->costs) == label_, counts[label_],
          smoothed_weight(counts, {}) - counts[label_]};
}

std::vector<Grade> MonotoneGuard::grades(const Node& node, std::span<const Node> children) const {
  std::vector<Grade> grades;
  for (const Node& child : children) {
    if (is_regression()) {
      grades.push_back({child.value, false});
    } else if (child.weight() > 0) {
      grades.push_back(grade(child.counts));
    } else {
      const Grade as_node = grade(node.counts);
      grades.push_back({as_node.figure, as_node.named});
    }
  }
  if (is_regression()) fit_in(node, children, grades);
  return grades;
}

// Between its neighbours with cases, a child without any answers what they allow.
void MonotoneGuard::fit_in(const Node& node, std::span<const Node> children, std::vector<Grade>& grades) const {
  const std::vector<std::size_t> order = rising(node);
  double lowest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < order.size(); ++i) {
    Grade& grade = grades[order[i]];
    if (children[order[i]].weight() <= 0) {
      const auto next = std::find_if(order.begin() + static_cast<std::ptrdiff_t>(i), order.end(),
                                     [&](std::size_t child) { return children[child].weight() > 0; });
      if (next != order.end()) grade.figure = std::min(grade.figure, grades[*next].figure);
      grade.figure = std::max(grade.figure, lowest);
    }
    lowest = grade.figure;
  }
}

// The children that are in an order, from that of the lowest answer on. None: they may answer whatever they like.
std::vector<std::size_t> MonotoneGuard::rising(const Node& node) const {
  const Direction direction = training_->directions[node.feature];
  std::size_t ordered = 0;
  if (node.test == TestKind::less_equal || node.test == TestKind::member) ordered = 2;
  if (node.test == TestKind::multiway) ordered = training_->features[node.feature].cuts.size() + 1;
  if (direction == Direction::any) ordered = 0;
  std::vector<std::size_t> order(ordered);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (direction == Direction::down) std::reverse(order.begin(), order.end());
  return order;
}

void MonotoneGuard::take_bounds(const GradeBounds& bounds, std::vector<Grade>& grades) const {
  if (!is_regression()) return;
  for (Grade& grade : grades) grade.figure = std::clamp(grade.figure, bounds.lower.figure, bounds.upper.figure);
}

bool MonotoneGuard::permits(const Node& node, const GradeBounds& bounds, std::vector<Grade> children) const {
  take_bounds(bounds, children);
  if (!std::ranges::all_of(children, [&](const Grade& grade) { return bounds.hold(grade); })) return false;
  const std::vector<std::size_t> order = rising(node);
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (!at_most(children[order[i - 1]], children[order[i]])) return false;
  }
  return true;
}

bool MonotoneGuard::permits(Direction direction, const GradeBounds& bounds, const Grade& below, const Grade& above) {
  if (!bounds.hold(below) || !bounds.hold(above)) return false;
  if (direction == Direction::up) return at_most(below, above);
  return direction == Direction::any || at_most(above, below);
}

Grade MonotoneGuard::between(const Grade& lower, const Grade& upper) const {
  if (is_regression()) return {std::midpoint(lower.figure, upper.figure), false};
  return lower.of_label > upper.of_others ? upper : lower;
}

std::vector<GradeBounds> MonotoneGuard::bounds_below(const Node& node, const GradeBounds& bounds,
                                                     std::vector<Grade> children) const {
  take_bounds(bounds, children);
  std::vector<GradeBounds> below(children.size(), bounds);
  const std::vector<std::size_t> order = rising(node);
  for (std::size_t i = 1; i < order.size(); ++i) {
    Grade& next = children[order[i]];
    next.figure = std::max(next.figure, children[order[i - 1]].figure);  // sums of numbers are rounded
    below[order[i - 1]].upper = between(children[order[i - 1]], next);
    below[order[i]].lower = below[order[i - 1]].upper;
  }
  return below;
}

void MonotoneGuard::keep_within(const GradeBounds& bounds, const Cases& cases, Node& node) const {
  if (!is_regression()) return;
  const double value = std::clamp(node.value, bounds.lower.figure, bounds.upper.figure);
  if (value != node.value) set_answer(*training_, criterion_, cases, value, node);
}

}  // namespace espalier
