// Models of several trees as C++ and C: compiled, they answer as the interpreter does; what is changed is found out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>

#include "audit/verify.hpp"
#include "e2e/c_workbench.hpp"
#include "e2e/workbench.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::forests_test {
namespace {

LowerOptions options_for(int round) {
  LowerOptions options;
  options.goal = static_cast<Goal>(round % 3);
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

std::string kind_name(const ::testing::TestParamInfo<int>& tested) {
  const sample::ForestKind kind = sample::kForestKinds[tested.param];
  const char* const combinations[] = {"Single", "Vote", "Mean", "Sum"};
  return std::string(kind.task == Task::regression ? "Numbers" : "Classes") +
         combinations[static_cast<std::size_t>(kind.combination)];
}

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

}  // namespace
}  // namespace espalier::e2e::forests_test
