#include "support/sample_models.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "model/interpret.hpp"
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

namespace {

// Any finite double: as bits, so that denormals, huge values and both zeros occur.
double random_double(RandomEngine& engine) {
  for (;;) {
    const double value = std::bit_cast<double>(engine());
    if (std::isfinite(value)) return uniform_below(engine, 4) == 0 ? std::copysign(0.0, value) : value;
  }
}

std::string random_name(RandomEngine& engine, std::size_t number) {
  static constexpr std::array<const char*, 14> kPieces = {
      "a",    "\"",     "\\",     "\n",    "\x1b", "\x7f", "\t", "\r", "é", "\xF0\x9F\x8C\xB3",  // a tree
      "{{ }", "\u2028", "\uFEFF", "\uFFFF"};
  std::string name = std::to_string(number);  // unique
  for (std::uint64_t left = uniform_below(engine, 6); left > 0; --left) {
    name += kPieces[uniform_below(engine, kPieces.size())];
  }
  return name;
}

std::vector<std::string> random_names(RandomEngine& engine, std::size_t size) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < size; ++i) names.push_back(random_name(engine, i));
  return names;
}

Feature random_feature(RandomEngine& engine, std::size_t number) {
  if (uniform_below(engine, 2) == 0) {
    Feature feature = categorical(random_name(engine, number), random_names(engine, 1 + uniform_below(engine, 5)));
    feature.ordered = uniform_below(engine, 2) == 0;
    return feature;
  }
  const double a = random_double(engine);
  const double b = random_double(engine);
  return real(random_name(engine, number), std::min(a, b), std::max(a, b));
}

std::vector<std::uint32_t> random_subset(RandomEngine& engine, std::size_t size) {
  std::vector<std::uint32_t> all(size);
  for (std::size_t i = 0; i < size; ++i) all[i] = static_cast<std::uint32_t>(i);
  shuffle(all, engine);
  all.resize(1 + uniform_below(engine, size - 1));  // neither none nor all
  std::sort(all.begin(), all.end());
  return all;
}

// Turns a leaf into a test and appends its children as leaves.
void split(Tree& tree, std::uint32_t at, const Model& model, RandomEngine& engine) {
  Node node = tree.nodes[at];
  node.feature = static_cast<std::uint32_t>(uniform_below(engine, model.features.size()));
  const Feature& feature = model.features[node.feature];
  std::size_t children = 2;
  if (feature.kind == FeatureKind::numeric) {
    node.test = TestKind::less_equal;
    node.threshold = random_double(engine);
    const double above = std::nextafter(node.threshold, std::numeric_limits<double>::infinity());
    if (uniform_below(engine, 2) == 0 && std::isfinite(above)) node.gap = Gap{node.threshold, above};
  } else if (feature.categories.size() > 1 && uniform_below(engine, 2) == 0) {
    node.test = TestKind::member;
    node.categories = random_subset(engine, feature.categories.size());
  } else {
    node.test = TestKind::multiway;
    children = feature.categories.size();
  }
  for (std::size_t i = 0; i < children; ++i) {
    node.children.push_back(static_cast<std::uint32_t>(tree.nodes.size()));
    std::vector<double> counts(model.labels.size());
    for (double& count : counts) count = 10 * uniform_unit(engine);
    if (uniform_below(engine, 5) == 0) counts.assign(counts.size(), 0.0);  // an empty branch
    tree.nodes.push_back(leaf(std::move(counts)));
  }
  node.missing_child = static_cast<std::uint32_t>(uniform_below(engine, children));
  tree.nodes[at] = node;
}

}  // namespace

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

Model random_model(RandomEngine& engine) {
  Model model;
  model.target = random_name(engine, 0);
  model.labels = random_names(engine, 1 + uniform_below(engine, 4));
  const std::uint64_t features = uniform_below(engine, 5);
  for (std::uint64_t i = 0; i < features; ++i) model.features.push_back(random_feature(engine, i));
  model.missing = uniform_below(engine, 2) == 0 ? MissingPolicy::refuse : MissingPolicy::majority;
  model.trees = {Tree{{leaf(std::vector<double>(model.labels.size(), 1.0))}}};
  Tree& tree = model.trees.front();
  for (std::uint64_t splits = features == 0 ? 0 : uniform_below(engine, 12); splits > 0; --splits) {
    const auto at = static_cast<std::uint32_t>(uniform_below(engine, tree.nodes.size()));
    if (tree.nodes[at].is_leaf()) split(tree, at, model, engine);
  }
  model.provenance.tool = random_name(engine, 0);
  model.provenance.rows = static_cast<std::size_t>(engine());
  for (std::uint64_t i = uniform_below(engine, 4); i > 0; --i) {
    model.provenance.options.emplace_back(random_name(engine, i), random_name(engine, 0));
  }
  if (uniform_below(engine, 2) == 0) model.provenance.training_score = uniform_unit(engine);
  if (uniform_below(engine, 2) == 0) model.provenance.evaluation = Evaluation{"\u00e9", uniform_unit(engine)};
  return model;
}

Model with_small_whole_numbers(Model model, RandomEngine& engine) {
  for (Feature& feature : model.features) {
    if (feature.kind != FeatureKind::numeric) continue;
    feature.integer = true;
    feature.minimum = 1 + static_cast<double>(uniform_below(engine, 50));
    feature.maximum = feature.minimum + static_cast<double>(uniform_below(engine, 50));
  }
  for (Node& node : model.trees.front().nodes) {
    if (node.test != TestKind::less_equal) continue;
    node.threshold = static_cast<double>(uniform_below(engine, 1200)) / 2 - 200;
    node.gap.reset();
  }
  return model;
}

std::vector<double> random_row(const Model& model, RandomEngine& engine) {
  std::vector<double> row;
  for (const Feature& feature : model.features) {
    const double top = static_cast<double>(feature.categories.size());
    const std::array<double, 9> candidates = {kMissing,
                                              kUnknownCategory,
                                              random_double(engine),
                                              feature.minimum,
                                              std::numeric_limits<double>::infinity(),
                                              -std::numeric_limits<double>::infinity(),
                                              0.5,
                                              top,
                                              std::trunc(top * uniform_unit(engine))};
    row.push_back(candidates[uniform_below(engine, candidates.size())]);
  }
  return row;
}

}  // namespace espalier::sample
