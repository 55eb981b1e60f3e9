#include <algorithm>
#include <bit>
#include <map>

#include "lower/passes.hpp"
#include "lower/verdict.hpp"
#include "model/blend.hpp"

namespace espalier {
namespace {

// Intervals up to this many are asked for one after the other, which reads best; more are halved.
constexpr std::uint32_t kChainedIntervals = 4;

struct PendingNode {
  std::uint32_t node;
  std::uint32_t step;  // reserved for the node
};

// A branch of a test on categories.
struct Arm {
  std::vector<std::uint32_t> categories;
  std::uint32_t child;
};

std::vector<Arm> arms_of(const Node& node, std::size_t categories) {
  std::vector<Arm> arms;
  if (node.test == TestKind::multiway) {
    for (std::uint32_t c = 0; c < categories; ++c) arms.push_back({{c}, c});
    return arms;
  }
  for (std::uint32_t child = 0; child < node.children.size(); ++child) arms.push_back({{}, child});
  for (std::uint32_t c = 0; c < categories; ++c) {
    if (node.groups[c] != kNoGroup) arms[node.groups[c]].categories.push_back(c);
  }
  std::erase_if(arms, [](const Arm& arm) { return arm.categories.empty(); });
  return arms;
}

class Builder {
 public:
  Builder(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields, ValueType type)
      : model_(model),
        tree_(tree),
        value_type_(type),
        rules_(rule_numbers(tree)),
        field_of_(field_of_feature(model, fields)) {
    program_.answers = answers;
    program_.fields = fields;
    program_.category_counts = category_counts(model, fields);
  }

  Program build() {
    program_.functions.push_back({reserve(0), {}});
    while (!pending_.empty()) {
      const PendingNode next = pending_.back();
      pending_.pop_back();
      fill(tree_.nodes[next.node], next.node, next.step);
    }
    return std::move(program_);
  }

 private:
  std::uint32_t new_step(double weight) {
    const auto step = static_cast<std::uint32_t>(program_.steps.size());
    program_.steps.emplace_back();
    program_.steps.back().weight = std::max(0.0, weight);
    return step;
  }

  std::uint32_t reserve(std::uint32_t node) {
    const std::uint32_t step = new_step(tree_.nodes[node].weight());
    pending_.push_back({node, step});
    return step;
  }

  void fill(const Node& node, std::uint32_t index, std::uint32_t at) {
    const Feature* feature = node.is_leaf() ? nullptr : &model_.features[node.feature];
    switch (node.test) {
      case TestKind::leaf: answer(at, node, rules_[index]); break;
      case TestKind::less_equal:
      case TestKind::member: two_way(at, node); break;
      case TestKind::present: present(at, node); break;
      case TestKind::multiway:
        if (feature->kind == FeatureKind::numeric) {
          intervals(at, node, *feature);
        } else {
          chain(at, node, arms_of(node, feature->categories.size()));
        }
        break;
      case TestKind::grouped: chain(at, node, arms_of(node, feature->categories.size())); break;
      case TestKind::all_of: rule(at, node); break;
    }
  }

  void answer(std::uint32_t at, const Node& leaf, std::uint32_t rule) {
    Step& step = program_.steps[at];
    step.op = program_.answers == AnswerKind::addend ? Op::add : Op::answer;
    step.rules = {rule};
    switch (program_.answers) {
      case AnswerKind::label: step.value = leaf.label; break;
      case AnswerKind::rule: step.value = rule; break;
      case AnswerKind::value: step.value = value_index(rounded(value_type_, leaf.value)); break;
      case AnswerKind::addend: step.value = addend_index(addend_of(model_, tree_, leaf)); break;
    }
  }

  std::uint32_t addend_index(Addend addend) {
    const auto next = static_cast<std::uint32_t>(program_.addends.size());
    const auto [entry, is_new] = addend_indices_.try_emplace(addend, next);
    if (is_new) program_.addends.push_back(std::move(addend));
    return entry->second;
  }

