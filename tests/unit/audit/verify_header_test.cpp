// Headers compiled and run: golf as it is emitted, and golf changed by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "audit/compilers.hpp"
#include "audit/driver.hpp"
#include "audit/selftest.hpp"
#include "audit/verify.hpp"
#include "emit/cpp_header.hpp"
#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/sample_models.hpp"
#include "support/subprocess.hpp"

namespace espalier::verify_header_test {
namespace {

using testing::HasSubstr;

class VerifyHeader : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_compiler("g++")) GTEST_SKIP() << "no g++";
    options_.compiler = "g++";
  }

  // The header with the first occurrence of `from` replaced.
  std::string changed(const std::string& from, const std::string& to) const {
    std::string text = header_;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  }

  Verification verify(const std::string& header) const {
    return verify_files(golf_, {{"", header}}, record_, options_);
  }

  static EmitOptions named_golf(RuntimeForm runtime) {
    EmitOptions options;
    options.space = "golf";
    options.runtime = runtime;
    return options;
  }

  const Model golf_ = sample::golf();
  const Lowered lowered_ = lower(golf_, {});
  const std::string header_ = emit_cpp_header(golf_, lowered_, named_golf(RuntimeForm::inlined));
  const EmitRecord record_ = {Language::cpp, "golf", lowered_.fields, ""};
  VerifyOptions options_;
};

TEST_F(VerifyHeader, GolfPassesAndEveryBranchIsTaken) {
  options_.coverage = true;
  const Verification result = verify(header_);
  EXPECT_TRUE(result.passed()) << result.failure;
  EXPECT_EQ(result.compiler, "g++");
  EXPECT_EQ(result.vectors, 58U);
  EXPECT_EQ(result.mismatches, 0U);
  if (!run_process({"gcov", "--version"}, ".", std::chrono::seconds(20)).succeeded()) return;
  // Two functions with four tests each, two ways out of each.
  ASSERT_TRUE(result.coverage);
  EXPECT_EQ(result.coverage->branches, 16U);
  EXPECT_EQ(result.coverage->taken, 16U);
}

// The check needs no installed runtime: the tool carries its own.
TEST_F(VerifyHeader, HeaderThatIncludesTheRuntimePassesToo) {
  options_.coverage = true;
  options_.counters = true;
  const std::string header = emit_cpp_header(golf_, lowered_, named_golf(RuntimeForm::included));
  ASSERT_THAT(header, HasSubstr("#include <espalier/runtime.hpp>"));
  const Verification result = verify(header);
  EXPECT_TRUE(result.passed()) << result.failure;
  EXPECT_EQ(result.vectors, 58U);
  if (!run_process({"gcov", "--version"}, ".", std::chrono::seconds(20)).succeeded()) return;
  ASSERT_TRUE(result.coverage);
  EXPECT_EQ(result.coverage->branches, 16U);
}

TEST_F(VerifyHeader, CoverageCountsOnlyBranchesThatWereTaken) {
  if (!run_process({"gcov", "--version"}, ".", std::chrono::seconds(20)).succeeded()) GTEST_SKIP() << "no gcov";
  const TemporaryDirectory directory;
  std::ofstream(directory.path() + "/subject.hpp") << header_;
  std::ofstream(directory.path() + "/driver.cpp") << emit_cpp_driver(golf_, record_, "subject.hpp");
  std::string rows(1, '\1');
  append_raw_row(golf_, lowered_.fields, std::vector<double>{0, 0, 0, 0}, rows);  // sunny and dry
  rows += '\0';
  std::ofstream(directory.path() + "/rows", std::ios::binary) << rows;
  const auto coverage = measure_branch_coverage("g++", directory.path(), record_, std::chrono::seconds(60), options_);
  ASSERT_TRUE(coverage);
  EXPECT_EQ(coverage->branches, 16U);
  EXPECT_EQ(coverage->taken, 6U) << "not overcast, no rain, humidity <= 75, in either function";
}

