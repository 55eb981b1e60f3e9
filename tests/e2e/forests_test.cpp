// Models of several trees as C++ and C: compiled, they answer as the interpreter does; what is changed is found out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>

#include "audit/program_proof.hpp"
#include "audit/verify.hpp"
#include "e2e/c_workbench.hpp"
#include "e2e/workbench.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::forests_test {
namespace {

LowerOptions options_for(int round) {
  LowerOptions options;
  options.goal = static_cast<Goal>(round % 3);
  options.shape = Shape::branches;
  if (round % 4 == 3) options.form = BodyForm::single_exit;
  if (round % 5 == 4) options.value_type = ValueType::float64;
  return options;
}

// The header alone, twice in a unit, without a warning.
::testing::AssertionResult is_clean(const Emitted& emitted, bool cpp, int round) {
  const Workbench bench;
  const std::string name = cpp ? "unit.cpp" : "unit.c";
  bench.write(cpp ? "subject.hpp" : "subject.h", emitted.header);
  const std::string include = cpp ? "#include \"subject.hpp\"\n" : "#include \"subject.h\"\n";
  bench.write(name, include + include);
  std::vector<std::string> command = {cpp ? (round % 2 == 0 ? "g++" : second_compiler())
                                          : (round % 2 == 0 ? "gcc" : second_c_compiler())};
  const std::vector<std::string> flags =
      cpp ? strict_flags(round % 3 == 0 ? "c++11" : "c++17") : strict_c_flags(round % 3 == 0 ? "c99" : "c17");
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-fsyntax-only", bench.path(name)});
  return bench.run(command);
}

class Forests : public ::testing::TestWithParam<int> {};

TEST_P(Forests, AnswerAsTheInterpreterDoes) {
  const int kind_number = GetParam();
  const sample::ForestKind kind = sample::kForestKinds[kind_number];
  RandomEngine engine(31 + static_cast<std::uint64_t>(kind_number));
  int made = 0;
  for (int round = 0; made < 6; ++round) {
    SCOPED_TRACE(fmt::format("round {}", round));
    const Model model = sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[round % 5]);
    if (model.sums.link == ScoreLink::exponential) continue;  // refused
    ++made;
    const Emitted cpp = emit(model, options_for(round));
    ASSERT_TRUE(verifies(model, cpp, round % 2 == 0 ? "g++" : second_compiler(), round % 2 == 0 ? "c++17" : "c++11"));
    ASSERT_TRUE(is_clean(cpp, true, round));
    const Emitted c = emit_c(model, options_for(round));
    ASSERT_TRUE(verifies(model, c, round % 2 == 0 ? "gcc" : second_c_compiler(), "c99"));
    ASSERT_TRUE(is_clean(c, false, round));
  }
}

class CompiledForestTables : public ::testing::TestWithParam<int> {};

TEST_P(CompiledForestTables, AnswerAsTheInterpreterDoes) {
  const int kind_number = GetParam();
  const sample::ForestKind kind = sample::kForestKinds[kind_number];
  const std::string standards[] = {"c++11", "c++14", "c++20"};
  RandomEngine engine(131 + static_cast<std::uint64_t>(kind_number));
  int made = 0;
  for (int round = 0; made < 6; ++round) {
    SCOPED_TRACE(fmt::format("round {}", round));
    const Model model = sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[round % 5]);
    if (model.sums.link == ScoreLink::exponential) continue;  // refused
    LowerOptions options;
    options.goal = static_cast<Goal>(round % 3);
    options.shape = Shape::table;
    if (round % 5 == 4) options.value_type = ValueType::float64;
    const Emitted cpp = emit(model, options);
    if (!cpp.lowered.forest) continue;  // nothing to test
    ++made;
    ASSERT_TRUE(verifies(model, cpp, round % 2 == 0 ? "g++" : second_compiler(), standards[round % 3]));
    ASSERT_TRUE(is_clean(cpp, true, round));
  }
}

