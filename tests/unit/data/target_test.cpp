// The column to predict: found, refused, turned into classes or numbers.
#include <cmath>

#include "unit/data/fixtures.hpp"

namespace espalier::test::target_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

SchemaOverrides categorical(const std::string& name) {
  SchemaOverrides overrides;
  overrides.categorical = {name};
  return overrides;
}

// x,y with x = 1, 2, ... and the given targets.
std::string with_targets(const std::vector<std::string>& targets) {
  std::string text = "x,y\n";
  for (std::size_t i = 0; i < targets.size(); ++i) text += std::to_string(i + 1) + "," + targets[i] + "\n";
  return text;
}

std::string refused(const std::vector<std::string>& targets, const SchemaOverrides& overrides = {}) {
  return refusal([&] { prepare(with_targets(targets), "y", overrides); });
}

std::string warned(const std::vector<std::string>& targets, const SchemaOverrides& overrides = {}) {
  return render(prepare(with_targets(targets), "y", overrides).warnings);
}

Prepared asked(Task task, const std::vector<std::string>& targets, const SchemaOverrides& overrides = {}) {
  return prepare_for({.target = "y", .task = task}, with_targets(targets), overrides);
}

std::vector<std::string> counting(int from, int to, const std::string& prefix = "") {
  std::vector<std::string> cells;
  for (int i = from; i <= to; ++i) cells.push_back(prefix + std::to_string(i));
  return cells;
}

TEST(Target, MissingColumn) {
  EXPECT_EQ(refusal([] { prepare("petal_width,species\n1,a\n2,b\n", "speces"); }),
            "t.csv:1: error: there is no column 'speces'\n"
            "    1 | petal_width,species\n"
            "hint: did you mean 'species'? the columns are 'petal_width' and 'species'\n");
  EXPECT_EQ(refusal([] { prepare("1,2\n3,4\n", "nonsense", {}, no_header()); }),
            "t.csv: error: there is no column 'nonsense'\n"
            "hint: the columns are 'column_1' and 'column_2'\n");
}

TEST(Target, RepeatedColumn) {
  EXPECT_EQ(refusal([] { prepare("y,x,y\n1,2,3\n", "y"); }),
            "t.csv:1:5: error: more than one column is called 'y', the target\n"
            "    1 | y,x,y\n"
            "      |     ^\n"
            "hint: rename or remove one of them in the header\n");
}

TEST(Target, OtherRepeatedColumnsDoNotMatter) {
  EXPECT_THAT(prepare("x,x,y\n1,2,a\n3,4,b\n", "y").data.features, SizeIs(2));
  EXPECT_EQ(prepare("x,x,y\n1,2,a\n3,4,b\n", "x.2").data.target, "x.2");
}

TEST(Target, EveryCellMissing) {
  EXPECT_EQ(refused({"", "?", "NA"}),
            "t.csv:1:3: error: every cell of the target column 'y' is missing\n"
            "    1 | x,y\n"
            "      |   ^\n"
            "hint: --missing-token says which texts count as missing\n");
  EXPECT_THAT(refused({"", "?"}, categorical("y")), HasSubstr("every cell of the target column 'y' is missing"));
}

TEST(Target, CannotBeIgnored) {
  SchemaOverrides overrides;
  overrides.ignore = {"y"};
  EXPECT_EQ(refusal([&] { prepare("x,y\n1,a\n2,b\n", "y", overrides); }, ExitCode::usage),
            "espalier: error: column 'y' is both the target and ignored\n"
            "hint: drop one of the two options\n");
}

TEST(Target, RowsWithoutTargetAreLeftOut) {
  const Prepared made = prepare(with_targets({"a", "?", "b", "", "a"}), "y");
  EXPECT_THAT(made.data.table_rows, ElementsAre(0, 2, 4));
  EXPECT_THAT(made.data.classes, ElementsAre(0, 1, 0));
  EXPECT_THAT(made.data.features[0].values, ElementsAre(1, 3, 5));
  EXPECT_EQ(render(made.warnings),
            "t.csv:3:3: warning: 2 rows are left out: the target 'y' is missing\n"
            "    3 | 2,?\n"
            "      |   ^\n");
}

