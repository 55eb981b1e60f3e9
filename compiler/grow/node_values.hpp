// The rows of a plot (note [plots] in grow/plot_ranks.hpp), and the values that some of them have in a column, in
// order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "grow/key_sort.hpp"
#include "grow/side_facts.hpp"
#include "grow/value_search.hpp"

namespace espalier {

// What a row counts, of classes: its class, and in the upper half how often it was drawn.
using DrawnCount = std::uint16_t;
inline constexpr DrawnCount kCopy = 256;

// The rows of a plot: of the training set, in the order of their numbers. Those of a regression come as often as they
// were drawn.
struct PlotRows {
  std::vector<std::uint32_t> rows;
  std::vector<DrawnCount> amounts;  // of classes
  std::vector<double> levels;       // targets, of a regression

  void clear() {
    rows.clear();
    amounts.clear();
    levels.clear();
  }
};

// Of the rows of a node: their values as ranks, which are sorted where somebody asks for it, and what they count.
template <typename Number, typename Rank>
class NodeValues {
 public:
  using Key = KeyOf<Rank>;
  static constexpr bool kLevels = std::is_same_v<Number, LevelSums>;

  NodeValues(const PlotRows& plot, std::size_t width) : plot_(plot), width_(width) {}

  // For nodes of so many rows.
  void make_room(std::size_t rows) {
    if (keys_.size() < rows + KeySorter<Key>::kSpare) keys_.resize(rows + KeySorter<Key>::kSpare);
  }

  // `ranks` of the rows of the plot, `none` that of missing values. Targets are measured from the center.
  void take(std::span<const Rank> rows, const Rank* ranks, std::uint32_t none, double center) {
    center_ = center;
    lowest_ = std::numeric_limits<std::uint32_t>::max();
    highest_ = 0;
    missing_.assign(width_, Number{});
    Key* to = keys_.data();
    for (const Rank row : rows) {
      const std::uint32_t rank = ranks[row];
      if (rank == none) {
        add(row, missing_.data());
        continue;
      }
      lowest_ = std::min(lowest_, rank);
      highest_ = std::max(highest_, rank);
      *to++ = static_cast<Key>(static_cast<Key>(rank) << kRankShift<Key>) | static_cast<Key>(row);
    }
    known_ = static_cast<std::size_t>(to - keys_.data());
    complete_ = known_ == rows.size();
  }

  // What a row counts.
  void add(std::size_t row, Number* to) const {
    if constexpr (kLevels) {
      to->sum += plot_.levels[row] - center_;
      to->weight += 1;
    } else {
      to[plot_.amounts[row] % kCopy] += plot_.amounts[row] / kCopy;
    }
  }

  bool complete() const { return complete_; }  // every row has a value
  std::span<const Number> missing() const { return missing_; }
  std::span<const Key> known() const { return std::span(keys_).first(known_); }

  // Whether there are few enough values to count what each has. Sums of targets depend on the order of their terms.
  bool counts() const { return !kLevels && highest_ - lowest_ < std::max<std::size_t>(4, known_ / 2); }

  void sort() { sorter_.sort(keys_, known_, lowest_, highest_); }

  // A row of sums for each value, with its rank. There is room for one more.
  void sum_up() {
    value_ranks_.clear();
    if constexpr (!kLevels) {
      if (counts()) return count();
    }
    sort();
    sums_.clear(width_, known_ + 1);
    Number* row = nullptr;
    for (const Key key : known()) {
      if (value_ranks_.empty() || value_ranks_.back() != rank_of(key)) {
        row = sums_.add();
        value_ranks_.push_back(rank_of(key));
      }
      add(row_of(key), row);
    }
  }
  SumRows<Number>& sums() { return sums_; }
  const std::vector<std::uint32_t>& value_ranks() const { return value_ranks_; }

 private:
  void count() {
    const std::size_t ranks = highest_ - lowest_ + std::size_t{1};
    counts_.assign(ranks * width_, Number{});
    for (const Key key : known()) add(row_of(key), counts_.data() + (rank_of(key) - lowest_) * width_);
    sums_.clear(width_, ranks + 1);
    for (std::size_t i = 0; i < ranks; ++i) {
      const std::span<const Number> row(counts_.data() + i * width_, width_);
      if (std::ranges::all_of(row, [](const Number& number) { return number == Number{}; })) continue;
      sums_.refer_to(row.data());
      value_ranks_.push_back(lowest_ + static_cast<std::uint32_t>(i));
    }
  }

  const PlotRows& plot_;
  std::size_t width_;  // of a row of sums
  double center_ = 0;
  std::vector<Key> keys_;
  std::size_t known_ = 0;
  std::uint32_t lowest_ = 0;
  std::uint32_t highest_ = 0;
  bool complete_ = false;
  std::vector<Number> missing_;
  KeySorter<Key> sorter_;
  std::vector<Number> counts_;
  SumRows<Number> sums_;
  std::vector<std::uint32_t> value_ranks_;
};

}  // namespace espalier
