#include "support/sample_models.hpp"

#include <cmath>

#include "model/tree_facts.hpp"

namespace espalier::sample {

Feature numeric(std::string name, double minimum, double maximum) {
  Feature feature;
  feature.name = std::move(name);
  feature.integer = true;
  feature.minimum = minimum;
  feature.maximum = maximum;
  return feature;
}

Feature real(std::string name, double minimum, double maximum) {
  Feature feature = numeric(std::move(name), minimum, maximum);
  feature.integer = false;
  return feature;
}

Feature categorical(std::string name, std::vector<std::string> categories) {
  Feature feature;
  feature.name = std::move(name);
  feature.kind = FeatureKind::categorical;
  feature.categories = std::move(categories);
  return feature;
}

Node leaf(std::vector<double> counts) {
  Node node;
  node.label = majority_label(counts);
  node.counts = std::move(counts);
  return node;
}

Node test(TestKind kind, std::uint32_t feature, std::vector<std::uint32_t> children, std::vector<double> counts) {
  Node node = leaf(std::move(counts));
  node.test = kind;
  node.feature = feature;
  node.children = std::move(children);
  return node;
}

Node at_most(std::uint32_t feature, double threshold, std::vector<std::uint32_t> children, std::vector<double> counts) {
  Node node = test(TestKind::less_equal, feature, std::move(children), std::move(counts));
  node.threshold = threshold;
  node.missing_child = 1;
  return node;
}

Node grouped(std::uint32_t feature, std::vector<std::uint32_t> groups, std::vector<std::uint32_t> children,
             std::vector<double> counts) {
  Node node = test(TestKind::grouped, feature, std::move(children), std::move(counts));
  node.groups = std::move(groups);
  return node;
}

Node rule(std::vector<RulePart> parts, std::vector<std::uint32_t> children, std::vector<double> counts) {
  Node node = test(TestKind::all_of, parts.front().feature, std::move(children), std::move(counts));
  node.parts = std::move(parts);
  node.missing_child = 1;
  return node;
}

Node answering(double value, double total, double deviation, Node node) {
  node.value = value;
  node.total = total;
  node.deviation = deviation;
  return node;
}

Surrogate at_most_instead(std::uint32_t feature, double threshold, bool reversed) {
  Surrogate surrogate;
  surrogate.feature = feature;
  surrogate.threshold = threshold;
  surrogate.reversed = reversed;
  surrogate.agreement = 0.75;
  return surrogate;
}

Surrogate member_instead(std::uint32_t feature, std::vector<std::uint32_t> categories, bool reversed) {
  Surrogate surrogate = at_most_instead(feature, 0, reversed);
  surrogate.test = TestKind::member;
  surrogate.categories = std::move(categories);
  return surrogate;
}

Model single_leaf() {
  Model model;
  model.target = "play";
  model.labels = {"Play", "Don't Play"};
  model.trees = {Tree{{leaf({9, 5})}}};
  return model;
}

Model golf() {
  Model model = single_leaf();
  model.features = {categorical("outlook", {"sunny", "overcast", "rain"}), numeric("temperature", 64, 85),
                    numeric("humidity", 65, 96), categorical("windy", {"false", "true"})};
  Node by_outlook = test(TestKind::multiway, 0, {1, 2, 3}, {9, 5});
  Node by_humidity = test(TestKind::less_equal, 2, {4, 5}, {2, 3});
  by_humidity.threshold = 75;
  by_humidity.gap = Gap{70, 85};
  by_humidity.missing_child = 1;
  Node by_wind = test(TestKind::member, 3, {6, 7}, {3, 2});
  by_wind.categories = {1};
  by_wind.missing_child = 1;
  model.trees = {
      Tree{{by_outlook, by_humidity, leaf({4, 0}), by_wind, leaf({2, 0}), leaf({0, 3}), leaf({0, 2}), leaf({3, 0})}}};
  model.provenance.tool = "espalier 0.1.0";
  model.provenance.data_sha256 = std::string(64, 'a');
  model.provenance.rows = 14;
  model.provenance.options = {{"algorithm", "c45"}, {"min-leaf", "2"}};
  model.provenance.training_score = 1;
  model.provenance.evaluation = Evaluation{"10-fold cross-validation, seed 1", 0.75};
  return model;
}

Model golf_list() {
  Model model = golf();
  const RulePart sunny{RulePart::Kind::in, 0, 0, {0}, false};
  const RulePart rain{RulePart::Kind::in, 0, 0, {2}, false};
  const RulePart humid{RulePart::Kind::above, 2, 75, {}, false, Gap{75, 78}};
  const RulePart windy{RulePart::Kind::in, 3, 0, {1}, false};
  model.trees = {Tree{{rule({humid, sunny}, {1, 2}, {9, 5}), leaf({0, 3}), rule({windy, rain}, {3, 4}, {9, 2}),
                       leaf({0, 2}), leaf({9, 0})}}};
  model.provenance.evaluation.reset();
  return model;
}

Model fractional_golf() {
  Model model = golf();
  model.missing = MissingPolicy::fractional;
  return model;
}

Model surrogate_golf() {
  Model model = golf();
  model.missing = MissingPolicy::surrogate;
  std::vector<Node>& nodes = model.trees.front().nodes;
  nodes[1].surrogates = {at_most_instead(1, 70), member_instead(3, {1}, true)};
  nodes[1].surrogates[0].gap = Gap{69, 72};
  nodes[3].surrogates = {at_most_instead(1, 70, true)};
  return model;
}

Model own_category_sample() {
  Model model = single_leaf();
  model.missing = MissingPolicy::own_category;
  model.features = {categorical("color", {"red", "green", "blue", "gray"}), numeric("humidity", 65, 96),
                    real("age", 0, 99.5)};
  model.features[1].cuts = {{75, Gap{70, 78}}, {80, std::nullopt}};
  Node by_humidity = test(TestKind::multiway, 1, {1, 2, 3, 4}, {12, 7});
  by_humidity.missing_child = 3;
  Node by_color = grouped(0, {0, 1, 0, kNoGroup}, {5, 6}, {2, 3});
  by_color.missing_child = 1;
  Node by_age = test(TestKind::present, 2, {7, 8}, {4, 1});
  by_age.missing_child = 1;
  Node any_color = test(TestKind::member, 0, {9, 10}, {5, 3});
  any_color.categories = {0, 1, 2, 3};
  any_color.missing_child = 1;
  model.trees = {Tree{{by_humidity, by_color, by_age, any_color, leaf({1, 0}), leaf({2, 0}), leaf({0, 3}), leaf({4, 0}),
                       leaf({0, 1}), leaf({5, 1}), leaf({0, 2})}}};
  return model;
}

Model regression_sample() {
  Model model;
  model.task = Task::regression;
  model.target = "rent";
  model.features = {numeric("area", 20, 90), categorical("district", {"centre", "north", "south"})};
  model.missing = MissingPolicy::majority;
  Node by_area = answering(19, 10, 854, at_most(0, 50, {1, 2}, {}));
  by_area.gap = Gap{45, 55};
  Node by_district = answering(25, 6, 310, test(TestKind::member, 1, {3, 4}, {}));
  by_district.categories = {0};
  by_district.missing_child = 1;
  model.trees = {Tree{{by_area, answering(10, 4, 4), by_district, answering(35, 2, 8), answering(20, 4, 2)}}};
  model.provenance.tool = "espalier 0.1.0";
  model.provenance.rows = 10;
  model.provenance.options = {{"algorithm", "cart"}};
  model.provenance.training_score = std::sqrt(1.4);  // (4 + 8 + 2) / 10
  model.provenance.evaluation = Evaluation{"5-fold cross-validation, seed 1", 2.5};
  return model;
}

namespace {

// The trees of the forests, without answers. The leaves of a tree are in the order of its rules.
Model three_trees() {
  Model model;
  model.target = "kind";
  model.features = {numeric("x", 0, 100), categorical("color", {"red", "green", "blue"}), real("y", 0, 1)};
  model.missing = MissingPolicy::majority;
  const auto is_color = [](std::uint32_t color, std::vector<std::uint32_t> children) {
    Node node = test(TestKind::member, 1, std::move(children), {});
    node.categories = {color};
    node.missing_child = 1;
    return node;
  };
  model.trees = {Tree{{at_most(0, 10, {1, 2}, {}), leaf({}), leaf({})}},
                 Tree{{is_color(0, {1, 2}), leaf({}), at_most(2, 0.5, {3, 4}, {}), leaf({}), leaf({})}},
                 Tree{{at_most(0, 50, {1, 2}, {}), leaf({}), is_color(1, {3, 4}), leaf({}), leaf({})}}};
  model.provenance.tool = "by hand";
  return model;
}

template <typename Answer, typename Set>
Model with_answers(Model model, const std::vector<Answer>& answers, const Set& set) {
  std::size_t next = 0;
  for (Tree& tree : model.trees) {
    for (Node& node : tree.nodes) {
      if (node.is_leaf()) set(node, answers[next++]);
    }
  }
  return model;
}

Model three_trees_of_values() {
  return with_answers(three_trees(), std::vector<double>{1.5, -0.0625, 100, 0, 3, 2.25, 7, -8},
                      [](Node& leaf, double value) { leaf.value = value; });
}

}  // namespace

Model voting_forest() {
  Model model = with_answers(three_trees(), std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 1, 0},
                             [](Node& leaf, std::uint32_t label) { leaf.label = label; });
  model.labels = {"a", "b", "c"};
  model.combination = Combination::vote;
  return model;
}

