// The learner's choices. A preset fills all of them; the command line changes single ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/discretize.hpp"
#include "data/weighing.hpp"
#include "model/model.hpp"
#include "support/table_words.hpp"

namespace espalier {

enum class Algorithm { id3, c45, cart };
template <>
inline constexpr auto kNames<Algorithm> = enum_names("id3", "c45", "cart");

enum class Criterion { information_gain, gain_ratio, gini, error, variance, absolute_deviation };
template <>
inline constexpr auto kNames<Criterion> = enum_names("information-gain", "gain-ratio", "gini", "error", "variance",
                                                     "absolute-deviation");

// What a criterion wants little of in the branches of a test. A criterion that measures what another one does is a line
// in measured_in(); a new measure has sides of its own (grow/sides.hpp), and the compiler names whoever has to know it.
enum class Impurity {
  entropy,    // of classes, in bits
  gini,       // of classes
  errors,     // of classes: answers that are wrong if a leaf gives its most frequent one
  squares,    // of numbers: squared distances from their mean
  distances,  // of numbers: distances from their median
};

constexpr Impurity measured_in(Criterion criterion) {
  switch (criterion) {
    case Criterion::information_gain:
    case Criterion::gain_ratio: return Impurity::entropy;
    case Criterion::gini: return Impurity::gini;
    case Criterion::error: return Impurity::errors;
    case Criterion::variance: return Impurity::squares;
    case Criterion::absolute_deviation: return Impurity::distances;
  }
  std::abort();  // there is no other
}

// What it can be asked about.
constexpr Task task_of(Criterion criterion) {
  const Impurity impurity = measured_in(criterion);
  return impurity == Impurity::squares || impurity == Impurity::distances ? Task::regression : Task::classification;
}

enum class CategoricalSplit {
  automatic,  // subset for columns of few values, equal for others: split_for()
  multiway,   // a branch per value
  equal,      // one value against the rest
  subset,     // some values against the rest
};
template <>
inline constexpr auto kNames<CategoricalSplit> = enum_names("auto", "multiway", "equal", "subset");

enum class ThresholdPlace {
  midpoint,
  observed,  // the largest training value that is not above the midpoint
  round,     // the shortest decimal between the two values, or the lower one if it is whole
};
template <>
inline constexpr auto kNames<ThresholdPlace> = enum_names("midpoint", "observed", "round");

// Which of equally good tests on different columns is taken.
enum class TieRule {
  margin,        // of classes, the one with the widest margin (note [margins] in grow/choose.hpp); then by name
  first_column,  // by the order of the columns
};
template <>
inline constexpr auto kNames<TieRule> = enum_names("margin", "first-column");

// What a limit on rows is given in.
struct Amount {
  double value = 0;
  bool percent = false;  // of the training weight

