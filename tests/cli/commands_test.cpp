// What each command does and tells when all goes well.
#include <gmock/gmock.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::commands_test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(Cli, BuildTellsWhatItDid) {
  const Outcome outcome = expect_success(box, "build data/iris.csv --target species -o iris.hpp");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("150 rows, 5 columns"), HasSubstr("petal_width   real numbers, 0.1 to 2.5"),
                    HasSubstr("species       3 categories  <- target"),
                    HasSubstr("task      classification, 3 classes; missing values: refuse\n"),
                    HasSubstr("grown with cart: "), HasSubstr("pruned with cost-complexity"),
                    HasSubstr("% on the training rows"), HasSubstr("by 10-fold cross-validation, 7 rounds, seed 1"),
                    ContainsRegex("verified  iris.hpp: [0-9]+ vectors, 0 mismatches"),
                    HasSubstr("written   iris.hpp: "), HasSubstr("namespace iris")));
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(box.read("iris.hpp"), AllOf(StartsWith("// "), HasSubstr("namespace iris {"), HasSubstr("predict_rule")));
}

// The tree of C4.5 Release 8 for golf; our branches are in the order of the sorted categories.
TEST_F(Cli, BuildVerboseShowsTheGolfTree) {
  const Outcome outcome = expect_success(box, "build data/golf.csv -t play -a c45 --prune none --verbose -o golf.hpp");
  EXPECT_THAT(outcome.out, HasSubstr("outlook = overcast: Play (4)\n"
                                     "outlook = rain\n"
                                     "|   windy = false: Play (3)\n"
                                     "|   windy = true: Don't Play (2)\n"
                                     "outlook = sunny\n"
                                     "|   humidity <= 75: Play (2)\n"
                                     "|   humidity > 75: Don't Play (3)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("pruned with none: 8 nodes, 5 leaves, depth 2"));
}

TEST_F(Cli, BuildVerboseTellsEachPrunedSubtree) {
  // 54 rows, 5 wrong as a leaf; below, two leaves are left by then, with 1 and 2 wrong: 4 + sqrt(4 * 50 / 54).
  EXPECT_THAT(
      expect_success(box, "build data/iris.csv -t species --prune pessimistic -o i.hpp -v").out,
      HasSubstr(
          "petal_length <= 4.95        54       1         5.5      5.9245  not more than one standard error better"));
  EXPECT_THAT(expect_success(box, "build data/iris.csv -t species --prune pessimistic -o i.hpp").out,
              ::testing::Not(HasSubstr("cuts")));
}

TEST_F(Cli, BuildWritesModelAndSelftestBesideTheHeader) {
  expect_success(box, "build data/golf.csv -t play -o golf.hpp --model golf.json --selftest test.cpp");
  EXPECT_THAT(box.read("golf.json"), HasSubstr("\"espalier-model\""));
  EXPECT_THAT(box.read("test.cpp"), HasSubstr("#include \"golf.hpp\""));
  const Outcome built = box.shell("c++ -std=c++11 -Wall -Wextra -Werror test.cpp -o test && ./test");
  EXPECT_EQ(built.exit_code, 0) << built.err;
  // The model that build wrote is the one that train writes.
  expect_success(box, "train data/golf.csv -t play -o again.json");
  EXPECT_EQ(box.read("golf.json"), box.read("again.json"));
  // And emitting it gives the header that build wrote.
  EXPECT_EQ(expect_success(box, "emit golf.json -o - --namespace golf").out, box.read("golf.hpp"));
}

TEST_F(Cli, TrainEmitVerify) {
  expect_success(box, "train data/iris.csv -t species -o iris.json");
  expect_success(box, "emit iris.json -o iris.hpp");
  const Outcome verified = expect_success(box, "verify iris.json iris.hpp");
  EXPECT_THAT(verified.out, ContainsRegex("verified  iris.hpp: [0-9]+ vectors, 0 mismatches"));
  EXPECT_THAT(expect_success(box, "verify iris.json").out, HasSubstr("the emitted header"));
}

TEST_F(Cli, VerifyFindsAChangedThreshold) {
  expect_success(box, "build data/golf.csv -t play -a c45 --prune none -o golf.hpp --model golf.json");
  std::string header = box.read("golf.hpp");
  for (auto at = header.find("<= 75"); at != std::string::npos; at = header.find("<= 75", at)) {
    header.replace(at, 5, "<= 76");
  }
  box.write("golf.hpp", header);
  const Outcome outcome = box.run("verify golf.json golf.hpp");
  EXPECT_EQ(outcome.exit_code, kCheckFailed);
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("FAILED"), HasSubstr("humidity = 76"), HasSubstr("expected 'Don't Play' by rule 5")))
      << outcome.out;
}

