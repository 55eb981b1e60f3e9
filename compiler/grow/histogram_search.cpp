#include "grow/histogram_search.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

// What is below a cut that moves upwards bin by bin. Each type offers
//   cases(bin)     how many the bin holds
//   add(bin)       it goes below
//   beats(limit)   as the sides in grow/cut_sides.hpp
//   gained()       as those, and computed by them
class PairBins {
 public:
  PairBins(const std::uint64_t* pairs, const ClassSums& whole, ClassSums& below)
      : pairs_(pairs), whole_(whole), below_(below), cases_(whole.cases), second_(whole.counts[1]) {}

  std::uint32_t cases(std::size_t bin) const { return static_cast<std::uint32_t>(pairs_[bin]); }
  void add(std::size_t bin) { sum_ += pairs_[bin]; }
  bool beats(double limit) const {
    const auto below = static_cast<std::int64_t>(sum_ & 0xffff'ffffU);
    const auto second = static_cast<std::int64_t>(sum_ >> 32U);
    const auto distance = static_cast<double>(second * cases_ - second_ * below);
    const double sides = static_cast<double>(below) * static_cast<double>(cases_ - below);
    return 2 * distance * distance > limit * static_cast<double>(cases_) * sides;
  }
  double gained() const {
    const auto second = static_cast<std::uint32_t>(sum_ >> 32U);
    below_.cases = static_cast<std::uint32_t>(sum_);
    below_.counts = {below_.cases - second, second};
    return TwoClassSides(nullptr, whole_, below_).gained();
  }

 private:
  const std::uint64_t* pairs_;
  const ClassSums& whole_;
  ClassSums& below_;
  std::int64_t cases_;
  std::int64_t second_;
  std::uint64_t sum_ = 0;
};

// Of any number of classes. `Sides` are made of what is below.
template <typename MakeSides>
class ClassBins {
 public:
  ClassBins(const std::uint32_t* counts, std::size_t classes, ClassSums& below, const MakeSides& sides)
      : counts_(counts), classes_(classes), below_(below), sides_(sides) {
    below_.counts.assign(classes, 0);
    below_.cases = 0;
  }

  std::uint32_t cases(std::size_t bin) const {
    std::uint32_t cases = 0;
    for (std::size_t label = 0; label < classes_; ++label) cases += counts_[bin * classes_ + label];
    return cases;
  }
  void add(std::size_t bin) {
    for (std::size_t label = 0; label < classes_; ++label) below_.counts[label] += counts_[bin * classes_ + label];
    below_.cases += cases(bin);
  }
  bool beats(double limit) const { return sides_(below_).beats(limit); }
  double gained() const { return sides_(below_).gained(); }

 private:
  const std::uint32_t* counts_;
  std::size_t classes_;
  ClassSums& below_;
  const MakeSides& sides_;
};

class LevelBins {
 public:
  LevelBins(const LevelBin* bins, const LevelScale& scale, const LevelFacts& facts, std::size_t cases)
      : bins_(bins), facts_(facts), whole_{facts.sum, static_cast<std::uint32_t>(cases)} {
    const double center = (facts.center - scale.center) * std::ldexp(1.0, scale.exponent);
    center_ = std::llrint(center);
    fraction_ = center - static_cast<double>(center_);
    step_ = std::ldexp(1.0, -scale.exponent);
    whole_purity_ = whole_.sum * whole_.sum / static_cast<double>(cases);
  }

  std::uint32_t cases(std::size_t bin) const { return static_cast<std::uint32_t>(bins_[bin].cases); }
  void add(std::size_t bin) {
    steps_ += bins_[bin].steps;
    cases_ += bins_[bin].cases;
  }
  bool beats(double limit) const {
    const double below = sum();
    const double above = whole_.sum - below;
    const auto nl = static_cast<double>(cases_);
    const auto nr = static_cast<double>(whole_.cases) - nl;
    return below * below * nr + above * above * nl > (whole_purity_ + limit) * (nl * nr);
  }
  double gained() const {
    const LevelSums below{sum(), static_cast<std::uint32_t>(cases_)};
    return VarianceSides(nullptr, facts_.center, facts_.grid, whole_, below).gained();
  }

