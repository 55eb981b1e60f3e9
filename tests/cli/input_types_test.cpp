// --input-type, --allow-loss and emit --data: what is chosen and why, what is refused with which rows, what is lost.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::input_types_test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// One test, t <= 21.625, between the rows of lines 4 and 5.
const char* const kTemperatures = "t,y\n21.25,cold\n21.375,cold\n21.5,cold\n21.75,warm\n21.875,warm\n22,warm\n";
// t decides except where it is missing, and there the door does.
const char* const kDoors =
    "t,door,y\n1.5,0,cold\n2.25,0,cold\n,0,cold\n3.5,1,warm\n4,1,warm\n4.75,,warm\n,1,warm\n9,1,warm\n";

class InputTypes : public Cli {
 protected:
  InputTypes() {
    box.write("t.csv", kTemperatures);
    box.write("doors.csv", kDoors);
  }
  static std::string build(const std::string& more) {
    return "build t.csv -t y --prune none --folds 0 -o t.hpp --model t.json " + more;
  }
};

TEST_F(InputTypes, EveryChoiceIsReportedWithItsReason) {
  EXPECT_THAT(expect_success(box, build("")).out,
              HasSubstr("input     t: float (separates the training values at every test)\n"));
  EXPECT_THAT(expect_success(box, build("--input-type t=int16*1e-2")).out,
              HasSubstr("input     t: int16*0.01 (asked for as int16*1e-2)\n"));
  const Outcome golf = expect_success(box, "build data/golf.csv -t play -a c45 --prune none --folds 0 -o golf.hpp");
  EXPECT_THAT(golf.out, AllOf(HasSubstr("input     outlook: category (3 categories)\n"),
                              HasSubstr("input     humidity: int32 (whole numbers)\n")));
  const std::string close = "t,y\n1,a\n1.00000001,b\n";
  EXPECT_THAT(expect_success(box, words("build - -t y --prune none --folds 0 -o c.hpp"), close).out,
              HasSubstr("input     t: double (float cannot tell 1 from 1.00000001 at threshold 1.000000005)\n"));
}

TEST_F(InputTypes, ManyInputsAreCappedUnlessVerbose) {
  std::string header;
  std::string rows[15];
  for (int column = 0; column < 14; ++column) {
    header += "c" + std::to_string(column) + ",";
    for (int row = 0; row < 15; ++row) rows[row] += row == column ? "1," : "0,";
  }
  std::string csv = header + "y\n";
  for (int row = 0; row < 15; ++row) csv += rows[row] + "y" + std::to_string(row) + "\n";
  box.write("wide.csv", csv);
  const std::string line = "build wide.csv -t y --prune none --folds 0 --no-verify -o wide.hpp";
  EXPECT_THAT(expect_success(box, line).out,
              AllOf(HasSubstr("input     c11: int32"), Not(HasSubstr("input     c12")), HasSubstr("... and 2 more\n")));
  EXPECT_THAT(expect_success(box, line + " --verbose").out, HasSubstr("input     c13: int32"));
}

TEST_F(InputTypes, ReasonsAndLossAreInTheJson) {
  const auto json = nlohmann::json::parse(expect_success(box, build("--json --input-type t=int8 --allow-loss")).out);
  const auto& field = json.at("header").at("fields").at(0);
  EXPECT_EQ(field.at("type"), "int8");
  EXPECT_EQ(field.at("reason"), "asked for; loss allowed: int8 cannot tell 21.5 from 21.75 at threshold 21.625");
  EXPECT_EQ(json.at("loss").at("rows"), 6);
  EXPECT_EQ(json.at("loss").at("changed"), 1);
  EXPECT_EQ(json.at("loss").at("lines"), nlohmann::json::array({4}));
}

TEST_F(InputTypes, StepsAreStoredAndExplained) {
  expect_success(box, build("--input-type t=int16*0.01 --selftest test.cpp"));
  EXPECT_THAT(box.read("t.hpp"),
              AllOf(HasSubstr("int16_t t;  // \"t\" in steps of 0.01, 21.25 to 22 in training\n"),
                    HasSubstr("if (row.t <= 2162) {  // 21.625\n"), HasSubstr("\"type\":\"int16*0.01\"")));
  EXPECT_THAT(expect_success(box, "verify t.json t.hpp").out, ContainsRegex("[0-9]+ vectors, 0 mismatches"));
  EXPECT_THAT(expect_success(box, "verify t.json t.hpp -v").out, HasSubstr("input     t: int16*0.01\n"));
  const Outcome tested = box.shell("c++ -std=c++11 -Wall -Wextra -Wconversion -Werror test.cpp -o test && ./test");
  EXPECT_EQ(tested.exit_code, 0) << tested.err;
}

