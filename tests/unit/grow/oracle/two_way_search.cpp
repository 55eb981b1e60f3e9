#include "unit/grow/oracle/two_way_search.hpp"

#include <bit>
#include <utility>

#include "grow/drawn_columns.hpp"

namespace espalier {
namespace {

// A two-way test that sends these groups of a nominal attribute left. Nothing if it only asks whether the value is
// known, which is a test of its own under MissingPolicy::own_category and none under others.
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

}  // namespace

void TwoWaySearch::try_single_values(double least) {
  const bool joins = joins_missing(view_);
  const std::size_t values = view_.groups.size() - (joins ? 1 : 0);
  for (std::size_t i = 0; i < values; ++i) {
    move(i, true);
    const bool large_enough = view_.groups[i].missing || left_.weight() >= least;
    if (large_enough) judge();
    if (large_enough && joins) {
      move(values, true);
      judge();
      move(values, false);
    }
    move(i, false);
  }
}

// By Gray code: each set differs from the one before by a single value.
void TwoWaySearch::try_all() {
  const std::size_t sets = std::size_t{1} << (view_.groups.size() - 1);
  for (std::size_t i = 1; i < sets; ++i) {
    const auto changed = static_cast<std::size_t>(std::countr_zero(i));
    move(changed, !on_left_[changed]);
    judge();
  }
}

void TwoWaySearch::try_drawn(bool alone, double least) {
  const std::uint64_t key = random_at(view_.key, kTestDraw + view_.feature);
  const bool with_missing = view_.groups.back().missing;
  const std::size_t values = view_.groups.size() - (with_missing ? 1 : 0);
  if (values < 2) return;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < values; ++i) {
    if (alone) {
      Tally weight = view_.whole.emptied();
      add_cases(view_.cases_of(view_.groups[i]), weight);
      if (weight.weight() >= least) chosen.push_back(i);
    } else if (random_below_at(key, i, 2) == 0) {
      chosen.push_back(i);
    }
  }
  if (alone && chosen.empty()) return;
  if (alone) {
    chosen = {chosen[random_below_at(key, values, chosen.size())]};
  } else if (chosen.empty()) {
    chosen.push_back(random_below_at(key, values, values));
  } else if (chosen.size() == values) {
    std::erase(chosen, random_below_at(key, values, values));
  }
  for (const std::size_t i : chosen) move(i, true);
  judge();
  if (!with_missing) return;
  move(values, true);
  judge();
}

void TwoWaySearch::try_order(const std::vector<std::size_t>& order) {
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    move(order[i], true);
    judge();
  }
  for (std::size_t i = 0; i + 1 < order.size(); ++i) move(order[i], false);
}

std::optional<Candidate> TwoWaySearch::best(bool name_lighter_side) const {
  if (gained_ <= 0) return std::nullopt;
  std::vector<bool> left = best_;
  const double branches[] = {best_weight_, view_.whole.weight() - best_weight_};
  if (name_lighter_side) {
    const std::vector<double> sides = on_common_grid({branches[0], branches[1]});
    if (sides[0] > sides[1] || (sides[0] == sides[1] && !left.front())) left.flip();
  }
  return priced(view_, *member_test(view_, left), gained_, branches);
}

void TwoWaySearch::move(std::size_t group, bool to_left) {
  const auto cases = view_.cases_of(view_.groups[group]);
  add_cases(cases, to_left ? left_ : right_);
  remove_cases(cases, to_left ? right_ : left_);
  on_left_[group] = to_left;
}

void TwoWaySearch::judge() {
  const double least = view_.training.min_leaf;
  if (left_.weight() < least || right_.weight() < least || !permitted(Direction::any, left_, right_)) return;
  const double gained = view_.whole.gained_by(left_.purity() + right_.purity());
  if (gained <= gained_ || !member_test(view_, on_left_)) return;
  gained_ = gained;
  best_ = on_left_;
  best_weight_ = left_.weight();
}

}  // namespace espalier
