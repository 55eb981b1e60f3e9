// The auditor's questions: rules, draw, explain, diff, prove, report.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/sandbox.hpp"

namespace espalier::tool_test::audit_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// golf.json is C4.5's tree of golf, as it grew:
//   outlook = overcast: Play (rule 1); rain: windy = false: Play (2), true: Don't Play (3);
//   sunny: humidity <= 75: Play (4), > 75: Don't Play (5)
class Audit : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json -q");
    expect_success(box, "train data/iris.csv -t species -o iris.json -q");
  }

  // golf.json with another threshold of humidity.
  void write_changed(const std::string& threshold) {
    std::string text = box.read("golf.json");
    const std::string old = "\"threshold\":75";
    const std::size_t at = text.find(old) != text.npos ? text.find(old) : text.find("\"threshold\": 75");
    ASSERT_NE(at, text.npos);
    text.replace(text.find("75", at), 2, threshold);
    box.write("changed.json", text);
  }
};

// The report is there, and the exit code says that something is not as it should be.
Outcome expect_refutation(const Sandbox& box, const Arguments& arguments) {
  Outcome outcome = box.run(arguments);
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return outcome;
}

TEST_F(Audit, RulesAreListedWithTheirFigures) {
  const Outcome outcome = expect_success(box, "rules golf.json --data data/golf.csv");
  EXPECT_THAT(outcome.out, AllOf(StartsWith("rules     5 rules for 'play'\n"), HasSubstr("stability index 0.000"),
                                 HasSubstr("rule 5: Don't Play\n  if  outlook = sunny\n  and humidity >= 76\n"),
                                 // 3 of 14 rows; 3 of 3 right; 5 of 14 rows are Don't Play: 1 / (5/14) = 2.8
                                 HasSubstr("training: 3 rows (21.4 %); 100.0 % (43.9 % to 100.0 %) right; lift 2.80\n"),
                                 HasSubstr("data: 3 rows (21.4 %), 100.0 % right\n")));
}

TEST_F(Audit, DrawsATreeOnTheTerminal) {
  const Outcome outcome = expect_success(box, "draw golf.json");
  EXPECT_EQ(outcome.out,
            "Decision tree for 'play': 5 rules, depth 2, 14 training rows\n\n"
            "outlook\n"
            "|-- overcast: Play        [######              ] 4 rows, 28.6 %, 100.0 % Play\n"
            "|-- rain: windy\n"
            "|   |-- false: Play       [####                ] 3 rows, 21.4 %, 100.0 % Play\n"
            "|   `-- true: Don't Play  [###                 ] 2 rows, 14.3 %, 100.0 % Don't Play\n"
            "`-- sunny: humidity\n"
            "    |-- <= 75: Play       [###                 ] 2 rows, 14.3 %, 100.0 % Play\n"
            "    `-- > 75: Don't Play  [####                ] 3 rows, 21.4 %, 100.0 % Don't Play\n");
}

TEST_F(Audit, DrawsWhatTheNameOfTheFileSays) {
  for (const auto& [file, begin] : std::map<std::string, std::string>{{"t.svg", "<svg xmlns="},
                                                                      {"t.dot", "digraph tree {"},
                                                                      {"t.gv", "digraph tree {"},
                                                                      {"t.mmd", "flowchart LR"},
                                                                      {"t.txt", "Decision tree for 'species'"}}) {
    const Outcome outcome = expect_success(box, "draw iris.json -o " + file);
    EXPECT_THAT(outcome.out, AllOf(StartsWith("drawn     13 nodes of 13\n"), HasSubstr("written   " + file)));
    EXPECT_THAT(box.read(file), StartsWith(begin));
  }
  EXPECT_THAT(box.read("t.dot"), HasSubstr("label=\"Decision tree for &#39;species&#39;\""));  // Graphviz has no &apos;
  EXPECT_THAT(expect_success(box, "draw iris.json --format svg").out, StartsWith("<svg xmlns="));
  EXPECT_THAT(expect_failure(box, 2, "draw iris.json -o tree.png").err,
              HasSubstr("hint: end it in .svg, .dot, .mmd or .txt"));
  EXPECT_FALSE(box.has("tree.png"));
}

