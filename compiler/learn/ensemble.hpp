// Models of several trees. Each is grown from rows, and by columns, that were drawn for it: bagging (Breiman 1996),
// random forests (Breiman 2001), extremely randomised trees (Geurts, Ernst and Wehenkel 2006). Or each mends what those
// before it have left: boosting (learn/boost.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/mark.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"
#include "support/diagnostic.hpp"
#include "support/enum_names.hpp"
#include "support/parallel.hpp"

namespace espalier {

enum class EnsembleKind {
  none,         // a single tree
  bagging,      // trees of rows drawn with replacement
  forest,       // and at each node some of the columns are tried
  extra_trees,  // of all rows; of each column that is tried, one test that is drawn
  boost,        // each follows the gradients of the loss of those before
};
template <>
inline constexpr auto kNames<EnsembleKind> = enum_names("none", "bagging", "forest", "extra-trees", "boost");

// How many columns are tried at a node.
struct ColumnsTried {
  enum class Rule { all, square_root, third, number } rule = Rule::all;
  std::size_t number = 0;

  std::size_t of(std::size_t columns) const;  // at least 1
  friend bool operator==(const ColumnsTried&, const ColumnsTried&) = default;
};
std::string to_string(const ColumnsTried& tried);  // "sqrt", "third", "all", "7"

// Of boosting alone.
struct BoostOptions {
  double learning_rate = 0.1;  // the part of a tree's steps that is taken
  double l2 = 1;               // is added to the bend of a leaf, so that few rows say little
  double least_bend = 1;       // that a leaf needs (of squared errors: its weight)
  double held_out = 0;         // this share of the rows judges the rounds; 0: all rounds are kept
  std::size_t patience = 20;   // rounds in a row that did not help them end it
  friend bool operator==(const BoostOptions&, const BoostOptions&) = default;
};

struct EnsembleOptions {
  EnsembleKind kind = EnsembleKind::none;
  std::size_t trees = 100;  // boosting: rounds; of more than two classes each makes a tree per class
  ColumnsTried columns;
  double rows = 1;                              // the share of them that a tree is grown from
  bool with_replacement = true;                 // rows are drawn one by one, so that some come several times
  Combination combination = Combination::mean;  // or vote; boosting: sum
  BoostOptions boost{};
  std::size_t memory_limit = 0;  // bytes that the trees may take; 0: any
  bool out_of_bag = false;       // rows are answered by the trees that were grown without them, if there are any
  friend bool operator==(const EnsembleOptions&, const EnsembleOptions&) = default;
};

// What a user gets who says nothing else.
EnsembleOptions usual_ensemble(EnsembleKind kind, Task task);

// Whether each tree leaves rows out that can judge it.
inline bool leaves_rows_out(const EnsembleOptions& options) {
  return options.kind != EnsembleKind::boost && (options.with_replacement || options.rows < 1);
}

// The options in effect by their command-line names.
std::vector<std::pair<std::string, std::string>> describe(const EnsembleOptions& options);

// Answers for rows by the trees that were grown without them.
struct OutOfBag {
  AnswerPairs answers;
  std::vector<std::size_t> rows;  // of the dataset, ascending: those that at least one tree was grown without
};

// What boosting came to.
struct BoostedRounds {
  std::size_t grown = 0;
  std::size_t kept = 0;
  std::size_t rows_held_out = 0;
  bool ended_early = false;   // because the rows held out were not helped any more
  bool nothing_left = false;  // because no test helped any more
};

struct LearnedEnsemble {
  Model model;  // without a record of where it comes from
  std::optional<OutOfBag> out_of_bag{};
  std::optional<BoostedRounds> rounds{};
};

// The tree gets this share of `rows`, drawn without replacement by its key; ascending. All of them: every one.
std::vector<std::uint32_t> draw_share(const std::vector<std::uint32_t>& rows, double share, std::uint64_t key);

// Throws Diagnostic(bad_input) if so many trees as large as this one would take more than the limit (0: any).
// `leaf_bytes`: what a leaf has besides its node.
void refuse_large_trees(const Tree& tree, std::size_t leaf_bytes, std::size_t trees, std::size_t memory_limit);

// The same for any number of threads: each tree is drawn by its own number. `progress` counts trees. Pruning judges a
// tree of reduced_error by the rows that it was grown without. Throws Diagnostic(bad_input) as grow() does, and where
// the trees, as large as the first one, would take more than the memory limit.
LearnedEnsemble learn_ensemble(const Dataset& data, const GrowOptions& grow, const PruneOptions& prune,
                               const EnsembleOptions& options, std::size_t threads,
                               const ProgressReport& progress = {});

}  // namespace espalier
