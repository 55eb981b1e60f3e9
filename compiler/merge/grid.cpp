#include "merge/grid.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "audit/figure_range.hpp"
#include "audit/region_walk.hpp"
#include "model/interpret.hpp"

namespace espalier {
namespace {

// A threshold of a column with the numbers that it parts: all up to `last` go left.
struct GridCut {
  double last = 0;
  double threshold = 0;
  std::optional<Gap> gap;
};

// Of two tests at the same place, the values next to the cut of both.
std::optional<Gap> common_gap(const GridCut& first, const GridCut& second) {
  if (!first.gap || !second.gap) return std::nullopt;
  const Gap gap{std::max(first.gap->below, second.gap->below), std::min(first.gap->above, second.gap->above)};
  if (!(gap.below <= first.threshold && first.threshold < gap.above)) return std::nullopt;
  return gap;
}

// The tests of one column, in the order of the trees.
struct ColumnTests {
  std::vector<const Node*> nodes;
};

std::vector<ColumnTests> tests_by_feature(const Model& model) {
  std::vector<ColumnTests> tests(model.features.size());
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (!node.is_leaf()) tests[node.feature].nodes.push_back(&node);
    }
  }
  return tests;
}

std::uint32_t branch_for(const Feature& feature, const Node& node, double value) {
  return branch_if_known(feature, node, value).value_or(node.missing_child);
}

// Where each of the tests sends the value.
std::vector<std::uint32_t> ways_of(const Feature& feature, const ColumnTests& tests, double value) {
  std::vector<std::uint32_t> ways;
  ways.reserve(tests.nodes.size());
  for (const Node* node : tests.nodes) ways.push_back(branch_for(feature, *node, value));
  return ways;
}

std::vector<GridCut> cuts_of(const Feature& feature, const ColumnTests& tests, bool whole) {
  std::vector<GridCut> cuts;
  const auto add = [&](double threshold, const std::optional<Gap>& gap) {
    double last = threshold_for_values(feature, threshold);
    if (whole) last = std::floor(last);
    cuts.push_back({last, threshold, gap});
  };
  for (const Node* node : tests.nodes) {
    if (node->test == TestKind::less_equal) add(node->threshold, node->gap);
    if (node->test != TestKind::multiway) continue;
    for (const CutPoint& cut : feature.cuts) add(cut.threshold, cut.gap);
  }
  std::ranges::stable_sort(cuts, {}, [](const GridCut& cut) { return std::pair(cut.last, cut.threshold); });
  std::vector<GridCut> different;
  for (const GridCut& cut : cuts) {
    if (!different.empty() && different.back().last == cut.last) {
      different.back().gap = common_gap(different.back(), cut);
    } else {
      different.push_back(cut);
    }
  }
  return different;
}

GridColumn number_column(const Feature& feature, std::uint32_t index, const ColumnTests& tests, const Region& region,
                         bool whole) {
  GridColumn column;
  column.feature = index;
  const ColumnValues& values = region[index];
  std::vector<double> lasts;
  for (const GridCut& cut : cuts_of(feature, tests, whole)) {
    if (!(values.first <= cut.last && cut.last < values.last)) continue;  // nothing of the region is on one side
    lasts.push_back(cut.last);
    column.thresholds.push_back(cut.threshold);
    column.gaps.push_back(cut.gap);
  }
  column.known_cells = static_cast<std::uint32_t>(column.thresholds.size()) + 1;
  if (!values.has_known()) column.known_cells = 0;
  if (!values.missing) return column;
  column.unknown = column.known_cells;
  const std::vector<std::uint32_t> ways = ways_of(feature, tests, kMissing);
  for (std::uint32_t cell = column.known_cells; cell-- > 0;) {  // the last one: where 'refuse' sends them
    const double inside = cell < lasts.size() ? lasts[cell] : values.last;
    if (ways_of(feature, tests, inside) == ways) {
      column.unknown = cell;
      break;
    }
  }
  return column;
}

