// What the trees of a weakest-link sequence get wrong on rows they have not seen: all of them at once. A row's way
// through the whole tree says what each of its prunings answers, so that a row costs its way, however long the
// sequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "data/dataset.hpp"
#include "model/blend.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// Sums over rows, per step of the sequence.
class StepLosses {
 public:
  explicit StepLosses(std::size_t steps) : sums_(steps + 1, 0.0), squares_(steps + 1, 0.0) {}

  void add_weight(double weight) { weight_ += weight; }
  void add(std::size_t first, std::size_t end, double loss);  // to the steps from `first` up to `end`

  void add(const StepLosses& other);  // of the same steps

  double weight() const { return weight_; }
  std::vector<double> sums() const;
  std::vector<double> squares() const;

 private:
  std::vector<double> sums_;  // what each step has more than the one before
  std::vector<double> squares_;
  double weight_ = 0;
};

class FoldJudge {
 public:
  // `alphas`, ascending: where the steps prune the model's tree. Keeps references to the first two.
  FoldJudge(const Dataset& data, const Model& model, RiskMeasure risk, const std::vector<double>& alphas);

  void judge(std::size_t row, double weight, StepLosses& losses);

 private:
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

  bool blends() const;
  void judge_path(std::size_t row, double weight, StepLosses& losses) const;
  void judge_blend(std::size_t row, double weight, StepLosses& losses) const;
  std::vector<Change> send(std::size_t row, double weight, StepLosses& losses) const;
  double loss(std::size_t row, std::uint32_t label, double value) const;

  const Dataset& data_;
  const Model& model_;
  std::size_t steps_;
  std::vector<std::size_t> first_;                  // per node: the first step in which it is a leaf
  std::vector<std::vector<std::uint32_t>> shares_;  // fractional, per node: of its branches
  std::unique_ptr<const Blender> blender_;          // fractional
  std::vector<double> values_;
};

}  // namespace espalier
