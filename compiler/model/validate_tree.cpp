// The rules of docs/model-format.md for the tests of nodes and for the surrogates that stand in for them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/decision_threshold.hpp"
#include "model/validate.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

void TestPlace::fail(std::string_view member, const std::string& message) const {
  const std::string inside = item ? fmt::format(".{}[{}]", items, *item) : "";
  throw ModelFault(fmt::format("{}.nodes[{}]{}{}", tree_path, node, inside, member), message);
}

void TestPlace::fail(std::string_view member, std::size_t index, const std::string& message) const {
  fail(fmt::format("{}[{}]", member, index), message);
}

namespace {

bool is_two_way(TestKind test) {
  return test == TestKind::less_equal || test == TestKind::member;
}

void check_index(const Model& model, std::uint32_t feature, const TestPlace& place) {
  if (feature < model.features.size()) return;
  place.fail(".feature",
             fmt::format("there is no feature {}; the model has {}", feature, grouped(model.features.size())));
}

void check_kind(const Feature& feature, TestKind test, const TestPlace& place) {
  const bool numeric = feature.kind == FeatureKind::numeric;
  const std::string name = in_quotes(feature.name);
  if (!numeric && feature.categories.empty()) {
    place.fail(".feature", fmt::format("feature {} has no categories; no test can use it", name));
  }
  if (test == TestKind::present) return;
  if (test == TestKind::multiway) {
    if (!numeric || !feature.cuts.empty()) return;
    place.fail(
        ".feature",
        fmt::format("feature {} is numeric and has no cuts; a multiway test needs categories or intervals", name));
  }
  const bool numeric_test = test == TestKind::less_equal;
  if (numeric_test != numeric) {
    place.fail(".feature", fmt::format("feature {} is {}; this test needs a {} one", name,
                                       numeric ? "numeric" : "categorical", numeric ? "categorical" : "numeric"));
  }
}

void check_categories(const Feature& feature, const std::vector<std::uint32_t>& categories, const TestPlace& place) {
  if (categories.empty()) place.fail(".categories", "at least one category is needed");
  for (std::size_t i = 0; i < categories.size(); ++i) {
    if (categories[i] >= feature.categories.size()) {
      place.fail(".categories", i,
                 fmt::format("there is no category {}; feature {} has {}", categories[i], in_quotes(feature.name),
                             grouped(feature.categories.size())));
    }
    if (i > 0 && categories[i] <= categories[i - 1]) {
      place.fail(".categories", i, "categories must be in ascending order, each once");
    }
  }
}

[[noreturn]] void fail_for_all_categories(const TestPlace& place) {
  place.fail(".categories", "all categories of the feature: nothing is left to tell apart");
}

void check_groups(const Feature& feature, const Node& node, const TestPlace& place) {
  if (node.groups.size() != feature.categories.size()) {
    place.fail(".groups", fmt::format("expected one group per category ({}), found {}",
                                      grouped(feature.categories.size()), grouped(node.groups.size())));
  }
  std::vector<bool> used(node.children.size(), false);
  for (std::size_t category = 0; category < node.groups.size(); ++category) {
    const std::uint32_t group = node.groups[category];
    if (group == kNoGroup) continue;
    if (group >= node.children.size()) {
      place.fail(".groups", category,
                 fmt::format("there is no child {}; the node has {}", group, grouped(node.children.size())));
    }
    used[group] = true;
  }
  for (std::size_t child = 0; child < used.size(); ++child) {
    if (!used[child]) place.fail(".groups", fmt::format("no category goes to child {}", child));
  }
}

void check_surrogate(const Model& model, const Node& node, const Surrogate& surrogate, const TestPlace& place) {
  if (!is_two_way(surrogate.test)) place.fail(".test", "a surrogate is a less_equal or a member test");
  check_index(model, surrogate.feature, place);
  if (surrogate.feature == node.feature) place.fail(".feature", "the node's own feature cannot stand in for itself");
  const Feature& feature = model.features[surrogate.feature];
  check_kind(feature, surrogate.test, place);
  if (surrogate.test == TestKind::less_equal) {
    check_threshold(surrogate.threshold, surrogate.gap,
                    [&](const char* member, const std::string& message) { place.fail(member, message); });
  } else {
    check_categories(feature, surrogate.categories, place);
    if (surrogate.categories.size() == feature.categories.size()) fail_for_all_categories(place);
  }
  if (!(surrogate.agreement > 0 && surrogate.agreement <= 1)) {
    place.fail(".agreement", "an agreement is above 0 and at most 1");
  }
}

void check_surrogates(const Model& model, const Node& node, const TestPlace& place) {
  if (node.surrogates.empty()) return;
  if (model.missing != MissingPolicy::surrogate) place.fail(".surrogates", "only missing 'surrogate' asks for them");
  if (!is_two_way(node.test)) place.fail(".surrogates", "only less_equal and member tests have them");
  for (std::size_t i = 0; i < node.surrogates.size(); ++i) {
    check_surrogate(model, node, node.surrogates[i], {place.tree_path, place.node, i, "surrogates"});
  }
}

void check_part(const Model& model, const RulePart& part, const TestPlace& place) {
  using Kind = RulePart::Kind;
  check_index(model, part.feature, place);
  const Feature& feature = model.features[part.feature];
  switch (part.kind) {
    case Kind::upto:
    case Kind::above:
      check_kind(feature, TestKind::less_equal, place);
      check_threshold(part.threshold, part.gap,
                      [&](const char* member, const std::string& message) { place.fail(member, message); });
      return;
    case Kind::in:
      check_kind(feature, TestKind::member, place);
      check_categories(feature, part.categories, place);
      if (part.categories.size() == feature.categories.size()) fail_for_all_categories(place);
      return;
    case Kind::known:
    case Kind::missing: break;
  }
  check_kind(feature, TestKind::present, place);
  if (part.missing != (part.kind == Kind::missing)) place.fail("", "missing values meet 'missing', and not 'known'");
  if (model.missing != MissingPolicy::own_category) place.fail(".test", "it needs missing 'own-category'");
}

void check_parts(const Model& model, const Node& node, const TestPlace& place) {
  if (model.missing != MissingPolicy::refuse && model.missing != MissingPolicy::own_category) {
    place.fail(".test", "the parts of a rule say where missing values go: missing is 'refuse' or 'own-category'");
  }
  if (node.parts.empty()) place.fail(".parts", "at least one part is needed");
  for (std::size_t i = 0; i < node.parts.size(); ++i) {
    check_part(model, node.parts[i], {place.tree_path, place.node, i, "parts"});
  }
  if (node.feature != node.parts.front().feature) place.fail(".feature", "it is that of the first part");
  if (node.missing_child != 1) place.fail(".missing_child", "what does not meet a rule goes on");
  if (!node.surrogates.empty()) place.fail(".surrogates", "only less_equal and member tests have them");
}

}  // namespace

