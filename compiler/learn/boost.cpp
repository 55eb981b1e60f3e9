#include "learn/boost.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "data/bins.hpp"
#include "evaluate/splits.hpp"
#include "grow/coded_rows.hpp"
#include "grow/gradient_tree.hpp"
#include "grow/loss.hpp"
#include "grow/monotone.hpp"
#include "grow/training_set.hpp"
#include "support/random.hpp"

namespace espalier {
namespace {

GrowOptions in_bins(GrowOptions grow, const Dataset& data, const EnsembleOptions& options) {
  grow = for_task(std::move(grow), data.task);
  if (grow.bins == 0) grow.bins = kMostBins;
  const std::size_t tried = options.columns.of(data.features.size());
  grow.tried_columns = tried < data.features.size() ? tried : 0;
  return grow;
}

Direction opposite(Direction direction) {
  switch (direction) {
    case Direction::any: break;
    case Direction::up: return Direction::down;
    case Direction::down: return Direction::up;
  }
  return Direction::any;
}

// A probability rises if the score of its label does and those of all others fall.
std::vector<Direction> directions_for(const TrainingSet& training, const GrowOptions& grow, std::size_t output) {
  if (training.directions.empty() || training.is_regression()) return training.directions;
  const std::string label = checked_monotone(training.data, grow).front().label;
  const std::size_t scores = scores_per_row(training.data);
  const std::size_t of_label = scores == 1 ? 1 : output;  // a single score is the second label's
  std::vector<Direction> directions = training.directions;
  if (training.data.labels[of_label] == label) return directions;
  std::ranges::transform(directions, directions.begin(), opposite);
  return directions;
}

class Booster {
 public:
  Booster(const Dataset& data, const GrowOptions& grow, const EnsembleOptions& options, std::size_t threads)
      : data_(data),
        grow_(in_bins(grow, data, options)),
        options_(options),
        threads_(std::max<std::size_t>(1, threads)),
        training_(make_training_set(data, grow_, threads)),
        coded_(training_, grow_, threads),
        outputs_(scores_per_row(data)) {
    if (training_.is_regression()) {
      for (const std::uint32_t level : training_.responses) targets_.push_back(training_.levels[level]);
      // The loss is that of scaled targets.
      grow_.min_gain = std::ldexp(grow_.min_gain, -2 * training_.level_exponent);
    }
    const bool logistic = outputs_ == 1 && !training_.is_regression();
    rows_.loss = training_.is_regression() ? Loss::squared : logistic ? Loss::logistic : Loss::softmax;
    rows_.outputs = outputs_;
    rows_.classes = data.classes;
    rows_.targets = targets_;
    rows_.weights = training_.weights;
    hold_out();
    const std::size_t threads_per_tree = std::max<std::size_t>(1, threads_ / outputs_);
    for (std::size_t output = 0; output < outputs_; ++output) {
      growers_.emplace_back(training_, coded_, grow_, options.boost.l2, options.boost.least_bend,
                            directions_for(training_, grow_, output), threads_per_tree);
    }
  }

  LearnedEnsemble learn(const ProgressReport& progress) {
    begin();
    BoostedRounds rounds;
    rounds.rows_held_out = judging_.size();
    double least_loss = judging_.empty() ? 0 : mean_loss(rows_, scores_, judging_);
    std::size_t trees_kept = 0;
    if (progress) progress(0, options_.trees);
    while (rounds.grown < options_.trees) {
      if (!grow_round(rounds.grown)) {
        rounds.nothing_left = true;
        break;
      }
      ++rounds.grown;
      if (progress) progress(rounds.grown, options_.trees);
      if (judging_.empty()) continue;
      const double loss = mean_loss(rows_, scores_, judging_);
      if (loss < least_loss) {
        least_loss = loss;
        rounds.kept = rounds.grown;
        trees_kept = trees_.size();
      } else if (rounds.grown - rounds.kept >= options_.boost.patience) {
        rounds.ended_early = true;
        break;
      }
    }
    if (judging_.empty()) {
      rounds.kept = rounds.grown;
    } else {
      trees_.resize(trees_kept);
    }
    if (progress) progress(options_.trees, options_.trees);
    LearnedEnsemble learned;
    learned.model = combine(std::move(trees_));
    learned.rounds = rounds;
    return learned;
  }

