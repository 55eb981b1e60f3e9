#include "audit/probes.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "model/interpret.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMostValues = 100;  // of a column: more are thinned evenly

void include_cut(double threshold, bool whole, std::set<double>& values) {
  const double below = whole ? std::floor(threshold) : threshold;
  values.insert(below);
  values.insert(whole ? below + 1 : std::nextafter(below, kUnbounded));
}

std::vector<double> thinned_values(const std::set<double>& values) {
  std::vector<double> all(values.begin(), values.end());
  if (all.size() <= kMostValues) return all;
  std::vector<double> some;
  for (std::size_t i = 0; i < kMostValues; ++i) some.push_back(all[i * (all.size() - 1) / (kMostValues - 1)]);
  return some;
}

}  // namespace

Probes::Probes(const Space& space, std::span<const ModelView* const> views, const Region& region) {
  std::vector<std::set<double>> found(region.size());
  for (const ModelView* const view : views) {
    const Model& model = *view->model;
    const auto include = [&](std::uint32_t feature, double threshold) {
      const std::uint32_t column = view->column[feature];
      include_cut(threshold_for_values(model.features[feature], threshold), space.is_whole(column), found[column]);
    };
    for (std::uint32_t feature = 0; feature < model.features.size(); ++feature) {
      for (const CutPoint& cut : model.features[feature].cuts) include(feature, cut.threshold);
    }
    for (const Tree& tree : model.trees) {
      for (const Node& node : tree.nodes) {
        if (!node.is_leaf() && node.test == TestKind::less_equal) include(node.feature, node.threshold);
      }
    }
  }
  for (std::size_t column = 0; column < region.size(); ++column) {
    const ColumnValues& allowed = region[column];
    std::vector<double>& values = values_.emplace_back();
    if (allowed.categorical) {
      for (const std::uint32_t word : allowed.words.list()) values.push_back(word);
    } else if (allowed.has_known()) {
      std::set<double>& numbers = found[column];
      for (const double end : {allowed.first, allowed.last, space.columns[column].minimum}) {
        if (std::isfinite(end)) numbers.insert(end);
      }
      std::erase_if(numbers, [&](double value) { return !std::isfinite(value) || !allowed.holds(value); });
      values = thinned_values(numbers);
    }
    if (allowed.missing) values.push_back(kMissing);
    if (values.empty()) values.push_back(allowed.first);
  }
}

std::vector<double> Probes::random_row(RandomEngine& engine) const {
  std::vector<double> row;
  for (const std::vector<double>& values : values_) {
    // Missing values are tried less often than others.
    std::size_t choices = values.size();
    if (choices > 1 && std::isnan(values.back()) && uniform_below(engine, 4) != 0) --choices;
    row.push_back(values[uniform_below(engine, choices)]);
  }
  return row;
}

double Probes::climb(std::vector<double>& row, const Gain& gain, const Stop& stop) const {
  double best = gain(row);
  for (bool rose = true; rose;) {
    rose = false;
    for (std::size_t column = 0; column < row.size(); ++column) {
      double chosen = row[column];
      for (const double value : values_[column]) {
        if (stop()) {
          row[column] = chosen;
          return best;
        }
        row[column] = value;
        const double here = gain(row);
        if (here <= best) continue;
        best = here;
        chosen = value;
        rose = true;
      }
      row[column] = chosen;
    }
  }
  return best;
}

}  // namespace espalier
