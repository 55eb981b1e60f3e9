#include "grow/gradient_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "grow/distribute.hpp"
#include "grow/drawn_columns.hpp"
#include "grow/gradient_search.hpp"
#include "grow/stopping.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

// Codes of rows that are added up at once on one thread; fewer are not worth another one.
constexpr std::size_t kCodesPerThread = std::size_t{1} << 18U;
constexpr std::size_t kRowsAhead = 16;  // whose codes are fetched while others are added

using Cells = std::vector<GradientSums>;

// The nearest whole number to one below 2^51, by adding a number whose last bit is worth 1.
std::int64_t rounded(double number) {
  constexpr double kRounder = 0x1.8p52;
  return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(number + kRounder) -
                                   std::bit_cast<std::uint64_t>(kRounder));
}

double largest_magnitude(std::span<const double> numbers, std::span<const std::uint32_t> rows) {
  double largest = 0;
  for (const std::uint32_t row : rows) largest = std::max(largest, std::abs(numbers[row]));
  return largest;
}

struct GradientNode {
  std::uint32_t index = 0;
  std::size_t depth = 0;
  std::uint64_t key = 0;
  RowRange learned;
  RowRange others;
  GradientSums sums;
  StepBounds bounds;
  std::unique_ptr<Cells> cells;
  std::optional<GradientSplit> split;
};

class OneTree {
 public:
  OneTree(const TrainingSet& training, const CodedRows& coded, const GrowOptions& options, const SplitLimits& limits,
          const std::vector<Direction>& directions, const WholeUnits& units, std::size_t threads)
      : training_(training),
        coded_(coded),
        options_(options),
        units_(units),
        threads_(threads),
        least_rows_to_split_(
            static_cast<std::int64_t>(std::ceil(options.min_split.of(static_cast<double>(training.data.rows()))))),
        search_(coded, limits, directions, units),
        directions_(directions) {}

  GradientTree grow(std::span<const double> slopes, std::span<const double> bends, GradientRows rows,
                    std::uint64_t key) {
    result_.rows = std::move(rows.learned);
    result_.others = std::move(rows.others);
    take_gradients(slopes, bends);
    GradientNode root;
    root.key = key;
    root.learned = {0, result_.rows.size()};
    root.others = {0, result_.others.size()};
    for (const std::uint32_t row : result_.rows) root.sums += gradients_[row];
    result_.tree.nodes.emplace_back();
    if (may_split(root)) {
      root.cells = count(root.learned);
      find_split(root);
    }
    keep(std::move(root));
    grow_open();
    weigh();
    return std::move(result_);
  }

 private:
  void take_gradients(std::span<const double> slopes, std::span<const double> bends) {
    gradients_.resize(slopes.size());
    for (const std::uint32_t row : result_.rows) gradients_[row] = units_.row(slopes[row], bends[row]);
  }

  bool may_split(const GradientNode& node) const {
    if (options_.max_depth != 0 && node.depth >= options_.max_depth) return false;
    return units_.count_of(node.sums) >= std::max<std::int64_t>(2, least_rows_to_split_);
  }

  // Sums per code of these rows.
  std::unique_ptr<Cells> count(const RowRange& range) {
    auto cells = take_cells();
    const std::size_t codes = range.size() * coded_.columns().size();
    const std::size_t parts = std::clamp<std::size_t>(codes / kCodesPerThread, 1, threads_);
    if (parts == 1) {
      add_rows(range, *cells);
      return cells;
    }
    std::vector<std::unique_ptr<Cells>> of_parts;
    for (std::size_t part = 1; part < parts; ++part) of_parts.push_back(take_cells());
    in_parallel(parts, parts, [&](std::size_t part) {
      const RowRange some{range.begin + range.size() * part / parts, range.begin + range.size() * (part + 1) / parts};
      add_rows(some, part == 0 ? *cells : *of_parts[part - 1]);
    });
    for (auto& part : of_parts) {
      for (std::size_t cell = 0; cell < cells->size(); ++cell) (*cells)[cell] += (*part)[cell];
      spare_.push_back(std::move(part));
    }
    return cells;
  }

  std::unique_ptr<Cells> take_cells() {
    if (spare_.empty()) return std::make_unique<Cells>(coded_.cells());
    std::unique_ptr<Cells> cells = std::move(spare_.back());
    spare_.pop_back();
    std::ranges::fill(*cells, GradientSums());
    return cells;
  }

