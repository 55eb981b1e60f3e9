// The search for options: each figure against a plain cross-validation, and the rules of the halving by hand.
#include "learn/tune.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/ranking.hpp"
#include "grow/class_weights.hpp"
#include "learn/path_judge.hpp"
#include "learn/select_alpha.hpp"
#include "learn/trial_judge.hpp"
#include "learn/validation.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::tune_test {
namespace {

using testing::cart;
using testing::dear_b;
using ::testing::ElementsAre;
using testing::grown;
using testing::random_data;

LearnOptions pruned_by(PruneMethod method, std::size_t max_depth = 0, double confidence = 0.25) {
  LearnOptions options = cart();
  options.prune.method = method;
  options.prune.confidence = confidence;
  options.grow.max_depth = max_depth;
  return options;
}

// Ways to prune two growths, and one that holds rows out.
std::vector<LearnOptions> some_configurations() {
  std::vector<LearnOptions> all = {cart(),
                                   pruned_by(PruneMethod::none),
                                   pruned_by(PruneMethod::error_based),
                                   pruned_by(PruneMethod::error_based, 0, 0.05),
                                   pruned_by(PruneMethod::pessimistic, 3),
                                   pruned_by(PruneMethod::none, 3)};
  LearnOptions fixed = cart();
  fixed.prune.alpha = 0.02;
  all.push_back(fixed);
  all.push_back(pruned_by(PruneMethod::reduced_error));
  return all;
}

Dataset data_of(std::size_t rows, const testing::DataKind& kind = {}) {
  RandomEngine engine(11);
  return random_data(engine, rows, kind);
}

TEST(RungSplits, AreATenthAThirdAndAll) {
  EXPECT_THAT(rung_splits(100), ElementsAre(10, 34, 100));
  EXPECT_THAT(rung_splits(10), ElementsAre(2, 4, 10));  // a tenth is one fold: two are the least
  EXPECT_THAT(rung_splits(3), ElementsAre(2, 3));
  EXPECT_THAT(rung_splits(2), ElementsAre(2));
}

// Ten splits: 3 trees for each growth, then 2 for a half of them and 6 for a quarter. A hundred: 11, 24 and 66.
TEST(TimeForAll, IsWhatTheLaterRungsLeave) {
  EXPECT_DOUBLE_EQ(time_for_all(10), 3 / (3 + 2 / 2.0 + 6 / 4.0));
  EXPECT_DOUBLE_EQ(time_for_all(100), 11 / (11 + 24 / 2.0 + 66 / 4.0));
  EXPECT_DOUBLE_EQ(time_for_all(2), 1);
}

TEST(Survivors, AreAThirdButNotLessThanSix) {
  EXPECT_EQ(survivors(100), 34U);
  EXPECT_EQ(survivors(34), 12U);
  EXPECT_EQ(survivors(12), 6U);
  EXPECT_EQ(survivors(4), 4U);
}

Trial trial(double error, double standard_error, double leaves, std::size_t splits = 10) {
  return {{error, standard_error}, leaves, splits, {}};
}

TEST(BestTrial, IsTheSmallestTreeWithinTheMargin) {
  // The least error is 0.10 with a standard error of 0.04: a quarter of it allows 0.11.
  const std::vector<Trial> trials = {trial(0.12, 0.04, 2), trial(0.10, 0.04, 20), trial(0.11, 0.04, 8),
                                     trial(0.105, 0.04, 8)};
  EXPECT_EQ(best_trial(trials, 0.25), 3U) << "of equal leaves the one with less error";
  EXPECT_EQ(best_trial(trials, 0), 1U);
  EXPECT_EQ(best_trial(trials, 1), 0U);
}

TEST(BestTrial, WasJudgedOnAsManySplitsAsAny) {
  EXPECT_EQ(best_trial({trial(0.2, 0, 5), trial(0.1, 0, 5, 4), trial(0.15, 0, 9)}, 0), 2U);
}

TEST(BestTrial, OfTheSameScoreIsTheSmallerAndThenTheFirst) {
  EXPECT_EQ(best_trial({trial(0.1, 0, 5), trial(0.1, 0, 4), trial(0.1, 0, 4)}, 0), 1U);
}

TEST(Growths, AreSharedByWhatPrunesAndSmoothsAlone) {
  std::vector<LearnOptions> configurations = some_configurations();
  LearnOptions smoothed = cart();
  smoothed.grow.smoothing = {SmoothingKind::laplace, 0};
  configurations.push_back(smoothed);
  const std::vector<std::size_t> all = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_THAT(growths_of(configurations, all), ElementsAre(Growth{0, 1, 2, 3, 6, 8}, Growth{4, 5}, Growth{7}));
}

// What learning anew in every fold says, for configurations that choose nothing by folds.
void expect_plain_figures(const Dataset& data, const std::vector<LearnOptions>& configurations) {
  const TuneSearch search = tune(data, configurations, {});
  const SplitPlan plan = choosing_folds(data, configurations.front().prune);
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    if (chooses_alpha(configurations[i].prune)) continue;
    SplitPlan judged = plan;
    judged.splits.resize(search.trials[i].splits);
    const Validation validation = cross_validate(data, judged, configurations[i]);
    const Metrics& metrics = validation.metrics;
    const double error = data.task == Task::regression ? metrics.score * metrics.score : 1 - metrics.score;
    EXPECT_NEAR(search.trials[i].error.mean, error, 1e-12 * std::max(1.0, error)) << i;
    EXPECT_DOUBLE_EQ(search.trials[i].leaves, validation.mean_leaves()) << i;
    EXPECT_FALSE(search.trials[i].alpha);
  }
}

