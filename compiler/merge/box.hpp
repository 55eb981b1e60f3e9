// Boxes of a grid: for each column some of its cells. Where a column's values are numbers, the known ones are an
// interval.
//
// Many boxes are the same question. Where the box is answered alike at two neighbouring cells of a column, whatever the
// other columns have, the threshold between them need not be asked: it is idle in the box (note [idle] in box.cpp). So
// every box has a *core*, which is left when idle cells are taken off its ends, and boxes with one core are answered by
// the same trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "merge/grid.hpp"

namespace espalier {

// Of one column.
struct CellSet {
  std::uint32_t first = 1;  // ordered: known cells from `first` to `last`; none: first > last
  std::uint32_t last = 0;
  bool apart = false;      // ordered: the cell of unknown values, where they have one of their own
  std::uint32_t mask = 0;  // not ordered: a bit per cell

  bool has_known() const { return first <= last; }
  friend bool operator==(const CellSet&, const CellSet&) = default;
};
using GridBox = std::vector<CellSet>;

// How a test can part what a box has of one column.
struct BoxSplit {
  CellSet left;
  CellSet right;
  bool chained = false;  // its left contains that of the split before, whose right contains this one's
};

// Where cells of a column go when idle ones are taken off: to a cell that is answered alike.
struct CoreColumn {
  CellSet core;
  std::uint32_t needed = 0;  // so many tests of the column are in every tree that answers the box
};

// Box and number, one to one.
class BoxCodes {
 public:
  explicit BoxCodes(const Grid& grid);

  static bool can_hold(const Grid& grid);  // in 64 bits, with columns of few enough groups

  GridBox whole() const;
  std::uint64_t code(std::size_t column, const CellSet& set) const;  // times its weight: codes are added up
  GridBox decoded(std::uint64_t code) const;

 private:
  struct Radix {
    bool ordered = true;
    std::uint64_t known = 1;
    bool apart = false;
    std::uint64_t states = 1;
    std::uint64_t weight = 1;
  };
  static std::optional<std::vector<Radix>> radices(const Grid& grid);
  std::vector<Radix> radices_;
};

// For each column and each pair of its cells that is compared, in how many of the other columns' cells of a box the two
// are answered differently: sums over boxes, in tables.
//
// Pairs are, of numbers, neighbours, and each known cell with that of unknown values alone; of words, any two.
class Differences {
 public:
  explicit Differences(const Grid& grid);

  // What the tables take, in bytes; none: more than `most`.
  static std::optional<std::size_t> bytes(const Grid& grid, std::size_t most);

  std::size_t pairs(std::size_t column) const { return tables_[column].pairs; }

  // A signed place in the tables of one column, by which sums over boxes are made.
  struct Term {
    std::size_t place = 0;
    std::uint32_t sign = 1;  // or its negative
  };
  // Of `column`, for what the box has of the columns other than this one and `open`.
  void terms(std::size_t column, std::size_t open, const GridBox& box, std::vector<Term>& terms) const;
  // The sums of all pairs of `column`, for one place of the axis of the column `open`. Added to `sums`.
  void add(std::size_t column, std::size_t open, std::size_t axis_place, std::span<const Term> terms,
           std::uint32_t* sums) const;
  // The places of a column's axis that make a set, with their signs: at most three.
  std::size_t axis_terms(std::size_t column, const CellSet& set, Term* terms) const;
  std::size_t axis_size(std::size_t column) const { return axes_[column]; }

  // The sums of all pairs of the column in the box.
  void count(std::size_t column, const GridBox& box, std::vector<Term>& room, std::vector<std::uint32_t>& sums) const;

  // The core of what the box has of a column, by the sums of its pairs there. `to`, if given, gets the cell of the core
  // that each cell of the set is answered like.
  CoreColumn core(std::size_t column, const CellSet& set, const std::uint32_t* sums,
                  std::vector<std::uint32_t>* to = nullptr) const;

  // The splits of a core that are worth a test.
  void splits(std::size_t column, const CellSet& core, const std::uint32_t* sums, std::vector<BoxSplit>& splits) const;

 private:
  struct Table {
    std::size_t pairs = 0;
    std::vector<std::size_t> strides;  // per other column, in places
    std::vector<std::uint32_t> sums;   // per place, all pairs
  };
  void make_table(const Grid& grid, std::size_t column);
  void add_up(std::size_t column);

  const Grid& grid_;
  std::vector<std::size_t> axes_;  // per column: places of its axis
  std::vector<Table> tables_;
};

inline constexpr std::uint32_t kMostWordGroups = 12;  // of words, in one column of a grid that is searched

}  // namespace espalier
