#include "prune/prune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "model/decision_threshold.hpp"
#include "support/number_text.hpp"

namespace espalier {

namespace {

// As if the threshold had been chosen afterwards, which is how training does it: it decides how leaves answer, not how
// many there are.
Pruned prune_before_threshold(const Model& model, const PruneOptions& options, std::optional<WeightedRows> training,
                              std::optional<WeightedRows> judged) {
  Model judging = without_decision_threshold(model);
  Pruned pruned = prune(judging, options, training, judged);
  only_tree(judging) = std::move(pruned.tree);
  set_decision_threshold(*model.decision_threshold, judging);
  pruned.tree = std::move(only_tree(judging));
  return pruned;
}

}  // namespace

Pruned prune(const Model& model, const PruneOptions& options, std::optional<WeightedRows> training,
             std::optional<WeightedRows> judged) {
  if (model.decision_threshold) return prune_before_threshold(model, options, training, judged);
  const Tree& tree = only_tree(model);
  switch (options.method) {
    case PruneMethod::none: break;
    case PruneMethod::pessimistic: return prune_pessimistic(tree);
    case PruneMethod::error_based:
      if (!options.raising || !training) return prune_error_based(model, options);
      return prune_raising(model, training->data, training->weights, options);
    case PruneMethod::cost_complexity: return prune_cost_complexity(model, options.alpha.value_or(0), options.risk);
    case PruneMethod::reduced_error: return prune_reduced_error(model, judged.value().data, judged->weights);
  }
  return {tree, {}};
}

namespace {

using Option = std::pair<std::string, std::string>;
using Options = std::vector<Option>;

constexpr const char* kBefore = "pruned-before";
constexpr std::string_view kNames[] = {"prune",       "confidence",  "confidence-method", "raising",   "prune-data",
                                       "alpha",       "prune-folds", "se-margin",         "select-by", "risk",
                                       "prune-share", "prune-seed",  "prune-set"};

bool is_about_pruning(const Option& option) {
  return option.first == kBefore || std::find(std::begin(kNames), std::end(kNames), option.first) != std::end(kNames);
}

// "error-based confidence=0.1 raising=no", after what was before that.
std::string in_one_line(const Options& pruning) {
  std::string before;
  std::string line;
  bool pruned = false;
  for (const auto& [name, value] : pruning) {
    if (name == kBefore) {
      before = value;
    } else if (name == "prune") {
      line.insert(0, value);
      pruned = value != to_string(PruneMethod::none);
    } else {
      line += fmt::format(" {}={}", name, value);
    }
  }
  if (!pruned) return before;
  return before.empty() ? line : before + "; " + line;
}

}  // namespace

Options describe(const PruneOptions& options) {
  Options described{{"prune", std::string(to_string(options.method))}};
  if (options.method == PruneMethod::error_based) {
    described.emplace_back("confidence", shortest(options.confidence));
    described.emplace_back("confidence-method", std::string(to_string(options.confidence_method)));
    if (!options.raising) described.emplace_back("raising", "no");
    if (!options.data_sha256.empty()) described.emplace_back("prune-data", options.data_sha256);
  }
  if (options.method == PruneMethod::cost_complexity) {
    if (options.alpha) described.emplace_back("alpha", shortest(*options.alpha));
    if (!options.alpha || options.alpha_chosen) {
      described.emplace_back("prune-folds", std::to_string(options.folds));
      described.emplace_back("se-margin", shortest(options.margin));
      described.emplace_back("prune-seed", std::to_string(options.seed));
      if (options.select_by) described.emplace_back("select-by", std::string(to_string(*options.select_by)));
    }
    if (options.risk != RiskMeasure::errors) described.emplace_back("risk", "impurity");
  }
  if (options.method == PruneMethod::reduced_error && !options.set_sha256.empty()) {
    described.emplace_back("prune-set", options.set_sha256);
  } else if (options.method == PruneMethod::reduced_error) {
    described.emplace_back("prune-share", shortest(options.share));
    described.emplace_back("prune-seed", std::to_string(options.seed));
  }
  return described;
}

void record(const PruneOptions& options, Provenance& provenance) {
  Options& all = provenance.options;
  Options earlier;
  std::copy_if(all.begin(), all.end(), std::back_inserter(earlier), is_about_pruning);
  const auto first = std::find_if(all.begin(), all.end(), is_about_pruning);
  const auto place = first - all.begin();
  all.erase(std::remove_if(first, all.end(), is_about_pruning), all.end());
  Options now = describe(options);
  if (std::string before = in_one_line(earlier); !before.empty()) now.emplace_back(kBefore, std::move(before));
  all.insert(all.begin() + place, std::make_move_iterator(now.begin()), std::make_move_iterator(now.end()));
}

}  // namespace espalier
