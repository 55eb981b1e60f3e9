#include "report/tree_picture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "model/model_json.hpp"
#include "report/tree_drawing.hpp"
#include "support/random.hpp"
#include "unit/report/svg_check.hpp"

namespace espalier::tree_picture_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Node leaf(std::vector<double> counts) {
  Node node;
  node.label = counts[0] >= counts[1] ? 0 : 1;
  node.counts = std::move(counts);
  return node;
}

Node test(double threshold, std::vector<double> counts, std::uint32_t left, std::uint32_t right) {
  Node node = leaf(std::move(counts));
  node.test = TestKind::less_equal;
  node.threshold = threshold;
  node.children = {left, right};
  return node;
}

// x <= 5: y0 (60 of 60 rows); above: x <= 7: y0 (10 of 15), above: x <= 9: y1 (20 of 20), above: y0 (5 of 5).
Model small_model() {
  Model model;
  model.features.resize(1);
  model.features[0].name = "x";
  model.features[0].maximum = 10;
  model.target = "t";
  model.labels = {"y0", "y1"};
  model.trees.emplace_back();
  model.trees[0].nodes = {
      test(5, {75, 25}, 1, 2), leaf({60, 0}), test(7, {15, 25}, 3, 4), leaf({10, 5}), test(9, {5, 20}, 5, 6),
      leaf({0, 20}),           leaf({5, 0})};
  return model;
}

std::vector<std::string> branches(const TreePicture& picture) {
  std::vector<std::string> found;
  for (const PictureNode& node : picture.nodes) found.push_back(node.branch + (node.folded > 0 ? " ..." : ""));
  return found;
}

TEST(TreePicture, HasAllNodesInReadingOrder) {
  const Model model = small_model();
  const TreePicture picture = tree_picture(model, {});
  EXPECT_THAT(branches(picture), ElementsAre("", "<= 5", "> 5", "<= 7", "> 7", "<= 9", "> 9"));
  EXPECT_EQ(picture.leaves, 4U);
  EXPECT_EQ(picture.folded, 0U);
  EXPECT_EQ(picture.nodes[3].condition, "x <= 7");
  EXPECT_EQ(picture.nodes[3].rule, 2U);
  EXPECT_EQ(picture.nodes[3].share, 0.15);  // 15 of 100 rows
  EXPECT_THAT(picture.nodes[3].parts, ElementsAre(10. / 15, 5. / 15));
  EXPECT_EQ(picture.nodes[4].column, "x");
}

TEST(TreePicture, FoldsTheNodesOfFewestRows) {
  const Model model = small_model();
  PictureOptions options;
  options.leaves = 3;
  const TreePicture picture = tree_picture(model, options);
  EXPECT_THAT(branches(picture), ElementsAre("", "<= 5", "> 5", "<= 7", "> 7 ..."));
  EXPECT_EQ(picture.nodes[4].folded, 2U);
  EXPECT_EQ(picture.leaves, 4U);
  options.leaves = 40;
  options.depth = 1;
  EXPECT_THAT(branches(tree_picture(model, options)), ElementsAre("", "<= 5", "> 5 ..."));
}

TEST(TreePicture, MarksTheWayOfARow) {
  const Model model = small_model();
  const std::vector<double> row = {8};
  EXPECT_THAT(rules_reached(model, model.trees[0], row), ElementsAre(3));
  PictureOptions options;
  options.rules = {3};
  std::vector<bool> marked;
  for (const PictureNode& node : tree_picture(model, options).nodes) marked.push_back(node.on_way);
  EXPECT_THAT(marked, ElementsAre(true, false, true, false, true, true, false));
}

// A missing value goes both ways where rows are shared out.
TEST(TreePicture, MarksAllWaysOfAPartedRow) {
  Model model = small_model();
  model.missing = MissingPolicy::fractional;
  const std::vector<double> row = {kMissing};
  EXPECT_THAT(rules_reached(model, model.trees[0], row), ElementsAre(1, 2, 3, 4));
}

// Leaves of one size below each other: 10 high with gaps of 2, so their middles are 12 apart. The lower test has them
// at 24 and 36 and stands at 30 itself; the one above it between 12 and 30 at 21; the root between 0 and 21.
TEST(TreePicture, ParentsStandBetweenTheirChildren) {
  const Model model = small_model();
  const TreePicture picture = tree_picture(model, {});
  const PictureSizes sizes{std::vector<double>(7, 50), std::vector<double>(7, 10), std::vector<double>(7, 30), 2};
  const std::vector<PicturePlace> places = place_nodes(picture, sizes);
  const double first = places[1].middle;
  EXPECT_EQ(places[0].middle - (places[1].middle + places[2].middle) / 2, 0);
  EXPECT_EQ(places[2].middle, (places[3].middle + places[4].middle) / 2);
  EXPECT_EQ(places[4].middle, (places[5].middle + places[6].middle) / 2);
  EXPECT_EQ(places[6].middle - places[5].middle, 12);
  EXPECT_EQ(places[2].middle - first, 12);  // no leaf is in the way of the next column
  EXPECT_EQ(places[3].left, 160);           // two columns of 50 and the room of 30 before each
}

