#include "grow/surrogate_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/grow/small_data.hpp"

namespace espalier::surrogates_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::numeric;
using testing::ordinal;
using Codes = std::vector<std::uint32_t>;

const std::vector<std::string> kTarget{"a", "a", "a", "b", "b", "b"};

GrowOptions surrogate_options(std::size_t most = 5) {
  GrowOptions options;
  options.missing = MissingPolicy::surrogate;
  options.surrogates = most;
  return options;
}

// The node's own test is x <= 3.5 on column 0, which holds 1, 2, 3, 4, 5, 6: three rows left, three right.
std::vector<Surrogate> found(std::vector<FeatureColumn> others, const GrowOptions& options = surrogate_options(),
                             const std::vector<double>& x = {1, 2, 3, 4, 5, 6},
                             const std::vector<double>& weights = {}) {
  others.insert(others.begin(), numeric("x", x));
  Dataset data = dataset(std::move(others), kTarget);
  data.weights = weights;
  const TrainingSet training = make_training_set(data, options);
  const SearchPlan plan(training, options);
  std::vector<std::uint8_t> sides;
  for (const double value : x) sides.push_back(std::isnan(value) ? 2 : (value <= 3.5 ? 0 : 1));
  // From lists, and from counts.
  std::vector<Surrogate> surrogates;
  for (const std::size_t uncounted : {std::size_t{1000}, std::size_t{0}}) {
    const RootLists root = list_cases(plan, all_cases(training, CaseOrder::any), uncounted, 1);
    const ValueCounter counter(plan, root.columns, {});
    SurrogateSearch<std::uint32_t> search(plan, root.columns, {}, counter);
    const auto again =
        search.find(*root.lists, {0, x.size()}, root.known, root.lists->codes_per_case > 0, 0, sides.data());
    if (uncounted == 0) {
      EXPECT_EQ(again, surrogates);
    }
    surrogates = again;
  }
  return surrogates;
}

TEST(Surrogates, AgreementIsTheShareOfRowsSentTheSameWay) {
  // y = 10 10 20 | 20 20 20: y <= 15 sends rows 0, 1 left and 2..5 right; only row 2 differs.
  const auto surrogates = found({numeric("y", {10, 10, 20, 20, 20, 20})});
  ASSERT_EQ(surrogates.size(), 1U);
  EXPECT_EQ(surrogates[0].feature, 1U);
  EXPECT_EQ(surrogates[0].test, TestKind::less_equal);
  EXPECT_EQ(surrogates[0].threshold, 15);
  EXPECT_EQ(surrogates[0].gap, (Gap{10, 20}));
  EXPECT_FALSE(surrogates[0].reversed);
  EXPECT_DOUBLE_EQ(surrogates[0].agreement, 5.0 / 6);
}

TEST(Surrogates, MayRunTheOtherWay) {
  const auto surrogates = found({numeric("y", {9, 8, 7, 3, 2, 1})});
  ASSERT_EQ(surrogates.size(), 1U);
  EXPECT_TRUE(surrogates[0].reversed);
  EXPECT_EQ(surrogates[0].threshold, 5);
  EXPECT_EQ(surrogates[0].agreement, 1);
}

TEST(Surrogates, ComeInOrderOfTheRowsTheyAgreeOn) {
  const std::vector<FeatureColumn> columns{numeric("fair", {1, 1, 2, 2, 2, 2}), numeric("best", {1, 1, 1, 2, 2, 2}),
                                           numeric("also fair", {1, 1, 2, 2, 2, 2})};
  const auto surrogates = found(columns);
  ASSERT_EQ(surrogates.size(), 3U);
  EXPECT_EQ(surrogates[0].feature, 2U);
  EXPECT_EQ(surrogates[1].feature, 3U);  // of equal ones the first by name
  EXPECT_EQ(surrogates[2].feature, 1U);
  EXPECT_EQ(found(columns, surrogate_options(2)).size(), 2U);
  EXPECT_TRUE(found(columns, surrogate_options(0)).empty());
}

TEST(Surrogates, RowsCountNotShares) {
  // Known for 4 rows and right for all of them: 4 rows. Known for 6 and right for 5: 5 rows come first.
  const auto surrogates =
      found({numeric("few", {1, 1, kMissing, kMissing, 2, 2}), numeric("many", {1, 1, 2, 2, 2, 2})});
  ASSERT_EQ(surrogates.size(), 2U);
  EXPECT_EQ(surrogates[0].feature, 2U);
  EXPECT_EQ(surrogates[1].agreement, 1);
}

