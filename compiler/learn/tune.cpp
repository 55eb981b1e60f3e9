#include "learn/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <numeric>
#include <utility>

#include "data/column_orders.hpp"
#include "evaluate/statistics.hpp"
#include "grow/grow.hpp"
#include "learn/select_alpha.hpp"
#include "learn/trial_judge.hpp"
#include "model/tree_facts.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

constexpr std::size_t kFewestSplits = 2;
constexpr std::size_t kFirstShare = 10;  // of the splits, as a divisor
constexpr std::size_t kNextShare = 3;
constexpr std::size_t kFewestSurvivors = 6;
constexpr std::size_t kOneIn = 3;  // goes on

bool are_several(const std::vector<LearnOptions>& configurations) {
  return configurations.front().ensemble.kind != EnsembleKind::none;
}

SplitPlan judging_folds(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan) {
  const PruneOptions& prune = configurations.front().prune;
  if (!are_several(configurations)) return choosing_folds(data, prune);
  const std::size_t folds = std::min<std::size_t>(plan.folds.value_or(usual_folds(data.rows())), data.rows());
  return k_fold_splits(data, static_cast<std::uint32_t>(folds), 1, prune.seed);
}

bool any_path(const std::vector<LearnOptions>& configurations, const Growth& growth) {
  return std::any_of(growth.begin(), growth.end(),
                     [&](std::size_t at) { return chooses_alpha(configurations[at].prune); });
}

// The first rung also grows a tree of all rows, where alphas come from the path of that tree.
std::size_t trees_of_rung(const std::vector<LearnOptions>& configurations, const std::vector<Growth>& growths,
                          std::size_t more_splits, bool first) {
  std::size_t trees = growths.size() * more_splits;
  for (const Growth& growth : growths) trees += first && any_path(configurations, growth) ? 1 : 0;
  return trees;
}

// The trees that later rungs add, if as many of these growths go on as a rung lets through.
std::size_t trees_above(std::size_t growths, std::size_t judged, std::size_t splits) {
  std::size_t trees = 0;
  for (const std::size_t next : rung_splits(splits)) {
    if (next <= judged) continue;
    growths = std::min(growths, survivors(growths) + 1);
    trees += growths * (next - judged);
    judged = next;
  }
  return trees;
}

// The search as it goes on.
class Halving {
 public:
  Halving(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan,
          const ProgressReport& progress)
      : data_(data),
        configurations_(configurations),
        plan_(plan),
        progress_(progress),
        folds_(judging_folds(data, configurations, plan)),
        parts_(data, plan.threads),
        judges_(data, configurations.front(), plan.select_by),
        trials_(configurations.size()) {
    for (const LearnOptions& options : configurations) records_.emplace_back(judges_, options);
  }

  TuneSearch run() {
    std::vector<std::size_t> alive(configurations_.size());
    std::iota(alive.begin(), alive.end(), std::size_t{0});
    for (const std::size_t splits : rung_splits(folds_.splits.size())) {
      if (!climb(alive, splits)) break;
      search_.rungs.push_back({splits, alive.size()});
      keep_best(alive);
    }
    return finished();
  }

 private:
  // Judges them on the splits up to that one. If there is a clock, those that the first rung has no time for drop out;
  // a later rung judges all of them or none.
  bool climb(std::vector<std::size_t>& alive, std::size_t splits) {
    const bool first = judged_ == 0;
    const double limit = first ? time_for_all(folds_.splits.size()) : 1;
    const std::vector<Growth> growths = growths_of(configurations_, alive);
    total_ = done_ + trees_of_rung(configurations_, growths, splits - judged_, first) +
             trees_above(growths.size(), splits, folds_.splits.size());
    // The clock is read between batches.
    const std::size_t batch = plan_.clock ? std::max<std::size_t>(1, plan_.threads) : growths.size();
    std::vector<std::vector<std::vector<SplitVerdict>>> verdicts(growths.size());  // per growth, split and member
    std::size_t judged = 0;
    while (judged < growths.size()) {
      const bool must = first && judged == 0;  // the first configuration is judged, whatever the time
      if (!must && plan_.clock && plan_.clock() >= limit) break;
      const std::size_t end = std::min(growths.size(), judged + batch);
      judge_batch(growths, judged, end, splits, first, verdicts);
      judged = end;
    }
    search_.time_was_up = search_.time_was_up || judged < growths.size();
    if (!first && judged < growths.size()) return false;
    alive.clear();
    for (std::size_t i = 0; i < judged; ++i) {
      add_verdicts(growths[i], verdicts[i]);
      alive.insert(alive.end(), growths[i].begin(), growths[i].end());
    }
    std::sort(alive.begin(), alive.end());
    judged_ = splits;
    return true;
  }

