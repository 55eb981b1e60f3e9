// From a tree to the steps of a blend program.
#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "lower/blend_program.hpp"
#include "lower/passes.hpp"
#include "model/blend.hpp"

namespace espalier {
namespace {

// A test with more branches is asked part by part, each with the whole weight, so that no function gets too long.
constexpr std::size_t kBranchesPerStep = 64;

struct PendingBranch {
  std::uint32_t node;
  std::uint32_t step;
};

class BlendBuilder {
 public:
  BlendBuilder(const Model& model, const Tree& tree, const std::vector<Field>& fields)
      : model_(model), tree_(tree), rules_(rule_numbers(tree)), field_of_(field_of_feature(model, fields)) {
    program_.task = model.task;
    program_.fields = fields;
    program_.category_counts = category_counts(model, fields);
    program_.labels = model.labels.size();
    program_.smoothing = blend_smoothing(model, tree);
    program_.threshold = blend_threshold(model);
    if (model.task == Task::regression) {
      program_.value_exponent = value_exponent(tree);
    } else if (!model.costs.empty() && !program_.threshold) {
      program_.costs = whole_costs(model);
    }
  }

  BlendProgram build() {
    reserve(0);
    while (!pending_.empty()) {
      const PendingBranch next = pending_.back();
      pending_.pop_back();
      const Node& node = tree_.nodes[next.node];
      if (node.is_leaf()) {
        leaf(program_.steps[next.step], node, rules_[next.node]);
      } else {
        test(next.step, node);
      }
    }
    add_complete();
    return std::move(program_);
  }

 private:
  std::uint32_t reserve(std::uint32_t node) {
    const auto step = static_cast<std::uint32_t>(program_.steps.size());
    program_.steps.emplace_back();
    pending_.push_back({node, step});
    return step;
  }

  void leaf(BlendStep& step, const Node& node, std::uint32_t rule) const {
    step.op = BlendOp::leaf;
    step.rule = rule;
    if (model_.task == Task::regression) {
      step.scaled_value = scaled_value(node.value, program_.value_exponent);
    } else {
      step.label_shares = label_shares(node);
      step.support = program_.smoothing.support_of(node);
    }
  }

  void test(std::uint32_t at, const Node& node) {
    std::optional<Condition> known = known_by(node);
    if (known && narrow_condition(program_.fields, *known)) known.reset();
    const std::vector<std::uint32_t> shares = branch_shares(tree_, node);
    std::vector<BlendBranch> branches;
    for (std::uint32_t i = 0; i < node.children.size(); ++i) {
      BlendBranch branch = branch_to(node, i);
      branch.share = known ? shares[i] : 0;                   // where every value has an answer, nothing is shared
      if (branch.shared_only && branch.share == 0) continue;  // nothing comes here
      branch.step = reserve(node.children[i]);
      branches.push_back(std::move(branch));
    }
    if (known) note_complete(node);
    put(at, known, std::move(branches));
  }

  void put(std::uint32_t at, const std::optional<Condition>& known, std::vector<BlendBranch> branches) {
    program_.steps[at].op = BlendOp::test;
    if (branches.size() <= kBranchesPerStep) {
      program_.steps[at].known = known;
      program_.steps[at].branches = std::move(branches);
      return;
    }
    for (std::size_t first = 0; first < branches.size(); first += kBranchesPerStep) {
      const auto begin = branches.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end =
          branches.begin() + static_cast<std::ptrdiff_t>(std::min(branches.size(), first + kBranchesPerStep));
      BlendStep part;
      part.op = BlendOp::test;
      part.known = known;
      part.branches.assign(std::make_move_iterator(begin), std::make_move_iterator(end));
      BlendBranch to_part;
      to_part.step = static_cast<std::uint32_t>(program_.steps.size());
      program_.steps.push_back(std::move(part));
      program_.steps[at].branches.push_back(std::move(to_part));
    }
  }

  // Whether the node's own test has an answer; none: it always has.
  std::optional<Condition> known_by(const Node& node) const {
    const std::uint32_t field = field_of_[node.feature];
    if (node.test == TestKind::present || !can_be_missing(program_.fields[field])) return std::nullopt;
    if (model_.features[node.feature].kind == FeatureKind::numeric) return known_number(field);
    Condition known = known_category(field, program_.category_counts[field]);
    if (node.test == TestKind::grouped) {
      erase_if(known.categories, [&](std::uint32_t c) { return node.groups[c] == kNoGroup; });
    }
    return known;
  }

  BlendBranch branch_to(const Node& node, std::uint32_t child) const {
    const std::uint32_t field = field_of_[node.feature];
    const Feature& feature = model_.features[node.feature];
    if (feature.kind == FeatureKind::numeric) return narrowed(number_conditions(node, field, feature, child));
    return category_branch(node, field, child);
  }

