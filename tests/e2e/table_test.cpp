// Trees in the shape of tables: every kind of model, compiled by both compilers in every standard, answers as the
// interpreter does, and a table in which one number is wrong is found out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>

#include "audit/verify.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/mutate.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "model/interpret.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::table_test {

namespace {

LowerOptions as_table(std::vector<InputTypeOverride> input_types = {}) {
  LowerOptions options;
  options.shape = Shape::table;
  options.input_types = std::move(input_types);
  options.loss = TypeLoss::allowed;  // exactness does not depend on what the types lose
  return options;
}

TEST(Tables, AnswerAsTheInterpreterDoes) {
  std::size_t tables = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Model model = random_edge_model(engine);
    const Lowered lowered = lower(model, as_table(random_input_types(model, engine)));
    tables += lowered.tree().tables ? 1 : 0;
    ASSERT_TRUE(verify_lowered(model, lowered).passed());
    const Interpreter interpreter(model);
    for (int i = 0; i < 50; ++i) {
      const std::vector<double> row = random_edge_row(model, lowered.fields, engine);
      const Prediction expected = interpreter.predict(row);
      const Answer given = answer(lowered, row);
      ASSERT_EQ(given.label, expected.label) << describe_row(model, lowered.fields, row);
      ASSERT_EQ(given.rule, expected.rule) << describe_row(model, lowered.fields, row);
    }
  }
  EXPECT_GT(tables, 150U);  // types may leave nothing to test
}

class CompiledTables : public ::testing::TestWithParam<MissingPolicy> {};

TEST_P(CompiledTables, AnswerAsTheInterpreterDoes) {
  const std::string standards[] = {"c++11", "c++14", "c++20"};
  std::uint64_t made = 0;
  for (std::uint64_t seed = 1; made < 4; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Task task = made % 2 == 0 ? Task::classification : Task::regression;
    const Model model = sample::random_model(engine, task, GetParam());
    if (model.trees.front().nodes.size() < 9) continue;
    const Emitted emitted = emit(model, as_table(random_input_types(model, engine)));
    if (!emitted.lowered.tree().tables) continue;
    const std::string compiler = made < 2 ? "g++" : second_compiler();
    ASSERT_TRUE(verifies(model, emitted, compiler, standards[made % 3]));
    ASSERT_TRUE(compiles_strictly(emitted, compiler, standards[(made + 1) % 3]));
    ++made;
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, CompiledTables,
                         ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::own_category,
                                           MissingPolicy::surrogate, MissingPolicy::fractional));

// Rows that are read by their place, of each type that can be.
TEST(Tables, ReadRowsOfOneTypeByTheirPlace) {
  for (const InputType type : {InputType::uint8, InputType::int32, InputType::float32, InputType::float64}) {
    Model model;
    model.target = "state";
    model.labels = {"idle", "busy", "faulty"};
    model.features = {whole_feature("a", 0, 100), whole_feature("b", 0, 100), whole_feature("c", 0, 100)};
    TreeMaker maker(3);
    maker.less_equal(0, 2, 50.5, 1);
    maker.less_equal(1, 0, 20.5, 1);
    maker.less_equal(2, 1, 30.5, 1);
    maker.counts(3, {9, 0, 0});
    maker.counts(4, {0, 9, 0});
    maker.counts(5, {0, 0, 9});
    maker.counts(6, {9, 1, 0});
    model.trees = {maker.take()};
    const Emitted emitted = emit(model, as_table({{"a", type}, {"b", type}, {"c", type}}));
    ASSERT_TRUE(emitted.lowered.tree().tables && emitted.lowered.tree().tables->uniform);
    EXPECT_NE(emitted.header.find("placed(input)"), std::string::npos);
    EXPECT_TRUE(verifies(model, emitted, "g++", "c++11"));
    EXPECT_TRUE(verifies(model, emitted, second_compiler(), "c++20"));
  }
}

// Floats, a sentinel and categories; siblings answer differently, missing values go both ways.
Model mixed_model() {
  Model model;
  model.target = "state";
  model.labels = {"idle", "busy", "faulty"};
  model.features = {real_feature("current"), whole_feature("count", -1000, 1000),
                    category_feature("phase", {"start", "run", "stop", "halt"})};
  model.missing = MissingPolicy::majority;
  TreeMaker maker(3);
  maker.less_equal(0, 0, 2.45, 1);  // 1, 2
  maker.less_equal(1, 1, -7.5, 0);  // 3, 4
  maker.member(2, 2, {1}, 1);       // 5, 6
  maker.less_equal(4, 0, -0.1, 1);  // 7, 8
  maker.less_equal(6, 1, 99.5, 1);  // 9, 10
  const std::vector<std::uint32_t> leaves = {3, 7, 8, 5, 9, 10};
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    std::vector<double> counts(3, 1);
    counts[i % 3] = 20;
    maker.counts(leaves[i], counts);
  }
  model.trees = {maker.take()};
  return model;
}

