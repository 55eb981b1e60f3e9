// The three presets, and the options as a record has them; docs/learner.md says what each of them means.
#include "grow/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

GrowOptions id3_preset() {
  GrowOptions options;
  options.algorithm = Algorithm::id3;
  options.criterion = Criterion::information_gain;
  options.categorical = CategoricalSplit::multiway;
  return options;
}

GrowOptions c45_preset() {
  GrowOptions options;
  options.algorithm = Algorithm::c45;
  options.criterion = Criterion::gain_ratio;
  options.categorical = CategoricalSplit::multiway;
  options.threshold = ThresholdPlace::observed;
  options.ties = TieRule::first_column;
  options.charge_cuts = true;
  options.min_cut_share = true;
  options.collapse = true;
  options.min_leaf = 2;   // C4.5's MINOBJS
  options.min_split = 4;  // 2 * MINOBJS
  return options;
}

GrowOptions cart_preset() {
  GrowOptions options;
  options.algorithm = Algorithm::cart;
  options.criterion = Criterion::gini;
  options.categorical = CategoricalSplit::automatic;
  return options;
}

// Ten values can be told apart in any table that is worth a tree; more of them need so many rows each.
constexpr std::size_t kFewValues = 10;
constexpr std::size_t kRowsPerValue = 20;

// With fewer rows per value than this, most values of a column occur once or twice.
constexpr std::size_t kFewRowsPerValue = 3;

// A leaf of one row only repeats the target of that row. Of the limits 1 to 5, this one does well on every data set of
// docs/parity.md.
constexpr double kLeastLeafOfNumbers = 3;

// On average better than none, Laplace's and other m by log loss, Brier score, AUC and calibration (docs/learner.md).
constexpr Smoothing kUsualSmoothing{SmoothingKind::m_estimate, 2};

constexpr std::string_view kMEstimate = "m:";  // what the number of rows follows

std::string amount_text(const Amount& amount) {
  return shortest(amount.value) + (amount.percent ? "%" : "");
}

std::string figures_text(const std::vector<NamedFigure>& figures) {
  std::string text;
  for (const NamedFigure& figure : figures) {
    if (!text.empty()) text += ",";
    text += figure.name + "=" + shortest(figure.value);
  }
  return text;
}

std::string columns_text(const std::vector<MonotoneColumn>& columns) {
  std::string text;
  for (const MonotoneColumn& column : columns) {
    if (!text.empty()) text += ",";
    text += column.column + (column.direction == Direction::up ? "=+" : "=-");
    if (!column.label.empty()) text += ":" + column.label;
  }
  return text;
}

}  // namespace

GrowOptions boosting_options(GrowOptions usual) {
  usual.max_depth = 6;
  usual.bins = kMostBins;
  usual.min_leaf = 1;
  usual.ties = TieRule::first_column;
  return usual;
}

CategoricalSplit split_for(CategoricalSplit wanted, std::size_t telling_rows, std::size_t values) {
  if (wanted != CategoricalSplit::automatic) return wanted;
  const std::size_t most = std::max(kFewValues, telling_rows / kRowsPerValue);
  return values <= most ? CategoricalSplit::subset : CategoricalSplit::equal;
}

std::size_t least_word_rows(CategoricalSplit wanted, std::size_t rows, std::size_t values) {
  if (wanted != CategoricalSplit::automatic || values <= kFewValues) return 0;
  return rows < kFewRowsPerValue * values ? kRowsPerValue : 0;
}

GrowOptions preset(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::id3: return id3_preset();
    case Algorithm::c45: return c45_preset();
    case Algorithm::cart: break;
  }
  return cart_preset();
}

GrowOptions usual_options(Algorithm algorithm, Task task) {
  GrowOptions options = preset(algorithm);
  if (task == Task::classification) {
    options.smoothing = kUsualSmoothing;
  } else {
    options.criterion = Criterion::variance;
    options.min_leaf = std::max(options.min_leaf.value, kLeastLeafOfNumbers);
  }
  return options;
}

