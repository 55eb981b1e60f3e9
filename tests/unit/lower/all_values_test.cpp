// Contract 1 without exception: for types of up to 16 bits every stored number of a feature goes through the lowered
// program and through the interpreter; wider ones at every boundary.
#include <gtest/gtest.h>

#include "lower/pipeline.hpp"
#include "support/input_types.hpp"
#include "support/thresholds.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::all_values_test {
namespace {

using sample::hard_threshold;
using sample::number_types;
using sample::small_types;
using sample::type_named;

std::int64_t first_raw(const InputType& type) {
  return raw_of(type, lowest(type));
}
std::int64_t last_raw(const InputType& type) {
  return raw_of(type, highest(type));
}

TEST(AllValues, RawNumbersCountUpWithTheirValues) {
  for (const InputType& type : small_types()) {
    double before = -std::numeric_limits<double>::infinity();
    for (std::int64_t raw = first_raw(type); raw <= last_raw(type); ++raw) {
      const double value = value_at(type.scale(), raw);
      ASSERT_LT(before, value) << to_string(type) << ' ' << raw;
      ASSERT_EQ(raw_of(type, value), raw) << to_string(type);
      ASSERT_EQ(floor_to(type, value), value) << to_string(type);
      ASSERT_EQ(next_down(type, value), raw == first_raw(type) ? value : before) << to_string(type) << ' ' << raw;
      if (raw > first_raw(type)) {
        ASSERT_EQ(next_up(type, before), value) << to_string(type) << ' ' << raw;
      }
      before = value;
    }
  }
  EXPECT_EQ(last_raw(type_named("bool")), 1);
  EXPECT_EQ(last_raw(type_named("uq8.8")), 65535);
  EXPECT_EQ(first_raw(type_named("int16*0.01")), -32768);
}

// What emitted code compares: stored numbers.
TEST(AllValues, LoweredThresholdsDecideAlikeForStoredNumbers) {
  RandomEngine engine(11);
  for (const InputType& type : small_types()) {
    std::vector<double> values;
    for (std::int64_t raw = first_raw(type); raw <= last_raw(type); ++raw)
      values.push_back(value_at(type.scale(), raw));
    for (int i = 0; i < 60; ++i) {
      const double threshold = hard_threshold(type, engine);
      const double lowered = floor_to(type, threshold);
      const std::int64_t bound = raw_of(type, std::clamp(lowered, lowest(type) - 1, highest(type) + 1));
      const bool inside = lowered >= lowest(type) && lowered <= highest(type);
      std::int64_t raw = first_raw(type);
      for (const double value : values) {
        ASSERT_EQ(value <= threshold, value <= lowered) << to_string(type) << ' ' << raw << " at " << threshold;
        ASSERT_TRUE(!inside || (value <= threshold) == (raw <= bound))
            << to_string(type) << ' ' << raw << " at " << threshold;
        ++raw;
      }
    }
  }
}

// A tree of one feature with a dozen tests; missing values go either way.
Model tests_of(const InputType& type, RandomEngine& engine) {
  std::vector<Node> nodes = {sample::leaf({1, 0})};
  for (int i = 0; i < 12; ++i) {
    const auto at = static_cast<std::size_t>(uniform_below(engine, nodes.size()));
    if (!nodes[at].is_leaf()) continue;
    const auto next = static_cast<std::uint32_t>(nodes.size());
    nodes[at] = sample::at_most(0, hard_threshold(type, engine), {next, next + 1}, {1, 1});
    nodes[at].missing_child = static_cast<std::uint32_t>(uniform_below(engine, 2));
    for (int side = 0; side < 2; ++side) nodes.push_back(uniform_below(engine, 2) == 0 ? no() : yes());
  }
  Model model = over_x(std::move(nodes));
  model.features[0].minimum = model.features[0].maximum = 0;
  model.missing = uniform_below(engine, 2) == 0 ? MissingPolicy::refuse : MissingPolicy::majority;
  return model;
}

void expect_same_answers(const Interpreter& interpreter, const Lowered& lowered, double value) {
  const std::vector<double> row = {value};
  const Prediction expected = interpreter.predict(row);
  ASSERT_EQ(run(lowered.tree().answers, row), expected.label) << to_string(lowered.fields[0].type) << ' ' << value;
  ASSERT_EQ(run(lowered.tree().rules, row), expected.rule) << to_string(lowered.fields[0].type) << ' ' << value;
}

Lowered lowered_to(const Model& model, const InputType& type) {
  LowerOptions options;
  options.fields = FieldSelection::all;
  options.input_types = {{"x", type}};
  options.loss = TypeLoss::allowed;
  return lower(model, options);
}

TEST(AllValues, OfSmallTypesAreAnsweredAsTheInterpreterDoes) {
  RandomEngine engine(12);
  std::size_t sentinels = 0;
  for (const InputType& type : small_types()) {
    for (int i = 0; i < (highest(type) == 1 ? 200 : 4); ++i) {
      const Model model = tests_of(type, engine);
      const Interpreter interpreter(model);
      const Lowered lowered = lowered_to(model, type);
      const Field& field = lowered.fields.at(0);
      ASSERT_EQ(field.sentinel, model.missing == MissingPolicy::majority && type != InputType::boolean);
      for (double value = lowest_number(field);; value = next_up(type, value)) {
        expect_same_answers(interpreter, lowered, value);
        if (HasFatalFailure() || value == highest_number(field)) break;
      }
      if (field.sentinel) {
        expect_same_answers(interpreter, lowered, kMissing);
        ++sentinels;
      }
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(sentinels, small_types().size());
}

TEST(AllValues, OfWideTypesAreAnsweredAlikeAtEveryBoundary) {
  RandomEngine engine(13);
  for (const InputType& type : number_types()) {
    for (int i = 0; i < 100; ++i) {
      const Model model = tests_of(type, engine);
      const Interpreter interpreter(model);
      const Lowered lowered = lowered_to(model, type);
      const Field& field = lowered.fields.at(0);
      std::vector<double> values = {lowest_number(field), highest_number(field)};
      for (const Node& node : model.trees[0].nodes) {
        if (node.is_leaf()) continue;
        const double at = std::clamp(floor_to(type, node.threshold), lowest(type), highest(type));
        values.insert(values.end(), {at, next_up(type, at), next_down(type, at)});
      }
      if (field.sentinel) std::erase(values, missing_sentinel(type));
      if (can_be_missing(field)) values.push_back(kMissing);
      for (const double value : values) expect_same_answers(interpreter, lowered, value);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace espalier::all_values_test