// The numbers between the braces of an array, each changed by `change`.
std::vector<Mutant> changed_numbers(const std::string& header, const std::string& array, long long change) {
  const std::size_t begin = header.find("_t " + array + "[");
  const std::size_t open = header.find("{\n", begin);
  const std::size_t end = header.find("};\n", begin);
  std::vector<Mutant> mutants;
  const std::string text = header.substr(open, end - open);
  const std::regex number("(-?[0-9]+),");
  for (std::sregex_iterator match(text.begin(), text.end(), number), last; match != last; ++match) {
    const std::string becomes = fmt::format("{}", std::stoll((*match)[1]) + change);
    std::string mutated = header;
    mutated.replace(open + static_cast<std::size_t>(match->position(1)), static_cast<std::size_t>(match->length(1)),
                    becomes);
    mutants.push_back({fmt::format("{}: {} becomes {}", array, (*match)[1].str(), becomes), mutated});
  }
  return mutants;
}

// The two targets of each test, exchanged.
std::vector<Mutant> swapped_targets(const std::string& header, const std::string& array) {
  const std::size_t begin = header.find("{\n", header.find("_t " + array + "[")) + 2;
  const std::string text = header.substr(begin, header.find("};\n", begin) - begin);
  std::vector<Mutant> mutants;
  const std::regex pair("([0-9]+), *([0-9]+),");
  for (std::sregex_iterator match(text.begin(), text.end(), pair), last; match != last; ++match) {
    std::string mutated = header;
    mutated.replace(begin + static_cast<std::size_t>(match->position()), static_cast<std::size_t>(match->length()),
                    fmt::format("{}, {},", (*match)[2].str(), (*match)[1].str()));
    mutants.push_back({fmt::format("{}: {} exchanged", array, match->str()), mutated});
  }
  return mutants;
}

// The last answer of the table becomes another one.
std::vector<Mutant> wrong_answers_of(const std::string& header, const std::string& array, std::size_t tests) {
  std::vector<Mutant> wrong;
  for (const Mutant& mutant : changed_numbers(header, array, 1)) {
    const long long number = std::stoll(mutant.what.substr(mutant.what.find(": ") + 2));
    if (number >= static_cast<long long>(tests)) wrong.push_back(mutant);
  }
  return wrong;
}

void expect_caught(const std::vector<Mutant>& mutants, std::size_t at_least) {
  const Model model = mixed_model();
  const Emitted emitted = emit(model, as_table({{"current", InputType::float32}}));
  EXPECT_GE(mutants.size(), at_least);
  VerifyOptions verify;
  verify.compiler = "g++";
  for (const Mutant& mutant : mutants) {
    const Verification result = verify_files(model, {{"", mutant.header}}, emitted.record, verify);
    EXPECT_FALSE(result.passed()) << "survived: " << mutant.what;
    EXPECT_TRUE(result.compiled) << mutant.what << "\n" << result.failure;
  }
}

class TableMutants : public ::testing::Test {
 protected:
  const Emitted emitted = emit(mixed_model(), as_table({{"current", InputType::float32}}));
  const std::string header = without_witnesses(emitted.header);
};

TEST_F(TableMutants, WithThresholdsOffByOneAreCaught) {
  expect_caught(changed_numbers(header, "thresholds", 1), 6);
  expect_caught(changed_numbers(header, "thresholds", -1), 6);
}

TEST_F(TableMutants, WithSwappedTargetsAreCaught) {
  expect_caught(swapped_targets(header, "next"), 6);
  expect_caught(swapped_targets(header, "rule_next"), 6);
}

TEST_F(TableMutants, WithWrongAnswersAreCaught) {
  const std::size_t tests = emitted.lowered.tree().tables->answers.tests.size();
  expect_caught(wrong_answers_of(header, "next", tests), 6);
  expect_caught(wrong_answers_of(header, "rule_next", tests), 6);
}

TEST_F(TableMutants, WithWrongKeysAreCaught) {
  std::vector<Mutant> mutants;
  for (const auto& [from, to] : {std::pair{"2147483647", "-2147483647"}, std::pair{"row.current", "1.0f"},
                                 std::pair{"static_cast<int32_t>(row.phase)", "0"}}) {
    const std::size_t at = header.find(from, header.find("struct Keys"));
    ASSERT_NE(at, std::string::npos) << from;
    std::string mutated = header;
    mutated.replace(at, std::string_view(from).size(), to);
    mutants.push_back({from, mutated});
  }
  expect_caught(mutants, 3);
}

