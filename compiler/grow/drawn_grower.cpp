#include "grow/drawn_grower.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "grow/choose.hpp"
#include "grow/column_search.hpp"
#include "grow/cut_scan.hpp"
#include "grow/distribute.hpp"
#include "grow/drawn_columns.hpp"
#include "grow/key_sort.hpp"
#include "grow/node_facts.hpp"
#include "grow/node_values.hpp"
#include "grow/plot_ranks.hpp"
#include "grow/sides.hpp"
#include "grow/stopping.hpp"
#include "grow/value_search.hpp"
#include "support/random.hpp"

namespace espalier {
namespace {

struct Forest {
  const SearchPlan& plan;
  const std::vector<RankedColumn>& columns;
};

// A node that is to be made.
struct Waiting {
  std::size_t begin;  // of its rows in the order of the plot
  std::size_t end;
  std::size_t depth;
  std::uint64_t key;  // note [draws] in grow/drawn_columns.hpp
  std::uint32_t parent;
  std::uint32_t place;  // among the parent's children
};

// Grows the subtrees of plots whose ranks are of this type, one after the other.
template <typename Sides, typename Rank>
class PlotGrower {
 public:
  // Subtrees of at most `inner_size` rows are left to `inner`, if there is one.
  using Inner = PlotGrower<Sides, std::uint16_t>;
  PlotGrower(const Forest& forest, Tree& tree, Inner* inner, std::size_t inner_size)
      : plan_(forest.plan),
        training_(forest.plan.training),
        columns_(forest.columns),
        tree_(tree),
        inner_(inner),
        inner_size_(inner_size),
        ranks_(columns_),
        width_(kLevels ? 1 : training_.data.labels.size()),
        values_(plot, width_) {
    facts_.classes = training_.data.labels.size();
    facts_.logs = plan_.logs.data();
    facts_.scale = training_.scale;
    for (std::uint32_t column = 0; column < columns_.size(); ++column) all_columns_.push_back(column);
  }

  // To be filled with the rows of the next plot.
  PlotRows plot;
  std::vector<std::uint16_t> outer_rows;  // per row: its number in the plot that it comes from, if that is narrow

  // `root` says where the subtree belongs; it is of all rows. `outer` has their ranks, or is null.
  void grow(const Waiting& root, PlotRanks<std::uint16_t>* outer) {
    const std::size_t rows = plot.rows.size();
    ranks_.begin(plot.rows, outer, outer_rows);
    order_.resize(rows);
    for (std::size_t row = 0; row < rows; ++row) order_[row] = static_cast<Id>(row);
    scratch_.resize(rows);
    values_.make_room(rows);
    if constexpr (kLevels) {
      entries_.resize(rows);
      sorted_levels_.resize(rows);
    }
    waiting_.push_back(root);
    waiting_.back().begin = 0;
    waiting_.back().end = rows;
    while (!waiting_.empty()) {
      const Waiting node = waiting_.back();
      waiting_.pop_back();
      if (inner_ != nullptr && node.end - node.begin <= inner_size_ && 2 * (node.end - node.begin) <= rows) {
        grow_inside(node);
        continue;
      }
      const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
      if (index > 0) tree_.nodes[node.parent].children[node.place] = index;
      if (!make(node) || !find(node)) continue;
      split(node, index);
    }
  }

 private:
  using Number = typename Sides::Number;
  using Key = KeyOf<Rank>;
  using Id = Rank;  // of a row
  using Lists = CaseLists<std::uint32_t>;
  static constexpr bool kLevels = std::is_same_v<Number, LevelSums>;
  static constexpr bool kNarrow = sizeof(Rank) == 2;

  // The best test on a column.
  struct Offer {
    double gain = 0;    // 0: there is none
    double gained = 0;  // times the weight: of cuts
    std::uint32_t column = 0;
    std::uint32_t rank_below = 0;  // a cut: next to it
    std::uint32_t rank_above = 0;
    bool missing_below = false;
    bool complete = false;                // every row has a value
    std::optional<Candidate> set{};       // a test on words,
    std::vector<std::uint32_t> sides{};   //   with the child of each of these ranks
    std::vector<std::uint32_t> places{};  //
    bool is_cut() const { return !set; }
  };

