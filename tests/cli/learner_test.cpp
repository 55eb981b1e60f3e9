// The learner's options as a user gives them: each of them runs, and those that do not fit the data are refused with a
// hint. What they mean is tested in tests/unit/cli.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::learner_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* kCosts = "actual,Don't Play,Play\nDon't Play,0,1\nPlay,5,0\n";

class LearnerAccepts : public Cli, public ::testing::WithParamInterface<const char*> {};

TEST_P(LearnerAccepts, TrainsEvaluatesAndBuilds) {
  box.write("costs.csv", kCosts);
  const std::string options = std::string(" data/golf.csv -t play ") + GetParam();
  expect_success(box, "train" + options + " -o golf.json -q");
  EXPECT_TRUE(box.has("golf.json"));
  expect_success(box, "evaluate" + options + " --folds 3 -q");
  expect_success(box, "build" + options + " --folds 0 --no-verify -o golf.hpp -q");
}

INSTANTIATE_TEST_SUITE_P(
    Learner, LearnerAccepts,
    ::testing::Values("--criterion error", "--categorical-split subset", "-a c45 --group-values", "--threshold round",
                      "--discretize mdlp", "--discretize equal-width:3", "--discretize equal-frequency:3",
                      "--discretize chimerge:0.1", "--bins 4", "-a c45 --bins 2", "--max-leaves 3", "--max-nodes 5",
                      "--min-split 20%", "--min-leaf 5%", "--chi-square 0.5", "--validate 0.3",
                      "--class-weight balanced", "--class-weight Play=2", "--cost-matrix costs.csv",
                      "--attribute-cost humidity=3", "--attribute-cost humidity=3,windy=2 --attribute-cost-rule eg2",
                      "--attribute-cost humidity=3 --attribute-cost-rule cs-id3", "--missing learned",
                      "--missing own-category", "--missing surrogate --surrogates 2", "--missing fractional",
                      "--prune error-based --confidence 0.1 --no-raising",
                      "--prune error-based --confidence-method exact", "--prune error-based --confidence-method normal",
                      "--prune cost-complexity --prune-folds 3 --se-rule", "--prune cost-complexity --alpha 0.1",
                      "--prune cost-complexity --alpha 0.1 --risk impurity", "--prune reduced-error",
                      "--task classification", "--weight temperature"));

TEST_F(Cli, TheReportHasThePriceOfALeaf) {
  const std::string line = "train data/golf.csv -t play --prune cost-complexity --alpha 0.25 -o golf.json";
  EXPECT_THAT(expect_success(box, line).out, HasSubstr("pruned with cost-complexity, alpha 0.25: "));
  EXPECT_EQ(json::parse(expect_success(box, line + " --json").out).at("pruned").at("alpha"), 0.25);
}

TEST_F(Cli, BinsCoarsenTheTreeAndAreRecorded) {
  // 12 rows and 3 bins: 1 to 4, 5 to 8, 9 to 12. The classes change between 5 and 6, which no bin tells apart.
  box.write("b.csv", "x,y\n1,u\n2,u\n3,u\n4,u\n5,u\n6,v\n7,v\n8,v\n9,v\n10,v\n11,v\n12,v\n");
  const std::string line = "train b.csv -t y --prune none --folds 0 --max-depth 1 ";
  expect_success(box, line + "-o exact.json");
  expect_success(box, line + "--bins 3 -o binned.json");
  const json exact = json::parse(box.read("exact.json"));
  const json binned = json::parse(box.read("binned.json"));
  EXPECT_EQ(exact["trees"][0]["nodes"][0]["threshold"], 5.5);
  EXPECT_EQ(binned["trees"][0]["nodes"][0]["threshold"], 4.5);
  EXPECT_EQ(binned["provenance"]["options"]["bins"], "3");
  EXPECT_FALSE(exact["provenance"]["options"].contains("bins"));
  expect_success(box, line + "--bins 12 -o enough.json");
  EXPECT_EQ(json::parse(box.read("enough.json"))["trees"], exact["trees"]);
}

