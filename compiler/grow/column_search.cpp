#include "grow/column_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "grow/criteria.hpp"

namespace espalier {
namespace {

bool measured_in_bits(Criterion criterion) {
  return criterion == Criterion::information_gain || criterion == Criterion::gain_ratio;
}

// C4.5's charge for having been able to choose among many cuts: the bits it takes to say which one. It has no meaning
// in other units.
double charge(const GrowOptions& options, std::size_t cuts_tried) {
  if (!options.charge_cuts || !measured_in_bits(options.criterion)) return 0;
  return std::log2(static_cast<double>(cuts_tried));
}

std::vector<std::uint32_t> codes_up_to(double code) {
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(code) + 1);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

template <typename Id>
bool is_counted(const NodeCases<Id>& node, const ListedColumn& column) {
  return column.coded && node.counts != nullptr;
}

// The sums of a list's cases, added to a row.
template <typename Sides, typename Id>
void add_up(const NodeCases<Id>& node, std::span<const Id> entries, typename Sides::Number* row) {
  if constexpr (std::is_same_v<typename Sides::Number, LevelSums>) {
    for (const Id entry : entries) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      const double weight = node.lists.weight(item);
      row->sum += weight * (node.lists.levels[item] - node.facts.level.center);
      row->weight += weight;
    }
  } else {
    add_cases<typename Sides::Number, typename Sides::Label>(node.facts, entries, row);
  }
}

// Values and, for who takes them for one, missing ones.
template <typename Id>
std::size_t most_rows(const NodeCases<Id>& node, const ListedColumn& column) {
  return 1 + (is_counted(node, column) ? std::size_t{column.values} : node.known_of(column.feature));
}

template <typename Number>
std::size_t width_of(const SearchPlan& plan) {
  return std::is_same_v<Number, LevelSums> ? 1 : plan.training.data.labels.size();
}

}  // namespace

Candidate cut_between(const SearchPlan& plan, std::uint32_t feature, const Gap& gap) {
  const TrainingSet& training = plan.training;
  Candidate candidate;
  candidate.feature = feature;
  if (training.data.features[feature].kind == ColumnKind::ordinal) {
    candidate.test = TestKind::member;
    candidate.categories = codes_up_to(gap.below);
    return candidate;
  }
  candidate.test = TestKind::less_equal;
  // Intervals without rows here belong to the lower side.
  const auto& cuts = training.features[feature].cuts;
  candidate.gap = training.is_discretised(feature) ? *cuts[static_cast<std::size_t>(gap.above) - 1].gap : gap;
  return candidate;
}

// C4.5's MinSplit keeps cuts from shaving slivers off large nodes.
CutLimits cut_limits(const SearchPlan& plan, double known_weight, double level_grid) {
  CutLimits limits;
  limits.least_side = plan.training.min_leaf;
  if (plan.is_regression()) limits.grid = level_grid;
  if (!plan.options.min_cut_share) return limits;
  const double share = known_weight / (10.0 * static_cast<double>(plan.training.data.labels.size()));
  limits.least_side = std::max(limits.least_side, std::min(share, 25.0));
  return limits;
}

void price_cut(const SearchPlan& plan, double node_weight, double taking_part, OfferedTest& offered) {
  const double gained = offered.cut.gained - charge(plan.options, offered.cut.tried);
  if (gained <= 0) return;
  offered.worth.gain = gained / node_weight;
  if (plan.options.criterion != Criterion::gain_ratio) return;
  const double terms = weight_log_weight(offered.cut.below) + weight_log_weight(taking_part - offered.cut.below);
  offered.worth.split_info = split_info(terms, node_weight - taking_part, node_weight);
}

template <typename Id>
template <typename Number>
auto& ColumnSearch<Id>::room() {
  if constexpr (std::is_same_v<Number, std::uint32_t>)
    return counts_;
  else if constexpr (std::is_same_v<Number, std::int64_t>)
    return units_;
  else
    return levels_;
}

template <typename Id>
template <typename Sides>
auto& ColumnSearch<Id>::rows() {
  if constexpr (Sides::kRows)
    return room<typename Sides::Number>().rows;
  else
    return cases_;
}

template <typename Id>
bool ColumnSearch<Id>::missing_takes_part(const NodeCases<Id>& node, const ListedColumn& column) const {
  if (!plan_.missing_takes_part()) return false;
  return is_counted(node, column) ? node.counts->any_without(column)
                                  : node.known_of(column.feature) < node.segment.size();
}