  void add_rows(const RowRange& range, Cells& cells) const {
    const auto first_cells = [&](const std::vector<std::uint32_t>& places) {
      std::vector<GradientSums*> firsts;
      for (const std::uint32_t place : places) firsts.push_back(cells.data() + coded_.columns()[place].first_cell);
      return firsts;
    };
    const std::vector<GradientSums*> narrow = first_cells(coded_.narrow());
    const std::vector<GradientSums*> wide = first_cells(coded_.wide());
    const std::uint32_t* const rows = result_.rows.data();
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::uint32_t row = rows[i];
      if (i + kRowsAhead < range.end) {
        __builtin_prefetch(coded_.narrow_of(rows[i + kRowsAhead]));
        __builtin_prefetch(&gradients_[rows[i + kRowsAhead]]);
      }
      const GradientSums sums = gradients_[row];
      const std::uint8_t* const codes = coded_.narrow_of(row);
      for (std::size_t column = 0; column < narrow.size(); ++column) narrow[column][codes[column]] += sums;
      if (wide.empty()) continue;
      const std::uint16_t* const wide_codes = coded_.wide_of(row);
      for (std::size_t column = 0; column < wide.size(); ++column) wide[column][wide_codes[column]] += sums;
    }
  }

  void find_split(GradientNode& node) {
    if (options_.tried_columns == 0) {
      if (all_columns_.empty()) {
        all_columns_.resize(coded_.columns().size());
        std::iota(all_columns_.begin(), all_columns_.end(), 0U);
      }
      node.split = search_.find(*node.cells, node.sums, node.bounds, all_columns_);
      return;
    }
    // As many columns as are to be tried, and then one at a time, until one has a test.
    std::vector<std::pair<std::uint64_t, std::uint32_t>> drawn;
    for (std::uint32_t place = 0; place < coded_.columns().size(); ++place) {
      if (varies(*node.cells, coded_.columns()[place])) {
        drawn.emplace_back(random_at(node.key, kOrderDraw + coded_.columns()[place].feature), place);
      }
    }
    std::ranges::sort(drawn);
    std::vector<std::uint32_t> columns;
    for (std::size_t i = 0; i < drawn.size() && !node.split; ++i) {
      columns.push_back(drawn[i].second);
      if (columns.size() < options_.tried_columns && i + 1 < drawn.size() && i < options_.tried_columns) continue;
      std::ranges::sort(columns);
      node.split = search_.find(*node.cells, node.sums, node.bounds, columns);
      columns.clear();
    }
  }

  bool varies(const Cells& cells, const CodedColumn& column) const {
    std::size_t codes = 0;
    for (std::uint32_t code = 0; code < column.codes(); ++code) {
      if (units_.count_of(cells[column.first_cell + code]) > 0 && ++codes == 2) return true;
    }
    return false;
  }

  // A node without a test is a leaf. Others wait; the best one, if there may not be tests at all of them.
  void keep(GradientNode node) {
    if (!node.split) {
      Node& leaf = result_.tree.nodes[node.index];
      leaf.value = search_.step(node.sums, node.bounds);
      result_.leaves.push_back({node.index, node.learned, node.others});
      if (node.cells) spare_.push_back(std::move(node.cells));
      return;
    }
    open_.push_back(std::move(node));
    if (is_limited()) std::ranges::push_heap(open_, gains_less);
  }
  bool is_limited() const { return options_.max_leaves != 0 || options_.max_nodes != 0; }
  static bool gains_less(const GradientNode& a, const GradientNode& b) {
    return a.split->gain != b.split->gain ? a.split->gain < b.split->gain : a.index > b.index;
  }
  bool has_room() const {
    const std::size_t nodes = result_.tree.nodes.size();
    if (options_.max_nodes != 0 && nodes + 2 > options_.max_nodes) return false;
    return options_.max_leaves == 0 || (nodes + 1) / 2 < options_.max_leaves;
  }

  void grow_open() {
    while (!open_.empty()) {
      if (is_limited()) std::ranges::pop_heap(open_, gains_less);
      GradientNode node = std::move(open_.back());
      open_.pop_back();
      if (!has_room()) {
        node.split.reset();
        keep(std::move(node));
        continue;
      }
      divide(std::move(node));
    }
  }

  void divide(GradientNode node) {
    const CodedColumn& column = coded_.columns()[node.split->column];
    const std::vector<std::uint8_t> goes_left = ways_of(column, *node.split);
    const std::size_t left = divide_rows(node.split->column, goes_left, node.learned, result_.rows);
    const std::size_t others_left = divide_rows(node.split->column, goes_left, node.others, result_.others);
    const auto first = static_cast<std::uint32_t>(result_.tree.nodes.size());
    result_.tree.nodes.resize(first + 2);
    refuse_outgrown(result_.tree.nodes.size(), 0, training_.features[column.feature].name);
    make_test(node, column, first);

    GradientNode children[2];
    for (std::uint32_t child = 0; child < 2; ++child) {
      children[child].index = first + child;
      children[child].depth = node.depth + 1;
      children[child].key = child_key(node.key, child);
      children[child].bounds = node.bounds;
    }
    children[0].sums = node.split->left;
    children[1].sums = node.sums - node.split->left;
    children[0].learned = {node.learned.begin, left};
    children[1].learned = {left, node.learned.end};
    children[0].others = {node.others.begin, others_left};
    children[1].others = {others_left, node.others.end};
    bind(node, column, children);
    const bool open[2] = {may_split(children[0]), may_split(children[1])};
    if (open[0] || open[1]) {
      const std::size_t smaller = children[1].learned.size() < children[0].learned.size() ? 1 : 0;
      children[smaller].cells = count(children[smaller].learned);
      if (open[1 - smaller]) {
        children[1 - smaller].cells = std::move(node.cells);
        Cells& larger = *children[1 - smaller].cells;
        const Cells& less = *children[smaller].cells;
        for (std::size_t cell = 0; cell < larger.size(); ++cell) larger[cell] -= less[cell];
      }
    }
    if (node.cells) spare_.push_back(std::move(node.cells));
    for (std::size_t child = 0; child < 2; ++child) {
      if (open[child]) find_split(children[child]);
    }
    keep(std::move(children[1]));  // the left one is taken first
    keep(std::move(children[0]));
  }

  static std::vector<std::uint8_t> ways_of(const CodedColumn& column, const GradientSplit& split) {
    std::vector<std::uint8_t> goes_left(column.values + std::size_t{2}, 0);
    if (split.present) {
      std::fill_n(goes_left.begin(), column.values, std::uint8_t{1});
      goes_left[column.values + 1] = 1;
      return goes_left;
    }
    if (column.order == CodedColumn::Order::categories) {
      for (const std::uint32_t code : split.set) goes_left[code] = 1;
    } else {
      std::fill_n(goes_left.begin(), split.last_left + 1, std::uint8_t{1});
    }
    goes_left[column.values] = split.missing_left ? 1 : 0;
    return goes_left;
  }

  // Keeps the order of the rows on both sides; returns where the right one begins.
  std::size_t divide_rows(std::uint32_t column, const std::vector<std::uint8_t>& goes_left, const RowRange& range,
                          std::vector<std::uint32_t>& rows) {
    if (aside_.size() < range.size()) aside_.resize(range.size());
    std::size_t left = range.begin;
    std::size_t right = 0;
    coded_.with_codes(column, [&](const auto* codes) {
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const std::uint32_t row = rows[i];
        const std::size_t is_left = goes_left[codes[row]];
        rows[left] = row;
        aside_[right] = row;
        left += is_left;
        right += 1 - is_left;
      }
    });
    std::copy_n(aside_.begin(), right, rows.begin() + static_cast<std::ptrdiff_t>(left));
    return left;
  }

  void make_test(const GradientNode& node, const CodedColumn& column, std::uint32_t first) {
    const GradientSplit& split = *node.split;
    Candidate test;
    test.feature = column.feature;
    if (split.present) {
      test.test = TestKind::present;
    } else if (column.order == CodedColumn::Order::numbers) {
      test.test = TestKind::less_equal;
      test.gap = {column.highest[split.last_left], column.lowest[split.first_right]};
    } else {
      test.test = TestKind::member;
      if (column.order == CodedColumn::Order::levels) {
        test.categories.resize(column.category[split.last_left] + std::size_t{1});
        std::iota(test.categories.begin(), test.categories.end(), 0U);
      } else {
        for (const std::uint32_t code : split.set) test.categories.push_back(column.category[code]);
      }
    }
    if (split.present) {
      test.missing_child = 1;
    } else if (split.has_missing) {
      test.missing_child = split.missing_left ? 0 : 1;
    }
    Node& made = result_.tree.nodes[node.index];
    apply_test(training_, options_, test, made);
    const double left = static_cast<double>(units_.count_of(split.left));
    const double known[2] = {left, static_cast<double>(units_.count_of(node.sums)) - left};
    made.missing_child = choose_missing_child(made, test, options_.missing, known);
    made.children[0] = first;
    made.children[1] = first + 1;
  }

  // note [monotone] in monotone.hpp: the bound between the two is the middle of what they would say as leaves.
  void bind(const GradientNode& node, const CodedColumn& column, GradientNode (&children)[2]) const {
    if (directions_.empty() || directions_[column.feature] == Direction::any || node.split->present) return;
    const double middle =
        (search_.step(children[0].sums, node.bounds) + search_.step(children[1].sums, node.bounds)) / 2;
    const std::size_t lower = directions_[column.feature] == Direction::up ? 0 : 1;
    children[lower].bounds.upper = middle;
    children[1 - lower].bounds.lower = middle;
  }

  // Children come after their parents. Weights are whole units: their sums are exact.
  void weigh() {
    std::vector<Node>& nodes = result_.tree.nodes;
    for (const LeafRows& leaf : result_.leaves) {
      for (std::size_t i = leaf.learned.begin; i < leaf.learned.end; ++i) {
        nodes[leaf.node].total += training_.weights[result_.rows[i]];
      }
    }
    for (std::size_t i = nodes.size(); i-- > 0;) {
      for (const std::uint32_t child : nodes[i].children) nodes[i].total += nodes[child].total;
    }
  }

  const TrainingSet& training_;
  const CodedRows& coded_;
  const GrowOptions& options_;
  WholeUnits units_;
  std::size_t threads_;
  std::int64_t least_rows_to_split_;
  GradientSearch search_;
  const std::vector<Direction>& directions_;
  GradientTree result_;
  Cells gradients_;  // per row
  std::vector<GradientNode> open_;
  std::vector<std::unique_ptr<Cells>> spare_;
  std::vector<std::uint32_t> aside_;
  std::vector<std::uint32_t> all_columns_;
};

}  // namespace

