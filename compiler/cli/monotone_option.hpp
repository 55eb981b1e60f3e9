// --monotone: columns that the answer must not fall, or rise, with.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "grow/options.hpp"

namespace espalier::cli {

class MonotoneOption {
 public:
  void add_to(OptionGroups& options);
  // What is wrong whatever the data.
  void check() const;
  bool given() const { return !texts_.empty(); }
  // Fills in the columns, with the label that they are about. The policy for missing values must be there already.
  // Throws Diagnostic(usage) for what does not fit the data.
  void apply(const Dataset& data, GrowOptions& grow) const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace espalier::cli