  static Condition compare(std::uint32_t field, const Feature& feature, Compare how, double threshold) {
    return {field, how, false, threshold_for_values(feature, threshold), threshold, {}, {}};
  }

  static std::vector<Condition> number_conditions(const Node& node, std::uint32_t field, const Feature& feature,
                                                  std::uint32_t child) {
    if (node.test == TestKind::present) return {child == 0 ? known_number(field) : negated(known_number(field))};
    if (node.test == TestKind::less_equal) {
      return {compare(field, feature, child == 0 ? Compare::less_equal : Compare::greater, node.threshold)};
    }
    std::vector<Condition> conditions;
    if (child > 0) conditions.push_back(compare(field, feature, Compare::greater, feature.cuts[child - 1].threshold));
    if (child < feature.cuts.size()) {
      conditions.push_back(compare(field, feature, Compare::less_equal, feature.cuts[child].threshold));
    }
    if (conditions.empty()) conditions.push_back(known_number(field));  // one interval
    return conditions;
  }

  BlendBranch category_branch(const Node& node, std::uint32_t field, std::uint32_t child) const {
    const std::size_t categories = program_.category_counts[field];
    Condition condition = known_category(field, categories);
    const auto keep = [&](auto belongs) {
      erase_if(condition.categories, [&](std::uint32_t c) { return !belongs(c); });
    };
    switch (node.test) {
      case TestKind::present:
        if (child == 1) condition = negated(std::move(condition));
        break;
      case TestKind::member: {
        const auto& listed = node.categories;
        keep([&](std::uint32_t c) { return std::binary_search(listed.begin(), listed.end(), c) == (child == 0); });
        break;
      }
      case TestKind::grouped: keep([&](std::uint32_t c) { return node.groups[c] == child; }); break;
      default: keep([&](std::uint32_t c) { return c == child; }); break;
    }
    BlendBranch branch;
    branch.shared_only = condition.categories.empty();
    if (!branch.shared_only) branch.conditions.push_back(std::move(condition));
    return branch;
  }

  BlendBranch narrowed(std::vector<Condition> conditions) const {
    BlendBranch branch;
    for (Condition& condition : conditions) {
      const auto outcome = narrow_condition(program_.fields, condition);
      if (!outcome) branch.conditions.push_back(std::move(condition));
      branch.shared_only = branch.shared_only || outcome == false;
    }
    // Two cuts between the same two values of the type have none between them. (Narrowed, a condition may ask for the
    // sentinel of missing values instead.)
    if (branch.conditions.size() == 2 && branch.conditions[0].compare == Compare::greater &&
        branch.conditions[1].compare == Compare::less_equal &&
        branch.conditions[0].threshold >= branch.conditions[1].threshold) {
      branch.shared_only = true;
    }
    if (branch.shared_only) branch.conditions.clear();
    return branch;
  }

  // Categories that every test of the column has an answer for.
  void note_complete(const Node& node) {
    const std::uint32_t field = field_of_[node.feature];
    std::set<std::uint32_t>& unanswered = unanswered_[field];
    if (node.test != TestKind::grouped) return;
    for (std::uint32_t c = 0; c < node.groups.size(); ++c) {
      if (node.groups[c] == kNoGroup) unanswered.insert(c);
    }
  }

  void add_complete() {
    for (const auto& [field, unanswered] : unanswered_) {
      const std::size_t categories = program_.category_counts[field];
      Condition known = categories == 0 ? known_number(field) : known_category(field, categories);
      erase_if(known.categories,
               [&categories_without = unanswered](std::uint32_t c) { return categories_without.contains(c); });
      narrow_condition(program_.fields, known);  // not decided: note_complete() saw a value without an answer
      program_.complete.push_back(std::move(known));
    }
  }

  const Model& model_;
  const Tree& tree_;
  std::vector<std::uint32_t> rules_;
  std::vector<std::uint32_t> field_of_;
  std::map<std::uint32_t, std::set<std::uint32_t>> unanswered_;  // per field that can make the model blend
  BlendProgram program_;
  std::vector<PendingBranch> pending_;
};

}  // namespace

std::optional<BlendProgram> build_blend(const Model& model, const Tree& tree, const std::vector<Field>& fields) {
  if (model.missing != MissingPolicy::fractional) return std::nullopt;
  BlendProgram program = BlendBuilder(model, tree, fields).build();
  if (program.complete.empty()) return std::nullopt;
  return outline_blend(std::move(program));
}

bool can_blend(const Model& model, const std::vector<Field>& fields) {
  return model.combination == Combination::single && build_blend(model, only_tree(model), fields).has_value();
}

namespace {

class BlendOutliner {
 public:
  explicit BlendOutliner(BlendProgram program)
      : program_(std::move(program)), size_(program_.steps.size(), 0), height_(program_.steps.size(), 0) {
    measure();
  }

