// The boundary vectors as a test suite: every change of one test of a lowered program is either seen by a vector or
// changes nothing at all.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "audit/boundary.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/tree_maker.hpp"
#include "lower/pipeline.hpp"
#include "model/interpret.hpp"

namespace espalier::e2e {

namespace {

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

// Looks for a row that tells the two programs apart.
std::optional<std::vector<double>> difference(const Model& model, const Program& one, const Program& other,
                                              RandomEngine& engine) {
  for (int i = 0; i < 20000; ++i) {
    std::vector<double> row = random_edge_row(model, one.fields, engine);
    if (run(one, row) != run(other, row)) return row;
  }
  return std::nullopt;
}

TEST(ProgramMutants, AreSeenByTheBoundaryVectors) {
  std::size_t mutants = 0;
  std::size_t equivalent = 0;
  std::size_t missed[2] = {0, 0};
  for (std::uint64_t seed = 1; seed <= (getenv("BUSHY") ? 60 : 150); ++seed) {
    RandomEngine engine(seed);
    const Model model = getenv("BUSHY") ? bushy_model(seed * 4, seed) : random_edge_model(engine);
    const Lowered lowered = lower(model, {});
    const Rows rows = boundary_rows(model, lowered.fields);
    for (const Program& original : {lowered.labels, lowered.rules}) {
      for (std::size_t at = 0; at < original.steps.size(); ++at) {
        if (original.steps[at].op != Op::branch) continue;
        for (const Condition& condition : mutants_of(original, original.steps[at].condition)) {
          Program mutant = original;
          mutant.steps[at].condition = condition;
          ++mutants;
          if (seen_by(rows, mutant)) continue;
          const auto row = difference(model, original, mutant, engine);
          if (!row) {
            ++equivalent;
            continue;
          }
          fmt::print("seed {} step {} {} cmp {} t {} fld {} -> cmp {} t {} fld {} miss {}->{}  cats {}\n{}\n", seed, at,
                     original.answers == AnswerKind::label ? "label" : "rule",
                     (int)original.steps[at].condition.compare, original.steps[at].condition.threshold,
                     original.steps[at].condition.field, (int)condition.compare, condition.threshold, condition.field,
                     original.steps[at].condition.when_missing, condition.when_missing, condition.categories.size(),
                     fmt::join(*row, " "));
          ++missed[original.answers == AnswerKind::label ? 0 : 1];
        }
      }
    }
  }
  fmt::print("{} mutants, {} equivalent, {} missed in labels, {} in rules\n", mutants, equivalent, missed[0],
             missed[1]);
  EXPECT_EQ(missed[0] + missed[1], 0U);
}

}  // namespace

}  // namespace espalier::e2e
