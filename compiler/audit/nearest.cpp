#include "audit/nearest.hpp"

#include <algorithm>
#include <cmath>

#include "audit/forest_bounds.hpp"
#include "audit/open_regions.hpp"
#include "audit/probes.hpp"
#include "audit/region_walk.hpp"
#include "support/deadline.hpp"

namespace espalier {
namespace {

// The rows that the rules allow: where a column must stay, it has the row's value.
Region allowed_rows(const Space& space, std::span<const double> row, const ChangeRules& rules) {
  Region region = everything(space);
  for (std::size_t column = 0; column < region.size(); ++column) {
    ColumnValues& values = region[column];
    const double value = row[column];
    const bool is_word = values.categorical && value >= 0 && value < static_cast<double>(values.words.words());
    const bool missing = values.categorical ? !is_word : std::isnan(value);
    values.missing = missing;
    switch (rules.may[column]) {
      case ChangeRules::May::change: break;
      case ChangeRules::May::stay:
        if (missing) {
          values.keep_no_known();
        } else if (values.categorical) {
          values.words = WordSet(values.words.words(), false);
          values.words.add(static_cast<std::uint32_t>(value));
        } else {
          values.first = values.last = value;
        }
        break;
      case ChangeRules::May::rise:
        if (!values.categorical && !missing) values.first = value;
        break;
      case ChangeRules::May::fall:
        if (!values.categorical && !missing) values.last = value;
        break;
    }
  }
  return region;
}

bool is_subset(const std::vector<std::uint32_t>& one, const std::vector<std::uint32_t>& other) {
  return std::ranges::includes(other, one);
}

class NearestSearch {
 public:
  NearestSearch(const Model& model, const Space& space, std::span<const double> row, const Figure& figure,
                FigureRange wanted, const ChangeRules& rules, const NearestOptions& options)
      : row_(row),
        wanted_(wanted),
        rules_(rules),
        options_(options),
        view_(view_of(space, model)),
        asked_(figure),
        figure_(space, view_, figure, 0),
        space_(space),
        start_(allowed_rows(space, row, rules)),
        walk_(space, trees(), start_),
        deadline_(options.seconds, model.combination == Combination::single ? 256 : 1) {}

  NearestChanges run() {
    if (view_.model->combination == Combination::single) {
      walk_.run([this] { return judge(); });
    } else if (!is_empty(start_)) {
      try_changes();
      search_nearest_first();
    }
    if (found_.changes.size() > options_.changes) found_.changes.resize(options_.changes);
    return std::move(found_);
  }

 private:
  std::vector<RegionWalk::WalkedTree> trees() const {
    std::vector<RegionWalk::WalkedTree> all;
    for (const Tree& tree : view_.model->trees) all.push_back({&view_, &tree});
    return all;
  }

  // The row of the region that is nearest to the one that is asked about.
  Change nearest_in(const Region& region) const {
    Change change;
    for (std::uint32_t column = 0; column < region.size(); ++column) {
      const ColumnValues& values = region[column];
      const double value = row_[column];
      if (values.holds(value)) {
        change.row.push_back(value);
        continue;
      }
      change.columns.push_back(column);
      if (values.categorical || std::isnan(value)) {
        const bool was_missing = std::isnan(value) || !(value >= 0);
        change.distance += was_missing ? rules_.fill[column] : rules_.cost[column];
        const double middle = std::clamp(0.0, values.first, std::max(values.first, values.last));
        change.row.push_back(values.categorical ? values.words.list().front() : middle);
        continue;
      }
      const double target = value < values.first ? values.first : values.last;
      change.distance += std::abs(target - value) * rules_.cost[column];
      change.row.push_back(target);
    }
    return change;
  }

  // Whatever is found within the region needs these columns at least, and costs as much at least.
  bool is_hopeless(const Change& change) const {
    const auto& kept = found_.changes;
    if (kept.size() >= options_.changes && kept[options_.changes - 1].distance <= change.distance) return true;
    return std::ranges::any_of(kept, [&](const Change& other) {
      return other.distance <= change.distance && is_subset(other.columns, change.columns);
    });
  }

  std::optional<std::size_t> judge() {
    const FigureRange range = figure_.range(walk_);
    if (range.most < wanted_.least || wanted_.most < range.least) return std::nullopt;
    Change change = nearest_in(walk_.region());
    if (is_hopeless(change)) return std::nullopt;
    const bool all_wanted = wanted_.least <= range.least && range.most <= wanted_.most;
    if (!all_wanted) {
      if (deadline_.passed()) {
        found_.complete = false;  // none_nearer stays 0: regions come in no order of nearness
        walk_.stop();
        return std::nullopt;
      }
      return figure_.next_tree(walk_);
    }
    keep(std::move(change), walk_.region());
    return std::nullopt;
  }

  // ---- several trees: there are too many regions to go through them in their order

  bool is_wanted(double figure) const { return wanted_.least <= figure && figure <= wanted_.most; }

  // How far the row is from what is wanted: 0 or more there.
  double progress(std::span<const double> row) const {
    const Prediction prediction = figure_.predict(row);
    const double figure = figure_of(asked_, prediction);
    if (is_wanted(figure)) return 0;
    if (asked_.kind != Figure::Kind::grade)
      return figure < wanted_.least ? figure - wanted_.least : wanted_.most - figure;
    const std::vector<double>& scores = prediction.scores;
    if (scores.size() < asked_.grades.size()) return -std::abs(scores[0]) - 1e-300;
    double best = -kUnbounded;
    for (std::size_t label = 0; label < scores.size(); ++label) {
      if (is_wanted(asked_.grades[label])) best = std::max(best, scores[label]);
    }
    return best - scores[prediction.label] - 1e-300;
  }