TEST_F(Cli, ColumnsInMappedFilesGiveTheSameModel) {
  const std::string line = "train data/iris.csv -t species --prune none --folds 0 --bins 20 ";
  expect_success(box, line + "-o here.json");
  const auto limited = expect_success(box, line + "--memory-limit 1M -o there.json");
  EXPECT_THAT(limited.out, HasSubstr("columns are kept in mapped files"));
  EXPECT_EQ(box.read("here.json"), box.read("there.json"));
  // 150 rows of 4 columns in order are 2,400 bytes.
  expect_success(box, "train data/iris.csv -t species --prune none --folds 0 --memory-limit 3K -o exact.json");
}

TEST_F(Cli, PriorsMayBeRepeated) {
  expect_success(box, {"train", "data/golf.csv", "-t", "play", "--priors", "Play=0.5", "--priors", "Don't Play=0.5",
                       "-o", "golf.json"});
}

struct Refusal {
  const char* line;
  const char* message;
  const char* hint;
};

void PrintTo(const Refusal& refusal, std::ostream* out) {
  *out << refusal.line;
}

class LearnerRefuses : public Cli, public ::testing::WithParamInterface<Refusal> {};

TEST_P(LearnerRefuses, WithAHint) {
  box.write("n.csv", "a,b,y\n1,2,0.5\n2,3,1.5\n3,,2.5\n");
  const Outcome outcome = expect_failure(box, kUsage, GetParam().line);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().message));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().hint));
}

const Refusal kRefusals[] = {
    {"train data/golf.csv -t play -o g.json --group-values", "--group-values goes with", "auto is in effect"},
    {"train data/golf.csv -t play -o g.json --confidence 0.1", "--confidence goes with --prune error-based",
     "cost-comp"},
    {"train data/golf.csv -t play -o g.json --alpha 0.1 --se-rule", "--alpha and --se-rule exclude each other",
     "alpha"},
    {"train data/golf.csv -t play -o g.json --class-weight Play=2 --priors Play=1", "exclude each other", "each class"},
    {"train data/golf.csv -t play -o g.json --class-weight Ply=2", "there is no class 'Ply'", "did you mean 'Play'?"},
    {"train data/golf.csv -t play -o g.json --priors Play=1", "class 'Don't Play' has none", "every class needs one"},
    {"train data/golf.csv -t play -o g.json --attribute-cost humidty=2", "no column 'humidty'", "'humidity'?"},
    {"train data/golf.csv -t play -o g.json --attribute-cost-rule eg2", "goes with --attribute-cost", "COL=2"},
    {"train data/golf.csv -t play -o g.json --surrogates 2", "goes with --missing surrogate", "refuse is in effect"},
    {"train data/golf.csv -t play -o g.json --criterion variance", "is for numbers", "--task regression"},
    {"train data/golf.csv -t play -o g.json --task regresion", "--task 'regresion'", "did you mean 'regression'?"},
    {"train data/golf.csv -t play -o g.json --weight play", "both the target and the weight", "another column"},
    {"train data/golf.csv -t play -o g.json --discretize mdl", "mdl", "mdlp"},
    {"train data/golf.csv -t play -o g.json --bins 1", "--bins 1: expected a whole number from 2 to 255",
     "without --bins every cut is tried"},
    {"evaluate data/golf.csv -t play --bins 256", "--bins 256: expected a whole number from 2 to 255", "every cut"},
    {"build data/golf.csv -t play -o g.hpp --bins many", "--bins 'many': expected a whole number", ""},
    {"train data/iris.csv -t species -o g.json --memory-limit 2K", "more than --memory-limit 2K", "--bins 255"},
    {"train data/iris.csv -t species -o g.json --memory-limit lots", "--memory-limit 'lots': expected an amount",
     "500M or 2G"},
    {"train data/golf.csv -t play -o g.json --bins 8 --discretize mdlp", "--bins and --discretize exclude each other",
     "where numeric columns are cut"},
    {"train n.csv -t y -o g.json --criterion gini", "--criterion gini is for classes", "variance"},
    {"train n.csv -t y -o g.json --chi-square 0.05", "--chi-square compares classes", "--min-gain"},
    {"train n.csv -t y -o g.json --class-weight balanced", "--class-weight is about classes", "leave it out"},
    {"train n.csv -t y -o g.json --cost-matrix costs.csv", "--cost-matrix is about classes", "--task classification"},
    {"build n.csv -t y -o g.hpp --prune error-based", "counts wrong classes",
     "--prune cost-complexity, reduced-error or none"},
    {"evaluate n.csv -t y --discretize chimerge", "looks at classes", "equal-width:K"},
};
INSTANTIATE_TEST_SUITE_P(Learner, LearnerRefuses, ::testing::ValuesIn(kRefusals));

