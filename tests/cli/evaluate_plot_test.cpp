// evaluate --plot: a picture for every way to evaluate, and what it shows agrees with the report.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::evaluate_plot_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class EvaluatePlot : public Cli {
 protected:
  std::string picture(const std::string& line) const {
    const Outcome outcome = expect_success(box, "evaluate " + line + " --plot p.svg");
    EXPECT_THAT(outcome.out, HasSubstr("written   p.svg\n"));
    return box.read("p.svg");
  }
};

// docs/evaluation.md shows it; the command beside it there writes it anew.
TEST_F(EvaluatePlot, ThePictureInTheDocumentationIsUpToDate) {
  expect_success(box, "evaluate data/wine.csv --target cultivar --plot wine-evaluation.svg");
  std::ifstream picture(ESPALIER_SOURCE_DIR "/docs/wine-evaluation.svg");
  const std::string shown{std::istreambuf_iterator<char>(picture), {}};
  EXPECT_EQ(box.read("wine-evaluation.svg"), shown);
}

TEST_F(EvaluatePlot, ShowsTheAreasOfTheReport) {
  const std::string svg = picture("data/iris.csv -t species");
  const json figures = json::parse(expect_success(box, "evaluate data/iris.csv -t species --json --plot p.svg").out);
  EXPECT_EQ(figures["plot"], "p.svg");
  for (const json& figure : figures["classes"]) {
    char area[16];
    std::snprintf(area, sizeof area, "%.3f", figure["auc"].get<double>());
    EXPECT_THAT(svg, HasSubstr(figure["label"].get<std::string>() + ": AUC " + area + ", 33.3 % of the rows"));
  }
}

// Both classes of two say the same: the rarer one is drawn.
TEST_F(EvaluatePlot, DrawsTheRarerOfTwoClasses) {
  EXPECT_THAT(
      picture("data/kyphosis.csv -t Kyphosis --prune none"),
      AllOf(HasSubstr(">present: AUC"), HasSubstr("21.0 % of the rows"), HasSubstr("(the rarer of two classes)"),
            HasSubstr(">probability of &apos;present&apos;<"), Not(HasSubstr("curve k1"))));
}

TEST_F(EvaluatePlot, WorksForEveryWayToEvaluate) {
  std::string folds;
  for (int row = 0; row < 150; ++row) folds += std::to_string(row % 5) + "\n";
  box.write("folds.txt", folds);
  const std::string iris = "data/iris.csv -t species ";
  EXPECT_THAT(picture(iris + "--folds 5"), HasSubstr("classification of 150 rows: 5-fold cross-validation"));
  EXPECT_THAT(picture(iris + "--folds 3 --repeats 2"), HasSubstr("classification of 150 rows: "));
  EXPECT_THAT(picture(iris + "--hold-out 0.4"), HasSubstr("classification of 60 rows: "));
  EXPECT_THAT(picture(iris + "--fold-file folds.txt"), HasSubstr("classification of 150 rows: "));
  EXPECT_THAT(picture(iris + "--test data/iris.csv"),
              HasSubstr("150 rows: a test file, answered by a tree of 7 leaves learned with cart from 150 rows"));
  EXPECT_THAT(picture("data/diabetes.csv -t progression --hold-out 0.3"),
              AllOf(HasSubstr(">Errors against answers<"), HasSubstr(">always the mean, ")));
}

TEST_F(EvaluatePlot, ManyClassesStayReadable) {
  std::string table = "a,y\n";
  for (int row = 0; row < 200; ++row) {
    table += std::to_string(row) + ",class number " + std::to_string(row * row / 2000) + " of many\n";
  }
  box.write("many.csv", table);
  const std::string svg = picture("many.csv -t y --folds 4");
  EXPECT_THAT(svg, AllOf(HasSubstr(">and 15 rarer classes without curves<"), HasSubstr(">13 others<"),
                         HasSubstr("curve k4"), HasSubstr("class number 0 of many: AUC ")));
}

TEST_F(EvaluatePlot, OfNextToNothing) {
  box.write("same.csv", "a,y\n1,p\n2,p\n3,p\n");
  EXPECT_THAT(picture("same.csv -t y --folds 3"), HasSubstr(">no curve: no tree answered rows of two classes<"));
  box.write("flat.csv", "a,y\n1,5\n2,5\n3,5\n");
  EXPECT_THAT(picture("flat.csv -t y --task regression --folds 3"), Not(HasSubstr("nan")));
  // As many folds as rows: no tree answers two of them.
  EXPECT_THAT(picture("data/golf.csv -t play --folds 14"),
              HasSubstr(">no curve: no tree answered rows of two classes<"));
  // A class that the test file has no rows of.
  box.write("train.csv", "a,y\n1,p\n2,p\n3,q\n4,q\n5,r\n6,r\n");
  box.write("test.csv", "a,y\n1,p\n3,q\n6,p\n");
  EXPECT_THAT(picture("train.csv -t y --prune none --test test.csv"),
              AllOf(HasSubstr(">p: AUC "), HasSubstr(">q: AUC "), Not(HasSubstr(">r: "))));
}

TEST_F(EvaluatePlot, CountsRowsByWeight) {
  box.write("w.csv", "a,y,w\n1,p,0.5\n2,p,0.5\n3,q,2.25\n4,q,2.25\n");
  box.write("t.csv", "a,y,w\n1,p,1.5\n3,q,0.25\n4,p,0.25\n");
  EXPECT_THAT(picture("w.csv -t y --weight w --prune none --test t.csv"),
              AllOf(HasSubstr("by weight"), HasSubstr(">1.5<"), HasSubstr(">85.7 %<"), HasSubstr(">0.25<")));
}

TEST_F(EvaluatePlot, IsTheSameForAnyNumberOfThreads) {
  const std::string alone = picture("data/wine.csv -t cultivar --repeats 2 --threads 1");
  EXPECT_EQ(picture("data/wine.csv -t cultivar --repeats 2 --threads 3"), alone);
}

TEST_F(EvaluatePlot, GoesToStandardOutput) {
  const Outcome outcome = expect_success(box, "evaluate data/iris.csv -t species --plot -");
  EXPECT_TRUE(outcome.out.starts_with("<svg xmlns="));
  EXPECT_THAT(outcome.err, HasSubstr("accuracy"));
}

TEST_F(EvaluatePlot, IsRefusedWhereItSaysNothing) {
  const Outcome outcome =
      expect_failure(box, kUsage, "evaluate data/iris.csv -t species --compare c45 cart --plot p.svg");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("--plot is for one learner"), HasSubstr("leave --compare out")));
  expect_failure(box, kUsage, "evaluate data/iris.csv -t species --plot - --predictions -");
  expect_failure(box, kUsage, "evaluate data/iris.csv -t species --plot data/iris.csv");
  expect_failure(box, kCannotWrite, "evaluate data/iris.csv -t species --predictions out.csv --plot none/p.svg");
}

}  // namespace
}  // namespace espalier::tool_test::evaluate_plot_test
