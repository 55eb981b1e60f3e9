// Modules in Rust: random models of both tasks under every missing policy answer as the interpreter does; names of any
// kind compile; and verify catches tampering. All of it is skipped where there is no rustc.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <regex>
#include <tuple>

#include "audit/selftest.hpp"
#include "audit/verify.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/hostile_names.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "emit/rust_module.hpp"
#include "model/model_json.hpp"
#include "support/files.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::rust_test {
namespace {

// The system's, which is older than what users have; empty if there is none.
const std::string& rustc() {
  static const std::string kRustc = installed("/usr/bin/rustc") ? "/usr/bin/rustc" : installed("rustc") ? "rustc" : "";
  return kRustc;
}

Emitted emit_rust(const Model& model, LowerOptions options = {}) {
  validate(model, "the test's model");
  options.switches = false;
  Emitted emitted;
  emitted.lowered = lower(model, options);
  EmitOptions emit_options;
  emit_options.language = Language::rust;
  emit_options.space = "subject_under_test";
  emitted.header = emit_rust_module(model, emitted.lowered, emit_options);
  emitted.record = emit_record(model, emitted.lowered, emit_options);
  return emitted;
}

// As a library without the standard one, with warnings as errors.
::testing::AssertionResult compiles_strictly_as_rust(const Emitted& emitted, const std::string& edition) {
  const Workbench bench;
  bench.write("subject.rs", emitted.header);
  bench.write("user.rs", "#![no_std]\n#![forbid(unsafe_code)]\npub mod subject;\n");
  return bench.run({rustc(), "--edition=" + edition, "-Dwarnings", "--crate-type=rlib", "--emit=metadata", "user.rs",
                    "-o", "user.rmeta"});
}

Verification verify_rust(const Model& model, const Emitted& emitted, const std::string& module) {
  VerifyOptions options;
  options.compiler = rustc();
  options.flags = {"--edition=2018", "-Coverflow-checks=on"};
  return verify_files(model, {{"", module}}, emitted.record, options);
}

::testing::AssertionResult verifies_as_rust(const Model& model, const Emitted& emitted) {
  const Verification result = verify_rust(model, emitted, emitted.header);
  if (result.passed() && result.vectors > 0) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure()
                 << fmt::format("{} of {} vectors differ; texts {}\n{}\n", result.mismatches, result.vectors,
                                result.texts_agree ? "agree" : "differ", result.failure);
  for (const Mismatch& mismatch : result.first) {
    failure << describe_row(model, emitted.record.fields, mismatch.row) << ": expected " << mismatch.expected
            << ", got " << mismatch.answered << "\n";
  }
  return failure << emitted.header;
}

::testing::AssertionResult rust_selftest_passes(const Model& model, const Emitted& emitted) {
  const Workbench bench;
  bench.write("subject.rs", emitted.header);
  bench.write("selftest.rs",
              emit_selftest(model, emitted.lowered, emitted.record.space, "subject.rs", Language::rust).source);
  const auto built = bench.run({rustc(), "--edition=2021", "-Dwarnings", "selftest.rs", "-o", "selftest"});
  return built ? bench.run({"./selftest"}) : built;
}

std::string name_of(Task task, MissingPolicy missing) {
  const std::string policy[] = {"Refuse", "Majority", "Learned", "OwnCategory", "Surrogate", "Fractional"};
  return (task == Task::regression ? "Regression" : "Classification") + policy[static_cast<std::size_t>(missing)];
}

class RustForests : public ::testing::TestWithParam<int> {};

TEST_P(RustForests, AnswerAsTheInterpreterDoes) {
  if (rustc().empty()) GTEST_SKIP() << "rustc is not installed";
  const sample::ForestKind kind = sample::kForestKinds[GetParam()];
  RandomEngine engine(231 + static_cast<std::uint64_t>(GetParam()));
  int made = 0;
  for (int round = 0; made < 5; ++round) {
    SCOPED_TRACE(fmt::format("round {}", round));
    const Model model = sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[round % 5]);
    if (model.sums.link == ScoreLink::exponential) continue;  // refused
    ++made;
    LowerOptions options;
    options.goal = static_cast<Goal>(round % 3);
    options.shape = Shape::branches;
    if (round % 5 == 4) options.value_type = ValueType::float64;
    const Emitted emitted = emit_rust(model, options);
    ASSERT_TRUE(verifies_as_rust(model, emitted));
    ASSERT_TRUE(compiles_strictly_as_rust(emitted, round % 2 == 0 ? "2018" : "2021"));
    ASSERT_TRUE(rust_selftest_passes(model, emitted));
  }
}

