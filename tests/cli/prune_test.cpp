// espalier prune: what it leaves of a model is what training with that method would have left.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::prune_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// Every third row judges, the others are learned from.
void divide(const Sandbox& box, const std::string& name) {
  std::istringstream file(box.read("data/" + name + ".csv"));
  std::string header;
  std::getline(file, header);
  std::string learned = header + "\n";
  std::string judges = header + "\n";
  std::size_t number = 0;
  for (std::string row; std::getline(file, row);) (++number % 3 == 0 ? judges : learned) += row + "\n";
  box.write("learned.csv", learned);
  box.write("judges.csv", judges);
}

json model_of(const Sandbox& box, const std::string& name) {
  return json::parse(box.read(name));
}

struct Case {
  const char* data;
  const char* learner;
  const char* pruning;
};

void PrintTo(const Case& item, std::ostream* out) {
  *out << item.data << " " << item.learner << " " << item.pruning;
}

class PruneEquals : public Cli, public ::testing::WithParamInterface<Case> {};

TEST_P(PruneEquals, Training) {
  box.write("weighted.csv",
            "x,z,c,w,y\n1,5,u,1.5,a\n2,3,v,0.3,a\n3,,u,1.1,b\n4,1,?,0.7,a\n5,9,u,2.1,a\n6,,v,0.9,b\n7,2,w,1.3,b\n"
            "8,4,u,0.2,b\n9,,w,1.7,a\n10,3,v,0.6,b\n11,8,w,1.9,b\n12,7,?,0.4,a\n13,1,u,0.1,b\n14,6,v,1.2,b\n");
  const Case& item = GetParam();
  const std::string data = item.data;
  if (data.starts_with("learned.csv")) divide(box, data.ends_with("species") ? "iris" : "stagec");
  const std::string train = "train " + data + " " + item.learner + " --folds 0 -q";
  const std::string pruning = item.pruning;
  const std::string trained_with = pruning + (pruning.find("error-based") == std::string::npos ? "" : " --no-raising");
  expect_success(box, train + " --prune none -o whole.json");
  expect_success(box, train + " " + trained_with + " -o trained.json");
  expect_success(box, "prune whole.json " + pruning + " -o pruned.json -q");
  const json trained = model_of(box, "trained.json");
  const json pruned = model_of(box, "pruned.json");
  EXPECT_EQ(pruned["trees"].dump(), trained["trees"].dump());
  EXPECT_EQ(pruned["provenance"]["options"], trained["provenance"]["options"]);
  EXPECT_EQ(pruned["provenance"]["rows"], trained["provenance"]["rows"]);
  EXPECT_EQ(pruned["provenance"]["data_sha256"], trained["provenance"]["data_sha256"]);
  const char* const score = pruned["task"] == "regression" ? "training_rmse" : "training_accuracy";
  if (pruned["provenance"].contains(score)) {
    EXPECT_NEAR(pruned["provenance"][score].get<double>(), trained["provenance"][score].get<double>(), 1e-12);
  }
  // Pruning what is pruned changes nothing.
  expect_success(box, "prune pruned.json " + pruning + " -o again.json -q");
  EXPECT_EQ(model_of(box, "again.json")["trees"].dump(), pruned["trees"].dump());
}