Model averaging_forest() {
  const std::vector<std::vector<double>> shares = {{65536, 0, 0},     {0, 40000, 25536}, {1, 2, 65533},
                                                   {65535, 1, 0},     {0, 65536, 0},     {16384, 16384, 32768},
                                                   {0, 49152, 16384}, {32768, 32767, 1}};
  Model model =
      with_answers(three_trees(), shares, [](Node& leaf, const std::vector<double>& parts) { leaf.shares = parts; });
  model.labels = {"a", "b", "c"};
  model.combination = Combination::mean;
  return model;
}

Model number_forest() {
  Model model = three_trees_of_values();
  model.task = Task::regression;
  model.combination = Combination::mean;
  model.sums.exponent = 4;
  return model;
}

Model boosted_pair() {
  Model model = three_trees_of_values();
  model.labels = {"a", "b"};
  model.combination = Combination::sum;
  model.sums = {Arithmetic::whole, 4, {-0.5}, ScoreLink::logistic};
  return model;
}

Model boosted_labels() {
  Model model = three_trees_of_values();
  model.labels = {"a", "b", "c"};
  model.combination = Combination::sum;
  model.sums = {Arithmetic::whole, 4, {0, 1, -1}, ScoreLink::softmax};
  for (std::uint32_t i = 0; i < 3; ++i) model.trees[i].output = i;
  return model;
}

Model chain(std::uint32_t tests) {
  Model model = single_leaf();
  model.features = {numeric("x", 0, tests)};
  std::vector<Node>& nodes = model.trees.front().nodes;
  nodes.clear();
  for (std::uint32_t depth = 0; depth < tests; ++depth) {
    const auto at = static_cast<std::uint32_t>(nodes.size());
    nodes.push_back(test(TestKind::less_equal, 0, {at + 2, at + 1}, {1, 1}));
    nodes.back().threshold = tests - depth;
    nodes.push_back(leaf({0, 1}));
  }
  nodes.push_back(leaf({1, 0}));
  return model;
}

}  // namespace espalier::sample
