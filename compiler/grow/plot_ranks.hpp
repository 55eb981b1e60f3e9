// The ranks that the rows of a subtree have in every column that somebody asks for: note [plots].
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/ranked_columns.hpp"

namespace espalier {

// note [plots]: the rows of a subtree are copied to a plot of their own, where they are numbered from 0 and every
// column that somebody tries has their ranks side by side. Small plots lie in a processor's own memory, and their ranks
// and rows are numbers of 16 bits, so that both fit a key of 32.
inline constexpr std::size_t kNarrowPlot = 65'536;  // rows of a plot of such ranks
inline constexpr std::size_t kSmallPlot = 4096;     // rows of one that lies in a processor's own memory

// Ranks among the different ones of a plot, in place of those among all rows.
class DenseRanks {
 public:
  // `ranks` are below `most`.
  template <typename Ranks>
  void find(const Ranks& ranks, std::size_t count, std::size_t most) {
    const std::size_t words = most / 64 + 1;
    seen_.assign(words, 0);
    for (std::size_t i = 0; i < count; ++i) seen_[ranks(i) / 64] |= std::uint64_t{1} << (ranks(i) % 64);
    before_.resize(words);
    different_ = 0;
    for (std::size_t word = 0; word < words; ++word) {
      before_[word] = different_;
      different_ += static_cast<std::uint32_t>(std::popcount(seen_[word]));
    }
  }
  std::uint32_t operator()(std::uint32_t rank) const {
    const std::uint64_t below = seen_[rank / 64] & ((std::uint64_t{1} << (rank % 64)) - 1);
    return before_[rank / 64] + static_cast<std::uint32_t>(std::popcount(below));
  }
  std::uint32_t different() const { return different_; }

 private:
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint32_t> before_;  // per word: ranks in those before it
  std::uint32_t different_ = 0;
};

template <typename Rank>
class PlotRanks {
 public:
  using Narrow = PlotRanks<std::uint16_t>;

  explicit PlotRanks(const std::vector<RankedColumn>& columns) : columns_(columns), places_(columns.size()) {}

  // Of other rows now. `rows` are those of the training set. `outer`, if it is not null, has all their ranks already,
  // as those of its rows `outer_rows`. Keeps all three.
  void begin(std::span<const std::uint32_t> rows, Narrow* outer, std::span<const std::uint16_t> outer_rows) {
    rows_ = rows;
    outer_ = outer;
    outer_rows_ = outer_rows;
    for (Place& place : places_) place.known = false;
  }

  // Per row.
  const Rank* of(std::uint32_t column) {
    Place& place = places_[column];
    if (!place.known) fill(column, place);
    return place.ranks.data();
  }
  // The rank of missing values in a column that was asked for.
  std::uint32_t missing(std::uint32_t column) const { return places_[column].missing; }
  // The value of a row that has one.
  double value(std::uint32_t column, std::size_t row) const {
    return columns_[column].values[columns_[column].ranks[rows_[row]]];
  }

 private:
  struct Place {
    bool known = false;
    std::uint32_t missing = 0;
    std::vector<Rank> ranks;
  };

  void fill(std::uint32_t column, Place& place) {
    if (place.ranks.size() < rows_.size()) place.ranks.resize(rows_.size());
    place.known = true;
    Rank* const to = place.ranks.data();
    if constexpr (sizeof(Rank) == sizeof(std::uint16_t)) {
      if (outer_ != nullptr) {
        const Rank* const from = outer_->of(column);
        for (std::size_t row = 0; row < rows_.size(); ++row) to[row] = from[outer_rows_[row]];
        place.missing = outer_->missing(column);
        return;
      }
    }
    const RankedColumn& whole = columns_[column];
    const auto rank_at = [&](std::size_t row) { return whole.ranks[rows_[row]]; };
    place.missing = whole.missing();
    if (sizeof(Rank) > sizeof(std::uint16_t) || whole.missing() < kNarrowPlot) {
      for (std::size_t row = 0; row < rows_.size(); ++row) to[row] = static_cast<Rank>(rank_at(row));
      return;
    }
    dense_.find(rank_at, rows_.size(), whole.values.size() + 1);
    for (std::size_t row = 0; row < rows_.size(); ++row) to[row] = static_cast<Rank>(dense_(rank_at(row)));
    place.missing = dense_(whole.missing());  // the last one, or one more
  }

  const std::vector<RankedColumn>& columns_;
  std::span<const std::uint32_t> rows_;
  Narrow* outer_ = nullptr;
  std::span<const std::uint16_t> outer_rows_;
  std::vector<Place> places_;  // per column
  DenseRanks dense_;
};

}  // namespace espalier