  Amount(double rows) : value(rows) {}  // NOLINT(google-explicit-constructor): plain numbers are rows
  Amount(double amount, bool in_percent) : value(amount), percent(in_percent) {}
  double of(double total) const { return percent ? value * total / 100 : value; }
  friend bool operator==(const Amount&, const Amount&) = default;
};

// A figure for a class or a column, by name.
struct NamedFigure {
  std::string name;
  double value = 0;
  friend bool operator==(const NamedFigure&, const NamedFigure&) = default;
};

// How the cost of looking at a column enters the choice of a test.
enum class AttributeCostRule {
  ratio,   // gain / cost
  eg2,     // (2^gain - 1) / (cost + 1)
  cs_id3,  // gain^2 / cost
};
template <>
inline constexpr auto kNames<AttributeCostRule> = enum_names("ratio", "eg2", "cs-id3");

// Which way the answer goes where the values of a column rise and everything else stays.
enum class Direction : std::uint8_t { any, up, down };

// A column that the answer must not fall with (up), or rise with (down): docs/learner.md, "Monotone columns".
struct MonotoneColumn {
  std::string column;
  Direction direction = Direction::up;
  std::string label = {};  // classification: the label whose probability that is; empty: the last of at most two
  friend bool operator==(const MonotoneColumn&, const MonotoneColumn&) = default;
};

struct GrowOptions {
  Algorithm algorithm = Algorithm::cart;
  Criterion criterion =
      Criterion::gini;  // a regression takes `variance` for one of classes, classes take `gini` for one of numbers
  CategoricalSplit categorical = CategoricalSplit::automatic;
  ThresholdPlace threshold = ThresholdPlace::midpoint;
  TieRule ties = TieRule::margin;
  bool group_values = false;   // multiway: values that are better off together share a branch
  bool charge_cuts = false;    // C4.5: log2(cuts tried) / N off the gain of a continuous attribute
  bool min_cut_share = false;  // C4.5: each side of a cut holds clamp(0.1 * known / classes, min_leaf, 25)
  bool collapse = false;       // C4.5: a subtree that makes no fewer training errors than a leaf becomes one
  std::size_t max_depth = 0;   // 0: no limit
  std::size_t max_leaves = 0;  // 0: no limit; otherwise the tree grows where it gains most
  std::size_t max_nodes = 0;   // 0: no limit; likewise
  Amount min_split{2, false};  // weight a node needs to be split
  Amount min_leaf{1, false};   // weight each branch needs (multiway: at least two branches)
  double min_gain = 0;         // a test must gain more than this (the criterion's unit, weighted by node share)
  double chi_square = 0;       // significance level that a test must reach; 0: not asked
  double validate = 0;         // share of the rows that is held out to judge each split; 0: none
  std::uint64_t seed = 1;      // of that choice
  MissingPolicy missing = MissingPolicy::refuse;
  std::size_t surrogates = 5;     // at most so many per node under MissingPolicy::surrogate
  Discretization discretization;  // of numeric columns, before anything is grown
  std::size_t bins = 0;           // numeric columns are told apart in at most so many bins (data/bins.hpp); 0: exactly

  bool balanced_classes = false;             // every class weighs the same in all
  std::vector<NamedFigure> class_weights;    // factors of the rows' weights; classes not named: 1
  std::vector<NamedFigure> priors;           // shares that the classes are given; all of them, or none
  CostMatrix costs;                          // of wrong answers; empty: all alike
  std::vector<NamedFigure> attribute_costs;  // columns not named: 1
  AttributeCostRule attribute_cost_rule = AttributeCostRule::ratio;

  std::vector<MonotoneColumn> monotone;  // columns not named: any direction

  // Trees of which there are many.
  std::size_t tried_columns = 0;  // at each node, so many of the columns that have two values there are drawn, and
                                  // searched for a test; where none has one, others are, one by one. 0: all
  bool random_cuts = false;       // of each column one test that is drawn, instead of the best one

  // Of the leaves' probabilities. Nothing grows otherwise for it, unless these must be monotone.
  Smoothing smoothing;

  friend bool operator==(const GrowOptions&, const GrowOptions&) = default;
};

GrowOptions preset(Algorithm algorithm);

// What a user gets who says nothing else: the preset with what suits the task. Presets alone are what the algorithms'
// authors say; the rest was measured (docs/learner.md).
GrowOptions usual_options(Algorithm algorithm, Task task);

// The same for the trees of boosting: of a few levels, from bins.
GrowOptions boosting_options(GrowOptions usual);

// Whether some classes count more than their rows do.
bool weighs_classes(const GrowOptions& options);

// What is in effect for a column of so many values in so many telling_rows. Sets of values need rows to tell the values
// apart: of a column that says nothing, many values make sets that look as if they did (docs/learner.md has the
// figures).
CategoricalSplit split_for(CategoricalSplit wanted, std::size_t telling_rows, std::size_t values);

// How many rows a single value needs to be tested: nearly every row of some columns has a value of its own, and a tree
// that tells them one by one is deep, slow to learn and knows nothing.
std::size_t least_word_rows(CategoricalSplit wanted, std::size_t rows, std::size_t values);

// What the options mean for this target: a number to predict has no classes to gain information about or to compare,
// and classes have no variance.
GrowOptions for_task(GrowOptions options, Task task);

// As the command line has it: "none", "laplace", "m:2". What cannot be read throws Diagnostic(usage).
std::string to_string(const Smoothing& value);
Smoothing parse_smoothing(std::string_view text);

// The options in effect by their command-line names, for the model's provenance; those of later stages only where they
// were asked for.
std::vector<std::pair<std::string, std::string>> describe(const GrowOptions& options);

}  // namespace espalier