TEST(Tune, FiguresAreThoseOfACrossValidation) {
  expect_plain_figures(data_of(90), some_configurations());
  expect_plain_figures(data_of(90, {.weighted = true}), some_configurations());
  for (const MissingPolicy policy : {MissingPolicy::fractional, MissingPolicy::surrogate}) {
    std::vector<LearnOptions> configurations = some_configurations();
    for (LearnOptions& options : configurations) options.grow.missing = policy;
    expect_plain_figures(data_of(90, {.missing = 0.1}), configurations);
  }
  std::vector<LearnOptions> numbers = {cart(), pruned_by(PruneMethod::none), pruned_by(PruneMethod::none, 2)};
  expect_plain_figures(data_of(90, {.task = Task::regression}), numbers);
}

LearnOptions several(EnsembleKind kind, std::size_t trees, Task task = Task::classification) {
  LearnOptions options = pruned_by(PruneMethod::none);
  options.grow = usual_options(Algorithm::cart, task);
  options.grow.smoothing = {};
  if (kind == EnsembleKind::boost) options.grow = boosting_options(options.grow);
  options.ensemble = usual_ensemble(kind, task);
  options.ensemble.trees = trees;
  return options;
}

// One of each kind, and boosting after 3 and 7 rounds of the same trees, and with rows held out.
std::vector<LearnOptions> several_configurations(EnsembleKind kind, Task task) {
  std::vector<LearnOptions> all = {several(kind, 7, task), several(kind, 3, task), several(kind, 5, task)};
  all.back().grow.max_depth = 2;
  if (kind == EnsembleKind::boost) {
    all.push_back(several(kind, 9, task));
    all.back().ensemble.boost.held_out = 0.3;
  }
  return all;
}

constexpr EnsembleKind kKinds[] = {EnsembleKind::bagging, EnsembleKind::forest, EnsembleKind::extra_trees,
                                   EnsembleKind::boost};

// Every split's model is learned from its training rows alone, and all of its leaves count.
TEST(Tune, FiguresOfSeveralTreesAreThoseOfACrossValidation) {
  for (const Task task : {Task::classification, Task::regression}) {
    for (const EnsembleKind kind : kKinds) {
      for (const bool weighted : {false, true}) {
        const Dataset data = data_of(90, {.task = task, .weighted = weighted});
        const std::vector<LearnOptions> configurations = several_configurations(kind, task);
        const TuneSearch search = tune(data, configurations, {.folds = 5});
        EXPECT_EQ(search.method, "5-fold cross-validation, seed 1");
        for (std::size_t i = 0; i < configurations.size(); ++i) {
          SplitPlan judged = k_fold_splits(data, 5, 1, 1);
          judged.splits.resize(search.trials[i].splits);
          const Validation validation = cross_validate(data, judged, configurations[i]);
          const double score = validation.metrics.score;
          EXPECT_NEAR(search.trials[i].error.mean, task == Task::regression ? score * score : 1 - score, 1e-9) << i;
          EXPECT_NEAR(search.trials[i].leaves, validation.mean_leaves(), 1e-9) << to_string(kind) << i;
        }
      }
    }
  }
}

