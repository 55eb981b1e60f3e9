// --language pmml and dmn: what a user does, and what is said when it cannot be done.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::exchange_test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

using Exchange = Cli;

TEST_F(Exchange, BuildWritesAndVerifiesBoth) {
  EXPECT_THAT(expect_success(box, "build data/iris.csv -t species --language pmml -o iris.pmml").out,
              AllOf(ContainsRegex("verified  iris.pmml: [0-9]+ vectors, 0 mismatches \\(PMML followed\\)"),
                    HasSubstr("written   iris.pmml: "), HasSubstr(", PMML 4.4\n")));
  EXPECT_THAT(expect_success(box, "build data/iris.csv -t species --language dmn -o iris.dmn").out,
              AllOf(ContainsRegex("verified  iris.dmn: [0-9]+ vectors, 0 mismatches \\(decision table followed\\)"),
                    HasSubstr(", a decision table of DMN 1.3\n")));
}

TEST_F(Exchange, VerifyNamesWhatWasChanged) {
  expect_success(box, "train data/iris.csv -t species -o iris.json");
  for (const std::string language : {"pmml", "dmn"}) {
    const std::string file = "iris." + language;
    expect_success(box, "emit iris.json --language " + language + " -o " + file);
    EXPECT_THAT(expect_success(box, "verify iris.json " + file).out, HasSubstr("byte for byte"));
    std::string text = box.read(file);
    const std::string threshold = "2.45";
    const std::size_t at = text.find(threshold, text.find("espalier: "));
    ASSERT_NE(at, std::string::npos);
    text.replace(at, threshold.size(), "2.55");
    box.write(file, text);
    const Outcome changed = box.run("verify iris.json " + file);
    EXPECT_EQ(changed.exit_code, kCheckFailed);
    EXPECT_THAT(changed.out + changed.err, AllOf(HasSubstr("FAILED: "), HasSubstr("2.55")));
    EXPECT_EQ(box.run("verify iris.json " + file + " --no-run").exit_code, kCheckFailed);
    box.write(file, "<x/>");
    EXPECT_EQ(box.run("verify iris.json " + file).exit_code, kBadInput);
  }
}

TEST_F(Exchange, SaysWhyAModelIsRefused) {
  expect_success(box, "train data/stagec.csv -t pgstat --prune none --folds 0 --missing fractional -o fractional.json");
  expect_success(box, "train data/stagec.csv -t pgstat --prune none --folds 0 --missing surrogate -o surrogate.json");
  EXPECT_THAT(expect_failure(box, kUsage, "emit fractional.json --language pmml -o x.pmml").err,
              AllOf(HasSubstr("--missing fractional"), HasSubstr("hint: train with --missing")));
  EXPECT_THAT(expect_failure(box, kUsage, "emit fractional.json --language dmn -o x.dmn").err,
              HasSubstr("--missing fractional"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit surrogate.json --language dmn -o x.dmn").err,
              AllOf(HasSubstr("--missing surrogate"), HasSubstr("--language pmml")));
  expect_success(box, "emit surrogate.json --language pmml -o x.pmml");
  EXPECT_THAT(expect_success(box, "verify surrogate.json x.pmml").out, HasSubstr(" 0 mismatches"));
}

TEST_F(Exchange, OptionsThatWouldBeIgnoredAreRefused) {
  expect_success(box, "train data/golf.csv -t play -o golf.json");
  for (const char* options : {"--namespace x", "--input-type humidity=int8", "--optimize size", "--selftest x",
                              "--dialect sqlite", "--probabilities", "--runtime include", "--style misra"}) {
    for (const char* language : {"pmml", "dmn"}) {
      expect_failure(box, kUsage, std::string("emit golf.json -o x --language ") + language + " " + options);
    }
  }
}

}  // namespace
}  // namespace espalier::tool_test::exchange_test