void check_test(const Model& model, const Node& node, const TestPlace& place) {
  if (node.test == TestKind::all_of) return check_parts(model, node, place);
  if (!node.parts.empty()) place.fail(".parts", "only all_of tests have them");
  check_index(model, node.feature, place);
  const Feature& feature = model.features[node.feature];
  const bool own_category = model.missing == MissingPolicy::own_category;
  if (node.test == TestKind::present && !own_category) {
    place.fail(".test", "a present test needs missing 'own-category'");
  }
  check_kind(feature, node.test, place);
  if (node.test == TestKind::less_equal) {
    check_threshold(node.threshold, node.gap,
                    [&](const char* member, const std::string& message) { place.fail(member, message); });
  }
  if (node.test == TestKind::member) {
    check_categories(feature, node.categories, place);
    // Where missing is a value of its own, the test may ask for it alone.
    const bool all = node.categories.size() == feature.categories.size();
    if (all && !(own_category && node.missing_child == 1)) fail_for_all_categories(place);
  }
  if (node.test == TestKind::grouped) check_groups(feature, node, place);
  check_surrogates(model, node, place);
}

// The rules of docs/model-format.md for trees: every node sound in itself, and all of them together one tree.

namespace {

constexpr std::uint32_t kNoParent = std::numeric_limits<std::uint32_t>::max();

class NodeCheck {
 public:
  NodeCheck(const Model& model, const Tree& tree, std::size_t index, const std::string& tree_path)
      : model_(model), tree_(tree), node_(tree.nodes[index]), place_{tree_path, index, std::nullopt, ""} {}