const Case kCases[] = {
    {"data/golf.csv -t play", "-a c45", "--prune pessimistic"},
    {"data/golf.csv -t play", "-a c45", "--prune error-based"},
    {"data/golf.csv -t play", "-a c45", "--prune error-based --confidence 0.01 --confidence-method exact"},
    {"data/golf.csv -t play", "-a cart", "--prune cost-complexity --alpha 0.1"},
    {"data/golf.csv -t play", "-a id3 --discretize mdlp", "--prune pessimistic"},
    {"data/iris.csv -t species", "-a cart", "--prune error-based"},
    {"data/iris.csv -t species", "-a cart", "--prune cost-complexity --alpha 0.02 --risk impurity"},
    {"data/iris.csv -t species", "-a c45", "--prune cost-complexity --alpha 0.02 --risk impurity"},
    {"data/stagec.csv -t pgstat", "-a c45", "--prune error-based"},
    {"data/stagec.csv -t pgstat", "-a cart", "--prune pessimistic"},
    {"data/diabetes.csv -t progression", "-a cart", "--prune cost-complexity --alpha 0.01"},
    {"data/diabetes.csv -t progression", "--criterion absolute-deviation --max-depth 4",
     "--prune cost-complexity --alpha 0.01"},
    {"weighted.csv -t y --weight w", "-a c45 --missing fractional", "--prune error-based"},
    {"weighted.csv -t y --weight w", "-a c45 --missing fractional --class-weight a=3", "--prune pessimistic"},
    {"weighted.csv -t y --weight w", "-a cart", "--prune error-based --confidence 0.5"},
    {"learned.csv -t species", "-a cart", "--prune reduced-error --prune-set judges.csv"},
    {"learned.csv -t species", "-a c45 --class-weight balanced", "--prune reduced-error --prune-set judges.csv"},
    {"learned.csv -t pgstat", "-a c45", "--prune reduced-error --prune-set judges.csv"},
    {"learned.csv -t pgstat", "-a cart --class-weight 1=2.5", "--prune reduced-error --prune-set judges.csv"},
    {"learned.csv -t pgstat", "-a cart --weight age", "--prune reduced-error --prune-set judges.csv"},
};
INSTANTIATE_TEST_SUITE_P(Prune, PruneEquals, ::testing::ValuesIn(kCases));

TEST_F(Cli, WithTheTrainingDataBranchesAreRaised) {
  const char* const lines[] = {"data/stagec.csv -t pgstat --min-leaf 1",
                               "data/stagec.csv -t pgstat --weight age",
                               "data/stagec.csv -t pgstat --class-weight 1=3",
                               "data/stagec.csv -t pgstat --priors 0=0.3,1=0.7 --missing surrogate",
                               "data/stagec.csv -t pgstat --class-weight balanced --missing own-category",
                               "data/iris.csv -t species --min-leaf 1",
                               "data/wine.csv -t cultivar --min-leaf 1"};
  std::size_t raised = 0;
  for (const std::string line : lines) {
    const std::string train = "train " + line + " -a c45 --folds 0 -q";
    expect_success(box, train + " --prune none -o whole.json");
    for (const std::string pruning : {" --prune error-based", " --prune error-based --confidence 0.5"}) {
      expect_success(box, train + pruning + " -o trained.json");
      const std::string data = " --data " + line.substr(0, line.find(' '));
      const Outcome outcome = expect_success(box, "prune whole.json" + pruning + data + " -o pruned.json --json");
      EXPECT_EQ(outcome.err, "");
      EXPECT_EQ(box.read("pruned.json"), box.read("trained.json")) << line << pruning;
      const json report = json::parse(outcome.out);
      for (const json& cut : report["pruned"]["cuts"]) raised += cut["instead"] == "leaf" ? 0 : 1;
    }
  }
  EXPECT_GT(raised, 5U);
}

TEST_F(Cli, OtherDataThanTheTrainingDataAreNoticed) {
  divide(box, "iris");
  expect_success(box, "train learned.csv -t species -a c45 --prune none --folds 0 -o whole.json -q");
  const Outcome outcome = expect_success(box, "prune whole.json --prune error-based --data judges.csv -o p.json");
  EXPECT_THAT(outcome.err, HasSubstr("judges.csv is not the file that the model was trained with"));
  const json provenance = model_of(box, "p.json")["provenance"];
  EXPECT_EQ(provenance["options"]["prune-data"].get<std::string>().size(), 64U);
  EXPECT_FALSE(provenance.contains("training_accuracy"));
}

