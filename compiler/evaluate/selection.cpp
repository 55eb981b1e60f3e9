#include "evaluate/selection.hpp"

#include <cmath>
#include <cstdint>
#include <optional>

#include "evaluate/path_judge.hpp"
#include "evaluate/ranking.hpp"

namespace espalier {
namespace {

// Hanley and McNeil (1982): the standard error of an area, given the effective numbers of rows of the class and of
// others.
double standard_error_of_area(double area, double of_class, double others) {
  const double both_of_class = area / (2 - area);
  const double both_others = 2 * area * area / (1 + area);
  const double variance =
      area * (1 - area) + (of_class - 1) * (both_of_class - area * area) + (others - 1) * (both_others - area * area);
  return std::sqrt(std::max(0.0, variance) / (of_class * others));
}

MeanLoss missed_area(std::size_t labels, const Answers& actual, const Answers& predicted,
                     const std::vector<double>& weights) {
  const std::vector<std::optional<double>> areas = areas_under_curve(labels, actual.labels, predicted, weights, {});
  double errors = 0;
  std::size_t known = 0;
  for (std::uint32_t label = 0; label < labels; ++label) {
    if (!areas[label]) continue;
    std::vector<double> of_class;
    std::vector<double> others;
    for (std::size_t row = 0; row < actual.labels.size(); ++row) {
      (actual.labels[row] == label ? of_class : others).push_back(weights[row]);
    }
    errors += standard_error_of_area(*areas[label], effective_rows(of_class), effective_rows(others));
    ++known;
  }
  if (known == 0) return {0.5, 0};
  // The areas of the classes are not independent: their errors are averaged as they are.
  return {1 - mean_area(areas).value(), errors / static_cast<double>(known)};
}

}  // namespace

MeanLoss selection_error(SelectBy figure, const Marking& marking, const Answers& actual, const Answers& predicted,
                         const std::vector<double>& weights) {
  const std::vector<double> by_row = figure_weights(weights, actual.rows());
  if (figure == SelectBy::auc) return missed_area(marking.labels, actual, predicted, by_row);
  const Charge by = charge_of(figure_of(figure));
  std::vector<double> losses;
  for (std::size_t row = 0; row < actual.rows(); ++row) {
    losses.push_back(charge(by, marking.costs, actual.labels[row], predicted.labels[row], predicted.distribution(row)));
  }
  return {weighted_mean(losses, by_row), standard_error_of_mean(losses, by_row)};
}

}  // namespace espalier
