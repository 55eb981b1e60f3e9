#include "merge/box.hpp"

#include <algorithm>
#include <bit>

namespace espalier {

// note [idle]: Let a threshold of a column be idle in a box: the cells a and b on its two sides are answered alike
// there for whatever the other columns have. Take a smallest tree for the box and let rows of cell b go the way of cell
// a. No answer changes, as a and b are alike; tests that part a from b now ask for the next threshold below or above,
// or nothing. So there is a tree of that size without the idle threshold, of no larger depth. A threshold that is not
// idle parts two inputs that differ in nothing else and are answered differently: every tree for the box must ask it.
// So the number of thresholds that are not idle, and one, is a lower bound of leaves.
//
// Of words, n tests tell at most 2^n groups apart, as each may part them in another way elsewhere. Unknown values that
// have a cell of their own go left or right at each test of a number: one test that is asked once would send them with
// one of its sides everywhere, so they need a second one; but of two thresholds, each asked once, they can take the
// left side of one and the right side of the other.

namespace {

constexpr std::uint64_t kMostCodes = std::uint64_t{1} << 62;

std::uint32_t bit(std::uint32_t cell) {
  return std::uint32_t{1} << cell;
}

std::size_t pairs_of(const GridColumn& column) {
  const std::size_t cells = column.cells();
  if (!column.ordered) return cells * (cells - 1) / 2;
  return column.known_cells - 1 + (column.unknown_apart() ? column.known_cells : 0);
}

std::size_t axis_of(const GridColumn& column) {
  return column.ordered ? column.cells() : std::size_t{1} << column.cells();
}

// Of two groups of words, a < b.
std::size_t pair_of_groups(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::size_t>(b) * (b - 1) / 2 + a;
}

// The cells of a pair, by its number.
std::vector<std::pair<std::uint32_t, std::uint32_t>> cell_pairs(const GridColumn& column) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  if (!column.ordered) {
    for (std::uint32_t b = 1; b < column.cells(); ++b) {
      for (std::uint32_t a = 0; a < b; ++a) pairs.emplace_back(a, b);
    }
    return pairs;
  }
  for (std::uint32_t cell = 0; cell + 1 < column.known_cells; ++cell) pairs.emplace_back(cell, cell + 1);
  if (column.unknown_apart()) {
    for (std::uint32_t cell = 0; cell < column.known_cells; ++cell) pairs.emplace_back(cell, column.known_cells);
  }
  return pairs;
}

}  // namespace

// ---- codes

std::optional<std::vector<BoxCodes::Radix>> BoxCodes::radices(const Grid& grid) {
  std::vector<Radix> radices;
  std::uint64_t weight = 1;
  for (const GridColumn& column : grid.columns) {
    Radix radix;
    radix.ordered = column.ordered;
    radix.known = column.known_cells;
    radix.apart = column.ordered && column.unknown_apart();
    if (!column.ordered && column.cells() > kMostWordGroups) return std::nullopt;
    if (radix.known > (std::uint64_t{1} << 30)) return std::nullopt;
    if (column.ordered) {
      radix.states = radix.known * radix.known * (radix.apart ? 2 : 1) + (radix.apart ? 1 : 0);
    } else {
      radix.states = std::uint64_t{1} << column.cells();
    }
    radix.weight = weight;
    if (weight > kMostCodes / radix.states) return std::nullopt;
    weight *= radix.states;
    radices.push_back(radix);
  }
  return radices;
}

bool BoxCodes::can_hold(const Grid& grid) {
  return radices(grid).has_value();
}

BoxCodes::BoxCodes(const Grid& grid) : radices_(radices(grid).value()) {}

GridBox BoxCodes::whole() const {
  GridBox box;
  for (const Radix& radix : radices_) {
    CellSet set;
    if (radix.ordered) {
      set.first = 0;
      set.last = static_cast<std::uint32_t>(radix.known) - 1;
      set.apart = radix.apart;
    } else {
      set.mask = static_cast<std::uint32_t>(radix.states) - 1;
    }
    box.push_back(set);
  }
  return box;
}

std::uint64_t BoxCodes::code(std::size_t column, const CellSet& set) const {
  const Radix& radix = radices_[column];
  if (!radix.ordered) return radix.weight * set.mask;
  if (!set.has_known()) return radix.weight * (radix.states - 1);
  const std::uint64_t interval = set.first * radix.known + set.last;
  return radix.weight * (radix.apart ? 2 * interval + (set.apart ? 1 : 0) : interval);
}

GridBox BoxCodes::decoded(std::uint64_t code) const {
  GridBox box(radices_.size());
  for (std::size_t column = 0; column < radices_.size(); ++column) {
    const Radix& radix = radices_[column];
    CellSet& set = box[column];
    std::uint64_t state = code / radix.weight % radix.states;
    if (!radix.ordered) {
      set.mask = static_cast<std::uint32_t>(state);
      continue;
    }
    if (radix.apart) {
      set.apart = state % 2 == 1 || state == radix.states - 1;
      if (state == radix.states - 1) continue;
      state /= 2;
    }
    set.first = static_cast<std::uint32_t>(state / radix.known);
    set.last = static_cast<std::uint32_t>(state % radix.known);
  }
  return box;
}

