#include "merge/pieces.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "audit/figure_range.hpp"
#include "audit/region_walk.hpp"
#include "merge/box_tree.hpp"
#include "merge/grid.hpp"
#include "merge/restrict.hpp"
#include "merge/search.hpp"

namespace espalier {
namespace {

// A grid that is not cut again, whether its smallest tree was found or not.
constexpr std::size_t kSmallGrid = 64;

// Two-way tests that are made of one of the model's.
void add_tests(const Model& model, const Node& node, std::vector<Node>& tests) {
  const Feature& feature = model.features[node.feature];
  Node test;
  test.feature = node.feature;
  test.test = node.test;
  test.missing_child = 1;
  test.children = {1, 2};
  switch (node.test) {
    case TestKind::leaf:
    case TestKind::all_of: return;  // of lists, which are single trees
    case TestKind::present: tests.push_back(test); return;
    case TestKind::less_equal:
      test.threshold = node.threshold;
      test.gap = node.gap;
      test.missing_child = node.missing_child;
      tests.push_back(test);
      return;
    case TestKind::member:
      test.categories = node.categories;
      test.missing_child = node.missing_child;
      tests.push_back(test);
      return;
    case TestKind::multiway:
    case TestKind::grouped: break;
  }
  if (feature.kind == FeatureKind::numeric) {
    for (std::uint32_t cut = 0; cut < feature.cuts.size(); ++cut) {
      test.test = TestKind::less_equal;
      test.threshold = feature.cuts[cut].threshold;
      test.gap = feature.cuts[cut].gap;
      test.missing_child = node.missing_child <= cut ? 0 : 1;
      tests.push_back(test);
    }
  } else {
    test.test = TestKind::member;
    for (std::uint32_t branch = 0; branch < node.children.size(); ++branch) {
      std::vector<std::uint32_t> categories;
      for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
        const std::uint32_t way = node.test == TestKind::multiway ? category : node.groups[category];
        if (way == branch) categories.push_back(category);
      }
      if (categories.empty() || categories.size() == feature.categories.size()) continue;
      test.categories = categories;
      test.missing_child = node.missing_child == branch ? 0 : 1;
      tests.push_back(test);
    }
  }
  // Unknown values may have a branch of their own.
  test.test = TestKind::present;
  test.categories = std::vector<std::uint32_t>();
  test.threshold = 0;
  test.gap.reset();
  test.missing_child = 1;
  tests.push_back(test);
}

class PieceBuilder {
 public:
  PieceBuilder(const Model& model, const Space& space, const PieceOptions& options)
      : model_(model), space_(space), options_(options) {}

  PieceTree build() {
    std::vector<Open> open;
    open.push_back({0, 0, everything(space_), restricted(model_, space_, everything(space_))});
    tree_.nodes.emplace_back();
    std::size_t leaves = 0;
    while (!open.empty()) {
      if (options_.progress) options_.progress(leaves);
      tree_.time_ran_out = options_.stop && options_.stop();
      if (tree_.time_ran_out || leaves + open.size() > options_.most_leaves) {
        tree_.reached = leaves + open.size();
        return std::move(tree_);
      }
      const Open here = std::move(open.back());
      open.pop_back();
      if (const auto answer = certain_answer(here)) {
        Node& node = tree_.nodes[here.node];
        if (model_.task == Task::regression) {
          node.value = *answer;
        } else {
          node.label = static_cast<std::uint32_t>(*answer);
        }
        ++leaves;
        continue;
      }
      std::vector<Node> nodes = solved_piece(here);
      if (!nodes.empty()) {
        leaves += (nodes.size() + 1) / 2;
        plant(here.node, std::move(nodes));
        continue;
      }
      Node test = weightiest_test(here);
      std::vector<RegionPart> parts;
      divide(view_of(space_, here.model), space_, test, here.region, parts);
      const auto first = static_cast<std::uint32_t>(tree_.nodes.size());
      test.children = {first, first + 1};
      tree_.nodes[here.node] = std::move(test);
      tree_.nodes.resize(first + 2);
      for (const RegionPart& part : parts) {
        Open next{first + part.child, here.depth + 1, here.region, {}};
        next.region[part.column] = part.values;
        next.model = restricted(here.model, space_, next.region);
        open.push_back(std::move(next));
      }
    }
    return std::move(tree_);
  }