  // The value that rows of the node have this rank for.
  double value_of(const Waiting& node, std::uint32_t column, std::uint32_t rank) {
    const Rank* const ranks = ranks_.of(column);
    const std::span<const Id> rows = rows_of(node);
    return ranks_.value(column, *std::ranges::find_if(rows, [&](Id row) { return ranks[row] == rank; }));
  }

  void grow_inside(const Waiting& node) {
    PlotRows& rows = inner_->plot;
    rows.clear();
    for (const Id row : rows_of(node)) {
      rows.rows.push_back(plot.rows[row]);
      if constexpr (kLevels) {
        rows.levels.push_back(plot.levels[row]);
      } else {
        rows.amounts.push_back(plot.amounts[row]);
      }
    }
    if constexpr (kNarrow) {
      inner_->outer_rows.assign(rows_of(node).begin(), rows_of(node).end());
      inner_->grow(node, &ranks_);
    } else {
      inner_->grow(node, nullptr);
    }
  }

  std::span<const Id> rows_of(const Waiting& node) const {
    return std::span(order_).subspan(node.begin, node.end - node.begin);
  }

  // Adds the node to the tree. Whether it may be split.
  bool make(const Waiting& node) {
    Node& made = tree_.nodes.emplace_back();
    bool mixed = false;
    if constexpr (kLevels) {
      mixed = make_measured(plan_, plot.levels.data(), rows_of(node), facts_.level, made);
      weight_ = made.total;
      level_whole_ = {facts_.level.sum, weight_};
    } else {
      whole_.assign(width_, 0);
      for (const Id row : rows_of(node)) values_.add(row, whole_.data());
      made.counts.assign(whole_.begin(), whole_.end());
      made.label = best_label(made.counts, training_.costs);
      std::size_t cases = 0;
      for (const Number count : whole_) cases += count;
      weight_ = static_cast<double>(cases);
      mixed = std::ranges::find(whole_, cases) == whole_.end();
    }
    return mixed && !may_not_split(training_, plan_.options, weight_, node.depth);
  }

  const Number* whole() const {
    if constexpr (kLevels)
      return &level_whole_;
    else
      return whole_.data();
  }

  // Of as many columns as are to be tried, and then of one at a time, until one has a test: best_.
  bool find(const Waiting& node) {
    drawn_.begin(node.key, all_columns_, columns_);
    best_ = {};
    impurity_ = kLevels ? facts_.level.deviation : impurity_of(tree_.nodes.back().counts, plan_);
    for (std::size_t wanted = plan_.options.tried_columns; best_.gain <= 0; wanted = 1) {
      tried_.clear();
      while (tried_.size() < wanted) {
        const std::optional<std::uint32_t> column = drawn_.next();
        if (!column) break;
        if (varies(node, *column)) tried_.push_back(*column);
      }
      if (tried_.empty()) return false;
      std::ranges::sort(tried_);
      double floor = 0;
      for (const std::uint32_t column : tried_) {
        Offer offer = best_of(node, column, floor);
        if (offer.gain <= 0 || offer.gain < best_.gain) continue;
        if (offer.gain == best_.gain && (!plan_.rule.wider_margin_wins || margin(node, offer) <= margin(node, best_))) {
          continue;
        }
        best_ = std::move(offer);
        if (!best_.is_cut()) continue;
        floor = plan_.floor_below(best_.gained);
        if (!plan_.rule.wider_margin_wins && is_unsurpassable(best_.gained, impurity_, grid())) break;
      }
    }
    return true;
  }

  double grid() const { return kLevels ? facts_.level.grid : kGainGrid; }

  bool varies(const Waiting& node, std::uint32_t column) {
    const std::span<const Id> rows = rows_of(node);
    const Rank* const ranks = ranks_.of(column);
    const Rank first = ranks[rows.front()];
    return std::any_of(rows.begin() + 1, rows.end(), [&](Id row) { return ranks[row] != first; });
  }

  Candidate realised(const Waiting& node, const Offer& offer) {
    if (offer.set) return *offer.set;
    const RankedColumn& column = columns_[offer.column];
    const double below = value_of(node, offer.column, offer.rank_below);
    const double above = value_of(node, offer.column, offer.rank_above);
    Candidate cut = cut_between(plan_, column.feature, training_.gap_between(column.feature, below, above));
    cut.gain = offer.gain;
    if (!offer.complete) cut.missing_child = offer.missing_below ? 0 : 1;
    return cut;
  }
  double margin(const Waiting& node, const Offer& offer) { return margin_of(training_, realised(node, offer)); }

