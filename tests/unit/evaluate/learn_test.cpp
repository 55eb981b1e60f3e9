#include <gtest/gtest.h>

#include "evaluate/evaluate.hpp"
#include "unit/grow/small_data.hpp"
#include "version.hpp"

namespace espalier {
namespace {

using testing::golf;

LearnOptions c45(PruneMethod method) {
  LearnOptions options;
  options.grow = preset(Algorithm::c45);
  options.prune.method = method;
  return options;
}

TEST(Learn, RecordsWhereTheModelComesFrom) {
  Dataset data = golf();
  data.data_sha256 = std::string(64, 'a');
  Warnings warnings;
  const Provenance provenance = learn(data, c45(PruneMethod::none), warnings).model.provenance;
  EXPECT_EQ(provenance.tool, std::string("espalier ") + kVersion);
  EXPECT_EQ(provenance.data_sha256, data.data_sha256);
  EXPECT_EQ(provenance.rows, 14U);
  EXPECT_EQ(provenance.training_score, 1.0);
  EXPECT_FALSE(provenance.evaluation);
  auto expected = describe(preset(Algorithm::c45));
  expected.emplace_back("prune", "none");
  EXPECT_EQ(provenance.options, expected);
  EXPECT_TRUE(warnings.empty());
}

TEST(Learn, CountsBeforeAndAfterPruning) {
  Warnings warnings;
  const Learned whole = learn(golf(), c45(PruneMethod::none), warnings);
  EXPECT_EQ(whole.nodes_grown, 8U);
  EXPECT_EQ(whole.leaves_grown, 5U);
  EXPECT_EQ(whole.depth_grown, 2U);
  EXPECT_EQ(whole.model.trees[0].nodes.size(), 8U);
  EXPECT_TRUE(whole.cuts.empty());

  // At 1/7 a leaf has to save 2 of the 14 rows. Both inner subtrees save exactly 2, the root 5 - 4 = 1 of two more
  // leaves.
  LearnOptions options = c45(PruneMethod::cost_complexity);
  options.prune.alpha = 1.0 / 7;
  const Learned pruned = learn(golf(), options, warnings);
  EXPECT_EQ(pruned.nodes_grown, 8U);
  EXPECT_EQ(pruned.model.trees[0].nodes.size(), 1U);
  EXPECT_DOUBLE_EQ(*pruned.model.provenance.training_score, 9.0 / 14.0);
  ASSERT_EQ(pruned.cuts.size(), 1U);
  EXPECT_EQ(pruned.cuts[0].leaves_removed, 4U);
}

TEST(Learn, PassesWarningsOn) {
  Warnings warnings;
  learn(testing::dataset({testing::numeric("x", {1, 1})}, {"a", "b"}), c45(PruneMethod::none), warnings);
  EXPECT_EQ(warnings.size(), 1U);
}

}  // namespace
}  // namespace espalier