  void judge_batch(const std::vector<Growth>& growths, std::size_t begin, std::size_t end, std::size_t splits,
                   bool first, std::vector<std::vector<std::vector<SplitVerdict>>>& verdicts) {
    const std::size_t more = splits - judged_;
    const std::size_t pieces = (end - begin) * more;
    const std::size_t within = std::max<std::size_t>(1, plan_.threads / std::max<std::size_t>(1, pieces));
    at_once_ = std::min(pieces, std::max<std::size_t>(1, plan_.threads));
    if (first) begin_records(growths, begin, end);
    for (std::size_t i = begin; i < end; ++i) verdicts[i].resize(more);
    in_parallel(
        pieces, plan_.threads,
        [&](std::size_t piece) {
          const std::size_t growth = begin + piece / more;
          const std::size_t split = piece % more;
          verdicts[growth][split] = judge_split(growths[growth], folds_.splits[judged_ + split], within);
        },
        counted());
    done_ += pieces;
  }

  void begin_records(const std::vector<Growth>& growths, std::size_t begin, std::size_t end) {
    std::vector<const Growth*> paths;
    for (std::size_t i = begin; i < end; ++i) {
      if (any_path(configurations_, growths[i])) {
        paths.push_back(&growths[i]);
      } else {
        for (const std::size_t at : growths[i]) records_[at].begin(nullptr);
      }
    }
    in_parallel(
        paths.size(), plan_.threads, [&](std::size_t i) { begin_paths(*paths[i]); }, counted());
    done_ += paths.size();
  }

  void begin_paths(const Growth& growth) {
    Warnings unsaid;
    const Model grown = grow(data_, configurations_[growth.front()].grow, unsaid);
    for (const std::size_t at : growth) records_[at].begin(&grown);
  }

  std::vector<SplitVerdict> judge_split(const Growth& growth, const Split& split, std::size_t threads) const {
    const Dataset training = parts_.select(split.training);
    std::vector<SplitVerdict> verdicts;
    const LearnOptions& first = configurations_[growth.front()];
    if (shares_rounds(first)) {
      const std::vector<Model> models = models_by_rounds(training, configurations_, growth, threads, at_once_);
      for (std::size_t i = 0; i < growth.size(); ++i) {
        verdicts.push_back(records_[growth[i]].judge_several(models[i], split));
      }
      return verdicts;
    }
    if (!shares_growth(first)) {
      for (const std::size_t at : growth) {
        verdicts.push_back(records_[at].judge_learned(training, split, threads, at_once_));
      }
      return verdicts;
    }
    Warnings unsaid;
    Model grown = grow(training, first.grow, unsaid, threads);
    for (const std::size_t at : growth) verdicts.push_back(records_[at].judge(grown, training, split));
    return verdicts;
  }

  void add_verdicts(const Growth& growth, const std::vector<std::vector<SplitVerdict>>& verdicts) {
    for (std::size_t member = 0; member < growth.size(); ++member) {
      TrialRecord& record = records_[growth[member]];
      for (std::size_t split = 0; split < verdicts.size(); ++split) {
        record.add(verdicts[split][member]);
      }
      record.conclude(folds_.splits[judged_ + verdicts.size() - 1].round + 1);
      trials_[growth[member]] = {record.error(), record.leaves(), record.splits(), record.alpha()};
    }
  }

