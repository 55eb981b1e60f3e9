// Several trees instead of one: --ensemble and what goes with it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "learn/ensemble.hpp"

namespace espalier::cli {

class EnsembleOption {
 public:
  void add_to(OptionGroups& options);
  // What is wrong whatever the data.
  void check();
  bool given() const { return kind_.has_value(); }
  bool boosts() const { return kind_ == EnsembleKind::boost; }
  const char* name() const;  // "forest"
  // The options in effect; kind none if there is one tree. `costs`: wrong answers cost differently. Throws
  // Diagnostic(usage) for what does not fit the data.
  EnsembleOptions in_effect(const Dataset& data, bool costs) const;

 private:
  void check_boosting() const;

  std::optional<EnsembleKind> kind_;
  std::optional<std::size_t> trees_;
  std::string columns_text_;
  std::optional<ColumnsTried> columns_;
  std::optional<double> rows_;
  std::optional<bool> replace_;
  std::optional<Combination> combine_;
  std::optional<double> learning_rate_, l2_, least_bend_, held_out_;
  std::optional<std::size_t> patience_;
};

}  // namespace espalier::cli
