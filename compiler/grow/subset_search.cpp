// Two-way tests that send a set of values left. With two classes, or squared distances from a mean, the best set is
// found by ordering the values by their mean response and searching as if they were numbers (Fisher 1958; Breiman et
// al. 1984). That is not so for more classes, for absolute distances, nor where a set is not allowed because it would
// only tell missing values from known ones: then every set is tried while the values are few; beyond that, the ordering
// by response, or those by each class against the rest.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "grow/attribute_view.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMostValuesTriedExhaustively = 10;

class SubsetSearch {
 public:
  explicit SubsetSearch(const AttributeView& view)
      : view_(view), left_(view.whole.emptied()), right_(view.whole), on_left_(view.groups.size(), false) {}

  // Sets by Gray code: each differs from the one before by a single value. The last value stays on the right, since
  // swapping the sides makes no other test.
  void try_all() {
    const std::size_t sets = std::size_t{1} << (view_.groups.size() - 1);
    for (std::size_t i = 1; i < sets; ++i) {
      const std::size_t changed = static_cast<std::size_t>(__builtin_ctzll(i));
      move(changed, !on_left_[changed]);
      judge();
    }
  }

  // Cuts of the values in this order.
  void try_order(const std::vector<std::size_t>& order) {
    for (std::size_t i = 0; i + 1 < order.size(); ++i) {
      move(order[i], true);
      judge();
    }
    for (std::size_t i = 0; i + 1 < order.size(); ++i) move(order[i], false);
  }

  double gained() const { return gained_; }
  double left_weight() const { return best_weight_; }

  // The lighter side is the one that the test names, so that values without rows here go with the heavier; of equal
  // ones the side of the lowest code.
  std::vector<bool> best() const {
    const std::vector<double> sides = on_common_grid({best_weight_, view_.whole.weight() - best_weight_});
    std::vector<bool> left = best_;
    if (sides[0] > sides[1] || (sides[0] == sides[1] && !left.front())) left.flip();
    return left;
  }

 private:
  void move(std::size_t group, bool to_left) {
    const auto cases = view_.cases_of(view_.groups[group]);
    add_cases(cases, to_left ? left_ : right_);
    remove_cases(cases, to_left ? right_ : left_);
    on_left_[group] = to_left;
  }

  void judge() {
    const double least = view_.training.min_leaf;
    if (left_.weight() < least || right_.weight() < least) return;
    const double gained = view_.whole.gained_by(left_.purity() + right_.purity());
    if (gained <= gained_ || !member_test(view_, on_left_)) return;
    gained_ = gained;
    best_ = on_left_;
    best_weight_ = left_.weight();
  }

  const AttributeView& view_;
  Tally left_;
  Tally right_;
  std::vector<bool> on_left_;
  double gained_ = 0;
  std::vector<bool> best_;
  double best_weight_ = 0;
};

// The groups by a figure of each; equal ones by code.
std::vector<std::size_t> ordered_by(const std::vector<double>& figures) {
  std::vector<std::size_t> order(figures.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return figures[a] < figures[b]; });
  return order;
}

std::vector<double> mean_responses(const AttributeView& view) {
  std::vector<double> means;
  for (const ValueGroup& group : view.groups) {
    Tally tally = view.whole.emptied();
    add_cases(view.cases_of(group), tally);
    means.push_back(tally.mean());
  }
  return means;
}

std::vector<double> shares_of_class(const AttributeView& view, std::uint32_t label) {
  std::vector<double> shares;
  for (const ValueGroup& group : view.groups) {
    std::vector<double> weights(2, 0.0);  // outside and inside
    for (const ValueCase& item : view.cases_of(group)) weights[item.response == label ? 1 : 0] += item.weight;
    weights = on_common_grid(std::move(weights));
    const double weight = weights[0] + weights[1];
    shares.push_back(weight > 0 ? weights[1] / weight : 0);
  }
  return shares;
}

std::vector<std::uint32_t> classes_present(const AttributeView& view) {
  std::vector<std::uint32_t> present;
  const auto counts = view.whole.counts();
  for (std::uint32_t label = 0; label < counts.size(); ++label) {
    if (counts[label] > 0) present.push_back(label);
  }
  return present;
}

bool an_order_finds_the_best(const AttributeView& view, std::size_t classes) {
  if (view.missing_counts && view.options.missing == MissingPolicy::learned) return false;
  return view.training.is_regression() ? view.options.criterion == Criterion::variance : classes <= 2;
}

void search(const AttributeView& view, SubsetSearch& subsets) {
  const std::vector<std::uint32_t> classes = classes_present(view);
  if (!an_order_finds_the_best(view, classes.size()) && view.groups.size() <= kMostValuesTriedExhaustively) {
    subsets.try_all();
  } else if (view.training.is_regression()) {
    subsets.try_order(ordered_by(mean_responses(view)));
  } else if (classes.size() <= 2) {
    subsets.try_order(ordered_by(shares_of_class(view, classes.back())));
  } else {
    for (const std::uint32_t label : classes) subsets.try_order(ordered_by(shares_of_class(view, label)));
  }
}

}  // namespace

std::optional<Candidate> best_subset(const AttributeView& view) {
  SubsetSearch subsets(view);
  search(view, subsets);
  if (subsets.gained() <= 0) return std::nullopt;
  const double branches[] = {subsets.left_weight(), view.whole.weight() - subsets.left_weight()};
  return priced(view, *member_test(view, subsets.best()), subsets.gained(), branches);
}

}  // namespace espalier
