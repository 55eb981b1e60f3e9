// --shape: what is chosen, and what the report says about it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::shape_test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

constexpr std::string_view kIris = "build data/iris.csv -t species --prune none --folds 0 --no-verify -o iris.hpp ";

constexpr std::string_view kDiabetes =
    "build data/diabetes.csv -t progression --prune none --max-leaves 100 --folds 0 --no-verify -o diabetes.hpp ";

std::string line_of(const std::string& text, const std::string& begin) {
  const std::size_t at = text.find("\n" + begin) + 1;
  return text.substr(at, text.find('\n', at) - at);
}

class ShapeOption : public Cli {
 protected:
  std::string built(const std::string& options) const { return expect_success(box, std::string(kIris) + options).out; }
};

TEST_F(ShapeOption, IsBranchesByDefaultAndSaysNothing) {
  EXPECT_THAT(built(""), Not(HasSubstr("\nshape")));
  const std::string by_default = box.read("iris.hpp");
  EXPECT_THAT(by_default, Not(HasSubstr("thresholds")));
  built("--shape branches");
  EXPECT_EQ(box.read("iris.hpp"), by_default);
}

TEST_F(ShapeOption, TableIsTakenAtItsWord) {
  const std::string said = built("--shape table");
  EXPECT_THAT(
      line_of(said, "shape"),
      MatchesRegex("shape     table: about [0-9]+ bytes of tables and walker instead of about [0-9]+ of branches, on a "
                   "Cortex-M0\\+"));
  EXPECT_THAT(line_of(said, "size"),
              MatchesRegex("size      about [0-9]+ bytes of flash on AVR, [0-9]+ on Cortex-M0\\+, [0-9]+ on RV32"));
  EXPECT_THAT(box.read("iris.hpp"), HasSubstr("static constexpr int32_t thresholds[8] ESPALIER_FLASH = {\n"));
}

// A hundred tests of numbers are more code than their constants and the loop; four of categories are not.
TEST_F(ShapeOption, AutoTakesTheSmallerOne) {
  const std::string large = expect_success(box, std::string(kDiabetes) + "--shape auto").out;
  EXPECT_THAT(line_of(large, "shape"), HasSubstr("table: about "));
  EXPECT_THAT(box.read("diabetes.hpp"), HasSubstr("thresholds"));
  const std::string golf =
      expect_success(box,
                     "build data/golf.csv -t play -a c45 --prune none --folds 0 --no-verify -o golf.hpp --shape auto")
          .out;
  EXPECT_THAT(line_of(golf, "shape"), HasSubstr("branches: about "));
  EXPECT_THAT(box.read("golf.hpp"), Not(HasSubstr("thresholds")));
}

TEST_F(ShapeOption, IsInTheReportForMachines) {
  const std::string said = expect_success(box, std::string(kDiabetes) + "--shape auto --json").out;
  const auto header = nlohmann::json::parse(said).at("header");
  EXPECT_EQ(header.at("shape"), "table");
  for (const char* chip : {"avr", "cortex-m0plus", "rv32imac"}) {
    const auto& bytes = header.at("estimated_bytes").at(chip);
    EXPECT_LT(bytes.at("table"), bytes.at("branches")) << chip;
  }
  const auto plain = nlohmann::json::parse(built("--json")).at("header");
  EXPECT_EQ(plain.at("shape"), "branches");
  EXPECT_FALSE(plain.contains("estimated_bytes"));
}

TEST_F(ShapeOption, OfATreeWithoutTestsIsBranches) {
  box.write("one.csv", "a,y\n1,k\n2,k\n");
  const Outcome built = expect_success(box, "build one.csv -t y --folds 0 --no-verify -o one.hpp --shape table");
  EXPECT_THAT(built.out, HasSubstr("shape     branches: there is nothing to test\n"));
}