GridColumn word_column(const Feature& feature, std::uint32_t index, const ColumnTests& tests, const ModelView& view,
                       const Region& region) {
  GridColumn column;
  column.feature = index;
  column.ordered = false;
  std::map<std::vector<std::uint32_t>, std::uint32_t> cell_of;
  std::vector<bool> seen(feature.categories.size(), false);
  for (const std::uint32_t word : region[index].words.list()) {
    const std::uint32_t category = view.category[index][word];
    if (seen[category]) continue;
    seen[category] = true;
    const auto found =
        cell_of.emplace(ways_of(feature, tests, category), static_cast<std::uint32_t>(column.categories.size()));
    if (found.second) column.categories.emplace_back();
    column.categories[found.first->second].push_back(category);
  }
  for (std::vector<std::uint32_t>& categories : column.categories) std::ranges::sort(categories);
  column.known_cells = static_cast<std::uint32_t>(column.categories.size());
  if (!region[index].missing) return column;
  const auto same = cell_of.find(ways_of(feature, tests, kMissing));
  column.unknown = same == cell_of.end() ? column.known_cells : same->second;
  return column;
}

// Per column, the cells that a region has of it; all of a cell or nothing.
class RegionCells {
 public:
  RegionCells(const Model& model, const Space& space, const ModelView& view, const std::vector<GridColumn>& columns)
      : columns_(columns), cells_(columns.size()), lasts_(columns.size()), words_(columns.size()) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::uint32_t index = columns[i].feature;
      const Feature& feature = model.features[index];
      for (const double threshold : columns[i].thresholds) {
        const double last = threshold_for_values(feature, threshold);
        lasts_[i].push_back(space.is_whole(index) ? std::floor(last) : last);
      }
      for (const std::vector<std::uint32_t>& categories : columns[i].categories) {
        const auto word = std::ranges::find(view.category[index], categories.front());
        words_[i].push_back(static_cast<std::uint32_t>(word - view.category[index].begin()));
      }
    }
  }

  const std::vector<std::vector<std::uint32_t>>& of(const Region& region) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const GridColumn& column = columns_[i];
      const ColumnValues& values = region[column.feature];
      std::vector<std::uint32_t>& cells = cells_[i];
      cells.clear();
      if (!column.ordered) {
        for (std::uint32_t cell = 0; cell < column.known_cells; ++cell) {
          if (values.words.has(words_[i][cell])) cells.push_back(cell);
        }
      } else if (values.has_known()) {
        const auto cell_of = [&](double value) {
          return static_cast<std::uint32_t>(std::ranges::lower_bound(lasts_[i], value) - lasts_[i].begin());
        };
        for (std::uint32_t cell = cell_of(values.first); cell <= cell_of(values.last); ++cell) cells.push_back(cell);
      }
      if (values.missing && column.unknown_apart()) cells.push_back(column.known_cells);
    }
    return cells_;
  }

 private:
  const std::vector<GridColumn>& columns_;
  std::vector<std::vector<std::uint32_t>> cells_;
  std::vector<std::vector<double>> lasts_;         // ordered: the largest number of each cell but the last
  std::vector<std::vector<std::uint32_t>> words_;  // not ordered: a word of each cell
};

// Writes the answer into every combination of the cells.
void write_block(Grid& grid, const std::vector<std::vector<std::uint32_t>>& cells, std::uint32_t answer) {
  if (cells.empty()) {
    grid.answers[0] = answer;
    return;
  }
  if (std::ranges::any_of(cells, [](const std::vector<std::uint32_t>& some) { return some.empty(); })) return;
  std::vector<std::size_t> strides(cells.size(), 1);
  for (std::size_t i = 1; i < cells.size(); ++i) strides[i] = strides[i - 1] * grid.columns[i - 1].cells();
  std::vector<std::size_t> at(cells.size(), 0);
  while (true) {
    std::size_t base = 0;
    for (std::size_t i = 1; i < cells.size(); ++i) base += strides[i] * cells[i][at[i]];
    for (const std::uint32_t cell : cells[0]) grid.answers[base + cell] = answer;
    std::size_t column = 1;
    while (column < cells.size() && ++at[column] == cells[column].size()) at[column++] = 0;
    if (column >= cells.size()) return;
  }
}

}  // namespace

