#include "merge/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include "audit/boundary.hpp"
#include "audit/diff.hpp"
#include "audit/region.hpp"
#include "lower/input_type.hpp"
#include "merge/box_tree.hpp"
#include "merge/grid.hpp"
#include "merge/pieces.hpp"
#include "merge/restrict.hpp"
#include "merge/search.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "model/validate.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

class MergeClock {
 public:
  explicit MergeClock(double seconds)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds))) {}
  bool passed() const { return std::chrono::steady_clock::now() > end_; }

 private:
  std::chrono::steady_clock::time_point end_;
};

void refuse_what_cannot_be_merged(const Model& model) {
  if (model.combination == Combination::single) {
    throw Diagnostic(ExitCode::bad_input, "the model is a single tree already: there is nothing to merge",
                     "'espalier prune' makes a tree smaller; merge is for models of several trees");
  }
  for (const Tree& tree : model.trees) {
    if (std::ranges::any_of(tree.nodes, [](const Node& node) { return !node.surrogates.empty(); })) {
      throw Diagnostic(ExitCode::bad_input, "the trees have surrogates, which one test cannot express",
                       "merge takes models in which missing values have one way at each test: --missing learned, "
                       "majority, own-category or refuse");
    }
  }
}

[[noreturn]] void refuse_size(std::size_t reached, const MergeOptions& options, std::size_t least) {
  throw Diagnostic(ExitCode::check_failed,
                   fmt::format("the tree has more than {} leaves: {} were reached, and not all of it was made",
                               grouped(options.most_leaves), grouped(reached)),
                   fmt::format("{}--budget allows more; fewer or shallower trees make a smaller one",
                               least > 1 ? fmt::format("no tree has less than {}; ", counted(least, "leaf")) : ""));
}

[[noreturn]] void refuse_time(double seconds, const std::string& reached) {
  throw Diagnostic(ExitCode::check_failed,
                   fmt::format("after {} s there is no tree yet; {}", shortest(seconds), reached),
                   "--seconds allows more; fewer or shallower trees take less");
}

// What pruning would make of inner nodes, as long as no rows are counted: the label of the branch with most leaves, or
// the mean of the leaves' values.
void answer_inner_nodes(Tree& tree) {
  const std::vector<std::size_t> leaves = leaves_below(tree);
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {
    Node& node = tree.nodes[at];
    if (node.is_leaf()) continue;
    std::size_t most = 0;
    double sum = 0;
    for (const std::uint32_t child : node.children) {
      sum += tree.nodes[child].value * (static_cast<double>(leaves[child]) / static_cast<double>(leaves[at]));
      if (leaves[child] <= most) continue;
      most = leaves[child];
      node.label = tree.nodes[child].label;
    }
    node.value = sum;
  }
}

Model single_tree_model(const Model& model, std::vector<Node> nodes, MergeObjective objective) {
  Model merged = model;
  merged.combination = Combination::single;
  merged.sums = {};
  merged.trees.assign(1, Tree{});
  Tree& tree = merged.trees.front();
  tree.nodes = std::move(nodes);
  tree = in_reading_order(std::move(tree));
  answer_inner_nodes(tree);
  bool asks_present = false;
  for (Node& node : tree.nodes) {
    asks_present = asks_present || node.test == TestKind::present;
    if (model.task == Task::classification) node.counts.assign(model.labels.size(), 0);
    if (!std::isfinite(node.value)) {
      throw Diagnostic(ExitCode::bad_input, "some inputs are answered with a number that is not finite",
                       "a tree has finite answers only; smaller scores have a finite e^score");
    }
  }
  if (asks_present) merged.missing = MissingPolicy::own_category;
  if (merged.missing == MissingPolicy::surrogate) merged.missing = MissingPolicy::learned;
  merged.provenance.tool = std::string("espalier ") + kVersion;
  merged.provenance.options.emplace_back(
      "merged", fmt::format("{} by {}", counted(model.trees.size(), "tree"), to_string(model.combination)));
  merged.provenance.options.emplace_back("merge-objective", to_string(objective));
  if (merged.provenance.evaluation) merged.provenance.evaluation->auc.reset();  // probabilities are others
  return merged;
}

// The bounds of a search as a progress: how near they are, once there are two.
std::function<void(std::size_t, std::size_t)> as_progress(const ProgressReport& report) {
  if (!report) return {};
  return [&report](std::size_t least, std::size_t most) {
    if (most < BoxSearch::kNoBound) report(std::min(least, most), std::max<std::size_t>(1, most));
  };
}

// Over the grid of all inputs; none: it is too large.
std::optional<Merged> merge_grid(const Model& model, const Model& rest, const Space& space, const MergeOptions& options,
                                 const MergeClock& clock, const MergeProgress& progress) {
  const std::size_t most_cells = options.bytes / (4 * sizeof(std::uint32_t));
  std::vector<GridColumn> columns = grid_columns(rest, space, everything(space));
  if (!grid_size(columns, most_cells)) return std::nullopt;
  std::size_t looks = 0;
  const auto stop = [&] { return ++looks % 64 == 0 && clock.passed(); };
  const auto filled = fill_grid(rest, space, everything(space), std::move(columns), stop);
  if (!filled) refuse_time(options.seconds, counted(looks, "region") + " were looked at");
  const Grid grid = without_idle_thresholds(*filled);
  // Half of the memory for the tables, so that half is left for boxes.
  if (!BoxCodes::can_hold(grid) || !Differences::bytes(grid, options.bytes / 2)) return std::nullopt;
  BoxSearch search(grid, {options.bytes, [&clock] { return clock.passed(); }, as_progress(progress.searching)});
  Merged merged;
  merged.cells = grid.size();
  merged.smallest = search.solve(options.objective);
  merged.time_ran_out = !merged.smallest && clock.passed();
  merged.memory_ran_out = !merged.smallest && !merged.time_ran_out;
  merged.least_leaves = search.least_leaves();
  merged.least_depth = search.least_depth();
  merged.boxes = search.states();
  BoxTreeNodes built = nodes_of(search, grid, model.task, options.most_leaves);
  if (built.reached > 0) refuse_size(built.reached, options, merged.least_leaves);
  merged.model = single_tree_model(model, without_equal_branches(built.nodes), options.objective);
  return merged;
}