TEST_F(Cli, PruneReportsWhatItCutAndWhy) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json -q");
  const std::string line = "prune golf.json --prune cost-complexity --alpha 0.15 -o small.json";
  const Outcome text = expect_success(box, line + " --verbose");
  EXPECT_THAT(text.out, HasSubstr("model     predicts 'play': 8 nodes, 5 leaves, depth 2\n"));
  EXPECT_THAT(text.out, HasSubstr("pruned    with cost-complexity, alpha 0.15: 1 node, 1 leaf, depth 0\n"));
  EXPECT_THAT(text.out, HasSubstr("node  test"));
  // Of 14 rows: both lower tests save 2 for a leaf more, 0.1429; then outlook saves 1 for two leaves more.
  EXPECT_THAT(text.out, HasSubstr("humidity <= 75"));
  EXPECT_THAT(text.out,
              HasSubstr("outlook (3 branches)        14       2    0.507143    0.735714  its leaves save no more"));
  EXPECT_THAT(text.out, HasSubstr("each; gone with a later cut above\n"));
  EXPECT_THAT(text.out, HasSubstr("accuracy  64.3 % on the training rows\n"));
  EXPECT_THAT(text.out, HasSubstr("was of the tree before, and is left out\n"));
  EXPECT_FALSE(model_of(box, "small.json")["provenance"].contains("evaluation"));

  const json report = json::parse(expect_success(box, line + " --json").out);
  EXPECT_EQ(report["method"], "cost-complexity");
  EXPECT_EQ(report["before"], json({{"nodes", 8}, {"leaves", 5}, {"depth", 2}}));
  EXPECT_EQ(report["pruned"]["leaves"], 1);
  EXPECT_EQ(report["pruned"]["alpha"], 0.15);
  EXPECT_DOUBLE_EQ(report["training_accuracy"], 9.0 / 14);
  const json& cuts = report["pruned"]["cuts"];
  ASSERT_EQ(cuts.size(), 3U);
  EXPECT_EQ(cuts[0]["node"], 0);
  EXPECT_EQ(cuts[0]["test"], "outlook (3 branches)");
  EXPECT_EQ(cuts[0]["weight"], 14);
  EXPECT_EQ(cuts[0]["leaves_removed"], 2);
  EXPECT_EQ(cuts[0]["instead"], "leaf");
  EXPECT_DOUBLE_EQ(cuts[0]["instead_figure"], 5.0 / 14 + 0.15);      // R(t) + alpha
  EXPECT_DOUBLE_EQ(cuts[0]["subtree_figure"], 4.0 / 14 + 3 * 0.15);  // R(T) + 3 alpha
  EXPECT_EQ(cuts[0]["reason"], "its leaves save no more than alpha each");
  EXPECT_EQ(cuts[0]["stands"], true);
  EXPECT_EQ(cuts[1]["stands"], false);
  EXPECT_EQ(cuts[2]["leaves_removed"], 1);
}

TEST_F(Cli, TrainingReportsTheSameCuts) {
  const std::string line =
      "train data/golf.csv -t play -a c45 --prune cost-complexity --alpha 0.15 --folds 0 -o g.json";
  EXPECT_THAT(expect_success(box, line + " --verbose").out, HasSubstr("outlook (3 branches)        14       2"));
  const json trained = json::parse(expect_success(box, line + " --json").out);
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none --folds 0 -o golf.json -q");
  const std::string prune = "prune golf.json --prune cost-complexity --alpha 0.15 -o small.json --json";
  EXPECT_EQ(trained["pruned"]["cuts"], json::parse(expect_success(box, prune).out)["pruned"]["cuts"]);
  const std::string whole = "train data/golf.csv -t play -a c45 --prune none --folds 0 -o golf.json --verbose";
  EXPECT_THAT(expect_success(box, whole).out, Not(HasSubstr("cuts")));
}

TEST_F(Cli, PruneToSoManyLeaves) {
  expect_success(box, "train data/wine.csv -t cultivar --prune none --folds 0 -o wine.json -q");
  std::size_t last = 0;
  for (const std::size_t leaves : {1U, 2U, 3U, 4U, 5U, 1000U}) {
    const std::string line =
        "prune wine.json --prune cost-complexity --leaves " + std::to_string(leaves) + " -o w.json --json";
    const json report = json::parse(expect_success(box, line).out);
    const std::size_t left = report["pruned"]["leaves"];
    EXPECT_LE(left, leaves);
    EXPECT_GE(left, last);
    last = left;
    const json options = model_of(box, "w.json")["provenance"]["options"];
    EXPECT_EQ(std::stod(options["alpha"].get<std::string>()), report["pruned"]["alpha"]);
  }
  EXPECT_EQ(last, json::parse(expect_success(box, "inspect wine.json --json").out)["leaves"]);
}