  // ---- The best test.

  Offer best_of(const Waiting& node, std::uint32_t column, double floor) {
    const Rank* const ranks = ranks_.of(column);
    constexpr std::uint32_t kNone = std::uint32_t{1} << 31U;  // no rank
    values_.take(rows_of(node), ranks, columns_[column].has_missing ? ranks_.missing(column) : kNone,
                 facts_.level.center);
    Offer offer;
    offer.column = column;
    offer.complete = values_.complete();
    if (values_.known().empty()) return offer;
    if (plan_.is_split_by_category(columns_[column].feature)) {
      best_set(node, columns_[column], floor, offer);
    } else {
      best_cut(floor, offer);
    }
    return offer;
  }

  Sides sides() { return Sides(facts_, whole(), side_scratch_); }

  // Of cuts of numbers: known values in order, or sums of few ones.
  void best_cut(double floor, Offer& offer) {
    CutLimits limits;
    limits.least_side = training_.min_leaf;
    limits.grid = grid();
    const bool counted = values_.counts();
    if (counted) {
      values_.sum_up();
    } else {
      values_.sort();
      if constexpr (kLevels) list_levels();
    }
    const auto scan = [&](bool missing_below, FoundCut& best) {
      Sides sides = this->sides();
      if (missing_below) sides.template shift<1>(values_.missing().data());
      if (counted) {
        scan_rows(values_.sums(), sides, limits, best);
      } else if constexpr (kLevels) {
        scan_cuts(std::span<const std::uint32_t>(entries_).first(values_.known().size()), sides, limits, best);
      } else {
        scan_keys(sides, limits, best);
      }
    };
    FoundCut cut;
    cut.gained = floor;
    scan(false, cut);
    if (!offer.complete) {
      FoundCut other;
      other.gained = cut.gained;
      scan(true, other);
      if (other.boundary != 0) {
        cut = other;
        offer.missing_below = true;
      }
    }
    if (cut.boundary == 0 || cut.gained <= 0) return;
    offer.gained = cut.gained;
    offer.gain = cut.gained / weight_;
    const auto rank_at = [&](std::size_t i) {
      return counted ? values_.value_ranks()[i] : rank_of(values_.known()[i]);
    };
    offer.rank_below = rank_at(cut.boundary - 1);
    offer.rank_above = rank_at(cut.boundary);
  }

  // As scan_cuts does, of rows that count several cases each.
  void scan_keys(Sides sides, const CutLimits& limits, FoundCut& best) const {
    const DrawnCount* const amounts = plot.amounts.data();
    double limit = limit_above(best.gained, limits.grid);
    const std::span<const Key> known = values_.known();
    std::uint32_t last = rank_of(known.front());
    for (std::size_t i = 0; i < known.size(); ++i) {
      const Key key = known[i];
      if (rank_of(key) != last) {
        last = rank_of(key);
        if (sides.beats(limit) && sides.below() >= limits.least_side && sides.above() >= limits.least_side) {
          const double gained = sides.gained();
          if (gained > best.gained) {
            best.gained = gained;
            best.boundary = i;
            limit = limit_above(gained, limits.grid);
          }
        }
      }
      const DrawnCount amount = amounts[row_of(key)];
      sides.template change<1>(amount % kCopy, Number{amount} / kCopy);
    }
  }

  // The sorted keys as a list of cases, with their targets in the same order.
  void list_levels() {
    std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
    const std::span<const Key> known = values_.known();
    for (std::size_t i = 0; i < known.size(); ++i) {
      const std::uint32_t mark = rank_of(known[i]) != last ? Lists::kMark : 0U;
      last = rank_of(known[i]);
      entries_[i] = static_cast<std::uint32_t>(i) | mark;
      sorted_levels_[i] = plot.levels[row_of(known[i])];
    }
    facts_.levels = sorted_levels_.data();
  }

