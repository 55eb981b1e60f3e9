#include "learn/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "evaluate/mark.hpp"
#include "evaluate/tree_distance.hpp"
#include "learn/learn.hpp"
#include "learn/path_judge.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/random.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

bool is_better(Better better, double a, double b) {
  return better == Better::less ? a < b : a > b;
}

bool preferred(Better better, const StableCandidate& a, const StableCandidate& b) {
  if (a.mean_distance != b.mean_distance) return a.mean_distance < b.mean_distance;
  return is_better(better, a.score, b.score);
}

}  // namespace

StableChoice choose_stable(Better better, const std::vector<StableCandidate>& candidates) {
  StableChoice choice;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (is_better(better, candidates[i].score, candidates[choice.best].score)) choice.best = i;
    choice.standard_error += candidates[i].standard_error / static_cast<double>(candidates.size());
  }
  const double best = candidates[choice.best].score;
  choice.limit = better == Better::less ? best + choice.standard_error : best - choice.standard_error;
  choice.chosen = choice.best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (is_better(better, choice.limit, candidates[i].score)) continue;
    choice.as_good.push_back(i);
    const bool is_first = choice.as_good.size() == 1;
    if (is_first || preferred(better, candidates[i], candidates[choice.chosen])) choice.chosen = i;
  }
  return choice;
}

namespace {

// A seed of its own for each resample: consecutive seeds would let runs with neighbouring seeds share resamples.
std::uint64_t seed_of(const ResampleOptions& options, std::size_t number) {
  RandomEngine engine(options.seed);
  engine.discard(number);
  return engine();
}

std::vector<std::uint32_t> bootstrap_times(std::size_t rows, RandomEngine& engine) {
  std::vector<std::uint32_t> times(rows, 0);
  for (std::size_t drawn = 0; drawn < rows; ++drawn) ++times[uniform_below(engine, rows)];
  return times;
}

Resample resample_of(const std::vector<std::uint32_t>& times) {
  Resample resample;
  for (std::size_t row = 0; row < times.size(); ++row) {
    if (times[row] == 0) {
      resample.left_out.push_back(row);
    } else {
      resample.rows.push_back(row);
      resample.times.push_back(times[row]);
    }
  }
  return resample;
}

Resample draw_bootstrap(std::size_t rows, std::uint64_t seed) {
  RandomEngine engine(seed);
  for (;;) {
    Resample resample = resample_of(bootstrap_times(rows, engine));
    if (!resample.left_out.empty()) return resample;
  }
}

Resample draw_share(const Dataset& data, double left_out, std::uint64_t seed) {
  std::vector<std::uint32_t> times;
  for (const bool out : stratified_share(data, left_out, seed)) times.push_back(out ? 0 : 1);
  return resample_of(times);
}

}  // namespace

std::string resampling_name(const ResampleOptions& options) {
  return options.leave_out ? fmt::format("leave-out of {}", percent(*options.leave_out)) : "bootstrap";
}

Resample draw_resample(const Dataset& data, const ResampleOptions& options, std::size_t number) {
  if (data.rows() < 2) {
    throw Diagnostic(ExitCode::bad_input, counted(data.rows(), "row") + " cannot be resampled",
                     "some rows are learned from and others are left out: at least 2 are needed");
  }
  const std::uint64_t seed = seed_of(options, number);
  return options.leave_out ? draw_share(data, *options.leave_out, seed) : draw_bootstrap(data.rows(), seed);
}

Dataset resampled(const OrderedParts& data, const Resample& resample) {
  Dataset drawn = data.select(resample.rows);
  const bool repeated =
      std::any_of(resample.times.begin(), resample.times.end(), [](std::uint32_t times) { return times != 1; });
  if (!repeated) return drawn;
  if (drawn.weights.empty()) drawn.weights.assign(drawn.rows(), 1.0);
  for (std::size_t row = 0; row < drawn.rows(); ++row) drawn.weights[row] *= resample.times[row];
  return drawn;
}

namespace {

// Pairs of trees are compared on so many rows in all, but each on as many as tell them apart.
constexpr std::size_t kMostComparisons = 25'000'000;
constexpr std::size_t kFewestRowsCompared = 500;

std::vector<std::size_t> rows_to_compare(std::size_t rows, const ResampleOptions& options) {
  std::vector<std::size_t> sample(rows);
  std::iota(sample.begin(), sample.end(), std::size_t{0});
  const std::size_t pairs = options.count * (options.count - 1) / 2;
  const std::size_t enough = std::max(kMostComparisons / pairs, kFewestRowsCompared);
  if (rows <= enough) return sample;
  RandomEngine engine(options.seed);
  shuffle(sample, engine);
  sample.resize(enough);
  std::sort(sample.begin(), sample.end());
  return sample;
}

std::vector<double> weights_of(const Dataset& data, const std::vector<std::size_t>& rows) {
  std::vector<double> weights;
  if (data.weights.empty()) return weights;
  for (const std::size_t row : rows) weights.push_back(data.weights[row]);
  return weights;
}

Answers answers_of(const Answers& answers, const std::vector<std::size_t>& rows) {
  Answers some;
  for (const std::size_t row : rows) some.append(answers, row);
  return some;
}

// What one resample contributes.
struct ResampleRun {
  ResampleResult result;
  Model model;
  Answers answers;  // for all rows
  TreeRegions regions;
};

class ResampleRunner {
 public:
  ResampleRunner(const Dataset& data, const LearnOptions& options, const ResampleOptions& resamples,
                 const ValueShares& shares, const std::vector<std::size_t>& compared)
      : data_(data),
        parts_(data, options.threads),
        options_(options),
        resamples_(resamples),
        shares_(shares),
        compared_(compared) {
    options_.threads = std::max<std::size_t>(1, options.threads / resamples.count);
  }

