#include "merge/box_tree.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace espalier {
namespace {

constexpr std::uint32_t kGone = UINT32_MAX;

// Per column and cell of the grid: the cell of the box's core that it is answered like; kGone: it is not in the box.
using CellPlaces = std::vector<std::vector<std::uint32_t>>;

bool set_has(const GridColumn& column, const CellSet& set, std::uint32_t cell) {
  if (!column.ordered) return (set.mask >> cell & 1) != 0;
  if (cell == column.known_cells) return set.apart;
  return set.first <= cell && cell <= set.last;
}

// The cells that a split sends to one side.
struct SideCells {
  std::vector<std::uint32_t> known;
  bool unknown = false;
};

SideCells side_cells(const GridColumn& column, const std::vector<std::uint32_t>& places, const CellSet& set) {
  SideCells side;
  for (std::uint32_t cell = 0; cell < column.cells(); ++cell) {
    if (places[cell] == kGone || !set_has(column, set, places[cell])) continue;
    if (cell < column.known_cells) side.known.push_back(cell);
    if (column.unknown == cell) side.unknown = true;
  }
  return side;
}

std::vector<std::uint32_t> categories_in(const GridColumn& column, const SideCells& side) {
  std::vector<std::uint32_t> categories;
  for (const std::uint32_t cell : side.known) {
    categories.insert(categories.end(), column.categories[cell].begin(), column.categories[cell].end());
  }
  std::ranges::sort(categories);
  return categories;
}

// The test that parts the two; `swapped`: its first child is the right side. Where no row of the box has an unknown
// value, the test fails for it, as it does under MissingPolicy::refuse.
Node test_between(const GridColumn& column, const SideCells& left, const SideCells& right, bool& swapped) {
  Node node;
  node.feature = column.feature;
  swapped = false;
  if (left.known.empty() || right.known.empty()) {
    node.test = TestKind::present;
    node.missing_child = 1;
    swapped = left.known.empty();
    return node;
  }
  if (column.ordered) {
    node.test = TestKind::less_equal;
    node.threshold = column.thresholds[left.known.back()];
    node.gap = column.gaps[left.known.back()];
    node.missing_child = left.unknown ? 0 : 1;
    return node;
  }
  node.test = TestKind::member;
  std::vector<std::uint32_t> categories = categories_in(column, left);
  std::vector<std::uint32_t> others = categories_in(column, right);
  swapped = others.size() < categories.size();
  if (swapped) std::swap(categories, others);
  node.categories = std::move(categories);
  node.missing_child = (swapped ? right : left).unknown ? 0 : 1;
  return node;
}

class BoxTreeBuilder {
 public:
  BoxTreeBuilder(BoxSearch& search, const Grid& grid, Task task) : search_(search), grid_(grid), task_(task) {}

  BoxTreeNodes build(std::size_t most_leaves) {
    BoxTreeNodes built;
    std::vector<Open> open;
    open.push_back(begin());
    built.nodes.emplace_back();
    std::size_t leaves = 0;
    while (!open.empty()) {
      const Open here = std::move(open.back());
      open.pop_back();
      const auto step = search_.step(here.state, here.depth);
      if (!step) {
        answer(built.nodes[here.node], search_.answer(here.state));
        if (++leaves + open.size() > most_leaves) {
          built.reached = leaves + open.size();
          return built;
        }
        continue;
      }
      const std::vector<std::uint32_t>& places = here.places[step->column];
      const GridColumn& column = grid_.columns[step->column];
      bool swapped = false;
      Node node = test_between(column, side_cells(column, places, step->split.left),
                               side_cells(column, places, step->split.right), swapped);
      const auto first = static_cast<std::uint32_t>(built.nodes.size());
      node.children = {first, first + 1};
      built.nodes[here.node] = std::move(node);
      built.nodes.resize(first + 2);
      open.push_back(part(here, *step, false, swapped ? first + 1 : first));
      open.push_back(part(here, *step, true, swapped ? first : first + 1));
    }
    return built;
  }