  // Of tests on words.
  void best_set(const Waiting& node, const RankedColumn& column, double floor, Offer& offer) {
    values_.sum_up();
    ValueRules rules{plan_,
                     plan_.split_of(column.feature),
                     grid(),
                     0,
                     {},
                     !offer.complete,
                     0,
                     floor,
                     least_word(training_, plan_.options, column.feature),
                     random_at(node.key, kTestDraw + column.feature)};
    if constexpr (kLevels) {
      rules.mean_grid = mean_grid(facts_.level.deviation, weight_);
    } else {
      class_weights_.assign(whole_.begin(), whole_.end());
      rules.class_weights = class_weights_;
    }
    if (!offer.complete) std::ranges::copy(values_.missing(), values_.sums().add());
    ValueTest test = ValueSearch(rules, values_.sums(), sides()).best(false);
    if (test.test == TestKind::leaf || test.gained <= 0) return;
    offer.gain = test.gained / weight_;
    offer.set.emplace();
    offer.set->feature = column.feature;
    offer.set->test = TestKind::member;
    offer.set->gain = offer.gain;
    offer.places = values_.value_ranks();
    if (!offer.complete) offer.set->missing_child = test.branches[offer.places.size()];
    for (std::size_t i = 0; i < offer.places.size(); ++i) {
      if (test.branches[i] == 0) {
        offer.set->categories.push_back(static_cast<std::uint32_t>(column.values[offer.places[i]]));
      }
    }
    offer.sides = std::move(test.branches);
  }

  // ---- Dividing.

  void split(const Waiting& node, std::uint32_t index) {
    const Candidate test = realised(node, best_);
    const std::span<Id> rows = std::span(order_).subspan(node.begin, node.end - node.begin);
    const Rank* const ranks = ranks_.of(best_.column);
    const std::uint32_t none = ranks_.missing(best_.column);
    std::size_t middle = 0;
    if (best_.is_cut()) {
      const std::uint32_t last = best_.rank_below;
      const std::uint32_t also = best_.missing_below ? none : last;  // goes below in either case
      middle = divide(rows, [=](Id row) { return ranks[row] <= last || ranks[row] == also; });
    } else {
      const std::size_t most = std::max(none, best_.places.back()) + std::size_t{1};
      if (goes_above_.size() < most) goes_above_.resize(most);
      for (std::size_t i = 0; i < best_.places.size(); ++i) {
        goes_above_[best_.places[i]] = static_cast<std::uint8_t>(best_.sides[i]);
      }
      if (test.missing_child) goes_above_[none] = static_cast<std::uint8_t>(*test.missing_child);
      const std::uint8_t* const above = goes_above_.data();
      middle = divide(rows, [=](Id row) { return above[ranks[row]] == 0; });
    }

    Node& tested = tree_.nodes[index];
    apply_test(training_, plan_.options, test, tested);
    const double below = weight_below(rows.first(middle));
    tested.missing_child =
        choose_missing_child(tested, test, plan_.options.missing, std::array{below, weight_ - below});
    refuse_outgrown(tree_.nodes.size() + waiting_.size() + 2, facts_.classes, training_.features[test.feature].name);
    const std::size_t at = node.begin + middle;
    waiting_.push_back({at, node.end, node.depth + 1, child_key(node.key, 1), index, 1});
    waiting_.push_back({node.begin, at, node.depth + 1, child_key(node.key, 0), index, 0});  // is made next
  }

  // Stable. Returns how many are below.
  template <typename IsBelow>
  std::size_t divide(std::span<Id> rows, const IsBelow& is_below) {
    Id* first = rows.data();
    Id* second = scratch_.data();
    for (const Id row : rows) {
      const auto below = static_cast<std::size_t>(is_below(row));
      *first = row;
      *second = row;
      first += below;
      second += 1 - below;
    }
    std::copy(scratch_.data(), second, first);
    return static_cast<std::size_t>(first - rows.data());
  }

  double weight_below(std::span<const Id> rows) const {
    if constexpr (kLevels) {
      return static_cast<double>(rows.size());
    } else {
      std::size_t cases = 0;
      for (const Id row : rows) cases += plot.amounts[row] / kCopy;
      return static_cast<double>(cases);
    }
  }

  const SearchPlan& plan_;
  const TrainingSet& training_;
  const std::vector<RankedColumn>& columns_;
  Tree& tree_;
  Inner* inner_;
  std::size_t inner_size_;
  std::vector<std::uint32_t> all_columns_;
  std::vector<Waiting> waiting_;
  std::vector<Id> order_;  // the rows of a node stand side by side, in the order of their numbers
  std::vector<Id> scratch_;
  PlotRanks<Rank> ranks_;
  std::size_t width_;  // of a row of sums
  NodeValues<Number, Rank> values_;