  // The first configuration stays, whatever it is worth: it is what the others are compared with.
  void keep_best(std::vector<std::size_t>& alive) const {
    std::vector<std::size_t> ranked = alive;
    std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) {
      const Trial& left = trials_[a];
      const Trial& right = trials_[b];
      return std::pair(left.error.mean, left.leaves) < std::pair(right.error.mean, right.leaves);
    });
    ranked.resize(std::min(ranked.size(), survivors(alive.size())));
    if (std::find(ranked.begin(), ranked.end(), std::size_t{0}) == ranked.end()) ranked.push_back(0);
    std::sort(ranked.begin(), ranked.end());
    alive = std::move(ranked);
  }

  // Only a configuration that was judged on all folds has settled its alpha: some of them may choose another.
  LearnOptions settled(std::size_t at) const {
    return trials_[at].splits == folds_.splits.size() ? records_[at].settled() : configurations_[at];
  }

  TuneSearch finished() {
    search_.trials = trials_;
    search_.winner = best_trial(trials_, plan_.margin.value_or(configurations_.front().prune.margin));
    const TrialRecord& winner = records_[search_.winner];
    search_.winning = settled(search_.winner);
    search_.standard = settled(0);
    search_.method = folds_.method;
    search_.splits = folds_.splits.size();
    search_.figure = winner.figure();
    search_.figure_known = winner.knows_figure();
    search_.trees_grown = done_;
    return std::move(search_);
  }

  ProgressReport counted() {
    if (!progress_) return {};
    return [this, before = done_](std::size_t done, std::size_t) { progress_(before + done, total_); };
  }

  const Dataset& data_;
  const std::vector<LearnOptions>& configurations_;
  const TunePlan& plan_;
  const ProgressReport& progress_;
  SplitPlan folds_;
  OrderedParts parts_;
  TrialJudges judges_;
  std::deque<TrialRecord> records_;
  std::vector<Trial> trials_;
  TuneSearch search_;
  std::size_t judged_ = 0;   // splits
  std::size_t done_ = 0;     // trees
  std::size_t total_ = 0;    // about
  std::size_t at_once_ = 1;  // runs of the learner
};

}  // namespace

std::vector<std::size_t> rung_splits(std::size_t splits) {
  std::vector<std::size_t> rungs;
  for (const std::size_t share : {kFirstShare, kNextShare, std::size_t{1}}) {
    const std::size_t some = std::clamp((splits + share - 1) / share, std::min(kFewestSplits, splits), splits);
    if (rungs.empty() || some > rungs.back()) rungs.push_back(some);
  }
  return rungs;
}

// The first rung grows a tree of all rows, too. A third of the trials is spread over about half of the growths.
double time_for_all(std::size_t splits) {
  constexpr double kGrowthsOn = 0.5;
  double growths = 1;
  double all = 1;
  double first = 0;
  std::size_t judged = 0;
  for (const std::size_t next : rung_splits(splits)) {
    all += growths * static_cast<double>(next - judged);
    if (judged == 0) first = all;
    growths *= kGrowthsOn;
    judged = next;
  }
  return first / all;
}

std::size_t survivors(std::size_t trials) {
  return std::min(trials, std::max(kFewestSurvivors, (trials + kOneIn - 1) / kOneIn));
}

std::size_t best_trial(const std::vector<Trial>& trials, double margin) {
  std::size_t most = 0;
  for (const Trial& trial : trials) most = std::max(most, trial.splits);
  const auto judged = [&](const Trial& trial) { return trial.splits == most; };
  const auto least = std::min_element(trials.begin(), trials.end(), [&](const Trial& a, const Trial& b) {
    return std::pair(!judged(a), a.error.mean) < std::pair(!judged(b), b.error.mean);
  });
  const double limit = least->error.mean + margin * least->error.standard_error;
  std::size_t best = static_cast<std::size_t>(least - trials.begin());
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!judged(trials[i]) || trials[i].error.mean > limit) continue;
    const Trial& chosen = trials[best];
    const bool better = std::pair(trials[i].leaves, trials[i].error.mean) < std::pair(chosen.leaves, chosen.error.mean);
    if (better) best = i;
  }
  return best;
}

TuneSearch tune(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan,
                const ProgressReport& progress) {
  return Halving(data, configurations, plan, progress).run();
}