TEST_F(Audit, DrawingsFoldAndMarkAWay) {
  const json folded = json::parse(expect_success(box, "draw iris.json --leaves 3 --json").out);
  EXPECT_EQ(folded["rules"], 7);
  EXPECT_EQ(folded["nodes"].size(), 5U);
  EXPECT_EQ(folded["nodes"][3]["folded_rules"], 5);
  EXPECT_THAT(expect_success(box, "draw iris.json --depth 1").out, HasSubstr("> 2.45: versicolor ... 6 rules"));
  const std::string row = "'{\"outlook\": \"sunny\", \"humidity\": 90}'";
  EXPECT_THAT(expect_success(box, words("draw golf.json --row " + row)).out,
              AllOf(HasSubstr("`-- sunny: humidity  <==\n"), HasSubstr("> 75: Don't Play  <=="),
                    Not(HasSubstr("<= 75: Play  <=="))));
  EXPECT_THAT(expect_success(box, "draw golf.json --rule 1").out, HasSubstr("overcast: Play  <=="));
  EXPECT_THAT(expect_failure(box, 2, "draw golf.json --rule 6").err, HasSubstr("--rule 6: the tree has 5 rules"));
  EXPECT_THAT(expect_failure(box, 2, "draw golf.json --tree 2").err, HasSubstr("--tree 2: the model has 1 tree"));
  EXPECT_THAT(expect_failure(box, 2, "draw golf.json --leaves 0").err, HasSubstr("there is nothing to draw"));
  EXPECT_THAT(expect_failure(box, 2, "draw golf.json --delimiter ';'").err, HasSubstr("--row"));
}

// The picture in the documents is what the documented commands draw.
TEST_F(Audit, DocumentedDrawing) {
  expect_success(box, "train data/wine.csv --target cultivar -o wine.json -q");
  expect_success(box, "draw wine.json -o wine-tree.svg");
  std::ifstream picture(ESPALIER_SOURCE_DIR "/docs/wine-tree.svg");
  const std::string shown{std::istreambuf_iterator<char>(picture), {}};
  EXPECT_EQ(box.read("wine-tree.svg"), shown);
}

TEST_F(Audit, TheReportIsOnePage) {
  const Outcome outcome = expect_success(
      box,
      words("report golf.json --data data/golf.csv --no-refit --property 'outlook = overcast => Play' -o golf.html"));
  EXPECT_EQ(outcome.out,
            "report    5 rules for 'play'\n"
            "figures   accuracy 100.0 %: the model's answers for the 14 rows of 'golf.csv'\n"
            "proofs    1 proven, 0 refuted, 0 open\n"
            "written   golf.html\n");
  const std::string page = box.read("golf.html");
  EXPECT_THAT(
      page, AllOf(StartsWith("<!DOCTYPE html>\n"),
                  HasSubstr("Content-Security-Policy\" content=\"default-src 'none'; "
                            "script-src 'sha256-"),
                  HasSubstr("These are the rows that the model was made of"),
                  HasSubstr("<span>outlook = sunny</span><span>and humidity &gt;= 76</span>"),
                  HasSubstr("class=\"verdict proven\">proven<"), HasSubstr("was proven to answer as the model does")));
  // Nothing is fetched, no handler stands in an attribute, and no directory is named.
  EXPECT_THAT(page, AllOf(Not(HasSubstr("src=")), Not(HasSubstr("url(")), Not(HasSubstr("href=\"http")),
                          Not(HasSubstr("@import")), Not(HasSubstr("data/golf.csv"))));
  EXPECT_FALSE(std::regex_search(page, std::regex("<[^>]* on[a-z]+=")));
}

