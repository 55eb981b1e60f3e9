#include "report/importance_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kImportancesShown = 40;
constexpr std::size_t kImportanceNameShown = 40;
constexpr std::size_t kColumnsInLine = 8;

nlohmann::ordered_json summary_json(const SplitSummary& summary) {
  nlohmann::ordered_json entry = {{"mean", summary.mean}, {"deviation", nullptr}, {"standard_error", nullptr}};
  if (summary.deviation) entry["deviation"] = *summary.deviation;
  if (summary.standard_error) entry["standard_error"] = *summary.standard_error;
  return entry;
}

nlohmann::ordered_json ranking_json(const std::vector<std::string>& names,
                                    const std::vector<FeatureImportance>& ranking, bool purity) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const FeatureImportance& importance : ranking) {
    columns.push_back({{"column", names[importance.feature]},
                       {"trees", importance.asked_in},
                       {"permutation", summary_json(importance.permutation)}});
    if (!purity) continue;
    columns.back()["impurity_decrease"] = summary_json(importance.impurity);
    columns.back()["impurity_share"] = summary_json(importance.impurity_share);
  }
  return columns;
}

// The mean, and the two errors where there are several splits.
class FigureColumns {
 public:
  FigureColumns(bool spread, bool percent) : spread_(spread), percent_(percent) {}

  std::string heading(const char* mean) const {
    return spread_ ? fmt::format("  {:>9}  {:>7}  {:>7}", mean, "sd", "SE") : fmt::format("  {:>9}", mean);
  }

  std::string line(const SplitSummary& summary) const {
    std::string text = fmt::format("  {:>9}", figure(summary.mean));
    if (spread_) text += fmt::format("  {:>7}  {:>7}", figure(*summary.deviation), figure(*summary.standard_error));
    return text;
  }

 private:
  std::string figure(double value) const {
    const std::string text = percent_ ? fixed(100 * value, 1) : fmt::format("{:.3g}", value);
    return text == "-0.0" ? "0.0" : text;
  }

  bool spread_;
  bool percent_;
};

std::string explanation(const ImportanceFacts& facts) {
  const bool several = facts.splits > 1;
  return fmt::format(
      "importance of columns: loss is what {} when a column is shuffled among the test\n"
      "rows ({}{}){}\n",
      facts.task == Task::classification ? "accuracy loses, in points," : "rmse gains",
      counted(facts.permutations, "time"), several ? facts.impurity.empty() ? " for each fold" : " for each tree" : "",
      facts.impurity.empty() ? ""
                             : fmt::format(", share its part in the decrease of {} by the {}, in %", facts.impurity,
                                           several ? fmt::format("{} trees", facts.splits) : "tree"));
}

}  // namespace

std::string impurity_name(Task task, RiskMeasure measure) {
  if (task == Task::regression) return "deviation";
  switch (measure) {
    case RiskMeasure::gini: return "Gini impurity";
    case RiskMeasure::entropy: return "entropy";
    case RiskMeasure::errors: break;
  }
  return "training errors";
}

std::string to_text(const ImportanceFacts& facts) {
  const bool spread = facts.splits > 1;
  const FigureColumns loss(spread, facts.task == Task::classification);
  const FigureColumns share(spread, true);
  std::size_t width = 6;
  for (const std::string& column : facts.columns)
    width = std::max(width, count_characters(printable(column, kImportanceNameShown)));
  std::string text = "\n" + explanation(facts) + "\n";
  const bool purity = !facts.impurity.empty();
  text += fmt::format("  {:<{}}{}{}{}\n", "column", width, loss.heading("loss"), purity ? share.heading("share") : "",
                      !spread  ? ""
                      : purity ? "  trees"
                               : "  folds");
  for (std::size_t i = 0; i < std::min(facts.ranking.size(), kImportancesShown); ++i) {
    const FeatureImportance& importance = facts.ranking[i];
    const std::string name = printable(facts.columns[importance.feature], kImportanceNameShown);
    text += fmt::format("  {}{}{}{}", name, std::string(width - count_characters(name), ' '),
                        loss.line(importance.permutation), purity ? share.line(importance.impurity_share) : "");
    text += spread ? fmt::format("  {:>5}\n", importance.asked_in) : "\n";
  }
  if (facts.ranking.size() > kImportancesShown) {
    text += fmt::format("  ... {} more: --json has all of them\n", facts.ranking.size() - kImportancesShown);
  }
  return text;
}