TEST_F(Cli, VerifyFindsWhatWasPutIntoAHeader) {
  expect_success(box, "build data/golf.csv -t play -a c45 --prune none -o golf.hpp --model golf.json");
  const Outcome before = expect_success(box, "verify golf.json golf.hpp");
  EXPECT_THAT(before.out, HasSubstr("source    golf.hpp: byte for byte what espalier "));
  std::string header = box.read("golf.hpp");
  const std::string opening = "Label predict(const Input& row) {\n";
  const std::size_t at = header.find(opening) + opening.size();
  box.write("golf.hpp",
            header.substr(0, at) + "  if (row.humidity == 4242) {\n    return Label::play;\n  }\n" + header.substr(at));
  const Outcome outcome = box.run("verify golf.json golf.hpp --no-run");
  EXPECT_EQ(outcome.exit_code, kCheckFailed);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("FAILED: not proven: line "), HasSubstr("if (row.humidity == 4242) {"),
                                 Not(HasSubstr("vectors"))));
  const Outcome with_vectors = box.run("verify golf.json golf.hpp");
  EXPECT_EQ(with_vectors.exit_code, kCheckFailed);
  EXPECT_THAT(with_vectors.out, HasSubstr(" 0 mismatches")) << "the vectors do not see it";
  const auto json = nlohmann::json::parse(box.run("verify golf.json golf.hpp --no-run --json").out);
  EXPECT_EQ(json["verification"]["source"]["verdict"], "foreign");
  EXPECT_EQ(json["verification"]["passed"], false);
  EXPECT_EQ(box.run("verify golf.json --no-run").exit_code, kUsage);
}

TEST_F(Cli, VerifyRefusesAHeaderOfAnotherVersionOfTheModel) {
  expect_success(box, "build data/golf.csv -t play -a c45 --prune none -o golf.hpp --model golf.json");
  std::string model = box.read("golf.json");
  model.insert(model.size() - 1, " ");
  box.write("golf.json", model);
  const Outcome outcome = box.run("verify golf.json golf.hpp");
  EXPECT_EQ(outcome.exit_code, kCheckFailed);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("it was made of another model file"), HasSubstr(" 0 mismatches")));
}

TEST_F(Cli, PredictAnswersEveryRowInOrder) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none --smoothing none -o golf.json");
  const Outcome outcome = expect_success(box, "predict golf.json data/golf.csv");
  EXPECT_THAT(outcome.out, StartsWith("prediction,rule,probability Don't Play,probability Play\n"
                                      "Don't Play,5,1,0\n"
                                      "Don't Play,5,1,0\n"
                                      "Play,1,0,1\n"));
  EXPECT_EQ(lines(outcome.out), 15U);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("predicted 14 rows"), HasSubstr("100.0 % of 14 rows")));

  expect_success(box, "predict golf.json data/golf.csv -o answers.csv");
  EXPECT_EQ(box.read("answers.csv"), outcome.out);
}

TEST_F(Cli, PredictNeedsOnlyTheColumnsThatTheTreeReads) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none --smoothing none -o golf.json");
  const std::string few = "windy,humidity,outlook\ntrue,70,sunny\n";
  const Outcome outcome = expect_success(box, words("predict golf.json -"), few);
  EXPECT_THAT(outcome.out, HasSubstr("\nPlay,4,0,1\n"));
}

// "1", "01" and "1.0" are one class: answers are marked accordingly.
TEST_F(Cli, PredictMarksNumericClassesHoweverTheyAreWritten) {
  box.write("n.csv", "a,y\n1,1\n2,01\n3,1.0\n10,2\n11,2.0\n12,02\n");
  expect_success(box, "train n.csv -t y --prune none -o n.json");
  EXPECT_THAT(expect_success(box, "predict n.json n.csv").err, HasSubstr("accuracy  100.0 % of 6 rows"));
  EXPECT_THAT(expect_success(box, "evaluate n.csv -t y --prune none --test n.csv").out, HasSubstr("100.0 % (6 of 6"));
}