  ResampleRun run(std::size_t number) const {
    const Resample resample = draw_resample(data_, resamples_, number);
    Warnings unsaid;  // the whole data's warnings are the user's
    ResampleRun run;
    run.model = learn(resampled(parts_, resample), options_, unsaid).model;
    run.answers = answer_rows(run.model, data_);
    const Marking marking = marking_of(run.model);
    const Answers right = answers_of(right_answers(data_), resample.left_out);
    const Answers given = answers_of(run.answers, resample.left_out);
    const std::vector<double> weights = weights_of(data_, resample.left_out);
    const Metrics metrics = score(marking, right, given, weights);
    if (const auto figure = options_.prune.select_by) {
      run.result.selected = selection_error(*figure, marking, right, given, weights);
    }
    run.answers.probabilities.clear();  // as many as labels, for every row and tree
    run.answers.probabilities.shrink_to_fit();
    const Tree& tree = only_tree(run.model);
    run.result.rows = resample.rows.size();
    run.result.left_out = resample.left_out.size();
    run.result.leaves = leaf_count(tree);
    run.result.depth = depth(tree);
    run.result.score = metrics.score;
    run.result.standard_error = metrics.standard_error;
    run.regions = tree_regions(run.model, data_, compared_, shares_);
    return run;
  }

 private:
  const Dataset& data_;
  OrderedParts parts_;
  LearnOptions options_;
  const ResampleOptions& resamples_;
  const ValueShares& shares_;
  const std::vector<std::size_t>& compared_;
};

template <typename Figure>
Spread spread_over(const std::vector<ResampleResult>& trees, Figure ResampleResult::*figure) {
  std::vector<double> figures;
  figures.reserve(trees.size());
  for (const ResampleResult& tree : trees) figures.push_back(static_cast<double>(tree.*figure));
  return spread_of(figures);
}

void set_distances(const std::vector<std::vector<double>>& distances, Stability& stability) {
  DistanceFigures& figures = stability.distance;
  const std::size_t trees = distances.size();
  std::vector<double> pairs;
  for (std::size_t a = 0; a < trees; ++a) {
    const double sum = std::accumulate(distances[a].begin(), distances[a].end(), 0.0);
    stability.trees[a].mean_distance = sum / static_cast<double>(trees - 1);
    if (stability.trees[a].mean_distance < stability.trees[figures.nearest].mean_distance) figures.nearest = a;
    pairs.insert(pairs.end(), distances[a].begin() + static_cast<std::ptrdiff_t>(a) + 1, distances[a].end());
  }
  const Spread spread = spread_of(pairs);
  figures.mean = spread.mean;
  figures.least = spread.least;
  figures.most = spread.most;
}

}  // namespace

Stability assess_stability(const Dataset& data, const LearnOptions& options, const StabilityOptions& stability,
                           const StabilityProgress& progress) {
  const ValueShares shares(data);
  const std::vector<std::size_t> compared = rows_to_compare(data.rows(), stability.resamples);
  const ResampleRunner runner(data, options, stability.resamples, shares, compared);
  std::vector<ResampleRun> runs(stability.resamples.count);
  in_parallel(
      runs.size(), options.threads, [&](std::size_t i) { runs[i] = runner.run(i); }, progress.learning);

  Stability result;
  std::vector<Answers> answers;
  std::vector<TreeRegions> regions;
  for (ResampleRun& run : runs) {
    result.trees.push_back(run.result);
    result.models.push_back(std::move(run.model));
    answers.push_back(std::move(run.answers));
    regions.push_back(std::move(run.regions));
  }
  result.leaves = spread_over(result.trees, &ResampleResult::leaves);
  result.depth = spread_over(result.trees, &ResampleResult::depth);
  result.score = spread_over(result.trees, &ResampleResult::score);
  result.tests = test_choices(data, shares, result.models, stability.levels);
  result.agreement = answer_agreement(data, answers);
  result.distance.rows = compared.size();
  set_distances(tree_distances(regions, weights_of(data, compared), shares, options.threads, progress.comparing),
                result);
  return result;
}

bool rules_hold(const Stability& stability) {
  return stability.distance.mean <= kLargestDistance;
}

bool answers_hold(Task task, const Stability& stability) {
  if (task == Task::regression) return stability.agreement.share_of_variance <= kLargestVariance;
  return stability.agreement.same_answer >= kLeastAgreement;
}

StableChoice choose_stable(Task task, const Stability& stability) {
  std::vector<StableCandidate> candidates;
  for (const ResampleResult& tree : stability.trees) {
    const MeanLoss judged = tree.selected.value_or(MeanLoss{tree.score, tree.standard_error});
    candidates.push_back({judged.mean, judged.standard_error, tree.mean_distance});
  }
  const bool less = task == Task::regression || stability.trees.front().selected;
  return choose_stable(less ? Better::less : Better::more, candidates);
}

Model stable_model(const Stability& stability, const ResampleOptions& resamples, std::size_t chosen) {
  Model model = stability.models[chosen];
  const std::size_t trees = stability.trees.size();
  const std::string drawn = fmt::format("{}, seed {}", resampling_name(resamples), resamples.seed);
  model.provenance.options.emplace_back("choose-stable",
                                        fmt::format("resample {} of {}, {}", chosen + 1, trees, drawn));
  model.provenance.evaluation =
      Evaluation{fmt::format("mean of {} trees on the rows left out, {}", trees, drawn), stability.score.mean};
  return model;
}

}  // namespace espalier
