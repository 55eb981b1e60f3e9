// Compilers that are not there, hang, crash or compile nothing: a header that was not checked is never passed off as
// one that was.
#include <gmock/gmock.h>

#include <filesystem>

#include "support/sandbox.hpp"

namespace espalier::tool_test::compiler_trouble_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kBuild = "build data/golf.csv -t play -a c45 --prune none --folds 0 -o golf.hpp";

class CompilerTrouble : public Cli {
 protected:
  // A compiler that tells its version, and then does what the script says.
  std::string compiler_that(const std::string& does) {
    const std::string script = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'fake 1.0'; exit 0; fi\n" + does + "\n";
    box.write("fake", script);
    std::filesystem::permissions(box.path("fake"), std::filesystem::perms::owner_all);
    return box.path("fake");
  }

  Outcome with_cxx(const std::string& compiler, std::string_view line) const {
    return box.run(words(line), {}, {"CXX=" + compiler});
  }
};

TEST_F(CompilerTrouble, OneThatCompilesNothingIsSaidEvenIfQuiet) {
  const std::string fake = compiler_that("echo 'fake: no space left' >&2; exit 1");
  const Outcome outcome = box.run(std::string(kBuild) + " -q --compiler " + fake);
  EXPECT_EQ(outcome.exit_code, kDone) << outcome.err;
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("cannot compile an empty program: fake: no space left"),
                                 HasSubstr("the output itself was not run")));
  EXPECT_TRUE(box.has("golf.hpp"));
}

TEST_F(CompilerTrouble, IsAFailureIfTheCheckIsRequired) {
  const std::string fake = compiler_that("echo 'fake: no space left' >&2; exit 1");
  const Outcome outcome = box.run(std::string(kBuild) + " --verify require --compiler " + fake);
  EXPECT_EQ(outcome.exit_code, kCheckFailed);
  EXPECT_THAT(outcome.err, HasSubstr("cannot compile an empty program"));
  EXPECT_FALSE(box.has("golf.hpp"));
}

TEST_F(CompilerTrouble, OneThatCrashesSaysNothingAboutTheHeader) {
  const std::string fake = compiler_that("kill -SEGV $$");
  const Outcome outcome = box.run(std::string(kBuild) + " --compiler " + fake);
  EXPECT_EQ(outcome.exit_code, kDone) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("was ended by signal 11"));
}

TEST_F(CompilerTrouble, VerifyDoesNotTakeItForAFaultOfTheHeader) {
  expect_success(box, std::string(kBuild) + " --model golf.json");
  const std::string fake = compiler_that("exit 1");
  const Outcome outcome = box.run("verify golf.json golf.hpp --compiler " + fake);
  EXPECT_EQ(outcome.exit_code, kBadInput);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("cannot compile an empty program"), HasSubstr("--no-run")));
}

TEST_F(CompilerTrouble, OneThatIsNamedIsNotReplaced) {
  const Outcome warned = with_cxx("no-such-compiler", std::string(kBuild) + " -q");
  EXPECT_EQ(warned.exit_code, kDone) << warned.err;
  EXPECT_THAT(warned.err, HasSubstr("$CXX is 'no-such-compiler', which cannot be run"));
  const Outcome required = with_cxx("no-such-compiler", std::string(kBuild) + " --verify require --namespace other");
  EXPECT_EQ(required.exit_code, kCheckFailed);
  EXPECT_THAT(box.read("golf.hpp"), HasSubstr("namespace golf")) << "the old file is untouched";
  const Outcome option = box.run(std::string(kBuild) + " --compiler no-such-compiler");
  EXPECT_EQ(option.exit_code, kBadInput) << "an option that is wrong is a mistake";
}

TEST_F(CompilerTrouble, ACommandOfSeveralWordsIsACompiler) {
  const Outcome outcome = with_cxx("env LC_ALL=C c++", kBuild);
  EXPECT_EQ(outcome.exit_code, kDone) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("0 mismatches (env LC_ALL=C c++)"), Not(HasSubstr("FAILED"))));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CompilerTrouble, OptionsThatContradictAreRefused) {
  EXPECT_EQ(box.run(std::string(kBuild) + " --no-verify --verify require").exit_code, kUsage);
  EXPECT_EQ(box.run(std::string(kBuild) + " --verify never").exit_code, kUsage);
}

}  // namespace
}  // namespace espalier::tool_test::compiler_trouble_test
