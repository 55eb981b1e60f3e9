// espalier path: the table, its other forms, and that it shows what `train` chooses by.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::path_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

json report(const Sandbox& box, const std::string& line) {
  return json::parse(expect_success(box, line + " --json").out);
}

class PathAndTrain : public Cli, public ::testing::WithParamInterface<const char*> {};

// The same data, options and seed: the same tree, score and alpha.
TEST_P(PathAndTrain, ChooseTheSameTree) {
  for (const std::string rule : {"", " --se-margin 0", " --se-rule", " --prune-folds 5 --seed 7"}) {
    const std::string options = std::string(" data/") + GetParam() + rule;
    const json path = report(box, "path" + options);
    const json trained = report(box, "train" + options + " --folds 0 -o model.json");
    const json& chosen = path["chosen"];
    EXPECT_EQ(chosen["alpha"], trained["pruned"]["alpha"]) << options;
    EXPECT_EQ(chosen["leaves"], trained["pruned"]["leaves"]) << options;
    EXPECT_EQ(path["grown"], trained["grown"]) << options;
    const json& step = path["steps"][chosen["step"].get<std::size_t>()];
    for (const char* score : {"training_accuracy", "training_rmse"}) {
      if (!trained.contains(score)) continue;
      EXPECT_NEAR(step[score].get<double>(), trained[score].get<double>(), 1e-9) << options;
    }
    if (rule == " --se-rule") {
      EXPECT_EQ(chosen, path["one_standard_error"]);
    } else if (rule == " --se-margin 0") {
      EXPECT_EQ(chosen, path["least_error"]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, PathAndTrain,
                         ::testing::Values("iris.csv -t species", "wine.csv -t cultivar", "kyphosis.csv -t Kyphosis",
                                           "diabetes.csv -t progression", "diabetes.csv -t progression --min-leaf 10",
                                           "stagec.csv -t pgstat --task classification",
                                           "stagec.csv -t pgstat --task classification --missing fractional",
                                           "kyphosis.csv -t Kyphosis --class-weight balanced",
                                           "stagec.csv -t age --weight gleason --ignore eet --missing majority"));

// Every alpha of the path, given to train, makes the tree that the path says.
TEST_F(Cli, TrainMakesEveryTreeOfThePath) {
  const json path = report(box, "path data/kyphosis.csv -t Kyphosis");
  ASSERT_EQ(path["steps"].size(), 6U);
  for (const json& step : path["steps"]) {
    const json trained =
        report(box, "train data/kyphosis.csv -t Kyphosis --folds 0 -o m.json --alpha " + step["alpha"].dump());
    EXPECT_EQ(step["leaves"], trained["pruned"]["leaves"]);
    EXPECT_NEAR(step["training_accuracy"].get<double>(), trained["training_accuracy"].get<double>(), 1e-12);
  }
}

// What is read off the table or the report and typed in again makes the same tree.
TEST_F(Cli, AlphasInTheTextMakeTheTreesOfTheirLines) {
  for (const char* data : {"wine.csv -t cultivar", "iris.csv -t species", "kyphosis.csv -t Kyphosis",
                           "stagec.csv -t pgstat --task classification"}) {
    const std::string line = std::string(" data/") + data;
    std::istringstream table(expect_success(box, "path" + line + " --verbose").out);
    int lines = 0;
    for (std::string text; std::getline(table, text);) {
      std::istringstream cells(text);
      std::string alpha, cp, leaves, training;
      if (!(cells >> alpha >> cp >> leaves >> training) ||
          leaves.find_first_not_of("0123456789") != std::string::npos) {
        continue;
      }
      if (text.find('%') == std::string::npos) continue;
      const json trained = report(box, "train" + line + " --folds 0 -o m.json --alpha " + alpha);
      EXPECT_EQ(std::to_string(trained["pruned"]["leaves"].get<int>()), leaves) << text;
      ++lines;
    }
    EXPECT_GT(lines, 4) << data;
  }
}

TEST_F(Cli, PathHasATable) {
  const Outcome outcome = expect_success(box, "path data/kyphosis.csv -t Kyphosis");
  EXPECT_THAT(outcome.out,
              HasSubstr("path      6 trees, risk: misclassification; 10-fold cross-validation, 10 rounds, seed 1\n\n"
                        "     alpha       cp  leaves  training accuracy   out of fold\n"
                        "         0        0      17            100.0 %  76.5 % ± 4.7\n"));
  EXPECT_THAT(outcome.out,
              EndsWith("   0.03704   0.1765       1             79.0 %  79.0 % ± 4.5  <- least error, 1-SE "
                       "rule and chosen\n\n"));
}

TEST_F(Cli, PathOfManyTreesIsCutInTheTableAlone) {
  const std::string line = "path data/diabetes.csv -t progression --min-leaf 1";
  const std::string brief = expect_success(box, line).out;
  EXPECT_THAT(brief, HasSubstr("path      270 trees, risk: squared error; "));
  EXPECT_THAT(brief, HasSubstr("... 259 more\n"));
  EXPECT_THAT(brief, AllOf(HasSubstr("<- least error"), HasSubstr("chosen\n"), HasSubstr("<- 1-SE rule")));
  const std::string full = expect_success(box, line + " --verbose").out;
  EXPECT_THAT(full, Not(HasSubstr("more\n")));
  EXPECT_EQ(std::count(full.begin(), full.end(), '\n') - std::count(brief.begin(), brief.end(), '\n'), 258);
  EXPECT_EQ(report(box, line)["steps"].size(), 270U);
}

TEST_F(Cli, PathAsCsvIsThePathAsJson) {
  const std::string line = "path data/wine.csv -t cultivar --se-rule";
  std::istringstream csv(expect_success(box, line + " --csv -").out);
  const json path = report(box, line);
  std::string header;
  std::getline(csv, header);
  EXPECT_EQ(header,
            "step,alpha,cp,leaves,risk,relative_risk,training_error,error,error_standard_error,training_accuracy,"
            "accuracy,standard_error,least_error,one_standard_error,chosen");
  std::size_t i = 0;
  for (std::string row; std::getline(csv, row); ++i) {
    const json& step = path["steps"].at(i);
    std::istringstream cells(row);
    std::istringstream names(header);
    std::string cell;
    for (std::string name; std::getline(names, name, ',') && std::getline(cells, cell, ',');) {
      if (step.contains(name)) {
        EXPECT_EQ(std::stod(cell), step[name].get<double>()) << name;
      }
    }
    EXPECT_TRUE(row.ends_with(std::string(i == path["least_error"]["step"] ? ",1" : ",0") +
                              (i == path["one_standard_error"]["step"] ? ",1,1" : ",0,0")))
        << row;
  }
  EXPECT_EQ(i, path["steps"].size());
}

// rpart prints 0.17647 and 0.019608 as CP for its own settings (docs/path.md).
TEST_F(Cli, PathHasTheFiguresOfRpart) {
  const json path = report(box, "path data/kyphosis.csv -t Kyphosis --min-split 20 --min-leaf 7");
  ASSERT_EQ(path["steps"].size(), 3U);
  EXPECT_NEAR(path["steps"][2]["cp"].get<double>(), 3.0 / 17, 1e-12);
  EXPECT_NEAR(path["steps"][1]["cp"].get<double>(), 1.0 / 51, 1e-12);
  EXPECT_NEAR(path["steps"][1]["relative_risk"].get<double>(), 14.0 / 17, 1e-12);
  EXPECT_NEAR(path["root_risk"].get<double>(), 17.0 / 81, 1e-12);
}

TEST_F(Cli, PathDoesNotDependOnThreadsButOnTheSeed) {
  const std::string line = "path data/wine.csv -t cultivar --csv c.csv --plot p.svg --threads ";
  expect_success(box, line + "1");
  const Files alone = box.files();
  expect_success(box, line + "3");
  EXPECT_EQ(box.files(), alone);
  expect_success(box, line + "1 --seed 2");
  EXPECT_NE(box.read("c.csv"), alone.at("c.csv"));
}

// README.md shows it; the command beside it there writes it anew.
TEST_F(Cli, ThePictureInTheReadmeIsUpToDate) {
  expect_success(box, "path data/wine.csv --target cultivar --plot wine-path.svg");
  std::ifstream picture(ESPALIER_SOURCE_DIR "/docs/wine-path.svg");
  const std::string shown{std::istreambuf_iterator<char>(picture), {}};
  EXPECT_EQ(box.read("wine-path.svg"), shown);
}

TEST_F(Cli, PathShowsCostsWhereTheyAreTheMeasure) {
  box.write("costs.csv", "actual,absent,present\nabsent,0,1\npresent,5,0\n");
  const std::string line = "path data/kyphosis.csv -t Kyphosis --cost-matrix costs.csv --plot p.svg";
  EXPECT_THAT(expect_success(box, line).out, HasSubstr("training accuracy   out of fold  training mean cost"));
  const json path = report(box, line);
  EXPECT_EQ(path["error_of"], "cost");
  // One leaf answers `present`: 64 of 81 rows are wrong, at 1 each.
  EXPECT_NEAR(path["steps"].back()["training_error"].get<double>(), 64.0 / 81, 1e-12);
  EXPECT_NEAR(path["steps"].back()["training_accuracy"].get<double>(), 17.0 / 81, 1e-12);
  EXPECT_THAT(box.read("p.svg"), HasSubstr(">mean cost<"));
}

TEST_F(Cli, PathCanBeThatOfAnyAlgorithm) {
  const json path = report(box, "path data/golf.csv -t play -a c45");
  EXPECT_EQ(path["steps"][0]["leaves"], 5);
  EXPECT_EQ(path["steps"].back()["leaves"], 1);
  EXPECT_EQ(report(box, "path data/golf.csv -t play -a id3 --discretize mdlp --prune cost-complexity")["task"],
            "classification");
}

TEST_F(Cli, PathOfNextToNothing) {
  box.write("two.csv", "a,y\n1,p\n2,q\n");
  const Outcome two = expect_success(box, "path two.csv -t y --plot two.svg");
  EXPECT_THAT(two.err, HasSubstr("warning: 2 rows cannot be divided into 10 folds: 2 are used"));
  EXPECT_THAT(two.out, HasSubstr("path      2 trees"));
  box.write("same.csv", "a,y\n1,p\n2,p\n3,p\n");
  EXPECT_THAT(expect_success(box, "path same.csv -t y --plot same.svg --prune-folds 3").out,
              AllOf(HasSubstr("path      1 tree,"), HasSubstr("<- least error, 1-SE rule and chosen")));
  EXPECT_EQ(report(box, "path same.csv -t y")["steps"][0]["cp"], 0.0);
  box.write("one.csv", "a,y\n1,p\n");
  const Outcome one = expect_success(box, "path one.csv -t y --plot one.svg --csv one.out");
  EXPECT_THAT(one.out, AllOf(HasSubstr("no second row to judge with"), Not(HasSubstr("<- least"))));
  EXPECT_THAT(box.read("one.out"), EndsWith("\n0,0,0,1,0,0,0,,,1,,,0,0,0\n"));
  EXPECT_FALSE(report(box, "path one.csv -t y").contains("chosen"));
  box.write("flat.csv", "a,y\n1,2.5\n2,2.5\n3,2.5\n");
  expect_success(box, "path flat.csv -t y --task regression --plot flat.svg");
  for (const char* name : {"two.svg", "same.svg", "one.svg", "flat.svg"}) {
    EXPECT_THAT(box.read(name), AllOf(StartsWith("<svg "), EndsWith("</svg>\n"), Not(HasSubstr("nan")))) << name;
  }
}

TEST_F(Cli, PlotIsInertWhateverTheNames) {
  box.write("h.csv", "a,\"</text><script>&\n\xE2\x80\xAE\"\n1,p\n2,p\n3,q\n4,q\n");
  expect_success(box, {"path", "h.csv", "-t", "</text><script>&\n\xE2\x80\xAE", "--plot", "h.svg"});
  const std::string svg = box.read("h.svg");
  EXPECT_THAT(svg, AllOf(Not(HasSubstr("<script")), HasSubstr("&lt;/text&gt;&lt;script&gt;&amp;\\n\\u{202e}")));
  EXPECT_TRUE(std::all_of(svg.begin(), svg.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

struct Refusal {
  const char* options;
  const char* message;
  const char* hint;
};

TEST_F(Cli, PathRefusesWhatItWouldHaveToIgnore) {
  for (const Refusal& refusal :
       {Refusal{"--prune pessimistic", "--prune pessimistic: the path is that of cost-complexity", "leave --prune out"},
        Refusal{"--prune none", "--prune none: the path is that of cost-complexity", "leave --prune out"},
        Refusal{"--alpha 0.1", "--alpha: the path has every alpha", "espalier train"},
        Refusal{"--confidence 0.1", "--confidence goes with --prune error-based", "cost-complexity is in effect"},
        Refusal{"-a c45 --no-raising", "--no-raising goes with --prune error-based", "cost-complexity is in effect"},
        Refusal{"--prune-folds 1", "--prune-folds 1: at least 2 folds", "10 is usual"},
        Refusal{"--csv out --plot out", "two outputs go to 'out'", "name a file for each"},
        Refusal{"--csv - --plot -", "two outputs go to '-'", "name a file for each"}}) {
    const Outcome outcome = expect_failure(box, kUsage, std::string("path data/golf.csv -t play ") + refusal.options);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(refusal.message), HasSubstr(refusal.hint))) << refusal.options;
  }
}

}  // namespace
}  // namespace espalier::tool_test::path_test
