#include "learn/stability.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "learn/learn.hpp"
#include "learn/select_alpha.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::resamples_test {
namespace {

using ::testing::HasSubstr;

Dataset labelled(std::size_t rows, std::size_t of_first) {
  std::vector<double> x(rows);
  std::iota(x.begin(), x.end(), 0.0);
  std::vector<std::string> y(rows, "b");
  std::fill(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(of_first), "a");
  return testing::dataset({testing::numeric("x", x)}, y);
}

void expect_every_row_once(const Resample& resample, std::size_t rows) {
  std::vector<std::size_t> all = resample.rows;
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_TRUE(std::is_sorted(resample.left_out.begin(), resample.left_out.end()));
  all.insert(all.end(), resample.left_out.begin(), resample.left_out.end());
  EXPECT_EQ(all.size(), rows);
  EXPECT_EQ(std::set<std::size_t>(all.begin(), all.end()).size(), rows);
  EXPECT_EQ(resample.times.size(), resample.rows.size());
  EXPECT_FALSE(resample.left_out.empty());
}

// A row is left out by all of n draws with (1 - 1/n)^n, 1/e for many: 63.2 % are drawn.
TEST(DrawResample, BootstrapDrawsAsManyRowsAndHitsTwoThirdsOfThem) {
  const Dataset data = labelled(1000, 300);
  std::size_t hit = 0;
  for (std::size_t number = 0; number < 50; ++number) {
    const Resample resample = draw_resample(data, {}, number);
    expect_every_row_once(resample, 1000);
    EXPECT_EQ(std::accumulate(resample.times.begin(), resample.times.end(), 0U), 1000U);
    for (const std::uint32_t times : resample.times) EXPECT_GE(times, 1U);
    hit += resample.rows.size();
  }
  // The standard error of the mean of 50 shares is about 0.01 / sqrt(50) = 0.0014.
  EXPECT_NEAR(static_cast<double>(hit) / 50'000, 0.632, 0.005);
}

TEST(DrawResample, EveryRowIsAsLikely) {
  const Dataset data = labelled(10, 3);
  std::vector<double> drawn(10, 0);
  for (std::size_t number = 0; number < 2000; ++number) {
    const Resample resample = draw_resample(data, {}, number);
    for (std::size_t i = 0; i < resample.rows.size(); ++i) drawn[resample.rows[i]] += resample.times[i];
  }
  for (const double times : drawn) EXPECT_NEAR(times / 2000, 1, 0.1);
}

TEST(DrawResample, LeaveOutTakesTheShareOfEachClass) {
  const Dataset data = labelled(100, 30);
  ResampleOptions options;
  options.leave_out = 0.2;
  std::set<std::vector<std::size_t>> different;
  for (std::size_t number = 0; number < 20; ++number) {
    const Resample resample = draw_resample(data, options, number);
    expect_every_row_once(resample, 100);
    EXPECT_EQ(resample.left_out.size(), 20U);
    EXPECT_EQ(std::count_if(resample.left_out.begin(), resample.left_out.end(), [](auto row) { return row < 30; }), 6);
    for (const std::uint32_t times : resample.times) EXPECT_EQ(times, 1U);
    different.insert(resample.left_out);
  }
  EXPECT_EQ(different.size(), 20U);
}

TEST(DrawResample, DependsOnSeedAndNumberAlone) {
  const Dataset data = labelled(50, 20);
  const auto drawn = [&](std::uint64_t seed, std::size_t number, std::size_t count) {
    ResampleOptions options;
    options.seed = seed;
    options.count = count;
    return draw_resample(data, options, number).times;
  };
  EXPECT_EQ(drawn(1, 3, 50), drawn(1, 3, 5));
  EXPECT_NE(drawn(1, 3, 50), drawn(1, 4, 50));
  // The next seed has other resamples, not the same ones one place on.
  EXPECT_NE(drawn(1, 4, 50), drawn(2, 3, 50));
  EXPECT_NE(drawn(1, 3, 50), drawn(2, 4, 50));
}

TEST(DrawResample, AlwaysLeavesARowOut) {
  const Dataset data = labelled(2, 1);  // half of all pairs of draws hit both rows
  for (std::size_t number = 0; number < 50; ++number) expect_every_row_once(draw_resample(data, {}, number), 2);
}

TEST(DrawResample, RefusesASingleRow) {
  const Diagnostic diagnostic = testing::diagnostic_of([] { draw_resample(labelled(1, 1), {}, 0); });
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  EXPECT_THAT(diagnostic.message(), HasSubstr("1 row cannot be resampled"));
}

TEST(Resampled, MultipliesWeights) {
  Dataset data = labelled(4, 2);
  const Resample resample{{0, 2}, {3, 1}, {1, 3}};
  EXPECT_EQ(resampled(OrderedParts(data, 1), resample).weights, (std::vector<double>{3, 1}));
  EXPECT_EQ(resampled(OrderedParts(data, 1), resample).features[0].values, (Numbers{0, 2}));
  data.weights = {0.5, 9, 2, 9};
  EXPECT_EQ(resampled(OrderedParts(data, 1), resample).weights, (std::vector<double>{1.5, 2}));
}

TEST(Resampled, HasNoWeightsWhereNoRowIsRepeated) {
  const Dataset data = labelled(4, 2);
  EXPECT_TRUE(resampled(OrderedParts(data, 1), {{0, 2, 3}, {1, 1, 1}, {1}}).weights.empty());
}

Dataset noisy(RandomEngine& engine, std::size_t rows, double noise) {
  Dataset data;
  data.target = "y";
  data.labels = {"a", "b"};
  data.features = {testing::numeric("p", {}), testing::numeric("q", {}), testing::categorical("r", {})};
  data.features[2].categories = {"blue", "green", "red"};
  for (std::size_t row = 0; row < rows; ++row) {
    for (FeatureColumn& feature : data.features) {
      feature.values.push_back(static_cast<double>(uniform_below(engine, feature.categories.empty() ? 20 : 3)));
    }
    const bool chance = uniform_unit(engine) < noise;
    const bool high = data.features[0].values.back() + data.features[1].values.back() > 19;
    data.classes.push_back(chance ? static_cast<std::uint32_t>(uniform_below(engine, 2)) : (high ? 1U : 0U));
    data.table_rows.push_back(row);
  }
  return data;
}

// The rows as often as they were drawn.
Dataset repeated(const Dataset& data, const Resample& resample) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < resample.rows.size(); ++i) rows.insert(rows.end(), resample.times[i], resample.rows[i]);
  return select_rows(data, rows);
}

