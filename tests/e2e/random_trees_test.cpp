// Contract 1 on trees nobody would train: whatever the tree and the input types, the program and the compiled header
// answer as the interpreter does.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>

#include "audit/verify.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/workbench.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"

namespace espalier::e2e::random_trees_test {

namespace {

LowerOptions random_lower_options(const Model& model, RandomEngine& engine) {
  LowerOptions options;
  options.fields = uniform_below(engine, 2) == 0 ? FieldSelection::used : FieldSelection::all;
  options.goal = static_cast<Goal>(uniform_below(engine, 3));
  options.input_types = random_input_types(model, engine);
  options.loss = TypeLoss::allowed;  // exactness does not depend on what the types lose
  return options;
}

TEST(RandomTrees, TheProgramAnswersAsTheInterpreterDoes) {
  constexpr std::uint64_t kModels = 1500;
  constexpr int kRows = 200;
  std::size_t vectors = 0;
  for (std::uint64_t seed = 1; seed <= kModels; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Model model = random_edge_model(engine);
    validate(model, "random");
    const Lowered lowered = lower(model, random_lower_options(model, engine));
    const Verification result = verify_lowered(model, lowered);
    vectors += result.vectors;
    ASSERT_TRUE(result.passed()) << describe_row(model, lowered.fields, result.first.front().row) << "\n"
                                 << write_model(model);
    // Rows that the boundary vectors do not have: on several edges at once.
    const Interpreter interpreter(model);
    for (int i = 0; i < kRows; ++i) {
      const std::vector<double> row = random_edge_row(model, lowered.fields, engine);
      const Prediction expected = interpreter.predict(row);
      ASSERT_EQ(run(lowered.tree().answers, row), expected.label) << describe_row(model, lowered.fields, row);
      ASSERT_EQ(run(lowered.tree().rules, row), expected.rule) << describe_row(model, lowered.fields, row);
    }
  }
  EXPECT_GT(vectors, 100 * kModels);
  RecordProperty("vectors", std::to_string(vectors));
}

// Each test of the suite takes a share of the seeds, so that they run side by side.
class CompiledRandomTrees : public ::testing::TestWithParam<std::uint64_t> {};

constexpr std::uint64_t kModelsPerShare = 8;

TEST_P(CompiledRandomTrees, TheHeaderAnswersAsTheInterpreterDoes) {
  for (std::uint64_t i = 0; i < kModelsPerShare; ++i) {
    const std::uint64_t seed = 10'000 + GetParam() * kModelsPerShare + i;
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(seed);
    const Model model = random_edge_model(engine);
    const Emitted emitted = emit(model, random_lower_options(model, engine));
    const std::string compiler = i % 2 == 0 ? "g++" : second_compiler();
    ASSERT_TRUE(verifies(model, emitted, compiler));
    ASSERT_TRUE(compiles_strictly(emitted, compiler, i % 4 < 2 ? "c++11" : "c++20"));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CompiledRandomTrees, ::testing::Range<std::uint64_t>(0, 8));

}  // namespace

}  // namespace espalier::e2e::random_trees_test