  // By its bits: -0.0 and 0.0 are two answers.
  std::uint32_t value_index(double value) {
    const auto next = static_cast<std::uint32_t>(program_.values.size());
    const auto [entry, is_new] = value_indices_.try_emplace(std::bit_cast<std::uint64_t>(value), next);
    if (is_new) program_.values.push_back(value);
    return entry->second;
  }

  void split(std::uint32_t at, Condition condition, std::uint32_t yes, std::uint32_t no) {
    Step& step = program_.steps[at];
    step.op = Op::branch;
    step.condition = std::move(condition);
    step.yes = yes;
    step.no = no;
  }

  Condition known(const Node& node) const {
    const std::uint32_t field = field_of_[node.feature];
    const std::size_t categories = program_.category_counts[field];
    return categories == 0 ? known_number(field) : known_category(field, categories);
  }

  void two_way(std::uint32_t at, const Node& node) {
    const Compare compare = node.test == TestKind::member ? Compare::member : Compare::less_equal;
    Condition condition{field_of_[node.feature],  compare,
                        missing_route(node) == 0, threshold_for_values(model_.features[node.feature], node.threshold),
                        node.threshold,           node.categories,
                        fallbacks(node)};
    const std::uint32_t no = reserve(node.children[1]);
    split(at, std::move(condition), reserve(node.children[0]), no);
  }

  void present(std::uint32_t at, const Node& node) {
    const std::uint32_t no = reserve(node.children[1]);
    split(at, known(node), reserve(node.children[0]), no);
  }

  void rule(std::uint32_t at, const Node& node) {
    std::vector<Condition> terms;
    for (const RulePart& part : node.parts) terms.push_back(condition_of(part));
    const std::uint32_t no = reserve(node.children[1]);
    split(at, all_of(std::move(terms)), reserve(node.children[0]), no);
  }

  Condition condition_of(const RulePart& part) const {
    const std::uint32_t field = field_of_[part.feature];
    const std::size_t categories = program_.category_counts[field];
    const auto compared_with = [&](Compare compare) -> Condition {
      return {field,
              compare,
              part.missing,
              threshold_for_values(model_.features[part.feature], part.threshold),
              part.threshold,
              {},
              {}};
    };
    switch (part.kind) {
      case RulePart::Kind::upto: return compared_with(Compare::less_equal);
      case RulePart::Kind::above: return compared_with(Compare::greater);
      case RulePart::Kind::in: return {field, Compare::member, part.missing, 0, 0, part.categories, {}};
      case RulePart::Kind::known:
      case RulePart::Kind::missing: break;
    }
    const Condition known = categories == 0 ? known_number(field) : known_category(field, categories);
    return part.kind == RulePart::Kind::known ? known : negated(known);
  }

  // As far as they can be asked: a field that is never missing has the last word.
  std::vector<Condition> fallbacks(const Node& node) const {
    std::vector<Condition> asked;
    if (model_.missing == MissingPolicy::fractional || !can_be_missing(program_.fields[field_of_[node.feature]]))
      return asked;
    for (const Surrogate& surrogate : node.surrogates) {
      if (surrogate.feature == node.feature) continue;  // missing as well
      const bool member = surrogate.test == TestKind::member;
      Condition fallback{field_of_[surrogate.feature],
                         member ? Compare::member : Compare::less_equal,
                         false,
                         threshold_for_values(model_.features[surrogate.feature], surrogate.threshold),
                         surrogate.threshold,
                         surrogate.categories,
                         {}};
      asked.push_back(surrogate.reversed ? negated(std::move(fallback)) : std::move(fallback));
      asked.back().when_missing = false;
      if (!can_be_missing(program_.fields[asked.back().field])) break;
    }
    return asked;
  }

  // The child that missing values take. Under `fractional` that matters only where one child has all the weight: such a
  // row is not blended, and the tree answers. Otherwise they go where the comparison sends them at no cost.
  std::uint32_t missing_route(const Node& node) const {
    if (model_.missing != MissingPolicy::fractional) return node.missing_child;
    const std::vector<std::uint32_t> shares = branch_shares(tree_, node);
    const auto whole = std::find(shares.begin(), shares.end(), kWholeWeight);
    if (whole != shares.end()) return static_cast<std::uint32_t>(whole - shares.begin());
    const Field& field = program_.fields[field_of_[node.feature]];
    const bool lowest_is_missing = field.sentinel && missing_sentinel(field.type) == lowest(field.type);
    return lowest_is_missing ? 0 : static_cast<std::uint32_t>(node.children.size() - 1);
  }

