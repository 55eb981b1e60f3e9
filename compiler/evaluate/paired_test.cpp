#include "evaluate/paired_test.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "evaluate/statistics.hpp"

namespace espalier {

double mean_test_per_training_row(const SplitPlan& plan) {
  double sum = 0;
  for (const Split& split : plan.splits) {
    sum += static_cast<double>(split.test.size()) / static_cast<double>(split.training.size());
  }
  return plan.splits.empty() ? 0 : sum / static_cast<double>(plan.splits.size());
}

SplitSummary summarize(std::span<const double> per_split, double test_per_training_row) {
  const Spread spread = spread_of(per_split);
  SplitSummary summary{spread.mean, spread.deviation, {}};
  if (spread.deviation) {
    const auto count = static_cast<double>(per_split.size());
    summary.standard_error = *spread.deviation * std::sqrt(1 / count + test_per_training_row);
  }
  return summary;
}

namespace {

constexpr double kRounding = 1e-12;  // of the figures compared

// What is no difference beside figures of this size.
double negligible(std::span<const double> first, std::span<const double> second) {
  double largest = 0;
  for (const double figure : first) largest = std::max(largest, std::abs(figure));
  for (const double figure : second) largest = std::max(largest, std::abs(figure));
  return kRounding * largest;
}

PairedTest::Kind kind_of(const std::vector<double>& differences, double negligible) {
  if (differences.size() < 2) return PairedTest::Kind::too_few;
  const auto [least, most] = std::minmax_element(differences.begin(), differences.end());
  if (*most - *least > negligible) return PairedTest::Kind::tested;
  return std::max(std::abs(*least), std::abs(*most)) <= negligible ? PairedTest::Kind::same
                                                                   : PairedTest::Kind::same_shift;
}

void compute(PairedTest& test, double level) {
  const boost::math::students_t distribution(static_cast<double>(test.degrees_of_freedom));
  const double error = *test.difference.standard_error;
  test.t = test.difference.mean / error;
  test.p = std::min(1.0, 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(*test.t))));
  const double reach = error * boost::math::quantile(boost::math::complement(distribution, (1 - level) / 2));
  test.low = test.difference.mean - reach;
  test.high = test.difference.mean + reach;
}

}  // namespace

PairedTest paired_test(std::span<const double> first, std::span<const double> second, double test_per_training_row,
                       double level) {
  std::vector<double> differences;
  for (std::size_t split = 0; split < first.size(); ++split) differences.push_back(first[split] - second[split]);
  PairedTest test;
  test.kind = kind_of(differences, negligible(first, second));
  if (test.kind == PairedTest::Kind::same) std::fill(differences.begin(), differences.end(), 0.0);
  test.difference = summarize(differences, test_per_training_row);
  if (test.kind == PairedTest::Kind::too_few) return test;
  test.degrees_of_freedom = differences.size() - 1;
  if (test.kind == PairedTest::Kind::tested) {
    compute(test, level);
  } else if (test.kind == PairedTest::Kind::same) {
    test.t = 0;
    test.p = 1;
    test.low = test.high = 0;
  }
  return test;
}

std::vector<std::optional<double>> holm_adjusted(const std::vector<std::optional<double>>& p) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i]) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return *p[a] < *p[b]; });
  std::vector<std::optional<double>> adjusted(p.size());
  double least = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double times = static_cast<double>(order.size() - rank);
    least = std::max(least, std::min(1.0, times * *p[order[rank]]));
    adjusted[order[rank]] = least;
  }
  return adjusted;
}

}  // namespace espalier
