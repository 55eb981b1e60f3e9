// The probability from which on one of two classes is answered, chosen by what it does to rows whose classes are known.
// A pure function: whose probabilities they are is learn/select_threshold's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace espalier {

// What a threshold is chosen for.
enum class ThresholdAim {
  recall,     // the best precision at which at least this share of the class's rows is found
  precision,  // the largest recall at which at least this share of the answers is right
  f1,         // the largest F1 of the class
  cost,       // the least mean cost
  fixed,      // the probability is given: nothing is chosen
};

struct ThresholdGoal {
  std::uint32_t label = 0;  // of two
  ThresholdAim aim = ThresholdAim::f1;
  double figure = 0;  // recall, precision: the share, above 0 and at most 1; fixed: the probability, above 0, below 1
  friend bool operator==(const ThresholdGoal&, const ThresholdGoal&) = default;
};
std::string to_string(const ThresholdGoal& goal);  // as the command line has it: "recall:0.8", "f1", "0.25"

// One per row.
struct ThresholdRows {
  std::span<const double> probabilities;  // of the goal's label
  std::span<const std::uint32_t> actual;  // labels
  std::span<const double> weights;
};

// Of the goal's label, by weight. None where the figure is undefined: evaluate/mark.hpp.
struct ThresholdFigures {
  std::optional<double> precision;
  std::optional<double> recall;
  std::optional<double> f1;
  std::optional<double> mean_cost;  // where there are costs
};

struct ThresholdChoice {
  double probability = 0.5;
  bool reached = true;       // false: no threshold gets there; this one comes nearest
  ThresholdFigures figures;  // of the rows that it was chosen by
  std::string method{};      // where these rows are from: "10-fold cross-validation, seed 1"; empty: nothing was chosen
};

// Candidates lie between neighbouring probabilities of the rows, below the lowest and above the highest
// (between_probabilities). Of those that are equally good the one of larger recall is taken, and of these the largest.
// Without rows of the label there is nothing to choose by: 0.5, not reached. `costs` are costs[actual][answered]
// (Model::costs); ThresholdAim::cost must have them.
ThresholdChoice choose_threshold(const ThresholdGoal& goal, const ThresholdRows& rows,
                                 const std::vector<std::vector<double>>& costs);

// A threshold above `below` and at most `above`, far from both: of the numbers in the middle half between them, the one
// with the fewest digits that is the middle, rounded. The answers of a model change only at the probabilities that it
// reports, so that any number between two of them would do; trees of other rows report others.
double between_probabilities(double below, double above);

}  // namespace espalier