// The learner that a model records makes the same tree of the training file; then figures are of rows it has not seen.
TEST_F(Audit, TheReportLearnsAgain) {
  const Outcome outcome = expect_success(box, "report iris.json --data data/iris.csv -o iris.html");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("figures   accuracy 94.2 %: 10-fold cross-validation, 7 rounds, seed 1 of the learner"),
                    HasSubstr("again     the recorded learner made the same tree of the training file\n")));
  EXPECT_THAT(box.read("iris.html"), AllOf(HasSubstr("made the same tree"), HasSubstr(">What each column is worth<"),
                                           HasSubstr(">How much to prune<"), HasSubstr(">How stable the tree is<"),
                                           HasSubstr("20 resamples by bootstrap"),
                                           Not(HasSubstr("These are the rows that the model was made of"))));
  expect_success(box, "report iris.json --data data/iris.csv --resamples 0 -o iris.html");
  EXPECT_THAT(box.read("iris.html"), Not(HasSubstr(">How stable the tree is<")));
  for (const char* options :
       {"data/golf.csv -t play -a c45", "data/golf.csv -t play -a id3 --discretize mdlp",
        "data/diabetes.csv -t progression --max-leaves 9", "data/stagec.csv -t pgstat --select-by auc --min-leaf 8",
        "data/stagec.csv -t pgstat -a c45 --no-raising --group-values",
        "data/kyphosis.csv -t Kyphosis --monotone Start=- --class-weight balanced",
        "data/kyphosis.csv -t Kyphosis --priors present=0.3,absent=0.7",
        "data/kyphosis.csv -t Kyphosis --threshold-for present=recall:0.8",
        "data/wine.csv -t cultivar --prune reduced-error --seed 3",
        "data/wine.csv -t cultivar --smoothing none --criterion information-gain --min-leaf 4% --se-rule --seed 9",
        "data/wine.csv -t cultivar --alpha 0.02 --missing learned --bins 16"}) {
    expect_success(box, std::string("train ") + options + " -o again.json -q");
    const std::string data = words(options)[0];
    const json told =
        json::parse(expect_success(box, "report again.json --data " + data + " -o again.html --json").out);
    EXPECT_EQ(told["same_tree_again"], true) << options;
  }
}

TEST_F(Audit, TheReportTellsWhyItDoesNotLearnAgain) {
  box.write("costs.csv", ",absent,present\nabsent,0,1\npresent,5,0\n");
  expect_success(box, "train data/kyphosis.csv -t Kyphosis --cost-matrix costs.csv -o costly.json -q");
  EXPECT_THAT(expect_success(box, "report costly.json --data data/kyphosis.csv -o costly.html").out,
              HasSubstr("again     not made again: the record does not have the file of --cost-matrix\n"));
  EXPECT_THAT(box.read("costly.html"), HasSubstr("could not be made again"));
  // golf.json with another threshold is not what its record makes.
  write_changed("74");
  EXPECT_THAT(expect_success(box, "report changed.json --data data/golf.csv -o changed.html").out,
              HasSubstr("again     not made again: the recorded options make another tree\n"));
  EXPECT_THAT(expect_failure(box, 2, "report golf.json --no-refit -o r.html").err,
              HasSubstr("--no-refit is about --data"));
  EXPECT_THAT(expect_failure(box, 2, "report golf.json --resamples 5 -o r.html").err,
              HasSubstr("--resamples is about --data"));
  EXPECT_THAT(expect_failure(box, 2, "report golf.json --data data/golf.csv --resamples 1 -o r.html").err,
              HasSubstr("at least 2 trees are compared"));
}

// The page in the documents is what the documented commands make.
TEST_F(Audit, DocumentedReport) {
  expect_success(
      box, "train data/kyphosis.csv --target Kyphosis --monotone Start=- --prune error-based -o kyphosis.json -q");
  expect_success(box, words("report kyphosis.json --data data/kyphosis.csv --title 'Kyphosis after surgery' "
                            "--property 'Start up => P(present) not higher' --property 'Start > 14 => never present' "
                            "--property 'independent of Number' -o report.html"));
  std::ifstream page(ESPALIER_SOURCE_DIR "/docs/kyphosis-report.html");
  const std::string shown{std::istreambuf_iterator<char>(page), {}};
  EXPECT_TRUE(box.read("report.html") == shown) << "see docs/report.md for the commands that make the page";
}

TEST_F(Audit, TheReportNeedsNoRows) {
  expect_success(box, words("report iris.json -o iris.html --title 'Flowers & more'"));
  EXPECT_THAT(box.read("iris.html"), AllOf(HasSubstr("<h1>Flowers &amp; more</h1>"), HasSubstr("No rows were given")));
}