INSTANTIATE_TEST_SUITE_P(Each, RustForests, ::testing::Range(0, static_cast<int>(std::size(sample::kForestKinds))));

// The verdict is asked about sums that rows need not come to: ties, and one unit from a tie.
TEST(RustForests, WithAnotherVerdictAreFoundOut) {
  if (rustc().empty()) GTEST_SKIP() << "rustc is not installed";
  const Model model = sample::voting_forest();
  const Emitted emitted = emit_rust(model);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"if *sum > largest", "if *sum >= largest"},
                                                        {"add_2(row, &mut sums);", ""},
                                                        {"rule_2(row),", "rule_1(row),"}}) {
    std::string changed = emitted.header;
    const std::size_t at = changed.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    changed.replace(at, from.size(), to);
    EXPECT_FALSE(verify_rust(model, emitted, changed).passed()) << from;
  }
}

class RustPolicies : public ::testing::TestWithParam<std::tuple<Task, MissingPolicy>> {
 protected:
  void SetUp() override {
    if (rustc().empty()) GTEST_SKIP() << "rustc is not installed";
  }
  // Large enough to be worth a compiler; every other one has whole numbers around the ends of the small types.
  static Model model(std::uint64_t seed) {
    const auto [task, missing] = GetParam();
    RandomEngine engine(seed);
    for (;;) {
      Model drawn = sample::random_model(engine, task, missing);
      if (drawn.trees.front().nodes.size() < 9) continue;
      return seed % 2 == 0 ? sample::with_small_whole_numbers(std::move(drawn), engine) : drawn;
    }
  }
  static LowerOptions options(const Model& model, std::uint64_t seed) {
    RandomEngine engine(seed);
    LowerOptions options;
    options.input_types = random_input_types(model, engine);
    options.loss = TypeLoss::allowed;  // exactness does not depend on what the types lose
    options.goal = seed % 3 == 0 ? Goal::speed : Goal::readable;
    return options;
  }
};

TEST_P(RustPolicies, ModulesAnswerAsTheInterpreterDoes) {
  for (std::uint64_t seed = 51; seed <= 54; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const Emitted emitted = emit_rust(subject, options(subject, seed));
    ASSERT_TRUE(compiles_strictly_as_rust(emitted, seed % 2 == 0 ? "2018" : "2021"));
    ASSERT_TRUE(verifies_as_rust(subject, emitted));
  }
}

TEST_P(RustPolicies, TheSelftestPasses) {
  const Model subject = model(61);
  EXPECT_TRUE(rust_selftest_passes(subject, emit_rust(subject, options(subject, 3))));
}

INSTANTIATE_TEST_SUITE_P(Each, RustPolicies,
                         ::testing::Combine(::testing::Values(Task::classification, Task::regression),
                                            ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority,
                                                              MissingPolicy::learned, MissingPolicy::own_category,
                                                              MissingPolicy::surrogate, MissingPolicy::fractional)),
                         [](const auto& which) { return name_of(std::get<0>(which.param), std::get<1>(which.param)); });

class Rust : public ::testing::Test {
 protected:
  void SetUp() override {
    if (rustc().empty()) GTEST_SKIP() << "rustc is not installed";
  }
};

// Trees nobody would train, on the edges of every type.
TEST_F(Rust, RandomTreesAnswerAsTheInterpreterDoes) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(30'000 + seed);
    const Model model = random_edge_model(engine);
    LowerOptions options;
    options.input_types = random_input_types(model, engine);
    options.loss = TypeLoss::allowed;
    const Emitted emitted = emit_rust(model, options);
    ASSERT_TRUE(compiles_strictly_as_rust(emitted, "2018"));
    ASSERT_TRUE(verifies_as_rust(model, emitted));
  }
}