std::size_t trees_of_search(const Dataset& data, const std::vector<LearnOptions>& configurations,
                            const TunePlan& plan) {
  std::vector<std::size_t> all(configurations.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<Growth> growths = growths_of(configurations, all);
  const std::size_t splits = judging_folds(data, configurations, plan).splits.size();
  const std::vector<std::size_t> rungs = rung_splits(splits);
  return trees_of_rung(configurations, growths, rungs.front(), true) +
         trees_above(growths.size(), rungs.front(), splits);
}

namespace {

constexpr std::size_t kFewRows = 2000;
constexpr std::uint32_t kFoldsOfFew = 10;
constexpr std::uint32_t kFoldsOfMany = 5;

// Alphas at which nothing is pruned, and at which the root becomes a leaf.
const std::vector<double> kTreeAlone = {-1};
const std::vector<double> kTreeAndRoot = {-1, std::numeric_limits<double>::infinity()};

// The deals of the search begin at the seed and follow it; the outer folds must not be one of them.
std::uint64_t outer_seed(std::uint64_t seed) {
  return ~seed;
}

double shown(Task task, double error) {
  return task == Task::regression ? std::sqrt(std::max(0.0, error)) : error;
}

Model learned(const Dataset& training, LearnOptions options, std::size_t threads) {
  options.threads = threads;
  Warnings unsaid;  // the whole data's warnings are the user's
  return learn(training, options, unsaid).model;
}

// What answers every row alike.
Model single_leaf(const Dataset& training, GrowOptions grow_options) {
  constexpr double kMoreThanAll = 400;
  grow_options.min_split = {kMoreThanAll, true};
  Warnings unsaid;
  return grow(training, grow_options, unsaid);
}

// What the models of an outer fold get wrong; of a single tree the root as a leaf, too.
PathLosses judged(const PathJudge& judge, const Model& model, const Split& split, bool several) {
  if (several) return judge.judge_several(model, split.test);
  return judge.judge(model, kTreeAndRoot, split.test, false);
}

PairedTest difference_of(const std::vector<OuterFold>& folds, double test_per_training_row) {
  std::vector<double> tuned;
  std::vector<double> standard;
  for (const OuterFold& fold : folds) {
    if (!fold.figure_known) continue;
    tuned.push_back(fold.tuned);
    standard.push_back(fold.standard);
  }
  return paired_test(tuned, standard, test_per_training_row);
}

}  // namespace

std::uint32_t usual_folds(std::size_t rows) {
  return rows < kFewRows ? kFoldsOfFew : kFoldsOfMany;
}

std::uint32_t usual_outer_folds(std::size_t rows, bool several) {
  return several ? kFoldsOfMany : usual_folds(rows);
}

TuneEstimate estimate_tuning(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan,
                             std::uint32_t folds, std::uint64_t seed, const ProgressReport& progress) {
  const SplitPlan outer = k_fold_splits(data, folds, 1, outer_seed(seed));
  const OrderedParts parts(data, plan.threads);
  const TrialJudges judges(data, configurations.front(), plan.select_by);
  const PathJudge& judge = judges.of(RiskMeasure::errors);
  TuneEstimate estimate;
  estimate.method = fmt::format("{} outer folds, seed {}", folds, seed);
  estimate.planned = folds;
  const bool several = are_several(configurations);
  const std::size_t steps = several ? 1 : kTreeAndRoot.size();
  PathLosses tuned(steps);
  PathLosses standard(steps);
  PathLosses leaf(1);
  std::size_t done = 0;
  for (const Split& split : outer.splits) {
    if (plan.clock && plan.clock() >= 1) break;
    const Dataset training = parts.select(split.training);
    const auto within = [&](std::size_t trees, std::size_t total) {
      const std::size_t left = folds - estimate.folds.size();
      if (progress) progress(done + trees, done + total * left);
    };
    const TuneSearch search = tune(training, configurations, plan, within);
    if (search.time_was_up) break;
    done += search.trees_grown;
    const Model winner = learned(training, search.winning, plan.threads);
    const Model first = learned(training, search.standard, plan.threads);
    const PathLosses by_winner = judged(judge, winner, split, several);
    const PathLosses by_first = judged(judge, first, split, several);
    OuterFold fold;
    fold.winner = search.winner;
    fold.tuned = shown(data.task, judge.errors(by_winner).front().mean);
    fold.standard = shown(data.task, judge.errors(by_first).front().mean);
    fold.leaves = leaf_count(winner);
    fold.standard_leaves = leaf_count(first);
    fold.figure_known = judge.figure() != ErrorFigure::missed_area || !by_first.areas.empty();
    estimate.folds.push_back(fold);
    tuned.add(by_winner);
    standard.add(by_first);
    if (!several) continue;
    const Model alike = single_leaf(training, configurations.front().grow);
    leaf.add(judge.judge(alike, kTreeAlone, split.test, false));
  }
  estimate.tuned = judge.errors(tuned).front();
  estimate.standard = judge.errors(standard).front();
  estimate.baseline = judge.errors(several ? leaf : standard).back();
  estimate.difference = difference_of(estimate.folds, mean_test_per_training_row(outer));
  return estimate;
}

}  // namespace espalier
