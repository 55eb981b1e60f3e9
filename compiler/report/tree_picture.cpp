#include "report/tree_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <queue>
#include <tuple>

#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "report/figure_text.hpp"
#include "report/plot_marks.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kWordsOnBranch = 26;  // characters
constexpr double kUnplaced = 1e300;

// The nodes that are drawn with their children: those of most rows first, as long as there is room for the leaves.
std::vector<bool> opened_nodes(const Tree& tree, const PictureOptions& options) {
  const std::vector<std::size_t> below = leaves_below(tree);
  std::vector<bool> opened(tree.nodes.size(), false);
  struct Candidate {
    double weight;
    std::size_t leaves;
    std::uint32_t node;
    std::size_t depth;
    bool operator<(const Candidate& other) const {
      return std::tuple(weight, leaves, other.node) < std::tuple(other.weight, other.leaves, node);
    }
  };
  std::priority_queue<Candidate> candidates;
  const auto offer = [&](std::uint32_t at, std::size_t depth) {
    const Node& node = tree.nodes[at];
    if (!node.is_leaf() && depth < options.depth) candidates.push({node.weight(), below[at], at, depth});
  };
  std::size_t drawn = 1;
  offer(0, 0);
  while (!candidates.empty()) {
    const Candidate next = candidates.top();
    candidates.pop();
    const Node& node = tree.nodes[next.node];
    if (drawn - 1 + node.children.size() > std::max<std::size_t>(options.leaves, 1)) continue;
    drawn += node.children.size() - 1;
    opened[next.node] = true;
    for (const std::uint32_t child : node.children) offer(child, next.depth + 1);
  }
  return opened;
}

// The first words of a list that fit: "sunny, rain +3".
std::string words_on_branch(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = printable(words[i], kWordsOnBranch);
    const std::string more = i + 1 < words.size() ? fmt::format(" +{}", words.size() - i) : "";
    if (i > 0 && count_characters(text) + count_characters(word) + 2 + more.size() > kWordsOnBranch) {
      return text + fmt::format(" +{}", words.size() - i);
    }
    text += (i > 0 ? ", " : "") + word;
  }
  return text;
}

std::string names_on_branch(const Feature& feature, const std::vector<std::uint32_t>& categories) {
  std::vector<std::string> words;
  words.reserve(categories.size());
  for (const std::uint32_t category : categories) words.push_back(feature.categories[category]);
  return words_on_branch(words);
}

// Dates are read, not counted. Of other numbers a picture has seven digits: 0.795 for 0.7949999999999999.
std::string number_on_branch(const Feature& feature, double value) {
  const std::string date = feature.date ? date_text(value, feature.date->unit) : "";
  return date.empty() ? fmt::format("{:.7g}", value) : date;
}

// A test's outcome beside the box that names its column.
std::string branch_text(const Feature& feature, const Node& node, std::uint32_t branch) {
  switch (node.test) {
    case TestKind::leaf: break;
    case TestKind::less_equal: return (branch == 0 ? "<= " : "> ") + number_on_branch(feature, node.threshold);
    case TestKind::member: {
      if (node.categories.size() == feature.categories.size()) return branch == 0 ? "known" : "missing";
      if (branch == 0) return names_on_branch(feature, node.categories);
      return node.categories.size() == 1 ? "not " + names_on_branch(feature, node.categories) : "others";
    }
    case TestKind::multiway: {
      if (branch == feature.outcomes()) return "missing";
      if (feature.kind == FeatureKind::categorical) return names_on_branch(feature, {branch});
      if (branch == feature.cuts.size()) return "> " + number_on_branch(feature, feature.cuts.back().threshold);
      return "<= " + number_on_branch(feature, feature.cuts[branch].threshold);
    }
    case TestKind::grouped: {
      std::vector<std::uint32_t> categories;
      for (std::uint32_t category = 0; category < node.groups.size(); ++category) {
        if (node.groups[category] == branch) categories.push_back(category);
      }
      return names_on_branch(feature, categories);
    }
    case TestKind::present: return branch == 0 ? "known" : "missing";
    case TestKind::all_of: return branch == 0 ? "yes" : "no";
  }
  return "";
}

// Where the policy sends a missing value at this node, as far as the node alone decides.
bool is_way_of_missing(const Model& model, const Node& node, std::uint32_t branch) {
  const bool decided = model.missing == MissingPolicy::majority || model.missing == MissingPolicy::learned ||
                       (model.missing == MissingPolicy::own_category && node.test != TestKind::multiway);
  const bool tells_itself = node.test == TestKind::present || node.test == TestKind::all_of;
  return decided && !tells_itself && node.missing_child == branch;
}