TEST_F(Cli, TheReportSaysWhichPolicyIsInEffect) {
  const std::string rows = "a,b,y\n1,1,u\n2,1,u\n,2,u\n11,8,v\n12,9,v\n13,,v\n";
  box.write("m.csv", rows);
  const std::pair<const char*, const char*> policies[] = {
      {"-a c45", "fractional"}, {"-a cart", "surrogate"}, {"--missing own-category", "own-category"}};
  for (const auto& [options, policy] : policies) {
    const std::string line = std::string("train m.csv -t y --prune none --folds 2 -o m.json ") + options;
    EXPECT_THAT(expect_success(box, line).out, HasSubstr(std::string("missing values: ") + policy + "\n"));
    EXPECT_EQ(json::parse(expect_success(box, line + " --json").out)["missing"], policy);
    EXPECT_THAT(expect_success(box, "inspect m.json").out, HasSubstr(std::string("missing values: ") + policy));
  }
  box.write("c.csv", "a,y\nlow,u\n?,u\nhigh,v\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "train c.csv -t y -a id3 -o i.json").err, HasSubstr("c.csv:3:1: error"));
}

TEST_F(Cli, ConfigFilesTakeEveryKindOfOption) {
  box.write("golf.cfg",
            "target = play\nmin-leaf = 5%\nclass-weight = Play=2\nclass-weight = Don't Play=1\nse-rule = true\n"
            "attribute-cost = humidity=2\nmissing = majority\n");
  EXPECT_THAT(expect_success(box, "train data/golf.csv --config golf.cfg -o g.json").out,
              HasSubstr("missing values: majority"));
}

TEST_F(Cli, CostsAreReportedAsAMean) {
  box.write("costs.csv", kCosts);
  const json report = json::parse(
      expect_success(box, "evaluate data/golf.csv -t play --cost-matrix costs.csv --prune none --folds 7 --json").out);
  // Don't Play taken for Play costs 1, Play taken for Don't Play 5.
  const double wrong = report["confusion"][0][1].get<double>() + 5 * report["confusion"][1][0].get<double>();
  EXPECT_DOUBLE_EQ(report.at("mean_cost").get<double>(), wrong / 14);
  EXPECT_THAT(expect_success(box, "evaluate data/golf.csv -t play --cost-matrix costs.csv --prune none").out,
              HasSubstr("cost      "));
}

TEST_F(Cli, WeightsMakeFiguresWeighted) {
  box.write("w.csv", "x,w,y\n1,1,u\n2,1,u\n8,2,v\n9,2,v\n3,4,v\n");
  box.write("t.csv", "x,w,y\n1,3,u\n9,1,u\n9,4,v\n");
  // x <= 2.5: u, else v. The second row of the test is wrong.
  const std::string line = "evaluate w.csv -t y --weight w --prune none --test t.csv";
  EXPECT_THAT(expect_success(box, line).out,
              ::testing::AllOf(HasSubstr("rows have weights"), HasSubstr("accuracy  87.5 % by weight (2 of 3 rows)")));
  const json report = json::parse(expect_success(box, line + " --json").out);
  EXPECT_EQ(report["weighted"], true);
  EXPECT_EQ(report["accuracy"], 0.875);
  EXPECT_EQ(report["confusion"], json({{3.0, 1.0}, {0.0, 4.0}}));
  box.write("t.csv", "x,y\n1,u\n");
  EXPECT_THAT(expect_failure(box, kBadInput, line).err, HasSubstr("no column 'w'"));
}

}  // namespace
}  // namespace espalier::tool_test::learner_test
