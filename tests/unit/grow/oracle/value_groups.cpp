// C4.5's grouping of values: a branch per value at first; then, again and again, the two branches whose union gives the
// best gain ratio become one, as long as that is no worse than leaving them apart.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "grow/criteria.hpp"
#include "unit/grow/oracle/attribute_view.hpp"

namespace espalier {
namespace {

// Beyond so many values only neighbours by mean response are merged: all pairs of thousands take too long.
constexpr std::size_t kMostValuesPairedFreely = 150;

struct Branch {
  std::vector<std::size_t> groups;  // of the view
  Tally tally;
  double purity = 0;
  double split_term = 0;  // weight * log2 weight

  // Where only neighbours are merged: the same of the union with the branch after it.
  double next_purity = 0;
  double next_split_term = 0;
};

Branch united(const AttributeView& view, const Branch& a, const Branch& b) {
  if (a.groups.size() < b.groups.size()) return united(view, b, a);  // the smaller one is counted anew
  Branch both = a;
  both.groups.insert(both.groups.end(), b.groups.begin(), b.groups.end());
  for (const std::size_t group : b.groups) add_cases(view.cases_of(view.groups[group]), both.tally);
  both.purity = both.tally.purity();
  both.split_term = weight_log_weight(both.tally.weight());
  return both;
}

class Merging {
 public:
  explicit Merging(const AttributeView& view)
      : view_(view), all_terms_(weight_log_weight(view.node_weight) - weight_log_weight(view.unknown_weight())) {
    for (std::size_t i = 0; i < view.groups.size(); ++i) {
      Tally tally = view.whole.emptied();
      add_cases(view.cases_of(view.groups[i]), tally);
      const double purity = tally.purity();
      const double term = weight_log_weight(tally.weight());
      purity_ += purity;
      split_terms_ += term;
      branches_.push_back({{i}, std::move(tally), purity, term, 0, 0});
    }
    neighbours_only_ = branches_.size() > kMostValuesPairedFreely;
    if (!neighbours_only_) return;
    order_by_response();
    for (std::size_t i = 0; i < branches_.size(); ++i) look_at_next(i);
  }

  std::vector<Branch> run() {
    double current = ratio(purity_, split_terms_);
    while (branches_.size() > 2) {
      const auto [worth, first, second] = best_pair();
      if (worth < current) break;
      current = worth;
      merge(first, second);
    }
    return std::move(branches_);
  }

 private:
  struct Pair {
    double worth;
    std::size_t first;
    std::size_t second;
  };

  // Only the unions next to a merger change: remembering the others keeps thousands of values from taking minutes.
  void look_at_next(std::size_t i) {
    if (!neighbours_only_ || i + 1 >= branches_.size()) return;
    const Branch both = united(view_, branches_[i], branches_[i + 1]);
    branches_[i].next_purity = both.purity;
    branches_[i].next_split_term = both.split_term;
  }

  void order_by_response() {
    const std::uint32_t label = majority();
    std::stable_sort(branches_.begin(), branches_.end(),
                     [&](const Branch& a, const Branch& b) { return figure(a, label) < figure(b, label); });
  }

  std::uint32_t majority() const {
    std::uint32_t most = 0;
    for (std::uint32_t label = 1; label < view_.whole.classes(); ++label) {
      if (view_.whole.count(label) > view_.whole.count(most)) most = label;
    }
    return most;
  }

  double figure(const Branch& branch, std::uint32_t label) const {
    if (view_.training.is_regression()) return branch.tally.mean();
    const double weight = branch.tally.weight();
    return weight > 0 ? branch.tally.count(label) / weight : 0;
  }

  double ratio(double purity, double split_terms) const {
    const double info = all_terms_ - split_terms;
    return info > 0 ? view_.whole.gained_by(purity) / info : 0;
  }

  double worth_of_union(std::size_t i, std::size_t j, double purity, double split_term) const {
    return ratio(purity_ - branches_[i].purity - branches_[j].purity + purity,
                 split_terms_ - branches_[i].split_term - branches_[j].split_term + split_term);
  }

  Pair best_pair() const {
    Pair best{-1, 0, 0};
    const auto consider = [&](std::size_t i, std::size_t j, double purity, double split_term) {
      const double worth = worth_of_union(i, j, purity, split_term);
      if (worth > best.worth) best = {worth, i, j};
    };
    for (std::size_t i = 0; i + 1 < branches_.size(); ++i) {
      if (neighbours_only_) {
        consider(i, i + 1, branches_[i].next_purity, branches_[i].next_split_term);
        continue;
      }
      for (std::size_t j = i + 1; j < branches_.size(); ++j) {
        const Branch both = united(view_, branches_[i], branches_[j]);
        consider(i, j, both.purity, both.split_term);
      }
    }
    return best;
  }

  void merge(std::size_t first, std::size_t second) {
    Branch both = united(view_, branches_[first], branches_[second]);
    purity_ += both.purity - branches_[first].purity - branches_[second].purity;
    split_terms_ += both.split_term - branches_[first].split_term - branches_[second].split_term;
    branches_[first] = std::move(both);
    branches_.erase(branches_.begin() + static_cast<std::ptrdiff_t>(second));
    look_at_next(first);
    if (first > 0) look_at_next(first - 1);
  }

  const AttributeView& view_;
  std::vector<Branch> branches_;
  double purity_ = 0;
  double split_terms_ = 0;
  double all_terms_ = 0;  // of the whole node and of the cases that take no part
  bool neighbours_only_ = false;
};

}  // namespace

std::optional<Candidate> grouped_test(const AttributeView& view) {
  std::vector<Branch> branches = Merging(view).run();
  // In order of their lowest codes, so that the branches read in the order of the values.
  for (Branch& branch : branches) std::sort(branch.groups.begin(), branch.groups.end());
  // Not std::sort: g++ 12 takes its heap for uninitialized memory, and warns.
  std::stable_sort(branches.begin(), branches.end(),
                   [](const Branch& a, const Branch& b) { return a.groups.front() < b.groups.front(); });

  Candidate candidate;
  candidate.test = TestKind::grouped;
  candidate.groups.assign(view.training.data.features[view.feature].categories.size(), kNoGroup);
  double purity = 0;
  std::size_t large_enough = 0;
  std::vector<double> weights;
  for (std::uint32_t child = 0; child < branches.size(); ++child) {
    for (const std::size_t group : branches[child].groups) {
      if (view.groups[group].missing) {
        candidate.missing_child = child;
      } else {
        candidate.groups[view.code(view.groups[group])] = child;
      }
    }
    purity += branches[child].purity;
    weights.push_back(branches[child].tally.weight());
    if (weights.back() >= view.training.min_leaf) ++large_enough;
  }
  if (large_enough < 2) return std::nullopt;
  const auto reached = [&](std::uint32_t child) {
    return std::find(candidate.groups.begin(), candidate.groups.end(), child) != candidate.groups.end();
  };
  for (std::uint32_t child = 0; child < branches.size(); ++child) {
    if (!reached(child)) return multiway_test(view);  // missing values alone: groups are of categories
  }
  return priced(view, std::move(candidate), view.whole.gained_by(purity), weights);
}

}  // namespace espalier
