// The rules of docs/model-format.md for trees: every node sound in itself, and all of them together one tree.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/model_fault.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();

// Checks one node; the path is put together only when there is something to say.
class NodeCheck {
 public:
  NodeCheck(const Model& model, const Tree& tree, std::size_t index, const std::string& tree_path)
      : model_(model), tree_(tree), node_(tree.nodes[index]), index_(index), tree_path_(tree_path) {}

  void run() const {
    check_counts();
    if (node_.label >= model_.labels.size()) fail(".label", no_such("label", node_.label, model_.labels.size()));
    if (node_.is_leaf()) {
      if (!node_.children.empty()) fail(".children", "a leaf has no children");
      return;
    }
    check_test();
    check_children();
  }

 private:
  [[noreturn]] void fail(const std::string& member, const std::string& message) const {
    throw ModelFault(fmt::format("{}.nodes[{}]{}", tree_path_, index_, member), message);
  }

  [[noreturn]] void fail(const char* member, std::size_t item, const std::string& message) const {
    fail(fmt::format("{}[{}]", member, item), message);
  }

  static std::string no_such(const char* what, std::size_t index, std::size_t size) {
    return fmt::format("there is no {} {}; the model has {}", what, index, grouped(size));
  }

  void check_counts() const {
    if (node_.counts.size() != model_.labels.size()) {
      fail(".counts", fmt::format("expected one count per label ({}), found {}", grouped(model_.labels.size()),
                                  grouped(node_.counts.size())));
    }
    for (std::size_t label = 0; label < node_.counts.size(); ++label) {
      const double count = node_.counts[label];
      if (!std::isfinite(count)) fail(".counts", label, "is not finite");
      if (count < 0) fail(".counts", label, shortest(count) + " is negative");
    }
    if (!std::isfinite(node_.weight())) fail(".counts", "their sum is not finite");
  }

  void check_test() const {
    if (node_.feature >= model_.features.size()) {
      fail(".feature", no_such("feature", node_.feature, model_.features.size()));
    }
    const Feature& feature = model_.features[node_.feature];
    const bool numeric_test = node_.test == TestKind::less_equal;
    if (numeric_test != (feature.kind == FeatureKind::numeric)) {
      fail(".feature", fmt::format("feature {} is {}; this test needs a {} one", in_quotes(feature.name),
                                   numeric_test ? "categorical" : "numeric", numeric_test ? "numeric" : "categorical"));
    }
    if (numeric_test) check_threshold();
    if (node_.test == TestKind::member) check_categories(feature);
  }

  void check_threshold() const {
    if (!std::isfinite(node_.threshold)) fail(".threshold", "is not finite");
    if (!node_.gap) return;
    const auto [below, above] = *node_.gap;
    if (!std::isfinite(below) || !std::isfinite(above)) fail(".gap", "is not finite");
    if (!(below <= node_.threshold && node_.threshold < above)) {
      fail(".gap", fmt::format("the threshold {} is not within [{}, {})", shortest(node_.threshold), shortest(below),
                               shortest(above)));
    }
  }

  void check_categories(const Feature& feature) const {
    if (node_.categories.empty()) fail(".categories", "at least one category is needed");
    for (std::size_t i = 0; i < node_.categories.size(); ++i) {
      const std::uint32_t category = node_.categories[i];
      if (category >= feature.categories.size()) {
        fail(".categories", i,
             fmt::format("there is no category {}; feature {} has {}", category, in_quotes(feature.name),
                         grouped(feature.categories.size())));
      }
      if (i > 0 && category <= node_.categories[i - 1])
        fail(".categories", i, "categories must be in ascending order, each once");
    }
    if (node_.categories.size() == feature.categories.size()) {
      fail(".categories", "all categories of the feature: nothing is left to tell apart");
    }
  }

  std::size_t expected_children() const {
    return node_.test == TestKind::multiway ? model_.features[node_.feature].categories.size() : 2;
  }

  void check_children() const {
    const std::size_t expected = expected_children();
    if (node_.children.size() != expected) {
      fail(".children", fmt::format("expected {} {}, found {}", grouped(expected),
                                    node_.test == TestKind::multiway ? "(one per category)" : "children",
                                    grouped(node_.children.size())));
    }
    if (node_.children.empty()) fail(".children", "a test needs at least one child");
    for (std::size_t i = 0; i < node_.children.size(); ++i) {
      const std::uint32_t child = node_.children[i];
      if (child >= tree_.nodes.size()) {
        fail(".children", i, fmt::format("there is no node {}; the tree has {}", child, grouped(tree_.nodes.size())));
      }
      if (child <= index_) {
        fail(".children", i, fmt::format("node {} does not come after its parent, node {}", child, index_));
      }
    }
    if (node_.missing_child >= node_.children.size()) {
      fail(".missing_child",
           fmt::format("there is no child {}; the node has {}", node_.missing_child, grouped(node_.children.size())));
    }
  }

  const Model& model_;
  const Tree& tree_;
  const Node& node_;
  std::size_t index_;
  const std::string& tree_path_;
};

// Children come after their parents, so there can be no cycle; what is left is that each has exactly one.
void check_parents(const Tree& tree, const std::string& path) {
  std::vector<std::uint32_t> parents(tree.nodes.size(), kNoParent);
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const std::vector<std::uint32_t>& children = tree.nodes[at].children;
    for (std::size_t i = 0; i < children.size(); ++i) {
      std::uint32_t& parent = parents[children[i]];
      if (parent != kNoParent) {
        throw ModelFault(fmt::format("{}.nodes[{}].children[{}]", path, at, i),
                         fmt::format("node {} is a child of node {} already", children[i], parent));
      }
      parent = static_cast<std::uint32_t>(at);
    }
  }
  for (std::size_t at = 1; at < tree.nodes.size(); ++at) {
    if (parents[at] == kNoParent) throw ModelFault(fmt::format("{}.nodes[{}]", path, at), "the node is nobody's child");
  }
}

}  // namespace

void check_tree(const Model& model, const Tree& tree, const std::string& path) {
  if (tree.nodes.empty()) throw ModelFault(path + ".nodes", "a tree needs at least one node");
  if (tree.nodes.size() >= kNoParent) throw ModelFault(path + ".nodes", "the tree has too many nodes");
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) NodeCheck(model, tree, at, path).run();
  check_parents(tree, path);
}

}  // namespace espalier