void add_answer(const Model& model, const Node& node, PictureNode& drawn) {
  const bool single = model.combination == Combination::single;
  if (!single && !node.is_leaf()) return;  // of several trees only leaves answer
  const auto by_label = [&](std::uint32_t label) {
    drawn.label = label;
    drawn.answer = printable(model.labels[label], kLabelShown);
  };
  if (single && model.task == Task::classification) {
    by_label(node.label);
    if (drawn.weight > 0) {
      for (const double count : node.counts) drawn.parts.push_back(count / drawn.weight);
    }
    return;
  }
  if (single || leaf_answer(model) == LeafAnswer::value) {
    drawn.answer = figure_text(node.value);
    drawn.at = node.value;
    return;
  }
  if (leaf_answer(model) == LeafAnswer::label) {
    by_label(node.label);
    return;
  }
  by_label(majority_label(node.shares));
  const double whole = model.sums.arithmetic == Arithmetic::whole ? kWholeShare : 1;
  for (const double share : node.shares) drawn.parts.push_back(share / whole);
}

// The leaves of these rules, and what is above them.
void mark_ways(const Tree& tree, const std::vector<std::uint32_t>& rules, TreePicture& picture) {
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::vector<bool> on_way(tree.nodes.size(), false);
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    const Node& node = tree.nodes[at];
    on_way[at] = node.is_leaf()
                     ? std::ranges::find(rules, numbers[at]) != rules.end()
                     : std::ranges::any_of(node.children, [&](std::uint32_t child) { return on_way[child]; });
  }
  for (PictureNode& node : picture.nodes) node.on_way = on_way[node.node];
}

}  // namespace

TreePicture tree_picture(const Model& model, const PictureOptions& options) {
  const Tree& tree = model.trees[options.tree];
  TreePicture picture{model, options.tree, 0, 0, 0, 0, {}};
  const std::vector<bool> opened = opened_nodes(tree, options);
  const std::vector<std::size_t> below = leaves_below(tree);
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  const double all = tree.nodes.front().weight();
  struct Pending {
    std::uint32_t node;
    std::size_t parent;
    std::uint32_t branch;
  };
  std::vector<Pending> pending = {{0, kNoParent, 0}};
  while (!pending.empty()) {
    const Pending next = pending.back();
    pending.pop_back();
    const Node& node = tree.nodes[next.node];
    PictureNode drawn;
    drawn.node = next.node;
    drawn.parent = next.parent;
    drawn.weight = node.weight();
    drawn.share = all > 0 ? drawn.weight / all : 0;
    if (next.parent != kNoParent) {
      const PictureNode& above = picture.nodes[next.parent];
      const Node& parent = tree.nodes[above.node];
      drawn.depth = above.depth + 1;
      drawn.branch = branch_text(model.features[parent.feature], parent, next.branch);
      drawn.condition = condition_text(model, parent, next.branch);
      if (is_way_of_missing(model, parent, next.branch)) {
        drawn.branch += " or missing";
        drawn.condition += ", or missing";
      }
    }
    add_answer(model, node, drawn);
    const std::size_t place = picture.nodes.size();
    if (node.is_leaf()) {
      drawn.rule = numbers[next.node];
      ++picture.leaves;
    } else if (!opened[next.node]) {
      drawn.folded = below[next.node];
      picture.leaves += drawn.folded;
      ++picture.folded;
    } else {
      const bool rule = node.test == TestKind::all_of;
      drawn.column = printable(rule ? condition_text(model, node, 0) : model.features[node.feature].name, kLabelShown);
      for (auto branch = static_cast<std::uint32_t>(node.children.size()); branch-- > 0;) {
        pending.push_back({node.children[branch], place, branch});
      }
    }
    picture.nodes.push_back(std::move(drawn));
  }
  bool first = true;
  for (const Node& node : tree.nodes) {
    if (!node.is_leaf()) continue;
    picture.least = first ? node.value : std::min(picture.least, node.value);
    picture.most = first ? node.value : std::max(picture.most, node.value);
    first = false;
  }
  for (PictureNode& node : picture.nodes) {
    if (!node.at) continue;
    const double range = picture.most - picture.least;
    node.at = range > 0 ? std::clamp((*node.at - picture.least) / range, 0.0, 1.0) : 0.5;
  }
  if (!options.rules.empty()) mark_ways(tree, options.rules, picture);
  return picture;
}

std::vector<std::uint32_t> rules_reached(const Model& model, const Tree& tree, Row row) {
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::vector<std::uint32_t> rules;
  std::vector<std::uint32_t> pending = {0};
  while (!pending.empty()) {
    const std::uint32_t at = pending.back();
    pending.pop_back();
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) {
      rules.push_back(numbers[at]);
    } else if (model.missing == MissingPolicy::fractional && !branch_if_known(model, node, row)) {
      for (const std::uint32_t child : node.children) {
        if (tree.nodes[child].weight() > 0) pending.push_back(child);
      }
    } else {
      pending.push_back(node.children[branch_taken(model, node, row)]);
    }
  }
  std::ranges::sort(rules);
  return rules;
}

