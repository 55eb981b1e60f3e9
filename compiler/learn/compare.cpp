#include "learn/compare.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "data/weighing.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// Adds up what learners that run at the same time report each for itself.
class JointProgress {
 public:
  JointProgress(std::size_t learners, std::size_t splits, const ProgressReport& report)
      : done_(learners, 0), splits_(splits), report_(report) {}

  ProgressReport of(std::size_t learner) {
    if (!report_) return {};
    return [this, learner](std::size_t done, std::size_t total) {
      // Of a single split its trees are counted (learn/validation.hpp): here it is one piece all the same.
      note(learner, total == 0 ? 0 : done * splits_ / total);
    };
  }

 private:
  void note(std::size_t learner, std::size_t done) {
    const std::lock_guard lock(mutex_);
    all_done_ += done - done_[learner];
    done_[learner] = done;
    report_(all_done_, done_.size() * splits_);
  }

  std::mutex mutex_;
  std::vector<std::size_t> done_;
  std::size_t all_done_ = 0;
  std::size_t splits_;
  const ProgressReport& report_;
};

Validation validate_learner(const Dataset& data, const SplitPlan& plan, const Learner& learner, std::size_t threads,
                            const ProgressReport& progress) {
  LearnOptions options = learner.options;
  options.threads = threads;
  try {
    return cross_validate(data, plan, options, progress);
  } catch (const Diagnostic& error) {
    throw about("learner " + in_quotes(learner.name), error);
  }
}

double mean_depth(const Validation& validation) {
  double sum = 0;
  for (const SplitResult& split : validation.splits) sum += static_cast<double>(split.depth);
  return sum / static_cast<double>(validation.splits.size());
}

std::vector<double> scores(const Validation& validation) {
  std::vector<double> per_split;
  for (const SplitResult& split : validation.splits) per_split.push_back(split.score);
  return per_split;
}

std::vector<ComparedPair> compare_pairs(const std::vector<ComparedLearner>& learners, double test_per_training_row,
                                        double level) {
  std::vector<ComparedPair> pairs;
  for (std::size_t first = 0; first < learners.size(); ++first) {
    for (std::size_t second = first + 1; second < learners.size(); ++second) {
      ComparedPair pair;
      pair.first = first;
      pair.second = second;
      pair.score = paired_test(scores(learners[first].validation), scores(learners[second].validation),
                               test_per_training_row, level);
      if (learners[first].costs) {
        pair.cost = paired_test(learners[first].costs->per_split, learners[second].costs->per_split,
                                test_per_training_row, level);
      }
      pairs.push_back(pair);
    }
  }
  return pairs;
}

// Scores and costs are two questions, each asked of every pair.
void adjust(std::vector<ComparedPair>& pairs) {
  std::vector<std::optional<double>> score;
  std::vector<std::optional<double>> cost;
  for (const ComparedPair& pair : pairs) {
    score.push_back(pair.score.p);
    cost.push_back(pair.cost ? pair.cost->p : std::nullopt);
  }
  score = holm_adjusted(score);
  cost = holm_adjusted(cost);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].score_p_holm = score[i];
    pairs[i].cost_p_holm = cost[i];
  }
}

}  // namespace

MeanCosts mean_costs(const Validation& validation, const Costs& costs) {
  std::vector<double> cost(validation.splits.size(), 0.0);
  std::vector<double> weight(validation.splits.size(), 0.0);
  for (std::size_t i = 0; i < validation.rows.size(); ++i) {
    const std::size_t split = validation.rows[i].split;
    const double row_weight = validation.weights.empty() ? 1 : validation.weights[i];
    cost[split] += row_weight * costs[validation.actual.labels[i]][validation.predicted.labels[i]];
    weight[split] += row_weight;
  }
  MeanCosts means;
  means.all = std::accumulate(cost.begin(), cost.end(), 0.0) / std::accumulate(weight.begin(), weight.end(), 0.0);
  for (std::size_t split = 0; split < cost.size(); ++split) means.per_split.push_back(cost[split] / weight[split]);
  return means;
}

Comparison compare_measured(std::vector<ComparedLearner> learners, double test_per_training_row, double level) {
  Comparison comparison;
  comparison.pairs = compare_pairs(learners, test_per_training_row, level);
  adjust(comparison.pairs);
  comparison.learners = std::move(learners);
  comparison.test_per_training_row = test_per_training_row;
  comparison.level = level;
  return comparison;
}

// A learner's splits share the threads; more threads than splits go to several learners at once.
Comparison compare_learners(const Dataset& data, const SplitPlan& plan, const std::vector<Learner>& learners,
                            const Yardstick& yardstick, std::size_t threads, const ProgressReport& progress) {
  const std::size_t splits = std::max<std::size_t>(1, plan.splits.size());
  const std::size_t at_once =
      std::clamp<std::size_t>((threads + splits - 1) / splits, 1, std::max<std::size_t>(1, learners.size()));
  std::vector<ComparedLearner> measured(learners.size());
  JointProgress joint(learners.size(), plan.splits.size(), progress);
  in_parallel(learners.size(), at_once, [&](std::size_t i) {
    ComparedLearner& compared = measured[i];
    compared.validation =
        validate_learner(data, plan, learners[i], std::max<std::size_t>(1, threads / at_once), joint.of(i));
    compared.mean_depth = mean_depth(compared.validation);
    if (!yardstick.costs.empty()) compared.costs = mean_costs(compared.validation, yardstick.costs);
  });
  return compare_measured(std::move(measured), mean_test_per_training_row(plan), yardstick.level);
}

Costs common_costs(const std::vector<Learner>& learners, const std::vector<std::string>& labels) {
  Costs common;
  for (const Learner& learner : learners) {
    Costs costs = costs_for(learner.options.grow.costs, labels);
    if (costs.empty()) continue;
    if (!common.empty() && common != costs) return {};
    common = std::move(costs);
  }
  return common;
}

}  // namespace espalier
