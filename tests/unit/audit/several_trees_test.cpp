// Models of several trees, lowered: proven tree by tree, and asked on boundary vectors and random rows.
#include <gtest/gtest.h>

#include <cmath>

#include "audit/boundary.hpp"
#include "audit/judge.hpp"
#include "audit/program_proof.hpp"
#include "audit/verify.hpp"
#include "lower/pipeline.hpp"
#include "support/sample_models.hpp"

namespace espalier::several_trees_test {
namespace {

LowerOptions options_for(int round) {
  LowerOptions options;
  options.goal = static_cast<Goal>(round % 3);
  if (round % 4 == 3) options.form = BodyForm::single_exit;
  if (round % 5 == 4) options.value_type = ValueType::float64;
  return options;
}

TEST(SeveralTreesLowered, AnswerAsTheModelOnEveryVector) {
  RandomEngine engine(21);
  std::size_t vectors = 0;
  std::size_t proven = 0;
  for (int round = 0; round < 400; ++round) {
    const sample::ForestKind kind = sample::kForestKinds[round % 5];
    const Model model =
        sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[(round / 5) % 5]);
    const Lowered lowered = lower(model, options_for(round));
    const Verification verification = verify_lowered(model, lowered);
    ASSERT_TRUE(verification.passed()) << round;
    vectors += verification.vectors;
    proven += prove_programs(model, lowered).proven ? 1 : 0;
  }
  EXPECT_GT(vectors, 40000U);
  EXPECT_GT(proven, 380U);  // tables ask for surrogates one by one, which takes more than boxes to prove
}

// Each number of the tables changed: what a leaf says, a threshold. What a row sees is never proven.
TEST(SeveralTreesLowered, MutantsOfTablesAreSeenAndNotProven) {
  RandomEngine engine(23);
  std::size_t mutants = 0;
  std::size_t seen = 0;
  const auto change = [&](const Model& model, const Lowered& lowered, PackedNode& node) {
    ++node.threshold;
    const bool proven = prove_programs(model, lowered).proven;
    const bool passed = verify_lowered(model, lowered).passed();
    EXPECT_TRUE(passed || !proven);
    ++mutants;
    seen += passed ? 0 : 1;
    --node.threshold;
  };
  for (int round = 0; round < 40; ++round) {
    const sample::ForestKind kind = sample::kForestKinds[round % 5];
    const Model model = sample::random_forest(engine, kind.task, kind.combination, MissingPolicy::majority);
    LowerOptions options;
    options.shape = Shape::table;
    Lowered lowered = lower(model, options);
    if (!lowered.forest) continue;
    ASSERT_TRUE(prove_programs(model, lowered).proven);
    for (PackedNode& node : lowered.forest->rules.nodes) change(model, lowered, node);
    if (lowered.forest->says != LeafSays::amount) continue;
    for (PackedNode& node : lowered.forest->answers.nodes) change(model, lowered, node);
  }
  EXPECT_GT(mutants, 300U);
  EXPECT_GT(10 * seen, 9 * mutants);
}

// Each program with one answer changed to another: the vectors of its tree see it.
TEST(SeveralTreesLowered, MutantsAreSeenAndNotProven) {
  RandomEngine engine(22);
  std::size_t mutants = 0;
  for (int round = 0; round < 60; ++round) {
    const sample::ForestKind kind = sample::kForestKinds[round % 5];
    const Model model = sample::random_forest(engine, kind.task, kind.combination, MissingPolicy::majority);
    Lowered lowered = lower(model, {});
    for (LoweredTree& tree : lowered.trees) {
      for (Step& step : tree.rules.steps) {
        if (!ends(step.op)) continue;
        ++step.value;
        EXPECT_FALSE(verify_lowered(model, lowered).passed());
        EXPECT_FALSE(prove_programs(model, lowered).proven);
        --step.value;
        ++mutants;
      }
      if (tree.answers.addends.size() < 2) continue;
      for (Step& step : tree.answers.steps) {
        if (!ends(step.op)) continue;
        const std::uint32_t right = step.value;
        step.value = right == 0 ? 1 : right - 1;
        EXPECT_FALSE(prove_programs(model, lowered).proven);
        step.value = right;
        ++mutants;
      }
    }
  }
  EXPECT_GT(mutants, 500U);
}

TEST(SeveralTreesLowered, TheJudgeNamesTheRulesOfAllTrees) {
  const Model model = sample::voting_forest();
  const Judge judge(model, ValueType::float64);
  const std::vector<double> row = {5, 0, 0};
  EXPECT_EQ(judge.expected(row), "'c' by rules 1, 1 and 1");
  GivenAnswer given;
  given.label = 2;
  given.rules = {1, 1, 1};
  EXPECT_EQ(judge.objection(row, given), "");
  given.rules = {1, 1, 2};
  EXPECT_EQ(judge.objection(row, given), "'c' by rules 1, 1 and 2");
  given.rules = {1, 1, 1};
  given.label = 0;
  EXPECT_EQ(judge.objection(row, given), "'a' by rules 1, 1 and 1");
}

}  // namespace
}  // namespace espalier::several_trees_test
