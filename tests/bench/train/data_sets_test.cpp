#include "bench/train/data_sets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

#include "bench/train/planted_tree.hpp"
#include "data/dataset.hpp"
#include "data/schema.hpp"
#include "data/table.hpp"

namespace espalier::bench {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::Le;
using testing::SizeIs;

std::string csv(const DataSet& set, std::size_t rows, std::uint64_t seed = 1, const Alterations& alterations = {}) {
  std::ostringstream out;
  write_data_set(set, rows, seed, out, alterations);
  return out.str();
}

// The cells of each line, the header's too.
std::vector<std::vector<std::string>> cells(const std::string& text) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    std::vector<std::string>& found = lines.emplace_back(1);
    for (const char c : line) {
      if (c == ',') {
        found.emplace_back();
      } else {
        found.back() += c;
      }
    }
  }
  return lines;
}

Dataset as_read(const DataSet& set, std::size_t rows, std::optional<Task> task = {}) {
  Warnings warnings;
  Table table = parse_table(set.name, csv(set, rows), {}, warnings);
  EXPECT_EQ(table.column_names, set.columns);
  const Schema schema = infer_schema(table, {}, warnings);
  return take_dataset(table, schema, {set.columns.back(), task}, warnings);
}

std::map<std::string, double> class_shares(const Dataset& data) {
  std::map<std::string, double> shares;
  for (const std::uint32_t label : data.classes) shares[data.labels[label]] += 1 / static_cast<double>(data.rows());
  return shares;
}

std::size_t distinct(const FeatureColumn& column) {
  return std::set<double>(column.values.begin(), column.values.end()).size();
}

// Cells of a line; commas in quotes separate none.
std::size_t cells_in(const std::string& line) {
  bool quoted = false;
  std::size_t cells = 1;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) ++cells;
  }
  return cells;
}

TEST(DataSets, AreTheSameEveryTime) {
  for (const DataSet& set : all_data_sets()) {
    EXPECT_EQ(csv(set, 50), csv(set, 50)) << set.name;
    EXPECT_NE(csv(set, 50, 1), csv(set, 50, 2)) << set.name;
  }
}

// Parts of the rows are a smaller set, so that growth with rows can be measured.
TEST(DataSets, BeginAlikeWhateverTheNumberOfRows) {
  for (const DataSet& set : all_data_sets()) {
    const std::string shorter = csv(set, 20);
    EXPECT_EQ(csv(set, 90).substr(0, shorter.size()), shorter) << set.name;
  }
}

TEST(DataSets, HaveAHeaderAndTheRowsAskedFor) {
  for (const DataSet& set : all_data_sets()) {
    const std::string text = csv(set, 30);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 31) << set.name;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_EQ(cells_in(line), set.columns.size()) << line;
    }
    EXPECT_EQ(csv(set, 0), text.substr(0, text.find('\n') + 1));
  }
}

TEST(DataSets, AreWrittenWholeWhenTheyAreLargerThanTheBuffer) {
  const std::string text = csv(two_classes(), 20'000);  // 3.4 MB
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20'001);
}

TEST(DataSets, TwoClassesAreFloatsOfFourDecimals) {
  const Dataset data = as_read(two_classes(), 2000);
  ASSERT_THAT(data.features, SizeIs(20));
  for (const FeatureColumn& column : data.features) {
    EXPECT_THAT(column.values, Each(AllOf(Ge(-100), Le(100))));
    EXPECT_GT(distinct(column), 1950U);  // 2,000 draws of 2,000,000 values
  }
  EXPECT_THAT(data.labels, testing::ElementsAre("0", "1"));
  EXPECT_EQ(csv(two_classes(), 2000).find("-0.0000"), std::string::npos);
}

TEST(DataSets, WeakSignalHasRealsCountsAndTwoClasses) {
  const Dataset data = as_read(weak_signal(), 2000);
  ASSERT_THAT(data.features, SizeIs(30));
  EXPECT_FALSE(data.features[0].integer);
  EXPECT_TRUE(data.features[28].integer);
  EXPECT_LE(distinct(data.features[28]), 4U);  // 2 to 5
  EXPECT_EQ(distinct(data.features[29]), 3U);  // 0 to 2
  EXPECT_NEAR(class_shares(data)["1"], 0.53, 0.04);
}

TEST(DataSets, SevenClassesAreSkewedAndOneHotColumnsAddUpToOne) {
  const Dataset data = as_read(seven_classes(), 5000);
  ASSERT_THAT(data.features, SizeIs(54));
  EXPECT_THAT(data.labels, SizeIs(7));
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const auto set_columns = [&](std::size_t first, std::size_t count) {
      double sum = 0;
      for (std::size_t i = first; i < first + count; ++i) sum += data.features[i].values[row];
      return sum;
    };
    ASSERT_EQ(set_columns(10, 4), 1);
    ASSERT_EQ(set_columns(14, 40), 1);
  }
  const auto shares = class_shares(data);
  const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
  EXPECT_GT(std::max_element(shares.begin(), shares.end(), less)->second, 0.25);
  EXPECT_LT(std::min_element(shares.begin(), shares.end(), less)->second, 0.05);
}

TEST(DataSets, CategoriesHaveTwoToFiveHundredWordsAndHoles) {
  const Dataset data = as_read(categories_with_holes(), 5000);
  ASSERT_THAT(data.features, SizeIs(20));
  EXPECT_EQ(data.features[8].categories.size(), 2U);
  EXPECT_EQ(data.features[14].categories.size(), 20U);
  EXPECT_GT(data.features[19].categories.size(), 400U);
  EXPECT_THAT(data.labels, testing::ElementsAre("high", "low", "medium"));
  for (const FeatureColumn& column : data.features) {
    const auto holes = std::count_if(column.values.begin(), column.values.end(), [](double v) { return v != v; });
    EXPECT_NEAR(static_cast<double>(holes) / 5000, 0.05, 0.02) << column.name;
  }
}

