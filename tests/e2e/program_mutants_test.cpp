// The boundary vectors as a test suite: every change of one test of a lowered program is either seen by a vector or
// changes nothing at all. What is seen is never proven to be right.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "audit/boundary.hpp"
#include "audit/program_proof.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/tree_maker.hpp"
#include "lower/pipeline.hpp"
#include "lower/program.hpp"
#include "model/interpret.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::program_mutants_test {

namespace {

std::vector<Condition> mutants_of(const Program& program, const Condition& condition);

// With one fallback wrong, or left out, or two of them in the wrong order.
void append_fallback_mutants(const Program& program, const Condition& condition, std::vector<Condition>& mutants) {
  for (std::size_t i = 0; i < condition.fallbacks.size(); ++i) {
    for (Condition& wrong : mutants_of(program, condition.fallbacks[i])) {
      if (wrong.when_missing) continue;  // is not asked of a fallback
      mutants.push_back(condition);
      mutants.back().fallbacks[i] = std::move(wrong);
    }
    mutants.push_back(condition);
    mutants.back().fallbacks.erase(mutants.back().fallbacks.begin() + static_cast<std::ptrdiff_t>(i));
    if (i == 0) continue;
    mutants.push_back(condition);
    std::swap(mutants.back().fallbacks[i - 1], mutants.back().fallbacks[i]);
  }
}

// The condition with one thing wrong, in every way that applies.
std::vector<Condition> mutants_of(const Program& program, const Condition& condition) {
  const Field& field = program.fields[condition.field];
  std::vector<Condition> mutants = {negated(condition)};
  const auto add = [&](auto change) {
    Condition mutant = condition;
    change(mutant);
    if (mutant != condition) mutants.push_back(std::move(mutant));
  };
  if (can_be_missing(field)) add([](Condition& c) { c.when_missing = !c.when_missing; });
  if (field.type == InputType::category) {
    for (std::size_t i = 0; i < condition.categories.size(); ++i) {
      add([&](Condition& c) { c.categories.erase(c.categories.begin() + static_cast<std::ptrdiff_t>(i)); });
    }
  } else {
    add([&](Condition& c) { c.threshold = next_up(field.type, c.threshold); });
    add([&](Condition& c) { c.threshold = next_down(field.type, c.threshold); });
  }
  for (std::uint32_t other = 0; other < program.fields.size(); ++other) {
    if (program.fields[other].type == field.type && field.type != InputType::category) {
      add([&](Condition& c) { c.field = other; });
    }
  }
  append_fallback_mutants(program, condition, mutants);
  return mutants;
}

struct Rows {
  std::vector<std::vector<double>> rows;
  std::vector<Prediction> expected;
};

Rows boundary_rows(const Model& model, const std::vector<Field>& fields) {
  Rows result;
  const Interpreter interpreter(model);
  for_each_boundary_vector(model, fields, [&](Row row) {
    result.rows.emplace_back(row.begin(), row.end());
    result.expected.push_back(interpreter.predict(row));
  });
  return result;
}

bool seen_by(const Rows& rows, const Program& program) {
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const std::uint32_t answer = run(program, rows.rows[i]);
    const Prediction& expected = rows.expected[i];
    if (answer != (program.answers == AnswerKind::label ? expected.label : expected.rule)) return true;
  }
  return false;
}

// Looks for a row that tells the two programs apart. Both are constant between neighbouring thresholds, so that a
// difference shows on a threshold or next to one, where these rows stand; a mutant without any is equivalent.
bool differ(const Model& model, const Program& one, const Program& other, RandomEngine& engine) {
  for (int i = 0; i < 4000; ++i) {
    const std::vector<double> row = random_edge_row(model, one.fields, engine);
    if (run(one, row) != run(other, row)) return true;
  }
  return false;
}

// The program in the place of the one that answers with the same.
bool is_proven(const Model& model, Lowered lowered, const Program& program) {
  (program.answers == AnswerKind::rule ? lowered.tree().rules : lowered.tree().answers) = program;
  return prove_programs(model, lowered).proven;
}

struct Tally {
  std::size_t mutants = 0;
  std::size_t equivalent = 0;
};

void expect_all_seen(const Model& model, RandomEngine& engine, Tally& tally, const LowerOptions& options = {}) {
  const Lowered lowered = lower(model, options);
  const Rows rows = boundary_rows(model, lowered.fields);
  EXPECT_TRUE(prove_programs(model, lowered).proven);
  for (const Program& original : {lowered.tree().answers, lowered.tree().rules}) {
    Program mutant = original;
    for (Step& step : mutant.steps) {
      if (step.op != Op::branch) continue;
      const Condition right = step.condition;
      for (Condition& wrong : mutants_of(original, right)) {
        ++tally.mutants;
        const std::string change =
            describe_condition(original, model, right) + " became " + describe_condition(original, model, wrong);
        step.condition = std::move(wrong);
        if (seen_by(rows, mutant)) {
          EXPECT_FALSE(is_proven(model, lowered, mutant)) << change;
          continue;
        }
        ++tally.equivalent;
        EXPECT_FALSE(differ(model, original, mutant, engine)) << change;
      }
      step.condition = right;
    }
  }
}

TEST(ProgramMutants, OfEdgeModelsAreSeenByTheBoundaryVectors) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Model model = random_edge_model(engine);
    expect_all_seen(model, engine, tally);
  }
  fmt::print("{} mutants, {} of them equivalent\n", tally.mutants, tally.equivalent);
  EXPECT_GT(tally.mutants - tally.equivalent, 3000U);
}

// Inputs of every type, steps, fixed point and bool among them: one step up or down is seen.
TEST(ProgramMutants, OfAnyInputTypesAreSeenByTheBoundaryVectors) {
  Tally tally;
  for (std::uint64_t seed = 101; seed <= 160; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Model model = random_edge_model(engine);
    LowerOptions options;
    options.input_types = random_input_types(model, engine);
    options.loss = TypeLoss::allowed;
    expect_all_seen(model, engine, tally, options);
  }
  fmt::print("{} mutants, {} of them equivalent\n", tally.mutants, tally.equivalent);
  EXPECT_GT(tally.mutants - tally.equivalent, 1000U);
}

// Surrogates: whatever is wrong with one of them, some vector lets it decide.
TEST(ProgramMutants, OfSurrogatesAreSeenByTheBoundaryVectors) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    expect_all_seen(sample::random_model(engine, Task::classification, MissingPolicy::surrogate), engine, tally);
  }
  fmt::print("{} mutants, {} of them equivalent\n", tally.mutants, tally.equivalent);
  EXPECT_GT(tally.mutants - tally.equivalent, 1000U);
}

// Many floats, of which each path tests a few: the vectors must tell the others apart from them, too.
TEST(ProgramMutants, OfBushyTreesAreSeenByTheBoundaryVectors) {
  Tally tally;
  for (std::uint64_t seed = 40; seed <= 60; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    expect_all_seen(bushy_model(2 * seed, seed), engine, tally);
  }
  fmt::print("{} mutants, {} of them equivalent\n", tally.mutants, tally.equivalent);
  EXPECT_GT(tally.mutants - tally.equivalent, 10'000U);
}

}  // namespace

}  // namespace espalier::e2e::program_mutants_test