TEST_F(ShapeOption, HasThreeValues) {
  const Outcome refused = expect_failure(box, kUsage, std::string(kIris) + "--shape tables");
  EXPECT_THAT(refused.err, HasSubstr("--shape"));
  EXPECT_THAT(refused.err, HasSubstr("table"));
}

TEST_F(ShapeOption, IsTheSmallerOneByDefaultForSize) {
  const std::string said = expect_success(box, std::string(kDiabetes) + "--optimize size").out;
  EXPECT_THAT(line_of(said, "shape"), HasSubstr("table: about "));
  const std::string branches = expect_success(box, std::string(kDiabetes) + "--optimize size --shape branches").out;
  EXPECT_THAT(branches, Not(HasSubstr("\nshape")));
  EXPECT_THAT(box.read("diabetes.hpp"), Not(HasSubstr("thresholds")));
}

// Sizes are told where size matters: of branches alone where there is no choice, and of several trees. They are those
// of C++; a header of doubles does not compile for an AVR.
TEST_F(ShapeOption, TellsSizesWhereSizeMatters) {
  EXPECT_THAT(built(""), Not(HasSubstr("size      about")));
  EXPECT_THAT(built("--optimize size --shape branches"), HasSubstr("\nsize      about "));
  const auto header = nlohmann::json::parse(built("--optimize size --shape branches --json")).at("header");
  EXPECT_GT(header.at("estimated_bytes").at("avr").at("branches"), 0);
  EXPECT_TRUE(header.at("estimated_bytes").at("avr").at("table").is_null());
  const std::string forest = std::string(ESPALIER_SOURCE_DIR) + "/tests/golden/forest_vote/forest_vote.json";
  const std::string of_forest = expect_success(box, "emit " + forest + " -o f.hpp --optimize size").out;
  EXPECT_THAT(of_forest, HasSubstr("size      about "));
  EXPECT_THAT(expect_success(box, "emit " + forest + " -o f.h --language c --optimize size").out,
              Not(HasSubstr("size      about")));
  const std::string doubles = expect_success(box, std::string(kDiabetes) + "--optimize size --output-type double").out;
  EXPECT_THAT(line_of(doubles, "size"), MatchesRegex("size      about [0-9,]+ bytes of flash on Cortex-M0\\+, .*"));
}

// What has no tables refuses to be asked for one, and has branches where the choice is left to it.
TEST_F(ShapeOption, TableIsForPlainCpp) {
  expect_success(box, "train data/iris.csv -t species --prune none --folds 0 -o iris.json -q");
  const Outcome in_c = expect_failure(box, kUsage, "emit iris.json -o iris.h --language c --shape table");
  EXPECT_THAT(in_c.err, HasSubstr("--shape table has no meaning with --language c"));
  const Outcome misra = expect_failure(box, kUsage, "emit iris.json -o iris.hpp --style misra --shape table");
  EXPECT_THAT(misra.err, HasSubstr("--shape table has no meaning with --style misra"));
  expect_success(box, "emit iris.json -o iris.h --language c --optimize size");
  EXPECT_THAT(box.read("iris.h"), Not(HasSubstr("thresholds")));
}

TEST_F(ShapeOption, CanIncludeTheRuntime) {
  built("--shape table --runtime include");
  EXPECT_THAT(box.read("iris.hpp"), HasSubstr("#include <espalier/table.hpp>\n"));
}

TEST_F(ShapeOption, IsVerifiedLikeAnyOther) {
  built("--shape table --model iris.json");
  EXPECT_THAT(expect_success(box, "verify iris.json iris.hpp --no-coverage").out, HasSubstr(" 0 mismatches"));
  box.shell("sed -i 's/1071644672,/1071644673,/' iris.hpp");  // petal_width <= 1.75
  const Outcome caught = box.run("verify iris.json iris.hpp --no-coverage");
  EXPECT_EQ(caught.exit_code, kCheckFailed) << caught.out;
}

}  // namespace
}  // namespace espalier::tool_test::shape_test
