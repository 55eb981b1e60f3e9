// Seeded random models and random damage: a text is either refused or a model that can be used.
#include <gtest/gtest.h>

#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier {
namespace {

void use(const Model& model, RandomEngine& engine) {
  const Interpreter interpreter(model);
  for (int i = 0; i < 20; ++i) {
    const Prediction prediction = interpreter.predict(sample::random_row(model, engine));
    ASSERT_LT(prediction.label, model.labels.size());
    ASSERT_GE(prediction.rule, 1U);
    ASSERT_LE(prediction.rule, leaf_count(model.trees[0]));
    ASSERT_EQ(prediction.probabilities.size(), model.labels.size());
  }
  EXPECT_FALSE(outline_text(model, model.trees[0], 100).empty());
  EXPECT_EQ(compact(model.trees[0]), model.trees[0]);
}

TEST(RandomModels, RoundTripIsIdentity) {
  RandomEngine engine(1);
  for (int i = 0; i < 500; ++i) {
    const Model model = sample::random_model(engine);
    ASSERT_NO_THROW(validate(model, "random"));
    const std::string text = write_model(model);
    const Model read = read_model(text, "random");
    ASSERT_EQ(read, model) << text;
    ASSERT_EQ(write_model(read), text);
    use(read, engine);
  }
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
    const Model model = i % 2 == 0 ? sample::golf() : sample::random_model(engine);
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
}  // namespace espalier
