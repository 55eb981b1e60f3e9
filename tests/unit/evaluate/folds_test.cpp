#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "evaluate/splits.hpp"
#include "support/files.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::folds_test {
namespace {

using ::testing::HasSubstr;

Dataset labelled(const std::map<std::string, int>& rows_per_class) {
  std::vector<std::string> target;
  for (const auto& [label, rows] : rows_per_class) target.insert(target.end(), static_cast<std::size_t>(rows), label);
  return testing::dataset({testing::numeric("x", std::vector<double>(target.size(), 0.0))}, target);
}

template <typename Work>
Diagnostic diagnostic_of(const Work& work) {
  try {
    work();
  } catch (const Diagnostic& diagnostic) {
    return diagnostic;
  }
  ADD_FAILURE() << "no diagnostic";
  return Diagnostic(ExitCode::done, "");
}

std::vector<int> sizes(const std::vector<std::uint32_t>& folds, const Dataset& data, std::uint32_t count,
                       std::optional<std::uint32_t> label) {
  std::vector<int> result(count, 0);
  for (std::size_t row = 0; row < folds.size(); ++row) {
    if (!label || data.classes[row] == *label) ++result[folds[row]];
  }
  return result;
}

int spread(const std::vector<int>& values) {
  return *std::max_element(values.begin(), values.end()) - *std::min_element(values.begin(), values.end());
}

TEST(StratifiedFolds, DifferByAtMostOneInEveryClassAndInAll) {
  const Dataset data = labelled({{"a", 13}, {"b", 7}, {"c", 3}, {"d", 1}});
  for (std::uint32_t count = 2; count <= 24; ++count) {
    const auto folds = stratified_folds(data, count, 42);
    EXPECT_LE(spread(sizes(folds, data, count, std::nullopt)), 1) << count;
    for (std::uint32_t label = 0; label < 4; ++label) EXPECT_LE(spread(sizes(folds, data, count, label)), 1) << count;
  }
}

TEST(StratifiedFolds, DependOnTheSeedAndNothingElse) {
  const Dataset data = labelled({{"a", 30}, {"b", 30}});
  EXPECT_EQ(stratified_folds(data, 10, 1), stratified_folds(data, 10, 1));
  EXPECT_NE(stratified_folds(data, 10, 1), stratified_folds(data, 10, 2));
}

TEST(StratifiedFolds, AreTheSameOnEveryPlatform) {
  // Written down once: std::mt19937_64 and our own shuffle leave nothing to the library.
  const Dataset data = labelled({{"a", 4}, {"b", 3}});
  EXPECT_EQ(stratified_folds(data, 3, 1), (std::vector<std::uint32_t>{0, 0, 1, 2, 0, 1, 2}));
}

Dataset measured(const std::vector<double>& targets) {
  Dataset data;
  data.task = Task::regression;
  data.targets = targets;
  return data;
}

// Sorted, the targets fall into pieces of `folds` rows, of which each fold has one.
TEST(StratifiedFolds, SpreadTheRangeOfNumbers) {
  std::vector<double> targets;
  for (int row = 0; row < 20; ++row) targets.push_back((row * 7) % 20);
  const auto folds = stratified_folds(measured(targets), 5, 3);
  for (int piece = 0; piece < 4; ++piece) {
    std::set<std::uint32_t> seen;
    for (std::size_t row = 0; row < targets.size(); ++row) {
      if (static_cast<int>(targets[row]) / 5 == piece) seen.insert(folds[row]);
    }
    EXPECT_EQ(seen.size(), 5U) << piece;
  }
}

TEST(StratifiedFolds, OfNumbersDifferByAtMostOneRow) {
  const Dataset data = measured({5, 5, 5, 1, 2, 9, 8, 3, 3, 7, 6});
  for (std::uint32_t count = 2; count <= 11; ++count) {
    EXPECT_LE(spread(sizes(stratified_folds(data, count, 1), data, count, std::nullopt)), 1) << count;
  }
  EXPECT_NE(stratified_folds(data, 3, 1), stratified_folds(data, 3, 2));
}

TEST(StratifiedFolds, NeedARowEach) {
  const Diagnostic diagnostic = diagnostic_of([] { stratified_folds(labelled({{"a", 4}}), 10, 1); });
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  EXPECT_THAT(diagnostic.message(), HasSubstr("4 rows cannot be dealt to 10 folds"));
  EXPECT_THAT(diagnostic.hint(), HasSubstr("--folds 4"));
}

TEST(StratifiedFolds, NeedTwoFolds) {
  EXPECT_EQ(diagnostic_of([] { stratified_folds(labelled({{"a", 4}}), 1, 1); }).code(), ExitCode::usage);
  EXPECT_EQ(diagnostic_of([] { stratified_folds(labelled({{"a", 4}}), 0, 1); }).code(), ExitCode::usage);
}

class FoldFile : public ::testing::Test {
 protected:
  std::string write(const std::string& text) const {
    std::string path = directory_.path() + "/folds.txt";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  TemporaryDirectory directory_;
};

TEST_F(FoldFile, HasOneNumberPerLine) {
  const std::vector<std::uint32_t> expected{0, 2, 11};
  EXPECT_EQ(read_fold_file(write("0\n2\n11\n"), 3), expected);
  EXPECT_EQ(read_fold_file(write("0\r\n2\r\n11"), 3), expected);
  EXPECT_EQ(read_fold_file(write("0\r2\r11\r"), 3), expected);
  EXPECT_EQ(read_fold_file(write(" 0\n2 \n\t11\n\n\n"), 3), expected);
}

TEST_F(FoldFile, PointsAtWhatIsNotAFold) {
  for (const char* const odd : {"x", "-1", "1.5", "", "1 2", "99999999999", "\xff"}) {
    const Diagnostic diagnostic =
        diagnostic_of([&] { read_fold_file(write("0\n1\n" + std::string(odd) + "\n1\n"), 4); });
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input) << odd;
    ASSERT_TRUE(diagnostic.where()) << odd;
    EXPECT_EQ(diagnostic.where()->line, 3U) << odd;
    EXPECT_THAT(diagnostic.message(), HasSubstr("expected a fold number")) << odd;
    EXPECT_FALSE(render(diagnostic).empty());
  }
}

TEST_F(FoldFile, MustHaveALinePerRow) {
  const Diagnostic few = diagnostic_of([&] { read_fold_file(write("0\n1\n"), 3); });
  EXPECT_THAT(few.message(), HasSubstr("2 fold numbers for 3 rows"));
  const Diagnostic many = diagnostic_of([&] { read_fold_file(write("0\n1\n0\n1\n"), 3); });
  ASSERT_TRUE(many.where());
  EXPECT_EQ(many.where()->line, 4U);
  EXPECT_THAT(diagnostic_of([&] { read_fold_file(write(""), 3); }).message(), HasSubstr("0 fold numbers for 3 rows"));
}

TEST_F(FoldFile, MustExist) {
  EXPECT_EQ(diagnostic_of([&] { read_fold_file(directory_.path() + "/none", 3); }).code(), ExitCode::bad_input);
}

}  // namespace
}  // namespace espalier::folds_test
