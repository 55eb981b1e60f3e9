#include "evaluate/figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/statistics.hpp"

namespace espalier::figures_test {
namespace {

using Labels = std::vector<std::uint32_t>;

const Marking kThree{Task::classification, 3, {}};

AnsweredRows three_classes() {
  AnsweredRows rows;
  rows.actual.labels = {0, 0, 0, 1, 1, 1, 1, 2, 2, 2};
  rows.predicted.labels = {0, 0, 1, 1, 1, 2, 0, 2, 2, 1};
  rows.predicted.probabilities = {.7, .2, .1, .5, .3, .2, .3, .6, .1, .1, .8,  .1,  .25, .5, .25,
                                  .2, .3, .5, .6, .3, .1, .1, .1, .8, 0,  .25, .75, .2,  .6, .2};
  rows.weights = {1, 2, 1, .5, 3, 1, 2, 1, 1.5, 2};
  return rows;
}

// import numpy as np
// from sklearn import metrics as m
// y = np.array([0,0,0,1,1,1,1,2,2,2]); a = np.array([0,0,1,1,1,2,0,2,2,1]); w = np.array([1,2,1,.5,3,1,2,1,1.5,2])
// p = np.array([[.7,.2,.1],[.5,.3,.2],[.3,.6,.1],[.1,.8,.1],[.25,.5,.25],[.2,.3,.5],[.6,.3,.1],[.1,.1,.8],
//               [0,.25,.75],[.2,.6,.2]])
// for x in (m.accuracy_score(y, a, sample_weight=w), m.balanced_accuracy_score(y, a, sample_weight=w),
//           m.f1_score(y, a, average='macro', sample_weight=w), m.cohen_kappa_score(y, a, sample_weight=w),
//           m.matthews_corrcoef(y, a, sample_weight=w), m.log_loss(y, p, sample_weight=w),
//           np.average(((p - np.eye(3)[y])**2).sum(1), weights=w),
//           *(m.roc_auc_score(y == k, p[:,k], sample_weight=w) for k in range(3))): print(repr(float(x)))
TEST(Figures, EqualThoseOfScikitLearn) {  // 1.2.1
  const Figures figures = figures_of(kThree, three_classes(), 0.95);
  EXPECT_NEAR(figures.metrics.score, 0.6, 1e-12);
  EXPECT_NEAR(figures.agreement.balanced_accuracy.value(), 0.6146723646723646, 1e-12);
  EXPECT_NEAR(figures.agreement.macro_f1.value(), 0.610042735042735, 1e-12);
  EXPECT_NEAR(figures.agreement.kappa.value(), 0.3877551020408164, 1e-12);
  EXPECT_NEAR(figures.agreement.matthews.value(), 0.3904132483486176, 1e-12);
  EXPECT_NEAR(figures.probability.log_loss, 0.8415610883039594, 1e-12);
  EXPECT_NEAR(figures.probability.brier, 0.5161666666666667, 1e-12);
  EXPECT_NEAR(figures.areas[0].value(), 0.8636363636363635, 1e-12);
  EXPECT_NEAR(figures.areas[1].value(), 0.6199095022624435, 1e-12);
  EXPECT_NEAR(figures.areas[2].value(), 0.7883597883597884, 1e-12);
  EXPECT_NEAR(figures.mean_area.value(), (0.8636363636363635 + 0.6199095022624435 + 0.7883597883597884) / 3, 1e-12);
}

TEST(Figures, TheIntervalIsThatOfTheEffectiveRows) {
  const Figures figures = figures_of(kThree, three_classes(), 0.9);
  // (sum w)^2 = 225; sum w^2 = 1 + 4 + 1 + .25 + 9 + 1 + 4 + 1 + 2.25 + 4 = 27.5
  EXPECT_DOUBLE_EQ(figures.effective_rows, 225 / 27.5);
  EXPECT_EQ(figures.level, 0.9);
  EXPECT_EQ(figures.interval, wilson_interval(figures.metrics.score, figures.effective_rows, 0.9));
}

// The same rows answered twice the same way say nothing that once does not.
TEST(Figures, RoundsDoNotMakeItMoreCertain) {
  const AnsweredRows once = three_classes();
  AnsweredRows twice;
  twice.rounds = 2;
  for (std::size_t i = 0; i < 20; ++i) {
    twice.actual.append(once.actual, i % 10);
    twice.predicted.append(once.predicted, i % 10);
    twice.weights.push_back(once.weights[i % 10]);
    twice.splits.push_back(i / 10);
  }
  const Figures one = figures_of(kThree, once, 0.95);
  const Figures two = figures_of(kThree, twice, 0.95);
  EXPECT_EQ(two.metrics.rows, 20U);
  EXPECT_NEAR(two.effective_rows, one.effective_rows, 1e-12);
  EXPECT_NEAR(two.metrics.standard_error, one.metrics.standard_error, 1e-12);
  EXPECT_NEAR(two.interval.low, one.interval.low, 1e-12);
  EXPECT_NEAR(two.interval.high, one.interval.high, 1e-12);
  EXPECT_NEAR(*two.mean_area, *one.mean_area, 1e-12);
  EXPECT_NEAR(two.probability.log_loss, one.probability.log_loss, 1e-12);
  EXPECT_NEAR(two.calibration.expected_error, one.calibration.expected_error, 1e-12);
}

TEST(Figures, OfNumbers) {
  AnsweredRows rows;
  rows.actual.values = {1, 2, 3, 6};
  rows.predicted.values = {1, 3, 5, 5};  // errors 0 1 2 -1
  const Figures figures = figures_of({Task::regression, 0, {}}, rows, 0.95);
  EXPECT_DOUBLE_EQ(figures.metrics.score, std::sqrt(1.5));
  EXPECT_EQ(figures.interval, rmse_interval(figures.metrics.score, figures.metrics.standard_error, 0.95));
  EXPECT_DOUBLE_EQ(figures.errors.mean, 0.5);
  EXPECT_EQ(figures.errors.quantiles[2].value, 0.5);  // of -1 0 1 2
  EXPECT_TRUE(figures.areas.empty());
}

// Every figure is a number or is not there.
TEST(Figures, AreNeverNaN) {
  struct {
    Labels actual, predicted;
    std::vector<double> probabilities, weights;
  } const cases[] = {{{}, {}, {}, {}},
                     {{0}, {0}, {1, 0}, {}},
                     {{0}, {1}, {0, 1}, {}},
                     {{0, 0}, {0, 0}, {1, 0, 1, 0}, {1e300, 1e300}},
                     {{0, 1}, {0, 1}, {1, 0, 0, 1}, {1e-300, 1e-300}},
                     {{0, 1}, {1, 0}, {0, 1, 1, 0}, {1e300, 1e-300}}};
  for (const auto& one : cases) {
    const AnsweredRows rows{{{one.actual, {}}, {one.predicted, {}, one.probabilities}, one.weights}, {}, 1};
    const Figures figures = figures_of({Task::classification, 2, {}}, rows, 0.95);
    std::vector<double> all{figures.metrics.score,        figures.metrics.standard_error,
                            figures.effective_rows,       figures.interval.low,
                            figures.interval.high,        figures.probability.brier,
                            figures.probability.log_loss, figures.calibration.expected_error};
    for (const std::optional<double>& figure :
         {figures.agreement.balanced_accuracy, figures.agreement.macro_f1, figures.agreement.kappa,
          figures.agreement.matthews, figures.areas[0], figures.areas[1], figures.mean_area}) {
      if (figure) all.push_back(*figure);
    }
    for (const double figure : all) EXPECT_TRUE(std::isfinite(figure));
  }
}

}  // namespace
}  // namespace espalier::figures_test
