// Contract 1 in compiled code, value by value: every stored number of 8- and 16-bit inputs goes through the header.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "model/interpret.hpp"
#include "support/input_types.hpp"
#include "support/thresholds.hpp"

namespace espalier::e2e::all_values_test {
namespace {

struct Subject {
  std::string space;
  Emitted emitted;
  std::string answers;  // a byte per stored number from the lowest: the rule that the interpreter says
};

// A tree of one feature with about a dozen tests; missing values go either way.
Model tests_of(const InputType& type, MissingPolicy missing, RandomEngine& engine) {
  Model model;
  model.target = "answer";
  model.labels = {"no", "yes"};
  model.features = {real_feature("x")};
  model.features[0].minimum = model.features[0].maximum = 0;
  model.missing = missing;
  TreeMaker maker(2);
  for (int i = 0; i < 24; ++i) {
    const auto leaf = static_cast<std::uint32_t>(uniform_below(engine, maker.size()));
    if (!maker.is_leaf(leaf)) continue;
    maker.less_equal(leaf, 0, sample::hard_threshold(type, engine),
                     static_cast<std::uint32_t>(uniform_below(engine, 2)));
  }
  for (std::uint32_t i = 0; i < maker.size(); ++i)
    maker.answers(i, static_cast<std::uint32_t>(uniform_below(engine, 2)));
  model.trees = {maker.take()};
  return model;
}

std::string expected_rules(const Model& model, const Field& field) {
  const Interpreter interpreter(model);
  std::string rules;
  const InputType& type = field.type;
  for (std::int64_t raw = raw_of(type, lowest(type)); raw <= raw_of(type, highest(type)); ++raw) {
    const double value = value_at(type.scale(), raw);
    const bool missing = field.sentinel && value == missing_sentinel(type);
    rules.push_back(static_cast<char>(interpreter.predict(std::vector<double>{missing ? kMissing : value}).rule));
  }
  return rules;
}

Subject subject_of(const InputType& type, std::size_t number, RandomEngine& engine) {
  Subject subject;
  subject.space = fmt::format("subject_{}", number);
  const Model model = tests_of(type, number % 2 == 0 ? MissingPolicy::refuse : MissingPolicy::majority, engine);
  LowerOptions options;
  options.fields = FieldSelection::all;
  options.input_types = {{"x", type}};
  options.loss = TypeLoss::allowed;
  subject.emitted = emit(model, options, subject.space);
  subject.answers = expected_rules(model, subject.emitted.lowered.fields.at(0));
  return subject;
}

// Compares the rule of each stored number with the file that has the expected ones.
std::string checking_function(const Subject& subject) {
  const Field& field = subject.emitted.lowered.fields.at(0);
  return fmt::format(R"(
static long check_{0}() {{
  FILE* file = fopen("{0}.rules", "rb");
  if (file == nullptr) return -1;
  long wrong = 0;
  for (long raw = {1}; raw <= {2}; ++raw) {{
    {0}::Input row = {{}};
    row.x = static_cast<decltype(row.x)>(raw);
    const int expected = fgetc(file);
    if (static_cast<int>({0}::predict_rule(row)) != expected) ++wrong;
  }}
  if (fgetc(file) != EOF) ++wrong;
  fclose(file);
  if (wrong != 0) printf("{0} ({3}): %ld wrong\n", wrong);
  return wrong;
}}
)",
                     subject.space, raw_of(field.type, lowest(field.type)), raw_of(field.type, highest(field.type)),
                     to_string(field.type));
}

TEST(AllValues, OfSmallTypesAreAnsweredByTheHeaderAsTheInterpreterDoes) {
  RandomEngine engine(21);
  const Workbench bench;
  std::string program = "#include <stdio.h>\n";
  std::string functions;
  std::string sum = "0";
  std::size_t number = 0;
  std::size_t values = 0;
  for (const InputType& type : sample::small_types()) {
    for (int policy = 0; policy < 2; ++policy) {
      const Subject subject = subject_of(type, number++, engine);
      bench.write(subject.space + ".hpp", subject.emitted.header);
      bench.write(subject.space + ".rules", subject.answers);
      program += fmt::format("#include \"{}.hpp\"\n", subject.space);
      functions += checking_function(subject);
      sum += fmt::format(" + check_{}()", subject.space);
      values += subject.answers.size();
    }
  }
  bench.write("check.cpp", program + functions + "int main() { return (" + sum + ") == 0 ? 0 : 1; }\n");
  ASSERT_TRUE(bench.run(
      {"g++", "-std=c++14", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Werror", "check.cpp", "-o", "check"}));
  EXPECT_TRUE(bench.run({"./check"}));
  EXPECT_EQ(values, 2 * (2 + 9 * 256 + 12 * 65'536U));
}

}  // namespace
}  // namespace espalier::e2e::all_values_test
