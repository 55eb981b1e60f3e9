#include "cli/weighing_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/option_values.hpp"
#include "data/weighing.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr double kPriorTolerance = 1e-6;
constexpr const char* kBalanced = "balanced";

std::vector<std::string> column_names(const Dataset& data) {
  std::vector<std::string> names;
  for (const FeatureColumn& column : data.features) names.push_back(column.name);
  return names;
}

}  // namespace

void WeighingOptions::add_to(OptionGroups& options) {
  options.group("Weights and costs")
      .add_options()  //
      ("class-weight", list(&class_weights_, "A=X,..."),
       "rows of class A weigh X times as much, or 'balanced': all classes weigh the same; may be repeated, which is "
       "how "
       "to name classes with , or =")  //
      ("priors", list(&priors_, "A=P,..."),
       "the share of each class where the tree will be used; they sum to 1; may be repeated")  //
      ("cost-matrix", text(&cost_file_, "FILE"),
       "CSV file of what wrong answers cost: a line per actual class, a column per answer")  //
      ("attribute-cost", list(&attribute_costs_, "COL=C"),
       "looking at the column costs C (others: 1); may be repeated")  //
      ("attribute-cost-rule", one_of("--attribute-cost-rule", "RULE", rule_),
       "ratio (default): gain / cost; eg2: (2^gain - 1) / (cost + 1); cs-id3: gain^2 / cost");
}

bool WeighingOptions::balanced() const {
  return std::find(class_weights_.begin(), class_weights_.end(), kBalanced) != class_weights_.end();
}

void WeighingOptions::check() const {
  if (!class_weights_.empty() && !priors_.empty()) {
    usage("--class-weight and --priors exclude each other", "both say how much each class counts");
  }
  if (balanced() && class_weights_.size() > 1) {
    usage("--class-weight balanced weighs all classes", "leave the other --class-weight out");
  }
  if (rule_ && attribute_costs_.empty()) {
    usage("--attribute-cost-rule goes with --attribute-cost", "for example --attribute-cost COL=2");
  }
}

void WeighingOptions::apply(const Dataset& data, GrowOptions& grow, const CostMatrix* costs) const {
  refuse_for_regression(data);
  if (balanced()) {
    grow.balanced_classes = true;
  } else {
    grow.class_weights = parse_figures("--class-weight", class_weights_, data.labels, "class");
  }
  grow.priors = priors(data);
  if (!cost_file_.empty()) grow.costs = costs != nullptr ? *costs : read_cost_matrix(cost_file_);
  grow.attribute_costs = parse_figures("--attribute-cost", attribute_costs_, column_names(data), "column");
  grow.attribute_cost_rule = rule_.value_or(grow.attribute_cost_rule);
}

void WeighingOptions::refuse_for_regression(const Dataset& data) const {
  if (data.task != Task::regression) return;
  const auto refuse = [&](bool given, const char* option) {
    if (!given) return;
    usage(fmt::format("{} is about classes, and the target {} is a number", option, in_quotes(data.target)),
          "leave it out, or use --task classification");
  };
  refuse(!class_weights_.empty(), "--class-weight");
  refuse(!priors_.empty(), "--priors");
  refuse(!cost_file_.empty(), "--cost-matrix");
}

std::vector<NamedFigure> WeighingOptions::priors(const Dataset& data) const {
  std::vector<NamedFigure> given = parse_figures("--priors", priors_, data.labels, "class");
  if (given.empty()) return given;
  double sum = 0;
  for (const NamedFigure& prior : given) sum += prior.value;
  for (const std::string& label : data.labels) {
    const auto named = [&](const NamedFigure& prior) { return prior.name == label; };
    if (std::any_of(given.begin(), given.end(), named)) continue;
    usage(fmt::format("--priors: class {} has none", in_quotes(label)), "every class needs one");
  }
  if (std::abs(sum - 1) > kPriorTolerance) {
    usage(fmt::format("--priors sum to {}, not to 1", shortest(sum)), "they are the shares of the classes");
  }
  return given;
}

}  // namespace espalier::cli
