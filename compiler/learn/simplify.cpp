#include "learn/simplify.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "evaluate/mark.hpp"
#include "prune/error_based.hpp"
#include "support/diagnostic.hpp"

namespace espalier {
namespace {

using Kind = RulePart::Kind;

// Rules are charged a tenth of their bits: our code for them is wasteful. Quinlan (1993, section 5.2) takes half, which
// drops rules that are worth having (docs/rules.md).
constexpr double kTheoryWeight = 0.1;
constexpr double kLeastSaving = 1e-6;    // bits; less is rounding
constexpr std::size_t kManyRules = 500;  // of a class: those that add nothing are left out first
constexpr std::size_t kBytesRemembered = std::size_t{1} << 28;
constexpr std::size_t kAllSubsetsUpTo = 10;  // rules of a class whose subsets are all tried

// ---- sets of rows

using Bits = std::vector<std::uint64_t>;

class RowSets {
 public:
  RowSets(const Model& model, const WeightedRows& rows) : model_(model), data_(rows.data), weights_(rows.weights) {
    plain_ = std::ranges::all_of(weights_, [](double weight) { return weight == 1; });
    classes_.assign(model.labels.size(), none());
    all_ = none();
    for (std::size_t row = 0; row < size(); ++row) {
      set(classes_[data_.classes[row]], row);
      set(all_, row);
    }
  }

  std::size_t size() const { return data_.classes.size(); }
  Bits none() const { return Bits((size() + 63) / 64, 0); }
  const Bits& all() const { return all_; }
  // Conditions come again in many rules.
  void remember(const std::vector<ListedRule>& rules) {
    std::set<RulePart> parts;
    for (const ListedRule& rule : rules) parts.insert(rule.parts.begin(), rule.parts.end());
    if (parts.size() * none().size() * sizeof(std::uint64_t) > kBytesRemembered) return;
    for (const RulePart& part : parts) remembered_.emplace(part, passed(part));
  }
  Bits passed(const RulePart& part) const {
    if (const auto known = remembered_.find(part); known != remembered_.end()) return known->second;
    Bits bits = none();
    const auto& values = data_.features[part.feature].values;
    for (std::size_t row = 0; row < size(); ++row) {
      if (passes(model_.features[part.feature], part, values[row])) set(bits, row);
    }
    return bits;
  }
  Bits covered(const ListedRule& rule) const {
    Bits bits = all();
    for (const RulePart& part : rule.parts) intersect(bits, passed(part));
    return bits;
  }

