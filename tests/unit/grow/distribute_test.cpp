#include "grow/distribute.hpp"

#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier::distribute_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::numeric;
using Rows = std::vector<std::uint32_t>;

GrowOptions allowing_missing(MissingPolicy policy = MissingPolicy::majority) {
  GrowOptions options;
  options.missing = policy;
  return options;
}

Candidate candidate_with(TestKind test) {
  Candidate candidate;
  candidate.test = test;
  return candidate;
}

Candidate cut_between(double below, double above) {
  Candidate candidate = candidate_with(TestKind::less_equal);
  candidate.gap = {below, above};
  return candidate;
}

// A node with its test, and what went where.
struct Sent {
  Node node;
  std::vector<Cases> children;

  Rows rows(std::size_t child) const {
    Rows rows;
    for (const Case& item : children[child]) rows.push_back(item.row);
    return rows;
  }
};

Sent send(const TrainingSet& training, const GrowOptions& options, const Candidate& candidate, const Rows& rows) {
  Sent sent;
  const Cases cases = testing::cases_of(training, rows);
  const std::vector<double> known =
      set_test(training, options, candidate, cases, testing::in_value_order(training, cases), sent.node);
  sent.children = distribute(training, sent.node, cases, options.missing, known);
  return sent;
}

Sent send(const Dataset& data, const GrowOptions& options, const Candidate& candidate, const Rows& rows) {
  return send(make_training_set(data, options), options, candidate, rows);
}

TEST(Distribute, KeepsTheOrderWithinEachChild) {
  const Dataset data = dataset({numeric("x", {5, 1, 4, 2, 3})}, {"a", "a", "a", "b", "b"});
  const Sent sent = send(data, allowing_missing(), cut_between(3, 4), {4, 3, 2, 1, 0});
  EXPECT_EQ(sent.rows(0), (Rows{4, 3, 1}));
  EXPECT_EQ(sent.rows(1), (Rows{2, 0}));
  EXPECT_EQ(sent.node.missing_child, 0U);
}

TEST(Distribute, SendsMissingValuesWithTheLargerChild) {
  const Dataset data = dataset({numeric("x", {kMissing, 1, 2, 2, kMissing})}, {"a", "a", "a", "b", "b"});
  const Sent sent = send(data, allowing_missing(), cut_between(1, 2), {0, 1, 2, 3, 4});
  EXPECT_EQ(sent.rows(0), (Rows{1}));
  EXPECT_EQ(sent.rows(1), (Rows{0, 2, 3, 4}));
  EXPECT_EQ(sent.node.missing_child, 1U);
}

TEST(Distribute, SendsMissingValuesToTheFirstOfEqualChildren) {
  const Dataset data = dataset({categorical("c", {"?", "y", "x", "z"})}, {"a", "a", "b", "b"});
  const Sent sent = send(data, allowing_missing(), candidate_with(TestKind::multiway), {0, 1, 2, 3});
  EXPECT_EQ(sent.rows(0), (Rows{0, 2}));
  EXPECT_EQ(sent.rows(1), (Rows{1}));
  EXPECT_EQ(sent.rows(2), (Rows{3}));
  EXPECT_EQ(sent.node.missing_child, 0U);
}

TEST(Distribute, WeighsRatherThanCounts) {
  Dataset data = dataset({categorical("c", {"x", "x", "y"})}, {"a", "a", "b"});
  data.weights = {1, 1, 2.5};
  Candidate member = candidate_with(TestKind::member);
  member.categories = {0};
  const Sent sent = send(data, allowing_missing(), member, {0, 1, 2});
  EXPECT_EQ(sent.rows(0), (Rows{0, 1}));
  EXPECT_EQ(sent.rows(1), (Rows{2}));
  EXPECT_EQ(sent.node.missing_child, 1U);
}

TEST(Distribute, LeavesUnusedBranchesEmpty) {
  const Dataset data = dataset({categorical("c", {"x", "y", "z"})}, {"a", "a", "b"});
  const Sent sent = send(data, allowing_missing(), candidate_with(TestKind::multiway), {2, 0});  // no row with y
  EXPECT_EQ(sent.rows(0), (Rows{0}));
  EXPECT_TRUE(sent.children[1].empty());
  EXPECT_EQ(sent.rows(2), (Rows{2}));
}