  void run() const {
    if (model_.combination != Combination::single) {
      check_answer_of_several();
    } else if (model_.task == Task::classification) {
      check_counts();
      check_label();
    } else {
      check_value();
    }
    if (node_.is_leaf()) {
      if (!node_.children.empty()) place_.fail(".children", "a leaf has no children");
      return;
    }
    check_test(model_, node_, place_);
    check_number_of_children();
    check_children();
    check_missing_child();
  }

 private:
  // Leaves have what the model adds up, other nodes nothing; both may know their weight.
  void check_answer_of_several() const {
    if (!node_.counts.empty()) place_.fail(".counts", "the nodes of several trees have no counts");
    check_sum(".weight", node_.total);
    const LeafAnswer answer = node_.is_leaf() ? leaf_answer(model_) : LeafAnswer::label;
    if (answer != LeafAnswer::shares && !node_.shares.empty()) place_.fail(".shares", "it has no shares");
    switch (answer) {
      case LeafAnswer::label: check_label(); break;
      case LeafAnswer::shares: check_shares(); break;
      case LeafAnswer::value: check_added_value(); break;
    }
  }

  void check_shares() const {
    const std::size_t labels = model_.labels.size();
    if (node_.shares.size() != labels) {
      place_.fail(".shares", fmt::format("expected one share per label ({}), found {}", grouped(labels),
                                         grouped(node_.shares.size())));
    }
    const bool whole = model_.sums.arithmetic == Arithmetic::whole;
    double sum = 0;
    for (std::size_t label = 0; label < labels; ++label) {
      const double share = node_.shares[label];
      const bool fits = share >= 0 && (whole ? share <= kWholeShare && share == std::trunc(share) : share <= 1);
      if (!fits) {
        place_.fail(".shares", label,
                    whole ? "expected a whole number from 0 to 65536" : "expected a number from 0 to 1");
      }
      sum += share;
    }
    if (whole && sum != kWholeShare) {
      place_.fail(".shares", fmt::format("they add up to {} instead of {}", shortest(sum), kWholeShare));
    }
  }

  void check_added_value() const {
    if (!std::isfinite(node_.value)) place_.fail(".value", "is not finite");
    if (has_exponent(model_) && !is_multiple_of_unit(node_.value, model_.sums.exponent)) {
      place_.fail(".value", fmt::format("{} is not a multiple of 2^{}", shortest(node_.value), -model_.sums.exponent));
    }
  }

  void check_counts() const {
    const std::size_t labels = model_.labels.size();
    if (node_.counts.size() != labels) {
      place_.fail(".counts", fmt::format("expected one count per label ({}), found {}", grouped(labels),
                                         grouped(node_.counts.size())));
    }
    for (std::size_t label = 0; label < labels; ++label) {
      const double count = node_.counts[label];
      if (!std::isfinite(count)) place_.fail(".counts", label, "is not finite");
      if (count < 0) place_.fail(".counts", label, shortest(count) + " is negative");
    }
    if (!std::isfinite(node_.weight())) place_.fail(".counts", "their sum is not finite");
  }

  void check_label() const {
    const std::size_t labels = model_.labels.size();
    if (node_.label > 0 && node_.label >= labels) {
      place_.fail(".label", fmt::format("there is no label {}; the model has {}", node_.label, grouped(labels)));
    }
  }

  void check_value() const {
    if (!node_.counts.empty()) place_.fail(".counts", "a regression model has no classes");
    if (!std::isfinite(node_.value)) place_.fail(".value", "is not finite");
    check_sum(".weight", node_.total);
    check_sum(".deviation", node_.deviation);
  }

  void check_sum(const char* member, double sum) const {
    if (!std::isfinite(sum)) place_.fail(member, "is not finite");
    if (sum < 0) place_.fail(member, shortest(sum) + " is negative");
  }

  // A branch for each outcome; where missing is a value of its own, there may be another one for it.
  bool has_branch_for_missing() const {
    return node_.test == TestKind::multiway && model_.missing == MissingPolicy::own_category &&
           node_.children.size() == model_.features[node_.feature].outcomes() + 1;
  }

  void check_number_of_children() const {
    const std::size_t found = node_.children.size();
    const Feature& feature = model_.features[node_.feature];
    if (node_.test == TestKind::grouped) {
      if (found < 2) place_.fail(".children", fmt::format("expected at least 2 children, found {}", found));
    } else if (node_.test == TestKind::multiway) {
      if (found == feature.outcomes() || has_branch_for_missing()) return;
      place_.fail(".children",
                  fmt::format("expected {} (one per {}), found {}", grouped(feature.outcomes()),
                              feature.kind == FeatureKind::numeric ? "interval" : "category", grouped(found)));
    } else if (found != 2) {
      place_.fail(".children", fmt::format("expected 2 children, found {}", grouped(found)));
    }
  }

