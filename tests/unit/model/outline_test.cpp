#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "model/tree_facts.hpp"
#include "support/sample_models.hpp"

namespace espalier::outline_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr std::size_t kAll = 1'000'000'000;

std::string outline(const Model& model, std::size_t max_lines = kAll) {
  return outline_text(model, model.trees[0], max_lines);
}

TEST(Outline, GolfReadsAsPrintedByC45) {
  EXPECT_EQ(outline(sample::golf()),
            "outlook = sunny\n"
            "|   humidity <= 75: Play (2)\n"
            "|   humidity > 75: Don't Play (3)\n"
            "outlook = overcast: Play (4)\n"
            "outlook = rain\n"
            "|   windy = true: Don't Play (2)\n"
            "|   windy != true: Play (3)\n");
}

TEST(Outline, SingleLeafShowsWeightAndErrors) {
  EXPECT_EQ(outline(sample::single_leaf()), ": Play (14/5)\n");
}

TEST(TestText, SaysWhatANodeAsks) {
  const Model model = sample::golf();
  const std::vector<Node>& nodes = model.trees[0].nodes;
  EXPECT_EQ(test_text(model, nodes[0]), "outlook (3 branches)");
  EXPECT_EQ(test_text(model, nodes[1]), "humidity <= 75");
  EXPECT_EQ(test_text(model, nodes[3]), "windy = true");
  const Model own = sample::own_category_sample();
  EXPECT_EQ(test_text(own, own.trees[0].nodes[0]), "humidity (4 branches)");
}

TEST(Outline, MemberTestsListTheirCategories) {
  Model model = sample::golf();
  model.trees[0].nodes = {model.trees[0].nodes[3], model.trees[0].nodes[6], model.trees[0].nodes[7]};
  Node& root = model.trees[0].nodes[0];
  root.feature = 0;
  root.categories = {0, 2};
  root.children = {1, 2};
  EXPECT_EQ(outline(model),
            "outlook in {sunny, rain}: Don't Play (2)\n"
            "outlook not in {sunny, rain}: Play (3)\n");
}

TEST(Outline, LongSetsAreCutShort) {
  Model model = sample::golf();
  for (int i = 3; i < 20; ++i) model.features[0].categories.push_back("c" + std::to_string(i));
  model.trees[0].nodes = {model.trees[0].nodes[3], model.trees[0].nodes[6], model.trees[0].nodes[7]};
  Node& root = model.trees[0].nodes[0];
  root.feature = 0;
  root.children = {1, 2};
  root.categories = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_THAT(outline(model), HasSubstr("outlook in {sunny, overcast, rain, c3, c4, c5, c6, c7, ... 3 more}: Don't"));
}

TEST(Outline, StopsAfterMaxLinesAndCountsTheRest) {
  EXPECT_EQ(outline(sample::golf(), 2),
            "outlook = sunny\n"
            "|   humidity <= 75: Play (2)\n"
            "... 5 more lines\n");
  EXPECT_THAT(outline(sample::golf(), 6), EndsWith("... 1 more line\n"));
  EXPECT_EQ(outline(sample::golf(), 0), "... 7 more lines\n");
  EXPECT_EQ(outline(sample::golf(), 7), outline(sample::golf()));
}

TEST(Outline, WeightsAreRoundedToHundredths) {
  Model model = sample::single_leaf();
  model.trees[0].nodes[0].counts = {2.0 / 3, 1.0 / 3};
  EXPECT_EQ(outline(model), ": Play (1/0.33)\n");
  model.trees[0].nodes[0].counts = {5, 0.004};
  EXPECT_EQ(outline(model), ": Play (5)\n");
  model.trees[0].nodes[0].counts = {1e300, 0};
  EXPECT_EQ(outline(model), ": Play (1e+300)\n");
}

TEST(Outline, RegressionLeavesShowTheirValueAndWeight) {
  EXPECT_EQ(outline(sample::regression_sample()),
            "area <= 50: 10 (4)\n"
            "area > 50\n"
            "|   district = centre: 35 (2)\n"
            "|   district != centre: 20 (4)\n");
}

TEST(Outline, ValuesHaveAtMostSixDigits) {
  const auto shown = [](double value) {
    Model model = sample::regression_sample();
    model.trees[0].nodes = {sample::answering(value, 2.5, 7)};
    return outline(model);
  };
  EXPECT_EQ(shown(23.5), ": 23.5 (2.5)\n");
  EXPECT_EQ(shown(-1.0 / 3), ": -0.333333 (2.5)\n");
  EXPECT_EQ(shown(1234567), ": 1.23457e+06 (2.5)\n");
  EXPECT_EQ(shown(-0.0), ": 0 (2.5)\n");
}

TEST(Outline, IntervalsGroupsAndPresenceReadAsSentences) {
  EXPECT_EQ(outline(sample::own_category_sample()),
            "humidity <= 75\n"
            "|   color in {red, blue}: Play (2)\n"
            "|   color = green: Don't Play (3)\n"
            "75 < humidity <= 80\n"
            "|   age is known: Play (4)\n"
            "|   age is missing: Don't Play (1)\n"
            "humidity > 80\n"
            "|   color is known: Play (6/1)\n"
            "|   color is missing: Don't Play (2)\n"
            "humidity is missing: Play (1)\n");
}

TEST(Outline, CategoriesMayHaveABranchForMissingValuesToo) {
  Model model = sample::golf();
  model.missing = MissingPolicy::own_category;
  Tree& tree = model.trees[0];
  tree.nodes = {sample::test(TestKind::multiway, 3, {1, 2, 3}, {6, 3}), sample::leaf({1, 0}), sample::leaf({2, 3}),
                sample::leaf({3, 0})};
  tree.nodes[0].missing_child = 2;
  EXPECT_EQ(outline(model),
            "windy = false: Play (1)\n"
            "windy = true: Don't Play (5/2)\n"
            "windy is missing: Play (3)\n");
}

TEST(Outline, NamesCannotCommandTheTerminalNorBlurTheLine) {
  Model model = sample::golf();
  model.labels[0] = "\x1b[2J";
  model.features[0].categories[0] = "";
  model.features[0].categories[1] = " a";
  model.features[2].name = "a\nb: c";
  const std::string text = outline(model);
  EXPECT_THAT(text, HasSubstr("outlook = ''\n|   'a\\nb: c' <= 75: \\x1b[2J (2)\n"));
  EXPECT_THAT(text, HasSubstr("outlook = ' a': \\x1b[2J (4)\n"));
}

TEST(Outline, DepthBeyondFortyIsANumberSoThatTextStaysLinear) {
  constexpr std::uint32_t kTests = 50'000;
  const std::string text = outline(sample::chain(kTests));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2 * kTests);
  EXPECT_LT(text.size(), 2 * kTests * 220UL);
  EXPECT_THAT(text, HasSubstr("|   [49999] x <= 1: Play (1)\n"));
}

}  // namespace
}  // namespace espalier::outline_test