// 2 groups of 89 and 57 rows: the figures are those of evaluate --by with the same learner, folds and seed.
TEST_F(Audit, TheReportHasGroups) {
  expect_success(box, "train data/stagec.csv -t pgstat --ignore ploidy -o stagec.json -q");
  const json told = json::parse(expect_success(box,
                                               "report stagec.json --data data/stagec.csv --by ploidy --by "
                                               "age:60,65 --positive 1 --resamples 0 -o stagec.html --json")
                                    .out);
  ASSERT_EQ(told["by"].size(), 2U);
  EXPECT_EQ(told["by"][0]["column"], "ploidy");
  EXPECT_EQ(told["by"][0]["learned"], false);
  EXPECT_EQ(told["by"][1]["learned"], true);
  EXPECT_EQ(told["by"][1]["groups"].size(), 3U);
  EXPECT_EQ(told["by"][0]["groups"][0]["rates"][0]["label"], "1");
  std::size_t rows = 0;
  for (const json& group : told["by"][0]["groups"]) rows += group["rows"].get<std::size_t>();
  EXPECT_EQ(rows, 146U);
  EXPECT_EQ(told["by"][0]["all"]["estimates"]["accuracy"]["value"], told["evaluation"]["accuracy"]);
  const std::string page = box.read("stagec.html");
  EXPECT_THAT(page, AllOf(HasSubstr("<a href=\"#groups\">Whom it treats how</a>"), HasSubstr("By &apos;ploidy&apos;"),
                          HasSubstr("<caption>The largest gaps</caption>"),
                          HasSubstr("selection of &apos;1&apos;: lowest / highest"),
                          HasSubstr("the trees do not know this column.")));
  // As many rows again as the model has seen: the same groups of answers that it gave.
  const json seen = json::parse(
      expect_success(box, "report stagec.json --data data/stagec.csv --by ploidy --no-refit -o seen.html --json").out);
  EXPECT_EQ(seen["by"][0]["all"]["estimates"]["accuracy"]["value"], seen["evaluation"]["accuracy"]);
  EXPECT_THAT(expect_success(box, "report stagec.json --data data/stagec.csv --by ploidy --no-refit -o seen.html").out,
              HasSubstr("groups    by 'ploidy': "));
  EXPECT_THAT(box.run("report golf.json --data data/golf.csv --by windy --no-refit -o g.html").err,
              HasSubstr("too few to say anything about it"));
  EXPECT_THAT(box.read("g.html"), HasSubstr("<p>* too small to say anything: fewer than 30 rows"));
  EXPECT_THAT(expect_failure(box, 2, "report golf.json --by windy -o g.html").err,
              HasSubstr("--by groups the rows of --data"));
  EXPECT_THAT(expect_failure(box, 2, "report golf.json --data data/golf.csv --positive Play -o g.html").err,
              HasSubstr("--positive goes with --by"));
  EXPECT_THAT(expect_failure(box, 3, "report golf.json --data data/golf.csv --by wind -o g.html").err,
              HasSubstr("did you mean 'windy'"));
  EXPECT_THAT(expect_failure(box, 2, "report golf.json --data data/golf.csv --by play -o g.html").err,
              HasSubstr("--by 'play' names the target"));
  box.write("rows.csv", "outlook,temperature,humidity,windy\nsunny,70,70,false\n");
  EXPECT_THAT(expect_failure(box, 3, "report golf.json --data rows.csv --by windy -o g2.html").err,
              HasSubstr("--by compares answers with what is right"));
  EXPECT_FALSE(box.has("g2.html"));
}

// Accuracy alone says little of a rare class.
TEST_F(Audit, TheReportTellsOfARareClass) {
  expect_success(box, "train data/kyphosis.csv -t Kyphosis --threshold-for present=recall:0.6 -o rare.json -q");
  expect_success(box, "report rare.json -o rare.html");
  EXPECT_THAT(box.read("rare.html"),
              AllOf(HasSubstr("<dt>balanced accuracy</dt>"), HasSubstr("mean recall of the classes; AUC "),
                    HasSubstr("<dt>found of &apos;present&apos;</dt>"), HasSubstr("of those answered so are right")));
}