 private:
  struct Open {
    std::uint32_t node = 0;
    std::uint32_t depth = 0;
    Region region;
    Model model;  // what is left of its trees there
  };

  // Of all rows of the region, if bounds on the trees' sums say it.
  std::optional<double> certain_answer(const Open& open) const {
    const ModelView view = view_of(space_, open.model);
    Figure figure{model_.task == Task::regression ? Figure::Kind::value : Figure::Kind::grade, {}, 0};
    figure.grades.resize(model_.labels.size());
    std::iota(figure.grades.begin(), figure.grades.end(), 0.0);
    std::vector<RegionWalk::WalkedTree> trees;
    for (const Tree& tree : open.model.trees) trees.push_back({&view, &tree});
    const WalkedFigure walked(space_, view, figure, 0);
    RegionWalk walk(space_, trees, open.region);
    std::optional<double> answer;
    walk.run([&]() -> std::optional<std::size_t> {
      const FigureRange range = walked.range(walk);
      if (range.is_single()) answer = range.least;
      walk.stop();
      return std::nullopt;
    });
    return answer;
  }

  // Empty: the grid is too large, or the search for its smallest tree took too much.
  std::vector<Node> solved_piece(const Open& open) {
    std::vector<GridColumn> columns = grid_columns(open.model, space_, open.region);
    if (!grid_size(columns, options_.most_cells)) return {};
    const auto filled = fill_grid(open.model, space_, open.region, std::move(columns), [] { return false; });
    const Grid grid = without_idle_thresholds(*filled);
    if (!BoxCodes::can_hold(grid) || !Differences::bytes(grid, options_.bytes)) return {};
    BoxSearch search(grid, {options_.bytes, options_.stop, {}});
    const bool solved = search.solve(options_.objective);
    tree_.boxes += search.states();
    tree_.least_leaves = std::max(tree_.least_leaves, search.least_leaves());
    tree_.least_depth = std::max(tree_.least_depth, search.least_depth());
    if (!solved && grid.size() > kSmallGrid) return {};
    ++tree_.pieces;
    if (solved) ++tree_.solved;
    BoxTreeNodes built = nodes_of(search, grid, model_.task, options_.most_leaves);
    return std::move(built.nodes);
  }

  void plant(std::uint32_t place, std::vector<Node> nodes) {
    // Node 0 takes the place; the others follow at the end.
    const auto shift = static_cast<std::uint32_t>(tree_.nodes.size()) - 1;
    for (Node& node : nodes) {
      for (std::uint32_t& child : node.children) child += shift;
    }
    tree_.nodes[place] = std::move(nodes.front());
    tree_.nodes.insert(tree_.nodes.end(), std::make_move_iterator(nodes.begin() + 1),
                       std::make_move_iterator(nodes.end()));
  }

  // The test that counts most where each one counts by how near the root it stands in its tree. It parts the region.
  Node weightiest_test(const Open& open) const {
    using Key = std::tuple<std::uint32_t, TestKind, double, std::vector<std::uint32_t>>;
    struct Weighed {
      Node test;
      double weight = 0;
    };
    std::map<Key, Weighed> found;
    for (const Tree& tree : open.model.trees) {
      std::vector<double> weights(tree.nodes.size(), 1);
      for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
        const Node& node = tree.nodes[at];
        for (const std::uint32_t child : node.children) weights[child] = weights[at] / 2;
        std::vector<Node> tests;
        add_tests(open.model, node, tests);
        for (Node& test : tests) {
          const Key key(test.feature, test.test, test.threshold,
                        std::vector<std::uint32_t>(test.categories.begin(), test.categories.end()));
          const auto place = found.emplace(key, Weighed{std::move(test), 0}).first;
          place->second.weight += weights[at];
        }
      }
    }
    const ModelView view = view_of(space_, open.model);
    const Weighed* best = nullptr;
    std::vector<RegionPart> parts;
    for (const auto& [key, weighed] : found) {
      if (best != nullptr && weighed.weight <= best->weight) continue;
      divide(view, space_, weighed.test, open.region, parts);
      if (parts.size() == 2) best = &weighed;
    }
    return best->test;
  }

  const Model& model_;
  const Space& space_;
  const PieceOptions& options_;
  PieceTree tree_;
};

}  // namespace

PieceTree tree_of_pieces(const Model& model, const Space& space, const PieceOptions& options) {
  return PieceBuilder(model, space, options).build();
}

}  // namespace espalier
