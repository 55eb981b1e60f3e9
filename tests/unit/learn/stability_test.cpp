#include "learn/stability.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "model/model_json.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::stability_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;

LearnOptions cart() {
  LearnOptions options;
  options.grow = preset(Algorithm::cart);
  options.prune.method = PruneMethod::pessimistic;
  return options;
}

StabilityOptions few(std::size_t resamples) {
  StabilityOptions options;
  options.resamples.count = resamples;
  return options;
}

// `clean`: b where x is above 5, whatever the other columns. Otherwise b where exactly one of x and y is above 5: no
// single test helps, so that chance decides on the first.
Dataset squares(RandomEngine& engine, std::size_t rows, bool clean) {
  Dataset data;
  data.target = "target";
  data.labels = {"a", "b"};
  for (const char* name : {"x", "y", "z"}) data.features.push_back(testing::numeric(name, {}));
  for (std::size_t row = 0; row < rows; ++row) {
    for (FeatureColumn& feature : data.features) feature.values.push_back(10 * uniform_unit(engine));
    const bool x = data.features[0].values.back() > 5;
    const bool y = data.features[1].values.back() > 5;
    data.classes.push_back((clean ? x : x != y) ? 1 : 0);
    data.table_rows.push_back(row);
  }
  return data;
}

double root_share(const Stability& stability) {
  return static_cast<double>(stability.tests.columns.front().at_level.front()) /
         static_cast<double>(stability.trees.size());
}

TEST(AssessStability, CleanDataGiveTheSameTreeAndExclusiveOrDoesNot) {
  RandomEngine engine(81);
  const Stability clean = assess_stability(squares(engine, 150, true), cart(), few(20));
  const Stability tangled = assess_stability(squares(engine, 150, false), cart(), few(20));
  EXPECT_EQ(root_share(clean), 1);
  EXPECT_LT(root_share(tangled), 0.9);
  EXPECT_LT(clean.distance.mean, 0.1);
  EXPECT_GT(tangled.distance.mean, 0.3);
  EXPECT_GT(clean.agreement.same_answer, 0.95);
  EXPECT_LT(tangled.agreement.same_answer, clean.agreement.same_answer);
  EXPECT_TRUE(rules_hold(clean));
  EXPECT_TRUE(answers_hold(Task::classification, clean));
  EXPECT_FALSE(rules_hold(tangled));
  EXPECT_GT(tangled.leaves.deviation, clean.leaves.deviation);
}

// Two values of x that tell the classes apart: every resample that has both gives the same tree.
TEST(AssessStability, EqualTreesAreAtNoDistance) {
  std::vector<double> x(40, 1);
  std::vector<std::string> y(40, "a");
  std::fill(x.begin() + 20, x.end(), 2);
  std::fill(y.begin() + 20, y.end(), "b");
  const Stability stability = assess_stability(testing::dataset({testing::numeric("x", x)}, y), cart(), few(10));
  EXPECT_EQ(stability.distance.mean, 0);
  EXPECT_EQ(stability.distance.most, 0);
  EXPECT_EQ(stability.agreement.same_answer, 1);
  EXPECT_EQ(stability.score.mean, 1);
  EXPECT_EQ(stability.leaves.deviation, 0.0);
  EXPECT_EQ(stability.tests.roots.size(), 1U);
  EXPECT_EQ(stability.tests.roots[0].trees, 10U);
}

TEST(AssessStability, JudgesEachTreeOnTheRowsLeftOut) {
  RandomEngine engine(82);
  const Dataset data = squares(engine, 60, false);
  const Stability stability = assess_stability(data, cart(), few(5));
  for (std::size_t number = 0; number < 5; ++number) {
    const Resample resample = draw_resample(data, {}, number);
    Warnings warnings;
    const Model model = learn(resampled(OrderedParts(data, 1), resample), cart(), warnings).model;
    EXPECT_EQ(stability.models[number], model);
    std::size_t right = 0;
    for (const std::size_t row : resample.left_out) {
      const std::vector<double> values = testing::row_of(data, row);
      right += Interpreter(model).predict(values).label == data.classes[row] ? 1 : 0;
    }
    const ResampleResult& tree = stability.trees[number];
    EXPECT_EQ(tree.left_out, resample.left_out.size());
    EXPECT_EQ(tree.rows + tree.left_out, 60U);
    EXPECT_DOUBLE_EQ(tree.score, static_cast<double>(right) / static_cast<double>(resample.left_out.size()));
  }
}

// Classes of pure chance: the trees are no better than chance on the rows left out, however well they fit their own.
TEST(AssessStability, IsNotOptimisticAboutNoise) {
  RandomEngine engine(83);
  Dataset data = squares(engine, 200, true);
  for (std::uint32_t& label : data.classes) label = static_cast<std::uint32_t>(uniform_below(engine, 2));
  LearnOptions options = cart();
  options.prune.method = PruneMethod::cost_complexity;
  for (const bool grown : {false, true}) {
    if (grown) options.prune.method = PruneMethod::none;
    const Stability stability = assess_stability(data, options, few(20));
    EXPECT_NEAR(stability.score.mean, 0.5, 0.06);
  }
}

