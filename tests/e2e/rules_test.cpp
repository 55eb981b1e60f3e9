// Emitted rules, followed by two evaluators: Espalier's own and a script that knows nothing but docs/rules.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iterator>
#include <tuple>

#include "audit/boundary.hpp"
#include "audit/verify.hpp"
#include "e2e/workbench.hpp"
#include "emit/rules_json.hpp"
#include "model/interpret.hpp"
#include "model/json_text.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::rules_test {

namespace {

struct Rules {
  EmitRecord record;
  std::string text;
};

Rules rules_of(const Model& model) {
  LowerOptions lower_options;
  for (const Feature& feature : model.features) {
    if (feature.kind != FeatureKind::numeric) continue;
    lower_options.input_types.push_back(parse_input_type(feature.name + "=double"));
  }
  if (model.task == Task::regression) lower_options.value_type = ValueType::float64;
  EmitOptions options;
  options.language = Language::rules;
  const Lowered lowered = lower(model, lower_options);
  return {emit_record(model, lowered, options), emit_rules(model, lowered, options)};
}

void put_value(std::string& out, const Feature& feature, double value) {
  if (std::isnan(value)) {
    out += "null";
  } else if (feature.kind == FeatureKind::categorical) {
    put_string(out, value < 0 ? "no such value" : feature.categories[static_cast<std::size_t>(value)]);
  } else if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
  } else {
    put_number(out, value);
  }
}

struct Vectors {
  std::string rows;      // a JSON object per line
  std::string expected;  // what the script is to print
};

Vectors vectors_of(const Model& model, const Rules& rules) {
  Vectors vectors;
  const Interpreter interpreter(model);
  for_each_boundary_vector(model, rules.record.fields, [&](Row row) {
    const char* separator = "{";
    for (const Field& field : rules.record.fields) {
      const Feature& feature = model.features[field.feature];
      vectors.rows += std::exchange(separator, ", ");
      put_string(vectors.rows, feature.name);
      vectors.rows += ": ";
      put_value(vectors.rows, feature, row[field.feature]);
    }
    vectors.rows += rules.record.fields.empty() ? "{}\n" : "}\n";
    const Prediction expected = interpreter.predict(row);
    vectors.expected += model.task == Task::regression
                            ? fmt::format("{} {:016x}\n", expected.rule, std::bit_cast<std::uint64_t>(expected.value))
                            : fmt::format("{} {}\n", expected.rule, expected.label);
  });
  return vectors;
}

class RulesPolicies : public ::testing::TestWithParam<std::tuple<Task, MissingPolicy>> {
 protected:
  static Model model(std::uint64_t seed) {
    const auto [task, missing] = GetParam();
    RandomEngine engine(seed);
    for (;;) {
      Model drawn = sample::random_model(engine, task, missing);
      if (drawn.trees.front().nodes.size() >= 5) return drawn;
    }
  }
};

TEST_P(RulesPolicies, VerifyFollowsThem) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Model subject = model(seed);
    const Rules rules = rules_of(subject);
    const Verification result = verify_files(subject, {{"", rules.text}}, rules.record, {});
    ASSERT_TRUE(result.passed()) << "seed " << seed << ": "
                                 << describe_row(subject, rules.record.fields, result.first.front().row) << " expected "
                                 << result.first.front().expected << ", answered " << result.first.front().answered
                                 << "\n"
                                 << rules.text;
    ASSERT_GT(result.vectors, 0U);
  }
}

TEST_P(RulesPolicies, AScriptFollowsThem) {
  if (!installed("python3")) GTEST_SKIP() << "python3 is not installed";
  for (std::uint64_t seed = 101; seed <= 105; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const Rules rules = rules_of(subject);
    const Vectors vectors = vectors_of(subject, rules);
    const Workbench bench;
    bench.write("rules.json", rules.text);
    bench.write("rows.jsonl", vectors.rows);
    const ProcessResult ran = run_process(
        {"python3", std::string(ESPALIER_SOURCE_DIR) + "/tests/e2e/follow_rules.py", "rules.json", "rows.jsonl"},
        bench.path("."), std::chrono::seconds(120), std::size_t{1} << 26);
    ASSERT_EQ(ran.exit_code, 0) << ran.output.substr(0, 2000);
    ASSERT_EQ(ran.output, vectors.expected) << rules.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, RulesPolicies,
                         ::testing::Combine(::testing::Values(Task::classification, Task::regression),
                                            ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority,
                                                              MissingPolicy::learned, MissingPolicy::own_category,
                                                              MissingPolicy::surrogate, MissingPolicy::fractional)));

std::vector<std::string> replaced(const std::string& text, const std::string& from, const std::string& to) {
  std::vector<std::string> mutants;
  for (std::size_t at = text.find(from, text.find("\"rules\": [")); at != std::string::npos;
       at = text.find(from, at + 1)) {
    std::string mutant = text;
    mutants.push_back(mutant.replace(at, from.size(), to));
  }
  return mutants;
}

void expect_caught(const Model& model, const std::vector<std::pair<std::string, std::string>>& changes) {
  const Rules rules = rules_of(model);
  for (const auto& [from, to] : changes) {
    const std::vector<std::string> mutants = replaced(rules.text, from, to);
    EXPECT_FALSE(mutants.empty()) << from;
    for (const std::string& mutant : mutants) {
      bool passed = false;
      try {
        passed = verify_files(model, {{"", mutant}}, rules.record, {}).passed();
      } catch (const Diagnostic&) {  // no rules file any more: caught as well
      }
      EXPECT_FALSE(passed) << from << " -> " << to << "\n" << mutant;
    }
  }
}

TEST(RulesMutants, AreCaught) {
  expect_caught(sample::golf(), {{"\"op\": \"<=\"", "\"op\": \">\""},
                                 {"\"value\": 75", "\"value\": 75.00000000000001"},
                                 {"\"missing\": true", "\"missing\": false"},
                                 {"\"missing\": false", "\"missing\": true"},
                                 {"\"sunny\"", "\"rain\""},
                                 {"\"id\": 2", "\"id\": 3"},
                                 {"\"answer\": \"Play\"", "\"answer\": \"Don't Play\""},
                                 {"\"probabilities\": [1, 0]", "\"probabilities\": [0.5, 0.5]"}});
  expect_caught(sample::surrogate_golf(), {{"\"value\": 70", "\"value\": 70.00000000000001"},
                                           {"\"column\": \"temperature\"", "\"column\": \"humidity\""}});
  expect_caught(sample::fractional_golf(), {{"\"share\": 766958445", "\"share\": 766958446"},
                                            {"\"shares\": [2147483648, 0]", "\"shares\": [2147483647, 0]"}});
  expect_caught(sample::regression_sample(), {{"\"answer\": 10", "\"answer\": 10.000000000000002"}});
}

}  // namespace

}  // namespace espalier::e2e::rules_test
