// Contract 1 for lowering: after every pass the program answers as the interpreter does, for every kind of model and
// every choice of field types, on the rows where lowering goes wrong if it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "lower/witness.hpp"
#include "support/input_types.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::lowering_property_test {
namespace {

// Any type for any number: exactness does not depend on whether the type separates the training values.
std::vector<Field> random_fields(const Model& model, RandomEngine& engine) {
  std::vector<Field> fields = choose_fields(model, FieldSelection::all, {});
  for (Field& field : fields) {
    if (field.type == InputType::category) continue;
    field = sample::any_field(field.feature, sample::any_number_type(engine), engine);
  }
  return fields;
}

std::vector<Field> all_double(const Model& model) {
  std::vector<Field> fields = choose_fields(model, FieldSelection::all, {});
  for (Field& field : fields) {
    if (field.type != InputType::category) field = {field.feature, InputType::float64, false, ""};
  }
  return fields;
}

// For each field the values that matter: each threshold of its column with its neighbours in the field's type, the ends
// of the type, both zeros; every category, unknown and missing.
std::vector<double> values_of(const Model& model, const Field& field) {
  if (field.type == InputType::category) {
    std::vector<double> values = {kUnknownCategory, kMissing};
    for (std::size_t c = 0; c < model.features[field.feature].categories.size(); ++c)
      values.push_back(static_cast<double>(c));
    return values;
  }
  std::vector<double> values = {lowest(field.type), highest(field.type), 0.0};
  if (is_floating(field.type)) values.push_back(-0.0);
  const auto add = [&](double threshold) {
    const double at = std::clamp(floor_to(field.type, threshold), lowest(field.type), highest(field.type));
    values.insert(values.end(), {at, next_up(field.type, at), next_down(field.type, at)});
  };
  for (const CutPoint& cut : model.features[field.feature].cuts) add(cut.threshold);
  for (const Node& node : model.trees[0].nodes) {
    if (node.test == TestKind::less_equal && node.feature == field.feature) add(node.threshold);
    for (const Surrogate& surrogate : node.surrogates) {
      if (surrogate.feature == field.feature) add(surrogate.threshold);
    }
  }
  if (field.sentinel) std::erase(values, missing_sentinel(field.type));
  if (can_be_missing(field)) values.push_back(kMissing);
  return values;
}

// Each witness with one value after the other replaced, and random combinations.
std::vector<std::vector<double>> rows_of(const Model& model, const std::vector<Field>& fields, RandomEngine& engine) {
  std::vector<std::vector<double>> candidates;
  for (const Field& field : fields) candidates.push_back(values_of(model, field));
  std::vector<std::vector<double>> rows;
  for_each_witness(model, only_tree(model), fields, [&](const Witness& witness, const PathDomains&) {
    rows.push_back(witness.row);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      for (const double value : candidates[i]) {
        rows.push_back(witness.row);
        rows.back()[fields[i].feature] = value;
      }
    }
  });
  for (int n = 0; n < 50; ++n) {
    std::vector<double> row(model.features.size(), 0.0);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      row[fields[i].feature] = candidates[i][uniform_below(engine, candidates[i].size())];
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

class LoweringProperty : public testing::Test {
 protected:
  void check(const Model& model, const std::vector<Field>& fields, RandomEngine& engine) {
    const auto rows = rows_of(model, fields, engine);
    const Interpreter interpreter(model);
    std::vector<Prediction> expected;
    for (const auto& row : rows) expected.push_back(interpreter.predict(row));

    std::set<std::uint32_t> reachable;
    for_each_witness(model, only_tree(model), fields,
                     [&](const Witness& w, const PathDomains&) { reachable.insert(w.rule); });
    rules_reached_ += reachable.size();
    for (const Prediction& answer : expected) {
      ASSERT_TRUE(reachable.contains(answer.rule) || model.missing == MissingPolicy::surrogate)
          << "rule " << answer.rule << " was said to be out of reach";
      if (reachable.insert(answer.rule).second) ++rules_overlooked_;
    }

    const AnswerKind kind = model.task == Task::regression ? AnswerKind::value : AnswerKind::label;
    const ValueType type = choose_value_type(model, std::nullopt).type;
    for (const AnswerKind answers : {kind, AnswerKind::rule}) {
      const auto compare = [&](const char* pass, const Program& program, Promises promises) {
        verify_program(program, pass, promises);
        for (std::size_t r = 0; r < rows.size(); ++r) {
          const std::uint32_t answer = run(program, rows[r]);
          const bool same = answers == AnswerKind::value
                                ? same_bits(program.values[answer], rounded(type, expected[r].value))
                                : answer == (answers == AnswerKind::label ? expected[r].label : expected[r].rule);
          ASSERT_TRUE(same) << "after " << pass << " for row " << testing::PrintToString(rows[r]) << " of\n"
                            << dump(program, model);
        }
        rows_checked_ += rows.size();
      };
      const Program build = build_program(model, model.trees[0], answers, fields, type);
      compare("build", build, {});
      const Program folded = fold(build);
      compare("fold", folded, {});
      const Program narrow_program = narrow(folded);
      compare("narrow", narrow_program, {.narrowed = true});
      for (const Goal goal : {Goal::readable, Goal::speed}) {
        Program prepared = narrow_program;
        if (goal == Goal::speed) {
          prepared = share(prepared);
          compare("share", prepared, {.narrowed = true});
          prepared = select(prepared);
          compare("select", prepared, {.narrowed = true});
        }
        const Program ordered = order(prepared, goal);
        compare("order", ordered, {.narrowed = true});
        const Program outlined = outline(ordered);
        compare("outline", outlined, {.narrowed = true, .outlined = true});
        compare("flatten", flatten(outlined), {.narrowed = true, .outlined = true, .flattened = true});
      }
    }
  }

  void check_all_choices(const Model& model, RandomEngine& engine) {
    check(model, choose_fields(model, FieldSelection::used, {}), engine);
    check(model, all_double(model), engine);
    for (int i = 0; i < 3 && !HasFatalFailure(); ++i) check(model, random_fields(model, engine), engine);
  }

  std::size_t rows_checked_ = 0;
  std::size_t rules_reached_ = 0;     // by a witness
  std::size_t rules_overlooked_ = 0;  // by none, although rows do
};

TEST_F(LoweringProperty, HoldsForModelsOfAnyDoubles) {
  RandomEngine engine(1);
  for (int i = 0; i < 200 && !HasFatalFailure(); ++i) check_all_choices(sample::random_model(engine), engine);
  EXPECT_GT(rows_checked_, 500'000U);
}

TEST_F(LoweringProperty, HoldsForModelsAroundTheEndsOfSmallTypes) {
  RandomEngine engine(2);
  for (int i = 0; i < 200 && !HasFatalFailure(); ++i) {
    check_all_choices(sample::with_small_whole_numbers(sample::random_model(engine), engine), engine);
  }
  EXPECT_GT(rows_checked_, 500'000U);
}

// Fractional models are more than their tree: lower/blend_test.cpp and the tests of verify_lowered() have them.
TEST_F(LoweringProperty, HoldsForBothTasksAndEveryPolicy) {
  RandomEngine engine(4);
  for (const Task task : {Task::classification, Task::regression}) {
    for (const MissingPolicy missing : {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::learned,
                                        MissingPolicy::own_category, MissingPolicy::surrogate}) {
      for (int i = 0; i < 60 && !HasFatalFailure(); ++i) {
        Model model = sample::random_model(engine, task, missing);
        if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
        check_all_choices(model, engine);
      }
    }
  }
  EXPECT_GT(rows_checked_, 1'000'000U);
  // Only surrogates can hide the way to a rule, and seldom do.
  EXPECT_LT(100 * rules_overlooked_, rules_reached_);
  RecordProperty("overlooked", std::to_string(rules_overlooked_));
}

TEST_F(LoweringProperty, HoldsForDecisionLists) {
  RandomEngine engine(5);
  for (const MissingPolicy missing : {MissingPolicy::refuse, MissingPolicy::own_category}) {
    for (int i = 0; i < 150 && !HasFatalFailure(); ++i) {
      Model model = sample::random_list(engine, missing);
      if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
      check_all_choices(model, engine);
    }
  }
  EXPECT_GT(rows_checked_, 500'000U);
  EXPECT_EQ(rules_overlooked_, 0U);  // whether a row can come to a rule is tried out
}

TEST_F(LoweringProperty, HoldsForThresholdsThatFallTogetherAsFloats) {
  // Thresholds a few double steps apart around a float: most of them become the same float.
  RandomEngine engine(3);
  for (int i = 0; i < 100 && !HasFatalFailure(); ++i) {
    Model model = sample::random_model(engine);
    for (Node& node : model.trees[0].nodes) {
      node.gap.reset();
      node.threshold = 1 + (static_cast<double>(uniform_below(engine, 9)) - 4) * 0x1p-25;
    }
    check_all_choices(model, engine);
  }
  EXPECT_GT(rows_checked_, 200'000U);
}

}  // namespace
}  // namespace espalier::lowering_property_test
