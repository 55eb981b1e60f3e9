// --language c and --style misra as a user meets them.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::c_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class C : public Cli {
 protected:
  void SetUp() override { expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json -q"); }
  bool has(const std::string& program) const { return box.shell("command -v " + program).exit_code == 0; }
};

TEST_F(C, BuildChecksTheHeaderWithACCompiler) {
  if (!has("cc")) GTEST_SKIP() << "cc is not installed";
  const Outcome built = expect_success(box, "build data/golf.csv -t play -a c45 --language c -o golf.h");
  EXPECT_THAT(built.out, HasSubstr("verified  golf.h: "));
  EXPECT_THAT(built.out, HasSubstr(" 0 mismatches (cc)"));
  EXPECT_THAT(box.read("golf.h"), HasSubstr("static inline golf_label golf_predict(const golf_input* row) {"));
}

TEST_F(C, VerifyReadsTheLanguageFromTheHeader) {
  if (!has("gcc")) GTEST_SKIP() << "gcc is not installed";
  expect_success(box, "emit golf.json --language c -o golf.h -q");
  const Outcome verified = expect_success(box, "verify golf.json golf.h --compiler gcc");
  EXPECT_THAT(verified.out, HasSubstr(" 0 mismatches (gcc)"));
  EXPECT_THAT(verified.out, HasSubstr("coverage  100.0 % of the branches"));
}

TEST_F(C, VerifyTakesTheCompilerOfTheEnvironment) {
  if (!has("clang")) GTEST_SKIP() << "clang is not installed";
  expect_success(box, "emit golf.json --language c -o golf.h -q");
  const Outcome verified = box.run({"verify", "golf.json", "golf.h"}, {}, {"CC=clang"});
  EXPECT_EQ(verified.exit_code, kDone) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("(clang)"));
}

TEST_F(C, VerifyFindsAChangedThreshold) {
  if (!has("gcc")) GTEST_SKIP() << "gcc is not installed";
  expect_success(box, "emit golf.json --language c -o golf.h -q");
  ASSERT_EQ(box.shell("sed -i 's/humidity <= 75/humidity <= 76/' golf.h").exit_code, 0);
  const Outcome verified = box.run("verify golf.json golf.h --compiler gcc");
  EXPECT_EQ(verified.exit_code, kCheckFailed);
  EXPECT_THAT(verified.out, HasSubstr("FAILED"));
  EXPECT_THAT(verified.out, HasSubstr("humidity = 76"));
}

TEST_F(C, VerifySaysWhatTheCompilerSaid) {
  if (!has("gcc")) GTEST_SKIP() << "gcc is not installed";
  expect_success(box, "emit golf.json --language c -o golf.h -q");
  ASSERT_EQ(box.shell("sed -i 's/int32_t humidity;/int16_t humidity;/' golf.h").exit_code, 0);
  const Outcome verified = box.run("verify golf.json golf.h --compiler gcc");
  EXPECT_EQ(verified.exit_code, kCheckFailed);
  EXPECT_THAT(verified.out, HasSubstr("it does not compile"));
  EXPECT_THAT(verified.out, HasSubstr("Type_was_changed"));
}

TEST_F(C, ACompilerThatIsNotThereIsAnError) {
  expect_success(box, "emit golf.json --language c -o golf.h -q");
  const Outcome failed = expect_failure(box, kBadInput, "verify golf.json golf.h --compiler no-such-compiler");
  EXPECT_THAT(failed.err, HasSubstr("cannot run the compiler 'no-such-compiler'"));
  EXPECT_THAT(failed.err, HasSubstr("install gcc"));
}

TEST_F(C, TheSelftestIsAProgramInC) {
  if (!has("gcc")) GTEST_SKIP() << "gcc is not installed";
  expect_success(box, "emit golf.json --language c -o golf.h --selftest selftest.c");
  const Outcome ran = box.shell("gcc -std=c99 -Wall -Wextra -Werror selftest.c -o selftest && ./selftest");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  ASSERT_EQ(box.shell("sed -i 's/humidity <= 75/humidity <= 76/' golf.h").exit_code, 0);
  EXPECT_NE(box.shell("gcc -std=c99 selftest.c -o selftest && ./selftest").exit_code, 0);
}