  // Missing values and unknown categories equal none of the tested ones, so they fall through to the end of the chain.
  void chain(std::uint32_t at, const Node& node, std::vector<Arm> arms) {
    const std::uint32_t last = missing_route(node);
    std::erase_if(arms, [&](const Arm& arm) { return arm.child == last; });
    if (arms.empty()) {  // nothing to test
      pending_.push_back({node.children[last], at});
      return;
    }
    double left = program_.steps[at].weight;
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const std::uint32_t child = node.children[arms[i].child];
      left -= tree_.nodes[child].weight();
      const std::uint32_t next = i + 1 < arms.size() ? new_step(left) : reserve(node.children[last]);
      split(at, {field_of_[node.feature], Compare::member, false, 0, 0, std::move(arms[i].categories), {}},
            reserve(child), next);
      at = next;
    }
  }

  // Tests of x against the cuts, down to single intervals. Missing values stay on the side of their child; if they have
  // one of their own, they are asked for first.
  void intervals(std::uint32_t at, const Node& node, const Feature& feature) {
    struct Range {
      std::uint32_t step;
      std::uint32_t first;
      std::uint32_t last;
    };
    const std::uint32_t missing = missing_route(node);
    const auto count = static_cast<std::uint32_t>(feature.outcomes());
    std::vector<Range> ranges = {{at, 0, count - 1}};
    if (missing >= count) {
      ranges = {{new_step(weight_of(node, 0, count - 1)), 0, count - 1}};
      split(at, known(node), ranges.front().step, reserve(node.children[missing]));
    }
    while (!ranges.empty()) {
      const Range range = ranges.back();
      ranges.pop_back();
      if (range.first == range.last) {
        pending_.push_back({node.children[range.first], range.step});
        continue;
      }
      const bool short_chain = range.last - range.first < kChainedIntervals;
      const std::uint32_t cut = short_chain ? range.first : range.first + (range.last - range.first) / 2;
      const Range no{new_step(weight_of(node, cut + 1, range.last)), cut + 1, range.last};
      const Range yes{new_step(weight_of(node, range.first, cut)), range.first, cut};
      const double threshold = feature.cuts[cut].threshold;
      split(range.step,
            {field_of_[node.feature],
             Compare::less_equal,
             missing <= cut,
             threshold_for_values(feature, threshold),
             threshold,
             {},
             {}},
            yes.step, no.step);
      ranges.push_back(no);
      ranges.push_back(yes);
    }
  }

  double weight_of(const Node& node, std::uint32_t first, std::uint32_t last) const {
    double weight = 0;
    for (std::uint32_t i = first; i <= last; ++i) weight += tree_.nodes[node.children[i]].weight();
    return weight;
  }

  const Model& model_;
  const Tree& tree_;
  ValueType value_type_;
  std::vector<std::uint32_t> rules_;
  std::vector<std::uint32_t> field_of_;  // per feature of the model
  std::map<std::uint64_t, std::uint32_t> value_indices_;
  std::map<Addend, std::uint32_t> addend_indices_;
  Program program_;
  std::vector<PendingNode> pending_;
};

}  // namespace

std::vector<std::uint32_t> field_of_feature(const Model& model, const std::vector<Field>& fields) {
  std::vector<std::uint32_t> field_of(model.features.size(), 0);
  for (std::uint32_t i = 0; i < fields.size(); ++i) field_of[fields[i].feature] = i;
  return field_of;
}

std::vector<std::size_t> category_counts(const Model& model, const std::vector<Field>& fields) {
  std::vector<std::size_t> counts;
  counts.reserve(fields.size());
  for (const Field& field : fields) counts.push_back(model.features[field.feature].categories.size());
  return counts;
}

Program build_program(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields,
                      ValueType value_type) {
  return Builder(model, tree, answers, fields, value_type).build();
}

}  // namespace espalier
