// A table's answers against the interpreter's, on random trees, with holes and words that training did not see.
#include "evaluate/tree_walk.hpp"

#include <gtest/gtest.h>

#include <string>

#include "data/table.hpp"
#include "model/interpret.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::row_answers_test {
namespace {

struct Rows {
  std::string text = "p,q,r\n";
  std::vector<std::vector<double>> values;
};

Rows random_rows(RandomEngine& engine, const Model& model, bool holes) {
  Rows rows;
  for (int i = 0; i < 40; ++i) {
    std::vector<double>& row = rows.values.emplace_back();
    for (std::size_t feature = 0; feature < 3; ++feature) {
      const std::uint64_t value = uniform_below(engine, feature == 2 ? 4 : 12);
      const bool hole = holes && uniform_below(engine, 8) == 0;
      const std::vector<std::string>& words = model.features[feature].categories;
      const bool word = feature == 2;
      row.push_back(hole ? kMissing : (word && value >= words.size() ? kUnknownCategory : static_cast<double>(value)));
      const std::string text = word ? (value < words.size() ? words[value] : "violet") : std::to_string(value);
      rows.text += (hole ? "NA" : text) + (feature == 2 ? "\n" : ",");
    }
  }
  return rows;
}

TEST(RowAnswers, AreTheInterpreters) {
  RandomEngine engine(59);
  std::size_t divided = 0;
  for (int round = 0; round < 120; ++round) {
    const Task task = round % 2 == 0 ? Task::classification : Task::regression;
    const MissingPolicy missing = testing::kPolicies[static_cast<std::size_t>(round) % 6];
    const bool holes = missing != MissingPolicy::refuse;
    GrowOptions options = preset(Algorithm::cart);
    options.missing = missing;
    options.categorical = static_cast<CategoricalSplit>(uniform_below(engine, 4));
    const Model model =
        testing::grown(testing::random_data(engine, 80, {task, 0.3, holes ? 0.1 : 0.0, false}), options);
    const Rows rows = random_rows(engine, model, holes);
    Warnings warnings;
    const RowAnswers answers(parse_table("rows.csv", rows.text, {}, warnings), {"NA"}, model, warnings);
    ASSERT_EQ(answers.rows(), rows.values.size());
    divided += answers.different().size() - model.trees[0].nodes.size();
    const Interpreter interpreter(model);
    for (std::size_t row = 0; row < answers.rows(); ++row) {
      const Prediction expected = interpreter.predict(rows.values[row]);
      ASSERT_EQ(answers[row].label, expected.label) << "round " << round << ", row " << row;
      ASSERT_EQ(answers[row].value, expected.value);
      ASSERT_EQ(answers[row].probabilities, expected.probabilities);
    }
  }
  EXPECT_GT(divided, 100U);  // between leaves, by fractions
}

}  // namespace
}  // namespace espalier::row_answers_test
