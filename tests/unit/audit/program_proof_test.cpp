// What is proven of lowered programs, and that nothing wrong is.
#include "audit/program_proof.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "audit/judge.hpp"
#include "audit/verify.hpp"
#include "support/sample_models.hpp"

namespace espalier::program_proof_test {
namespace {

TEST(ProgramProof, Golf) {
  const Model golf = sample::golf();
  const ProgramProof proof = prove_programs(golf, lower(golf, {}));
  EXPECT_TRUE(proof.proven);
  EXPECT_EQ(proof.unreachable_rules, 0U);
  const Verification checked = check_lowered(golf, lower(golf, {}));
  EXPECT_TRUE(checked.passed());
  EXPECT_TRUE(checked.proven);
  EXPECT_EQ(checked.vectors, 0U);
}

TEST(ProgramProof, TellsUnreachableRules) {
  Model golf = sample::golf();
  golf.trees[0].nodes[1].threshold = 1e10;  // no int32 is above
  const ProgramProof proof = prove_programs(golf, lower(golf, {}));
  EXPECT_TRUE(proof.proven);
  EXPECT_EQ(proof.unreachable_rules, 1U);
}

// The same changes as in verify_lowered_test.cpp: not proven, and then found on the vectors.
TEST(ProgramProof, OfAChangedThresholdFails) {
  const Model golf = sample::golf();
  Lowered lowered = lower(golf, {});
  for (Step& step : lowered.tree().answers.steps) {
    if (step.op == Op::branch && step.condition.compare == Compare::less_equal) step.condition.threshold = 74;
  }
  EXPECT_FALSE(prove_programs(golf, lowered).proven);
  const Verification checked = check_lowered(golf, lowered);
  EXPECT_FALSE(checked.passed());
  EXPECT_EQ(checked.mismatches, 3U);
}

TEST(ProgramProof, OfChangedRulesFails) {
  const Model golf = sample::golf();
  Lowered lowered = lower(golf, {});
  for (Step& step : lowered.tree().rules.steps) {
    if (step.op == Op::answer) step.value += 10;
  }
  EXPECT_FALSE(prove_programs(golf, lowered).proven);
  EXPECT_EQ(check_lowered(golf, lowered).mismatches, 58U);
}

// A branch for each of 200 words; missing values take that of the last word but one, and must take no other.
TEST(ProgramProof, TellsManyBranchesApart) {
  constexpr std::uint32_t kWords = 200;
  Model model = sample::single_leaf();
  std::vector<std::string> words;
  std::vector<std::uint32_t> children;
  for (std::uint32_t i = 0; i < kWords; ++i) {
    words.push_back("w" + std::to_string(i));
    children.push_back(i + 1);
  }
  model.features = {sample::categorical("word", words)};
  model.labels = {"a", "b"};
  Node root = sample::test(TestKind::multiway, 0, children, {100, 100});
  root.missing_child = kWords - 2;
  model.trees[0].nodes = {root};
  for (std::uint32_t i = 0; i < kWords; ++i) {
    model.trees[0].nodes.push_back(i % 3 == 0 ? sample::leaf({1, 0}) : sample::leaf({0, 1}));
  }
  Lowered lowered = lower(model, {});
  EXPECT_TRUE(prove_programs(model, lowered).proven);
  // What follows the chain of tests answers missing values: by another rule it is wrong.
  for (Step& step : lowered.tree().rules.steps) {
    if (step.op == Op::answer && step.value == kWords - 1) step.value = kWords;
  }
  EXPECT_FALSE(prove_programs(model, lowered).proven);
}

TEST(ProgramProof, SaysNothingOfBlendsAndTables) {
  RandomEngine engine(3);
  const Model blended = sample::random_model(engine, Task::classification, MissingPolicy::fractional);
  EXPECT_FALSE(is_provable(blended, lower(blended, {})));
  const Model golf = sample::golf();
  LowerOptions options;
  options.shape = Shape::table;
  const Lowered lowered = lower(golf, options);
  EXPECT_FALSE(prove_programs(golf, lowered).proven);
  EXPECT_TRUE(check_lowered(golf, lowered).passed());
}

TEST(ProgramProof, ProvesDecisionLists) {
  RandomEngine engine(21);
  for (int i = 0; i < 400; ++i) {
    Model model = sample::random_list(engine, i % 3 == 0 ? MissingPolicy::refuse : MissingPolicy::own_category);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    LowerOptions options;
    options.goal = static_cast<Goal>(i % 3);
    options.shape = Shape::branches;
    EXPECT_TRUE(prove_programs(model, lower(model, options)).proven) << "model " << i;
  }
}

// A rule that asks one question less, or another one, is not the model's.
TEST(ProgramProof, FindsChangedRulesOfLists) {
  const Model golf = sample::golf_list();
  Lowered lowered = lower(golf, {});
  Step& first = lowered.tree().rules.steps[lowered.tree().rules.functions.back().entry];
  const std::vector<Condition> terms = terms_of(first.condition);
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_TRUE(prove_programs(golf, lowered).proven);
  first.condition = all_of({terms[1], terms[0]});
  EXPECT_TRUE(prove_programs(golf, lowered).proven);  // their order does not matter
  first.condition = terms[0];
  EXPECT_FALSE(prove_programs(golf, lowered).proven);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    std::vector<Condition> other = terms;
    other[t].when_missing = !other[t].when_missing;
    first.condition = all_of(other);
    const bool can_miss = can_be_missing(lowered.fields[terms[t].field]);
    EXPECT_EQ(prove_programs(golf, lowered).proven, !can_miss) << t;
    other[t] = negated(terms[t]);
    first.condition = all_of(other);
    EXPECT_FALSE(prove_programs(golf, lowered).proven) << t;
  }
}

class ProvenForEveryPolicy : public testing::TestWithParam<std::tuple<Task, MissingPolicy>> {
 protected:
  Model draw(RandomEngine& engine, int i) const {
    const auto [task, missing] = GetParam();
    Model model = sample::random_model(engine, task, missing);
    return i % 2 == 0 ? sample::with_small_whole_numbers(std::move(model), engine) : model;
  }
  static Lowered lower_for(const Model& model, int i) {
    LowerOptions options;
    options.goal = static_cast<Goal>(i % 3);
    options.shape = Shape::branches;
    return lower(model, options);
  }
};

TEST_P(ProvenForEveryPolicy, RandomModelsAreProven) {
  RandomEngine engine(7);
  for (int i = 0; i < 600; ++i) {
    const Model model = draw(engine, i);
    const Lowered lowered = lower_for(model, i);
    EXPECT_TRUE(prove_programs(model, lowered).proven) << "model " << i;
  }
}

// The condition with one thing wrong.
std::vector<Condition> mutants_of(const Program& program, const Condition& condition) {
  const Field& field = program.fields[condition.field];
  std::vector<Condition> mutants = {negated(condition)};
  const auto add = [&](const auto& change) {
    mutants.push_back(condition);
    change(mutants.back());
    if (mutants.back() == condition) mutants.pop_back();
  };
  add([](Condition& c) { c.when_missing = !c.when_missing; });
  if (field.type == InputType::category) {
    for (std::size_t i = 0; i < condition.categories.size(); ++i) {
      add([&](Condition& c) { c.categories.erase(c.categories.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
  } else {
    add([&](Condition& c) { c.threshold = next_up(field.type, c.threshold); });
    add([&](Condition& c) { c.threshold = next_down(field.type, c.threshold); });
    add([&](Condition& c) { c.threshold = 0; });
  }
  for (std::uint32_t other = 0; other < program.fields.size(); ++other) {
    if (program.fields[other].type == field.type && field.type != InputType::category) {
      add([&](Condition& c) { c.field = other; });
    }
  }
  for (std::size_t i = 0; i < condition.fallbacks.size(); ++i) {
    add([&](Condition& c) { c.fallbacks.erase(c.fallbacks.begin() + static_cast<std::ptrdiff_t>(i)); });
    add([&](Condition& c) { c.fallbacks[i] = negated(c.fallbacks[i]); });
    add([&](Condition& c) { c.fallbacks[i].threshold += 1; });
    if (i > 0) add([&](Condition& c) { std::swap(c.fallbacks[i - 1], c.fallbacks[i]); });
  }
  return mutants;
}

// A change that some boundary vector or random row sees is never proven to be none. Returns the mutants seen.
std::size_t expect_seen_mutants_unproven(const Model& model, const Lowered& lowered, Program LoweredTree::*which) {
  std::size_t seen = 0;
  Lowered mutant = lowered;
  Program& program = mutant.tree().*which;
  const auto check = [&](const std::string& change) {
    if (verify_lowered(model, mutant).passed()) return;
    ++seen;
    EXPECT_FALSE(prove_programs(model, mutant).proven) << change;
  };
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    Step& step = program.steps[i];
    const Step original = step;
    if (step.op == Op::answer) {
      step.value = step.value == 0 ? 1 : step.value - 1;
      if (program.answers != AnswerKind::value || step.value < program.values.size()) check("another answer");
      step = original;
    }
    if (step.op != Op::branch) continue;
    for (Condition& wrong : mutants_of(program, original.condition)) {
      step.condition = std::move(wrong);
      check("step " + std::to_string(i));
    }
    step = original;
    std::swap(step.yes, step.no);
    check("sides swapped");
    step = original;
  }
  return seen;
}

TEST_P(ProvenForEveryPolicy, MutantsThatVectorsSeeAreNotProven) {
  RandomEngine engine(9);
  std::size_t seen = 0;
  for (int i = 0; i < 24; ++i) {
    const Model model = draw(engine, i);
    const Lowered lowered = lower_for(model, i);
    if (lowered.tree().answers.steps.size() + lowered.tree().rules.steps.size() > 120) continue;
    seen += expect_seen_mutants_unproven(model, lowered, &LoweredTree::answers);
    seen += expect_seen_mutants_unproven(model, lowered, &LoweredTree::rules);
  }
  EXPECT_GT(seen, 500U);
}

INSTANTIATE_TEST_SUITE_P(Each, ProvenForEveryPolicy,
                         testing::Combine(testing::Values(Task::classification, Task::regression),
                                          testing::Values(MissingPolicy::refuse, MissingPolicy::majority,
                                                          MissingPolicy::learned, MissingPolicy::own_category,
                                                          MissingPolicy::surrogate)));

}  // namespace
}  // namespace espalier::program_proof_test