// The picture of an evaluation has the groups below: four panels for each column.
TEST_F(Audit, ThePlotHasGroups) {
  expect_success(box, "evaluate data/stagec.csv -t pgstat --by ploidy --plot with.svg -q");
  expect_success(box, "evaluate data/stagec.csv -t pgstat --plot without.svg -q");
  const auto count = [&](const std::string& file, const std::string& text) {
    const std::string svg = box.read(file);
    std::size_t found = 0;
    for (std::size_t at = svg.find(text); at != svg.npos; at = svg.find(text, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("with.svg", "class=\"frame\""), count("without.svg", "class=\"frame\"") + 4);
  EXPECT_EQ(count("with.svg", "by &apos;ploidy&apos;: "), 4U);
}

// What a hurried person types.
TEST_F(Audit, MistakesAreNamed) {
  EXPECT_THAT(expect_failure(box, 3, "diff golf.json data/golf.csv").err,
              AllOf(HasSubstr("data/golf.csv: error: this is a data file, and a model is expected here"),
                    HasSubstr("'espalier train DATA --target COL -o model.json' makes a model")));
  EXPECT_THAT(expect_failure(box, 2, "report golf.json data/golf.csv -o r.html").err,
              AllOf(HasSubstr("unexpected argument 'data/golf.csv'"), HasSubstr("a data file stands after --data")));
  EXPECT_THAT(expect_failure(box, 2, "prove golf.json humidity up = worse").err,
              AllOf(HasSubstr("unexpected argument 'up'"), HasSubstr("a text with blanks stands in quotes")));
  EXPECT_THAT(expect_failure(box, 2, {"prove", "golf.json", "more rain never hurts"}).err,
              AllOf(HasSubstr("no label 'more'"), HasSubstr("a property is written like 'income up => not lower'")));
  EXPECT_THAT(expect_failure(box, 2, {"prove", "golf.json", "P(Play) < 50 %"}).err,
              HasSubstr("probabilities are from 0 to 1: 0.5 instead of 50 %"));
  EXPECT_THAT(expect_failure(box, 2, {"prove", "golf.json", "independent of gender"}).err,
              HasSubstr("the columns are 'outlook', 'temperature', 'humidity' and 'windy'"));
  box.write("blank.csv", "credit amount,y\n1,a\n2,a\n3,b\n4,b\n");
  expect_success(box, "train blank.csv -t y --prune none --folds 0 -o blank.json -q");
  EXPECT_THAT(expect_failure(box, 2, {"prove", "blank.json", "credit amount up => P(a) not lower"}).err,
              HasSubstr("did you mean 'credit amount'? Names with blanks or signs stand in quotes"));
}

// A typed row is about what it says, or refused: nothing in it is taken for missing in silence.
TEST_F(Audit, TypedRowsAreTakenAtTheirWord) {
  EXPECT_THAT(expect_failure(box, 2, {"explain", "golf.json", "--row", "{humidity: 70}"}).err,
              AllOf(HasSubstr("expected a key in double quotes"), HasSubstr("single quotes around it")));
  EXPECT_THAT(expect_failure(box, 2, {"explain", "golf.json", "--row", "humidity=70"}).err,
              AllOf(HasSubstr("expected 4 values"), HasSubstr("a JSON object with its keys in double quotes")));
  EXPECT_THAT(expect_failure(box, 3, {"explain", "golf.json", "--row", R"({"humidity": "much"})"}).err,
              HasSubstr("expected a number in column 'humidity', found 'much'"));
  const Outcome unknown = box.run({"explain", "golf.json", "--row", R"({"outlook": "suny", "humidity": 70})"});
  EXPECT_EQ(unknown.exit_code, 0);
  EXPECT_THAT(unknown.err, HasSubstr("the model has never seen 'suny' in column 'outlook'"));
}

TEST_F(Audit, TheReportTellsWhatIsWrong) {
  EXPECT_THAT(expect_failure(box, 2, "report iris.json").err, HasSubstr("-o report.html"));
  EXPECT_THAT(expect_failure(box, 2, "report iris.json -o r.html --weight w").err,
              HasSubstr("--weight is a column of --data"));
  EXPECT_FALSE(box.has("r.html"));
  // Without the target there is nothing to judge answers by.
  box.write("rows.csv", "sepal_length,sepal_width,petal_length,petal_width\n5,3,1,0.2\n");
  const Outcome outcome = box.run("report iris.json --data rows.csv -o r.html");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("'rows.csv' has no column 'species'"));
  EXPECT_THAT(box.read("r.html"), HasSubstr(">data rows<"));
}

TEST_F(Audit, RulesCanBeChosenAndSorted) {
  const Outcome sunny = expect_success(box, "rules golf.json --where 'outlook = sunny' --label Play");
  EXPECT_THAT(sunny.out, AllOf(HasSubstr("5 rules for 'play'; 1 told here"), HasSubstr("rule 4: Play")));
  const json sorted = json::parse(expect_success(box, "rules golf.json --sort support --json").out);
  EXPECT_EQ(sorted["rules"][0]["support"], 4);
  EXPECT_EQ(sorted["rules"].size(), 5U);
  EXPECT_EQ(sorted["rules"][4]["text"], "outlook = sunny and humidity <= 75");
}

TEST_F(Audit, RulesAreTablesInFiles) {
  expect_success(box, "rules golf.json -o rules.md");
  EXPECT_THAT(box.read("rules.md"),
              HasSubstr("| 5 | outlook = sunny and humidity &gt;= 76 | Don't Play | 3 | 21.4 % |"));
  expect_success(box, "rules golf.json -o rules.csv");
  EXPECT_THAT(box.read("rules.csv"),
              StartsWith("rule,if,then,rows,share,purity,from,to,lift\n1,outlook = overcast,Play,4,"));
  EXPECT_THAT(expect_success(box, "rules golf.json --format csv").out, StartsWith("rule,if,then"));
  expect_success(box, "rules golf.json -o rules.html");
  EXPECT_THAT(
      box.read("rules.html"),
      AllOf(StartsWith("<!DOCTYPE html>\n"), HasSubstr("<h1>5 rules for &apos;play&apos;</h1>"),
            HasSubstr("<span>outlook = sunny</span><span>and humidity &lt;= 75</span>"), Not(HasSubstr("<script"))));
}

// The two ways to "Don't Play" are rules, and everything else is "Play": of 9 conditions 4 are left.
TEST_F(Audit, RulesAreSimplified) {
  const Outcome outcome = expect_success(box, "rules golf.json --simplify data/golf.csv --data data/golf.csv");
  EXPECT_THAT(
      outcome.out,
      AllOf(StartsWith("rules     3 rules for 'play'\n          of those that apply, the first answers\n"
                       "list      3 rules with 4 conditions, made of 5 rules with 9 conditions. On the rows of "
                       "'data/golf.csv' it is "
                       "right for 100.0 %, the model for 100.0 %; they differ on 0.0 %.\n"),
            HasSubstr("rule 2: Don't Play\n  if  outlook = rain\n  and windy = true\n  answers: 2 rows (14.3 %)"),
            // 9 of 14 rows are Play: 1 / (9/14) = 1.56
            HasSubstr(
                "rule 3: Play\n  otherwise\n  answers: 9 rows (64.3 %); 100.0 % (70.1 % to 100.0 %) right; lift 1.56\n"
                "  data: 9 rows (64.3 %), 100.0 % right\n")));
  const json report = json::parse(expect_success(box, "rules golf.json --simplify data/golf.csv --json").out);
  EXPECT_EQ(report["list"]["conditions_before"], 9);
  EXPECT_EQ(report["list"]["conditions"], 4);
  EXPECT_EQ(report["list"]["right"], 14);
  EXPECT_EQ(report["rules"][0]["conditions"].size(), 2U);
  EXPECT_EQ(report["rules"][2]["text"], "otherwise");
  expect_success(box, "rules golf.json --simplify data/golf.csv -o list.html");
  EXPECT_THAT(box.read("list.html"),
              AllOf(HasSubstr("The rules are a list"), HasSubstr("made of 5 rules with 9 conditions")));
}

// The first row is changed: sunny, humidity 85, and Play.
TEST_F(Audit, SimplifiedRulesAreCountedOnOtherRows) {
  box.write("other.csv", "outlook,temperature,humidity,windy,play\nsunny,85,85,false,Play\n?,85,85,false,Play\n");
  const Outcome outcome = expect_success(box, "rules golf.json --simplify data/golf.csv --data other.csv");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("data: 1 row (50.0 %), 0.0 % right\n"),      // rule 1
                    HasSubstr("data: 1 row (50.0 %), 100.0 % right\n")));  // otherwise: no condition is met
}

