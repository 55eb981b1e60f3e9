#include "learn/trial_judge.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "learn/boost.hpp"
#include "model/tree_facts.hpp"
#include "prune/cost_complexity.hpp"

namespace espalier {
namespace {

// An alpha at which nothing is pruned.
const std::vector<double> kAsItIs = {-1};

constexpr std::array kMeasures = {RiskMeasure::errors, RiskMeasure::gini, RiskMeasure::entropy};

// The options that growing depends on.
struct GrownBy {
  GrowOptions grow;
  EnsembleOptions ensemble;
  friend bool operator==(const GrownBy&, const GrownBy&) = default;
};

// None: shared with nobody.
std::optional<GrownBy> growing_options(const LearnOptions& options) {
  GrownBy by{options.grow, options.ensemble};
  if (shares_rounds(options)) {
    by.ensemble.trees = 0;
    return by;
  }
  if (!shares_growth(options)) return std::nullopt;
  if (by.grow.monotone.empty()) by.grow.smoothing = {};
  return by;
}

std::size_t part_of_limit(std::size_t memory_limit, std::size_t at_once) {
  return memory_limit == 0 ? 0 : std::max<std::size_t>(1, memory_limit / std::max<std::size_t>(1, at_once));
}

// The leaves that are left at each of some ascending alphas.
std::vector<double> leaves_at(const Model& model, RiskMeasure risk, const std::vector<double>& alphas) {
  const std::vector<AlphaStep> steps = alpha_steps(model, risk);
  std::vector<double> leaves;
  std::size_t step = 0;
  for (const double alpha : alphas) {
    const auto reached = [&](double price) { return price <= alpha || same_alpha(price, alpha); };
    while (step + 1 < steps.size() && reached(steps[step + 1].alpha)) ++step;
    leaves.push_back(static_cast<double>(steps[step].leaves));
  }
  return leaves;
}

}  // namespace

std::vector<Growth> growths_of(const std::vector<LearnOptions>& configurations, const std::vector<std::size_t>& which) {
  std::vector<Growth> growths;
  std::vector<std::optional<GrownBy>> grown_by;
  for (const std::size_t at : which) {
    std::optional<GrownBy> options = growing_options(configurations[at]);
    const auto alike = options ? std::find(grown_by.begin(), grown_by.end(), options) : grown_by.end();
    if (alike != grown_by.end()) {
      growths[static_cast<std::size_t>(alike - grown_by.begin())].push_back(at);
    } else {
      growths.push_back({at});
      grown_by.push_back(std::move(options));
    }
  }
  return growths;
}

TrialJudges::TrialJudges(const Dataset& data, const LearnOptions& any, std::optional<SelectBy> figure) : data_(data) {
  for (const RiskMeasure risk : kMeasures) {
    LearnOptions& options = options_.emplace_back(any);
    options.prune.select_by = figure;
    options.prune.risk = risk;
    judges_.emplace_back(data, options);
  }
}

const PathJudge& TrialJudges::of(RiskMeasure risk) const {
  return judges_[static_cast<std::size_t>(std::find(kMeasures.begin(), kMeasures.end(), risk) - kMeasures.begin())];
}

void TrialRecord::begin(const Model* grown) {
  alphas_ = kAsItIs;
  if (has_path()) {
    path_.steps = alpha_steps(*grown, options_.prune.risk);
    alphas_ = judging_alphas(path_.steps);
  }
  losses_ = PathLosses(alphas_.size());
  leaves_.assign(alphas_.size(), 0.0);
}

SplitVerdict TrialRecord::judge_pruned(const Model& model, const Split& split) const {
  return {judge_.judge(model, kAsItIs, split.test, false), {static_cast<double>(leaf_count(only_tree(model)))}};
}

SplitVerdict TrialRecord::judge(Model& grown, const Dataset& training, const Split& split) const {
  grown.smoothing = data_.task == Task::classification ? options_.grow.smoothing : Smoothing();
  if (has_path()) {
    return {judge_.judge(grown, alphas_, split.test, false), leaves_at(grown, options_.prune.risk, alphas_)};
  }
  if (options_.prune.method == PruneMethod::none) return judge_pruned(grown, split);
  const std::vector<double> weights = row_weights(training, options_.grow);
  Pruned pruned = prune(grown, pruning_in_effect(options_), WeightedRows{training, weights});
  std::swap(only_tree(grown), pruned.tree);
  SplitVerdict verdict = judge_pruned(grown, split);
  std::swap(only_tree(grown), pruned.tree);
  return verdict;
}

SplitVerdict TrialRecord::judge_learned(const Dataset& training, const Split& split, std::size_t threads,
                                        std::size_t at_once) const {
  LearnOptions options = options_;
  options.threads = threads;
  options.ensemble.memory_limit = part_of_limit(options.ensemble.memory_limit, at_once);
  Warnings unsaid;  // the whole data's warnings are the user's
  const Model model = learn(training, options, unsaid).model;
  return options.ensemble.kind == EnsembleKind::none ? judge_pruned(model, split) : judge_several(model, split);
}

SplitVerdict TrialRecord::judge_several(const Model& model, const Split& split) const {
  return {judge_.judge_several(model, split.test), {static_cast<double>(leaf_count(model))}};
}

std::vector<Model> models_by_rounds(const Dataset& training, const std::vector<LearnOptions>& configurations,
                                    const Growth& growth, std::size_t threads, std::size_t at_once) {
  std::vector<std::size_t> rounds;
  for (const std::size_t at : growth) rounds.push_back(configurations[at].ensemble.trees);
  std::sort(rounds.begin(), rounds.end());
  const LearnOptions& any = configurations[growth.front()];
  EnsembleOptions options = any.ensemble;
  options.memory_limit = part_of_limit(options.memory_limit, at_once);
  std::vector<Model> stages = boosted_stages(training, any.grow, options, rounds, threads);
  std::vector<Model> models;
  for (const std::size_t at : growth) {
    const auto stage = std::find(rounds.begin(), rounds.end(), configurations[at].ensemble.trees);
    models.push_back(stages[static_cast<std::size_t>(stage - rounds.begin())]);
  }
  return models;
}

void TrialRecord::add(const SplitVerdict& verdict) {
  losses_.add(verdict.losses);
  for (std::size_t step = 0; step < leaves_.size(); ++step) leaves_[step] += verdict.leaves[step];
  ++splits_;
}

void TrialRecord::conclude(std::uint32_t rounds) {
  errors_ = judge_.errors(losses_, rounds);
  if (has_path()) choose_step(errors_, options_.prune.margin, path_);
}

bool TrialRecord::knows_figure() const {
  return judge_.figure() != ErrorFigure::missed_area || !losses_.areas.empty();
}

MeanLoss TrialRecord::error() const {
  return errors_[step()];
}

double TrialRecord::leaves() const {
  return leaves_[step()] / static_cast<double>(splits_);
}

std::optional<double> TrialRecord::alpha() const {
  if (!has_path()) return std::nullopt;
  return path_.steps[path_.chosen].alpha;
}

LearnOptions TrialRecord::settled() const {
  LearnOptions options = options_;
  if (!has_path()) return options;
  options.prune.alpha = alpha();
  options.prune.alpha_chosen = true;
  return options;
}

}  // namespace espalier
