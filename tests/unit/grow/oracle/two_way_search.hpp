// The search for a two-way test on a nominal attribute: values are moved from one side to the other, and the best set
// that was met is kept.
#pragma once

#include <cstddef>
#include <vector>

#include "unit/grow/oracle/attribute_view.hpp"

namespace espalier {

class TwoWaySearch {
 public:
  explicit TwoWaySearch(const AttributeView& view)
      : view_(view), left_(view.whole.emptied()), right_(view.whole), on_left_(view.groups.size(), false) {}

  // Each value of at least this weight alone; where missing values may go either way, also together with them.
  void try_single_values(double least);

  // Every set. The last value stays on the right, since swapping the sides makes no other test.
  void try_all();

  // A value of at least this weight alone, or a set of values, that is drawn; missing values on either side.
  void try_drawn(bool alone, double least);

  // Cuts of the values in this order.
  void try_order(const std::vector<std::size_t>& order);

  // The best test, naming the values on the left; with `name_lighter_side`, those of the side with less weight, so that
  // values without rows here go with the heavier (of equal ones the side of the lowest code).
  std::optional<Candidate> best(bool name_lighter_side) const;

 private:
  void move(std::size_t group, bool to_left);
  void judge();

  const AttributeView& view_;
  Tally left_;
  Tally right_;
  std::vector<bool> on_left_;
  double gained_ = 0;
  std::vector<bool> best_;
  double best_weight_ = 0;  // on the left
};

}  // namespace espalier
