// How a tree is pruned: one that has just been grown, or that of a model file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "data/dataset.hpp"
#include "evaluate/bind_dataset.hpp"
#include "grow/options.hpp"
#include "prune/prune.hpp"
#include "support/enum_names.hpp"

namespace espalier::cli {

// If the file that judges a tree is the one it was grown from.
void warn_of_own_judges(const std::string& judges_sha256, const std::string& data_sha256, Warnings& warnings);

// Throws Diagnostic(usage) unless answers about the data can be judged by the figure.
void refuse_figure(SelectBy figure, const GrowOptions& grow, const Dataset& data);

// What --risk says: a name for what a leaf has to save, whatever the criterion measures it by.
enum class Risk { misclassification, impurity, squared_error };

}  // namespace espalier::cli

namespace espalier {
template <>
inline constexpr auto kNames<cli::Risk> = enum_names("misclassification", "impurity", "squared-error");
}  // namespace espalier

namespace espalier::cli {

class PruningOptions {
 public:
  void add_to(OptionGroups& options);
  // Those that need nothing but a model, and how much of a sequence of trees to keep.
  void add_for_models_to(OptionGroups& options);
  // For commands that are about every alpha. Throws Diagnostic(usage) if another method, or one alpha, was given.
  void imply_cost_complexity();
  // For commands that choose among ways to prune by the figure of --select-by: hands it out, so that it goes with any
  // method. Before check().
  std::optional<SelectBy> take_select_by() { return std::exchange(select_by_, std::nullopt); }
  // The same of --se-margin and --se-rule, for choices among models of several trees; and whether --prune-folds is
  // given.
  std::optional<double> take_margin();
  bool folds_given() const { return folds_.has_value(); }
  // What is wrong whatever the data.
  void check() const;
  // The same where there are many trees: nothing is chosen by cross-validation, and a tree is judged by the rows that
  // it was grown without.
  void check_for_ensemble() const;
  void refuse_for_boosting() const;
  // The same for a model's tree: there is no default, and nothing is chosen by cross-validation.
  void check_for_models() const;

  // The options in effect for data of that kind, of one tree or of `several`. Throws Diagnostic(usage) if one that was
  // given does not fit.
  PruneOptions prune(const GrowOptions& grow, const Dataset& data, std::uint64_t seed, bool several = false) const;
  // The same for a model; without --alpha, alpha is that of the tree with so many leaves.
  PruneOptions prune(const Model& model) const;

  // Whether a subtree may give way to its largest branch, if there are rows to send through it.
  bool raises_branches() const { return method_ == PruneMethod::error_based && !no_raising_; }

  // If there are fewer rows than folds were asked for, or than a command about the folds has.
  void warn_of_few_rows(std::size_t rows, Warnings& warnings) const;

  // The file whose rows judge a tree; empty if there is none.
  const std::string& prune_set() const { return prune_set_; }
  // Its rows, weighed by the column named; nothing if there is no file.
  std::shared_ptr<const BindableTable> read_prune_set(const DataOptions& reading, const std::string& weight,
                                                      Warnings& warnings) const;

 private:
  void add_methods_to(OptionGroups& options, const char* methods);
  void check_values() const;
  void check_companions(PruneMethod method) const;
  PruneOptions options_for(PruneMethod method) const;
  RiskMeasure risk_for(Task task, std::optional<Criterion> criterion, const std::string& target) const;

  std::optional<PruneMethod> method_;  // none: the preset's
  std::optional<double> confidence_, alpha_, margin_, share_;
  std::optional<ConfidenceMethod> confidence_method_;
  std::optional<Risk> risk_;
  std::optional<SelectBy> select_by_;
  std::optional<std::uint32_t> folds_;
  std::optional<std::size_t> leaves_;
  std::string prune_set_;
  bool no_raising_ = false;
  bool se_rule_ = false;
};

}  // namespace espalier::cli