  // The node that is searched:
  SideFacts facts_;
  double weight_ = 0;
  double impurity_ = 0;
  std::vector<std::uint32_t> whole_;
  LevelSums level_whole_;
  DrawnColumns drawn_;
  std::vector<std::uint32_t> tried_;
  Offer best_;

  // A column there:
  std::vector<std::uint32_t> entries_;
  std::vector<double> sorted_levels_;
  SideScratch<Number> side_scratch_;
  std::vector<double> class_weights_;
  std::vector<std::uint8_t> goes_above_;
};

template <typename Sides>
Tree grow_from_plot(const Forest& forest, PlotRows rows, std::uint64_t key) {
  using Narrow = PlotGrower<Sides, std::uint16_t>;
  Tree tree;
  const Waiting root{0, 0, 0, key, 0, 0};
  const auto small = std::make_unique<Narrow>(forest, tree, nullptr, 0);
  const auto narrow = std::make_unique<Narrow>(forest, tree, small.get(), kSmallPlot);
  const auto grow = [&](auto& grower) {
    grower.plot = std::move(rows);
    grower.grow(root, nullptr);
  };
  if (rows.rows.size() <= kNarrowPlot) {
    grow(*narrow);
  } else {
    grow(*std::make_unique<PlotGrower<Sides, std::uint32_t>>(forest, tree, narrow.get(), kNarrowPlot));
  }
  return tree;
}

bool has_missing(const TrainingSet& training) {
  return std::ranges::any_of(training.precedence, [&](std::uint32_t feature) {
    return training.is_binned(feature) ? training.bins[feature].known < training.bins[feature].codes.size()
                                       : std::ranges::any_of(training.data.features[feature].values,
                                                             [](double value) { return value != value; });
  });
}

}  // namespace

bool DrawnGrower::grows(const SearchPlan& plan) {
  const GrowOptions& options = plan.options;
  const TrainingSet& training = plan.training;
  const bool plain = plan.packs() && plan.unit_weights && plan.largest_gain_wins && !plan.guarded &&
                     !options.random_cuts && !options.min_cut_share && !options.group_values && options.validate <= 0 &&
                     options.max_leaves == 0 && options.max_nodes == 0;
  if (!plain || options.tried_columns == 0) return false;
  for (const std::uint32_t feature : training.precedence) {
    if (training.is_discretised(feature)) return false;
    if (!plan.is_split_by_category(feature)) continue;
    if (plan.split_of(feature) == CategoricalSplit::multiway) return false;
    if (training.data.features[feature].categories.size() >= kNarrowPlot) return false;  // sets are told by rank
  }
  if (options.missing == MissingPolicy::learned) return true;
  return (options.missing == MissingPolicy::refuse || options.missing == MissingPolicy::majority) &&
         !has_missing(training);
}

DrawnGrower::DrawnGrower(const SearchPlan& plan, std::size_t threads)
    : plan_(plan), columns_(rank_columns(plan.training, threads)) {
  for (const Case& item : all_cases(plan.training, plan.case_order())) row_order_.push_back(item.row);
}

Tree DrawnGrower::grow(std::span<const std::uint32_t> copies, std::uint64_t key) const {
  const TrainingSet& training = plan_.training;
  PlotRows plot;
  for (const std::uint32_t row : row_order_) {
    if (training.is_regression()) {
      plot.rows.insert(plot.rows.end(), copies[row], row);
      plot.levels.insert(plot.levels.end(), copies[row], training.levels[training.responses[row]]);
    } else if (copies[row] > 0) {
      plot.rows.push_back(row);
      plot.amounts.push_back(static_cast<DrawnCount>(copies[row] * kCopy + training.responses[row]));
    }
  }
  return with_sides(plan_, [&]<typename Sides>(std::type_identity<Sides>) -> Tree {
    if constexpr (Sides::kUnitWeights && Sides::kRows) {
      return grow_from_plot<Sides>({plan_, columns_}, std::move(plot), key);
    } else {
      std::abort();  // grows() says no
    }
  });
}

}  // namespace espalier
