// Hand-made models with the labels "no" and "yes", and their programs.
#pragma once

#include <string>
#include <vector>

#include "lower/passes.hpp"
#include "lower/program.hpp"
#include "lower/verify_program.hpp"
#include "support/sample_models.hpp"

namespace espalier {

using sample::at_most;

inline Node no(double weight = 1) {
  return sample::leaf({weight, 0});
}
inline Node yes(double weight = 1) {
  return sample::leaf({0, weight});
}

// The node with its missing values sent to children[0].
inline Node missing_first(Node node) {
  node.missing_child = 0;
  return node;
}

inline Node member(std::uint32_t feature, std::vector<std::uint32_t> categories, std::vector<std::uint32_t> children) {
  Node node = sample::test(TestKind::member, feature, std::move(children), {1, 1});
  node.categories = std::move(categories);
  node.missing_child = 1;
  return node;
}

inline Model model_of(std::vector<Feature> features, std::vector<Node> nodes) {
  Model model;
  model.target = "answer";
  model.labels = {"no", "yes"};
  model.features = std::move(features);
  model.trees = {Tree{std::move(nodes)}};
  return model;
}

// A model of the one real column "x".
inline Model over_x(std::vector<Node> nodes) {
  return model_of({sample::real("x", 0, 10)}, std::move(nodes));
}

// A model of the one categorical column "c" with the categories k, l, m.
inline Model over_c(std::vector<Node> nodes) {
  return model_of({sample::categorical("c", {"k", "l", "m"})}, std::move(nodes));
}

inline Program built(const Model& model, const std::vector<Field>& fields, AnswerKind answers = AnswerKind::label) {
  return build_program(model, model.trees.front(), answers, fields);
}

// The dump without its first two lines (counts, name of the only function).
inline std::string body(const Program& program, const Model& model) {
  const std::string text = dump(program, model);
  return text.substr(text.find('\n', text.find('\n') + 1) + 1);
}

}  // namespace espalier
