#include "grow/grow.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grow/drawn_grower.hpp"
#include "grow/engine.hpp"
#include "grow/search_plan.hpp"
#include "grow/training_set.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/mapped_file.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

void warn_of_single_leaf(const Model& model, Warnings& warnings) {
  const Node& root = only_tree(model).nodes[0];
  const bool regression = model.task == Task::regression;
  if (!root.is_leaf() || (regression ? root.deviation : leaf_errors(root)) <= 0) return;
  warnings.push_back({"no test on any column is worth a split: the model answers " +
                          (regression ? shortest(root.value) : in_quotes(model.labels[root.label])) + " for every row",
                      "the columns may say nothing about the target, or --max-depth, --min-split, --min-leaf and "
                      "--min-gain may ask for too much",
                      std::nullopt,
                      {}});
}

void warn_of_validation(const GrowOptions& options, Warnings& warnings) {
  if (options.validate <= 0) return;
  warnings.push_back(
      {"--validate stops at the first split that does not help the held-out rows: trees stay very small, "
       "and on 26 data sets that cost 5.5 points of accuracy",
       "growing fully and pruning (--prune error-based or cost-complexity) is usually better",
       std::nullopt,
       {}});
}

}  // namespace

Model grow(const Dataset& data, const GrowOptions& given, Warnings& warnings, std::size_t threads,
           const ProgressReport& progress) {
  const GrowOptions options = for_task(given, data.task);
  const TrainingSet training = make_training_set(data, options, threads);
  Tree tree = grow_tree(SearchPlan(training, options), {.threads = threads}, progress);
  if (options.collapse) tree = collapse(std::move(tree));

  Model model = model_of(training, options, std::move(tree));
  warn_of_validation(options, warnings);
  warn_of_single_leaf(model, warnings);
  return model;
}

namespace {

constexpr double kMostCopies = 64;

// Weights add up although heavy rows may be drawn several times.
TrainingSet with_room_for_copies(TrainingSet training) {
  const bool unit = std::ranges::all_of(training.weights, [](double weight) { return weight == 1; });
  training.scale = WeightScale::of(training.total_weight * kMostCopies);
  if (unit) return training;
  for (double& weight : training.weights) weight = training.scale.rounded(weight);
  return training;
}

}  // namespace

struct TreesGrower::Parts {
  Parts(const Dataset& data, const GrowOptions& given, std::size_t threads)
      : options(for_task(given, data.task)),
        training(with_room_for_copies(make_training_set(data, options, threads))),
        plan(training, options) {
    if (DrawnGrower::grows(plan)) {
      drawn.emplace(plan, threads);
    } else {
      cases = all_cases(training, plan.case_order());
    }
  }

  GrowOptions options;
  TrainingSet training;
  SearchPlan plan;
  std::optional<DrawnGrower> drawn;  // grows the trees,
  Cases cases;                       // or they are grown from these
};

TreesGrower::TreesGrower(const Dataset& data, const GrowOptions& options, std::size_t threads)
    : parts_(std::make_unique<const Parts>(data, options, threads)) {}

TreesGrower::~TreesGrower() = default;

Tree TreesGrower::grow(std::span<const std::uint32_t> copies, std::uint64_t key) const {
  Tree tree = parts_->drawn ? parts_->drawn->grow(copies, key) : grow_from_lists(copies, key);
  return parts_->options.collapse ? collapse(std::move(tree)) : tree;
}

Tree TreesGrower::grow_from_lists(std::span<const std::uint32_t> copies, std::uint64_t key) const {
  TreeSample sample;
  sample.key = key;
  for (const Case& item : parts_->cases) {
    sample.rows.growing.insert(sample.rows.growing.end(), copies[item.row], item);
  }
  return grow_tree(parts_->plan, std::move(sample), {.threads = 1});
}

Model TreesGrower::model_of(Tree tree) const {
  return espalier::model_of(parts_->training, parts_->options, std::move(tree));
}

std::span<const double> TreesGrower::weights() const {
  return parts_->training.weights;
}