TEST(Resampled, GivesTheTreeOfTheRepeatedRows) {
  RandomEngine engine(61);
  for (const Algorithm algorithm : {Algorithm::c45, Algorithm::cart}) {
    LearnOptions options;
    options.grow = preset(algorithm);
    options.prune.method = algorithm == Algorithm::c45 ? PruneMethod::error_based : PruneMethod::pessimistic;
    for (std::size_t number = 0; number < 10; ++number) {
      const Dataset data = noisy(engine, 80, 0.3);
      const Resample resample = draw_resample(data, {}, number);
      Warnings warnings;
      const Tree by_weight = learn(resampled(OrderedParts(data, 1), resample), options, warnings).model.trees[0];
      EXPECT_EQ(by_weight, learn(repeated(data, resample), options, warnings).model.trees[0]);
      EXPECT_GT(by_weight.nodes.size(), 1U);
    }
  }
}

// Classes of pure chance: whatever is pruned, half of the answers for new rows are wrong, and cross-validation within a
// resample must find that out. Where copies of a row are dealt to different folds, it finds large trees good, because
// they know the copies by heart.
TEST(Resampled, KeepsCopiesTogetherWhereCrossValidationChooses) {
  RandomEngine engine(62);
  LearnOptions options;
  options.grow = preset(Algorithm::cart);
  options.prune.method = PruneMethod::cost_complexity;
  const auto chosen = [&](const Dataset& data) {
    const AlphaPath path = select_alpha(data, testing::grown(data, options.grow), options);
    return path.steps[path.chosen];
  };
  constexpr std::size_t kRounds = 20;
  AlphaStep together;
  AlphaStep apart;
  for (std::size_t number = 0; number < kRounds; ++number) {
    const Dataset data = noisy(engine, 100, 1);
    const Resample resample = draw_resample(data, {}, number);
    const AlphaStep by_weight = chosen(resampled(OrderedParts(data, 1), resample));
    together.error += by_weight.error / kRounds;
    together.leaves += by_weight.leaves;
    const AlphaStep by_copies = chosen(repeated(data, resample));
    apart.error += by_copies.error / kRounds;
    apart.leaves += by_copies.leaves;
  }
  EXPECT_NEAR(together.error, 0.45, 0.05);  // the best of many is a little better than chance
  EXPECT_LT(apart.error, 0.35);
  EXPECT_GT(apart.leaves, 2 * together.leaves);
}

}  // namespace
}  // namespace espalier::resamples_test