TEST_F(Audit, SimplifyTellsWhatIsWrong) {
  EXPECT_THAT(expect_failure(box, 2, "rules golf.json --simplify data/golf.csv --sort support").err,
              HasSubstr("--sort would change what a list of rules answers"));
  EXPECT_THAT(expect_failure(box, 2, "rules golf.json --confidence 0.1").err,
              HasSubstr("--confidence is for --simplify"));
  EXPECT_THAT(expect_failure(box, 3, "rules golf.json --simplify data/iris.csv").err, HasSubstr("'play'"));
  expect_success(box, "train data/iris.csv -t petal_width -o numbers.json -q");
  EXPECT_THAT(expect_failure(box, 3, "rules numbers.json --simplify data/iris.csv").err,
              HasSubstr("only rules that name a class"));
}

TEST_F(Audit, ExplainFollowsARow) {
  const Outcome outcome = expect_success(
      box, {"explain", "golf.json", "--row", R"({"outlook": "sunny", "humidity": 90})", "--want", "Play"});
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("answer    play = 'Don't Play'"), HasSubstr("by rule 5"),
                                 HasSubstr("15 from the threshold (48.4 % of the range)"),
                                 HasSubstr("change    'Play' if humidity: 90 -> at most 75 (distance 0.4839)"),
                                 HasSubstr("or        'Play' if outlook: sunny -> overcast (distance 1)")));
}