  BlendProgram outline() {
    roots_ = {0};
    for (std::size_t next = 0; next < roots_.size(); ++next) function(roots_[next]);
    // Callees were found after their callers; the other way round, each is defined before it is called.
    std::reverse(program_.functions.begin(), program_.functions.end());
    const auto last = static_cast<std::uint32_t>(roots_.size() - 1);
    for (auto& lines : program_.functions) {
      for (BlendLine& line : lines) line.function = last - line.function;
    }
    return std::move(program_);
  }

 private:
  struct Work {
    BlendLine line;
    bool is_line;     // write the line; otherwise enter its step
    bool last_words;  // the function ends where the step ends: its largest part can go on at the same level
  };

  // Lines below each step, and how deeply they would nest.
  void measure() {
    for (const std::uint32_t at : children_first()) {
      const BlendStep& step = program_.steps[at];
      size_[at] = 1;
      if (step.op == BlendOp::leaf) {
        size_[at] += static_cast<std::size_t>(std::count_if(step.label_shares.begin(), step.label_shares.end(),
                                                            [](std::uint32_t share) { return share > 0; }));
      }
      for (const BlendBranch& branch : step.branches) {
        size_[at] += 2 + size_[branch.step];
        height_[at] = std::max(height_[at], height_[branch.step] + 1);
      }
    }
  }

  std::vector<std::uint32_t> children_first() const {
    std::vector<std::uint32_t> order = {0};
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const BlendBranch& branch : program_.steps[order[i]].branches) order.push_back(branch.step);
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

  std::size_t largest_branch(const BlendStep& step) const {
    const auto largest =
        std::max_element(step.branches.begin(), step.branches.end(),
                         [&](const BlendBranch& a, const BlendBranch& b) { return size_[a.step] < size_[b.step]; });
    return static_cast<std::size_t>(largest - step.branches.begin());
  }

  void function(std::uint32_t root) {
    program_.functions.emplace_back();
    length_ = 0;
    work_ = {enter(root, 0, true)};
    while (!work_.empty()) {
      const Work next = work_.back();
      work_.pop_back();
      if (next.is_line) {
        write(next.line);
      } else if (program_.steps[next.line.step].op == BlendOp::leaf) {
        write(next.line);
      } else {
        branches(next.line.step, next.line.level, next.last_words);
      }
    }
  }

  static Work enter(std::uint32_t step, std::uint32_t level, bool last_words) {
    return {{BlendLineKind::leaf, level, step, 0, 0}, false, last_words};
  }

  void write(const BlendLine& line) {
    program_.functions.back().push_back(line);
    length_ += line.kind == BlendLineKind::leaf ? size_[line.step] : 1;
  }

  // Pushed in reverse: what is pushed last is written first.
  void branches(std::uint32_t at, std::uint32_t level, bool last_words) {
    const BlendStep& step = program_.steps[at];
    const std::size_t largest = largest_branch(step);
    if (last_words) {
      const std::uint32_t child = step.branches[largest].step;
      const bool too_long = length_ > kMaxBlendLines && program_.steps[child].op == BlendOp::test;
      work_.push_back(too_long ? call(child, level) : enter(child, level, true));
      work_.push_back(line(BlendLineKind::go_on, level, at, largest));
    }
    for (std::size_t i = step.branches.size(); i-- > 0;) {
      if (last_words && i == largest) continue;
      const std::uint32_t child = step.branches[i].step;
      const bool too_large = size_[child] > kMaxBlendLines / 4 || level + 1 + height_[child] > kMaxNesting;
      const bool moves_out = last_words && too_large && program_.steps[child].op == BlendOp::test;
      work_.push_back(line(BlendLineKind::close, level, at, i));
      work_.push_back(moves_out ? call(child, level + 1) : enter(child, level + 1, false));
      work_.push_back(line(BlendLineKind::open, level, at, i));
    }
  }

  static Work line(BlendLineKind kind, std::uint32_t level, std::uint32_t step, std::size_t branch) {
    return {{kind, level, step, static_cast<std::uint32_t>(branch), 0}, true, false};
  }

  Work call(std::uint32_t step, std::uint32_t level) {
    const auto function = static_cast<std::uint32_t>(roots_.size());
    roots_.push_back(step);
    return {{BlendLineKind::call, level, step, 0, function}, true, false};
  }

  BlendProgram program_;
  std::vector<std::size_t> size_;
  std::vector<std::uint32_t> height_;
  std::vector<std::uint32_t> roots_;  // of the functions, in the order in which they are found
  std::size_t length_ = 0;            // lines of the function so far
  std::vector<Work> work_;
};

}  // namespace

BlendProgram outline_blend(BlendProgram program) {
  return BlendOutliner(std::move(program)).outline();
}

}  // namespace espalier
