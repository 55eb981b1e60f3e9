#include "cli/test_choices_report.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "cli/aligned_table.hpp"
#include "cli/score_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRootsShown = 3;
constexpr std::size_t kColumnsListed = 20;

void report_columns(const StabilityRun& run, Report& report) {
  const std::size_t trees = run.result.trees.size();
  const std::vector<ColumnUse>& columns = run.result.tests.columns;
  std::vector<std::vector<std::string>> lines = {{"column", "root"}};
  for (std::size_t level = 2; level <= run.options.levels; ++level) lines[0].push_back(fmt::format("level {}", level));
  lines[0].emplace_back("anywhere");
  Json list = Json::array();
  for (const ColumnUse& use : columns) {
    std::vector<std::string> line = {column_text(run, use.feature)};
    Json levels = Json::array();
    for (const std::size_t count : use.at_level) {
      line.push_back(count == 0 ? "-" : rounded_percent(share(count, trees)));
      levels.push_back(share(count, trees));
    }
    line.push_back(rounded_percent(share(use.anywhere, trees)));
    if (lines.size() <= kColumnsListed) lines.push_back(std::move(line));
    list.push_back({{"column", run.data.features[use.feature].name},
                    {"levels", std::move(levels)},
                    {"anywhere", share(use.anywhere, trees)}});
  }
  report.json["columns"] = std::move(list);
  if (columns.empty()) return;
  report.text += "columns   share of the trees that test them, by level\n" + aligned_table(lines);
  if (columns.size() > kColumnsListed) {
    report.text += fmt::format("          ... and {} more\n", columns.size() - kColumnsListed);
  }
}

void report_roots(const StabilityRun& run, Report& report) {
  const std::size_t trees = run.result.trees.size();
  const TestChoices& tests = run.result.tests;
  std::string text;
  Json list = Json::array();
  for (std::size_t i = 0; i < tests.roots.size(); ++i) {
    const RootTest& root = tests.roots[i];
    list.push_back({{"test", root.text},
                    {"column", run.data.features[root.feature].name},
                    {"trees", root.trees},
                    {"share", share(root.trees, trees)}});
    if (i >= kRootsShown) continue;
    text += fmt::format("{}{} in {}", i == 0 ? "" : ", ", printable(root.text, 60),
                        rounded_percent(share(root.trees, trees)));
  }
  report.json["root"] = {{"different_tests", tests.roots.size()},
                         {"without_test", share(tests.without_test, trees)},
                         {"tests", std::move(list)}};
  if (!tests.roots.empty()) {
    report.text += fmt::format("root      {}: {}{}\n",
                               counted(tests.roots.size(), tests.roots.size() == 1 ? "test" : "different test"), text,
                               tests.roots.size() > kRootsShown ? ", ..." : "");
  }
  if (tests.without_test > 0) {
    report.text += fmt::format("{}{} of the trees have no test\n", tests.roots.empty() ? "root      " : "          ",
                               rounded_percent(share(tests.without_test, trees)));
  }
}

Json to_json(const StabilityRun& run, const ThresholdSpread& cuts) {
  return {{"column", run.data.features[cuts.feature].name},
          {"where", cuts.at_root ? "root" : "anywhere"},
          {"count", cuts.count},
          {"mean", cuts.spread.mean},
          {"standard_deviation", cuts.spread.deviation.value_or(0)},
          {"least", cuts.spread.least},
          {"lower_quartile", cuts.lower_quartile},
          {"median", cuts.median},
          {"upper_quartile", cuts.upper_quartile},
          {"most", cuts.spread.most},
          {"relative_spread", cuts.relative},
          {"rows_between_quartiles", cuts.rows_between}};
}

void report_thresholds(const StabilityRun& run, Report& report) {
  const std::vector<ThresholdSpread>& thresholds = run.result.tests.thresholds;
  std::vector<std::vector<std::string>> lines = {
      {"column", "where", "cuts", "least", "25 %", "median", "75 %", "most", "spread"}};
  Json list = Json::array();
  for (const ThresholdSpread& cuts : thresholds) {
    list.push_back(to_json(run, cuts));
    if (lines.size() > kColumnsListed) continue;
    lines.push_back({column_text(run, cuts.feature), cuts.at_root ? "root" : "anywhere", grouped(cuts.count),
                     figure_text(cuts.spread.least), figure_text(cuts.lower_quartile), figure_text(cuts.median),
                     figure_text(cuts.upper_quartile), figure_text(cuts.spread.most),
                     fmt::format("{} sd", fixed(cuts.relative, 2))});
  }
  report.json["thresholds"] = std::move(list);
  if (thresholds.empty()) return;
  report.text += "cuts      thresholds; spread: between the quartiles, in standard deviations of the column\n";
  report.text += aligned_table(lines, 2);
  if (thresholds.size() > kColumnsListed) {
    report.text += fmt::format("          ... and {} more\n", thresholds.size() - kColumnsListed);
  }
}

}  // namespace

std::string column_text(const StabilityRun& run, std::uint32_t feature) {
  return printable(run.data.features[feature].name, kLongestName);
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::string rounded_percent(double fraction) {
  return fixed(100 * fraction, 0) + " %";
}

void report_test_choices(const StabilityRun& run, Report& report) {
  report_columns(run, report);
  report_roots(run, report);
  report_thresholds(run, report);
}

}  // namespace espalier::cli