  // The weight of the rows for which `bits_at(word)` has a bit.
  template <typename BitsAt>
  double weight(const BitsAt& bits_at) const {
    const std::size_t words = (size() + 63) / 64;
    if (plain_) {
      std::size_t count = 0;
      for (std::size_t word = 0; word < words; ++word) count += static_cast<std::size_t>(std::popcount(bits_at(word)));
      return static_cast<double>(count);
    }
    double sum = 0;
    for (std::size_t word = 0; word < words; ++word) {
      for (std::uint64_t left = bits_at(word); left != 0; left &= left - 1) {
        sum += weights_[64 * word + static_cast<std::size_t>(std::countr_zero(left))];
      }
    }
    return sum;
  }
  double weight(const Bits& bits) const {
    return weight([&](std::size_t word) { return bits[word]; });
  }
  double weight(const Bits& bits, std::uint32_t label) const {
    return weight([&](std::size_t word) { return bits[word] & classes_[label][word]; });
  }
  std::vector<double> class_weights(const Bits& bits) const {
    std::vector<double> counts;
    for (std::uint32_t label = 0; label < classes_.size(); ++label) counts.push_back(weight(bits, label));
    return counts;
  }
  const Bits& of_class(std::uint32_t label) const { return classes_[label]; }
  std::uint32_t label(std::size_t row) const { return data_.classes[row]; }
  double weight_of_row(std::size_t row) const { return weights_[row]; }
  template <typename Visit>
  static void each(const Bits& bits, const Visit& visit) {
    for (std::size_t word = 0; word < bits.size(); ++word) {
      for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
        visit(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }
  std::size_t distinct_values(std::uint32_t feature) const {
    std::vector<double> known;
    for (std::size_t row = 0; row < size(); ++row) {
      const double value = data_.features[feature].values[row];
      if (!std::isnan(value)) known.push_back(value);
    }
    std::ranges::sort(known);
    return static_cast<std::size_t>(std::unique(known.begin(), known.end()) - known.begin());
  }

  static void set(Bits& bits, std::size_t row) { bits[row / 64] |= std::uint64_t{1} << (row % 64); }
  static void intersect(Bits& bits, const Bits& other) {
    for (std::size_t word = 0; word < bits.size(); ++word) bits[word] &= other[word];
  }
  static void unite(Bits& bits, const Bits& other) {
    for (std::size_t word = 0; word < bits.size(); ++word) bits[word] |= other[word];
  }
  static void remove(Bits& bits, const Bits& other) {
    for (std::size_t word = 0; word < bits.size(); ++word) bits[word] &= ~other[word];
  }

 private:
  const Model& model_;
  const Dataset& data_;
  std::span<const double> weights_;
  bool plain_ = false;
  std::vector<Bits> classes_;
  Bits all_;
  std::map<RulePart, Bits> remembered_;
};

// ---- shorter rules

double estimated_rate(const RowSets& rows, const Bits& covered, std::uint32_t label, const SimplifyOptions& options) {
  const double weight = rows.weight(covered);
  if (!(weight > 0)) return 1;
  const double errors = weight - rows.weight(covered, label);
  return (errors + added_errors(weight, errors, options.confidence, options.method)) / weight;
}

// Drops the condition without which the estimated rate of errors is least, as long as it is not larger than with it.
void shorten(const RowSets& rows, const SimplifyOptions& options, ListedRule& rule) {
  std::vector<Bits> passed;
  for (const RulePart& part : rule.parts) passed.push_back(rows.passed(part));
  const auto without = [&](std::size_t left_out) {
    Bits bits = rows.all();
    for (std::size_t i = 0; i < passed.size(); ++i) {
      if (i != left_out) RowSets::intersect(bits, passed[i]);
    }
    return bits;
  };
  double rate = estimated_rate(rows, without(passed.size()), rule.label, options);
  while (!passed.empty()) {
    std::size_t best = 0;
    double best_rate = std::numeric_limits<double>::infinity();
    double best_weight = 0;
    for (std::size_t i = 0; i < passed.size(); ++i) {
      const Bits covered = without(i);
      const double next = estimated_rate(rows, covered, rule.label, options);
      const double weight = rows.weight(covered);
      if (next > best_rate || (next == best_rate && weight <= best_weight)) continue;
      best = i;
      best_rate = next;
      best_weight = weight;
    }
    if (best_rate > rate) return;
    rate = best_rate;
    passed.erase(passed.begin() + static_cast<std::ptrdiff_t>(best));
    rule.parts.erase(rule.parts.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

// ---- the rules of a class: as few bits as possible for the rules and for the rows that they get wrong

double log2_choose(double n, double k) {
  return (std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)) / std::log(2.0);
}

class TheoryBits {
 public:
  TheoryBits(const Model& model, const RowSets& rows) : model_(model), rows_(rows), cuts_(model.features.size()) {}

  // A feature, a test of it; the conditions of a rule have no order.
  double of(const ListedRule& rule) {
    double bits = 0;
    for (const RulePart& part : rule.parts) bits += std::log2(static_cast<double>(model_.features.size())) + test(part);
    return bits - std::lgamma(static_cast<double>(rule.parts.size()) + 1) / std::log(2.0);
  }

 private:
  double test(const RulePart& part) {
    if (part.kind == Kind::known || part.kind == Kind::missing) return 1;
    if (part.kind == Kind::in) {
      const auto size = static_cast<double>(model_.features[part.feature].categories.size());
      return 1 + std::max(0.0, log2_choose(size, static_cast<double>(part.categories.size())));
    }
    auto& cuts = cuts_[part.feature];
    if (!cuts) cuts = std::log2(static_cast<double>(std::max<std::size_t>(2, rows_.distinct_values(part.feature)) - 1));
    return 1 + *cuts;
  }

  const Model& model_;
  const RowSets& rows_;
  std::vector<std::optional<double>> cuts_;
};

class ClassRules {
 public:
  ClassRules(const RowSets& rows, std::uint32_t label, std::vector<Bits> covered, std::vector<double> bits)
      : rows_(rows), label_(label), covered_(std::move(covered)), bits_(std::move(bits)) {
    all_ = rows.weight(rows.all());
    own_ = rows.weight(rows.of_class(label));
  }

  // The best of all subsets, or of those that single rules added or left out lead to, from none and from all. Of very
  // many rules all stay: trying them would take minutes, and what is not needed is dropped later.
  std::vector<std::size_t> choose() const {
    if (covered_.size() <= kAllSubsetsUpTo) return best_of_all();
    if (covered_.size() > kManyRules) return places(std::vector<bool>(covered_.size(), true));
    const auto [few, few_bits] = climbed(std::vector<bool>(covered_.size(), false));
    const auto [many, many_bits] = climbed(std::vector<bool>(covered_.size(), true));
    return places(many_bits < few_bits - kLeastSaving ? many : few);
  }

 private:
  static std::vector<std::size_t> places(const std::vector<bool>& chosen) {
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i]) list.push_back(i);
    }
    return list;
  }

  // `rules` of them with `theory` bits, which cover so much, and so much of their class.
  double cost(double rules, double theory, double weight, double right) const {
    const double exceptions = log2_choose(weight, std::max(0.0, weight - right)) +
                              log2_choose(std::max(0.0, all_ - weight), std::max(0.0, own_ - right));
    return kTheoryWeight * (theory - std::lgamma(rules + 1) / std::log(2.0)) + exceptions;
  }

  std::vector<std::size_t> best_of_all() const {
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t best = 0;
    for (std::uint32_t subset = 0; subset < (1U << covered_.size()); ++subset) {
      Bits bits = rows_.none();
      double theory = 0;
      for (std::size_t i = 0; i < covered_.size(); ++i) {
        if ((subset >> i & 1) == 0) continue;
        RowSets::unite(bits, covered_[i]);
        theory += bits_[i];
      }
      const double here = cost(std::popcount(subset), theory, rows_.weight(bits), rows_.weight(bits, label_));
      if (here >= least - kLeastSaving) continue;
      least = here;
      best = subset;
    }
    std::vector<bool> chosen(covered_.size());
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = (best >> i & 1) != 0;
    return places(chosen);
  }

  std::pair<std::vector<bool>, double> climbed(std::vector<bool> chosen) const {
    const Bits& own = rows_.of_class(label_);
    for (;;) {
      Bits once = rows_.none();  // rows that one chosen rule covers
      Bits any = rows_.none();
      Bits twice = rows_.none();
      double theory = 0;
      double count = 0;
      for (const std::size_t i : places(chosen)) {
        for (std::size_t word = 0; word < any.size(); ++word) {
          twice[word] |= any[word] & covered_[i][word];
          any[word] |= covered_[i][word];
        }
        theory += bits_[i];
        ++count;
      }
      for (std::size_t word = 0; word < any.size(); ++word) once[word] = any[word] & ~twice[word];
      const double weight = rows_.weight(any);
      const double right = rows_.weight(any, label_);
      const double now = cost(count, theory, weight, right);
      double least = now - kLeastSaving;
      std::optional<std::size_t> best;
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        const double sign = chosen[i] ? -1 : 1;
        const auto changed = [&](std::size_t word) {
          return covered_[i][word] & (chosen[i] ? once[word] : ~any[word]);
        };
        const double changed_weight = rows_.weight(changed);
        const double changed_right = rows_.weight([&](std::size_t word) { return changed(word) & own[word]; });
        const double here =
            cost(count + sign, theory + sign * bits_[i], weight + sign * changed_weight, right + sign * changed_right);
        if (here >= least) continue;
        least = here;
        best = i;
      }
      if (!best) return {std::move(chosen), now};
      chosen[*best] = !chosen[*best];
    }
  }

