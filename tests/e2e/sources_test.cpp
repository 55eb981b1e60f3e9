// Language::cpp_sources: header and source files answer as the model does, compile without a warning, and a change in
// any of them is noticed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "audit/verify.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "emit/emit.hpp"
#include "model/model_json.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::sources_test {

namespace {

struct Sources {
  std::vector<EmittedFile> files;
  EmitRecord record;
};

Sources sources_of(const Model& model, std::size_t parts, LowerOptions lower_options = {}) {
  validate(model, "the test's model");
  lower_options.pieces = std::max<std::size_t>(1, parts);
  const Lowered lowered = lower(model, lower_options);
  EmitOptions options;
  options.language = Language::cpp_sources;
  options.space = "subject_under_test";
  options.file_name = "subject.hpp";
  options.parts = parts;
  Sources sources{emit_files(model, lowered, options), {}};
  sources.record = emit_record(model, lowered, options);
  sources.record.parts = sources.files.size() - 1;
  return sources;
}

Verification verify(const Model& model, const Sources& sources, const std::string& compiler, const std::string& level) {
  VerifyOptions options;
  options.compiler = compiler;
  options.flags = {"-std=c++17", level};
  return verify_files(model, sources.files, sources.record, options);
}

// Every policy and task, three parts each, one compiler in turn.
TEST(Sources, OfRandomModelsAnswerAsTheInterpreterDoes) {
  constexpr std::uint64_t kModels = 12;
  std::size_t vectors = 0;
  for (std::uint64_t seed = 1; seed <= kModels; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Task task = seed % 3 == 0 ? Task::regression : Task::classification;
    const auto missing = static_cast<MissingPolicy>(seed % 6);
    const Model model = sample::random_model(engine, task, missing);
    LowerOptions options;
    options.goal = static_cast<Goal>(seed / 2 % 3);
    options.form = seed % 5 == 0 ? BodyForm::single_exit : BodyForm::early_return;
    const Sources sources = sources_of(model, 3, options);
    ASSERT_EQ(sources.files.size(), 4U);
    const Verification result = verify(model, sources, seed % 2 == 0 ? "g++" : second_compiler(), "-O0");
    EXPECT_TRUE(result.passed()) << result.failure << write_model(model);
    vectors += result.vectors;
  }
  EXPECT_GT(vectors, 1000U);
}

TEST(Sources, CompileWithoutAWarningInEveryStandard) {
  for (const Model& model : {sample::golf(), sample::fractional_golf(), sample::regression_sample()}) {
    const Sources sources = sources_of(model, 2);
    for (const std::string& compiler : {std::string("g++"), second_compiler()}) {
      for (const char* standard : {"c++11", "c++14", "c++17", "c++20"}) {
        const Workbench bench;
        std::vector<std::string> command = {compiler, "-fsyntax-only", "-Wmissing-declarations"};
        for (const std::string& flag : strict_flags(standard)) command.push_back(flag);
        for (const EmittedFile& file : sources.files) {
          bench.write(file.name, file.text);
          if (file.name != "subject.hpp") command.push_back(file.name);
        }
        EXPECT_TRUE(bench.run(command));
      }
    }
  }
}

// Several trees, in fewer parts than trees and in more: then trees are divided as well.
TEST(Sources, OfSeveralTreesAnswerAsTheInterpreterDoes) {
  int kind_number = 0;
  for (const sample::ForestKind& kind : sample::kForestKinds) {
    RandomEngine engine(331 + static_cast<std::uint64_t>(kind_number++));
    int made = 0;
    for (int round = 0; made < 4; ++round) {
      SCOPED_TRACE(fmt::format("kind {}, round {}", kind_number, round));
      const Model model =
          sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[round % 5]);
      if (model.sums.link == ScoreLink::exponential) continue;  // refused
      ++made;
      LowerOptions options;
      options.goal = static_cast<Goal>(round % 3);
      options.form = round % 4 == 3 ? BodyForm::single_exit : BodyForm::early_return;
      const std::size_t parts = round % 2 == 0 ? 2 : 9;
      const Sources sources = sources_of(model, parts, options);
      ASSERT_EQ(sources.files.size(), parts + 1);
      const std::string compiler = round % 2 == 0 ? "g++" : second_compiler();
      const Verification result = verify(model, sources, compiler, "-O0");
      ASSERT_TRUE(result.passed()) << result.failure << write_model(model);
      const Workbench bench;
      std::vector<std::string> command = {compiler, "-fsyntax-only", "-Wmissing-declarations"};
      for (const std::string& flag : strict_flags(round % 2 == 0 ? "c++11" : "c++20")) command.push_back(flag);
      for (const EmittedFile& file : sources.files) {
        bench.write(file.name, file.text);
        if (file.name != "subject.hpp") command.push_back(file.name);
      }
      ASSERT_TRUE(bench.run(command));
    }
  }
}

