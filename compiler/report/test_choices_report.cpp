#include "report/test_choices_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRootsShown = 3;
constexpr std::size_t kColumnsListed = 20;

std::string more_text(std::size_t all) {
  return all > kColumnsListed ? fmt::format("          ... and {} more\n", all - kColumnsListed) : "";
}

std::string columns_text(const StabilityFacts& facts) {
  const std::size_t trees = facts.result.trees.size();
  const std::vector<ColumnUse>& columns = facts.result.tests.columns;
  if (columns.empty()) return "";
  std::vector<std::vector<std::string>> lines = {{"column", "root"}};
  for (std::size_t level = 2; level <= facts.options.levels; ++level) {
    lines[0].push_back(fmt::format("level {}", level));
  }
  lines[0].emplace_back("anywhere");
  for (std::size_t i = 0; i < std::min(columns.size(), kColumnsListed); ++i) {
    std::vector<std::string> line = {column_text(facts, columns[i].feature)};
    for (const std::size_t count : columns[i].at_level) {
      line.push_back(count == 0 ? "-" : rounded_percent(share_of_trees(count, trees)));
    }
    line.push_back(rounded_percent(share_of_trees(columns[i].anywhere, trees)));
    lines.push_back(std::move(line));
  }
  return "columns   share of the trees that test them, by level\n" + aligned_table(lines) + more_text(columns.size());
}

Json columns_json(const StabilityFacts& facts) {
  const std::size_t trees = facts.result.trees.size();
  Json list = Json::array();
  for (const ColumnUse& use : facts.result.tests.columns) {
    Json levels = Json::array();
    for (const std::size_t count : use.at_level) levels.push_back(share_of_trees(count, trees));
    list.push_back({{"column", facts.data.features[use.feature].name},
                    {"levels", std::move(levels)},
                    {"anywhere", share_of_trees(use.anywhere, trees)}});
  }
  return list;
}

std::string roots_text(const StabilityFacts& facts) {
  const std::size_t trees = facts.result.trees.size();
  const TestChoices& tests = facts.result.tests;
  std::string text;
  if (!tests.roots.empty()) {
    text +=
        fmt::format("root      {}: ", counted(tests.roots.size(), tests.roots.size() == 1 ? "test" : "different test"));
    for (std::size_t i = 0; i < std::min(tests.roots.size(), kRootsShown); ++i) {
      text += fmt::format("{}{} in {}", i == 0 ? "" : ", ", printable(tests.roots[i].text, 60),
                          rounded_percent(share_of_trees(tests.roots[i].trees, trees)));
    }
    text += tests.roots.size() > kRootsShown ? ", ...\n" : "\n";
  }
  if (tests.without_test > 0) {
    text += fmt::format("{}{} of the trees have no test\n", tests.roots.empty() ? "root      " : "          ",
                        rounded_percent(share_of_trees(tests.without_test, trees)));
  }
  return text;
}

Json roots_json(const StabilityFacts& facts) {
  const std::size_t trees = facts.result.trees.size();
  const TestChoices& tests = facts.result.tests;
  Json list = Json::array();
  for (const RootTest& root : tests.roots) {
    list.push_back({{"test", root.text},
                    {"column", facts.data.features[root.feature].name},
                    {"trees", root.trees},
                    {"share", share_of_trees(root.trees, trees)}});
  }
  return {{"different_tests", tests.roots.size()},
          {"without_test", share_of_trees(tests.without_test, trees)},
          {"tests", std::move(list)}};
}

std::string thresholds_text(const StabilityFacts& facts) {
  const std::vector<ThresholdSpread>& thresholds = facts.result.tests.thresholds;
  if (thresholds.empty()) return "";
  std::vector<std::vector<std::string>> lines = {
      {"column", "where", "cuts", "least", "25 %", "median", "75 %", "most", "spread"}};
  for (std::size_t i = 0; i < std::min(thresholds.size(), kColumnsListed); ++i) {
    const ThresholdSpread& cuts = thresholds[i];
    lines.push_back({column_text(facts, cuts.feature), cuts.at_root ? "root" : "anywhere", grouped(cuts.count),
                     figure_text(cuts.spread.least), figure_text(cuts.lower_quartile), figure_text(cuts.median),
                     figure_text(cuts.upper_quartile), figure_text(cuts.spread.most),
                     fmt::format("{} sd", fixed(cuts.relative, 2))});
  }
  return "cuts      thresholds; spread: between the quartiles, in standard deviations of the column\n" +
         aligned_table(lines, 2) + more_text(thresholds.size());
}

Json threshold_json(const StabilityFacts& facts, const ThresholdSpread& cuts) {
  return {{"column", facts.data.features[cuts.feature].name},
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

Json thresholds_json(const StabilityFacts& facts) {
  Json list = Json::array();
  for (const ThresholdSpread& cuts : facts.result.tests.thresholds) list.push_back(threshold_json(facts, cuts));
  return list;
}

}  // namespace

std::string column_text(const StabilityFacts& facts, std::uint32_t feature) {
  return printable(facts.data.features[feature].name, kStabilityNameShown);
}

double share_of_trees(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::string rounded_percent(double fraction) {
  return fixed(100 * fraction, 0) + " %";
}

std::string test_choices_text(const StabilityFacts& facts) {
  return columns_text(facts) + roots_text(facts) + thresholds_text(facts);
}

nlohmann::ordered_json test_choices_json(const StabilityFacts& facts) {
  return {{"columns", columns_json(facts)}, {"root", roots_json(facts)}, {"thresholds", thresholds_json(facts)}};
}

}  // namespace espalier
