#include "grow/stopping.hpp"

#include <gtest/gtest.h>

#include <set>

#include "grow/node_facts.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::hold_out_test {
namespace {

using testing::dataset;
using testing::numeric;

// 100 rows of a, 20 of b.
Dataset many() {
  std::vector<double> x;
  std::vector<std::string> target;
  for (int row = 0; row < 120; ++row) {
    x.push_back(row);
    target.emplace_back(row < 100 ? "a" : "b");
  }
  return dataset({numeric("x", x)}, target);
}

GrowOptions validating(double share, std::uint64_t seed = 1) {
  GrowOptions options;
  options.validate = share;
  options.seed = seed;
  return options;
}

std::set<std::uint32_t> held(const Dataset& data, const GrowOptions& options) {
  std::set<std::uint32_t> rows;
  for (const Case& item : hold_out(make_training_set(data, options), options, CaseOrder::content).judging)
    rows.insert(item.row);
  return rows;
}

TEST(HoldOut, TakesItsShareOfEveryClass) {
  const Dataset data = many();
  const std::set<std::uint32_t> rows = held(data, validating(0.29));  // 29 of 100, 5.8 of 20
  const auto of_a = static_cast<std::size_t>(std::distance(rows.begin(), rows.lower_bound(100)));
  EXPECT_EQ(of_a, 29U);
  EXPECT_EQ(rows.size() - of_a, 5U);
  const HoldOut parts = hold_out(make_training_set(data, validating(0.29)), validating(0.29), CaseOrder::content);
  EXPECT_EQ(parts.growing.size(), 120U - 34U);
  for (const Case& item : parts.growing) EXPECT_FALSE(rows.contains(item.row));
}

TEST(HoldOut, TheSeedChoosesTheRows) {
  EXPECT_EQ(held(many(), validating(0.3, 7)), held(many(), validating(0.3, 7)));
  EXPECT_NE(held(many(), validating(0.3, 7)), held(many(), validating(0.3, 8)));
}

TEST(HoldOut, NothingIsHeldOutUnlessAsked) {
  EXPECT_TRUE(held(many(), {}).empty());
}

TEST(HoldOut, SomethingIsLeftToGrowFrom) {
  const Dataset data = dataset({numeric("x", {1})}, {"a"});
  const TrainingSet training = make_training_set(data, validating(1));
  EXPECT_EQ(hold_out(training, validating(1), CaseOrder::content).growing.size(), 1U);
}

TEST(HoldOut, NumbersAreOneStratum) {
  const Dataset data = testing::regression({numeric("x", {1, 2, 3, 4})}, {1, 2, 3, 4});
  EXPECT_EQ(held(data, validating(0.5)).size(), 2U);
}

// x separates rows 0 to 3; rows 4 and 5 judge.
bool helps(const Dataset& data) {
  const GrowOptions options;
  const TrainingSet training = make_training_set(data, options);
  Candidate cut;
  cut.test = TestKind::less_equal;
  cut.gap = {1, 2};
  const Cases cases = testing::cases_of(training, {0, 1, 2, 3});
  Node node = make_leaf(training, options, cases, nullptr);
  const std::vector<double> known =
      set_test(training, options, cut, cases, testing::in_value_order(training, cases), node);
  const std::vector<Node> children = leaves_below(training, options, node, cases, known);
  return helps_held_out(training, options, node, known, children, testing::cases_of(training, {4, 5}));
}

const std::vector<double> kX{1, 1, 2, 2, 1, 2};

TEST(HelpsHeldOut, IfFewerOfThemAreWrong) {
  // As a leaf the node answers a (2 : 2, the first): one of the two is wrong. Split, none is.
  EXPECT_TRUE(helps(dataset({numeric("x", kX)}, {"a", "a", "b", "b", "a", "b"})));
}

TEST(HelpsHeldOut, NotIfAsManyOrMoreAreWrong) {
  EXPECT_FALSE(helps(dataset({numeric("x", kX)}, {"a", "a", "b", "b", "a", "a"})));  // 0 before, 1 after
  EXPECT_FALSE(helps(dataset({numeric("x", kX)}, {"b", "b", "a", "a", "a", "b"})));  // 1 before, 2 after
  EXPECT_FALSE(helps(dataset({numeric("x", kX)}, {"a", "a", "b", "b", "c", "c"})));  // 2 before, 2 after
}

TEST(HelpsHeldOut, BySquaredErrorForNumbers) {
  EXPECT_TRUE(helps(testing::regression({numeric("x", kX)}, {0, 0, 10, 10, 1, 9})));   // 16 + 16 before, 1 + 1 after
  EXPECT_FALSE(helps(testing::regression({numeric("x", kX)}, {0, 0, 10, 10, 5, 5})));  // 0 before
}

TEST(Validate, StopsBeforeNoise) {
  // The first column separates; the second is noise that a full tree would follow where labels are flipped.
  RandomEngine engine(4);
  std::vector<double> signal;
  std::vector<double> noise;
  std::vector<std::string> target;
  for (int row = 0; row < 200; ++row) {
    signal.push_back(row % 2);
    noise.push_back(static_cast<double>(uniform_below(engine, 1000)));
    target.emplace_back((row % 2 == 0) != (uniform_below(engine, 10) == 0) ? "a" : "b");
  }
  const Dataset data = dataset({numeric("signal", signal), numeric("noise", noise)}, target);
  EXPECT_GT(leaf_count(testing::grown(data, {}).trees[0]), 20U);
  Warnings warnings;
  const Model model = grow(data, validating(0.3), warnings);
  EXPECT_EQ(model.trees[0].nodes[0].feature, 0U);
  EXPECT_LT(leaf_count(model.trees[0]), 10U);
  EXPECT_EQ(model.trees[0].nodes[0].weight(), 200 - static_cast<double>(held(data, validating(0.3)).size()));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].message.find("--validate"), std::string::npos);
}

}  // namespace
}  // namespace espalier::hold_out_test