TEST(Sources, AChangeInAnyTreeIsCaught) {
  for (const Model& model : {sample::voting_forest(), sample::averaging_forest(), sample::number_forest()}) {
    const Sources sources = sources_of(model, 2);
    for (const auto& [from, to] :
         std::vector<std::pair<std::string, std::string>>{{" <= ", " < "},
                                                          {"tree_2(row)", "tree_1(row)"},
                                                          {"out[1]", "out[0]"},
                                                          {" items[] = {\n    ", " items[] = {\n    1 + "}}) {
      for (std::size_t part = 1; part < sources.files.size(); ++part) {
        Sources changed = sources;
        const std::size_t at = changed.files[part].text.find(from);
        if (at == std::string::npos) continue;
        changed.files[part].text.replace(at, from.size(), to);
        EXPECT_FALSE(verify(model, changed, "g++", "-O0").passed()) << from << " in part " << part;
      }
    }
  }
}

TEST(Sources, AChangeInAnyPartIsCaught) {
  const Model model = bushy_model(60, 5);
  const Sources sources = sources_of(model, 3);
  std::size_t mutants = 0;
  for (std::size_t part = 1; part < sources.files.size(); ++part) {
    const std::string& text = sources.files[part].text;
    // The first test and the last answer of a part, and a share if it has the tables.
    const auto mutated = [&](const std::string& from, const std::string& to, bool last) {
      const std::size_t at = last ? text.rfind(from) : text.find(from);
      if (at == std::string::npos) return;
      Sources changed = sources;
      changed.files[part].text.replace(at, from.size(), to);
      const Verification result = verify(model, changed, "g++", "-O0");
      EXPECT_TRUE(result.compiled) << result.failure;
      EXPECT_GT(result.mismatches, 0U) << from << " in part " << part;
      ++mutants;
    };
    mutated(" <= ", " < ", false);
    mutated(";  // rule ", " ^ 1;  // rule ", true);
    mutated("float share[] = {\n    1.0f,", "float share[] = {\n    0.5f,", false);
  }
  EXPECT_EQ(mutants, 3U + 3U + 1U);
}

TEST(Sources, AMissingPartDoesNotLink) {
  const Model model = bushy_model(60, 5);
  Sources sources = sources_of(model, 3);
  sources.files.erase(sources.files.begin() + 1);
  EXPECT_FALSE(verify(model, sources, "g++", "-O0").passed());
}

// As large as fits into a test: the parts are balanced, and every sampled vector agrees.
TEST(Sources, OfALargeTreeAgree) {
  const Model model = bushy_model(12'000, 7);
  const Sources sources = sources_of(model, 4);
  ASSERT_EQ(sources.files.size(), 5U);
  std::size_t smallest = SIZE_MAX;
  std::size_t largest = 0;
  for (std::size_t part = 1; part < sources.files.size(); ++part) {
    smallest = std::min(smallest, sources.files[part].text.size());
    largest = std::max(largest, sources.files[part].text.size());
  }
  EXPECT_LT(largest, 2 * smallest);
  const Verification result = verify(model, sources, "g++", "-O0");
  EXPECT_TRUE(result.passed()) << result.failure;
  EXPECT_EQ(result.unreachable_rules, 0U);
}

// Headers of many rules have one tree, too.
TEST(OneTree, OfManyRulesAnswersBoth) {
  const Model model = bushy_model(4'500, 3);
  const Emitted emitted = emit(model);
  EXPECT_NE(emitted.header.find("return static_cast<Label>(detail::leaf(row) & 3U);"), std::string::npos);
  EXPECT_EQ(emitted.header.find("detail::rule_"), std::string::npos);
  EXPECT_TRUE(verifies(model, emitted, "g++", "c++14"));
  EXPECT_TRUE(compiles_strictly(emitted, second_compiler(), "c++11"));
}

}  // namespace

}  // namespace espalier::e2e::sources_test