  std::vector<Model> stages(const std::vector<std::size_t>& rounds) {
    begin();
    std::vector<Model> models;
    bool more = true;
    for (std::size_t grown = 0; models.size() < rounds.size();) {
      if (more && grown < rounds[models.size()]) {
        more = grow_round(grown);
        ++grown;
      } else {
        models.push_back(combine(trees_));
      }
    }
    return models;
  }

 private:
  void begin() {
    base_ = base_scores(rows_, learning_);
    for (const double score : base_) scores_.insert(scores_.end(), data_.rows(), score);
  }

  void hold_out() {
    learning_.resize(data_.rows());
    std::iota(learning_.begin(), learning_.end(), 0U);
    if (options_.boost.held_out <= 0 || data_.rows() < 2) return;
    const std::vector<bool> held = stratified_share(data_, options_.boost.held_out, grow_.seed);
    std::erase_if(learning_, [&](std::uint32_t row) { return held[row]; });
    for (std::uint32_t row = 0; row < data_.rows(); ++row) {
      if (held[row]) judging_.push_back(row);
    }
  }

  // False if neither this round nor any other one helps.
  bool grow_round(std::size_t round) {
    const bool helped = add_round(round);
    if (round == 0 && !trees_.empty()) {
      refuse_large_trees(trees_.front(), 0, options_.trees * outputs_, options_.memory_limit);
    }
    // Rows and columns that are drawn anew may have a test yet.
    return helped || options_.rows < 1 || grow_.tried_columns != 0;
  }

  // All trees of a round see the scores that the round before left.
  bool add_round(std::size_t round) {
    derive(rows_, scores_, threads_, derivatives_);
    std::vector<GradientTree> grown(outputs_);
    const std::size_t rows = data_.rows();
    in_parallel(outputs_, threads_, [&](std::size_t output) {
      const std::uint64_t key = random_at(grow_.seed, round * outputs_ + output);
      GradientRows chosen;
      chosen.learned = draw_share(learning_, options_.rows, key);
      chosen.others = others_than(chosen.learned);
      const auto of_output = [&](const std::vector<double>& all) {
        return std::span(all).subspan(output * rows, rows);
      };
      grown[output] =
          growers_[output].grow(of_output(derivatives_.slopes), of_output(derivatives_.bends), std::move(chosen), key);
      take_step(grown[output], std::span(scores_).subspan(output * rows, rows));
    });
    bool helped = false;
    for (std::size_t output = 0; output < outputs_; ++output) {
      if (grown[output].tree.nodes.size() < 2) continue;
      helped = true;
      trees_.push_back(std::move(grown[output].tree));
      trees_.back().output = static_cast<std::uint32_t>(output);
      trees_.back().nodes.shrink_to_fit();
    }
    return helped;
  }

  // Those whose scores have to follow, too.
  std::vector<std::uint32_t> others_than(const std::vector<std::uint32_t>& learned) const {
    if (learned.size() == data_.rows()) return {};
    std::vector<std::uint32_t> others;
    std::size_t next = 0;
    for (std::uint32_t row = 0; row < data_.rows(); ++row) {
      if (next < learned.size() && learned[next] == row) {
        ++next;
      } else {
        others.push_back(row);
      }
    }
    return others;
  }