TEST(Tune, JudgesSeveralTreesByTheFigureAskedFor) {
  const Dataset data = data_of(90);
  const std::vector<LearnOptions> configurations = {several(EnsembleKind::forest, 5), several(EnsembleKind::forest, 9)};
  const SplitPlan plan = k_fold_splits(data, 4, 1, 1);
  for (const SelectBy figure : {SelectBy::brier, SelectBy::log_loss}) {
    const TuneSearch search = tune(data, configurations, {.select_by = figure, .folds = 4});
    const Validation all = cross_validate(data, plan, configurations[1]);
    EXPECT_NEAR(search.trials[1].error.mean, selection_error(figure, all.marking, all.actual, all.predicted).mean,
                1e-12);
  }
  const TuneSearch search = tune(data, configurations, {.select_by = SelectBy::auc, .folds = 4});
  double sum = 0;
  for (const Split& split : plan.splits) {
    SplitPlan one = plan;
    one.splits = {split};
    const Validation fold = cross_validate(data, one, configurations[1]);
    sum += selection_error(SelectBy::auc, fold.marking, fold.actual, fold.predicted).mean;
  }
  EXPECT_NEAR(search.trials[1].error.mean, sum / 4, 1e-12);
  // Votes that cost: b for c costs 1, c for b 5.
  std::vector<LearnOptions> dear = configurations;
  for (LearnOptions& options : dear) {
    options.grow.costs = dear_b();
    options.ensemble.combination = Combination::vote;
  }
  const TuneSearch by_cost = tune(data, dear, {.folds = 4});
  EXPECT_EQ(by_cost.figure, ErrorFigure::cost);
  const Validation votes = cross_validate(data, plan, dear[0]);
  double cost = 0;
  for (std::size_t row = 0; row < votes.actual.rows(); ++row) {
    cost += dear_b().costs[votes.actual.labels[row]][votes.predicted.labels[row]];
  }
  EXPECT_NEAR(by_cost.trials[0].error.mean, cost / 90, 1e-12);
}

TEST(Tune, OfSeveralTreesDoesNotDependOnThreads) {
  const Dataset data = data_of(120);
  for (const EnsembleKind kind : kKinds) {
    const std::vector<LearnOptions> configurations = several_configurations(kind, Task::classification);
    const TuneSearch one = tune(data, configurations, {.threads = 1});
    const TuneSearch three = tune(data, configurations, {.threads = 3});
    EXPECT_EQ(one.winner, three.winner);
    for (std::size_t i = 0; i < one.trials.size(); ++i) {
      EXPECT_EQ(one.trials[i].error.mean, three.trials[i].error.mean);
      EXPECT_EQ(one.trials[i].error.standard_error, three.trials[i].error.standard_error);
    }
  }
}

TEST(Growths, OfBoostingAreSharedByRounds) {
  std::vector<LearnOptions> configurations = several_configurations(EnsembleKind::boost, Task::classification);
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  EXPECT_THAT(growths_of(configurations, all), ElementsAre(Growth{0, 1}, Growth{2}, Growth{3}));
  configurations = several_configurations(EnsembleKind::forest, Task::classification);
  EXPECT_EQ(growths_of(configurations, {0, 1, 2}).size(), 3U);
}

TEST(Tune, OfSeveralTreesTakesTheMarginOfThePlan) {
  const Dataset data = data_of(150);
  std::vector<LearnOptions> configurations = {several(EnsembleKind::forest, 30), several(EnsembleKind::forest, 30)};
  configurations[1].grow.max_depth = 1;
  EXPECT_EQ(tune(data, configurations, {.margin = 1e6}).winner, 1U) << "fewer leaves";
  EXPECT_EQ(tune(data, configurations, {.margin = 0}).winner, 0U) << "less error";
}