template <typename Id>
template <typename Number>
void ColumnSearch<Id>::take_counted(const NodeCases<Id>& node, const ListedColumn& column, bool each_value,
                                    Room<Number>& room) {
  const ValueCounts& counts = *node.counts;
  if constexpr (std::is_same_v<Number, LevelSums>) {
    const LevelShift shift = counts.shift_to(node.facts.level);
    room.missing[0] = counts.sums(column, column.values, shift);
    for (std::uint32_t code = 0; code < column.values && each_value; ++code) {
      const LevelSums sums = counts.sums(column, code, shift);
      if (sums.weight == 0) continue;
      *room.rows.add() = sums;
      places_.push_back(code);
    }
  } else {
    std::copy_n(counts.row(column, column.values, Number{}), counts.width, room.missing.data());
    for (std::uint32_t code = 0; code < column.values && each_value; ++code) {
      const Number* const row = counts.row(column, code, Number{});
      Number any = 0;
      for (std::size_t i = 0; i < counts.width; ++i) any |= row[i];
      if (any == 0) continue;
      room.rows.refer_to(row);
      places_.push_back(code);
    }
  }
}

// The row of missing values (zero: there are none), and where they take no part, that of all others; and the values'
// rows where those are asked for.
template <typename Id>
template <typename Sides>
void ColumnSearch<Id>::take_rows(const NodeCases<Id>& node, const ListedColumn& column, bool each_value) {
  using Number = typename Sides::Number;
  places_.clear();
  if constexpr (Sides::kRows) {
    auto& room = this->template room<Number>();
    const std::size_t width = width_of<Number>(plan_);
    room.rows.clear(width, most_rows(node, column));
    room.missing.assign(width, Number{});
    if (is_counted(node, column)) {
      take_counted(node, column, each_value, room);
    } else {
      add_up<Sides>(node, node.missing_in(column.feature), room.missing.data());
      const std::span<const Id> known = node.known_in(column.feature);
      for (std::size_t begin = 0; begin < known.size() && each_value;) {
        std::size_t end = begin + 1;
        while (end < known.size() && !CaseLists<Id>::is_marked(known[end])) ++end;
        add_up<Sides>(node, known.subspan(begin, end - begin), room.rows.add());
        places_.push_back(static_cast<std::uint32_t>(begin));
        begin = end;
      }
    }
  } else {
    cases_.clear();
    const std::span<const Id> known = node.known_in(column.feature);
    for (std::size_t begin = 0; begin < known.size() && each_value;) {
      std::size_t end = begin + 1;
      while (end < known.size() && !CaseLists<Id>::is_marked(known[end])) ++end;
      cases_.add(known.subspan(begin, end - begin));
      places_.push_back(static_cast<std::uint32_t>(begin));
      begin = end;
    }
  }
}

template <typename Id>
template <typename Sides>
auto ColumnSearch<Id>::missing_row(const NodeCases<Id>& node, const ListedColumn& column) {
  if constexpr (Sides::kRows) {
    using Number = typename Sides::Number;
    return static_cast<const Number*>(room<Number>().missing.data());
  } else {
    return node.missing_in(column.feature);
  }
}

// With all cases above that take part. Rows have been taken.
template <typename Id>
template <typename Sides>
Sides ColumnSearch<Id>::sides_of(const NodeCases<Id>& node, const ListedColumn& column) {
  using Number = typename Sides::Number;
  const bool all = missing_takes_part(node, column);
  if constexpr (std::is_same_v<Sides, MedianSides>) {
    return MedianSides(node.facts,
                       all ? node.lists.column_in(column.feature, node.segment) : node.known_in(column.feature));
  } else {
    auto& room = this->template room<Number>();
    if (all || (!is_counted(node, column) && node.missing_in(column.feature).empty())) {
      return Sides(node.facts, node.template whole<Number>(), room.scratch);
    }
    const std::size_t width = width_of<Number>(plan_);
    room.whole.assign(width, Number{});
    if constexpr (std::is_same_v<Number, LevelSums>) {
      if (is_counted(node, column)) {
        room.whole[0] = {node.levels.sum - room.missing[0].sum, node.levels.weight - room.missing[0].weight};
      } else {
        add_up<Sides>(node, node.known_in(column.feature), room.whole.data());
      }
    } else {
      const Number* const whole = node.template whole<Number>();
      if constexpr (!Sides::kRows) add_up<Sides>(node, node.missing_in(column.feature), room.whole.data());
      for (std::size_t i = 0; i < width; ++i) {
        room.whole[i] = whole[i] - (Sides::kRows ? room.missing[i] : room.whole[i]);
      }
    }
    return Sides(node.facts, room.whole.data(), room.scratch);
  }
}

