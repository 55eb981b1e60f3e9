// What makes some rows, answers and columns count more than others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "grow/options.hpp"

namespace espalier::cli {

class WeighingOptions {
 public:
  void add_to(OptionGroups& options);
  // What is wrong whatever the data.
  void check() const;
  const std::string& cost_file() const { return cost_file_; }
  bool costs_columns() const { return !attribute_costs_.empty(); }
  // Fills in what was given. Throws Diagnostic: usage for classes and columns that the data does not have and for
  // options that do not fit its task, bad_input for a wrong cost matrix. `costs`: the matrix, if it was read before.
  void apply(const Dataset& data, GrowOptions& grow, const CostMatrix* costs = nullptr) const;

 private:
  bool balanced() const;
  void refuse_for_regression(const Dataset& data) const;
  std::vector<NamedFigure> priors(const Dataset& data) const;

  std::vector<std::string> class_weights_, priors_, attribute_costs_;
  std::string cost_file_;
  std::optional<AttributeCostRule> rule_;
};

}  // namespace espalier::cli
