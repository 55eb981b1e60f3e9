#include "e2e/tree_maker.hpp"

#include <array>
#include <cmath>
#include <deque>
#include <limits>

#include "model/tree_facts.hpp"

namespace espalier::e2e {

Feature real_feature(std::string name) {
  Feature feature;
  feature.name = std::move(name);
  feature.minimum = -1;
  feature.maximum = 1;
  return feature;
}

Feature whole_feature(std::string name, double minimum, double maximum) {
  Feature feature;
  feature.name = std::move(name);
  feature.integer = true;
  feature.minimum = minimum;
  feature.maximum = maximum;
  return feature;
}

Feature category_feature(std::string name, std::vector<std::string> categories) {
  Feature feature;
  feature.name = std::move(name);
  feature.kind = FeatureKind::categorical;
  feature.categories = std::move(categories);
  return feature;
}

std::vector<std::string> numbered(const std::string& prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

TreeMaker::TreeMaker(std::size_t labels) : labels_(labels) {
  tree_.nodes.emplace_back();
  answers(0, 0);
}

std::uint32_t TreeMaker::split(std::uint32_t leaf, Node node, std::size_t children) {
  const auto first = static_cast<std::uint32_t>(tree_.nodes.size());
  node.counts = tree_.nodes[leaf].counts;
  node.label = tree_.nodes[leaf].label;
  for (std::size_t i = 0; i < children; ++i) {
    node.children.push_back(first + static_cast<std::uint32_t>(i));
    tree_.nodes.emplace_back();
    answers(node.children.back(), static_cast<std::uint32_t>(i % labels_));
  }
  tree_.nodes[leaf] = std::move(node);
  return first;
}

std::uint32_t TreeMaker::less_equal(std::uint32_t leaf, std::uint32_t feature, double threshold,
                                    std::uint32_t missing_child) {
  Node node;
  node.test = TestKind::less_equal;
  node.feature = feature;
  node.threshold = threshold;
  node.missing_child = missing_child;
  return split(leaf, std::move(node), 2);
}

std::uint32_t TreeMaker::member(std::uint32_t leaf, std::uint32_t feature, std::vector<std::uint32_t> categories,
                                std::uint32_t missing_child) {
  Node node;
  node.test = TestKind::member;
  node.feature = feature;
  node.categories = std::move(categories);
  node.missing_child = missing_child;
  return split(leaf, std::move(node), 2);
}

std::uint32_t TreeMaker::multiway(std::uint32_t leaf, std::uint32_t feature, std::size_t categories,
                                  std::uint32_t missing_child) {
  Node node;
  node.test = TestKind::multiway;
  node.feature = feature;
  node.missing_child = missing_child;
  return split(leaf, std::move(node), categories);
}

void TreeMaker::counts(std::uint32_t node, std::vector<double> counts) {
  tree_.nodes[node].label = majority_label(counts);
  tree_.nodes[node].counts = std::move(counts);
}

void TreeMaker::answers(std::uint32_t leaf, std::uint32_t label) {
  std::vector<double> one(labels_, 0.0);
  one[label] = 1;
  counts(leaf, std::move(one));
}

Model bushy_model(std::size_t nodes, std::uint64_t seed) {
  constexpr std::size_t kFeatures = 10;
  constexpr std::uint32_t kLabels = 4;
  struct Open {
    std::uint32_t leaf;
    std::array<float, kFeatures> low;
    std::array<float, kFeatures> high;
  };
  RandomEngine engine(seed);
  Model model;
  model.target = "answer";
  model.labels = numbered("label_", kLabels);
  for (const std::string& name : numbered("x", kFeatures)) model.features.push_back(real_feature(name));

  TreeMaker maker(kLabels);
  Open root{0, {}, {}};
  root.low.fill(-1000);
  root.high.fill(1000);
  std::deque<Open> open = {root};
  while (maker.size() < nodes) {
    Open next = open.front();
    open.pop_front();
    if (uniform_below(engine, 4) == 0) {  // later: some branches grow deeper than others
      open.push_back(next);
      continue;
    }
    const auto feature = static_cast<std::uint32_t>(uniform_below(engine, kFeatures));
    const float low = next.low[feature];
    const float high = next.high[feature];
    const float cut = low + (high - low) * static_cast<float>(0.3 + 0.4 * uniform_unit(engine));
    if (!(low < cut && cut < high)) continue;
    const std::uint32_t first = maker.less_equal(next.leaf, feature, static_cast<double>(cut));
    for (const std::uint32_t child : {first, first + 1}) {
      maker.answers(child, static_cast<std::uint32_t>(uniform_below(engine, kLabels)));
    }
    Open left = next;
    left.leaf = first;
    left.high[feature] = cut;
    Open right = next;
    right.leaf = first + 1;
    right.low[feature] = cut;
    open.push_back(left);
    open.push_back(right);
  }
  model.trees = {maker.take()};
  // Neighbouring floats: the fields become float by themselves.
  for (Node& node : model.trees.front().nodes) {
    const auto above = std::nextafter(static_cast<float>(node.threshold), std::numeric_limits<float>::infinity());
    if (!node.is_leaf()) node.gap = Gap{node.threshold, static_cast<double>(above)};
  }
  return model;
}

Model chain_model(std::uint32_t tests, ChainShape shape) {
  Model model;
  model.target = "answer";
  model.labels = numbered("label_", 2);
  model.features = {whole_feature("down", 0, tests), whole_feature("up", 0, tests)};
  TreeMaker maker(model.labels.size());
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < tests; ++i) {
    const bool goes_left = shape == ChainShape::left || (shape == ChainShape::zigzag && i % 2 == 0);
    const std::uint32_t first = goes_left ? maker.less_equal(at, 0, tests - i) : maker.less_equal(at, 1, i);
    at = goes_left ? first : first + 1;
    maker.answers(goes_left ? first + 1 : first, i % 2);
  }
  model.trees = {maker.take()};
  return model;
}

}  // namespace espalier::e2e