// No two boxes touch, whatever the tree is like.
TEST(TreePicture, BoxesDoNotOverlap) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomEngine random(seed);
    Model model = small_model();
    std::vector<Node>& nodes = model.trees[0].nodes;
    nodes = {leaf({1, 1})};
    const std::size_t splits = uniform_below(random, 40);
    for (std::size_t i = 0; i < splits; ++i) {
      const auto at = static_cast<std::uint32_t>(uniform_below(random, nodes.size()));
      if (!nodes[at].is_leaf()) continue;
      const auto child = static_cast<std::uint32_t>(nodes.size());
      nodes[at] = test(static_cast<double>(i), {1, 1}, child, child + 1);
      nodes.push_back(leaf({1, 1}));
      nodes.push_back(leaf({1, 1}));
    }
    PictureOptions options;
    options.depth = 100;
    const TreePicture picture = tree_picture(model, options);
    PictureSizes sizes;
    sizes.gap = 3;
    for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
      sizes.width.push_back(20 + static_cast<double>(uniform_below(random, 30)));
      sizes.height.push_back(5 + static_cast<double>(uniform_below(random, 20)));
      sizes.before.push_back(10);
    }
    const std::vector<PicturePlace> places = place_nodes(picture, sizes);
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_GE(places[i].middle - places[i].height / 2, -1e-9);
      for (std::size_t j = 0; j < i; ++j) {
        const bool beside =
            places[i].left + places[i].width < places[j].left || places[j].left + places[j].width < places[i].left;
        const double apart = std::abs(places[i].middle - places[j].middle);
        const double least = (places[i].height + places[j].height) / 2 + sizes.gap;
        EXPECT_TRUE(beside || apart >= least - 1e-9) << "seed " << seed << ", nodes " << j << " and " << i;
      }
    }
  }
}

TEST(TreeDrawing, SvgHasBoxesBarsAndLines) {
  const Model model = small_model();
  const std::string svg = drawing(tree_picture(model, {}), DrawingForm::svg);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<rect class=\"box leaf\""), 4U);
  EXPECT_EQ(count(svg, "<rect class=\"box test\""), 3U);
  EXPECT_EQ(count(svg, "<path class=\"line "), 6U);
  EXPECT_THAT(svg, AllOf(HasSubstr("<title>rule 2: x &lt;= 7; y0 (66.7 %); 15 rows, 15.0 %</title>"),
                         HasSubstr("stroke-width=\"7\""),  // 60 of 100 rows: 1 + 10 * 0.6
                         HasSubstr("@media screen and (prefers-color-scheme: dark)"), HasSubstr("role=\"img\"")));
}

TEST(TreeDrawing, TextHasALineForEachNode) {
  const Model model = small_model();
  EXPECT_EQ(drawing(tree_picture(model, {}), DrawingForm::text),
            "Decision tree for 't': 4 rules, depth 3, 100 training rows\n\n"
            "x\n"
            "|-- <= 5: y0          [############        ] 60 rows, 60.0 %, 100.0 % y0\n"
            "`-- > 5: x\n"
            "    |-- <= 7: y0      [###                 ] 15 rows, 15.0 %, 66.7 % y0\n"
            "    `-- > 7: x\n"
            "        |-- <= 9: y1  [####                ] 20 rows, 20.0 %, 100.0 % y1\n"
            "        `-- > 9: y0   [#                   ] 5 rows, 5.0 %, 100.0 % y0\n");
}

TEST(TreeDrawing, OtherProgramsGetEscapedNames) {
  Model model = small_model();
  model.features[0].name = "a\"b\\n</script>";
  model.labels[0] = "]] --> end; #";
  const TreePicture picture = tree_picture(model, {});
  EXPECT_THAT(drawing(picture, DrawingForm::dot),
              AllOf(HasSubstr("n0 [label=\"a&quot;b\\\\n&lt;/script&gt;\\n100 rows, 100.0 %\"];"),
                    HasSubstr("n0 -> n1 [label=\"&lt;= 5\", penwidth=4];")));
  EXPECT_THAT(drawing(picture, DrawingForm::mermaid),
              AllOf(HasSubstr("n0[\"a#34;b#92;n#60;/script#62;<br>100 rows, 100.0 %\"]\n"),
                    HasSubstr("n1([\"#93;#93; --#62; end#59; #35;<br>rule 1: 60 rows, 60.0 %\"])\n"),
                    HasSubstr("n0 -->|\"#60;#61; 5\"| n1\n")));
  const std::string svg = drawing(picture, DrawingForm::svg);
  expect_well_formed(svg);
  EXPECT_THAT(svg, Not(HasSubstr("</script>")));
}

TEST(TreeDrawing, NumbersHaveBarsFromTheLeastToTheLargest) {
  Model model = small_model();
  model.task = Task::regression;
  model.labels.clear();
  double value = 10;
  for (Node& node : model.trees[0].nodes) {
    node.total = node.counts[0] + node.counts[1];
    node.counts.clear();
    node.value = node.is_leaf() ? value += 10 : 25;  // leaves: 20, 30, 40, 50
  }
  const TreePicture picture = tree_picture(model, {});
  EXPECT_EQ(picture.nodes[1].at, 0);
  EXPECT_EQ(picture.nodes[6].at, 1);
  EXPECT_EQ(picture.nodes[3].at, 1. / 3);
  EXPECT_THAT(drawing(picture, DrawingForm::svg), HasSubstr(">the answer, from 20 to 50<"));
}

}  // namespace
}  // namespace espalier::tree_picture_test
