// Tests on nominal attributes: one value against the rest, and one branch per value.
#include <algorithm>
#include <utility>

#include "grow/attribute_view.hpp"

namespace espalier {
namespace {

// What a two-way split gains, and on which side of it missing values are.
struct Sides {
  double gained = 0;
  std::vector<bool> left;  // per group
  double left_weight = 0;
};

class EqualSearch {
 public:
  explicit EqualSearch(const AttributeView& view) : view_(view), chosen_(view.whole.emptied()), rest_(view.whole) {}

  // Each value alone; where missing values may go either way, also together with them.
  Sides best() {
    const bool joins = view_.missing_counts && view_.options.missing == MissingPolicy::learned;
    const std::size_t values = view_.groups.size() - (joins ? 1 : 0);
    for (std::size_t i = 0; i < values; ++i) {
      move(i, true);
      judge({i});
      if (joins) {
        move(values, true);
        judge({i, values});
        move(values, false);
      }
      move(i, false);
    }
    return best_;
  }

 private:
  void move(std::size_t group, bool to_chosen) {
    const auto cases = view_.cases_of(view_.groups[group]);
    add_cases(cases, to_chosen ? chosen_ : rest_);
    remove_cases(cases, to_chosen ? rest_ : chosen_);
  }

  void judge(std::initializer_list<std::size_t> groups) {
    const double least = view_.training.min_leaf;
    if (chosen_.weight() < least || rest_.weight() < least) return;
    const double gained = view_.whole.gained_by(chosen_.purity() + rest_.purity());
    if (gained <= best_.gained) return;
    best_.gained = gained;
    best_.left.assign(view_.groups.size(), false);
    for (const std::size_t group : groups) best_.left[group] = true;
    best_.left_weight = chosen_.weight();
  }

  const AttributeView& view_;
  Tally chosen_;
  Tally rest_;
  Sides best_;
};

// The branch that gets purest, or loses least, by taking the missing cases in; of equal ones the first.
std::size_t best_home_for_missing(const AttributeView& view, std::size_t values) {
  double purity_without = 0;
  std::vector<double> changes;
  for (std::size_t i = 0; i < values; ++i) {
    Tally branch = view.whole.emptied();
    add_cases(view.cases_of(view.groups[i]), branch);
    const double before = branch.purity();
    add_cases(view.missing, branch);
    purity_without += before;
    changes.push_back(branch.purity() - before);
  }
  std::size_t best = 0;
  double most = 0;
  for (std::size_t i = 0; i < values; ++i) {
    const double gained = view.whole.gained_by(purity_without + changes[i]);
    if (gained <= most) continue;
    most = gained;
    best = i;
  }
  return best;
}

}  // namespace

std::optional<Candidate> member_test(const AttributeView& view, const std::vector<bool>& left) {
  Candidate candidate;
  candidate.test = TestKind::member;
  bool missing_left = false;
  bool known_right = false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const ValueGroup& group = view.groups[i];
    if (group.missing) {
      missing_left = left[i];
    } else if (left[i]) {
      candidate.categories.push_back(view.code(group));
    } else {
      known_right = true;
    }
  }
  if (view.missing_counts) candidate.missing_child = missing_left ? 0 : 1;
  if (!candidate.categories.empty() && known_right) return candidate;
  if (view.options.missing != MissingPolicy::own_category) return std::nullopt;
  candidate.test = TestKind::present;
  candidate.categories.clear();
  candidate.missing_child = 1;
  return candidate;
}

std::optional<Candidate> best_equal(const AttributeView& view) {
  const Sides best = EqualSearch(view).best();
  if (best.left.empty()) return std::nullopt;
  std::optional<Candidate> candidate = member_test(view, best.left);
  if (!candidate) return std::nullopt;
  const double branches[] = {best.left_weight, view.whole.weight() - best.left_weight};
  return priced(view, std::move(*candidate), best.gained, branches);
}

// Values without rows here add neither gain nor split information.
std::optional<Candidate> multiway_test(const AttributeView& view) {
  const bool joins = view.missing_counts && view.options.missing == MissingPolicy::learned;
  const std::size_t values = view.groups.size() - (joins ? 1 : 0);
  if (values < 2) return std::nullopt;
  const std::size_t home = joins ? best_home_for_missing(view, values) : values;

  double purity = 0;
  std::size_t large_enough = 0;
  std::vector<double> weights;
  weights.reserve(values);
  for (std::size_t i = 0; i < values; ++i) {
    Tally branch = view.whole.emptied();
    add_cases(view.cases_of(view.groups[i]), branch);
    if (i == home) add_cases(view.missing, branch);
    purity += branch.purity();
    weights.push_back(branch.weight());
    if (branch.weight() >= view.training.min_leaf) ++large_enough;
  }
  if (large_enough < 2) return std::nullopt;

  Candidate candidate;
  candidate.test = TestKind::multiway;
  if (joins) candidate.missing_child = view.code(view.groups[home]);
  return priced(view, std::move(candidate), view.whole.gained_by(purity), weights);
}

}  // namespace espalier