namespace {

// What a subtree takes up, level by level below its root, relative to the root's middle.
struct Contour {
  std::vector<double> top;
  std::vector<double> bottom;
};

}  // namespace

std::vector<PicturePlace> place_nodes(const TreePicture& picture, const PictureSizes& sizes) {
  const std::size_t count = picture.nodes.size();
  std::vector<std::vector<std::size_t>> children(count);
  std::vector<double> column_width;
  std::vector<double> column_room;  // in front of the column
  for (std::size_t i = 0; i < count; ++i) {
    const PictureNode& node = picture.nodes[i];
    if (node.parent != kNoParent) children[node.parent].push_back(i);
    if (node.depth == column_width.size()) {
      column_width.push_back(0);
      column_room.push_back(0);
    }
    column_width[node.depth] = std::max(column_width[node.depth], sizes.width[i]);
    column_room[node.depth] = std::max(column_room[node.depth], sizes.before[i]);
  }
  std::vector<Contour> contours(count);
  std::vector<double> offset(count, 0);  // of a node's middle from its parent's
  for (std::size_t i = count; i-- > 0;) {
    Contour& own = contours[i];
    own.top = {-sizes.height[i] / 2};
    own.bottom = {sizes.height[i] / 2};
    if (children[i].empty()) continue;
    // Children from above, each as high as those before let it be.
    Contour below;
    for (const std::size_t child : children[i]) {
      const Contour& next = contours[child];
      double shift = below.top.empty() ? 0 : -kUnplaced;
      for (std::size_t level = 0; level < std::min(next.top.size(), below.top.size()); ++level) {
        shift = std::max(shift, below.bottom[level] + sizes.gap - next.top[level]);
      }
      offset[child] = shift;
      for (std::size_t level = 0; level < next.top.size(); ++level) {
        if (level < below.top.size()) {
          below.bottom[level] = next.bottom[level] + shift;
        } else {
          below.top.push_back(next.top[level] + shift);
          below.bottom.push_back(next.bottom[level] + shift);
        }
      }
      contours[child] = {};
    }
    const double middle = (offset[children[i].front()] + offset[children[i].back()]) / 2;
    for (const std::size_t child : children[i]) offset[child] -= middle;
    for (std::size_t level = 0; level < below.top.size(); ++level) {
      own.top.push_back(below.top[level] - middle);
      own.bottom.push_back(below.bottom[level] - middle);
    }
  }
  std::vector<double> column_left(column_width.size(), 0);
  for (std::size_t depth = 1; depth < column_left.size(); ++depth) {
    column_left[depth] = column_left[depth - 1] + column_width[depth - 1] + column_room[depth];
  }
  const double top = *std::ranges::min_element(contours.front().top);
  std::vector<PicturePlace> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    const PictureNode& node = picture.nodes[i];
    const double above = node.parent == kNoParent ? -top : places[node.parent].middle;
    places[i] = {column_left[node.depth], above + offset[i], sizes.width[i], sizes.height[i]};
  }
  return places;
}

std::string to_text(const TreePicture& picture) {
  const Model& model = picture.model;
  std::string text = fmt::format("drawn     {} of {}", counted(picture.nodes.size(), "node"),
                                 grouped(model.trees[picture.tree].nodes.size()));
  if (model.trees.size() > 1) text += fmt::format(", tree {} of {}", picture.tree + 1, model.trees.size());
  if (picture.folded > 0) {
    text += fmt::format("; {} {} for several rules: --leaves draws more", counted(picture.folded, "box"),
                        picture.folded == 1 ? "stands" : "stand");
  }
  return text + "\n";
}

nlohmann::ordered_json to_json(const TreePicture& picture) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PictureNode& node : picture.nodes) {
    nlohmann::ordered_json entry = {{"node", node.node}};
    entry["parent"] = node.parent == kNoParent ? nlohmann::ordered_json() : nlohmann::ordered_json(node.parent);
    entry["branch"] = node.branch;
    entry["condition"] = node.condition;
    entry["column"] = node.column;
    entry["answer"] = node.answer;
    if (node.rule > 0) entry["rule"] = node.rule;
    if (node.folded > 0) entry["folded_rules"] = node.folded;
    entry["weight"] = node.weight;
    entry["share"] = node.share;
    if (!node.parts.empty()) entry["parts"] = node.parts;
    if (node.on_way) entry["on_way"] = true;
    list.push_back(std::move(entry));
  }
  return {{"tree", picture.tree + 1}, {"rules", picture.leaves}, {"nodes", std::move(list)}};
}

}  // namespace espalier
