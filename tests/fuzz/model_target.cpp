// Model files: refused, or a model that is written as it was read, answers rows, and is emitted.
#include <cmath>

#include "fuzz/emit_checks.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/sample_models.hpp"

namespace espalier::fuzz {
namespace {

void require_answers(const Model& model, RandomEngine& choices) {
  const Interpreter interpreter(model);
  for (int i = 0; i < 10; ++i) {
    const Prediction prediction = interpreter.predict(sample::random_row(model, choices));
    if (model.task == Task::classification) {
      require(prediction.label < model.labels.size(), "a label that the model does not have");
      require(prediction.probabilities.size() == model.labels.size(), "another number of probabilities");
      for (const double share : prediction.probabilities) require(share >= 0 && share <= 1, "not a probability");
    }
    if (model.combination != Combination::single) {
      require(prediction.rules.size() == model.trees.size(), "another number of rules");
      continue;
    }
    require(std::isfinite(prediction.value), "a value that is not finite");
    require(prediction.rule >= 1 && prediction.rule <= leaf_count(model.trees[0]),
            "a rule that the tree does not have");
  }
}

}  // namespace

void check_input(std::string_view input) {
  const Model model = read_model(input, "model.json");
  validate(model, "model.json");
  const std::string text = write_model(model);
  require(read_model(text, "model.json") == model, "what was written reads otherwise");
  require(write_model(read_model(text, "model.json")) == text, "what was read is written otherwise");
  RandomEngine choices = choices_of(input);
  require_answers(model, choices);
  for (const Tree& tree : model.trees) {
    require(!outline_text(model, tree, 100).empty(), "a tree without an outline");
    require(compact(tree) == tree, "a tree with nodes that nothing leads to");
  }
  check_emitted(model, some_making(model, choices));
}

}  // namespace espalier::fuzz