WholeUnits WholeUnits::of(std::size_t rows, double largest_slope, double largest_bend) {
  constexpr int kBits = 31;
  WholeUnits units;
  units.count_bits = static_cast<unsigned>(std::bit_width(std::max<std::size_t>(rows, 1)));
  const int bend_bits = std::min(kBits, 62 - 2 * static_cast<int>(units.count_bits));
  const auto choose = [](int bits, double largest, double& unit, double& per_one) {
    constexpr int kLimit = 1000;  // a unit and its inverse are normal numbers
    if (!(largest > 0)) return;
    const int exponent = std::clamp(bits - 1 - std::ilogb(largest), -kLimit, kLimit);
    unit = std::ldexp(1.0, -exponent);
    per_one = std::ldexp(1.0, exponent);
  };
  choose(kBits, largest_slope, units.slope_unit, units.slopes_per_one);
  choose(bend_bits, largest_bend, units.bend_unit, units.bends_per_one);
  return units;
}

GradientSums WholeUnits::row(double slope, double bend) const {
  return {rounded(slope * slopes_per_one), (rounded(bend * bends_per_one) << count_bits) | 1};
}

GradientGrower::GradientGrower(const TrainingSet& training, const CodedRows& coded, const GrowOptions& options,
                               double l2, double least_bend, std::vector<Direction> directions, std::size_t threads)
    : training_(training),
      coded_(coded),
      options_(options),
      l2_(l2),
      least_bend_(least_bend),
      directions_(std::move(directions)),
      threads_(threads) {}

GradientTree GradientGrower::grow(std::span<const double> slopes, std::span<const double> bends, GradientRows rows,
                                  std::uint64_t key) const {
  const WholeUnits units = WholeUnits::of(rows.learned.size(), largest_magnitude(slopes, rows.learned),
                                          largest_magnitude(bends, rows.learned));
  SplitLimits limits;
  const double least_rows = options_.min_leaf.of(static_cast<double>(training_.data.rows()));
  limits.least_rows = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(least_rows)));
  limits.least_bend = least_bend_;
  limits.least_gain = options_.min_gain;
  limits.l2 = l2_;
  limits.missing_to_larger = options_.missing == MissingPolicy::majority;
  limits.asks_presence = options_.missing == MissingPolicy::own_category;
  return OneTree(training_, coded_, options_, limits, directions_, units, threads_)
      .grow(slopes, bends, std::move(rows), key);
}

}  // namespace espalier