TEST(DataSets, RegressionIsTakenForOne) {
  const Dataset data = as_read(regression(), 2000);
  EXPECT_EQ(data.task, Task::regression);
  ASSERT_THAT(data.features, SizeIs(20));
  EXPECT_THAT(data.features[0].values, Each(AllOf(Ge(0), Le(1))));
  // The mean of Friedman's function is 14.4; the steps add 0.3 * 4 and take 0.2 * 0.5 * 6.
  double sum = 0;
  for (const double target : data.targets) sum += target;
  EXPECT_NEAR(sum / 2000, 14.4 + 1.2 - 0.6, 0.5);
}

TEST(DataSets, GrowInEveryDirection) {
  const GrowthSizes sizes{3, 5, 40, 7};
  const Dataset data = as_read(growing(sizes), 3000);
  ASSERT_THAT(data.features, SizeIs(3 + 5));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(data.features[i].kind, ColumnKind::numeric);
  for (std::size_t i = 3; i < 8; ++i) EXPECT_THAT(data.features[i].categories, SizeIs(40));
  EXPECT_THAT(data.labels, SizeIs(7));
  for (const auto& [label, share] : class_shares(data)) EXPECT_NEAR(share, 1.0 / 7, 0.03) << label;
}

// What a column says of the label is what there is to learn: a quarter of the first number is a quarter of the labels,
// in nine rows of ten.
TEST(DataSets, GrowingLabelsCanBeLearned) {
  const Dataset data = as_read(growing({2, 2, 8, 4}), 4000);
  std::size_t right = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const auto quarter = static_cast<std::uint32_t>(data.features[0].values[row] / 250);
    right += data.classes[row] == quarter ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(right) / 4000, 0.9 + 0.1 / 4, 0.02);
}

TEST(DataSets, HolesChangeNoOtherCell) {
  for (const DataSet& set : all_data_sets()) {
    if (set.name == "S6") continue;  // commas in its texts
    const auto before = cells(csv(set, 200));
    const auto after = cells(csv(set, 200, 1, {0.25, false}));
    ASSERT_EQ(before.front(), after.front()) << set.name;
    double emptied = 0;
    for (std::size_t row = 1; row < before.size(); ++row) {
      ASSERT_EQ(before[row].size(), after[row].size());
      ASSERT_EQ(before[row].back(), after[row].back()) << "the target has no holes";
      for (std::size_t i = 0; i < before[row].size(); ++i) {
        if (after[row][i] != before[row][i]) {
          ASSERT_EQ(after[row][i], "");
          ++emptied;
        } else if (before[row][i].empty()) {
          emptied += 0.25;  // as likely emptied again
        }
      }
    }
    const double all = 200.0 * static_cast<double>(set.columns.size() - 1);
    EXPECT_NEAR(emptied / all, 0.25, 0.04) << set.name;
  }
}

TEST(DataSets, WeightsAreAColumnInFront) {
  const auto before = cells(csv(regression(), 100));
  auto after = cells(csv(regression(), 100, 1, {0.1, true}));
  EXPECT_EQ(after.front().front(), "weight");
  std::set<std::string> different;
  for (std::size_t row = 1; row < after.size(); ++row) {
    EXPECT_THAT(std::stod(after[row].front()), AllOf(Ge(0.5), Le(2)));  // never a hole
    different.insert(after[row].front());
  }
  EXPECT_GT(different.size(), 80U);
  for (auto& row : after) row.erase(row.begin());
  EXPECT_EQ(after, cells(csv(regression(), 100, 1, {0.1, false})));
  EXPECT_EQ(after.front(), before.front());
}

TEST(DataSets, QuotedTextsHoldCommasAndQuotesAndOneColumnIsNearlyUnique) {
  const DataSet set = quoted_texts();
  const std::string text = csv(set, 5000);
  EXPECT_NE(text.find("\"\""), std::string::npos);
  EXPECT_GT(static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')), 5001 * (set.columns.size() - 1));
  const Dataset data = as_read(set, 5000);
  ASSERT_THAT(data.features, SizeIs(11));
  EXPECT_GT(data.features[0].categories.size(), 4990U);
  EXPECT_EQ(data.features[1].kind, ColumnKind::numeric);  // the date, in days
  EXPECT_EQ(data.features[6].categories.size(), 5U);
  EXPECT_TRUE(data.features[9].integer);
  EXPECT_FALSE(data.features[10].integer);
  EXPECT_THAT(data.labels, testing::ElementsAre("exchanged", "kept", "returned"));
  for (const auto& [label, share] : class_shares(data)) EXPECT_GT(share, 0.08) << label;
}

TEST(PlantedTree, AnswersByTheRowAlone) {
  const PlantedTree tree(1, 3, 2, 4);
  const PlantedTree same(1, 3, 2, 4);
  std::set<std::size_t> answers;
  RandomEngine random(2);
  for (int i = 0; i < 500; ++i) {
    const std::array<double, 2> row{uniform_unit(random), uniform_unit(random)};
    EXPECT_EQ(tree.answer(row), same.answer(row));
    answers.insert(tree.answer(row));
  }
  EXPECT_GT(answers.size(), 1U);
  EXPECT_LT(*answers.rbegin(), 4U);
}

TEST(PlantedTree, OfDepthNoneHasOneAnswer) {
  const PlantedTree tree(1, 0, 1, 3);
  EXPECT_EQ(tree.answer(std::array<double, 1>{0.1}), tree.answer(std::array<double, 1>{0.9}));
}

}  // namespace
}  // namespace espalier::bench