nlohmann::ordered_json to_json(const ImportanceFacts& facts) {
  return {{"importance",
           {{"loss_of", score_name(facts.task)},
            {"permutations", facts.permutations},
            {"splits", facts.splits},
            {"impurity", facts.impurity.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(facts.impurity)},
            {"columns", ranking_json(facts.columns, facts.ranking, !facts.impurity.empty())}}}};
}

ImportanceStudy::ImportanceStudy(const Dataset& data, const LearnOptions& options, const Permutations& permutations)
    : task_(data.task),
      several_(options.ensemble.kind != EnsembleKind::none),
      measure_(impurity_of(options.grow.criterion)),
      permutations_(permutations) {
  for (const FeatureColumn& column : data.features) columns_.push_back(column.name);
}

SplitVisitor ImportanceStudy::over(const SplitPlan& plan) {
  splits_ = plan.splits.size();
  test_per_training_row_ = mean_test_per_training_row(plan);
  single_rows_ =
      std::all_of(plan.splits.begin(), plan.splits.end(), [](const Split& split) { return split.test.size() == 1; });
  importance_.emplace(columns_.size(), splits_, measure_, permutations_);
  return [this](std::size_t split, const Model& model, const Dataset& test) {
    importance_->visit(split, model, test_rows_of(test));
  };
}

void ImportanceStudy::over_test_file(const Model& model, const Dataset& test) {
  splits_ = 1;
  single_rows_ = test.rows() == 1;
  importance_.emplace(columns_.size(), splits_, measure_, permutations_);
  importance_->visit(0, model, test_rows_of(test));
}

ImportanceFacts ImportanceStudy::facts(Warnings& warnings) const {
  if (single_rows_) {
    warnings.push_back({"each tree is tested on one row, among which a column cannot be shuffled",
                        "use larger folds: permutation importance is 0 for every column",
                        {},
                        {}});
  }
  return {task_,    permutations_.times,
          splits_,  several_ ? std::string() : impurity_name(task_, measure_),
          columns_, importance_->ranked(test_per_training_row_)};
}

PurityFacts purity_facts(const Model& model) {
  const RiskMeasure measure = impurity_of(model);
  const ImpurityImportance importance = impurity_importance(model, measure);
  std::vector<std::size_t> order(model.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return importance.shares[a] > importance.shares[b]; });
  PurityFacts facts;
  facts.impurity = impurity_name(model.task, measure);
  for (const std::size_t feature : order) {
    facts.columns.push_back({model.features[feature].name, importance.decreases[feature], importance.shares[feature]});
  }
  return facts;
}

std::string to_text(const PurityFacts& facts) {
  std::vector<std::string> shown;
  for (const ColumnPurity& column : facts.columns) {
    if (column.share <= 0) continue;
    shown.push_back(fmt::format("{} {}", printable(column.column, kImportanceNameShown), percent(column.share)));
  }
  if (shown.empty()) return "";
  return fmt::format("columns   {}\n          of the decrease of {}\n", enumerate(shown, kColumnsInLine),
                     facts.impurity);
}

nlohmann::ordered_json to_json(const PurityFacts& facts) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const ColumnPurity& column : facts.columns) {
    columns.push_back(
        {{"column", column.column}, {"impurity_decrease", column.decrease}, {"impurity_share", column.share}});
  }
  return {{"importance", {{"impurity", facts.impurity}, {"columns", std::move(columns)}}}};
}

}  // namespace espalier
