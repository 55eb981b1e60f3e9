// What the trees of a weakest-link sequence get wrong on the rows of a fold, all of them at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/statistics.hpp"
#include "evaluate/tree_walk.hpp"
#include "model/blend.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// The area under the curve (evaluate/ranking.hpp) for every tree of the sequence.

// Rows that get the same probabilities, by the trees of the steps from `first` up to `end`.
struct AnswerGroup {
  std::size_t first = 0;
  std::size_t end = 0;
  std::vector<double> distribution;  // per label
  std::vector<double> weights;       // per label: of the rows that are of it
};

// Per step, one minus the mean area of the labels that have rows and are not alone; nothing at all if there are no two
// labels with rows. At every step each row is in one group. A group costs the logarithm of their number, however many
// steps it lasts.
std::vector<double> missed_areas(const std::vector<AnswerGroup>& groups, std::size_t steps, std::size_t labels);

// Mistakes and costs.

// What an answer about a class is charged: the cost of a wrong one (1 where there are no costs), or 1 for every wrong
// one whatever it costs, or what evaluate/figures.hpp charges for the probabilities that come with it.
enum class Charge { costs, mistakes, brier, log_loss };

// `costs`: see Model::costs; may be empty. `distribution` is of the labels; only the last two look at it.
double charge(Charge by, const std::vector<std::vector<double>>& costs, std::uint32_t actual, std::uint32_t answered,
              std::span<const double> distribution);

// What the trees of a weakest-link sequence get wrong on rows they have not seen: all of them at once. A row's way
// through the whole tree says what each of its prunings answers, so that a row costs its way, however long the
// sequence.

// Sums over rows, per step of the sequence.
class StepLosses {
 public:
  explicit StepLosses(std::size_t steps) : sums_(steps + 1) {}

  void add_row(double weight);
  void add(std::size_t first, std::size_t end, double weight, double loss);  // to the steps from `first` up to `end`

  void add(const StepLosses& other);  // of the same steps

  // One per step. The rows may be those of several rounds: see score() of evaluate/mark.hpp.
  std::vector<MeanLoss> means(std::uint32_t rounds = 1) const;

 private:
  // With w the weight and x the loss: of w x, of w^2 x and of (w x)^2.
  struct Sums {
    double losses = 0;
    double weighted = 0;
    double squares = 0;

    Sums& operator+=(const Sums& other);
    Sums& operator-=(const Sums& other);
  };

  std::vector<Sums> sums_;  // what each step has more than the one before
  double weight_ = 0;
  double squared_weight_ = 0;
};

class FoldJudge {
 public:
  // `alphas`, ascending: where the steps prune the model's tree. Keeps references to the first two.
  FoldJudge(const Dataset& data, const Model& model, RiskMeasure risk, const std::vector<double>& alphas,
            Charge charge = Charge::costs);

  // These rows of the dataset; `weights` has one per row of the dataset.
  void judge(std::span<const std::size_t> rows, std::span<const double> weights, StepLosses& losses);

  // How these rows are ranked: missed_areas(). Classification.
  std::vector<double> missed_areas(std::span<const std::size_t> rows, std::span<const double> weights);

 private:
  // What a row is answered by the trees of the steps from `first` up to `end`.
  struct StepAnswer {
    std::size_t first;
    std::size_t end;
    std::uint32_t label;
    double value;
    std::span<const double> distribution;  // of the labels, where probabilities are judged
    std::uint32_t node;                    // that alone answers, or kNone
  };

  // A node answers for the steps in which it is a leaf, with the part of a row that comes to it.
  struct Part {
    std::uint32_t node;
    std::uint32_t weight;  // of kWholeWeight
    std::size_t end;       // its parent answers from here on
  };
  struct Change {
    std::size_t step;
    std::uint32_t node;
    std::uint32_t weight;
    bool begins;
  };

  // use(row, answer) for every answer of every row.
  template <typename Use>
  void answer(std::span<const std::size_t> rows, const Use& use);
  template <typename Use>
  void answer_divided(std::size_t row, const Use& use);
  template <typename Use>
  void answer_path(std::size_t row, std::uint32_t leaf, const Use& use);
  template <typename Use>
  void answer_blend(std::size_t row, const Use& use);
  template <typename Use>
  std::vector<Change> send(std::size_t row, const Use& use) const;

  bool blends(std::size_t row);
  StepAnswer answer_of(std::uint32_t node, std::size_t first, std::size_t end) const;
  double loss(std::size_t row, const StepAnswer& answer) const;
  void take_distributions();

  const Dataset& data_;
  const Model& model_;
  std::size_t steps_;
  Charge charge_;
  std::vector<std::size_t> first_;                  // per node: the first step in which it is a leaf
  std::vector<std::uint32_t> answering_;            // per node: it, or the highest one above it that is a leaf as soon
  std::vector<std::uint32_t> above_;                // per answering node: the one that answers after it; kNone: nobody
  std::vector<std::uint32_t> way_;                  // of the row that is judged
  std::vector<std::vector<std::uint32_t>> shares_;  // fractional, per node: of its branches
  std::unique_ptr<const Blender> blender_;          // fractional
  std::vector<double> values_;                      // fractional: of the row that is judged
  std::vector<std::vector<double>> distributions_;  // per node, where probabilities are judged
  TreeWalk walk_;
};

}  // namespace espalier