TEST(Target, QuotedTokenIsAClass) {
  EXPECT_THAT(prepare(with_targets({"\"NA\"", "US", "NA"}), "y").data.labels, ElementsAre("NA", "US"));
}

TEST(Target, FewWholeNumbersAreClassesInNumericOrder) {
  const Dataset data = prepare(with_targets({"10", "9", "-1", "9"}), "y").data;
  EXPECT_THAT(data.labels, ElementsAre("-1", "9", "10"));
  EXPECT_THAT(data.classes, ElementsAre(2, 1, 0, 1));
}

TEST(Target, EqualNumbersAreOneClass) {
  const Dataset data = prepare(with_targets({"1", "+1", "1.0", "2.0", "+2", "-0", "1e6"}), "y").data;
  EXPECT_THAT(data.labels, ElementsAre("0", "1", "2", "1000000"));
  EXPECT_THAT(data.classes, ElementsAre(1, 1, 1, 2, 2, 0, 3));
}

TEST(Target, CodesWithLeadingZerosAreClassesByTheirTexts) {
  const Dataset data = prepare(with_targets({"1", "01", "2"}), "y").data;
  EXPECT_THAT(data.labels, ElementsAre("01", "1", "2"));
  EXPECT_THAT(data.classes, ElementsAre(1, 0, 2));
}

TEST(Target, ForcedCategoricalTextsAreClasses) {
  EXPECT_THAT(prepare(with_targets({"1", "01", "1.0", "2"}), "y", categorical("y")).data.labels,
              ElementsAre("01", "1", "1.0", "2"));
}

TEST(Target, OrdinalLevelsGiveTheOrderOfLabels) {
  SchemaOverrides overrides;
  overrides.ordinal = {{"y", {"low", "medium", "high", "extreme"}}};
  const Dataset data = prepare(with_targets({"high", "low", "high"}), "y", overrides).data;
  EXPECT_THAT(data.labels, ElementsAre("low", "high")) << "only those that occur";
  EXPECT_THAT(data.classes, ElementsAre(1, 0, 1));
}

TEST(Target, MeasurementsArePredictedAsNumbers) {
  const Dataset data = prepare(with_targets({"1.5", "2", "-0"}), "y").data;
  EXPECT_EQ(data.task, Task::regression);
  EXPECT_THAT(data.targets, ElementsAre(1.5, 2, 0));
  EXPECT_FALSE(std::signbit(data.targets[2]));
  EXPECT_THAT(data.labels, IsEmpty());
  EXPECT_THAT(data.classes, IsEmpty());
  EXPECT_EQ(data.rows(), 3U);
}

TEST(Target, ThirtyTwoWholeNumbersAreClassesThirtyThreeAreNot) {
  EXPECT_THAT(prepare(with_targets(counting(1, 32)), "y").data.labels, SizeIs(32));
  EXPECT_THAT(prepare(with_targets(counting(1, 33)), "y").data.targets, SizeIs(33));
  EXPECT_THAT(prepare(with_targets(counting(1, 33)), "y", categorical("y")).data.labels, SizeIs(33));
}

TEST(Target, WholeNumbersTooLargeToTellApartAreNotClasses) {
  // 2^53 + 1 reads as 2^53: as numbers the two would be one class.
  EXPECT_THAT(prepare(with_targets({"9007199254740992", "1"}), "y").data.labels, ElementsAre("1", "9007199254740992"));
  EXPECT_EQ(prepare(with_targets({"90071992547409920", "90071992547409921"}), "y").data.task, Task::regression);
}

TEST(Target, NumbersThatCouldBeAScaleAreRemembered) {
  EXPECT_TRUE(prepare(with_targets({"1", "2", "3"}), "y").data.numbers_as_classes);
  EXPECT_FALSE(prepare(with_targets({"0", "1", "1"}), "y").data.numbers_as_classes) << "yes and no";
  EXPECT_FALSE(prepare(with_targets({"a", "b", "c"}), "y").data.numbers_as_classes);
  EXPECT_FALSE(prepare(with_targets({"1", "2", "3"}), "y", categorical("y")).data.numbers_as_classes);
  EXPECT_FALSE(asked(Task::classification, {"1", "2", "3"}).data.numbers_as_classes) << "it was asked for";
  EXPECT_FALSE(asked(Task::regression, {"1", "2", "3"}).data.numbers_as_classes);
}

