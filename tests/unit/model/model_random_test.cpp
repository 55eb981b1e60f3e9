// Seeded random models and random damage: a text is either refused or a model that can be used.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::model_random_test {
namespace {

void use(const Model& model, RandomEngine& engine) {
  const Interpreter interpreter(model);
  for (int i = 0; i < 20; ++i) {
    const Prediction prediction = interpreter.predict(sample::random_row(model, engine));
    ASSERT_TRUE(model.task == Task::regression || prediction.label < model.labels.size());
    ASSERT_TRUE(std::isfinite(prediction.value));
    ASSERT_GE(prediction.rule, 1U);
    ASSERT_LE(prediction.rule, leaf_count(model.trees[0]));
    ASSERT_EQ(prediction.probabilities.size(), model.labels.size());
  }
  EXPECT_FALSE(outline_text(model, model.trees[0], 100).empty());
  EXPECT_EQ(compact(model.trees[0]), model.trees[0]);
}

void check_round_trip(const Model& model, RandomEngine& engine) {
  ASSERT_NO_THROW(validate(model, "random"));
  const std::string text = write_model(model);
  const Model read = read_model(text, "random");
  ASSERT_EQ(read, model) << text;
  ASSERT_EQ(write_model(read), text);
  use(read, engine);
}

constexpr Task kTasks[] = {Task::classification, Task::regression};
constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                       MissingPolicy::learned,   MissingPolicy::own_category,
                                       MissingPolicy::surrogate, MissingPolicy::fractional};

Model any_model(RandomEngine& engine) {
  const Task task = kTasks[uniform_below(engine, std::size(kTasks))];
  return sample::random_model(engine, task, kPolicies[uniform_below(engine, std::size(kPolicies))]);
}

TEST(RandomModels, RoundTripIsIdentity) {
  RandomEngine engine(1);
  for (int i = 0; i < 500 && !HasFatalFailure(); ++i) check_round_trip(sample::random_model(engine), engine);
}

TEST(RandomModels, RoundTripIsIdentityForEveryTaskAndPolicy) {
  RandomEngine engine(3);
  for (const Task task : kTasks) {
    for (const MissingPolicy policy : kPolicies) {
      for (int i = 0; i < 200 && !HasFatalFailure(); ++i) {
        const Model model = sample::random_model(engine, task, policy);
        check_round_trip(model, engine);
        check_round_trip(sample::with_small_whole_numbers(model, engine), engine);
      }
    }
  }
}

// What the round trips went through, so that nobody has to trust the generator.
TEST(RandomModels, HaveEverythingThatTheirPolicyAllows) {
  RandomEngine engine(4);
  std::map<MissingPolicy, std::set<TestKind>> tests;
  std::size_t intervals = 0, own_branches = 0, surrogates = 0, reversed = 0, costs = 0, ungrouped = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Model model = any_model(engine);
    costs += model.costs.empty() ? 0 : 1;
    for (const Node& node : model.trees[0].nodes) {
      tests[model.missing].insert(node.test);
      if (node.is_leaf()) continue;
      const Feature& feature = model.features[node.feature];
      const bool multiway = node.test == TestKind::multiway;
      intervals += multiway && feature.kind == FeatureKind::numeric ? 1 : 0;
      own_branches += multiway && node.children.size() > feature.outcomes() ? 1 : 0;
      surrogates += node.surrogates.size();
      for (const Surrogate& surrogate : node.surrogates) reversed += surrogate.reversed ? 1 : 0;
      ungrouped += static_cast<std::size_t>(std::count(node.groups.begin(), node.groups.end(), kNoGroup));
    }
  }
  for (const MissingPolicy policy : kPolicies) {
    EXPECT_EQ(tests[policy].size(), policy == MissingPolicy::own_category ? 6U : 5U);
  }
  for (const std::size_t seen : {intervals, own_branches, surrogates, reversed, costs, ungrouped}) EXPECT_GT(seen, 50U);
}

std::string damaged(std::string text, RandomEngine& engine) {
  static constexpr std::string_view kTokens[] = {"0",  "1",  "-",    "9",    ".",       "e9",   "\"",
                                                 "\\", ",",  ":",    "[",    "]",       "{",    "}",
                                                 " ",  "\n", "null", "true", "\\u0000", "\xFF", "\xC3\xA9"};
  for (std::uint64_t changes = 1 + uniform_below(engine, 3); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = uniform_below(engine, text.size());
    const std::string_view token = kTokens[uniform_below(engine, std::size(kTokens))];
    switch (uniform_below(engine, 5)) {
      case 0: text[at] = static_cast<char>(engine()); break;
      case 1: text.erase(at, 1 + uniform_below(engine, 20)); break;
      case 2: text.insert(at, token); break;
      case 3: text.replace(at, 1, token); break;
      default: text.insert(at, text.substr(uniform_below(engine, text.size()), uniform_below(engine, 60))); break;
    }
  }
  return text;
}

TEST(RandomModels, DamagedTextIsRefusedOrUsable) {
  RandomEngine engine(2);
  int accepted = 0;
  for (int i = 0; i < 8'000; ++i) {
    const Model model = i % 4 == 0 ? sample::golf() : i % 4 == 1 ? sample::random_model(engine) : any_model(engine);
    const std::string text = damaged(write_model(model), engine);
    try {
      const Model read = read_model(text, "damaged");
      ++accepted;
      ASSERT_NO_THROW(validate(read, "damaged"));
      ASSERT_EQ(read_model(write_model(read), "again"), read);
      use(read, engine);
    } catch (const Diagnostic& diagnostic) {
      ASSERT_EQ(diagnostic.code(), ExitCode::bad_input);
      ASSERT_FALSE(diagnostic.message().empty());
      ASSERT_FALSE(render(diagnostic).empty());
    }
  }
  EXPECT_GT(accepted, 100) << "damage so heavy that only the parser was tested";
  EXPECT_LT(accepted, 7'000);
}

}  // namespace
}  // namespace espalier::model_random_test