// 21.625 / 2^-8 = 5536.
TEST_F(InputTypes, FixedPointIsStoredAndExplained) {
  const Outcome outcome = expect_success(box, build("--input-type t=q7.8"));
  EXPECT_THAT(outcome.out, HasSubstr("input     t: q7.8 (asked for)\n"));
  EXPECT_THAT(box.read("t.hpp"), AllOf(HasSubstr("int16_t t;  // \"t\" in steps of 2^-8, 21.25 to 22 in training\n"),
                                       HasSubstr("if (row.t <= 5536) {  // 21.625\n")));
}

TEST_F(InputTypes, VerifyFindsAStepTooMany) {
  expect_success(box, build("--input-type t=int16*0.01"));
  std::string header = box.read("t.hpp");
  for (auto at = header.find("<= 2162"); at != std::string::npos; at = header.find("<= 2162", at)) {
    header.replace(at, 7, "<= 2163");
  }
  box.write("t.hpp", header);
  const Outcome outcome = box.run("verify t.json t.hpp");
  EXPECT_EQ(outcome.exit_code, kCheckFailed);
  EXPECT_THAT(outcome.out, HasSubstr("t = 21.63")) << outcome.out;
}

TEST_F(InputTypes, ATypeThatIsTooCoarseIsRefusedWithTheTwoRows) {
  const Outcome outcome = expect_failure(box, kUsage, build("--input-type t=int8"));
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("--input-type: int8 is too coarse for column 't': int8 cannot tell 21.5 from "
                              "21.75 at threshold 21.625 (lines 4 and 5 of t.csv: 21.5 becomes 22, 21.75 "
                              "becomes 22)"),
                    HasSubstr("hint: choose a wider or finer type, or accept the loss with --allow-loss\n")));
  EXPECT_FALSE(box.has("t.hpp"));
  EXPECT_THAT(
      expect_failure(box, kUsage, build("--input-type t=int16*0.4")).err,
      HasSubstr("int16*0.4 cannot tell 21.5 from 21.75 at threshold 21.625 (lines 4 and 5 of t.csv: 21.5 becomes "
                "21.6, 21.75 becomes 21.6)"));
}

TEST_F(InputTypes, ATypeThatIsTooNarrowIsRefusedWithARow) {
  EXPECT_THAT(expect_failure(box, kUsage, build("--input-type t=q3.4")).err,
              HasSubstr("q3.4 cannot hold the training values of column 't' (21.25 to 22; it holds -8 to 7.9375) (line "
                        "2 of t.csv: 21.25)"));
  EXPECT_THAT(expect_failure(box, kUsage, build("--input-type t=bool")).err,
              HasSubstr("bool cannot hold the training values of column 't' (21.25 to 22; it holds 0 to 1)"));
}

TEST_F(InputTypes, LossIsAllowedOnRequestAndCounted) {
  // As int8 the third row, 21.5, becomes 22 and goes with the warm ones.
  const Outcome outcome = expect_success(box, build("--input-type t=int8 --allow-loss"));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("loss      1 of 6 training rows change their answer (line 4)\n"),
                                 HasSubstr("input     t: int8 (asked for; loss allowed: int8 cannot tell 21.5 from "
                                           "21.75 at threshold 21.625)\n"),
                                 HasSubstr("0 mismatches")));
  EXPECT_THAT(box.read("t.hpp"), HasSubstr("; loss allowed: int8 cannot tell 21.5 from 21.75 at threshold 21.625\n"));
  EXPECT_THAT(expect_success(box, build("--input-type t=int16*0.01 --allow-loss")).out,
              HasSubstr("loss      0 of 6 training rows change their answer\n"));
  // Beyond the range: everything is 7.9375, and cold.
  EXPECT_THAT(expect_success(box, build("--input-type t=q3.4 --allow-loss")).out,
              HasSubstr("loss      3 of 6 training rows change their answer (lines 5, 6 and 7)\n"));
}

TEST_F(InputTypes, EmitNamesValuesAndWithTheDataRows) {
  expect_success(box, build(""));
  const std::string emit = "emit t.json -o u.hpp --input-type t=int8";
  EXPECT_THAT(expect_failure(box, kUsage, emit).err,
              AllOf(HasSubstr("int8 cannot tell 21.5 from 21.75 at threshold 21.625\n"), HasSubstr("--data FILE")));
  EXPECT_THAT(expect_failure(box, kUsage, emit + " --data t.csv").err, HasSubstr("(lines 4 and 5 of t.csv: "));
  EXPECT_THAT(
      expect_success(box, emit + " --allow-loss").out,
      HasSubstr("loss      unknown: --data FILE, the training data, tells how many rows change their answer\n"));
  const Outcome counted = expect_success(box, emit + " --allow-loss --data t.csv");
  EXPECT_THAT(counted.out, HasSubstr("loss      1 of 6 training rows change their answer (line 4)\n"));
  EXPECT_EQ(counted.err, "");
  // What emit writes with the same types is what build writes.
  expect_success(box, build("--input-type t=int8 --allow-loss"));
  expect_success(box, "emit t.json -o - --namespace t --input-type t=int8 --allow-loss");
  EXPECT_EQ(expect_success(box, "emit t.json -o - --namespace t --input-type t=int8 --allow-loss").out,
            box.read("t.hpp"));
}

