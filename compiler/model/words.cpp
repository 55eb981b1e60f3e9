#include "model/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "support/text.hpp"

namespace espalier {
namespace {

const MergedWords* merged_into(const Feature& feature, std::uint32_t category) {
  const auto found = std::find_if(feature.merged.begin(), feature.merged.end(),
                                  [&](const MergedWords& merged) { return merged.category == category; });
  return found == feature.merged.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> words_of(const Feature& feature, std::uint32_t category) {
  const MergedWords* merged = merged_into(feature, category);
  if (merged == nullptr) return {feature.categories[category]};
  return merged->words;
}

std::size_t word_count(const Feature& feature) {
  std::size_t words = feature.categories.size() - feature.merged.size();
  for (const MergedWords& merged : feature.merged) words += merged.words.size();
  return words;
}

std::unordered_map<std::string_view, std::uint32_t> category_of_words(const Feature& feature) {
  std::unordered_map<std::string_view, std::uint32_t> category_of;
  category_of.reserve(word_count(feature));
  auto merged = feature.merged.begin();
  for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
    if (merged == feature.merged.end() || merged->category != category) {
      category_of.emplace(feature.categories[category], category);
      continue;
    }
    for (const std::string& word : merged->words) category_of.emplace(word, category);
    ++merged;
  }
  return category_of;
}

std::string name_apart_from(const std::string& wish, const std::unordered_map<std::string_view, std::uint32_t>& words) {
  std::string name = wish;
  for (int n = 2; words.contains(name); ++n) name = wish + " " + std::to_string(n);
  return name;
}

namespace {

// The categories of one feature, divided further by each test: two are in the same part as long as no test has told
// them apart. A division takes as many steps as the test names categories.
class Parts {
 public:
  explicit Parts(std::size_t categories) : part_of_(categories, 0), named_(categories, false) {}

  void divide(const std::vector<std::uint32_t>& members) {
    std::map<std::uint32_t, std::uint32_t> new_part;  // per part that has members
    for (const std::uint32_t category : members) {
      std::uint32_t& part = part_of_[category];
      part = new_part.try_emplace(part, parts_ + static_cast<std::uint32_t>(new_part.size())).first->second;
      named_[category] = true;
    }
    parts_ += static_cast<std::uint32_t>(new_part.size());
  }

  // Categories with different numbers in `given` are told apart.
  void divide_by(const std::vector<std::uint32_t>& given) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> new_part;
    for (std::size_t category = 0; category < part_of_.size(); ++category) {
      const std::pair key(part_of_[category], given[category]);
      part_of_[category] =
          new_part.try_emplace(key, parts_ + static_cast<std::uint32_t>(new_part.size())).first->second;
      named_[category] = named_[category] || given[category] != kNoGroup;
    }
    parts_ += static_cast<std::uint32_t>(new_part.size());
  }

  // A branch for each category.
  void divide_all() {
    for (std::size_t category = 0; category < part_of_.size(); ++category) {
      part_of_[category] = parts_ + static_cast<std::uint32_t>(category);
      named_[category] = true;
    }
    parts_ += static_cast<std::uint32_t>(part_of_.size());
  }

  bool is_named(std::uint32_t category) const { return named_[category]; }

  // The categories of each part; parts in order of their first.
  std::vector<std::vector<std::uint32_t>> lists() const {
    std::vector<std::vector<std::uint32_t>> lists;
    std::map<std::uint32_t, std::size_t> place;
    for (std::uint32_t category = 0; category < part_of_.size(); ++category) {
      const auto [found, is_new] = place.try_emplace(part_of_[category], lists.size());
      if (is_new) lists.emplace_back();
      lists[found->second].push_back(category);
    }
    return lists;
  }