  const RowSets& rows_;
  std::uint32_t label_;
  std::vector<Bits> covered_;
  std::vector<double> bits_;
  double all_ = 0;
  double own_ = 0;
};

// ---- the list

struct Candidate {
  ListedRule rule;
  Bits covered;
  double rate = 0;
};

// Of very many rules those, from the best estimate on, that cover a row of their class which none before them covers.
void keep_covering(const RowSets& rows, std::uint32_t label, std::vector<Candidate>& candidates) {
  if (candidates.size() <= kManyRules) return;
  std::ranges::stable_sort(candidates, {}, &Candidate::rate);
  Bits left = rows.of_class(label);
  std::erase_if(candidates, [&](const Candidate& candidate) {
    Bits taken = candidate.covered;
    RowSets::intersect(taken, left);
    RowSets::remove(left, taken);
    return std::ranges::all_of(taken, [](std::uint64_t word) { return word == 0; });
  });
}

// Classes whose rules are least often wrong about the rows that are left come first.
std::vector<Candidate> in_order(const RowSets& rows, std::vector<std::vector<Candidate>> by_class) {
  std::vector<Candidate> list;
  Bits left = rows.all();
  for (;;) {
    std::optional<std::size_t> next;
    double least = 0;
    double most = 0;
    Bits taken;
    for (std::size_t label = 0; label < by_class.size(); ++label) {
      if (by_class[label].empty()) continue;
      Bits covered = rows.none();
      for (const Candidate& candidate : by_class[label]) RowSets::unite(covered, candidate.covered);
      RowSets::intersect(covered, left);
      const double right = rows.weight(covered, static_cast<std::uint32_t>(label));
      const double wrong = rows.weight(covered) - right;
      if (next && (wrong > least || (wrong == least && right <= most))) continue;
      next = label;
      least = wrong;
      most = right;
      taken = std::move(covered);
    }
    if (!next) return list;
    RowSets::remove(left, taken);
    std::ranges::stable_sort(by_class[*next], {}, &Candidate::rate);
    std::ranges::move(by_class[*next], std::back_inserter(list));
    by_class[*next].clear();
  }
}

// What is answered where no rule applies: the largest class there, of equal ones the one that is larger everywhere.
std::uint32_t default_label(const RowSets& rows, const std::vector<Candidate>& list) {
  Bits left = rows.all();
  for (const Candidate& candidate : list) RowSets::remove(left, candidate.covered);
  const std::vector<double> here = rows.class_weights(left);
  const std::vector<double> everywhere = rows.class_weights(rows.all());
  std::uint32_t best = 0;
  for (std::uint32_t label = 1; label < here.size(); ++label) {
    if (std::pair(here[label], everywhere[label]) > std::pair(here[best], everywhere[best])) best = label;
  }
  return best;
}

// A list on its way: some of the candidates, in order.
struct Draft {
  std::vector<const Candidate*> rules;
  std::uint32_t otherwise = 0;