// Where folds choose alpha, they are those of learn(): the same alpha, and the figure of its step.
TEST(Tune, ChoosesAlphaAsLearningDoes) {
  for (const bool regression : {false, true}) {
    for (const bool weighted : {false, true}) {
      const Dataset data =
          data_of(80, {.task = regression ? Task::regression : Task::classification, .weighted = weighted});
      LearnOptions options = cart();
      options.prune.seed = 5;
      const TuneSearch search = tune(data, {options, pruned_by(PruneMethod::none)}, {});
      const AlphaPath path = select_alpha(data, grown(data, options), options);
      EXPECT_EQ(search.method, path.method);
      EXPECT_EQ(search.trials[0].splits, search.splits);
      EXPECT_EQ(search.trials[0].alpha, path.steps[path.chosen].alpha);
      EXPECT_DOUBLE_EQ(search.trials[0].error.mean, path.steps[path.chosen].error);
      EXPECT_DOUBLE_EQ(search.trials[0].error.standard_error, path.steps[path.chosen].standard_error);
      Warnings warnings;
      EXPECT_EQ(learn(data, search.standard, warnings).model, learn(data, options, warnings).model);
    }
  }
}

TEST(Tune, JudgesEveryConfigurationByTheFigureAskedFor) {
  const Dataset data = data_of(90);
  std::vector<LearnOptions> configurations = {pruned_by(PruneMethod::none, 3), pruned_by(PruneMethod::pessimistic)};
  for (LearnOptions& options : configurations) options.grow.smoothing = {SmoothingKind::m_estimate, 2};
  for (const SelectBy figure : {SelectBy::accuracy, SelectBy::brier, SelectBy::log_loss}) {
    const TuneSearch search = tune(data, configurations, {.select_by = figure});
    for (std::size_t i = 0; i < configurations.size(); ++i) {
      const Validation all = cross_validate(data, choosing_folds(data, configurations[i].prune), configurations[i]);
      const MeanLoss plain = selection_error(figure, all.marking, all.actual, all.predicted, all.weights);
      EXPECT_NEAR(search.trials[i].error.mean, plain.mean, 1e-12);
    }
  }
  // The area is the mean of the folds' own.
  const TuneSearch search = tune(data, configurations, {.select_by = SelectBy::auc});
  EXPECT_EQ(search.figure, ErrorFigure::missed_area);
  const SplitPlan plan = choosing_folds(data, configurations[0].prune);
  double sum = 0;
  for (const Split& split : plan.splits) {
    SplitPlan one = plan;
    one.splits = {split};
    one.rounds = 1;
    const Validation fold = cross_validate(data, one, configurations[0]);
    sum += selection_error(SelectBy::auc, fold.marking, fold.actual, fold.predicted).mean;
  }
  EXPECT_NEAR(search.trials[0].error.mean, sum / static_cast<double>(plan.splits.size()), 1e-12);
}

TEST(Tune, ChargesCostsAndWeighsClassesAsTheLearnerDoes) {
  std::vector<LearnOptions> configurations = {pruned_by(PruneMethod::none, 3), pruned_by(PruneMethod::none)};
  for (LearnOptions& options : configurations) options.grow.costs = dear_b();
  EXPECT_EQ(tune(data_of(60), configurations, {}).figure, ErrorFigure::cost);
  for (LearnOptions& options : configurations) {
    options.grow.costs = {};
    options.grow.balanced_classes = true;
  }
  EXPECT_EQ(tune(data_of(60), configurations, {}).figure, ErrorFigure::weighted_answers);
}

TEST(Tune, HalvesWhatIsTried) {
  std::vector<LearnOptions> configurations = {pruned_by(PruneMethod::none, 1)};  // hopeless, and kept all the same
  for (std::size_t i = 0; i < 5; ++i) {
    for (const double confidence : {0.01, 0.1, 0.2, 0.3, 0.4, 0.5}) {
      configurations.push_back(pruned_by(PruneMethod::error_based, i + 3, confidence));
    }
  }
  const TuneSearch search = tune(data_of(200), configurations, {});  // 100 splits
  ASSERT_EQ(search.rungs.size(), 3U);
  EXPECT_EQ(search.rungs[0].splits, 10U);
  EXPECT_EQ(search.rungs[0].trials, 31U);
  EXPECT_EQ(search.rungs[1].splits, 34U);
  EXPECT_EQ(search.rungs[1].trials, 12U) << "a third of 31, and the first";
  EXPECT_EQ(search.rungs[2].splits, 100U);
  EXPECT_EQ(search.rungs[2].trials, 7U) << "six, and the first";
  EXPECT_EQ(search.trials[0].splits, 100U);
  EXPECT_EQ(search.trials[search.winner].splits, 100U);
  EXPECT_NE(search.winner, 0U);
  // Nobody who went on was worse on the first folds than all who did not: the winner was among the best third.
  std::size_t dropped = 0;
  for (const Trial& one : search.trials) dropped += one.splits == 10 ? 1 : 0;
  EXPECT_EQ(dropped, 19U);
}