// ---- tables

std::optional<std::size_t> Differences::bytes(const Grid& grid, std::size_t most) {
  std::size_t sum = 0;
  for (std::size_t column = 0; column < grid.columns.size(); ++column) {
    std::size_t size = pairs_of(grid.columns[column]) * sizeof(std::uint32_t);
    for (std::size_t other = 0; other < grid.columns.size(); ++other) {
      if (other == column) continue;
      if (!grid.columns[other].ordered && grid.columns[other].cells() > kMostWordGroups) return std::nullopt;
      const std::size_t axis = axis_of(grid.columns[other]);
      if (size > most / axis) return std::nullopt;
      size *= axis;
    }
    sum += size;
    if (sum > most) return std::nullopt;
  }
  return sum;
}

Differences::Differences(const Grid& grid) : grid_(grid), tables_(grid.columns.size()) {
  for (const GridColumn& column : grid.columns) axes_.push_back(axis_of(column));
  for (std::size_t column = 0; column < tables_.size(); ++column) {
    make_table(grid, column);
    add_up(column);
  }
}

// Where single cells are: of words, at the place of the set that has this cell alone.
void Differences::make_table(const Grid& grid, std::size_t column) {
  Table& table = tables_[column];
  table.pairs = pairs_of(grid.columns[column]);
  table.strides.assign(axes_.size(), 0);
  std::size_t places = 1;
  for (std::size_t other = 0; other < axes_.size(); ++other) {
    if (other == column) continue;
    table.strides[other] = places;
    places *= axes_[other];
  }
  table.sums.assign(places * table.pairs, 0);
  const auto pairs = cell_pairs(grid.columns[column]);
  std::size_t own_stride = 1;
  for (std::size_t before = 0; before < column; ++before) own_stride *= grid.columns[before].cells();
  std::vector<std::uint32_t> cells(axes_.size(), 0);
  for (std::size_t at = 0; at < grid.answers.size(); ++at) {
    if (cells[column] == 0) {
      std::size_t place = 0;
      for (std::size_t other = 0; other < axes_.size(); ++other) {
        if (other == column) continue;
        place += table.strides[other] * (grid.columns[other].ordered ? cells[other] : bit(cells[other]));
      }
      for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
        const bool differ =
            grid.answers[at + own_stride * pairs[pair].first] != grid.answers[at + own_stride * pairs[pair].second];
        table.sums[place * table.pairs + pair] = differ ? 1 : 0;
      }
    }
    for (std::size_t other = 0; other < cells.size(); ++other) {
      if (++cells[other] < grid.columns[other].cells()) break;
      cells[other] = 0;
    }
  }
}

// Along each axis: of numbers, sums of all cells up to the place (that of unknown values stays alone); of words, sums
// over the cells of the set.
void Differences::add_up(std::size_t column) {
  Table& table = tables_[column];
  const std::size_t places = table.sums.size() / std::max<std::size_t>(1, table.pairs);
  const auto take = [&](std::size_t to, std::size_t from) {
    for (std::size_t pair = 0; pair < table.pairs; ++pair) {
      table.sums[to * table.pairs + pair] += table.sums[from * table.pairs + pair];
    }
  };
  for (std::size_t other = 0; other < axes_.size(); ++other) {
    if (other == column) continue;
    const GridColumn& axis = grid_.columns[other];
    const std::size_t stride = table.strides[other];
    if (axis.ordered) {
      for (std::size_t place = 0; place < places; ++place) {
        const std::size_t cell = place / stride % axes_[other];
        if (cell > 0 && cell < axis.known_cells) take(place, place - stride);
      }
      continue;
    }
    for (std::uint32_t cell = 0; cell < axis.cells(); ++cell) {
      for (std::size_t place = 0; place < places; ++place) {
        const std::size_t mask = place / stride % axes_[other];
        if ((mask & bit(cell)) != 0) {
          const std::size_t without = place - stride * bit(cell);
          // The place without the cell is a sum over the other cells; where it is empty, it is 0.
          take(place, without);
        }
      }
    }
  }
}

std::size_t Differences::axis_terms(std::size_t column, const CellSet& set, Term* terms) const {
  const GridColumn& axis = grid_.columns[column];
  if (!axis.ordered) {
    terms[0] = {set.mask, 1};
    return 1;
  }
  std::size_t count = 0;
  if (set.has_known()) {
    terms[count++] = {set.last, 1};
    if (set.first > 0) terms[count++] = {set.first - 1, ~std::uint32_t{0}};
  }
  if (set.apart) terms[count++] = {axis.known_cells, 1};
  return count;
}

