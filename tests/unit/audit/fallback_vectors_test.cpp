#include "audit/boundary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/sample_models.hpp"

namespace espalier::fallback_vectors_test {
namespace {

// x <= 5, else y <= 3, else z in {k}: rule 1, otherwise rule 2.
Model with_two_surrogates() {
  Model model = sample::single_leaf();
  model.features = {sample::real("x", 0, 9), sample::real("y", 0, 9), sample::categorical("z", {"k", "l", "m"})};
  model.missing = MissingPolicy::surrogate;
  Node root = sample::at_most(0, 5, {1, 2}, {9, 5});
  root.surrogates = {sample::at_most_instead(1, 3), sample::member_instead(2, {0})};
  model.trees = {Tree{{root, sample::leaf({9, 0}), sample::leaf({0, 5})}}};
  return model;
}

// The vectors as text, "-" for missing.
std::set<std::string> vectors(const Model& model) {
  std::set<std::string> found;
  for_each_fallback_vector(model, only_tree(model),
                           choose_fields(model, FieldSelection::used, {{"y", InputType::float64}}), [&](Row row) {
                             std::string text;
                             for (const double value : row)
                               text += (std::isnan(value) ? "-" : std::to_string(value).substr(0, 8)) + " ";
                             found.insert(text);
                           });
  return found;
}

TEST(FallbackVectors, LetEachSurrogateDecide) {
  const std::set<std::string> found = vectors(with_two_surrogates());
  // y at its threshold, with x missing: for the rule where z, asked last, is k and for the other one.
  EXPECT_TRUE(found.contains("- 3.000000 0.000000 "));
  // The neighbours print alike; z decides where y is missing as well.
  for (const char* z : {"0.000000", "1.000000", "2.000000", "-1.00000", "-"}) {
    EXPECT_TRUE(found.contains(std::string("- - ") + z + " ")) << z;
  }
}

TEST(FallbackVectors, ArePartOfTheBoundaryVectors) {
  const Model model = with_two_surrogates();
  const auto fields = choose_fields(model, FieldSelection::used, {});
  std::size_t fallbacks = 0;
  for_each_fallback_vector(model, only_tree(model), fields, [&](Row) { ++fallbacks; });
  std::size_t all = 0;
  for_each_boundary_vector(model, fields, [&](Row) { ++all; });
  // Either rule: y has its threshold, two neighbours, two infinities and missing; z three categories, unknown, missing.
  EXPECT_EQ(fallbacks, 2U * (6 + 5));
  Model without = model;
  without.missing = MissingPolicy::majority;
  without.trees[0].nodes[0].surrogates.clear();
  std::size_t plain = 0;
  for_each_boundary_vector(without, fields, [&](Row) { ++plain; });
  EXPECT_EQ(all, plain + fallbacks);
}

// The root's own value is missing and its surrogate leads to a second test whose surrogate has to be asked.
TEST(FallbackVectors, ReachTestsBelowOthers) {
  Model model = with_two_surrogates();
  std::vector<Node>& nodes = model.trees[0].nodes;
  nodes[1] = sample::at_most(0, 2, {3, 4}, {9, 0});
  nodes[1].surrogates = {sample::member_instead(2, {1})};
  nodes.insert(nodes.end(), {sample::leaf({4, 0}), sample::leaf({5, 0})});
  const Interpreter interpreter(model);
  std::set<std::uint32_t> rules;
  for_each_fallback_vector(model, only_tree(model), choose_fields(model, FieldSelection::used, {}), [&](Row row) {
    EXPECT_TRUE(std::isnan(row[0]));
    rules.insert(interpreter.predict(row).rule);
  });
  EXPECT_EQ(rules, (std::set<std::uint32_t>{1, 2, 3}));
}

}  // namespace
}  // namespace espalier::fallback_vectors_test
