// From random CSV text to compiled code: what the learner makes of data goes through the compiler unchanged.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "audit/verify.hpp"
#include "data/dataset.hpp"
#include "e2e/workbench.hpp"
#include "learn/learn.hpp"
#include "model/interpret.hpp"
#include "support/random.hpp"

namespace espalier::e2e::trained_trees_test {

namespace {

// Numbers that crowd together, whole ones, categories; some cells missing. The class depends on them, with noise.
std::string random_csv(RandomEngine& engine, bool with_missing) {
  std::string csv = "ratio,fine,count,kind,size,answer\n";
  const std::uint64_t rows = 20 + uniform_below(engine, 150);
  for (std::uint64_t i = 0; i < rows; ++i) {
    const double ratio = std::round(1000 * uniform_unit(engine)) / 100;
    const double fine = 1 + static_cast<double>(uniform_below(engine, 40)) * 0x1p-26;  // float cannot tell these apart
    const auto count = static_cast<int>(uniform_below(engine, 2000)) - 1000;
    const std::uint64_t kind = uniform_below(engine, 5);
    const std::uint64_t noise = uniform_below(engine, 8);
    const std::uint64_t answer = (ratio > 4 ? 1 : 0) + (count > 17 && kind < 2 ? 1 : 0) + (noise == 0 ? 1 : 0);
    const auto cell = [&](const std::string& text) {
      return with_missing && uniform_below(engine, 12) == 0 ? std::string() : text;
    };
    csv += fmt::format("{},{},{},{},{},class {}\n", cell(fmt::format("{}", ratio)), cell(fmt::format("{:.17g}", fine)),
                       cell(std::to_string(count)), cell(fmt::format("kind {}", kind)),
                       cell(fine > 1 + 0x1p-22 ? "large" : "small"), answer);
  }
  return csv;
}

struct Trained {
  Dataset data;
  Model model;
};

Trained train(std::uint64_t seed) {
  RandomEngine engine(seed);
  const bool with_missing = seed % 3 == 0;
  const auto algorithm = seed % 2 == 0 ? Algorithm::c45 : Algorithm::cart;
  LearnOptions options{preset(algorithm), {}};
  if (with_missing) options.grow.missing = MissingPolicy::majority;
  options.prune.method = seed % 5 == 0 ? PruneMethod::pessimistic : PruneMethod::none;
  Warnings warnings;
  Table table = parse_table("random.csv", random_csv(engine, with_missing), {}, warnings);
  Dataset data = take_dataset(table, infer_schema(table, {}, warnings), {.target = "answer"}, warnings);
  Model model = learn(data, options, warnings).model;
  return {std::move(data), std::move(model)};
}

// The value as the field holds it.
double stored(const Field& field, double value) {
  return field.type == InputType::float32 ? static_cast<double>(static_cast<float>(value)) : value;
}

TEST(TrainedTrees, TheProgramAnswersAsTheInterpreterDoes) {
  std::size_t doubles = 0;
  std::size_t floats = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Trained trained = train(seed);
    const Lowered lowered = lower(trained.model, {});
    const Verification result = verify_lowered(trained.model, lowered);
    ASSERT_TRUE(result.passed());
    for (const Field& field : lowered.fields) {
      doubles += field.type == InputType::float64 ? 1 : 0;
      floats += field.type == InputType::float32 ? 1 : 0;
    }
    // Every training row keeps its answer when its numbers are stored in the fields' types.
    const Interpreter interpreter(trained.model);
    for (std::size_t i = 0; i < trained.data.rows(); ++i) {
      std::vector<double> row;
      for (const FeatureColumn& column : trained.data.features) row.push_back(column.values[i]);
      const Prediction expected = interpreter.predict(row);
      for (const Field& field : lowered.fields) row[field.feature] = stored(field, row[field.feature]);
      ASSERT_EQ(run(lowered.tree().rules, row), expected.rule) << "row " << i;
    }
  }
  EXPECT_GT(doubles, 20U);
  EXPECT_GT(floats, 20U);
}

TEST(TrainedTrees, TheHeaderAnswersAsTheInterpreterDoes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Trained trained = train(seed);
    const Emitted emitted = emit(trained.model);
    const std::string compiler = seed % 4 < 2 ? "g++" : second_compiler();
    ASSERT_TRUE(verifies(trained.model, emitted, compiler));
    ASSERT_TRUE(compiles_strictly(emitted, compiler, seed % 2 == 0 ? "c++14" : "c++17"));
  }
}

}  // namespace

}  // namespace espalier::e2e::trained_trees_test