TEST(AssessStability, IsTheSameOnAnyNumberOfThreads) {
  RandomEngine engine(84);
  const Dataset data = squares(engine, 80, false);
  LearnOptions options = cart();
  const Stability one = assess_stability(data, options, few(7));
  options.threads = 16;
  const Stability many = assess_stability(data, options, few(7));
  EXPECT_EQ(one.models, many.models);
  EXPECT_EQ(one.distance.mean, many.distance.mean);
  EXPECT_EQ(one.score.mean, many.score.mean);
  EXPECT_EQ(one.agreement.same_answer, many.agreement.same_answer);
}

TEST(AssessStability, MeansOfDistancesAreOverTheOthers) {
  RandomEngine engine(85);
  const Stability stability = assess_stability(squares(engine, 80, false), cart(), few(6));
  double sum = 0;
  double least = 1;
  for (const ResampleResult& tree : stability.trees) {
    sum += tree.mean_distance;
    least = std::min(least, tree.mean_distance);
  }
  EXPECT_NEAR(sum / 6, stability.distance.mean, 1e-12);
  EXPECT_EQ(stability.trees[stability.distance.nearest].mean_distance, least);
  EXPECT_LE(stability.distance.least, stability.distance.mean);
  EXPECT_GE(stability.distance.most, stability.distance.mean);
  EXPECT_EQ(stability.distance.rows, 80U);
}

TEST(AssessStability, ManyRowsAreComparedByASample) {
  std::vector<double> x;
  std::vector<std::string> y;
  for (int i = 0; i < 900; ++i) {
    x.push_back(i);
    y.emplace_back(i < 400 ? "a" : "b");
  }
  // 400 trees make 79,800 pairs: 313 rows each would do, 500 is the least.
  const Stability stability = assess_stability(testing::dataset({testing::numeric("x", x)}, y), cart(), few(400));
  EXPECT_EQ(stability.distance.rows, 500U);
  EXPECT_LT(stability.distance.mean, 0.02);
}

TEST(AssessStability, ReportsProgressOfBothParts) {
  RandomEngine engine(86);
  std::size_t learned = 0;
  std::size_t compared = 0;
  assess_stability(squares(engine, 30, true), cart(), few(4),
                   {[&](std::size_t done, std::size_t total) { learned = done * 10 + total; },
                    [&](std::size_t done, std::size_t total) { compared = done * 10 + total; }});
  EXPECT_EQ(learned, 44U);
  EXPECT_EQ(compared, 44U);
}

TEST(AssessStability, Regression) {
  RandomEngine engine(87);
  Dataset data = squares(engine, 100, true);
  data.task = Task::regression;
  data.labels.clear();
  data.classes.clear();
  for (const double x : data.features[0].values) data.targets.push_back(x > 5 ? 10 : 0);
  LearnOptions options = cart();
  options.grow.criterion = Criterion::variance;
  options.prune.method = PruneMethod::none;
  const Stability step = assess_stability(data, options, few(10));
  EXPECT_LT(step.score.mean, 2);
  EXPECT_TRUE(answers_hold(Task::regression, step));
  for (double& target : data.targets) target = uniform_unit(engine);
  const Stability noise = assess_stability(data, options, few(10));
  EXPECT_FALSE(answers_hold(Task::regression, noise));
  EXPECT_GT(noise.agreement.share_of_variance, 0.5);
}

TEST(StableModel, IsValidAndSaysWhereItComesFrom) {
  RandomEngine engine(88);
  const Dataset data = squares(engine, 60, true);
  StabilityOptions options = few(5);
  options.resamples.seed = 9;
  const Stability stability = assess_stability(data, cart(), options);
  const StableChoice choice = choose_stable(data.task, stability);
  const Model model = stable_model(stability, options.resamples, choice.chosen);
  validate(model, "chosen");
  EXPECT_EQ(model.trees, stability.models[choice.chosen].trees);
  EXPECT_EQ(model.provenance.rows, stability.trees[choice.chosen].rows);
  EXPECT_EQ(model.provenance.options.back(),
            std::pair(std::string("choose-stable"),
                      "resample " + std::to_string(choice.chosen + 1) + " of 5, bootstrap, seed 9"));
  EXPECT_EQ(model.provenance.evaluation->score, stability.score.mean);
  EXPECT_THAT(model.provenance.evaluation->method, HasSubstr("mean of 5 trees on the rows left out"));
}

TEST(AssessStability, MissingValuesUnderEveryPolicy) {
  RandomEngine engine(89);
  Dataset data = squares(engine, 60, false);
  for (FeatureColumn& feature : data.features) {
    for (double& value : feature.values) value = uniform_below(engine, 6) == 0 ? kMissing : value;
  }
  for (const MissingPolicy missing : testing::kPolicies) {
    if (missing == MissingPolicy::refuse) continue;
    SCOPED_TRACE(to_string(missing));
    LearnOptions options = cart();
    options.grow.missing = missing;
    const Stability stability = assess_stability(data, options, few(4));
    EXPECT_GT(stability.distance.mean, 0);
    EXPECT_LE(stability.distance.most, 1);
  }
}

}  // namespace
}  // namespace espalier::stability_test