// Enough trees to look between them, in both shapes.
TEST(EarlyExits, AnswerAsAllTreesDo) {
  int made = 0;
  for (std::uint64_t seed = 1; made < 8; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Combination combinations[] = {Combination::vote, Combination::mean, Combination::sum};
    const Combination combination = combinations[seed % 3];
    Model model = sample::random_forest(engine, Task::classification, combination, MissingPolicy::majority);
    if (!obstacle_to_early_exit(model).empty()) continue;
    const std::vector<Tree> few = model.trees;
    while (model.trees.size() < 5 + 8 * seed) model.trees.push_back(few[model.trees.size() % few.size()]);
    LowerOptions options;
    options.early_exit = true;
    options.shape = made % 2 == 0 ? Shape::table : Shape::branches;
    options.goal = static_cast<Goal>(made % 3);
    const Emitted emitted = emit(model, options);
    ASSERT_NE(emitted.header.find("is_settled"), std::string::npos);
    ASSERT_TRUE(verify_lowered(model, emitted.lowered).passed());
    ASSERT_TRUE(prove_programs(model, emitted.lowered).proven);
    ASSERT_TRUE(verifies(model, emitted, made % 2 == 0 ? "g++" : second_compiler(), made < 4 ? "c++17" : "c++11"));
    ASSERT_TRUE(is_clean(emitted, true, made));
    ++made;
  }
}

// As a batch of one tree's rows and of many trees' steps: more trees than are walked at a time, and leaves at all
// depths.
TEST(ForestTables, OfManyUnevenTreesAnswerAsTheInterpreterDoes) {
  for (const auto& [trees, seed] : {std::pair{37, 5}, std::pair{16, 6}, std::pair{3, 7}}) {
    RandomEngine engine(static_cast<std::uint64_t>(seed));
    Model model = sample::random_forest(engine, Task::classification, Combination::vote, MissingPolicy::majority);
    const std::vector<Tree> few = model.trees;
    while (model.trees.size() < static_cast<std::size_t>(trees))
      model.trees.push_back(few[model.trees.size() % few.size()]);
    LowerOptions options;
    options.shape = Shape::table;
    const Emitted emitted = emit(model, options);
    ASSERT_TRUE(emitted.lowered.forest);
    EXPECT_TRUE(verifies(model, emitted, "g++"));
    EXPECT_TRUE(verifies(model, emitted, second_compiler()));
  }
}

std::string kind_name(const ::testing::TestParamInfo<int>& tested) {
  const sample::ForestKind kind = sample::kForestKinds[tested.param];
  const char* const combinations[] = {"Single", "Vote", "Mean", "Sum"};
  return std::string(kind.task == Task::regression ? "Numbers" : "Classes") +
         combinations[static_cast<std::size_t>(kind.combination)];
}

INSTANTIATE_TEST_SUITE_P(Each, CompiledForestTables, ::testing::Range(0, 5), kind_name);
INSTANTIATE_TEST_SUITE_P(Each, Forests, ::testing::Range(0, 5), kind_name);

// Every way to get a sum, a rule or a verdict wrong that a change of one word makes.
struct Change {
  const char* what;
  const char* pattern;
  const char* replacement;
};

std::string changed_once(const std::string& header, const Change& change) {
  return std::regex_replace(header, std::regex(change.pattern), change.replacement,
                            std::regex_constants::format_first_only);
}

void expect_all_found(const Model& model, const Emitted& emitted, const std::vector<Change>& changes,
                      const std::string& compiler) {
  for (const Change& change : changes) {
    Emitted mutant = emitted;
    mutant.header = changed_once(emitted.header, change);
    ASSERT_NE(mutant.header, emitted.header) << change.what;
    VerifyOptions options;
    options.compiler = compiler;
    const Verification verification = verify_files(model, {{"subject", mutant.header}}, mutant.record, options);
    EXPECT_FALSE(verification.passed()) << change.what;
  }
}

TEST(ForestMutants, OfSharesAreFound) {
  const Model model = sample::averaging_forest();
  const std::vector<Change> changes = {{"a share one unit off", "\\+= 40000U", "+= 40001U"},
                                       {"a share in another place", "sums\\[1\\] \\+= 40000U", "sums[2] += 40000U"},
                                       {"a rule", "return 2;", "return 1;"},
                                       {"ties to the last", "sums\\[i\\] > sums\\[best\\]", "sums[i] >= sums[best]"},
                                       {"a threshold", "row(\\.|->)x <= 10", "row$1x <= 11"},
                                       {"the divisor", "/ 196608.0f", "/ 196607.0f"},
                                       {"a base", "out\\[1\\] = 0U", "out[1] = 1U"}};
  expect_all_found(model, emit(model), changes, "g++");
  expect_all_found(model, emit_c(model), changes, "gcc");
}