bool weighs_classes(const GrowOptions& options) {
  return options.balanced_classes || !options.class_weights.empty() || !options.priors.empty();
}

GrowOptions for_task(GrowOptions options, Task task) {
  if (task_of(options.criterion) != task) {
    options.criterion = task == Task::regression ? Criterion::variance : Criterion::gini;
  }
  if (task != Task::regression) return options;
  options.chi_square = 0;
  options.min_cut_share = false;
  options.collapse = false;
  return options;
}

std::string to_string(const Smoothing& value) {
  return value.kind == SmoothingKind::m_estimate ? std::string(kMEstimate) + shortest(value.m)
                                                 : std::string(to_string(value.kind));
}

Smoothing parse_smoothing(std::string_view text) {
  if (text == to_string(SmoothingKind::none)) return {};
  if (text == to_string(SmoothingKind::laplace)) return {SmoothingKind::laplace, 0};
  if (text.starts_with(kMEstimate)) {
    const auto m = parse_number(text.substr(kMEstimate.size()));
    if (m && *m > 0 && *m <= kLargestM) return {SmoothingKind::m_estimate, *m};
  }
  throw Diagnostic(
      ExitCode::usage,
      fmt::format("--smoothing {}: expected none, laplace or m:M, with M above 0 (at most 1e9)", in_quotes(text)),
      "m:2 adds two rows to every leaf, of the classes as all training rows have them");
}

std::vector<std::pair<std::string, std::string>> describe(const GrowOptions& options) {
  std::vector<std::pair<std::string, std::string>> described = {
      {"algorithm", std::string(to_string(options.algorithm))},
      {"criterion", std::string(to_string(options.criterion))},
      {"categorical-split", std::string(to_string(options.categorical))},
      {"threshold", std::string(to_string(options.threshold))},
      {"max-depth", std::to_string(options.max_depth)},
      {"min-split", amount_text(options.min_split)},
      {"min-leaf", amount_text(options.min_leaf)},
      {"min-gain", shortest(options.min_gain)},
      {"missing", std::string(to_string(options.missing))},
  };
  const auto add_if = [&described](bool given, const char* name, std::string value) {
    if (given) described.emplace_back(name, std::move(value));
  };
  add_if(options.ties != preset(options.algorithm).ties, "ties", std::string(to_string(options.ties)));
  add_if(options.smoothing.kind != SmoothingKind::none, "smoothing", to_string(options.smoothing));
  add_if(options.missing == MissingPolicy::surrogate, "surrogates", std::to_string(options.surrogates));
  add_if(options.group_values, "group-values", "yes");
  add_if(options.discretization.method != Discretizer::none, "discretize", to_string(options.discretization));
  add_if(options.bins != 0, "bins", std::to_string(options.bins));
  add_if(options.max_leaves != 0, "max-leaves", std::to_string(options.max_leaves));
  add_if(options.max_nodes != 0, "max-nodes", std::to_string(options.max_nodes));
  add_if(options.chi_square > 0, "chi-square", shortest(options.chi_square));
  add_if(options.validate > 0, "validate", shortest(options.validate));
  add_if(options.validate > 0, "seed", std::to_string(options.seed));
  add_if(options.balanced_classes, "class-weight", "balanced");
  add_if(!options.class_weights.empty(), "class-weight", figures_text(options.class_weights));
  add_if(!options.priors.empty(), "priors", figures_text(options.priors));
  add_if(!options.costs.empty(), "cost-matrix", "given");
  add_if(!options.attribute_costs.empty(), "attribute-cost", figures_text(options.attribute_costs));
  add_if(!options.attribute_costs.empty(), "attribute-cost-rule", std::string(to_string(options.attribute_cost_rule)));
  add_if(!options.monotone.empty(), "monotone", columns_text(options.monotone));
  return described;
}

}  // namespace espalier
