// ARFF files and C4.5's pairs of files, wherever a command reads data.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::formats_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kRows = "1,u\n2,u\n3,u\n7,v\n8,v\n9,v\n";

class Formats : public Cli {
 protected:
  void SetUp() override {
    const std::string rows = kRows;
    box.write("d.csv", "x,class\n" + rows);
    box.write("d.arff", "@relation d\n@attribute x numeric\n@attribute class {u,v}\n@data\n" + rows);
    box.write("d.names", "u, v.\n\nx: continuous.\n");
    box.write("d.data", rows);
    box.write("d.test", "2,u\n8,u\n");
  }
};

TEST_F(Formats, TrainBuildAndEvaluateReadEach) {
  const std::pair<const char*, const char*> files[] = {
      {"d.csv", " -t class"}, {"d.arff", " -t class"}, {"d.names", ""}, {"d.data", ""}, {"d.data", " -t class"}};
  for (const auto& [file, target] : files) {
    const std::string data = std::string(file) + target + " --prune none --smoothing none";
    EXPECT_THAT(expect_success(box, "train " + data + " --folds 2 -o m.json -v").out,
                AllOf(HasSubstr("6 rows, 2 columns"), HasSubstr("2 categories  <- target"), HasSubstr("x <= 5: u (3)")))
        << file;
    expect_success(box, "build " + data + " --folds 2 --no-verify -o m.hpp");
    EXPECT_THAT(expect_success(box, "evaluate " + data + " --folds 3").out, HasSubstr("100.0 % (6 of 6 rows)")) << file;
    EXPECT_THAT(expect_success(box, std::string("predict m.json ") + file).out,
                StartsWith("prediction,rule,probability u,probability v\nu,1,1,0\n"))
        << file;
  }
}

TEST_F(Formats, InspectShowsWhatAFileDeclares) {
  for (const char* file : {"d.arff", "d.names", "d.data"}) {
    const json data = json::parse(expect_success(box, {"inspect", file, "--json"}).out)["data"];
    EXPECT_EQ(data["rows"], 6) << file;
    EXPECT_EQ(data["columns"][0]["kind"], "numeric") << file;
    EXPECT_EQ(data["columns"][1]["categories"], json({"u", "v"})) << file;
  }
  EXPECT_THAT(expect_success(box, "inspect d.names").out, HasSubstr("<- target"));
}

TEST_F(Formats, ATestFileMayBeOfAnotherFormat) {
  for (const char* test : {"d.arff", "d.names", "d.csv"}) {
    EXPECT_THAT(expect_success(box, std::string("evaluate d.csv -t class --prune none --test ") + test).out,
                HasSubstr("accuracy  100.0 % (6 of 6 rows)"))
        << test;
  }
  EXPECT_THAT(expect_success(box, "evaluate d.names --prune none --test d.test").out,
              HasSubstr("accuracy  50.0 % (1 of 2 rows)"));
}

TEST_F(Formats, AnArffFileNeedsATarget) {
  EXPECT_THAT(expect_failure(box, kUsage, "train d.arff -o m.json").err,
              AllOf(HasSubstr("--target is missing"), HasSubstr("'x' and 'class'")));
}

TEST_F(Formats, FaultsAreLocated) {
  box.write("bad.arff", "@relation d\n@attribute x numeric\n@attribute class {u,v}\n@data\n1,u\n2,w\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "train bad.arff -t class -o m.json").err,
              HasSubstr("bad.arff:6:3: error"));
  box.write("bad.names", "u, v.\n\nx: continuous.\n");
  box.write("bad.data", "1,u\nlow,v\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "train bad.names -o m.json").err, HasSubstr("bad.data:2:1: error"));
}

TEST_F(Formats, CsvOptionsAreForCsvFiles) {
  EXPECT_THAT(expect_failure(box, kUsage, "train d.arff -t class --no-header -o m.json").err,
              AllOf(HasSubstr("--no-header is for CSV files"), HasSubstr("hint: ")));
}

// A CSV file by any name.
TEST_F(Formats, StandardInputIsCsv) {
  expect_success(box, words("train - -t class -o m.json"), box.read("d.csv"));
}

}  // namespace
}  // namespace espalier::tool_test::formats_test