TEST_F(Audit, ExplainObeysWhatMayNotChange) {
  const std::string row = "explain golf.json --row 'sunny,80,90,true' --want Play ";
  EXPECT_THAT(expect_success(box, row + "--fixed outlook").out,
              HasSubstr("change    'Play' if humidity: 90 -> at most 75"));
  EXPECT_THAT(expect_success(box, row + "--only-up humidity").out,
              AllOf(HasSubstr("change    'Play' if outlook"), Not(HasSubstr("at most 75"))));
  EXPECT_THAT(expect_success(box, row + "--fixed humidity --fixed outlook").out,
              HasSubstr("change    no change that is allowed leads to 'Play'"));
  // Four times as dear as the change of a word.
  EXPECT_THAT(expect_success(box, row + "--cost humidity=4").out, HasSubstr("change    'Play' if outlook"));
}

TEST_F(Audit, ExplainTellsProgramsTheSame) {
  const json told = json::parse(expect_success(box, "explain iris.json data/iris.csv --line 71 --json").out);
  EXPECT_EQ(told["answer"], "virginica");
  EXPECT_EQ(told["tests"].back()["column"], "petal_width");
  double sum = told["contributions"]["base"];
  for (const json& contribution : told["contributions"]["columns"]) sum += contribution.get<double>();
  EXPECT_NEAR(sum, told["probabilities"]["virginica"].get<double>(), 1e-12);
  EXPECT_EQ(told["changes"].size(), 3U);
  EXPECT_EQ(json::parse(expect_success(box, "explain iris.json --data data/iris.csv --line 71 --json").out), told);
}

TEST_F(Audit, ExplainRefusesWhatIsNoRow) {
  EXPECT_THAT(expect_failure(box, 2, "explain golf.json").err, HasSubstr("no row to explain"));
  EXPECT_THAT(expect_failure(box, 2, "explain golf.json --row '{\"outlok\": \"rain\"}'").err,
              AllOf(HasSubstr("no column 'outlok'"), HasSubstr("did you mean 'outlook'?")));
  EXPECT_THAT(expect_failure(box, 2, "explain golf.json data/golf.csv --line 15").err, HasSubstr("has 14 rows"));
  EXPECT_THAT(expect_failure(box, 2, "explain golf.json data/golf.csv --data data/golf.csv").err,
              HasSubstr("exclude each other"));
  EXPECT_THAT(expect_failure(box, 2, "explain golf.json --row 'sunny,1,2,true' --fixed wind").err,
              HasSubstr("did you mean 'windy'?"));
  EXPECT_THAT(expect_failure(box, 2, "explain golf.json --row 'sunny,1,2,true' --only-up outlook").err,
              HasSubstr("has words"));
}

TEST_F(Audit, DiffTellsTheRowsBetweenTwoThresholds) {
  write_changed("80");
  const Outcome outcome = expect_success(box, "diff golf.json changed.json --data data/golf.csv");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("answers   differ in 1 region, for "),
                                 HasSubstr("changes   'Don't Play' -> 'Play': 1 region"),
                                 HasSubstr("regions   'Don't Play' (rule 5) -> 'Play' (rule 4); "),
                                 HasSubstr("if outlook = sunny and 76 <= humidity <= 80\n"),
                                 HasSubstr("humidity <= 75 -> humidity <= 80\n")));
  EXPECT_EQ(expect_refutation(box, words("diff golf.json changed.json --exit-code")).out.find("are the same"),
            std::string::npos);
  EXPECT_THAT(expect_success(box, "diff golf.json golf.json --exit-code").out,
              HasSubstr("answers   are the same for every row without missing values"));
}