const GrowOptions& TreesGrower::options() const {
  return parts_->options;
}

namespace {

constexpr double kLargestTarget = 1e150;  // the squares of larger ones overflow

std::size_t missing_cells(const FeatureColumn& column) {
  return static_cast<std::size_t>(
      std::count_if(column.values.begin(), column.values.end(), [](double value) { return std::isnan(value); }));
}

// A column without any value is harmless: it can never be tested.
void refuse_missing(const Dataset& data) {
  const FeatureColumn* first = nullptr;
  std::size_t first_cells = 0;
  std::size_t cells = 0;
  std::size_t columns = 0;
  for (const FeatureColumn& column : data.features) {
    const std::size_t missing = missing_cells(column);
    drop_pages_of(column.values);
    if (missing == 0 || missing == column.values.size()) continue;
    if (first == nullptr) {
      first = &column;
      first_cells = missing;
    }
    cells += missing;
    ++columns;
  }
  if (first == nullptr) return;
  std::string message = "column " + in_quotes(first->name) + " has " + counted(first_cells, "missing value");
  if (columns > 1) {
    message += " (in all: " + counted(cells, "missing value") + " in " + counted(columns, "column") + ")";
  }
  message += ", and missing values are refused";
  const char* const hint =
      "use --missing fractional, surrogate, majority, learned or own-category (docs/learner.md), or --ignore COL";
  if (data.first_missing) throw Diagnostic(ExitCode::bad_input, *data.first_missing, message, hint);
  throw Diagnostic(ExitCode::bad_input, message, hint);
}

void refuse_numeric(const Dataset& data) {
  const auto numeric = [](const FeatureColumn& column) { return column.kind == ColumnKind::numeric; };
  const auto first = std::find_if(data.features.begin(), data.features.end(), numeric);
  if (first == data.features.end()) return;
  const auto columns = static_cast<std::size_t>(std::count_if(data.features.begin(), data.features.end(), numeric));
  std::string message = "ID3 tests categories, but column " + in_quotes(first->name) + " is numeric";
  if (columns > 1) message += " (as are " + grouped(columns - 1) + " more)";
  throw Diagnostic(
      ExitCode::bad_input, message,
      "use --discretize mdlp to cut numbers into intervals (or equal-width:5, equal-frequency:5, chimerge), "
      "--categorical COL to take each number as a category, or --algorithm c45");
}

void refuse_huge_targets(const Dataset& data) {
  const auto huge = std::find_if(data.targets.begin(), data.targets.end(),
                                 [](double target) { return std::abs(target) > kLargestTarget; });
  if (huge == data.targets.end()) return;
  throw Diagnostic(ExitCode::bad_input,
                   "the target " + in_quotes(data.target) + " holds " + shortest(*huge) + ", too large to be squared",
                   "measure it in a larger unit");
}

}  // namespace

void refuse_unlearnable(const Dataset& data, const GrowOptions& options) {
  if (data.rows() == 0) throw Diagnostic(ExitCode::bad_input, "there are no rows to learn from");
  const bool discretised = options.discretization.method != Discretizer::none;
  if (options.algorithm == Algorithm::id3 && !discretised) refuse_numeric(data);
  if (options.missing == MissingPolicy::refuse) refuse_missing(data);
  refuse_huge_targets(data);
}

namespace {

constexpr double kSameErrors = 1e-3;

}  // namespace

Tree collapse(Tree tree) {
  std::vector<double> errors(tree.nodes.size(), 0.0);
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {  // children have larger indices: they come first
    Node& node = tree.nodes[i];
    const double as_leaf = leaf_errors(node);
    errors[i] = as_leaf;
    if (node.is_leaf()) continue;
    double as_subtree = 0;
    for (const std::uint32_t child : node.children) as_subtree += errors[child];
    if (as_subtree >= as_leaf - kSameErrors) {
      make_leaf(node);
    } else {
      errors[i] = as_subtree;
    }
  }
  return compact(tree);
}

}  // namespace espalier