// What a prediction writes reads back as what it was.
TEST_F(Cli, PredictQuotesLabelsThatWouldReadAsMissing) {
  box.write("n.csv", "a,y\n1,\"NA\"\n2,\"a,b\"\n3,\"say \"\"hi\"\"\"\n");
  expect_success(box, "train n.csv -t y --prune none -o n.json");
  const Outcome outcome = expect_success(box, "predict n.json n.csv");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("\n\"NA\",1,"), HasSubstr("\n\"a,b\",2,"), HasSubstr("\n\"say \"\"hi\"\"\",3,")));
}

TEST_F(Cli, PredictWarnsAboutUnknownCategoriesAndCountsThem) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json");
  std::string rows = "outlook,humidity,windy\n";
  for (int i = 0; i < 10; ++i) rows += "snow,70,true\n";
  const Outcome outcome = expect_success(box, words("predict golf.json -"), rows);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("<stdin>:2:1: warning: the model has never seen 'snow' in column 'outlook'"),
                                 HasSubstr("and 7 more: unknown category")));
}

TEST_F(Cli, EvaluateByFoldsFoldFileAndTestFile) {
  const Outcome folds = expect_success(box, "evaluate data/iris.csv -t species --folds 5 --predictions out.csv");
  EXPECT_THAT(folds.out, AllOf(HasSubstr("5-fold cross-validation, seed 1 of cart"), HasSubstr("precision"),
                               HasSubstr("predicted as")));
  EXPECT_THAT(box.read("out.csv"), StartsWith("row,fold,actual,predicted\n1,"));
  EXPECT_EQ(lines(box.read("out.csv")), 151U);

  std::string fold_numbers;
  for (int row = 0; row < 150; ++row) fold_numbers += std::to_string(row % 3) + "\n";
  box.write("folds.txt", fold_numbers);
  const Outcome file = expect_success(box, "evaluate data/iris.csv -t species --fold-file folds.txt --predictions -");
  EXPECT_THAT(file.out, StartsWith("row,fold,actual,predicted\n1,0,setosa,setosa\n2,1,setosa,setosa\n"));
  EXPECT_THAT(file.err, HasSubstr("cross-validation by folds.txt"));

  const Outcome test =
      expect_success(box, "evaluate data/iris.csv -t species --prune pessimistic --test data/iris.csv");
  EXPECT_THAT(test.out, HasSubstr("accuracy  96.0 % (144 of 150 rows), standard error 1.6 %"));
}

TEST_F(Cli, InspectShowsColumnsOrTree) {
  const Outcome data = expect_success(box, "inspect data/stagec.csv");
  EXPECT_THAT(data.out, AllOf(HasSubstr("g2"), HasSubstr("missing"), HasSubstr("values    ploidy: 'aneuploid'")));
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json");
  EXPECT_THAT(expect_success(box, "inspect golf.json").out,
              AllOf(HasSubstr("predicts 'play'"), HasSubstr("prune = none"), HasSubstr("|   windy = false: Play (3)")));
}

// A header line may begin with a brace and still be a header line.
TEST_F(Cli, InspectTellsAModelFromATableByMoreThanABrace) {
  box.write("brace.csv", "{{ 1+1 }},{% include \"x\" %},y\n1,2,x\n");
  EXPECT_THAT(expect_success(box, "inspect brace.csv").out, HasSubstr("{{ 1+1 }}"));
  expect_success(box, "train data/golf.csv -t play -o golf.json");
  box.write("marked", "\xEF\xBB\xBF" + box.read("golf.json"));
  EXPECT_THAT(expect_success(box, "inspect marked").out, HasSubstr("predicts 'play'"));
  EXPECT_THAT(expect_success(box, words("inspect -"), box.read("golf.json")).out, HasSubstr("predicts 'play'"));
}

TEST_F(Cli, DumpAfterShowsTheProgramOfAPass) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json");
  for (const char* pass : {"build", "fold", "narrow", "order", "outline", "flatten"}) {
    const Outcome outcome = expect_success(box, {"emit", "golf.json", "-o", "-", "--dump-after", pass});
    EXPECT_THAT(outcome.out, StartsWith("// ")) << pass;
    EXPECT_THAT(outcome.err, HasSubstr("humidity")) << pass;
  }
  for (const char* pass : {"share", "select"}) {
    const Outcome outcome =
        expect_success(box, {"emit", "golf.json", "-o", "-", "--optimize", "size", "--dump-after", pass});
    EXPECT_THAT(outcome.err, HasSubstr("humidity")) << pass;
  }
}