TEST_F(InputTypes, DataOfAnotherFileGetsAWarning) {
  expect_success(box, build(""));
  box.write("u.csv", "t,y\n21.5,cold\n21.7,warm\n");
  const Outcome outcome = expect_success(box, "emit t.json -o u.hpp --input-type t=int8 --allow-loss --data u.csv");
  EXPECT_THAT(outcome.err, HasSubstr("u.csv is not the file that the model was trained with"));
  EXPECT_THAT(outcome.out, HasSubstr("1 of 2 training rows"));
  // The values next to the threshold are not in this file: no rows to name.
  EXPECT_THAT(expect_failure(box, kUsage, "emit t.json -o u.hpp --input-type t=int8 --data u.csv").err,
              HasSubstr("at threshold 21.625\n"));
}

TEST_F(InputTypes, BoolsAreAskedAsTheyAre) {
  const std::string line =
      "build doors.csv -t y --ignore t --prune none --folds 0 --missing majority -o d.hpp "
      "--model d.json --input-type door=bool";
  const Outcome refused = expect_failure(box, kUsage, line);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("bool has no value for a missing one, and column 'door' has some (line 7 of "
                                           "doors.csv)"),
                                 HasSubstr("let missing values be false with --allow-loss")));
  const Outcome outcome = expect_success(box, line + " --allow-loss");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("loss      1 of 8 training rows change their answer (line 7)\n"),
                                 HasSubstr("0 mismatches")));
  EXPECT_THAT(box.read("d.hpp"), AllOf(HasSubstr("bool door;  // \"door\", 0 to 1 in training"),
                                       HasSubstr("if (!row.door) {\n"), HasSubstr("Input{true}")));
  expect_success(box, "verify d.json d.hpp");
}

TEST_F(InputTypes, SentinelsAreThoseOfTheStorage) {
  expect_success(box, "build doors.csv -t y -a c45 --ignore door --prune none --folds 0 -o d.hpp --input-type t=uq4.4");
  EXPECT_THAT(box.read("d.hpp"),
              AllOf(HasSubstr("enum : uint8_t { missing_uint8 = 255 };"),
                    HasSubstr("uint8_t t;  // \"t\" in steps of 2^-4, 1.5 to 9 in training; missing_uint8 "
                              "if missing")));
}

TEST_F(InputTypes, TypesOfColumnsThatTheTreeDoesNotReadAreMentioned) {
  const Outcome outcome = expect_success(
      box, "build doors.csv -t y --prune none --folds 0 --max-depth 1 --missing majority -o d.hpp --input-type t=int8");
  EXPECT_THAT(outcome.err, HasSubstr("--input-type: the tree does not read column 't'")) << outcome.out;
}

TEST_F(InputTypes, WorkFromAConfigFile) {
  box.write("t.cfg", "input-type = t=int8\nallow-loss = true\n");
  EXPECT_THAT(expect_success(box, build("--config t.cfg")).out, HasSubstr("loss      1 of 6 training rows"));
}

TEST_F(InputTypes, WhatGoesWithNothingIsRefused) {
  expect_success(box, build(""));
  EXPECT_THAT(expect_failure(box, kUsage, build("--allow-loss")).err, HasSubstr("--allow-loss goes with --input-type"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit t.json -o u.hpp --missing-token x").err,
              AllOf(HasSubstr("--missing-token is about a data file, and none is read"), HasSubstr("--data")));
  EXPECT_THAT(expect_failure(box, kUsage, "emit t.json -o t.csv --data t.csv").err, HasSubstr("t.csv"));
  EXPECT_THAT(expect_failure(box, kBadInput, "emit t.json -o u.hpp --data nope.csv").err, HasSubstr("cannot read"));
}

TEST_F(InputTypes, SpellingMistakesAreExplained) {
  const auto fault = [&](const std::string& type) {
    return expect_failure(box, kUsage, build("--input-type t=" + type)).err;
  };
  EXPECT_THAT(fault("int12"), AllOf(HasSubstr("there is no type 'int12'"), HasSubstr("did you mean 'int16'?")));
  EXPECT_THAT(fault("q40.3"), HasSubstr("q40.3 needs 44 bits, one of them for the sign, and fixed point has 1 to 32"));
  EXPECT_THAT(fault("q8"), HasSubstr("fixed point is written qM.N, as in q7.8"));
  EXPECT_THAT(fault("int16*zero"), HasSubstr("the step 'zero' is not a decimal number"));
  EXPECT_THAT(fault("float*0.1"), HasSubstr("only int8, int16, int32, uint8, uint16 and uint32 have steps"));
}

}  // namespace
}  // namespace espalier::tool_test::input_types_test