 private:
  std::vector<std::uint32_t> part_of_;
  std::vector<bool> named_;
  std::uint32_t parts_ = 1;
};

void divide(const Node& node, std::vector<Parts>& parts) {
  switch (node.test) {
    case TestKind::member: parts[node.feature].divide(node.categories); break;
    case TestKind::grouped: parts[node.feature].divide_by(node.groups); break;
    case TestKind::multiway: parts[node.feature].divide_all(); break;
    case TestKind::leaf:
    case TestKind::less_equal:
    case TestKind::present: break;
    case TestKind::all_of:
      for (const RulePart& part : node.parts) {
        if (part.kind == RulePart::Kind::in) parts[part.feature].divide(part.categories);
      }
      break;
  }
  for (const Surrogate& surrogate : node.surrogates) {
    if (surrogate.test == TestKind::member) parts[surrogate.feature].divide(surrogate.categories);
  }
}

// What becomes of the categories of a feature.
struct Change {
  std::vector<std::vector<std::uint32_t>> new_of;  // per category: what it becomes, ascending
  std::size_t count = 0;                           // of new categories
  std::vector<std::size_t> shared_by{};            // per new category: how many became it; not if words are spelled out
  bool spells_out = false;
};

// Keeps the name of a part that is one category.
std::string name_of(const Feature& feature, const Parts& parts, const std::vector<std::uint32_t>& part,
                    const std::unordered_map<std::string_view, std::uint32_t>& words) {
  if (part.size() == 1) return feature.categories[part.front()];
  constexpr std::size_t kShown = 30;
  const bool rest = std::none_of(part.begin(), part.end(), [&](std::uint32_t c) { return parts.is_named(c); });
  const std::string first = printable(feature.categories[part.front()], kShown);
  return name_apart_from(rest ? "other" : fmt::format("{} and {} more", first, part.size() - 1), words);
}

bool stands_for_several(const Feature& feature, const std::vector<std::uint32_t>& part) {
  return part.size() > 1 || std::any_of(feature.merged.begin(), feature.merged.end(),
                                        [&](const MergedWords& merged) { return merged.category == part.front(); });
}

Change share(const Parts& parts, Feature& feature) {
  std::vector<std::vector<std::uint32_t>> lists = parts.lists();
  std::stable_partition(lists.begin(), lists.end(), [&](const auto& list) { return list.size() == 1; });
  const auto words = category_of_words(feature);
  Change change;
  change.new_of.resize(feature.categories.size());
  change.count = lists.size();
  std::vector<std::string> names;
  std::vector<MergedWords> merged;
  for (std::uint32_t next = 0; next < lists.size(); ++next) {
    const std::vector<std::uint32_t>& part = lists[next];
    names.push_back(name_of(feature, parts, part, words));
    for (const std::uint32_t category : part) change.new_of[category] = {next};
    change.shared_by.push_back(part.size());
    if (!stands_for_several(feature, part)) continue;
    MergedWords& together = merged.emplace_back(MergedWords{next, {}});
    for (const std::uint32_t category : part) {
      for (std::string& word : words_of(feature, category)) together.words.push_back(std::move(word));
    }
  }
  feature.categories = std::move(names);
  feature.merged = std::move(merged);
  return change;
}

Change spell_out(Feature& feature) {
  Change change;
  change.spells_out = true;
  std::vector<std::string> names;
  for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
    std::vector<std::uint32_t>& now = change.new_of.emplace_back();
    for (std::string& word : words_of(feature, category)) {
      now.push_back(static_cast<std::uint32_t>(names.size()));
      names.push_back(std::move(word));
    }
  }
  change.count = names.size();
  feature.categories = std::move(names);
  feature.merged.clear();
  return change;
}

std::vector<std::uint32_t> changed(const std::vector<std::uint32_t>& members, const Change& change) {
  std::vector<std::uint32_t> now;
  for (const std::uint32_t category : members) {
    now.insert(now.end(), change.new_of[category].begin(), change.new_of[category].end());
  }
  std::sort(now.begin(), now.end());
  now.erase(std::unique(now.begin(), now.end()), now.end());
  return now;
}

// The test in new categories.
void rewrite(const Change& change, Node& node) {
  if (node.test == TestKind::member) node.categories = changed(node.categories, change);
  const bool by_category = node.test == TestKind::multiway && change.spells_out;
  if (node.test != TestKind::grouped && !by_category) return;
  std::vector<std::uint32_t> groups(change.count, kNoGroup);
  for (std::uint32_t category = 0; category < change.new_of.size(); ++category) {
    for (const std::uint32_t now : change.new_of[category])
      groups[now] = by_category ? category : node.groups[category];
  }
  node.test = TestKind::grouped;
  node.groups = std::move(groups);
}

void rewrite(const std::vector<std::optional<Change>>& changes, Tree& tree) {
  for (Node& node : tree.nodes) {
    for (RulePart& part : node.parts) {
      const auto& change = changes[part.feature];
      if (change && part.kind == RulePart::Kind::in) part.categories = changed(part.categories, *change);
    }
    if (!node.is_leaf() && changes[node.feature]) rewrite(*changes[node.feature], node);
    for (Surrogate& surrogate : node.surrogates) {
      const auto& change = changes[surrogate.feature];
      if (change && surrogate.test == TestKind::member) surrogate.categories = changed(surrogate.categories, *change);
    }
  }
}

// Each test says of every category what it said before: its members are those that the old members became, and no
// category that was none of them became one.
void require_same_tests(const Tree& before, const Tree& after, const std::vector<std::optional<Change>>& changes) {
  const auto require = [](bool same) {
    if (!same) throw std::logic_error("words that share a category are told apart by a test");
  };
  const auto require_same_members = [&](const std::vector<std::uint32_t>& old, const std::vector<std::uint32_t>& now,
                                        const Change& change) {
    std::size_t members = 0;  // old categories that are members now
    for (const std::uint32_t category : now) members += change.shared_by[category];
    require(members == old.size());
  };
  for (std::size_t i = 0; i < before.nodes.size(); ++i) {
    const Node& old = before.nodes[i];
    const Node& now = after.nodes[i];
    if (old.is_leaf()) continue;
    for (std::size_t p = 0; p < old.parts.size(); ++p) {
      const auto& change = changes[old.parts[p].feature];
      if (!change || old.parts[p].kind != RulePart::Kind::in) continue;
      require_same_members(old.parts[p].categories, now.parts[p].categories, *change);
    }
    if (const auto& change = changes[old.feature]; change && old.test == TestKind::member) {
      require_same_members(old.categories, now.categories, *change);
    } else if (change && old.test == TestKind::grouped) {
      for (std::size_t c = 0; c < change->new_of.size(); ++c) {
        for (const std::uint32_t new_category : change->new_of[c]) require(now.groups[new_category] == old.groups[c]);
      }
    }
    for (std::size_t s = 0; s < old.surrogates.size(); ++s) {
      const auto& change = changes[old.surrogates[s].feature];
      if (!change || old.surrogates[s].test != TestKind::member) continue;
      require_same_members(old.surrogates[s].categories, now.surrogates[s].categories, *change);
    }
  }
}

}  // namespace