TEST_F(Cli, ThePrunedModelCompilesAndIsVerified) {
  expect_success(box, "train data/stagec.csv -t pgstat -a c45 --prune none --folds 0 -o whole.json -q");
  expect_success(box, "prune whole.json --prune error-based -o small.json -q");
  expect_success(box, "emit small.json -o small.hpp -q");
  EXPECT_THAT(expect_success(box, "verify small.json small.hpp --no-coverage").out, HasSubstr("small.hpp"));
  const json before = json::parse(expect_success(box, "inspect whole.json --json").out);
  const json after = json::parse(expect_success(box, "inspect small.json --json").out);
  EXPECT_LT(after["leaves"], before["leaves"]);
}

TEST_F(Cli, PruneSaysWhatItDoesNotKnow) {
  expect_success(box, "train data/stagec.csv -t pgstat -a c45 --prune none --folds 0 -o whole.json -q");
  const Outcome outcome = expect_success(box, "prune whole.json --prune error-based -o small.json");
  EXPECT_THAT(outcome.out, HasSubstr("branches are not raised: that takes the training rows (--data FILE)\n"));
  // Rows with missing values are blended: the leaves' figures do not tell how they are answered.
  EXPECT_THAT(outcome.out, HasSubstr("accuracy  unknown on the training rows"));
  EXPECT_EQ(model_of(box, "small.json")["provenance"]["options"]["raising"], "no");
  EXPECT_THAT(expect_success(box, "prune whole.json --prune error-based --no-raising -o small.json").out,
              HasSubstr("branches are not raised\n"));
}

TEST_F(Cli, TheRecordKeepsEarlierPruning) {
  expect_success(box, "train data/wine.csv -t cultivar -a c45 --folds 0 -o wine.json -q");
  expect_success(box, "prune wine.json --prune pessimistic -o w.json -q");
  const json options = model_of(box, "w.json")["provenance"]["options"];
  EXPECT_EQ(options["prune"], "pessimistic");
  EXPECT_EQ(options["pruned-before"], "error-based confidence=0.25 confidence-method=release8");
  EXPECT_FALSE(options.contains("confidence"));
  EXPECT_EQ(options["algorithm"], "c45");
}

TEST_F(Cli, PruneReadsAndWritesStandardStreams) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none --folds 0 -o golf.json -q");
  expect_success(box, "prune golf.json --prune pessimistic -o small.json -q");
  const Outcome piped = expect_success(box, words("prune - --prune pessimistic -o -"), box.read("golf.json"));
  EXPECT_EQ(piped.out, box.read("small.json"));
  EXPECT_THAT(piped.err, HasSubstr("pruned    with pessimistic"));
}

struct Refusal {
  const char* line;
  int code;
  const char* message;
  const char* hint;
};

void PrintTo(const Refusal& refusal, std::ostream* out) {
  *out << refusal.line;
}

class PruneRefuses : public Cli, public ::testing::WithParamInterface<Refusal> {};

TEST_P(PruneRefuses, WithAHint) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none --folds 0 -o golf.json -q");
  expect_success(box, "train data/diabetes.csv -t progression --prune none --max-depth 3 --folds 0 -o d.json -q");
  expect_success(box,
                 "train data/diabetes.csv -t progression --criterion absolute-deviation --prune none --max-depth 2 "
                 "--folds 0 -o a.json -q");
  box.write("few.csv", "outlook,humidity\nrain,70\n");
  box.write("other.csv", "outlook,temperature,humidity,windy,play\nrain,70,70,true,Maybe\n");
  const Outcome outcome = expect_failure(box, GetParam().code, GetParam().line);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().message));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().hint));
}

