#include "evaluate/ranking.hpp"

#include <algorithm>
#include <cmath>
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

// By split and probability of the label.
void rank_rows(std::uint32_t label, const Answers& predicted, std::span<const std::size_t> splits,
               std::vector<RankedRow>& ranked) {
  for (std::size_t row = 0; row < ranked.size(); ++row) {
    ranked[row] = {splits.empty() ? 0 : splits[row], predicted.distribution(row)[label], row};
  }
  std::sort(ranked.begin(), ranked.end(), [](const RankedRow& a, const RankedRow& b) {
    return std::tie(a.split, a.probability, a.row) < std::tie(b.split, b.probability, b.row);
  });
}

}  // namespace

std::vector<std::optional<double>> areas_under_curve(std::size_t labels, std::span<const std::uint32_t> actual,
                                                     const Answers& predicted, std::span<const double> weights,
                                                     std::span<const std::size_t> splits) {
  std::vector<std::optional<double>> areas;
  std::vector<RankedRow> ranked(actual.size());
  for (std::uint32_t label = 0; label < labels; ++label) {
    rank_rows(label, predicted, splits, ranked);
    areas.push_back(area(ranked, label, actual, weights));
  }
  return areas;
}

namespace {

// A row's pairs, by weight.
struct RowPairs {
  double in_order = 0;
  double all = 0;
};

// Fills in the pairs of the rows of one split, in the order of their probabilities.
void add_row_pairs(std::span<const RankedRow> split, std::uint32_t label, std::span<const std::uint32_t> actual,
                   std::span<const double> weights, std::vector<RowPairs>& pairs) {
  double class_weight = 0;
  double others_weight = 0;
  for (const RankedRow& ranked : split) {
    (actual[ranked.row] == label ? class_weight : others_weight) += weights[ranked.row];
  }
  double class_below = 0;
  double others_below = 0;
  for (std::size_t i = 0; i < split.size();) {
    double class_tied = 0;
    double others_tied = 0;
    std::size_t end = i;
    for (; end < split.size() && split[end].probability == split[i].probability; ++end) {
      (actual[split[end].row] == label ? class_tied : others_tied) += weights[split[end].row];
    }
    const double class_above = class_weight - class_below - class_tied;
    for (; i < end; ++i) {
      const std::size_t row = split[i].row;
      const bool of_class = actual[row] == label;
      const double in_order = of_class ? others_below + others_tied / 2 : class_above + class_tied / 2;
      pairs[row] = {weights[row] * in_order, weights[row] * (of_class ? others_weight : class_weight)};
    }
    class_below += class_tied;
    others_below += others_tied;
  }
}

}  // namespace

std::optional<double> area_standard_error(std::uint32_t label, std::span<const std::uint32_t> actual,
                                          const Answers& predicted, std::span<const double> weights,
                                          std::span<const std::size_t> splits) {
  std::vector<RankedRow> ranked(actual.size());
  rank_rows(label, predicted, splits, ranked);
  const std::optional<double> of_all = area(ranked, label, actual, weights);
  if (!of_all) return std::nullopt;
  std::vector<RowPairs> pairs(actual.size());
  for (auto begin = ranked.begin(); begin != ranked.end();) {
    const auto end = std::find_if(begin, ranked.end(), [&](const RankedRow& row) { return row.split != begin->split; });
    add_row_pairs({begin, end}, label, actual, weights, pairs);
    begin = end;
  }
  double all = 0;
  double squares = 0;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    if (actual[row] == label) all += pairs[row].all;  // each pair has one row of the class
    const double pull = pairs[row].in_order - *of_all * pairs[row].all;
    squares += pull * pull;
  }
  return std::sqrt(squares) / all;
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