std::vector<GridColumn> grid_columns(const Model& model, const Space& space, const Region& region) {
  const std::vector<ColumnTests> tests = tests_by_feature(model);
  const ModelView view = view_of(space, model);
  std::vector<GridColumn> columns;
  for (std::uint32_t feature = 0; feature < model.features.size(); ++feature) {
    if (tests[feature].nodes.empty()) continue;
    GridColumn column =
        model.features[feature].kind == FeatureKind::numeric
            ? number_column(model.features[feature], feature, tests[feature], region, space.is_whole(feature))
            : word_column(model.features[feature], feature, tests[feature], view, region);
    if (column.cells() > 1) columns.push_back(std::move(column));
  }
  return columns;
}

std::optional<std::size_t> grid_size(const std::vector<GridColumn>& columns, std::size_t most) {
  std::size_t size = 1;
  for (const GridColumn& column : columns) {
    if (size > most / column.cells()) return std::nullopt;
    size *= column.cells();
  }
  return size;
}

std::optional<Grid> fill_grid(const Model& model, const Space& space, const Region& region,
                              std::vector<GridColumn> columns, const std::function<bool()>& stop) {
  Grid grid;
  grid.columns = std::move(columns);
  std::size_t size = 1;
  for (const GridColumn& column : grid.columns) size *= column.cells();
  grid.answers.resize(size);
  const ModelView view = view_of(space, model);
  Figure figure{model.task == Task::regression ? Figure::Kind::value : Figure::Kind::grade, {}, 0};
  figure.grades.resize(model.labels.size());
  std::iota(figure.grades.begin(), figure.grades.end(), 0.0);
  std::vector<RegionWalk::WalkedTree> trees;
  for (const Tree& tree : model.trees) trees.push_back({&view, &tree});
  const WalkedFigure walked(space, view, figure, 0);
  RegionWalk walk(space, trees, region);
  RegionCells cells(model, space, view, grid.columns);
  std::unordered_map<double, std::uint32_t> known;
  bool stopped = false;
  walk.run([&]() -> std::optional<std::size_t> {
    if (stop()) {
      stopped = true;
      walk.stop();
      return std::nullopt;
    }
    const FigureRange range = walked.range(walk);
    if (!range.is_single()) return walked.next_tree(walk);
    auto answer = static_cast<std::uint32_t>(range.least);
    if (model.task == Task::regression) {
      const auto found = known.emplace(range.least + 0.0, static_cast<std::uint32_t>(grid.values.size()));
      if (found.second) grid.values.push_back(range.least + 0.0);
      answer = found.first->second;
    }
    write_block(grid, cells.of(walk.region()), answer);
    return std::nullopt;
  });
  if (stopped) return std::nullopt;
  return grid;
}

namespace {

// One column of a grid, seen from its answers.
struct Slabs {
  std::size_t stride = 1;  // from a cell to the next one
  std::size_t cells = 1;
  std::size_t outer = 1;  // runs of all cells

  bool alike(const std::vector<std::uint32_t>& answers, std::size_t a, std::size_t b) const {
    for (std::size_t run = 0; run < outer; ++run) {
      const auto begin = answers.begin() + static_cast<std::ptrdiff_t>(run * stride * cells);
      const auto first = begin + static_cast<std::ptrdiff_t>(a * stride);
      const auto second = begin + static_cast<std::ptrdiff_t>(b * stride);
      if (!std::equal(first, first + static_cast<std::ptrdiff_t>(stride), second)) return false;
    }
    return true;
  }

