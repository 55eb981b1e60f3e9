// How the grown tree is pruned.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "prune/prune.hpp"

namespace espalier::cli {

class PruningOptions {
 public:
  void add_to(OptionGroups& options);
  // For commands that are about every alpha. Throws Diagnostic(usage) if another method, or one alpha, was given.
  void imply_cost_complexity();
  // What is wrong whatever the data.
  void check() const;
  // The options in effect for data of that kind. Throws Diagnostic(usage) if one that was given does not fit.
  PruneOptions prune(Algorithm algorithm, const Dataset& data, std::uint64_t seed) const;

 private:
  void check_companions(PruneMethod method) const;

  std::optional<PruneMethod> method_;  // none: the preset's
  std::optional<double> confidence_, alpha_;
  std::optional<ConfidenceMethod> confidence_method_;
  std::optional<std::uint32_t> folds_;
  bool no_raising_ = false;
  bool se_rule_ = false;
};

}  // namespace espalier::cli