TEST_F(Rust, DeepTreesAreCutIntoFunctions) {
  const Emitted emitted = emit_rust(chain_model(2'000, ChainShape::zigzag));
  EXPECT_GE(emitted.lowered.tree().answers.functions.size(), 2U);
  EXPECT_TRUE(compiles_strictly_as_rust(emitted, "2021"));
}

// The hostile names, and those that are hostile in Rust alone.
Naming rust_naming() {
  Naming naming = hostile_naming();
  for (auto* names : {&naming.columns, &naming.categories, &naming.labels}) {
    for (const char* name : {"Self",    "self",    "crate", "super",  "fn",          "match",       "async", "dyn",
                             "r#type",  "ALL",     "a l l", "Option", "Some",        "None",        "Vec",   "str",
                             "u8",      "f32",     "Blend", "Rule",   "MISSING_I32", "from_text",   "core",  "b'",
                             "'static", "\\u{41}", "///",   "//!",    "#![x]",       "macro_rules!"}) {
      names->emplace_back(name);
    }
  }
  return naming;
}

TEST_F(Rust, HostileNamesCompileWithoutWarningsAndVerify) {
  const Model model = model_named(rust_naming());
  const Emitted emitted = emit_rust(model);
  EXPECT_TRUE(compiles_strictly_as_rust(emitted, "2018"));
  EXPECT_TRUE(compiles_strictly_as_rust(emitted, "2021"));
  EXPECT_TRUE(verifies_as_rust(model, emitted));
}

using Rewrite = std::function<std::string(const std::smatch&)>;

// Every match behind the input structure becomes something else, one at a time.
void expect_mutants_caught(const Model& model, const std::string& pattern, const Rewrite& rewrite,
                           std::size_t at_least) {
  const Emitted emitted = emit_rust(model);
  const std::size_t begin = emitted.header.find("\n}\n", emitted.header.find("pub struct Input {"));
  const std::string text = emitted.header.substr(begin);
  const std::regex regex(pattern);
  std::size_t mutants = 0;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match, ++mutants) {
    std::string mutant = emitted.header;
    mutant.replace(begin + static_cast<std::size_t>(match->position(1)), match->str(1).size(), rewrite(*match));
    const Verification result = verify_rust(model, emitted, mutant);
    EXPECT_TRUE(result.compiled) << match->str() << "\n" << result.failure;
    EXPECT_FALSE(result.passed()) << match->str() << " survived";
  }
  EXPECT_GE(mutants, at_least) << pattern;
}

std::string one_more(const std::smatch& match) {
  return std::to_string(std::stoul(match.str(1)) + 1);
}

TEST_F(Rust, MutantsOfTestsAndAnswersAreCaught) {
  const Model model = sample::golf();
  expect_mutants_caught(model, R"(row\.humidity <= (\d+))", one_more, 2);
  expect_mutants_caught(
      model, R"(row\.outlook (==) )", [](const auto&) { return "!="; }, 4);
  expect_mutants_caught(
      model, R"(return (\d+);)", [](const auto& match) { return std::to_string(std::stoi(match.str(1)) % 5 + 1); }, 5);
}

TEST_F(Rust, MutantsOfTextsAndOtherWaysAreCaught) {
  const Model model = sample::golf();
  expect_mutants_caught(
      model, R"re(=> ("[^"\n]+"),)re", [](const auto&) { return "\"other\""; }, 8);
  expect_mutants_caught(
      model, R"(out\[\d\] = (\d\.\d+);)", [](const auto&) { return "0.25"; }, 2);
  expect_mutants_caught(
      model, R"(\*answer = predict\((row)\))", [](const auto&) { return "&rows[0]"; }, 1);
  expect_mutants_caught(
      model, R"((own) - runner_up)", [](const auto&) { return "runner_up"; }, 1);
}

TEST_F(Rust, MutantsOfBlendsAreCaught) {
  const std::string path = std::string(ESPALIER_SOURCE_DIR) + "/tests/golden/fractional/fractional.json";
  const Model model = read_model(read_file(path), path);
  expect_mutants_caught(model, R"(, (\d{4,})\))", one_more, 4);
  expect_mutants_caught(
      model, R"(shares\[(\d)\] \+=)", [](const auto& match) { return match.str(1) == "0" ? "1" : "0"; }, 3);
}

}  // namespace
}  // namespace espalier::e2e::rust_test
