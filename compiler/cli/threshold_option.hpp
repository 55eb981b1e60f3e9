// --threshold-for: the probability from which on one of two classes is answered, or what it is chosen for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "evaluate/threshold_choice.hpp"

namespace espalier::cli {

class ThresholdOption {
 public:
  void add_to(OptionGroups& options);
  // What is wrong whatever the data. `has_costs`: whether there is a cost matrix.
  void check(bool has_costs);
  bool given() const { return !text_.empty(); }
  // None if it was not given. Throws Diagnostic(usage) if the data has no such class, or not two.
  std::optional<ThresholdGoal> goal(const Dataset& data) const;

 private:
  std::string text_;
  std::string label_;
  ThresholdGoal goal_;
};

}  // namespace espalier::cli