TEST_F(C, TheRuntimeCanBeIncluded) {
  if (!has("gcc")) GTEST_SKIP() << "gcc is not installed";
  expect_success(box, "emit golf.json --language c --runtime include -o golf.h -q");
  EXPECT_THAT(box.read("golf.h"), HasSubstr("#include <espalier/runtime.h>\n"));
  box.write("unit.c", "#include \"golf.h\"\n");
  const Outcome built =
      box.shell(std::string("gcc -std=c99 -fsyntax-only -I ") + ESPALIER_SOURCE_DIR + "/runtime/include unit.c");
  EXPECT_EQ(built.exit_code, 0) << built.err;
  EXPECT_THAT(expect_success(box, "verify golf.json golf.h --compiler gcc --no-coverage").out,
              HasSubstr(" 0 mismatches"));
}

TEST_F(C, AFastMathBuildIsRefusedWhereNanMatters) {
  if (!has("gcc")) GTEST_SKIP() << "gcc is not installed";
  box.write("readings.csv", "x,y\n1.5,a\n2.5,a\n3.5,b\n4.5,b\n?,b\n?,b\n");
  expect_success(box, "train readings.csv -t y --missing learned --prune none -o readings.json -q");
  expect_success(box, "emit readings.json --language c -o readings.h -q");
  box.write("unit.c", "#include \"readings.h\"\n");
  EXPECT_EQ(box.shell("gcc -std=c99 -fsyntax-only unit.c").exit_code, 0);
  const Outcome refused = box.shell("gcc -std=c99 -ffast-math -fsyntax-only unit.c");
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("build it without -ffast-math"));
}

TEST_F(C, MisraIsAStyleOfBothLanguages) {
  for (const std::string language : {"c", "cpp"}) {
    const std::string header = language == "c" ? "golf.h" : "golf.hpp";
    expect_success(box, "emit golf.json --style misra --language " + language + " -o " + header + " -q");
    EXPECT_THAT(box.read(header), HasSubstr("  return result;\n}\n"));
    EXPECT_THAT(expect_success(box, "verify golf.json " + header + " --no-coverage").out, HasSubstr(" 0 mismatches"));
  }
}

TEST_F(C, MisraGoesWithEveryGoal) {
  for (const std::string goal : {"readable", "speed", "size"}) {
    expect_success(box, "emit golf.json --style misra --optimize " + goal + " --language c -o golf.h -q");
    EXPECT_THAT(box.read("golf.h"), Not(HasSubstr("switch (row")));
    EXPECT_THAT(expect_success(box, "verify golf.json golf.h --no-coverage").out, HasSubstr(" 0 mismatches"));
  }
}

TEST_F(C, WhatDoesNotGoTogetherIsRefused) {
  EXPECT_THAT(expect_failure(box, kUsage, "emit golf.json --style missra -o golf.h").err, HasSubstr("misra"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit golf.json --language c --shape table -o golf.h").err,
              HasSubstr("--shape table has no meaning with --language c"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit golf.json --style misra --shape auto -o golf.hpp").err,
              HasSubstr("--shape auto has no meaning with --style misra"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit golf.json --language sql --style misra -o golf.sql").err,
              HasSubstr("--style has no meaning with --language sql"));
}

// Extras so small that they are nothing beside the weights of a blend.
TEST_F(Cli, SmoothingThatRoundsToNothingCompiles) {
  for (const char* language : {"cpp", "c"}) {
    expect_success(box, std::string("build data/golf.csv -t play -a c45 --smoothing m:1e-30 --folds 0 --language ") +
                            language + " -o golf.h -q");
  }
}

}  // namespace
}  // namespace espalier::tool_test::c_test