void Differences::terms(std::size_t column, std::size_t open, const GridBox& box, std::vector<Term>& terms) const {
  terms.assign(1, Term{});
  for (std::size_t other = 0; other < axes_.size(); ++other) {
    if (other == column || other == open) continue;
    const std::size_t stride = tables_[column].strides[other];
    Term axis[3];
    const std::size_t count = axis_terms(other, box[other], axis);
    const std::size_t before = terms.size();
    for (std::size_t more = 1; more < count; ++more) {
      for (std::size_t i = 0; i < before; ++i) {
        terms.push_back({terms[i].place + stride * axis[more].place, terms[i].sign * axis[more].sign});
      }
    }
    for (std::size_t i = 0; i < before; ++i) {
      terms[i].place += stride * axis[0].place;
      terms[i].sign *= axis[0].sign;
    }
  }
}

void Differences::add(std::size_t column, std::size_t open, std::size_t axis_place, std::span<const Term> terms,
                      std::uint32_t* sums) const {
  const Table& table = tables_[column];
  const std::size_t shift = open == column ? 0 : table.strides[open] * axis_place;
  const std::size_t pairs = table.pairs;
  for (const Term& term : terms) {
    const std::uint32_t* const from = table.sums.data() + (term.place + shift) * pairs;
    for (std::size_t pair = 0; pair < pairs; ++pair) sums[pair] += term.sign * from[pair];
  }
}

void Differences::count(std::size_t column, const GridBox& box, std::vector<Term>& room,
                        std::vector<std::uint32_t>& sums) const {
  sums.assign(tables_[column].pairs, 0);
  terms(column, column, box, room);
  add(column, column, 0, room, sums.data());
}

// ---- cores

CoreColumn Differences::core(std::size_t column, const CellSet& set, const std::uint32_t* sums,
                             std::vector<std::uint32_t>* to) const {
  const GridColumn& axis = grid_.columns[column];
  CoreColumn core;
  if (to != nullptr) to->assign(axis.cells(), 0);
  if (!axis.ordered) {
    for (std::uint32_t cell = 0; cell < axis.cells(); ++cell) {
      if ((set.mask & bit(cell)) == 0) continue;
      std::uint32_t like = cell;
      for (std::uint32_t other = 0; other < cell; ++other) {
        if ((core.core.mask & bit(other)) != 0 && sums[pair_of_groups(other, cell)] == 0) {
          like = other;
          break;
        }
      }
      core.core.mask |= bit(like);
      if (to != nullptr) (*to)[cell] = like;
    }
    const auto groups = static_cast<std::uint32_t>(std::popcount(core.core.mask));
    core.needed = static_cast<std::uint32_t>(std::bit_width(groups - 1));
    return core;
  }
  if (!set.has_known()) {
    core.core.apart = true;
    if (to != nullptr) (*to)[axis.known_cells] = axis.known_cells;
    return core;
  }
  core.core.first = set.last;
  core.core.last = set.first;
  for (std::uint32_t cell = set.first; cell < set.last; ++cell) {
    if (sums[cell] == 0) continue;
    ++core.needed;
    core.core.first = std::min(core.core.first, cell);
    core.core.last = std::max(core.core.last, cell + 1);
  }
  if (core.needed == 0) core.core.first = core.core.last = set.first;
  const auto in_core = [&](std::uint32_t cell) { return std::clamp(cell, core.core.first, core.core.last); };
  if (to != nullptr) {
    for (std::uint32_t cell = set.first; cell <= set.last; ++cell) (*to)[cell] = in_core(cell);
  }
  if (!set.apart) return core;
  core.core.apart = true;
  if (to != nullptr) (*to)[axis.known_cells] = axis.known_cells;
  for (std::uint32_t cell = core.core.first; cell <= core.core.last; ++cell) {
    if (sums[axis.known_cells - 1 + cell] != 0) continue;
    core.core.apart = false;
    if (to != nullptr) (*to)[axis.known_cells] = cell;
    break;
  }
  if (core.core.apart && core.needed < 2) ++core.needed;
  return core;
}

void Differences::splits(std::size_t column, const CellSet& core, const std::uint32_t* sums,
                         std::vector<BoxSplit>& splits) const {
  splits.clear();
  if (!grid_.columns[column].ordered) {
    const std::uint32_t lowest = core.mask & (~core.mask + 1);
    const std::uint32_t others = core.mask ^ lowest;
    // All subsets of the others; the lowest cell is always on the left.
    for (std::uint32_t right = others; right != 0; right = (right - 1) & others) {
      BoxSplit split;
      split.left.mask = core.mask ^ right;
      split.right.mask = right;
      splits.push_back(split);
    }
    return;
  }
  if (!core.has_known()) return;
  for (const bool apart_left : {false, true}) {
    if (apart_left && !core.apart) break;
    bool first = true;
    for (std::uint32_t cell = core.first; cell < core.last; ++cell) {
      if (sums[cell] == 0) continue;
      splits.push_back(
          {{core.first, cell, apart_left, 0}, {cell + 1, core.last, core.apart && !apart_left, 0}, !first});
      first = false;
    }
  }
  if (core.apart) splits.push_back({{core.first, core.last, false, 0}, {1, 0, true, 0}, false});
}

}  // namespace espalier