TEST(Distribute, FractionsAreSharesOfTheKnownWeight) {
  // Known: 1 below, weight 1; 2 and 2 above, weight 3. A missing row of weight 2 is split 2 * 1/4 and 2 * 3/4.
  Dataset data = dataset({numeric("x", {1, 2, 2, kMissing})}, {"a", "a", "b", "b"});
  data.weights = {1, 1, 2, 2};
  const Sent sent = send(data, allowing_missing(MissingPolicy::fractional), cut_between(1, 2), {0, 1, 2, 3});
  EXPECT_EQ(sent.children[0], (Cases{{0, 1}, {3, 0.5}}));
  EXPECT_EQ(sent.children[1], (Cases{{1, 1}, {2, 2}, {3, 1.5}}));
}

TEST(Distribute, BranchesThatWeighTheSameOnPaperTie) {
  // 0.1 + 0.2 is more than 0.3 in the last digit: still the first.
  Dataset data = dataset({numeric("x", {1, 2, 2})}, {"a", "b", "b"});
  data.weights = {0.3, 0.1, 0.2};
  EXPECT_EQ(send(data, allowing_missing(), cut_between(1, 2), {0, 1, 2}).node.missing_child, 0U);
}

TEST(Distribute, NoFractionGoesToABranchWithoutKnownRows) {
  const Dataset data = dataset({categorical("c", {"x", "y", "z", "?"})}, {"a", "a", "b", "b"});
  const Sent sent =
      send(data, allowing_missing(MissingPolicy::fractional), candidate_with(TestKind::multiway), {0, 2, 3});
  EXPECT_EQ(sent.children[0], (Cases{{0, 1}, {3, 0.5}}));
  EXPECT_TRUE(sent.children[1].empty());
  EXPECT_EQ(sent.children[2], (Cases{{2, 1}, {3, 0.5}}));
}

TEST(Distribute, AValueOfItsOwnHasTheLastBranch) {
  const Dataset data = dataset({categorical("c", {"x", "y", "?"})}, {"a", "a", "b"});
  const Sent sent =
      send(data, allowing_missing(MissingPolicy::own_category), candidate_with(TestKind::multiway), {0, 1, 2});
  ASSERT_EQ(sent.children.size(), 3U);
  EXPECT_EQ(sent.rows(2), (Rows{2}));
  EXPECT_EQ(sent.node.missing_child, 2U);
}

TEST(Distribute, WhereTheSearchFoundThemToBelongComesBeforeTheMajority) {
  const Dataset data = dataset({numeric("x", {1, 2, 2, kMissing})}, {"a", "b", "b", "a"});
  Candidate cut = cut_between(1, 2);
  cut.missing_child = 0;
  const Sent sent = send(data, allowing_missing(MissingPolicy::learned), cut, {0, 1, 2, 3});
  EXPECT_EQ(sent.node.missing_child, 0U);
  EXPECT_EQ(sent.rows(0), (Rows{0, 3}));
}

TEST(Distribute, UnderRefuseMissingValuesFailTheTest) {
  // No training row says where they belong: 3 rows below, 1 above, and still above.
  const Dataset data = dataset({numeric("x", {1, 1, 1, 2})}, {"a", "a", "a", "b"});
  EXPECT_EQ(send(data, {}, cut_between(1, 2), {0, 1, 2, 3}).node.missing_child, 1U);
}

TEST(Distribute, GroupsSendTheirValuesTogether) {
  const Dataset data = dataset({categorical("c", {"x", "y", "z", "y"})}, {"a", "b", "a", "b"});
  Candidate grouped = candidate_with(TestKind::grouped);
  grouped.groups = {0, 1, 0};
  const Sent sent = send(data, {}, grouped, {0, 1, 2, 3});
  ASSERT_EQ(sent.children.size(), 2U);
  EXPECT_EQ(sent.rows(0), (Rows{0, 2}));
  EXPECT_EQ(sent.rows(1), (Rows{1, 3}));
}

TEST(Distribute, PresenceHasABranchForEachAnswer) {
  const Dataset data = dataset({numeric("x", {7, kMissing, 8})}, {"a", "b", "a"});
  Candidate present = candidate_with(TestKind::present);
  present.missing_child = 1;
  const Sent sent = send(data, allowing_missing(MissingPolicy::own_category), present, {0, 1, 2});
  EXPECT_EQ(sent.rows(0), (Rows{0, 2}));
  EXPECT_EQ(sent.rows(1), (Rows{1}));
}

}  // namespace
}  // namespace espalier::distribute_test