TEST(ForestMutants, OfNumbersAreFound) {
  const Model model = sample::number_forest();
  const std::vector<Change> changes = {
      {"a value one unit off", "\\+= 1600;", "+= 1601;"},
      {"the number of trees", "/ 3\\.0f", "/ 2.9999998f"},
      {"the unit", "0\\.0625f", "0.0625001f"},
      {"a tree left out", "(detail::|detail_)add_2\\(row, out\\);", "$1add_1(row, out);"}};
  expect_all_found(model, emit(model), changes, "g++");
}

TEST(ForestMutants, OfVotesAndScoresAreFound) {
  expect_all_found(sample::voting_forest(), emit(sample::voting_forest()),
                   {{"another vote", "\\+\\+sums\\[2\\]", "++sums[1]"},
                    {"ties to the last", "sums\\[i\\] > sums\\[best\\]", "sums[i] >= sums[best]"}},
                   "g++");
  expect_all_found(
      sample::boosted_pair(), emit(sample::boosted_pair()),
      {{"zero is above zero", "sums\\[0\\] > 0 \\?", "sums[0] >= 0 ?"}, {"a base", "out\\[0\\] = -8", "out[0] = -7"}},
      "g++");
}

Emitted as_table(const Model& model) {
  LowerOptions options;
  options.shape = Shape::table;
  return emit(model, options);
}

TEST(ForestMutants, OfTablesAreFound) {
  expect_all_found(sample::averaging_forest(), as_table(sample::averaging_forest()),
                   {{"a share one unit off", "40000U", "40001U"},
                    {"a base", "sums\\[1\\] = 0U", "sums[1] = 1U"},
                    {"a key", "keys\\[1\\] = ", "keys[1] = 1 + "},
                    {"the key of leaves", "= -[0-9L]+ - 1;", "= 2147483647;"},
                    {"another tree of a batch", "tables::starts\\[tree\\];", "tables::starts[0];"},
                    {"another row of a batch", "rows\\(done \\+ i\\), keys", "rows(done), keys"},
                    {"the keys of other lanes", "keys \\+ first \\* key_count", "keys"},
                    {"the sums of other lanes", "sums\\[first \\+ i\\]\\)", "sums[i])"},
                    {"a rule", "out\\[tree\\] = static_cast<RuleId>\\(", "out[tree] = static_cast<RuleId>(1 + "},
                    {"ties to the last", "sums\\[i\\] > sums\\[best\\]", "sums[i] >= sums[best]"}},
                   "g++");
  expect_all_found(sample::voting_forest(), as_table(sample::voting_forest()),
                   {{"another vote", "\\+\\+sums\\[", "++sums[0 * "}}, "g++");
  expect_all_found(sample::boosted_labels(), as_table(sample::boosted_labels()),
                   {{"another output", "stored\\(tables::outputs \\+ tree\\)", "stored(tables::outputs)"}}, "g++");
}

TEST(ForestMutants, OfEarlyExitsAreFound) {
  Model model = sample::voting_forest();
  const std::vector<Tree> three = model.trees;
  while (model.trees.size() < 21) model.trees.push_back(three[model.trees.size() % 3]);
  LowerOptions options;
  options.early_exit = true;
  for (const Shape shape : {Shape::branches, Shape::table}) {
    options.shape = shape;
    std::vector<Change> changes = {{"settled too early", "return false;", "return true;"},
                                   {"a lead is a swing", "lead < swing", "swing < lead"}};
    if (shape == Shape::branches) {
      changes.push_back({"a tree left out", "detail::add_1\\(row, sums\\);", "detail::add_2(row, sums);"});
    } else {
      changes.push_back({"a row in the place of another", "place\\[i\\] = place\\[open\\];", ""});
      changes.push_back({"the keys of the wrong row", "keys\\[i \\* key_count \\+ k\\] = ", "keys[k] = "});
      changes.push_back(
          {"a tree twice", "settle\\(keys \\+ i \\* key_count, tree,", "settle(keys + i * key_count, 0,"});
    }
    expect_all_found(model, emit(model, options), changes, "g++");
  }
}

}  // namespace
}  // namespace espalier::e2e::forests_test