std::optional<Model> share_words(const Model& model, std::size_t above) {
  const auto is_large = [&](const Feature& feature) { return word_count(feature) > above; };
  if (std::none_of(model.features.begin(), model.features.end(), is_large)) return std::nullopt;
  std::vector<Parts> parts;
  for (const Feature& feature : model.features) parts.emplace_back(feature.categories.size());
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) divide(node, parts);
  }
  std::optional<Model> shared;
  std::vector<std::optional<Change>> changes(model.features.size());
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    if (!is_large(model.features[i]) || parts[i].lists().size() == model.features[i].categories.size()) continue;
    if (!shared) shared = model;
    changes[i] = share(parts[i], shared->features[i]);
  }
  if (!shared) return shared;
  for (std::size_t t = 0; t < model.trees.size(); ++t) {
    rewrite(changes, shared->trees[t]);
    require_same_tests(model.trees[t], shared->trees[t], changes);
  }
  return shared;
}

std::optional<Model> spell_out_words(const Model& model) {
  std::optional<Model> spelled;
  std::vector<std::optional<Change>> changes(model.features.size());
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    if (model.features[i].merged.empty()) continue;
    if (!spelled) spelled = model;
    changes[i] = spell_out(spelled->features[i]);
  }
  if (!spelled) return spelled;
  for (Tree& tree : spelled->trees) rewrite(changes, tree);
  return spelled;
}

}  // namespace espalier
