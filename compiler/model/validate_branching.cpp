// The rules of docs/model-format.md for the tests of nodes and for the surrogates that stand in for them.
#include "model/validate_branching.hpp"

#include "support/text.hpp"

namespace espalier {

void TestPlace::fail(std::string_view member, const std::string& message) const {
  const std::string inside = surrogate ? fmt::format(".surrogates[{}]", *surrogate) : "";
  throw ModelFault(fmt::format("{}.nodes[{}]{}{}", tree_path, node, inside, member), message);
}

void TestPlace::fail(std::string_view member, std::size_t item, const std::string& message) const {
  fail(fmt::format("{}[{}]", member, item), message);
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
    check_surrogate(model, node, node.surrogates[i], {place.tree_path, place.node, i});
  }
}

}  // namespace

void check_test(const Model& model, const Node& node, const TestPlace& place) {
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

}  // namespace espalier