// Batches that walk over nodes, beside branches and tables alike: answered in windows of rows by both compilers.
LowerOptions with_batch_nodes(std::uint64_t made) {
  LowerOptions options = as_table();
  options.shape = made % 2 == 0 ? Shape::branches : Shape::table;
  options.goal = static_cast<Goal>(made % 3);
  options.batches = BatchForm::nodes;
  return options;
}

class CompiledBatchNodes : public ::testing::TestWithParam<MissingPolicy> {};

TEST_P(CompiledBatchNodes, AnswerAsTheInterpreterDoes) {
  const std::string standards[] = {"c++11", "c++14", "c++20"};
  std::uint64_t made = 0;
  for (std::uint64_t seed = 1; made < 6; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Task task = seed % 2 == 0 ? Task::classification : Task::regression;
    const Model model = sample::random_model(engine, task, GetParam());
    LowerOptions options = with_batch_nodes(made);
    options.input_types = random_input_types(model, engine);
    const Emitted emitted = emit(model, options);
    if (!emitted.lowered.tree().batches) continue;
    const std::string compiler = made < 3 ? "g++" : second_compiler();
    ASSERT_TRUE(verifies(model, emitted, compiler, standards[made % 3]));
    ASSERT_TRUE(compiles_strictly(emitted, compiler, standards[(made + 1) % 3]));
    ++made;
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, CompiledBatchNodes,
                         ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::own_category,
                                           MissingPolicy::surrogate));

TEST(BatchNodeMutants, AreCaughtByAnsweringInBatches) {
  LowerOptions options = with_batch_nodes(0);
  options.input_types = {{"current", InputType::float32}};
  const Model model = mixed_model();
  const Emitted emitted = emit(model, options);
  ASSERT_TRUE(emitted.lowered.tree().batches);
  const std::size_t begin = emitted.header.find("BatchNode nodes[");
  const std::size_t open = emitted.header.find("{\n", begin) + 2;
  const std::string text = emitted.header.substr(open, emitted.header.find("\n};", open) - open);
  VerifyOptions verify;
  verify.compiler = "g++";
  std::size_t mutants = 0;
  const std::regex node("\\{(-?[0-9]+), ");  // the threshold, or the label of a leaf
  for (std::sregex_iterator match(text.begin(), text.end(), node), last; match != last; ++match) {
    const std::string becomes = fmt::format("{{{}, ", std::stoll((*match)[1]) + 1);
    std::string mutated = emitted.header;
    mutated.replace(open + static_cast<std::size_t>(match->position()), static_cast<std::size_t>(match->length()),
                    becomes);
    const Verification result = verify_files(model, {{"", mutated}}, emitted.record, verify);
    EXPECT_TRUE(result.compiled) << match->str() << "\n" << result.failure;
    EXPECT_FALSE(result.passed()) << "survived: " << match->str();
    ++mutants;
  }
  EXPECT_EQ(mutants, emitted.lowered.tree().batches->tree.nodes.size());
}

// The nodes are constants that only batches name.
TEST(BatchNodes, CostNothingWherePredictAloneIsCalled) {
  const Emitted emitted = emit(mixed_model(), with_batch_nodes(0));
  ASSERT_TRUE(emitted.lowered.tree().batches);
  const Workbench bench;
  bench.write("subject.hpp", emitted.header);
  const auto symbols = [&](const std::string& call, const std::string& level) {
    bench.write("unit.cpp", "#include \"subject.hpp\"\n" + call);
    EXPECT_TRUE(bench.run({"g++", "-std=c++17", level, "-c", bench.path("unit.cpp"), "-o", bench.path("unit.o")}));
    return bench.try_run({"nm", "-C", bench.path("unit.o")}).output;
  };
  const std::string one =
      "namespace s = subject_under_test;\ns::Label f(const s::Input& row) { return s::predict(row); }\n";
  const std::string many =
      "namespace s = subject_under_test;\n"
      "void f(const s::Input* rows, s::Label* out) { s::predict_batch(rows, 100, out); }\n";
  EXPECT_EQ(symbols(one, "-O2").find("Batches"), std::string::npos);
  EXPECT_NE(symbols(many, "-O2").find("Batches"), std::string::npos);
  EXPECT_EQ(symbols(many, "-Os").find("Batches"), std::string::npos);
}

}  // namespace

}  // namespace espalier::e2e::table_test