const Refusal kRefusals[] = {
    {"prune golf.json -o p.json", kUsage, "--prune is missing", "pessimistic, error-based"},
    {"prune golf.json --prune none -o p.json", kUsage, "--prune none leaves the tree as it is", "pessimistic"},
    {"prune golf.json --prune pesimistic -o p.json", kUsage, "--prune 'pesimistic'", "did you mean 'pessimistic'?"},
    {"prune golf.json --prune pessimistic", kUsage, "-o is missing", "pruned.json"},
    {"prune golf.json --prune pessimistic -o golf.json", kUsage, "golf.json", "hint"},
    {"prune golf.json --prune cost-complexity -o p.json", kUsage, "needs --alpha or --leaves", "espalier path"},
    {"prune golf.json --prune cost-complexity --alpha 0.1 --leaves 2 -o p.json", kUsage, "exclude each other", "alpha"},
    {"prune golf.json --prune cost-complexity --leaves 0 -o p.json", kUsage, "--leaves 0", "at least 1 leaf"},
    {"prune golf.json --prune cost-complexity --alpha -1 -o p.json", kUsage, "--alpha '-1'", "of at least 0"},
    {"prune golf.json --prune cost-complexity --alpha 1 --risk squared-error -o p.json", kUsage, "is for numbers",
     "misclassification or impurity"},
    {"prune d.json --prune cost-complexity --alpha 1 --risk impurity -o p.json", kUsage, "is for classes", "leave it"},
    {"prune a.json --prune cost-complexity --alpha 1 --risk squared-error -o p.json", kUsage, "absolute deviations",
     "leave it out"},
    {"prune golf.json --prune pessimistic --leaves 2 -o p.json", kUsage, "--leaves goes with --prune cost-complexity",
     "pessimistic is in effect"},
    {"prune golf.json --prune reduced-error -o p.json", kUsage, "needs --prune-set FILE", "espalier train"},
    {"prune golf.json --prune reduced-error --prune-set few.csv -o p.json", kBadInput, "no column 'play'", "few.csv:1"},
    {"prune golf.json --prune reduced-error --prune-set other.csv -o p.json", kBadInput, "class 'Maybe'",
     "other.csv:2:17"},
    {"prune golf.json --prune reduced-error --prune-set none.csv -o p.json", kBadInput, "none.csv", "error"},
    {"prune golf.json --prune pessimistic --data data/golf.csv -o p.json", kUsage, "--data goes with", "raising"},
    {"prune golf.json --prune error-based --no-raising --data data/golf.csv -o p.json", kUsage, "without --no-raising",
     "raising branches"},
    {"prune - --prune error-based --data - -o p.json", kUsage, "more than one input is '-'", "name a file"},
    {"prune d.json --prune pessimistic -o p.json", kUsage, "counts wrong classes", "cost-complexity or reduced-error"},
    {"prune d.json --prune error-based -o p.json", kUsage, "counts wrong classes", "cost-complexity or reduced-error"},
    {"prune golf.json --prune pessimistic --prune-folds 3 -o p.json", kUsage, "unknown option", "espalier help prune"},
    {"prune data/golf.csv --prune pessimistic -o p.json", kBadInput, "data/golf.csv", "error"},
    {"prune golf.json --prune pessimistic -o nodir/p.json", kCannotWrite, "nodir", "error"},
};
INSTANTIATE_TEST_SUITE_P(Prune, PruneRefuses, ::testing::ValuesIn(kRefusals));

TEST_F(Cli, OptionsAboutDataAreRefusedWithoutData) {
  box.run(words("train data/golf.csv -t play -a c45 --prune none -o whole.json"));
  const Outcome outcome = box.run(words("prune whole.json --prune pessimistic --delimiter ; -o s.json"));
  EXPECT_EQ(outcome.exit_code, kUsage);
  EXPECT_THAT(outcome.err, HasSubstr("--delimiter is about a data file, and none is read"));
}

TEST_F(Cli, TheRecordSaysHowAlphaWasChosen) {
  box.run(words("train data/wine.csv -t cultivar --se-rule --prune-folds 5 --seed 7 --folds 0 -o m.json"));
  EXPECT_THAT(box.read("m.json"), AllOf(HasSubstr("\"prune-folds\": \"5\""), HasSubstr("\"se-margin\": \"1\""),
                                        HasSubstr("\"prune-seed\": \"7\"")));
}

}  // namespace
}  // namespace espalier::tool_test::prune_test