namespace {

constexpr std::size_t kMostCorners = 2000;
constexpr double kLongestPiece = 0.02;  // of a curve that is bent

struct RankedSplitRow {
  std::size_t split;
  double probability;
  std::size_t row;
};

struct SplitCurve {
  double pairs = 0;
  std::vector<CurvePoint> corners;  // from (0, 0) to (1, 1)
};

// The rows of one split, the most probable first.
SplitCurve curve_of_split(std::span<const RankedSplitRow> ranked, std::uint32_t label,
                          std::span<const std::uint32_t> actual, std::span<const double> weights) {
  SplitCurve curve;
  curve.corners.push_back({0, 0});
  CurvePoint taken;
  for (std::size_t i = 0; i < ranked.size();) {
    const double probability = ranked[i].probability;
    for (; i < ranked.size() && ranked[i].probability == probability; ++i) {
      (actual[ranked[i].row] == label ? taken.y : taken.x) += weights[ranked[i].row];
    }
    curve.corners.push_back(taken);
  }
  curve.pairs = taken.x * taken.y;
  if (curve.pairs <= 0) return curve;
  for (CurvePoint& corner : curve.corners) corner = {corner.x / taken.x, corner.y / taken.y};
  return curve;
}

std::vector<SplitCurve> curves_of_splits(std::uint32_t label, std::span<const std::uint32_t> actual,
                                         const Answers& predicted, std::span<const double> weights,
                                         std::span<const std::size_t> splits) {
  std::vector<RankedSplitRow> ranked;
  for (std::size_t row = 0; row < actual.size(); ++row) {
    ranked.push_back({splits.empty() ? 0 : splits[row], predicted.distribution(row)[label], row});
  }
  std::sort(ranked.begin(), ranked.end(), [](const RankedSplitRow& a, const RankedSplitRow& b) {
    return std::tie(a.split, b.probability, a.row) < std::tie(b.split, a.probability, b.row);
  });
  std::vector<SplitCurve> curves;
  for (auto begin = ranked.begin(); begin != ranked.end();) {
    const auto end =
        std::find_if(begin, ranked.end(), [&](const RankedSplitRow& row) { return row.split != begin->split; });
    SplitCurve curve = curve_of_split({begin, end}, label, actual, weights);
    if (curve.pairs > 0) curves.push_back(std::move(curve));
    begin = end;
  }
  return curves;
}

// Where any of the curves has a corner.
std::vector<double> places_of_corners(const std::vector<SplitCurve>& curves) {
  std::vector<double> places;
  for (const SplitCurve& curve : curves) {
    for (const CurvePoint& corner : curve.corners) places.push_back(corner.x);
  }
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  if (places.size() <= kMostCorners) return places;
  std::vector<double> chosen;
  for (std::size_t i = 0; i < kMostCorners; ++i) {
    chosen.push_back(places[i * (places.size() - 1) / (kMostCorners - 1)]);
  }
  return chosen;
}

// Where the curve comes to the place and where it leaves it: it may go straight up there.
struct Rise {
  double from = 0;
  double to = 0;
};

Rise rise_at(const std::vector<CurvePoint>& corners, double x) {
  const auto first =
      std::lower_bound(corners.begin(), corners.end(), x, [](const CurvePoint& a, double b) { return a.x < b; });
  if (first->x == x) {
    const auto after = std::upper_bound(first, corners.end(), x, [](double a, const CurvePoint& b) { return a < b.x; });
    return {first->y, (after - 1)->y};
  }
  const CurvePoint& before = *(first - 1);  // there is one: all begin at 0
  const double y = before.y + (first->y - before.y) * (x - before.x) / (first->x - before.x);
  return {y, y};
}

}  // namespace

std::vector<CurvePoint> roc_curve(std::uint32_t label, std::span<const std::uint32_t> actual, const Answers& predicted,
                                  std::span<const double> weights, std::span<const std::size_t> splits) {
  const std::vector<SplitCurve> curves = curves_of_splits(label, actual, predicted, weights, splits);
  double pairs = 0;
  for (const SplitCurve& curve : curves) pairs += curve.pairs;
  std::vector<CurvePoint> mean;
  if (curves.empty()) return mean;
  for (const double x : places_of_corners(curves)) {
    Rise rise;
    for (const SplitCurve& curve : curves) {
      const Rise own = rise_at(curve.corners, x);
      rise.from += curve.pairs * own.from;
      rise.to += curve.pairs * own.to;
    }
    mean.push_back({x, std::min(1.0, rise.from / pairs)});
    if (rise.to > rise.from) mean.push_back({x, std::min(1.0, rise.to / pairs)});
  }
  return mean;
}

std::vector<CurvePoint> precision_recall(std::span<const CurvePoint> roc, double share) {
  std::vector<CurvePoint> curve;
  const auto add = [&](double others, double found) {
    curve.push_back({found, share * found / (share * found + (1 - share) * others)});
  };
  for (std::size_t i = 1; i < roc.size(); ++i) {
    const CurvePoint& from = roc[i - 1];
    const double others = roc[i].x - from.x;
    const double found = roc[i].y - from.y;
    if (i == 1) {
      add(others, found);
      curve.front().x = 0;
    }
    const double pieces = std::ceil(std::max(others, found) / kLongestPiece);
    for (double piece = 1; piece < pieces; ++piece) {
      add(from.x + others * piece / pieces, from.y + found * piece / pieces);
    }
    add(roc[i].x, roc[i].y);
  }
  return curve;
}

}  // namespace espalier
