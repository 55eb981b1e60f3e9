// The nodes that batches walk over: proven where tests are, seen on boundary vectors where they are not.
#include <gtest/gtest.h>

#include "audit/program_proof.hpp"
#include "audit/verify.hpp"
#include "lower/pipeline.hpp"
#include "support/sample_models.hpp"

namespace espalier::batch_nodes_proof_test {
namespace {

Lowered with_nodes(const Model& model, int round) {
  LowerOptions options;
  options.goal = static_cast<Goal>(round % 3);
  options.shape = round % 4 == 3 ? Shape::table : Shape::branches;
  options.batches = BatchForm::nodes;
  return lower(model, options);
}

constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::own_category,
                                       MissingPolicy::surrogate};

TEST(BatchNodesLowered, AnswerAsTheModelOnEveryVector) {
  RandomEngine engine(31);
  std::size_t provable = 0;
  std::size_t proven = 0;
  for (int round = 0; round < 200; ++round) {
    const MissingPolicy policy = kPolicies[round % 4];
    const Task task = round % 8 < 4 ? Task::classification : Task::regression;
    const Model model = sample::random_model(engine, task, policy);
    const Lowered lowered = with_nodes(model, round / 4);
    ASSERT_TRUE(verify_lowered(model, lowered).passed()) << round;
    if (!lowered.tree().batches || lowered.tree().tables || policy == MissingPolicy::surrogate) continue;
    ++provable;
    proven += prove_programs(model, lowered).proven ? 1 : 0;
  }
  EXPECT_GT(provable, 50U);
  EXPECT_EQ(proven, provable);
}

// Each threshold and each label of the nodes changed. What a row sees is never proven; what none sees is mostly proven,
// since no row comes there.
TEST(BatchNodesLowered, MutantsAreSeenAndNotProven) {
  RandomEngine engine(32);
  std::size_t mutants = 0;
  std::size_t seen = 0;
  std::size_t proven_alike = 0;
  for (int round = 0; round < 60; ++round) {
    const Model model = sample::random_model(engine, Task::classification, MissingPolicy::majority);
    Lowered lowered = with_nodes(model, round / 4);
    if (!lowered.tree().batches) continue;
    for (PackedNode& node : lowered.tree().batches->tree.nodes) {
      ++node.threshold;
      const bool proven = prove_programs(model, lowered).proven;
      const bool passed = verify_lowered(model, lowered).passed();
      EXPECT_TRUE(passed || !proven);
      ++mutants;
      seen += passed ? 0 : 1;
      proven_alike += proven ? 1 : 0;
      --node.threshold;
    }
  }
  EXPECT_GT(mutants, 200U);
  EXPECT_GT(seen, 150U);
  EXPECT_GT(10 * (seen + proven_alike), 9 * mutants) << seen << " and " << proven_alike << " of " << mutants;
}

}  // namespace
}  // namespace espalier::batch_nodes_proof_test