  std::vector<std::uint32_t> only(const std::vector<std::uint32_t>& answers,
                                  const std::vector<std::uint32_t>& kept) const {
    std::vector<std::uint32_t> rest;
    rest.reserve(outer * kept.size() * stride);
    for (std::size_t run = 0; run < outer; ++run) {
      for (const std::uint32_t cell : kept) {
        const auto begin = answers.begin() + static_cast<std::ptrdiff_t>((run * cells + cell) * stride);
        rest.insert(rest.end(), begin, begin + static_cast<std::ptrdiff_t>(stride));
      }
    }
    return rest;
  }
};

GridColumn numbers_without_idle(const GridColumn& column, const Slabs& slabs, const std::vector<std::uint32_t>& answers,
                                std::vector<std::uint32_t>& kept) {
  GridColumn left = column;
  left.thresholds.clear();
  left.gaps.clear();
  left.known_cells = 0;
  std::vector<std::uint32_t> place(column.cells(), 0);  // of each cell among those that are kept
  for (std::uint32_t cell = 0; cell < column.known_cells; ++cell) {
    if (cell == 0 || !slabs.alike(answers, cell - 1, cell)) {
      if (cell > 0) {
        left.thresholds.push_back(column.thresholds[cell - 1]);
        left.gaps.push_back(column.gaps[cell - 1]);
      }
      kept.push_back(cell);
      ++left.known_cells;
    }
    place[cell] = left.known_cells - 1;
  }
  if (!column.unknown) return left;
  if (!column.unknown_apart()) {
    left.unknown = place[*column.unknown];
    return left;
  }
  const auto same =
      std::ranges::find_if(kept, [&](std::uint32_t cell) { return slabs.alike(answers, cell, column.known_cells); });
  left.unknown = static_cast<std::uint32_t>(same - kept.begin());
  if (same == kept.end()) kept.push_back(column.known_cells);
  return left;
}

GridColumn words_without_idle(const GridColumn& column, const Slabs& slabs, const std::vector<std::uint32_t>& answers,
                              std::vector<std::uint32_t>& kept) {
  GridColumn left = column;
  left.categories.clear();
  for (std::uint32_t cell = 0; cell < column.known_cells; ++cell) {
    const auto same =
        std::ranges::find_if(kept, [&](std::uint32_t other) { return slabs.alike(answers, other, cell); });
    const auto place = static_cast<std::size_t>(same - kept.begin());
    if (column.unknown == cell) left.unknown = static_cast<std::uint32_t>(place);
    if (same == kept.end()) {
      kept.push_back(cell);
      left.categories.emplace_back();
    }
    std::vector<std::uint32_t>& group = left.categories[place];
    group.insert(group.end(), column.categories[cell].begin(), column.categories[cell].end());
    std::ranges::sort(group);
  }
  left.known_cells = static_cast<std::uint32_t>(kept.size());
  if (!column.unknown_apart()) return left;
  const auto same =
      std::ranges::find_if(kept, [&](std::uint32_t cell) { return slabs.alike(answers, cell, column.known_cells); });
  left.unknown = static_cast<std::uint32_t>(same - kept.begin());
  if (same == kept.end()) kept.push_back(column.known_cells);
  return left;
}

}  // namespace

Grid without_idle_thresholds(Grid grid) {
  std::vector<GridColumn> columns;
  Slabs slabs;
  for (const GridColumn& column : grid.columns) {
    slabs.cells = column.cells();
    slabs.outer = grid.answers.size() / (slabs.stride * slabs.cells);
    std::vector<std::uint32_t> kept;
    GridColumn left = column.ordered ? numbers_without_idle(column, slabs, grid.answers, kept)
                                     : words_without_idle(column, slabs, grid.answers, kept);
    if (kept.size() < slabs.cells) grid.answers = slabs.only(grid.answers, kept);
    slabs.stride *= kept.size();
    if (kept.size() > 1) columns.push_back(std::move(left));
  }
  grid.columns = std::move(columns);
  return grid;
}

}  // namespace espalier