 private:
  // From the node's center. The scale's may be far from it: the difference is taken in whole steps.
  double sum() const {
    return (static_cast<double>(steps_ - cases_ * center_) - static_cast<double>(cases_) * fraction_) * step_;
  }

  const LevelBin* bins_;
  const LevelFacts& facts_;
  LevelSums whole_;
  double whole_purity_;
  std::int64_t center_;  // in steps
  double fraction_;
  double step_;
  std::int64_t steps_ = 0;
  std::int64_t cases_ = 0;
};

// As scan_cuts in grow/cut_scan.hpp, with a bin for a value.
template <typename Bins>
void scan_bins(std::size_t bins, Bins sums, std::size_t cases, const CutLimits& limits, OfferedTest& offered) {
  const auto least = static_cast<std::size_t>(std::max(1.0, std::ceil(limits.least_side)));
  if (2 * least > cases) return;
  FoundCut& best = offered.cut;
  double limit = limit_above(best.gained, limits.grid);
  std::size_t below = 0;
  std::size_t last = 0;  // bin with cases
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const std::size_t here = sums.cases(bin);
    if (here == 0) continue;
    if (below > cases - least) return;
    if (below >= least) {
      ++best.tried;
      if (sums.beats(limit)) {
        const double gained = sums.gained();
        if (gained > best.gained) {
          best.gained = gained;
          best.boundary = below;
          best.below = static_cast<double>(below);
          offered.between_bins = {static_cast<std::uint8_t>(last), static_cast<std::uint8_t>(bin)};
          limit = limit_above(gained, limits.grid);
        }
      }
    }
    sums.add(bin);
    below += here;
    last = bin;
  }
}

}  // namespace

template <typename Id>
OfferedTest HistogramSearch<Id>::best(const NodeCases<Id>& node, const ListedColumn& column, double floor) {
  OfferedTest offered;
  offered.worth.feature = column.feature;
  offered.cut.gained = floor;
  const Histograms& sums = *node.histograms;
  const std::size_t bins = plan_.training.bins[column.feature].lowest.size();
  const std::size_t cases = node.segment.size();
  const std::size_t classes = node.classes.counts.size();
  const CutLimits limits = cut_limits(plan_, node.weight, node.levels.grid);
  switch (plan_.sums) {
    case CutSums::two_classes:
      scan_bins(bins, PairBins(sums.pairs.data() + column.first_bin, node.classes, below_), cases, limits, offered);
      break;
    case CutSums::variance:
      scan_bins(bins, LevelBins(sums.levels.data() + column.first_bin, sums.scale, node.levels, cases), cases, limits,
                offered);
      break;
    case CutSums::gini: {
      const auto sides = [&](const ClassSums& below) { return GiniSides(nullptr, node.classes, below, scratch_); };
      const std::uint32_t* const counts = sums.counts.data() + column.first_bin * classes;
      scan_bins(bins, ClassBins(counts, classes, below_, sides), cases, limits, offered);
      break;
    }
    default: {
      const auto sides = [&](const ClassSums& below) {
        return EntropySides(nullptr, plan_.logs.data(), node.classes, below, scratch_);
      };
      const std::uint32_t* const counts = sums.counts.data() + column.first_bin * classes;
      scan_bins(bins, ClassBins(counts, classes, below_, sides), cases, limits, offered);
      break;
    }
  }
  if (offered.cut.boundary != 0) price_cut(plan_, node.weight, node.weight, offered);
  return offered;
}

template class HistogramSearch<std::uint16_t>;
template class HistogramSearch<std::uint32_t>;

}  // namespace espalier
