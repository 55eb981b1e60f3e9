// Costs of wrong answers: the file, and the order of a dataset's classes.
#include "data/weighing.hpp"

#include "support/files.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::cost_matrix_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

CostMatrix parsed(std::string text) {
  return parse_cost_matrix("costs.csv", std::move(text));
}

std::string refused(std::string text) {
  return refusal([&] { parsed(std::move(text)); });
}

TEST(CostMatrix, RowsAreActualColumnsAreAnswered) {
  const CostMatrix matrix = parsed("actual,sick,well\nsick,0,10\nwell,1,0\n");
  EXPECT_THAT(matrix.labels, ElementsAre("sick", "well"));
  EXPECT_THAT(matrix.costs, ElementsAre(ElementsAre(0, 10), ElementsAre(1, 0))) << "a sick person sent home costs 10";
}

TEST(CostMatrix, RowsMayComeInAnotherOrder) {
  EXPECT_EQ(parsed("\tsick\twell\nwell\t1\t0\nsick\t0\t10\n"), parsed("a \\ b,sick,well\nsick,0,10\nwell,1,-0\n"));
}

TEST(CostMatrix, IsReadFromAFile) {
  const TemporaryDirectory directory;
  OutputFiles files;
  files.stage(directory.path() + "/costs.csv", "x;0;1\n0;0;2.5\n1;1;0\n");
  files.commit();
  const CostMatrix matrix = read_cost_matrix(directory.path() + "/costs.csv");
  EXPECT_THAT(matrix.labels, ElementsAre("0", "1"));
  EXPECT_THAT(matrix.costs, ElementsAre(ElementsAre(0, 2.5), ElementsAre(1, 0)));
  EXPECT_THAT(refusal([] { read_cost_matrix("no-such-file.csv"); }), HasSubstr("no-such-file.csv"));
}

TEST(CostMatrix, MustBeSquare) {
  EXPECT_EQ(refused("x,a,b\na,0,1\n"),
            "costs.csv:1:5: error: there is no row for the class 'b'\n"
            "    1 | x,a,b\n"
            "      |     ^\n"
            "hint: each class has one column and one row\n");
  EXPECT_THAT(refused("x,a,b\na,0,1\nb,1\n"), StartsWith("costs.csv:3:4: error: expected 3 cells as in the header"));
  EXPECT_THAT(refused("x\na\n"), StartsWith("costs.csv:1: error: a cost matrix needs a column for each answer\n"));
}

TEST(CostMatrix, LabelsMustAgree) {
  EXPECT_EQ(refused("x,sick,well\nsick,0,1\nwel,1,0\n"),
            "costs.csv:3:1: error: the class 'wel' is not among the answers of the header\n"
            "    3 | wel,1,0\n"
            "      | ^~~\n"
            "hint: did you mean 'well'?\n");
  EXPECT_THAT(refused("x,sick,well\nsick,0,1\n,1,0\n"), HasSubstr("the class '' is not among the answers"));
}

TEST(CostMatrix, LabelsOccurOnce) {
  EXPECT_THAT(refused("x,a,a\na,0,1\n"), StartsWith("costs.csv:1:5: error: the answer 'a' is repeated\n"));
  EXPECT_THAT(refused("x,a,b\na,0,1\na,0,1\n"), StartsWith("costs.csv:3:1: error: the class 'a' is repeated\n"));
  EXPECT_THAT(refused("x,a,\na,0,1\n,1,0\n"), StartsWith("costs.csv:1:5: error: an answer without a name\n"));
}

TEST(CostMatrix, CostsAreNumbersFromZero) {
  EXPECT_EQ(refused("x,a,b\na,0,much\nb,1,0\n"),
            "costs.csv:2:5: error: expected a cost, a number that is 0 or larger, found 'much'\n"
            "    2 | a,0,much\n"
            "      |     ^~~~\n"
            "hint: write 0 for a right answer and for what costs nothing\n");
  EXPECT_THAT(refused("x,a,b\na,0,-1\nb,1,0\n"), StartsWith("costs.csv:2:5: error: expected a cost"));
  EXPECT_THAT(refused("x,a,b\na,0,1e999\nb,1,0\n"), StartsWith("costs.csv:2:5: error: expected a cost"));
  EXPECT_THAT(refused("x,a,b\na,,1\nb,1,0\n"), HasSubstr("found nothing"));
}

TEST(CostMatrix, RightAnswersCostNothing) {
  EXPECT_EQ(refused("x,a,b\nb,1,0.5\na,0,1\n"),
            "costs.csv:2:5: error: the right answer 'b' costs 0.5\n"
            "    2 | b,1,0.5\n"
            "      |     ^~~\n"
            "hint: right answers cost 0; take the figure off the others of the row\n");
}

TEST(CostMatrix, SomethingMustCost) {
  EXPECT_THAT(refused("x,a,b\na,0,0\nb,0,0\n"), StartsWith("costs.csv:1: error: no answer costs anything\n"));
}

TEST(CostsFor, OrderOfTheClasses) {
  const CostMatrix matrix = parsed("x,a,b,c\na,0,1,2\nb,3,0,4\nc,5,6,0\n");
  EXPECT_THAT(costs_for(matrix, {"c", "a", "b"}),
              ElementsAre(ElementsAre(0, 5, 6), ElementsAre(2, 0, 1), ElementsAre(4, 3, 0)));
  EXPECT_EQ(costs_for(matrix, {"a", "b", "c"}), matrix.costs);
}

TEST(CostsFor, NoMatrixNoCosts) {
  EXPECT_THAT(costs_for({}, {"a", "b"}), IsEmpty());
}

TEST(CostsFor, ClassesMustAgree) {
  const CostMatrix matrix = parsed("x,sick,well\nsick,0,10\nwell,1,0\n");
  EXPECT_EQ(refusal([&] {
              costs_for(matrix, {"Sick", "well"});
            }),
            "espalier: error: the cost matrix names 'sick', which is not a class of the data\n"
            "hint: did you mean 'Sick'?\n");
  EXPECT_EQ(refusal([&] {
              costs_for(matrix, {"dead", "sick", "well"});
            }),
            "espalier: error: the cost matrix does not name the class 'dead'\n"
            "hint: each class of the data needs a column and a row\n");
}

}  // namespace
}  // namespace espalier::test::cost_matrix_test