TEST(Tune, DoesNotDependOnThreads) {
  const Dataset data = data_of(120);
  const TuneSearch one = tune(data, some_configurations(), {.threads = 1});
  const TuneSearch four = tune(data, some_configurations(), {.threads = 4});
  EXPECT_EQ(one.winner, four.winner);
  for (std::size_t i = 0; i < one.trials.size(); ++i) {
    EXPECT_EQ(one.trials[i].error.mean, four.trials[i].error.mean);
    EXPECT_EQ(one.trials[i].error.standard_error, four.trials[i].error.standard_error);
    EXPECT_EQ(one.trials[i].leaves, four.trials[i].leaves);
    EXPECT_EQ(one.trials[i].alpha, four.trials[i].alpha);
  }
}

// A clock that goes on with every look at it.
TEST(Tune, EndsWhenTheTimeIsUp) {
  std::vector<LearnOptions> configurations;
  for (std::size_t depth = 1; depth <= 8; ++depth) configurations.push_back(pruned_by(PruneMethod::none, depth));
  double time = 0;
  const auto ticking = [&](double step) {
    time = 0;
    return [&time, step] { return time += step; };
  };
  const Dataset data = data_of(60);
  // Looked at before the second growth, the third and the fourth: at 0.12, 0.24 and 0.36, which is beyond 11 / 39.5.
  const TuneSearch some = tune(data, configurations, {.clock = ticking(0.12)});
  EXPECT_TRUE(some.time_was_up);
  std::size_t judged = 0;
  for (const Trial& one : some.trials) judged += one.splits > 0 ? 1 : 0;
  EXPECT_EQ(judged, 3U);
  // The second rung is climbed at 0.48, 0.6 and 0.72. The third has 0.84, 0.96 and no more: nobody is judged by a part
  // of it.
  EXPECT_EQ(some.rungs.size(), 2U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(some.trials[i].splits, 34U);
  const TuneSearch all = tune(data, configurations, {.clock = ticking(0.001)});
  EXPECT_FALSE(all.time_was_up);
  EXPECT_EQ(all.rungs.size(), 3U);
  // A path that was judged on some of the folds has an alpha of its own, but nobody would choose it.
  const TuneSearch path = tune(data, {cart(), pruned_by(PruneMethod::none, 2)}, {.clock = [] { return 5.0; }});
  EXPECT_EQ(path.trials[0].splits, 10U);
  EXPECT_TRUE(path.trials[0].alpha);
  EXPECT_FALSE(path.standard.prune.alpha);
  // Whatever the time, the first configuration is judged.
  EXPECT_EQ(tune(data, configurations, {.clock = [] { return 5.0; }}).winner, 0U);
}

TEST(Tune, CountsItsTrees) {
  const std::vector<LearnOptions> configurations = {cart(), pruned_by(PruneMethod::none),
                                                    pruned_by(PruneMethod::none, 3)};
  std::size_t last = 0;
  std::size_t total = 0;
  const TuneSearch search = tune(data_of(60), configurations, {}, [&](std::size_t done, std::size_t all) {
    EXPECT_GE(done, last);
    EXPECT_LE(done, all);
    last = done;
    total = all;
  });
  // One tree of all rows for the path, and a tree in each of 100 splits for each of two growths.
  EXPECT_EQ(search.trees_grown, 201U);
  EXPECT_EQ(last, 201U);
  EXPECT_EQ(total, 201U);
  EXPECT_EQ(trees_of_search(data_of(60), configurations), 201U);
}

}  // namespace
}  // namespace espalier::tune_test