  std::uint32_t label(std::size_t place) const { return place < rules.size() ? rules[place]->rule.label : otherwise; }
  std::size_t conditions() const {
    std::size_t sum = 0;
    for (const Candidate* const rule : rules) sum += rule->rule.parts.size();
    return sum;
  }
};

// How much a list gets right, and how much more it would without each of its rules.
struct Gains {
  double right = 0;
  std::vector<double> without;
};

Gains gains_of(const RowSets& rows, const Draft& draft) {
  const auto none = static_cast<std::uint32_t>(draft.rules.size());
  std::vector<std::uint32_t> first(rows.size(), none);   // per row: the rule that answers
  std::vector<std::uint32_t> second(rows.size(), none);  // and the one that would without it
  for (std::uint32_t i = 0; i < none; ++i) {
    rows.each(draft.rules[i]->covered, [&](std::size_t row) {
      if (first[row] == none) {
        first[row] = i;
      } else if (second[row] == none) {
        second[row] = i;
      }
    });
  }
  Gains gains{0, std::vector<double>(none, 0)};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const bool right = draft.label(first[row]) == rows.label(row);
    if (right) gains.right += rows.weight_of_row(row);
    if (first[row] == none) continue;
    const bool right_without = draft.label(second[row]) == rows.label(row);
    if (right != right_without) gains.without[first[row]] += (right_without ? 1 : -1) * rows.weight_of_row(row);
  }
  return gains;
}

// Drops rules without which the list is right about as many rows or more, one at a time: the one that costs most, of
// equal ones the longest, of these the last.
double drop_rules(const RowSets& rows, Draft& draft) {
  const double rounding = 1e-9 * rows.weight(rows.all());
  for (;;) {
    const Gains gains = gains_of(rows, draft);
    std::optional<std::size_t> worst;
    for (std::size_t i = 0; i < draft.rules.size(); ++i) {
      if (gains.without[i] < -rounding) continue;
      const auto badness = [&](std::size_t rule) {
        return std::pair(gains.without[rule], draft.rules[rule]->rule.parts.size());
      };
      if (!worst || badness(i) >= badness(*worst)) worst = i;
    }
    if (!worst) return gains.right;
    draft.rules.erase(draft.rules.begin() + static_cast<std::ptrdiff_t>(*worst));
  }
}

// With the class of the rows that no rule applies to for the rest, or with that of the last rule: whichever is right
// about more rows, of equal ones the shorter.
Draft shortest_draft(const RowSets& rows, const std::vector<Candidate>& list) {
  Draft all;
  for (const Candidate& candidate : list) all.rules.push_back(&candidate);
  std::optional<Draft> best;
  double most = 0;
  std::vector<std::uint32_t> labels = {default_label(rows, list)};
  if (!list.empty() && list.back().rule.label != labels.front()) labels.push_back(list.back().rule.label);
  for (const std::uint32_t label : labels) {
    Draft draft = all;
    draft.otherwise = label;
    const double right = drop_rules(rows, draft);
    if (best && (right < most || (right == most && draft.conditions() >= best->conditions()))) continue;
    most = right;
    best = std::move(draft);
  }
  return *best;
}

DecisionList counted_list(const RowSets& rows, const Draft& draft) {
  DecisionList list;
  Bits left = rows.all();
  for (const Candidate* const candidate : draft.rules) {
    Bits first = candidate->covered;
    RowSets::intersect(first, left);
    RowSets::remove(left, first);
    list.rules.push_back(candidate->rule);
    list.rules.back().counts = rows.class_weights(first);
  }
  list.otherwise = {{}, draft.otherwise, rows.class_weights(left)};
  return list;
}

void refuse_weighed_errors(const Model& model) {
  const char* const what = !model.costs.empty() ? "costs of wrong answers" : "a decision threshold";
  if (model.costs.empty() && !model.decision_threshold) return;
  throw Diagnostic(ExitCode::bad_input, std::string("the model has ") + what + ", and simplifying counts wrong answers",
                   "train it without, or leave its rules as they are");
}

std::size_t conditions_of(const std::vector<ListedRule>& rules) {
  return std::accumulate(rules.begin(), rules.end(), std::size_t{0},
                         [](std::size_t sum, const ListedRule& rule) { return sum + rule.parts.size(); });
}

void compare_answers(const Model& model, const WeightedRows& data, Simplified& result) {
  const Interpreter interpreter(model);
  std::vector<double> row(model.features.size());
  for (std::size_t i = 0; i < data.data.rows(); ++i) {
    for (std::size_t f = 0; f < row.size(); ++f) row[f] = data.data.features[f].values[i];
    const std::uint32_t before = interpreter.predict(row).label;
    const std::size_t place = rule_applied(model, result.list, row);
    const std::uint32_t after =
        place < result.list.rules.size() ? result.list.rules[place].label : result.list.otherwise.label;
    const std::uint32_t actual = data.data.classes[i];
    const double weight = data.weights[i];
    result.weight += weight;
    if (before == actual) result.right_before += weight;
    if (after == actual) result.right_after += weight;
    if (before != after) result.changed += weight;
  }
}

}  // namespace