  // Column by column towards what is wanted, the most helpful step first; then whatever was not needed is taken back.
  // Its region may be nearer still. Each try begins without one more of the columns that it used.
  void try_changes() {
    Deadline enough(options_.seconds / 5, 1);
    const std::vector<const ModelView*> views = {&view_};
    const Probes probes(space_, views, start_);
    std::vector<bool> barred(start_.size(), false);
    for (std::size_t i = 0; i < 2 * options_.changes + 2 && !enough.passed(); ++i) {
      std::vector<double> row(row_.begin(), row_.end());
      for (std::size_t column = 0; column < row.size(); ++column) {
        if (!start_[column].holds(row[column])) row[column] = probes.values(column).front();
      }
      double here = progress(row);
      while (here < 0 && !enough.passed()) {
        std::size_t chosen = row.size();
        double value_chosen = 0;
        double best = 0;  // per cost
        for (std::size_t column = 0; column < row.size(); ++column) {
          if (barred[column]) continue;
          const double before = row[column];
          for (const double value : probes.values(column)) {
            if (std::isnan(value) && !std::isnan(before)) continue;
            row[column] = value;
            const double gain = (progress(row) - here) / (cost_of(column, value) + 1e-9);
            if (!(gain > best)) continue;
            best = gain;
            chosen = column;
            value_chosen = value;
          }
          row[column] = before;
        }
        if (chosen == row.size()) break;
        row[chosen] = value_chosen;
        here = progress(row);
      }
      if (here < 0) break;
      for (std::size_t column = 0; column < row.size(); ++column) {
        const double changed = row[column];
        if (!start_[column].holds(row_[column])) continue;
        row[column] = row_[column];
        if (progress(row) < 0) row[column] = changed;
      }
      const Region region = region_around(row);
      Change change = nearest_in(region);
      if (change.columns.empty()) break;
      barred[change.columns[i % change.columns.size()]] = true;
      if (!is_hopeless(change)) keep(std::move(change), region);
    }
  }

  double cost_of(std::size_t column, double value) const {
    const double from = row_[column];
    if (value == from) return 0;
    if (std::isnan(from)) return std::isnan(value) ? 0 : rules_.fill[column];
    return start_[column].categorical ? rules_.cost[column] : std::abs(value - from) * rules_.cost[column];
  }

  // The rows that take the same way as this one in every tree.
  Region region_around(std::span<const double> row) const {
    OpenRegion here{start_, TreePlaces(view_.model->trees.size(), 0)};
    for (std::size_t tree = 0; tree < here.places.size(); ++tree) {
      while (!view_.model->trees[tree].nodes[here.places[tree]].is_leaf()) {
        for (OpenRegion& part : split(space_, view_, view_.model->trees[tree], tree, here)) {
          if (!holds(part.region, row)) continue;
          here = std::move(part);
          break;
        }
      }
    }
    return here.region;
  }

  // Regions by the cost of their nearest row: the first that is wanted as a whole is the nearest of all.
  void search_nearest_first() {
    const ForestBounds bounds(space_, view_);
    OpenRegions open;
    const auto add = [&](OpenRegion region) {
      const Change change = nearest_in(region.region);
      region.hope = -change.distance;
      if (is_hopeless(change)) return;
      const ScoreBounds scores = bounds.within(region.region, region.places);
      const FigureRange range = figure_.range_of_scores(scores.least, scores.most);
      if (range.most < wanted_.least || wanted_.most < range.least) return;
      region.asked = wanted_.least <= range.least && range.most <= wanted_.most ? region.places.size() : *scores.asked;
      open.push(std::move(region));
    };
    add({start_, bounds.roots()});
    while (!open.empty()) {
      if (deadline_.passed()) break;
      const OpenRegion from = open.pop();
      Change change = nearest_in(from.region);
      if (is_hopeless(change)) continue;
      if (from.asked == from.places.size()) {
        keep(std::move(change), from.region);
        continue;
      }
      for (OpenRegion& part : split(space_, view_, view_.model->trees[from.asked], from.asked, from)) {
        add(std::move(part));
      }
    }
    if (open.empty() && !open.gave_up()) return;
    found_.complete = false;
    found_.none_nearer = -open.at_most();
    if (!found_.changes.empty()) found_.none_nearer = std::min(found_.none_nearer, found_.changes.front().distance);
  }

  void keep(Change change, const Region& region) {
    change.region = region;
    change.figure = figure_.exact(change.row);
    auto& kept = found_.changes;
    std::erase_if(kept, [&](const Change& other) {
      return change.distance <= other.distance && is_subset(change.columns, other.columns);
    });
    const auto place = std::ranges::upper_bound(kept, change.distance, {}, &Change::distance);
    kept.insert(place, std::move(change));
  }

  std::span<const double> row_;
  FigureRange wanted_;
  const ChangeRules& rules_;
  const NearestOptions& options_;
  ModelView view_;
  Figure asked_;
  WalkedFigure figure_;
  const Space& space_;
  Region start_;
  RegionWalk walk_;
  Deadline deadline_;
  NearestChanges found_;
};

}  // namespace

ChangeRules free_to_change(const Space& space) {
  ChangeRules rules;
  for (const Feature& column : space.columns) {
    const double width = column.maximum - column.minimum;
    rules.may.push_back(ChangeRules::May::change);
    rules.cost.push_back(column.kind == FeatureKind::categorical || !(width > 0) ? 1 : 1 / width);
    rules.fill.push_back(1);
  }
  return rules;
}

NearestChanges nearest_changes(const Model& model, const Space& space, std::span<const double> row,
                               const Figure& figure, FigureRange wanted, const ChangeRules& rules,
                               const NearestOptions& options) {
  return NearestSearch(model, space, row, figure, wanted, rules, options).run();
}

}  // namespace espalier
