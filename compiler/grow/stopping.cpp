#include "grow/stopping.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grow/distribute.hpp"
#include "grow/node_facts.hpp"
#include "support/chi_square.hpp"
#include "support/diagnostic.hpp"
#include "support/random.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// About a gigabyte, in units of eight bytes; a node itself takes about as much as thirty classes.
constexpr std::size_t kMostNumbers = std::size_t{1} << 27;
constexpr std::size_t kNodeOverhead = 30;

// What a unit of the criterion is in the user's units: the levels of a regression are scaled targets.
double gain_unit(const TrainingSet& training, Criterion criterion) {
  if (!training.is_regression()) return 1;
  const double unit = std::ldexp(1.0, training.level_exponent);
  return measured_in(criterion) == Impurity::squares ? unit * unit : unit;
}

// The branch that the search counted the row in; none where missing values took no part.
std::optional<std::uint32_t> branch_counted(const TrainingSet& training, const GrowOptions& options,
                                            const Candidate& candidate, const Node& node, std::uint32_t row) {
  if (const auto branch = branch_of(training, node, row)) return branch;
  const bool own_branch = options.missing == MissingPolicy::own_category && node.test == TestKind::multiway;
  return own_branch ? static_cast<std::uint32_t>(node.children.size() - 1) : candidate.missing_child;
}

}  // namespace

bool may_not_split(const TrainingSet& training, const GrowOptions& options, double weight, std::size_t depth) {
  if (options.max_depth != 0 && depth >= options.max_depth) return true;
  return weight < training.min_split;
}

bool is_pure(const TrainingSet& training, const Cases& cases) {
  const auto response = [&](const Case& item) { return training.responses[item.row]; };
  return std::all_of(cases.begin(), cases.end(),
                     [&](const Case& item) { return response(item) == response(cases.front()); });
}

bool gains_too_little(const Worth& test, double node_weight, const TrainingSet& training, const GrowOptions& options) {
  const double scale = node_weight / training.total_weight * gain_unit(training, options.criterion);
  return options.min_gain > 0 && test.gain * scale <= options.min_gain;
}

bool is_significant(const Candidate& candidate, const TrainingSet& training, const GrowOptions& options,
                    const Cases& cases) {
  Node node;
  apply_test(training, options, candidate, node);
  std::vector<std::vector<double>> table(node.children.size(), std::vector<double>(training.data.labels.size(), 0.0));
  for (const Case& item : cases) {
    const auto branch = branch_counted(training, options, candidate, node, item.row);
    if (branch) table[*branch][training.responses[item.row]] += item.weight;
  }
  return chi_square(table).p_value <= options.chi_square;
}

void refuse_outgrown(std::size_t nodes, std::size_t classes, const std::string& attribute) {
  if (nodes <= kMostNumbers / (classes + kNodeOverhead)) return;
  throw Diagnostic(ExitCode::bad_input,
                   "the tree outgrows memory: " + counted(nodes, "node") + " of " + counted(classes, "class weight") +
                       " each, the last of them from a test on " + in_quotes(attribute),
                   "limit it with --max-depth or --min-split, or leave out columns with a value for almost every row "
                   "with --ignore COL");
}

void refuse_too_many_classes(const Dataset& data, const GrowOptions& options) {
  const std::size_t classes = data.labels.size();
  const bool limited = options.max_depth != 0 || options.max_leaves != 0 || options.max_nodes != 0;
  const auto rows = static_cast<double>(data.rows());
  const double least = std::max({1.0, options.min_leaf.of(rows), options.min_split.of(rows) / 2});
  const std::size_t leaves = std::min(classes, static_cast<std::size_t>(rows / least));
  if (limited || leaves <= kMostNumbers / (classes + kNodeOverhead)) return;
  throw Diagnostic(ExitCode::bad_input,
                   "the target " + in_quotes(data.target) + " has " + counted(classes, "class") +
                       ": a tree with a leaf for each, every one with a weight for each class, takes more than a "
                       "gigabyte of memory",
                   "predict a number with --task regression, leave out rows of rare classes, or limit the tree with "
                   "--max-leaves N");
}

namespace {

// Rounded down, but not because 0.29 * 100 is 28.999999999999996.
std::size_t share_of(std::size_t rows, double share) {
  return static_cast<std::size_t>(std::floor(share * static_cast<double>(rows) + 1e-9));
}

}  // namespace

HoldOut hold_out(const TrainingSet& training, const GrowOptions& options, CaseOrder order) {
  HoldOut rows;
  Cases cases = all_cases(training, options.validate > 0 ? CaseOrder::content : order);
  if (options.validate <= 0) {
    rows.growing = std::move(cases);
    return rows;
  }
  std::vector<std::vector<std::uint32_t>> strata(training.is_regression() ? 1 : training.data.labels.size());
  for (const Case& item : cases) {
    strata[training.is_regression() ? 0 : training.responses[item.row]].push_back(item.row);
  }
  RandomEngine engine(options.seed);
  std::vector<bool> held(training.weights.size(), false);
  for (std::vector<std::uint32_t>& stratum : strata) {
    shuffle(stratum, engine);
    const auto wanted = share_of(stratum.size(), options.validate);
    for (std::size_t i = 0; i < std::min(wanted, stratum.size()); ++i) held[stratum[i]] = true;
  }
  for (const Case& item : cases) (held[item.row] ? rows.judging : rows.growing).push_back(item);
  if (rows.growing.empty()) std::swap(rows.growing, rows.judging);
  return rows;
}

bool helps_held_out(const TrainingSet& training, const GrowOptions& options, const Node& node,
                    const std::vector<double>& known, std::span<const Node> children, const Cases& judging) {
  const std::vector<Cases> judged = distribute(training, node, judging, options.missing, known);
  double after = 0;
  for (std::size_t child = 0; child < children.size(); ++child) {
    after += leaf_loss(training, children[child], judged[child]);
  }
  return after < leaf_loss(training, node, judging);
}

}  // namespace espalier