std::size_t Simplified::conditions() const {
  return conditions_of(list.rules);
}

Simplified simplify(const Model& model, const WeightedRows& data, const SimplifyOptions& options) {
  refuse_weighed_errors(model);
  std::vector<ListedRule> rules = rules_of_trees(model);
  Simplified result;
  result.rules_before = rules.size();
  result.conditions_before = conditions_of(rules);

  RowSets rows(model, data);
  rows.remember(rules);
  in_parallel(
      rules.size(), options.threads, [&](std::size_t i) { shorten(rows, options, rules[i]); }, options.progress);

  TheoryBits theory(model, rows);
  std::vector<std::vector<Candidate>> by_class(model.labels.size());
  std::set<std::pair<std::uint32_t, std::vector<RulePart>>> seen;
  for (ListedRule& rule : rules) {
    if (rule.parts.empty() || !seen.emplace(rule.label, rule.parts).second) continue;
    Bits covered = rows.covered(rule);
    const double rate = estimated_rate(rows, covered, rule.label, options);
    by_class[rule.label].push_back({std::move(rule), std::move(covered), rate});
  }
  for (std::size_t label = 0; label < by_class.size(); ++label) {
    keep_covering(rows, static_cast<std::uint32_t>(label), by_class[label]);
    std::vector<Bits> covered;
    std::vector<double> bits;
    for (const Candidate& candidate : by_class[label]) {
      covered.push_back(candidate.covered);
      bits.push_back(theory.of(candidate.rule));
    }
    std::vector<Candidate> chosen;
    for (const std::size_t i :
         ClassRules(rows, static_cast<std::uint32_t>(label), std::move(covered), std::move(bits)).choose()) {
      chosen.push_back(std::move(by_class[label][i]));
    }
    by_class[label] = std::move(chosen);
  }

  const std::vector<Candidate> list = in_order(rows, std::move(by_class));
  result.list = counted_list(rows, shortest_draft(rows, list));
  compare_answers(model, data, result);
  return result;
}

}  // namespace espalier