  void check_children() const {
    for (std::size_t i = 0; i < node_.children.size(); ++i) {
      const std::uint32_t child = node_.children[i];
      if (child >= tree_.nodes.size()) {
        place_.fail(".children", i,
                    fmt::format("there is no node {}; the tree has {}", child, grouped(tree_.nodes.size())));
      }
      if (child <= place_.node) {
        place_.fail(".children", i, fmt::format("node {} does not come after its parent, node {}", child, place_.node));
      }
    }
  }

  void check_missing_child() const {
    const std::size_t size = node_.children.size();
    if (node_.missing_child >= size) {
      place_.fail(".missing_child",
                  fmt::format("there is no child {}; the node has {}", node_.missing_child, grouped(size)));
    }
    const bool last = node_.test == TestKind::present || has_branch_for_missing();
    if (last && node_.missing_child != size - 1) {
      place_.fail(".missing_child", fmt::format("the last child, {}, is the one for missing values", size - 1));
    }
  }

  const Model& model_;
  const Tree& tree_;
  const Node& node_;
  TestPlace place_;
};

// Children come after their parents, so there can be no cycle; what is left is that each has exactly one.
void check_parents(const Tree& tree, const std::string& path) {
  std::vector<std::uint32_t> parents(tree.nodes.size(), kNoParent);
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const auto& children = tree.nodes[at].children;
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

// The weights of branches are put in proportion to their sum.
void check_weights(const Tree& tree, const std::string& path) {
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    double sum = 0;
    for (const std::uint32_t child : tree.nodes[at].children) sum += tree.nodes[child].weight();
    if (!std::isfinite(sum)) {
      throw ModelFault(fmt::format("{}.nodes[{}].children", path, at), "the sum of their weights is not finite");
    }
  }
}

// Rule after rule: either all tests of a tree are rules or none is, and a rule is answered by a leaf.
void check_list(const Model& model, const Tree& tree, const std::string& path) {
  const bool list = is_list(tree);
  if (list && model.combination != Combination::single) {
    throw ModelFault(path + ".nodes[0].test", "a decision list is a single tree");
  }
  if (list && model.task == Task::regression) {
    throw ModelFault(path + ".nodes[0].test", "the rules of a decision list name labels");
  }
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) continue;
    if ((node.test == TestKind::all_of) != list) {
      throw ModelFault(fmt::format("{}.nodes[{}].test", path, at),
                       "either all tests of a tree are 'all_of', or none is");
    }
    if (list && !tree.nodes[node.children[0]].is_leaf()) {
      throw ModelFault(fmt::format("{}.nodes[{}].children[0]", path, at), "a rule is answered by a leaf");
    }
  }
}

// Labels say the same as the threshold: whoever reads either of them gets the same answers.
void check_decided_labels(const Model& model, const Tree& tree, const std::string& path) {
  const std::vector<std::uint32_t> labels = decided_labels(model, tree);
  for (std::size_t at = 0; at < labels.size(); ++at) {
    if (tree.nodes[at].label == labels[at]) continue;
    throw ModelFault(
        fmt::format("{}.nodes[{}].label", path, at),
        fmt::format("the decision threshold asks for label {}, found {}", labels[at], tree.nodes[at].label));
  }
}

}  // namespace

void check_tree(const Model& model, const Tree& tree, const std::string& path) {
  const std::size_t outputs = std::max<std::size_t>(1, model.sums.base.size());
  if (tree.output >= outputs) {
    throw ModelFault(path + ".output",
                     fmt::format("there is no output {}; the model has {}", tree.output, grouped(outputs)));
  }
  if (tree.nodes.empty()) throw ModelFault(path + ".nodes", "a tree needs at least one node");
  if (tree.nodes.size() >= kNoParent) throw ModelFault(path + ".nodes", "the tree has too many nodes");
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) NodeCheck(model, tree, at, path).run();
  check_parents(tree, path);
  check_weights(tree, path);
  check_list(model, tree, path);
  if (model.decision_threshold) check_decided_labels(model, tree, path);
}

}  // namespace espalier