template <typename Id>
template <typename Sides>
void ColumnSearch<Id>::best_cut(const NodeCases<Id>& node, const ListedColumn& column, double floor,
                                OfferedTest& offered) {
  const bool counted = is_counted(node, column);
  const bool takes_part = missing_takes_part(node, column);
  double taking_part = 0;
  const auto scan = [&](bool missing_below, FoundCut& best) {
    Sides sides = sides_of<Sides>(node, column);
    taking_part = sides.above();
    double known = taking_part;
    if (takes_part && plan_.options.min_cut_share) known -= sides.weight(missing_row<Sides>(node, column));
    if (missing_below) sides.template shift<1>(missing_row<Sides>(node, column));
    const CutLimits limits = cut_limits(plan_, known, node.facts.level.grid);
    if (counted) {
      scan_rows(rows<Sides>(), sides, limits, best);
    } else {
      scan_cuts(node.known_in(column.feature), sides, limits, best);
    }
  };
  offered.cut.gained = floor;
  scan(false, offered.cut);
  if (takes_part) {
    FoundCut other;
    other.gained = offered.cut.gained;
    scan(true, other);
    if (other.boundary != 0) {
      offered.cut = other;
      offered.missing_below = true;
    }
  }
  if (offered.cut.boundary == 0) return;
  if (counted) offered.between_codes = {places_[offered.cut.boundary - 1], places_[offered.cut.boundary]};
  price_cut(plan_, node.weight, taking_part, offered);
}

// Whether the value is known, as a test of its own.
template <typename Id>
template <typename Sides>
void ColumnSearch<Id>::presence_test(const NodeCases<Id>& node, const ListedColumn& column, OfferedTest& offered) {
  Sides sides = sides_of<Sides>(node, column);
  sides.template shift<1>(missing_row<Sides>(node, column));
  if (sides.below() < plan_.training.min_leaf || sides.above() < plan_.training.min_leaf) return;
  const double gain = sides.gained() / node.weight;
  if (gain <= offered.worth.gain) return;
  Candidate candidate;
  candidate.feature = column.feature;
  candidate.test = TestKind::present;
  candidate.missing_child = 1;
  candidate.gain = gain;
  if (plan_.options.criterion == Criterion::gain_ratio) {
    const double terms = weight_log_weight(sides.below()) + weight_log_weight(sides.above());
    candidate.split_info = split_info(terms, 0, node.weight);
  }
  offered.worth.gain = gain;
  offered.worth.split_info = candidate.split_info;
  offered.candidate = std::move(candidate);
  offered.ways.by_code.assign(column.values, 0);
  offered.ways.by_value.clear();
  offered.ways.below = node.segment.size();
}

template <typename Id>
template <typename Sides>
void ColumnSearch<Id>::best_by_value(const NodeCases<Id>& node, const ListedColumn& column, double floor,
                                     OfferedTest& offered) {
  using Number = typename Sides::Number;
  const bool takes_part = missing_takes_part(node, column);
  const Sides sides = sides_of<Sides>(node, column);
  ValueRules rules{plan_, kGainGrid, 0, {}, takes_part, 0, floor};
  if (plan_.is_regression()) {
    rules.grid = node.facts.level.grid;
    rules.mean_grid = mean_grid(node.facts.level.deviation, node.weight);
  } else if constexpr (!std::is_same_v<Number, LevelSums> && !std::is_same_v<Sides, MedianSides>) {
    const auto& room = this->template room<Number>();
    const bool all = takes_part || offered.complete;
    const Number* const taking_part = all ? node.template whole<Number>() : room.whole.data();
    class_weights_.clear();
    for (std::size_t label = 0; label < width_of<Number>(plan_); ++label) {
      class_weights_.push_back(static_cast<double>(taking_part[label]));
    }
    rules.class_weights = class_weights_;
  }
  if (!takes_part && !offered.complete) rules.unknown_weight = sides.weight(missing_row<Sides>(node, column));
  if (takes_part) {
    if constexpr (Sides::kRows) {
      auto& room = this->template room<Number>();
      Number* const row = room.rows.add();
      std::copy(room.missing.begin(), room.missing.end(), row);
    } else {
      cases_.add(node.missing_in(column.feature));
    }
  }
  const bool intervals = plan_.training.data.features[column.feature].kind != ColumnKind::categorical;
  ValueSearch search(rules, rows<Sides>(), sides);
  const ValueTest test = search.best(intervals);
  if (test.test == TestKind::leaf || test.gained <= 0) return;
  tell(node, column, rules, test, offered);
}

// The category, or interval, of a row.
template <typename Id>
std::uint32_t ColumnSearch<Id>::code_at(const NodeCases<Id>& node, const ListedColumn& column, std::size_t row) const {
  if (is_counted(node, column)) return static_cast<std::uint32_t>(column.lowest[places_[row]]);
  const Id entry = node.known_in(column.feature)[places_[row]];
  return static_cast<std::uint32_t>(
      plan_.training.value(column.feature, node.lists.rows[CaseLists<Id>::case_of(entry)]));
}

