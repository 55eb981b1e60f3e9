#include "audit/nearest.hpp"

#include <algorithm>
#include <cmath>

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
        figure_(space, view_, figure, 0),
        walk_(space, trees(), allowed_rows(space, row, rules)),
        deadline_(options.seconds) {}

  NearestChanges run() {
    walk_.run([this] { return judge(); });
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
  Change nearest_here() const {
    Change change;
    const Region& region = walk_.region();
    for (std::uint32_t column = 0; column < region.size(); ++column) {
      const ColumnValues& values = region[column];
      const double value = row_[column];
      if (values.holds(value)) {
        change.row.push_back(value);
        continue;
      }
      change.columns.push_back(column);
      if (values.categorical || std::isnan(value)) {
        change.distance += rules_.cost[column];
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
    Change change = nearest_here();
    if (is_hopeless(change)) return std::nullopt;
    const bool all_wanted = wanted_.least <= range.least && range.most <= wanted_.most;
    if (!all_wanted) {
      if (deadline_.passed()) {
        found_.complete = false;
        walk_.stop();
        return std::nullopt;
      }
      return figure_.next_tree(walk_);
    }
    keep(std::move(change));
    return std::nullopt;
  }

  void keep(Change change) {
    change.region = walk_.region();
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
  WalkedFigure figure_;
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
  }
  return rules;
}

NearestChanges nearest_changes(const Model& model, const Space& space, std::span<const double> row,
                               const Figure& figure, FigureRange wanted, const ChangeRules& rules,
                               const NearestOptions& options) {
  return NearestSearch(model, space, row, figure, wanted, rules, options).run();
}

}  // namespace espalier
