#include "evaluate/ranking.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace espalier {
namespace {

struct RankedRow {
  std::size_t split;
  double probability;
  std::size_t row;
};

// The rows of one split, in the order of their probabilities.
class PairCount {
 public:
  void add_row(double weight, bool of_class) { (of_class ? tied_class_ : tied_others_) += weight; }

  // The rows added from now on have a larger probability.
  void end_tie() {
    in_order_ += tied_class_ * (others_ + tied_others_ / 2);
    class_ += tied_class_;
    others_ += tied_others_;
    tied_class_ = tied_others_ = 0;
  }

  double in_order() const { return in_order_; }
  double pairs() const { return class_ * others_; }

 private:
  double tied_class_ = 0;
  double tied_others_ = 0;
  double class_ = 0;
  double others_ = 0;
  double in_order_ = 0;
};

std::optional<double> area(const std::vector<RankedRow>& ranked, std::uint32_t label,
                           std::span<const std::uint32_t> actual, std::span<const double> weights) {
  double in_order = 0;
  double pairs = 0;
  for (std::size_t i = 0; i < ranked.size();) {
    PairCount count;
    const std::size_t split = ranked[i].split;
    while (i < ranked.size() && ranked[i].split == split) {
      const double probability = ranked[i].probability;
      for (; i < ranked.size() && ranked[i].split == split && ranked[i].probability == probability; ++i) {
        count.add_row(weights[ranked[i].row], actual[ranked[i].row] == label);
      }
      count.end_tie();
    }
    in_order += count.in_order();
    pairs += count.pairs();
  }
  if (pairs <= 0) return std::nullopt;
  return std::min(1.0, in_order / pairs);
}

}  // namespace

std::vector<std::optional<double>> areas_under_curve(std::size_t labels, std::span<const std::uint32_t> actual,
                                                     const Answers& predicted, std::span<const double> weights,
                                                     std::span<const std::size_t> splits) {
  std::vector<std::optional<double>> areas;
  std::vector<RankedRow> ranked(actual.size());
  for (std::uint32_t label = 0; label < labels; ++label) {
    for (std::size_t row = 0; row < actual.size(); ++row) {
      ranked[row] = {splits.empty() ? 0 : splits[row], predicted.distribution(row)[label], row};
    }
    std::sort(ranked.begin(), ranked.end(), [](const RankedRow& a, const RankedRow& b) {
      return std::tie(a.split, a.probability, a.row) < std::tie(b.split, b.probability, b.row);
    });
    areas.push_back(area(ranked, label, actual, weights));
  }
  return areas;
}

std::optional<double> mean_area(std::span<const std::optional<double>> areas) {
  double sum = 0;
  std::size_t known = 0;
  for (const std::optional<double>& area : areas) {
    if (!area) continue;
    sum += *area;
    ++known;
  }
  if (known == 0) return std::nullopt;
  return sum / static_cast<double>(known);
}

}  // namespace espalier