// A compiler that hangs says nothing about the header, and is not waited for longer than the limit; nor are the
// programs that it has started.
TEST_F(VerifyHeader, ACompilerThatHangsIsAnObstacle) {
  const TemporaryDirectory directory;
  const std::string fake = directory.path() + "/fake";
  const std::string child = directory.path() + "/child";
  std::ofstream(fake) << "#!/bin/sh\n[ \"$1\" = --version ] && exit 0\nsleep 600 &\necho $! >" << child << "\nwait\n";
  std::filesystem::permissions(fake, std::filesystem::perms::owner_all);
  options_.compiler = fake;
  options_.compile_timeout = std::chrono::seconds(1);
  const auto begun = std::chrono::steady_clock::now();
  const Verification result = verify(header_);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30));
  EXPECT_FALSE(result.passed());
  EXPECT_THAT(result.obstacle, HasSubstr("does not come to an end"));
  const std::string process = "/proc/" + std::to_string(std::stoi(read_file(child))) + "/cmdline";
  for (int i = 0; i < 200 && std::filesystem::exists(process) && !read_file(process).empty(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(!std::filesystem::exists(process) || read_file(process).empty()) << "its child goes on";
}

// The limit grows with the code, and is far above what compiling it takes.
TEST(CompileLimit, GoesByTheSizeOfTheCode) {
  EXPECT_EQ(compile_limit(0), std::chrono::seconds(60));
  EXPECT_EQ(compile_limit(9'999), std::chrono::seconds(60));
  EXPECT_EQ(compile_limit(2'000'000), std::chrono::seconds(260));
}

TEST_F(VerifyHeader, ChangedComparisonIsFoundByTheVectors) {
  const Verification result = verify(changed("row.humidity <= 75", "row.humidity < 75"));
  EXPECT_TRUE(result.witnesses_held) << "the witnesses do not stand on the threshold";
  EXPECT_FALSE(result.passed());
  EXPECT_EQ(result.mismatches, 3U);
  ASSERT_FALSE(result.first.empty());
  EXPECT_EQ(result.first[0].row[2], 75);
  EXPECT_EQ(result.first[0].expected, "'Play' by rule 1");
  EXPECT_EQ(result.first[0].answered, "'Don't Play' by rule 1");
}

TEST_F(VerifyHeader, SwappedAnswerFailsTheWitnessesToo) {
  const Verification result = verify(changed("return Label::play;  // rule 3", "return Label::don_t_play;  // rule 3"));
  EXPECT_FALSE(result.passed());
  EXPECT_TRUE(result.compiled) << "without the witnesses";
  EXPECT_FALSE(result.witnesses_held);
  EXPECT_THAT(result.failure, HasSubstr("rule 3"));
  EXPECT_GT(result.mismatches, 0U);
}

TEST_F(VerifyHeader, WrongTextsAndProbabilitiesAreFound) {
  std::string header = changed("return \"Play\";", "return \"Pley\";");
  const auto at = header.find("out[0] = 1.0f");
  ASSERT_NE(at, std::string::npos);
  header.replace(at, 13, "out[0] = 0.9f");
  const Verification result = verify(header);
  EXPECT_TRUE(result.ran);
  EXPECT_FALSE(result.texts_agree);
  ASSERT_FALSE(result.first.empty());
  EXPECT_EQ(result.first[0].answered, "probability 0.9 of 'Play' instead of 1");
  EXPECT_FALSE(result.passed());
}

TEST_F(VerifyHeader, OtherWaysToAnAnswerMustAgree) {
  const auto first_answer = [&](const std::string& header) {
    const Verification result = verify(header);
    EXPECT_TRUE(result.ran);
    EXPECT_FALSE(result.passed());
    return result.first.empty() ? "nothing" : result.first[0].answered;
  };
  EXPECT_EQ(first_answer(changed("return shares[answer] - runner_up;", "return shares[answer] - 0.5f;")),
            "a margin of 0.5 instead of 1");
  EXPECT_EQ(first_answer(changed("= columns.humidity[index]", "= columns.humidity[0]")),
            "another answer by predict_columns");
  EXPECT_EQ(first_answer(changed("row.humidity = values[1]", "row.humidity = values[2]")),
            "another answer by row_from_array");
}

TEST_F(VerifyHeader, TextsOfRulesMustAgree) {
  const Verification result = verify(changed("humidity <= 75 => Play", "humidity < 75 => Play"));
  EXPECT_EQ(result.mismatches, 0U);
  EXPECT_FALSE(result.texts_agree);
  EXPECT_FALSE(result.passed());
}

TEST_F(VerifyHeader, CountersAreCheckedOnRequest) {
  options_.counters = true;
  EXPECT_TRUE(verify(header_).passed());
  const std::string wrong = changed("++hits;", "--hits;");
  const Verification result = verify(wrong);
  EXPECT_EQ(result.mismatches, 0U);
  EXPECT_FALSE(result.counters_agree);
  EXPECT_FALSE(result.passed());
  options_.counters = false;
  EXPECT_TRUE(verify(wrong).passed()) << "what is deployed does not count";
}

TEST_F(VerifyHeader, HeaderThatDoesNotCompileIsReported) {
  const Verification result = verify("namespace golf { oops }\n");
  EXPECT_FALSE(result.compiled);
  EXPECT_FALSE(result.passed());
  EXPECT_THAT(result.failure, HasSubstr("oops"));
}

TEST_F(VerifyHeader, ProgramThatEndsBadlyIsReported) {
  const Verification result = verify(changed("if (row.outlook == OutlookValue::overcast) {",
                                             "if (row.outlook == OutlookValue::overcast) { __builtin_trap();"));
  EXPECT_TRUE(result.compiled);
  EXPECT_FALSE(result.ran);
  EXPECT_FALSE(result.passed());
  EXPECT_THAT(result.failure, HasSubstr("ended with code"));
}

TEST_F(VerifyHeader, CompilerThatIsNotThereIsAnError) {
  options_.compiler = "no-such-compiler";
  EXPECT_EQ(find_compiler("no-such-compiler"), std::nullopt);
  EXPECT_THROW(verify(header_), Diagnostic);
}

// The exit code of the self-test built with a header; -1 if it does not compile.
int selftest_result(const Selftest& selftest, const std::string& header) {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() + "/golf.hpp") << header;
  std::ofstream(directory.path() + "/selftest.cpp") << selftest.source;
  const ProcessResult built =
      run_process({"g++", "-std=c++11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "selftest.cpp", "-o", "selftest"},
                  directory.path(), std::chrono::seconds(120));
  if (!built.succeeded()) {
    ADD_FAILURE() << built.output;
    return -1;
  }
  return run_process({"./selftest"}, directory.path(), std::chrono::seconds(60)).exit_code;
}

// The 58 vectors have 25 different rows. Where it is sunny and the humidity is 75, it may be windy or not: two are
// wrong.
TEST_F(VerifyHeader, SelftestCountsWrongAnswers) {
  const Selftest selftest = emit_selftest(golf_, lowered_, "golf", "golf.hpp");
  EXPECT_EQ(selftest.vectors, 25U);
  EXPECT_EQ(selftest_result(selftest, header_), 0);
  EXPECT_EQ(selftest_result(selftest, changed("row.humidity <= 75", "row.humidity < 75")), 2);
}

}  // namespace
}  // namespace espalier::verify_header_test