// What JSON says about regions is what predict answers.
TEST_F(Audit, DiffGivesRowsThatDiffer) {
  write_changed("80");
  const json told = json::parse(expect_success(box, "diff golf.json changed.json --json").out);
  EXPECT_FALSE(told["same_answers"]);
  ASSERT_EQ(told["regions"].size(), 1U);
  const json& witness = told["regions"][0]["witness"];
  box.write("witness.jsonl", witness.dump() + "\n");
  EXPECT_THAT(expect_success(box, "predict golf.json witness.jsonl").out, HasSubstr("\nDon't Play,5,"));
  EXPECT_THAT(expect_success(box, "predict changed.json witness.jsonl").out, HasSubstr("\nPlay,4,"));
}

TEST_F(Audit, DiffRefusesModelsThatCannotBeCompared) {
  expect_success(box, "train data/iris.csv -t petal_width -o width.json -q");
  EXPECT_THAT(expect_failure(box, 3, "diff iris.json width.json").err, HasSubstr("answers with labels"));
  EXPECT_THAT(expect_failure(box, 2, "diff iris.json iris.json --weight w").err, HasSubstr("add --data"));
}

TEST_F(Audit, PropertiesAreProvenOrRefuted) {
  EXPECT_THAT(expect_success(box, "prove golf.json 'outlook = overcast => Play'").out,
              HasSubstr("proven    outlook = overcast => Play\n"));
  const Outcome refuted =
      expect_refutation(box, {"prove", "golf.json", "humidity up => not worse", "--order", "Don't Play < Play"});
  EXPECT_THAT(refuted.out, AllOf(HasSubstr("refuted   humidity up => not worse\n          but with outlook = sunny"),
                                 HasSubstr("'Play' ("), HasSubstr("'Don't Play' (")));
  expect_success(box, {"prove", "golf.json", "humidity down => not worse", "--order", "Don't Play < Play"});
}

TEST_F(Audit, SeveralPropertiesMayStandBehindTheModel) {
  const Outcome outcome =
      expect_refutation(box, {"prove", "golf.json", "independent of temperature", "outlook = rain => never Play",
                              "--property", "outlook = overcast => Play"});
  EXPECT_THAT(
      outcome.out,
      AllOf(HasSubstr("proven    independent of temperature"), HasSubstr("refuted   outlook = rain"),
            HasSubstr("proven    outlook = overcast => Play"), HasSubstr("verdict   2 proven, 1 refuted, 0 open")));
  EXPECT_THAT(expect_failure(box, 2, "prove golf.json 'independent of temperature' 'independent of temprature'").err,
              HasSubstr("no column 'temprature'"));
}

TEST_F(Audit, FilesOfPropertiesAreReadWhole) {
  box.write("rules.txt", "# what we promise\nindependent of temperature\n\noutlook = rain => never Play\n");
  const Outcome outcome = expect_refutation(box, words("prove golf.json --properties rules.txt"));
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("proven    independent of temperature"), HasSubstr("refuted   outlook = rain"),
                    HasSubstr("verdict   1 proven, 1 refuted, 0 open")));
  box.write("wrong.txt", "independent of temperature\nindependent of temprature\n");
  EXPECT_THAT(expect_failure(box, 3, "prove golf.json --properties wrong.txt").err,
              AllOf(HasSubstr("wrong.txt:2:16: error: the model has no column 'temprature'"),
                    HasSubstr("did you mean 'temperature'?")));
}

TEST_F(Audit, ProveSaysWhatIsMissing) {
  EXPECT_THAT(expect_failure(box, 2, "prove golf.json").err, HasSubstr("no property to prove"));
  EXPECT_THAT(expect_failure(box, 2, "prove golf.json 'humidity up => not worse'").err,
              AllOf(HasSubstr("which answers are better"), HasSubstr("--order")));
  EXPECT_THAT(expect_failure(box, 2, "prove golf.json 'humidity up => not worse' --order Play").err,
              HasSubstr("not at all"));
}

}  // namespace
}  // namespace espalier::tool_test::audit_test