  // A tree that is only a leaf takes none: it would move all scores alike, and the base has done that.
  void take_step(GradientTree& grown, std::span<double> scores) const {
    if (grown.tree.nodes.size() < 2) return;
    for (const LeafRows& leaf : grown.leaves) {
      double& step = grown.tree.nodes[leaf.node].value;
      step = step * options_.boost.learning_rate + 0.0;  // +0 for -0
      const auto add = [&](const std::vector<std::uint32_t>& rows, const RowRange& range) {
        for (std::size_t i = range.begin; i < range.end; ++i) scores[rows[i]] += step;
      };
      add(grown.rows, leaf.learned);
      add(grown.others, leaf.others);
    }
  }

  Model combine(std::vector<Tree> trees) const {
    std::vector<double> base = base_;
    Model model = model_of(training_, grow_, Tree());
    model.trees = std::move(trees);
    if (model.trees.empty()) model.trees.emplace_back().nodes.emplace_back().total = training_.total_weight;
    model.combination = Combination::sum;
    model.costs.clear();
    model.smoothing = {};
    model.sums.link = rows_.loss == Loss::squared    ? ScoreLink::identity
                      : rows_.loss == Loss::logistic ? ScoreLink::logistic
                                                     : ScoreLink::softmax;
    if (training_.is_regression()) {
      const int up = training_.level_exponent;
      for (double& score : base) score = std::ldexp(score, up);
      for (Tree& tree : model.trees) {
        for (Node& node : tree.nodes) node.value = std::ldexp(node.value, up);
      }
    }
    const int exponent = exponent_for(model.trees, base);
    const auto to_units = [exponent](double value) {
      return std::ldexp(std::nearbyint(std::ldexp(value, exponent)), -exponent) + 0.0;
    };
    for (Tree& tree : model.trees) {
      for (Node& node : tree.nodes) node.value = to_units(node.value);
    }
    std::ranges::transform(base, base.begin(), to_units);
    model.sums.base = std::move(base);
    model.sums.exponent = exponent;
    return model;
  }

  // note [units of steps]: the largest sum is less than 2^30 of them, so that 32 bits hold it, whatever rounding adds.
  // A score is off by half a unit per tree at most: with 200 trees by less than a millionth of the largest sum.
  int exponent_for(const std::vector<Tree>& trees, const std::vector<double>& base) const {
    std::vector<double> sums(base.size());
    std::ranges::transform(base, sums.begin(), [](double score) { return std::abs(score); });
    for (const Tree& tree : trees) {
      double largest = 0;
      for (const Node& node : tree.nodes) largest = std::max(largest, std::abs(node.value));
      sums[tree.output] += largest;
    }
    const double sum = *std::ranges::max_element(sums);
    return sum > 0 ? std::clamp(29 - std::ilogb(sum), -kLargestExponent, kLargestExponent) : 0;
  }

  const Dataset& data_;
  GrowOptions grow_;
  const EnsembleOptions& options_;
  std::size_t threads_;
  TrainingSet training_;
  CodedRows coded_;
  std::size_t outputs_;
  std::vector<double> targets_;
  LossRows rows_;
  std::vector<std::uint32_t> learning_;
  std::vector<std::uint32_t> judging_;
  std::vector<GradientGrower> growers_;
  std::vector<double> base_;
  std::vector<double> scores_;
  Derivatives derivatives_;
  std::vector<Tree> trees_;
};

}  // namespace

std::size_t scores_per_row(const Dataset& data) {
  return data.task == Task::regression || data.labels.size() == 2 ? 1 : data.labels.size();
}

LearnedEnsemble learn_boosted(const Dataset& data, const GrowOptions& grow, const EnsembleOptions& options,
                              std::size_t threads, const ProgressReport& progress) {
  return Booster(data, grow, options, threads).learn(progress);
}

std::vector<Model> boosted_stages(const Dataset& data, const GrowOptions& grow, const EnsembleOptions& options,
                                  const std::vector<std::size_t>& rounds, std::size_t threads) {
  EnsembleOptions longest = options;
  longest.trees = rounds.back();
  return Booster(data, grow, longest, threads).stages(rounds);
}

}  // namespace espalier