TEST(Target, RegressionOfFewWholeNumbers) {
  const Dataset data = asked(Task::regression, {"3", "1", "?", "1"}).data;
  EXPECT_EQ(data.task, Task::regression);
  EXPECT_THAT(data.targets, ElementsAre(3, 1, 1));
  EXPECT_THAT(data.table_rows, ElementsAre(0, 1, 3));
}

TEST(Target, RegressionNeedsNumbers) {
  EXPECT_EQ(
      refusal([] {
        asked(Task::regression, {"1.5", "two", "3"});
      }),
      "t.csv:3:3: error: a regression needs numbers in the target column 'y', found 'two'\n"
      "    3 | 2,two\n"
      "      |   ^~~\n"
      "hint: --task classification predicts each of its values as a class; --missing-token two takes this one for "
      "missing\n");
  EXPECT_EQ(refusal([] {
              asked(Task::regression, {"\"NA\"", "3"});
            }),
            "t.csv:2:3: error: a regression needs numbers in the target column 'y', found 'NA'\n"
            "    2 | 1,\"NA\"\n"
            "      |   ^~~~\n"
            "hint: --task classification predicts each of its values as a class\n");
}

TEST(Target, RegressionContradictsAKind) {
  EXPECT_EQ(refusal([] {
              asked(Task::regression, {"1", "2"}, categorical("y"));
            }),
            "t.csv:1:3: error: a regression needs a numeric target, but column 'y' is said to be categorical\n"
            "    1 | x,y\n"
            "      |   ^\n"
            "hint: --numeric y takes its values as numbers\n");
}

TEST(Target, ClassificationOfMeasurementsTakesEachTextAsAClass) {
  const Dataset data = asked(Task::classification, {"2.5", "?", "10.5", "2.50", "2.5"}).data;
  EXPECT_THAT(data.labels, ElementsAre("2.5", "2.50", "10.5"));
  EXPECT_THAT(data.classes, ElementsAre(0, 2, 1, 0));
}

TEST(Target, ClassificationOfFewWholeNumbersGoesByNumber) {
  EXPECT_THAT(asked(Task::classification, {"1", "1.0", "2"}).data.labels, ElementsAre("1", "2"));
}

TEST(Target, OneNumberOnly) {
  EXPECT_EQ(warned({"2.5", "2.50", "2.5"}),
            "t.csv:1:3: warning: the target 'y' is 2.5 in every row: there is nothing to learn\n"
            "    1 | x,y\n"
            "      |   ^\n");
  EXPECT_EQ(warned({"2.5"}),
            "t.csv:2: warning: there is only one row to learn from\n"
            "    2 | 1,2.5\n");
}

TEST(Target, OneClassOnly) {
  EXPECT_EQ(warned({"a", "a", "a"}),
            "t.csv:1:3: warning: the target 'y' has only one class, 'a': there is nothing to tell apart\n"
            "    1 | x,y\n"
            "      |   ^\n");
}

TEST(Target, OneRowOnly) {
  EXPECT_EQ(warned({"a"}),
            "t.csv:2: warning: there is only one row to learn from\n"
            "    2 | 1,a\n");
}

TEST(Target, NearlyEveryRowAClassOfItsOwn) {
  // Said of the target, not as advice to ignore it.
  EXPECT_EQ(warned(counting(1, 10, "n")),
            "t.csv:1:3: warning: the target 'y' has 10 classes in 10 rows: nearly every row is a class of its own\n"
            "    1 | x,y\n"
            "      |   ^\n"
            "hint: check that --target names the column to predict\n");
}

TEST(Target, ForcedNumericRefusesText) {
  SchemaOverrides overrides;
  overrides.numeric = {"y"};
  EXPECT_THAT(refused({"1", "two"}, overrides),
              StartsWith("t.csv:3:3: error: expected a number in column 'y', found 'two'\n"));
}

TEST(Target, NothingIsSaidOfOrdinaryTargets) {
  EXPECT_THAT(warned({"a", "b", "a"}), IsEmpty());
}

}  // namespace
}  // namespace espalier::test::target_test
