#include "grow/column_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "grow/criteria.hpp"
#include "grow/drawn_columns.hpp"
#include "grow/guarded_sides.hpp"
#include "grow/packed_counts.hpp"

namespace espalier {
namespace {

// C4.5's charge for having been able to choose among many cuts: the bits it takes to say which one. It has no meaning
// in other units.
double charge(const GrowOptions& options, std::size_t cuts_tried) {
  if (!options.charge_cuts || measured_in(options.criterion) != Impurity::entropy) return 0;
  return std::log2(static_cast<double>(cuts_tried));
}

std::vector<std::uint32_t> codes_up_to(double code) {
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(code) + 1);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

// Whether its values come as rows of sums.
template <typename Id>
bool is_counted(const NodeCases<Id>& node, const ListedColumn& column) {
  return column.packed || (column.coded && node.counts != nullptr);
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

namespace {

// A column at a node, searched by sides of one kind.
template <typename Id, typename Sides>
class Look {
 public:
  Look(const SearchPlan& plan, const NodeCases<Id>& node, const ListedColumn& column, SearchRoom<Id>& room)
      : plan_(plan),
        node_(node),
        column_(column),
        kept_(room),
        room_(std::get<SumRoom<Number>>(room.sums)),
        width_(std::is_same_v<Number, LevelSums> ? 1 : plan.training.data.labels.size()),
        counted_(is_counted(node, column)) {
    offered_.worth.feature = column.feature;
    offered_.complete = column.packed || (counted_ ? !node.counts->any_without(column)
                                                   : node.known_of(column.feature) == node.segment.size());
    takes_part_ = plan.missing_takes_part() && !offered_.complete;
  }

  OfferedTest best(double floor) {
    const bool by_value = plan_.is_split_by_category(column_.feature);
    if (by_value || counted_ || !offered_.complete) take_rows(by_value || counted_);
    if (by_value) {
      best_by_value(floor);
    } else {
      best_cut(floor);
      if (plan_.asks_presence(column_.feature) && !offered_.complete) presence_test();
    }
    return std::move(offered_);
  }

 private:
  using Number = typename Sides::Number;

  // The sums of a list's cases, added to a row.
  void add_up(std::span<const Id> entries, Number* row) const {
    if constexpr (std::is_same_v<Number, LevelSums>) {
      for (const Id entry : entries) {
        const std::size_t item = CaseLists<Id>::case_of(entry);
        const double weight = node_.lists.weight(item);
        row->sum += weight * (node_.lists.levels[item] - node_.facts.level.center);
        row->weight += weight;
      }
    } else {
      add_cases<Number, typename Sides::Label>(node_.facts, entries, row);
    }
  }

  // The row of missing values (zero: there are none), and the values' rows where those are asked for.
  void take_rows(bool each_value) {
    kept_.places.clear();
    kept_.cases.clear();
    if constexpr (Sides::kRows) {
      const std::size_t most = counted_ ? column_.values : node_.known_of(column_.feature);
      room_.rows.clear(width_, most + 2);  // one for missing values, or two of a packed column
      room_.missing.assign(width_, Number{});
      if (column_.packed) return take_packed();
      if (counted_) return take_counted(each_value);
      add_up(node_.missing_in(column_.feature), room_.missing.data());
    }
    const std::span<const Id> known = node_.known_in(column_.feature);
    for (std::size_t begin = 0; begin < known.size() && each_value;) {
      std::size_t end = begin + 1;
      while (end < known.size() && !CaseLists<Id>::is_marked(known[end])) ++end;
      if constexpr (Sides::kRows) {
        add_up(known.subspan(begin, end - begin), room_.rows.add());
      } else {
        kept_.cases.add(known.subspan(begin, end - begin));
      }
      kept_.places.push_back(static_cast<std::uint32_t>(begin));
      begin = end;
    }
  }

  void take_counted(bool each_value) {
    const ValueCounts& counts = *node_.counts;
    if constexpr (std::is_same_v<Number, LevelSums>) {
      const LevelShift shift = counts.shift_to(node_.facts.level);
      room_.missing[0] = counts.sums(column_, column_.values, shift);
      for (std::uint32_t code = 0; code < column_.values && each_value; ++code) {
        const LevelSums sums = counts.sums(column_, code, shift);
        if (sums.weight == 0) continue;
        *room_.rows.add() = sums;
        kept_.places.push_back(code);
      }
    } else {
      std::copy_n(counts.row(column_, column_.values, Number{}), counts.width, room_.missing.data());
      for (std::uint32_t code = 0; code < column_.values && each_value; ++code) {
        const Number* const row = counts.row(column_, code, Number{});
        Number any = 0;
        for (std::size_t i = 0; i < counts.width; ++i) any |= row[i];
        if (any == 0) continue;
        room_.rows.refer_to(row);
        kept_.places.push_back(code);
      }
    }
  }

  // Those with the bit set, and the others; no row without cases.
  void take_packed() {
    if constexpr (Sides::kUnitWeights) {
      const Number* const set = node_.packed->row(column_.packing, Number{});
      const Number* const all = node_.template whole<Number>();
      for (const bool lower : {true, false}) {
        Number* const row = room_.rows.add();
        for (std::size_t i = 0; i < width_; ++i)
          row[i] = lower == column_.packing.set_is_lower ? set[i] : all[i] - set[i];
        if (std::any_of(row, row + width_, [](const Number& sum) { return sum != Number{}; })) {
          kept_.places.push_back(lower ? 0 : 1);
        } else {
          room_.rows.drop();
        }
      }
    }
  }

  const auto& rows() const {
    if constexpr (Sides::kRows)
      return room_.rows;
    else
      return kept_.cases;
  }

  auto missing_row() const {
    if constexpr (Sides::kRows)
      return static_cast<const Number*>(room_.missing.data());
    else
      return node_.missing_in(column_.feature);
  }

  // All cases that take part, as a row.
  const Number* whole() {
    if (takes_part_ || offered_.complete) return node_.template whole<Number>();
    room_.whole.assign(width_, Number{});
    if constexpr (std::is_same_v<Number, LevelSums>) {
      if (counted_) {
        room_.whole[0] = node_.levels - room_.missing[0];
      } else {
        add_up(node_.known_in(column_.feature), room_.whole.data());
      }
    } else {
      const Number* const all = node_.template whole<Number>();
      if constexpr (!Sides::kRows) add_up(node_.missing_in(column_.feature), room_.whole.data());
      for (std::size_t i = 0; i < width_; ++i) {
        room_.whole[i] = all[i] - (Sides::kRows ? room_.missing[i] : room_.whole[i]);
      }
    }
    return room_.whole.data();
  }

  // With all cases above that take part. Rows have been taken.
  Sides sides() {
    if constexpr (kGuarded<Sides>) {
      Sides sides = free_sides();
      sides.keep_order(plan_.training.directions[column_.feature]);
      return sides;
    } else {
      return free_sides();
    }
  }

  // The same, whatever their order.
  Sides free_sides() {
    if constexpr (std::is_base_of_v<MedianSides, Sides>) {
      return Sides(node_.facts, takes_part_ ? node_.lists.column_in(column_.feature, node_.segment)
                                            : node_.known_in(column_.feature));
    } else {
      return Sides(node_.facts, whole(), room_.scratch);
    }
  }

  void best_cut(double floor) {
    double taking_part = 0;
    const auto scan = [&](bool missing_below, FoundCut& best) {
      Sides sides = this->sides();
      taking_part = sides.above();
      double known = taking_part;
      if (takes_part_ && plan_.options.min_cut_share) known -= sides.weight(missing_row());
      if (missing_below) sides.template shift<1>(missing_row());
      const CutLimits limits = cut_limits(plan_, known, node_.facts.level.grid);
      if (plan_.options.random_cuts) {
        judge_drawn(std::move(sides), limits, best);
      } else if (counted_) {
        scan_rows(rows(), sides, limits, best);
      } else {
        scan_cuts(node_.known_in(column_.feature), sides, limits, best);
      }
    };
    FoundCut& cut = offered_.cut;
    cut.gained = floor;
    scan(false, cut);
    if (takes_part_) {
      FoundCut other;
      other.gained = cut.gained;
      scan(true, other);
      if (other.boundary != 0) {
        cut = other;
        offered_.missing_below = true;
      }
    }
    if (cut.boundary == 0) return;
    if (counted_) offered_.between_codes = {kept_.places[cut.boundary - 1], kept_.places[cut.boundary]};
    price_cut(plan_, node_.weight, taking_part, offered_);
  }

  // A cut that is drawn evenly between the least and the greatest value here.
  void judge_drawn(Sides sides, const CutLimits& limits, FoundCut& best) {
    const std::size_t boundary = draw_boundary();
    if (boundary == 0) return;
    if (counted_) {
      for (std::size_t row = 0; row < boundary; ++row) sides.template shift<1>(rows()[row]);
    } else {
      for (const Id entry : node_.known_in(column_.feature).first(boundary)) sides.move(CaseLists<Id>::case_of(entry));
    }
    if (sides.below() < limits.least_side || sides.above() < limits.least_side) return;
    ++best.tried;
    if (!sides.beats(limit_above(best.gained, limits.grid))) return;
    const double gained = sides.gained();
    if (gained <= best.gained) return;
    best.gained = gained;
    best.boundary = boundary;
    best.below = sides.below();
  }

  // So many cases of the list, or rows, are below it; 0: there is one value.
  std::size_t draw_boundary() {
    const auto draw = [&](std::size_t values, const auto& value_of) -> std::size_t {
      if (values < 2) return 0;
      const double lowest = value_of(0);
      const double highest = value_of(values - 1);
      if (!(lowest < highest)) return 0;
      const double share = random_unit_at(node_.key, kTestDraw + column_.feature);
      const double place = lowest * (1 - share) + highest * share;
      offered_.drawn = lowest <= place && place < highest ? place : lowest;
      std::size_t below = 0;
      for (std::size_t above = values; below < above;) {
        const std::size_t middle = below + (above - below) / 2;
        if (value_of(middle) <= *offered_.drawn) {
          below = middle + 1;
        } else {
          above = middle;
        }
      }
      return below;
    };
    if (column_.packed) {
      return draw(kept_.places.size(), [&](std::size_t row) {
        return kept_.places[row] == 0 ? column_.packing.lower : column_.packing.upper;
      });
    }
    if (counted_) {
      return draw(kept_.places.size(), [&](std::size_t row) { return column_.lowest[kept_.places[row]]; });
    }
    const std::span<const Id> known = node_.known_in(column_.feature);
    return draw(known.size(), [&](std::size_t i) {
      return plan_.training.value(column_.feature, node_.lists.rows[CaseLists<Id>::case_of(known[i])]);
    });
  }

  // Whether the value is known, as a test of its own.
  void presence_test() {
    Sides sides = free_sides();
    sides.template shift<1>(missing_row());
    if (sides.below() < plan_.training.min_leaf || sides.above() < plan_.training.min_leaf) return;
    if constexpr (kGuarded<Sides>) {
      if (!sides.permitted()) return;
    }
    Candidate candidate;
    candidate.feature = column_.feature;
    candidate.test = TestKind::present;
    candidate.missing_child = 1;
    candidate.gain = sides.gained() / node_.weight;
    if (candidate.gain <= offered_.worth.gain) return;
    const double terms = weight_log_weight(sides.below()) + weight_log_weight(sides.above());
    offer(std::move(candidate), terms, 0);
    offered_.ways.by_code.assign(column_.values, 0);
    offered_.ways.by_value.clear();
    offered_.ways.below = node_.segment.size();
  }

  void offer(Candidate candidate, double split_terms, double unknown_weight) {
    if (plan_.options.criterion == Criterion::gain_ratio) {
      candidate.split_info = split_info(split_terms, unknown_weight, node_.weight);
    }
    offered_.worth.gain = candidate.gain;
    offered_.worth.split_info = candidate.split_info;
    offered_.candidate = std::move(candidate);
  }

  void best_by_value(double floor) {
    const Sides sides = this->sides();
    ValueRules rules{plan_,
                     plan_.split_of(column_.feature),
                     kGainGrid,
                     0,
                     {},
                     takes_part_,
                     0,
                     floor,
                     least_word(plan_.training, plan_.options, column_.feature),
                     random_at(node_.key, kTestDraw + column_.feature)};
    if (plan_.is_regression()) {
      rules.grid = node_.facts.level.grid;
      rules.mean_grid = mean_grid(node_.facts.level.deviation, node_.weight);
    } else if constexpr (kOfClasses<Sides>) {
      const Number* const taking_part = whole();
      kept_.class_weights.clear();
      for (std::size_t label = 0; label < width_; ++label) {
        kept_.class_weights.push_back(static_cast<double>(taking_part[label]));
      }
      rules.class_weights = kept_.class_weights;
    }
    if (!takes_part_ && !offered_.complete) rules.unknown_weight = sides.weight(missing_row());
    if (takes_part_) {
      if constexpr (Sides::kRows) {
        std::copy(room_.missing.begin(), room_.missing.end(), room_.rows.add());
      } else {
        kept_.cases.add(node_.missing_in(column_.feature));
      }
    }
    const bool intervals = plan_.training.data.features[column_.feature].kind != ColumnKind::categorical;
    const ValueTest test = ValueSearch(rules, rows(), sides).best(intervals);
    if (test.test != TestKind::leaf && test.gained > 0) tell(rules, test);
  }

  // The category, or interval, of a row.
  std::uint32_t code_at(std::size_t row) const {
    if (counted_) return static_cast<std::uint32_t>(column_.lowest[kept_.places[row]]);
    const Id entry = node_.known_in(column_.feature)[kept_.places[row]];
    return static_cast<std::uint32_t>(
        plan_.training.value(column_.feature, node_.lists.rows[CaseLists<Id>::case_of(entry)]));
  }

  void tell(const ValueRules& rules, const ValueTest& test) {
    const std::size_t values = kept_.places.size();
    Candidate candidate;
    candidate.feature = column_.feature;
    candidate.test = test.test;
    candidate.gain = test.gained / node_.weight;
    std::vector<std::uint32_t> children = test.branches;
    if (test.test == TestKind::multiway) {
      for (std::size_t row = 0; row < values; ++row) children.push_back(code_at(row));
      if (test.home) candidate.missing_child = children[*test.home];
    } else if (rules.missing_last) {
      candidate.missing_child = children[values];
    }
    if (test.test == TestKind::member) {
      for (std::size_t row = 0; row < values; ++row) {
        if (children[row] == 0) candidate.categories.push_back(code_at(row));
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
      candidate.groups.assign(plan_.training.data.features[column_.feature].categories.size(), kNoGroup);
      for (std::size_t row = 0; row < values; ++row) candidate.groups[code_at(row)] = children[row];
    }
    offer(std::move(candidate), test.split_terms, rules.unknown_weight);
    if (counted_) {
      offered_.ways.by_code.assign(column_.values, kNoChild);
      for (std::size_t row = 0; row < values; ++row) offered_.ways.by_code[kept_.places[row]] = children[row];
    } else {
      children.resize(values);
      offered_.ways.by_value = std::move(children);
    }
  }

  const SearchPlan& plan_;
  const NodeCases<Id>& node_;
  const ListedColumn& column_;
  SearchRoom<Id>& kept_;
  SumRoom<Number>& room_;
  std::size_t width_;  // of a row
  bool counted_;
  bool takes_part_ = false;  // missing values do
  OfferedTest offered_;
};

}  // namespace

namespace {

// Apart, so that searches without constraints are compiled as if there were none.
template <typename Sides, typename Id>
[[gnu::noinline]] OfferedTest best_guarded(const SearchPlan& plan, const NodeCases<Id>& node,
                                           const ListedColumn& column, SearchRoom<Id>& room, double floor) {
  return Look<Id, typename GuardedSides<Sides>::Type>(plan, node, column, room).best(floor);
}

}  // namespace

template <typename Id>
OfferedTest ColumnSearch<Id>::best(const NodeCases<Id>& node, const ListedColumn& column, double floor) {
  return with_sides(plan_, [&]<typename Sides>(std::type_identity<Sides>) {
    if (plan_.guarded) return best_guarded<Sides>(plan_, node, column, room_, floor);
    return Look<Id, Sides>(plan_, node, column, room_).best(floor);
  });
}

template <typename Id>
Candidate ColumnSearch<Id>::realise(const NodeCases<Id>& node, const ListedColumn& column, OfferedTest& offered) const {
  if (offered.candidate) return *offered.candidate;
  Gap gap{column.packing.lower, column.packing.upper};
  if (!column.packed && is_counted(node, column)) {
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
  const bool in_gap = offered.drawn && gap.below <= *offered.drawn && *offered.drawn < gap.above;
  if (in_gap && !plan_.training.is_discretised(column.feature)) candidate.threshold = offered.drawn;
  if (plan_.missing_takes_part() && !offered.complete) candidate.missing_child = offered.missing_below ? 0 : 1;
  return candidate;
}

template class ColumnSearch<std::uint16_t>;
template class ColumnSearch<std::uint32_t>;

}  // namespace espalier