TEST(Surrogates, MustBeatGoingWithTheMajority) {
  // x <= 3.5 sends 1 row left and 5 right: the majority alone is right for 5.
  const std::vector<double> x{1, 4, 5, 6, 7, 8};
  // y <= 1.5 holds for rows 0 and 1: right for row 0 and for 2..5, which is 5 again.
  EXPECT_TRUE(found({numeric("y", {1, 1, 2, 2, 2, 2})}, surrogate_options(), x).empty());
  // With 2 rows left of 6, y <= 1.5 is right for all 6, the majority for 4.
  EXPECT_EQ(found({numeric("y", {1, 1, 2, 2, 2, 2})}, surrogate_options(), {1, 2, 5, 6, 7, 8}).size(), 1U);
}

TEST(Surrogates, NeedTwoRowsOnEachSide) {
  // One row apart from the others would be right for 4 of 6, more than the majority's 3.
  EXPECT_TRUE(found({numeric("y", {1, 2, 2, 2, 2, 2})}).empty());
  EXPECT_TRUE(found({numeric("y", {2, 2, 2, 2, 2, 3})}).empty());
}

TEST(Surrogates, AreMeasuredOnRowsKnownForBoth) {
  // Rows 4 and 5 do not know y, row 0 not x: rows 1, 2, 3 are too few; with row 4 known it is 4 rows, all right.
  EXPECT_TRUE(
      found({numeric("y", {1, 1, 1, 2, kMissing, kMissing})}, surrogate_options(), {kMissing, 2, 3, 4, 5, 6}).empty());
  const auto surrogates =
      found({numeric("y", {1, 1, 1, 2, 2, kMissing})}, surrogate_options(), {kMissing, 2, 3, 4, 5, 6});
  ASSERT_EQ(surrogates.size(), 1U);
  EXPECT_EQ(surrogates[0].agreement, 1);
}

TEST(Surrogates, WeighTheRows) {
  // y <= 15 is wrong for row 2 alone, which weighs 3 of 8.
  const auto surrogates =
      found({numeric("y", {10, 10, 20, 20, 20, 20})}, surrogate_options(), {1, 2, 3, 4, 5, 6}, {1, 1, 3, 1, 1, 1});
  // Right for 5 of 8; the majority is 5 of 8, too: no surrogate.
  EXPECT_TRUE(surrogates.empty());
  const auto light =
      found({numeric("y", {10, 10, 20, 20, 20, 20})}, surrogate_options(), {1, 2, 3, 4, 5, 6}, {2, 2, 1, 1, 1, 1});
  ASSERT_EQ(light.size(), 1U);
  EXPECT_DOUBLE_EQ(light[0].agreement, 7.0 / 8);
}

TEST(Surrogates, CategoriesGoWhereMostOfTheirRowsGo) {
  // p: rows 0, 1 left. q: row 2 left, 3 and 4 right. r: row 5 right. Right for all but row 2.
  const auto surrogates = found({categorical("c", {"p", "p", "q", "q", "q", "r"})});
  ASSERT_EQ(surrogates.size(), 1U);
  EXPECT_EQ(surrogates[0].test, TestKind::member);
  EXPECT_EQ(surrogates[0].categories, (Codes{0}));
  EXPECT_FALSE(surrogates[0].reversed);
  EXPECT_DOUBLE_EQ(surrogates[0].agreement, 5.0 / 6);
}

TEST(Surrogates, NameTheSmallerSetOfCategories) {
  // p, q, r left, s right: written as s, the other way round.
  const auto surrogates = found({categorical("c", {"p", "q", "r", "s", "s", "s"})});
  ASSERT_EQ(surrogates.size(), 1U);
  EXPECT_EQ(surrogates[0].categories, (Codes{3}));
  EXPECT_TRUE(surrogates[0].reversed);
}

TEST(Surrogates, LevelsAreCutLikeNumbers) {
  const auto surrogates = found({ordinal("size", {"S", "M", "M", "XL", "L", "L"}, {"XS", "S", "M", "L", "XL"})});
  ASSERT_EQ(surrogates.size(), 1U);
  EXPECT_EQ(surrogates[0].test, TestKind::member);
  EXPECT_EQ(surrogates[0].categories, (Codes{0, 1, 2}));  // XS, which no row has, with the lower ones
  EXPECT_EQ(surrogates[0].agreement, 1);
}

TEST(Surrogates, TheLowestOfEqualCutsIsTaken) {
  // After 2: rows 0, 1 below, one left row above: 5. After 4: rows 0..3 below, one of them right: 5.
  const auto surrogates = found({numeric("y", {1, 2, 4, 3, 5, 6})});
  ASSERT_EQ(surrogates.size(), 1U);
  EXPECT_EQ(surrogates[0].gap, (Gap{2, 3}));
}

}  // namespace
}  // namespace espalier::surrogates_test