template <typename Id>
void ColumnSearch<Id>::tell(const NodeCases<Id>& node, const ListedColumn& column, const ValueRules& rules,
                            const ValueTest& test, OfferedTest& offered) const {
  const std::size_t values = places_.size();
  Candidate candidate;
  candidate.feature = column.feature;
  candidate.test = test.test;
  candidate.gain = test.gained / node.weight;
  if (plan_.options.criterion == Criterion::gain_ratio) {
    candidate.split_info = split_info(test.split_terms, rules.unknown_weight, node.weight);
  }
  std::vector<std::uint32_t> children = test.branches;
  if (test.test == TestKind::multiway) {
    for (std::size_t row = 0; row < values; ++row) children.push_back(code_at(node, column, row));
    if (test.home) candidate.missing_child = children[*test.home];
  } else if (rules.missing_last) {
    candidate.missing_child = children[values];
  }
  if (test.test == TestKind::member) {
    for (std::size_t row = 0; row < values; ++row) {
      if (children[row] == 0) candidate.categories.push_back(code_at(node, column, row));
    }
    // All values against none: whether there is one.
    if (candidate.categories.empty() || candidate.categories.size() == values) {
      candidate.test = TestKind::present;
      candidate.categories.clear();
      candidate.missing_child = 1;
      std::fill(children.begin(), children.end(), 0U);
    }
  }
  if (test.test == TestKind::grouped) {
    candidate.groups.assign(plan_.training.data.features[column.feature].categories.size(), kNoGroup);
    for (std::size_t row = 0; row < values; ++row) candidate.groups[code_at(node, column, row)] = children[row];
  }
  offered.worth.gain = candidate.gain;
  offered.worth.split_info = candidate.split_info;
  offered.candidate = std::move(candidate);
  if (is_counted(node, column)) {
    offered.ways.by_code.assign(column.values, kNoChild);
    for (std::size_t row = 0; row < values; ++row) offered.ways.by_code[places_[row]] = children[row];
  } else {
    children.resize(values);
    offered.ways.by_value = std::move(children);
  }
}

template <typename Id>
template <typename Sides>
OfferedTest ColumnSearch<Id>::best_as(const NodeCases<Id>& node, const ListedColumn& column, double floor) {
  OfferedTest offered;
  offered.worth.feature = column.feature;
  const bool counted = is_counted(node, column);
  offered.complete = counted ? !node.counts->any_without(column) : node.known_of(column.feature) == node.segment.size();
  const bool by_value = plan_.is_split_by_category(column.feature);
  if (by_value || counted || !offered.complete) take_rows<Sides>(node, column, by_value || counted);
  if (by_value) {
    best_by_value<Sides>(node, column, floor, offered);
    return offered;
  }
  best_cut<Sides>(node, column, floor, offered);
  if (plan_.asks_presence(column.feature) && !offered.complete) presence_test<Sides>(node, column, offered);
  return offered;
}

template <typename Id>
OfferedTest ColumnSearch<Id>::best(const NodeCases<Id>& node, const ListedColumn& column, double floor) {
  return with_sides(plan_,
                    [&]<typename Sides>(std::type_identity<Sides>) { return best_as<Sides>(node, column, floor); });
}

template <typename Id>
Candidate ColumnSearch<Id>::realise(const NodeCases<Id>& node, const ListedColumn& column, OfferedTest& offered) const {
  if (offered.candidate) return *offered.candidate;
  Gap gap{column.packing.lower, column.packing.upper};
  if (is_counted(node, column)) {
    const auto [below, above] = offered.between_codes;
    gap = {column.highest[below], column.lowest[above]};
    offered.ways.by_code.assign(column.values, 1);
    std::fill_n(offered.ways.by_code.begin(), below + 1, 0U);
  } else if (!column.packed) {
    const std::span<const Id> known = node.known_in(column.feature);
    const auto row = [&](std::size_t place) { return node.lists.rows[CaseLists<Id>::case_of(known[place])]; };
    gap = plan_.training.gap_between_rows(column.feature, row(offered.cut.boundary - 1), row(offered.cut.boundary));
    offered.ways.below = offered.cut.boundary;
  }
  Candidate candidate = cut_between(plan_, column.feature, gap);
  candidate.gain = offered.worth.gain;
  candidate.split_info = offered.worth.split_info;
  if (plan_.missing_takes_part() && !offered.complete) candidate.missing_child = offered.missing_below ? 0 : 1;
  return candidate;
}

template class ColumnSearch<std::uint16_t>;
template class ColumnSearch<std::uint32_t>;

}  // namespace espalier