 private:
  struct Open {
    std::uint32_t node = 0;
    BoxSearch::State state = 0;
    std::uint32_t depth = 0;  // that is allowed
    CellPlaces places;
  };

  Open begin() {
    Open root{0, search_.root(), search_.depth_allowed(), {}};
    for (const GridColumn& column : grid_.columns) {
      std::vector<std::uint32_t>& places = root.places.emplace_back();
      for (std::uint32_t cell = 0; cell < column.cells(); ++cell) places.push_back(cell);
    }
    take_core(BoxCodes(grid_).whole(), root.places);
    return root;
  }

  Open part(const Open& from, const BoxSearch::Step& step, bool right, std::uint32_t node) {
    Open part{node, right ? step.right : step.left, from.depth > 0 ? from.depth - 1 : 0, from.places};
    GridBox box = search_.box(from.state);
    box[step.column] = right ? step.split.right : step.split.left;
    for (std::uint32_t& place : part.places[step.column]) {
      if (place != kGone && !set_has(grid_.columns[step.column], box[step.column], place)) place = kGone;
    }
    take_core(box, part.places);
    return part;
  }

  void take_core(const GridBox& box, CellPlaces& places) {
    for (std::size_t column = 0; column < box.size(); ++column) {
      search_.differences().count(column, box, room_, sums_);
      search_.differences().core(column, box[column], sums_.data(), &to_);
      for (std::uint32_t& place : places[column]) {
        if (place != kGone) place = to_[place];
      }
    }
  }

  void answer(Node& node, std::uint32_t answer) const {
    if (task_ == Task::regression) {
      node.value = grid_.values[answer];
    } else {
      node.label = answer;
    }
  }

  BoxSearch& search_;
  const Grid& grid_;
  Task task_;
  std::vector<Differences::Term> room_;
  std::vector<std::uint32_t> sums_;
  std::vector<std::uint32_t> to_;
};

}  // namespace

BoxTreeNodes nodes_of(BoxSearch& search, const Grid& grid, Task task, std::size_t most_leaves) {
  return BoxTreeBuilder(search, grid, task).build(most_leaves);
}

// Equal subtrees get one number, from the leaves up.
std::vector<Node> without_equal_branches(const std::vector<Node>& nodes) {
  using Key = std::tuple<TestKind, std::uint32_t, double, std::vector<std::uint32_t>, std::uint32_t, std::uint32_t,
                         double, std::vector<std::uint32_t>>;
  std::map<Key, std::uint32_t> numbers;
  std::vector<std::uint32_t> number(nodes.size());
  std::vector<std::uint32_t> sample;  // per number, a node
  for (std::size_t at = nodes.size(); at-- > 0;) {
    const Node& node = nodes[at];
    std::vector<std::uint32_t> children;
    for (const std::uint32_t child : node.children) children.push_back(number[child]);
    const bool alike =
        !children.empty() && std::ranges::all_of(children, [&](std::uint32_t child) { return child == children[0]; });
    if (alike) {
      number[at] = children[0];
      continue;
    }
    const std::vector<std::uint32_t> categories(node.categories.begin(), node.categories.end());
    const auto found = numbers.emplace(
        Key(node.test, node.feature, node.threshold, categories, node.missing_child, node.label, node.value, children),
        static_cast<std::uint32_t>(sample.size()));
    if (found.second) sample.push_back(static_cast<std::uint32_t>(at));
    number[at] = found.first->second;
  }
  std::vector<Node> rest(1);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {{0, number[0]}};
  while (!open.empty()) {
    const auto [at, subtree] = open.back();
    open.pop_back();
    Node node = nodes[sample[subtree]];
    for (std::uint32_t& child : node.children) {
      open.emplace_back(static_cast<std::uint32_t>(rest.size()), number[child]);
      child = static_cast<std::uint32_t>(rest.size());
      rest.emplace_back();
    }
    rest[at] = std::move(node);
  }
  return rest;
}

}  // namespace espalier