TEST_F(Cli, OptimizeDecidesHowFloatsAreCompared) {
  for (const char* goal : {"readable", "speed", "size"}) {
    expect_success(
        box, {"build", "data/iris.csv", "-t", "species", "--optimize", goal, "--shape", "branches", "-o", "iris.hpp"});
    const std::string header = box.read("iris.hpp");
    const bool readable = std::string(goal) == "readable";
    EXPECT_EQ(header.find("row.petal_length <= 2.4499998f") != std::string::npos, readable) << goal;
    EXPECT_EQ(header.find("bits(row.petal_length) <= 0x401ccccc") != std::string::npos, !readable) << goal;
  }
}

TEST_F(Cli, QuietIsSilent) {
  expect_success(box, "train data/golf.csv -t play -o golf.json");
  box.write("odd.csv", "a,,y\n1,2,x\n2,3,z\n");  // has warnings
  for (const char* line :
       {"build data/golf.csv -t play -o a.hpp -q", "build odd.csv -t y -o b.hpp --quiet",
        "train data/golf.csv -t play -o b.json -q", "emit golf.json -o c.hpp -q", "verify golf.json -q",
        "predict golf.json data/golf.csv -o p.csv -q", "evaluate data/golf.csv -t play -q", "inspect golf.json -q"}) {
    const Outcome outcome = expect_success(box, line);
    EXPECT_EQ(outcome.out, "") << line;
    EXPECT_EQ(outcome.err, "") << line;
  }
  EXPECT_THAT(expect_failure(box, kBadInput, "build nope.csv -t y -o a.hpp -q").err, HasSubstr("cannot read"));
}

TEST_F(Cli, VersionAndNoArguments) {
  EXPECT_THAT(expect_success(box, "--version").out, ContainsRegex("^espalier [0-9]+\\.[0-9]+\\.[0-9]+\n$"));
  const Outcome none = box.run(Arguments{});
  EXPECT_EQ(none.exit_code, kUsage);
  EXPECT_EQ(none.out, "");
  EXPECT_THAT(none.err, HasSubstr("Usage: espalier COMMAND"));
}

// A compiler that optimises would take longer than all the rest.
TEST_F(Cli, LargeHeadersAreCheckedWithoutOptimisation) {
  std::string rows = "x,y,z\n";
  std::uint32_t state = 1;
  for (int row = 0; row < 24'000; ++row) {
    state = state * 1664525U + 1013904223U;
    rows +=
        std::to_string(row) + "," + std::to_string(state >> 20U) + "," + ((state >> 16U) % 2 == 0 ? "a" : "b") + "\n";
  }
  box.write("large.csv", rows);
  const std::string line = "build large.csv -t z --prune none --folds 0 -o large.hpp";
  EXPECT_THAT(expect_success(box, line).out,
              ContainsRegex("verified  large.hpp: [0-9,]+ vectors, 0 mismatches .* -O0\\)"));
  EXPECT_GT(box.read("large.hpp").size(), 1'000'000U);
  EXPECT_THAT(expect_success(box, line + " --no-verify").out,
              ContainsRegex("verified  large.hpp: [0-9,]+ rules proven for every input"));
}

// Few rules, but long lists of words: the tree is written once.
TEST_F(Cli, ManyNamedCategoriesShareOneTree) {
  std::string rows = "p,q,z\n";
  std::uint32_t state = 1;
  const auto draw = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 16U) % below;
  };
  for (int row = 0; row < 60'000; ++row) {
    rows += "w" + std::to_string(draw(600));
    rows += ",w" + std::to_string(draw(600));
    rows += draw(2) == 0 ? ",a\n" : ",b\n";
  }
  box.write("words.csv", rows);
  const std::string line =
      "build words.csv -t z --prune none --folds 0 --categorical-split subset --max-depth 8 --no-verify -o w.hpp ";
  expect_success(box, line + "--max-leaves 400");
  EXPECT_NE(box.read("w.hpp").find("detail::leaf(row)"), std::string::npos);
  expect_success(box, line + "--max-leaves 4");
  EXPECT_EQ(box.read("w.hpp").find("detail::leaf(row)"), std::string::npos);
}

}  // namespace
}  // namespace espalier::tool_test::commands_test
