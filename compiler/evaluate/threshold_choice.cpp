#include "evaluate/threshold_choice.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>

#include "support/number_text.hpp"

namespace espalier {
namespace {

constexpr double kEquallyGood = 1e-12;  // of shares: sums of weights are rounded
constexpr int kMostDigits = 17;

// Rows from a probability on are answered with the label.
struct ScoreCut {
  double below = 0;  // the threshold lies above this
  double above = 1;  // and not above this
  double found = 0;  // weight of the rows of the label that are answered with it
  double taken = 0;  // weight of the others that are
};

struct Totals {
  double label = 0;
  double others = 0;
};

std::vector<ScoreCut> cuts_of(const ThresholdRows& rows, std::uint32_t label) {
  std::vector<std::size_t> order(rows.probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rows.probabilities[a] > rows.probabilities[b]; });
  std::vector<ScoreCut> cuts = {ScoreCut{}};
  for (std::size_t i = 0; i < order.size();) {
    const double probability = rows.probabilities[order[i]];
    cuts.back().below = probability;
    ScoreCut next{0, probability, cuts.back().found, cuts.back().taken};
    for (; i < order.size() && rows.probabilities[order[i]] == probability; ++i) {
      (rows.actual[order[i]] == label ? next.found : next.taken) += rows.weights[order[i]];
    }
    cuts.push_back(next);
  }
  // No threshold separates at the ends: rows of probability 1 always get the label, those of 0 never.
  std::erase_if(cuts, [](const ScoreCut& cut) { return cut.below >= cut.above; });
  return cuts;
}

ThresholdFigures figures_of(const ScoreCut& cut, const Totals& totals, std::uint32_t label,
                            const std::vector<std::vector<double>>& costs) {
  const auto share = [](double part, double whole) { return whole > 0 ? std::optional(part / whole) : std::nullopt; };
  ThresholdFigures figures;
  figures.precision = share(cut.found, cut.found + cut.taken);
  figures.recall = share(cut.found, totals.label);
  figures.f1 = share(2 * cut.found, cut.found + cut.taken + totals.label);
  if (costs.empty()) return figures;
  const std::uint32_t other = 1 - label;
  figures.mean_cost = share((totals.label - cut.found) * costs[label][other] + cut.taken * costs[other][label],
                            totals.label + totals.others);
  return figures;
}

// The larger, the better, in lexicographic order; the first is whether the goal is reached.
std::array<double, 3> merit(const ThresholdGoal& goal, const ThresholdFigures& figures) {
  const double precision = figures.precision.value_or(-1);
  const double recall = figures.recall.value_or(-1);
  switch (goal.aim) {
    case ThresholdAim::recall:
      if (recall >= goal.figure - kEquallyGood) return {1, precision, recall};
      return {0, recall, precision};
    case ThresholdAim::precision:
      if (precision >= goal.figure - kEquallyGood) return {1, recall, precision};
      return {0, precision, recall};
    case ThresholdAim::cost: return {1, -figures.mean_cost.value_or(0), recall};
    case ThresholdAim::f1:
    case ThresholdAim::fixed: break;
  }
  return {1, figures.f1.value_or(-1), recall};
}

double rounded_to(double value, int digits) {
  std::array<char, 40> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, digits - 1).ptr;
  double rounded = value;
  std::from_chars(text.data(), end, rounded);
  return rounded;
}

}  // namespace

std::string to_string(const ThresholdGoal& goal) {
  switch (goal.aim) {
    case ThresholdAim::recall: return "recall:" + shortest(goal.figure);
    case ThresholdAim::precision: return "precision:" + shortest(goal.figure);
    case ThresholdAim::f1: return "f1";
    case ThresholdAim::cost: return "cost";
    case ThresholdAim::fixed: break;
  }
  return shortest(goal.figure);
}

double between_probabilities(double below, double above) {
  const double quarter = (above - below) / 4;
  const double middle = below + 2 * quarter;
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    const double rounded = rounded_to(middle, digits);
    const bool between = rounded > below && rounded <= above;
    if (between && rounded >= below + quarter && rounded <= above - quarter) return rounded;
  }
  return above;  // nothing lies between them
}

ThresholdChoice choose_threshold(const ThresholdGoal& goal, const ThresholdRows& rows,
                                 const std::vector<std::vector<double>>& costs) {
  Totals totals;
  for (std::size_t row = 0; row < rows.actual.size(); ++row) {
    (rows.actual[row] == goal.label ? totals.label : totals.others) += rows.weights[row];
  }
  ThresholdChoice choice;
  choice.reached = false;
  if (!(totals.label > 0)) return choice;
  std::optional<std::array<double, 3>> best;
  for (const ScoreCut& cut : cuts_of(rows, goal.label)) {  // the largest threshold first
    const ThresholdFigures figures = figures_of(cut, totals, goal.label, costs);
    const std::array<double, 3> good = merit(goal, figures);
    if (best && good <= *best) continue;
    best = good;
    choice.probability = between_probabilities(cut.below, cut.above);
    choice.reached = good[0] > 0;
    choice.figures = figures;
  }
  return choice;
}

}  // namespace espalier
