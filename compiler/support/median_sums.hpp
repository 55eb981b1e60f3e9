// The sum of absolute deviations from the weighted median, kept up to date while rows come and go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace espalier {

// A Fenwick tree over the different targets of a node: adding, removing and asking take the logarithm of their number.
class MedianSums {
 public:
  // `ranks` are the node's different target ranks, ascending; levels[rank] is the target.
  MedianSums(std::shared_ptr<const std::vector<std::uint32_t>> ranks, const std::vector<double>& levels);

  void change(std::uint32_t rank, double weight);  // negative: rows leave
  double deviation() const;                        // sum of weight * |target - median|
  double deviation_from(double target) const;      // of weight * |target - that one|
  double median() const;                           // the lowest target with at least half of the weight up to it
  MedianSums emptied() const;

 private:
  std::size_t median_position() const;
  double deviation_from(double target, std::size_t up_to) const;  // so many targets are at most that one
  double level(std::size_t position) const { return (*levels_)[(*ranks_)[position]]; }

  std::shared_ptr<const std::vector<std::uint32_t>> ranks_;
  const std::vector<double>* levels_;
  std::vector<double> weights_;  // Fenwick sums of weights and of weight * target
  std::vector<double> moments_;
  double weight_ = 0;
  double moment_ = 0;
};

}  // namespace espalier
