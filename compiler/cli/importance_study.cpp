#include "cli/importance_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "cli/score_text.hpp"
#include "evaluate/importance.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kImportancesShown = 40;
constexpr std::size_t kImportanceNameShown = 40;
constexpr std::size_t kColumnsInLine = 8;

std::string impurity_name(Task task, RiskMeasure measure) {
  if (task == Task::regression) return "deviation";
  switch (measure) {
    case RiskMeasure::gini: return "Gini impurity";
    case RiskMeasure::entropy: return "entropy";
    case RiskMeasure::errors: break;
  }
  return "training errors";
}

nlohmann::ordered_json summary_json(const SplitSummary& summary) {
  nlohmann::ordered_json entry = {{"mean", summary.mean}, {"deviation", nullptr}, {"standard_error", nullptr}};
  if (summary.deviation) entry["deviation"] = *summary.deviation;
  if (summary.standard_error) entry["standard_error"] = *summary.standard_error;
  return entry;
}

nlohmann::ordered_json ranking_json(const std::vector<std::string>& names,
                                    const std::vector<FeatureImportance>& ranking) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const FeatureImportance& importance : ranking) {
    columns.push_back({{"column", names[importance.feature]},
                       {"trees", importance.asked_in},
                       {"permutation", summary_json(importance.permutation)},
                       {"impurity_decrease", summary_json(importance.impurity)},
                       {"impurity_share", summary_json(importance.impurity_share)}});
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

}  // namespace

ImportanceStudy::ImportanceStudy(const Dataset& data, const LearnOptions& options, const Permutations& permutations)
    : task_(data.task), measure_(impurity_of(options.grow.criterion)), permutations_(permutations) {
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

std::string ImportanceStudy::explanation() const {
  const bool several = splits_ > 1;
  return fmt::format(
      "importance of columns: loss is what {} when a column is shuffled among the test\n"
      "rows ({}{}), share its part in the decrease of {} by the {}, in %\n",
      task_ == Task::classification ? "accuracy loses, in points," : "rmse gains", counted(permutations_.times, "time"),
      several ? " for each tree" : "", impurity_name(task_, measure_),
      several ? fmt::format("{} trees", splits_) : "tree");
}

void ImportanceStudy::report(Report& report) const {
  const std::vector<FeatureImportance> ranking = importance_->ranked(test_per_training_row_);
  const bool spread = splits_ > 1;
  const FigureColumns loss(spread, task_ == Task::classification);
  const FigureColumns share(spread, true);
  std::size_t width = 6;
  for (const std::string& column : columns_)
    width = std::max(width, count_characters(printable(column, kImportanceNameShown)));
  report.text += "\n" + explanation() + "\n";
  report.text += fmt::format("  {:<{}}{}{}{}\n", "column", width, loss.heading("loss"), share.heading("share"),
                             spread ? "  trees" : "");
  for (std::size_t i = 0; i < std::min(ranking.size(), kImportancesShown); ++i) {
    const FeatureImportance& importance = ranking[i];
    const std::string name = printable(columns_[importance.feature], kImportanceNameShown);
    report.text += fmt::format("  {}{}{}{}", name, std::string(width - count_characters(name), ' '),
                               loss.line(importance.permutation), share.line(importance.impurity_share));
    report.text += spread ? fmt::format("  {:>5}\n", importance.asked_in) : "\n";
  }
  if (ranking.size() > kImportancesShown) {
    report.text += fmt::format("  ... {} more: --json has all of them\n", ranking.size() - kImportancesShown);
  }
  if (single_rows_) {
    report.warnings.push_back({"each tree is tested on one row, among which a column cannot be shuffled",
                               "use larger folds: permutation importance is 0 for every column",
                               {},
                               {}});
  }
  report.json["importance"] = {{"loss_of", score_name(task_)},
                               {"permutations", permutations_.times},
                               {"splits", splits_},
                               {"impurity", impurity_name(task_, measure_)},
                               {"columns", ranking_json(columns_, ranking)}};
}

void report_impurity(const Model& model, Report& report) {
  const RiskMeasure measure = impurity_of(model);
  const ImpurityImportance importance = impurity_importance(model, measure);
  std::vector<std::size_t> order(model.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return importance.shares[a] > importance.shares[b]; });
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  std::vector<std::string> shown;
  for (const std::size_t feature : order) {
    const std::string& name = model.features[feature].name;
    columns.push_back({{"column", name},
                       {"impurity_decrease", importance.decreases[feature]},
                       {"impurity_share", importance.shares[feature]}});
    if (importance.shares[feature] <= 0) continue;
    shown.push_back(fmt::format("{} {}", printable(name, kImportanceNameShown), percent(importance.shares[feature])));
  }
  report.json["importance"] = {{"impurity", impurity_name(model.task, measure)}, {"columns", std::move(columns)}};
  if (shown.empty()) return;
  report.text += fmt::format("columns   {}\n          of the decrease of {}\n", enumerate(shown, kColumnsInLine),
                             impurity_name(model.task, measure));
}

}  // namespace espalier::cli