Merged merge_pieces(const Model& model, const Model& rest, const Space& space, const MergeOptions& options,
                    const MergeClock& clock, const MergeProgress& progress) {
  PieceOptions cutting;
  cutting.objective = options.objective;
  cutting.bytes = std::min(cutting.bytes, options.bytes);
  cutting.most_leaves = options.most_leaves;
  cutting.stop = [&clock] { return clock.passed(); };
  if (progress.searching) {
    cutting.progress = [&](std::size_t leaves) {
      progress.searching(std::min(leaves, options.most_leaves), options.most_leaves);
    };
  }
  PieceTree found = tree_of_pieces(rest, space, cutting);
  if (found.time_ran_out) refuse_time(options.seconds, counted(found.reached, "leaf") + " were reached");
  if (found.reached > 0) refuse_size(found.reached, options, found.least_leaves);
  Merged merged;
  merged.way = MergeWay::pieces;
  merged.pieces = found.pieces;
  merged.pieces_solved = found.solved;
  merged.boxes = found.boxes;
  merged.least_leaves = found.least_leaves;
  merged.least_depth = found.least_depth;
  merged.model = single_tree_model(model, without_equal_branches(found.nodes), options.objective);
  return merged;
}

// Pieces that are solved can make a smaller tree than one search that was given up.
void take_better_pieces(Merged& merged, const Model& model, const Model& rest, const Space& space,
                        const MergeOptions& options, const MergeClock& clock, const MergeProgress& progress) {
  const auto size = [&](const Model& single) {
    const std::size_t leaves = leaf_count(single);
    return options.objective == MergeObjective::leaves ? std::pair(leaves, leaves)
                                                       : std::pair(depth(only_tree(single)), leaves);
  };
  try {
    Merged pieces = merge_pieces(model, rest, space, options, clock, progress);
    if (size(merged.model) <= size(pieces.model)) return;
    pieces.memory_ran_out = true;
    pieces.least_leaves = std::max(pieces.least_leaves, merged.least_leaves);
    pieces.least_depth = std::max(pieces.least_depth, merged.least_depth);
    merged = std::move(pieces);
  } catch (const Diagnostic&) {
    // They ended at a limit: the first tree stands.
  }
}

}  // namespace

Merged merge_trees(const Model& model, const MergeOptions& options, const MergeProgress& progress) {
  refuse_what_cannot_be_merged(model);
  const MergeClock clock(options.seconds);
  const Space space = space_of(model);
  const Model rest = restricted(model, space, everything(space));
  auto merged = merge_grid(model, rest, space, options, clock, progress);
  if (!merged) {
    merged = merge_pieces(model, rest, space, options, clock, progress);
  } else if (merged->memory_ran_out) {
    take_better_pieces(*merged, model, rest, space, options, clock, progress);
  }
  check_merged(model, *merged, options.seconds, progress.checking);
  return std::move(*merged);
}

void check_merged(const Model& model, Merged& merged, double seconds, const ProgressReport& progress) {
  if (progress) progress(0, 2);
  DiffOptions options;
  options.seconds = seconds;
  options.kept = 1;
  // The single tree first: within each of its rules, bounds on the sums of the others end the comparison early.
  const Difference difference = diff_models(merged.model, model, {}, options);
  if (!difference.complete) {
    throw Diagnostic(
        ExitCode::check_failed,
        fmt::format("after {} s it is not proven that the tree answers as the model does", shortest(seconds)),
        "--seconds allows more");
  }
  if (!difference.same_answers()) {
    throw Diagnostic(ExitCode::check_failed,
                     fmt::format("the tree answers differently in {}", counted(difference.regions, "region")),
                     "this is a fault of Espalier's: please report it, with the model");
  }
  if (progress) progress(1, 2);
  const Interpreter single(merged.model);
  const Interpreter several(model);
  const auto is_outside = [&](Row row) {  // a column of whole numbers has no others
    for (std::size_t feature = 0; feature < row.size(); ++feature) {
      const double value = row[feature];
      if (model.features[feature].integer && std::isfinite(value) && value != std::trunc(value)) return true;
    }
    return false;
  };
  for_each_boundary_vector(merged.model, choose_fields(merged.model, FieldSelection::used, {}), [&](Row row) {
    if (is_outside(row)) return;
    const Prediction one = single.predict(row);
    const Prediction all = several.predict(row);
    ++merged.vectors;
    if (one.label != all.label || one.value != all.value) {
      throw Diagnostic(ExitCode::check_failed, "the tree answers a boundary vector differently",
                       "this is a fault of Espalier's: please report it, with the model");
    }
  });
  if (progress) progress(2, 2);
}

}  // namespace espalier
