// The learner's options: a preset, and everything that can be changed about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/ensemble_options.hpp"
#include "cli/monotone_option.hpp"
#include "cli/option_groups.hpp"
#include "cli/pruning_options.hpp"
#include "cli/threshold_option.hpp"
#include "cli/weighing_options.hpp"
#include "data/dataset.hpp"
#include "learn/learn.hpp"
#include "learn/tune_space.hpp"

namespace espalier::cli {

class LearnerOptions {
 public:
  void add_to(OptionGroups& options);
  // For commands that are about cost-complexity pruning, whatever the preset: before check().
  void imply_cost_complexity() { pruning_.imply_cost_complexity(); }
  // For commands that choose by it whatever the pruning: before check().
  std::optional<SelectBy> take_select_by() { return pruning_.take_select_by(); }
  // The same of --se-margin and --se-rule, for commands that choose among models of several trees.
  std::optional<double> take_margin() { return pruning_.take_margin(); }
  bool prune_folds_given() const { return pruning_.folds_given(); }
  bool several() const { return ensemble_.given(); }
  bool boosts() const { return ensemble_.boosts(); }
  // As if these had been given, whatever was: for copies that differ in some options. check() anew.
  void give(const Settings& settings);
  // What is wrong whatever the data.
  void check();
  // For commands that have no use for a decision threshold, which `reason` tells: after check().
  void refuse_threshold(const char* reason, const char* hint) const;
  // For commands that are about a single tree: before check().
  void refuse_ensemble(const char* reason) const;
  // The options in effect for the data: its task and its missing values decide what was not given. Throws
  // Diagnostic(usage) if an option that was given does not fit the data. `seed` is for all random choices. The file of
  // --prune-set is read as `reading` says.
  LearnOptions learn(const Dataset& data, std::uint64_t seed, std::size_t threads, const DataOptions& reading,
                     Warnings& warnings) const;
  // The same for a variation of options that are in effect already: no file is read again, and nothing warned about.
  LearnOptions vary(const Dataset& data, const LearnOptions& read) const;
  // The files that are read beside the data; empty where there is none.
  std::vector<std::string> inputs() const { return {pruning_.prune_set(), weighing_.cost_file()}; }

 private:
  void add_growing_to(OptionGroups& options);
  void add_stopping_to(OptionGroups& options);
  void check_ensemble() const;
  void check_boosting() const;
  GrowOptions grow(const Dataset& data, const CostMatrix* costs = nullptr) const;
  void refuse_for_task(const Dataset& data) const;

  std::optional<Algorithm> algorithm_;  // this and the others: none for the default, the preset's
  std::optional<Criterion> criterion_;
  std::optional<CategoricalSplit> categorical_;
  std::optional<ThresholdPlace> threshold_;
  std::optional<TieRule> ties_;
  std::optional<MissingPolicy> missing_;
  std::optional<std::size_t> bins_, surrogates_, max_depth_, max_leaves_, max_nodes_;
  std::optional<Amount> min_split_, min_leaf_;
  std::optional<double> min_gain_, chi_square_, validate_;
  bool group_values_ = false;
  std::string discretize_;
  std::optional<Discretization> discretization_;
  std::string smoothing_text_;
  std::optional<Smoothing> smoothing_;
  MonotoneOption monotone_;
  WeighingOptions weighing_;
  ThresholdOption threshold_for_;
  PruningOptions pruning_;
  EnsembleOption ensemble_;
};

}  // namespace espalier::cli
