#include "support/subprocess.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "support/files.hpp"

namespace espalier::subprocess_test {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

ProcessResult shell(const std::string& script, seconds timeout = seconds(30), std::size_t limit = 1 << 20) {
  return run_process({"sh", "-c", script}, "/", timeout, limit);
}

TEST(RunProcess, ReportsTheExitCode) {
  const ProcessResult good = shell("exit 0");
  EXPECT_TRUE(good.started);
  EXPECT_TRUE(good.succeeded());
  const ProcessResult bad = shell("exit 3");
  EXPECT_TRUE(bad.started);
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_FALSE(bad.succeeded());
}

TEST(RunProcess, ReportsASignalAs128AndItsNumber) {
  const ProcessResult result = shell("kill -TERM $$");
  EXPECT_TRUE(result.started);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.exit_code, 128 + 15);
}

TEST(RunProcess, CollectsBothOutputsAndGivesNoInput) {
  EXPECT_EQ(shell("echo out; echo err >&2; cat").output, "out\nerr\n");
}

TEST(RunProcess, PassesArgumentsWithoutAShell) {
  EXPECT_EQ(run_process({"printf", "%s|", "a b", "$HOME", "*", ""}, "/", seconds(30)).output, "a b|$HOME|*||");
}

TEST(RunProcess, RunsInTheDirectory) {
  const TemporaryDirectory directory;
  EXPECT_EQ(run_process({"touch", "here"}, directory.path(), seconds(30)).exit_code, 0);
  EXPECT_NO_THROW(read_file(directory.path() + "/here"));
}

TEST(RunProcess, TellsThatNothingStarted) {
  for (const char* program : {"no-such-program-anywhere", "/no/such/program", "/"}) {
    const ProcessResult result = run_process({program}, "/", seconds(30));
    EXPECT_FALSE(result.started) << program;
    EXPECT_FALSE(result.succeeded()) << program;
  }
  EXPECT_FALSE(run_process({"true"}, "/no/such/directory", seconds(30)).started);
}

TEST(RunProcess, StopsWhatTakesTooLongWithItsChildren) {
  const TemporaryDirectory directory;
  const auto begin = steady_clock::now();
  // The grandchild would leave a mark after two seconds if it outlived its parent.
  const ProcessResult result =
      run_process({"sh", "-c", "(sleep 2; touch mark) & sleep 60"}, directory.path(), seconds(1));
  EXPECT_TRUE(result.timed_out);
  EXPECT_FALSE(result.succeeded());
  EXPECT_LT(steady_clock::now() - begin, seconds(20));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_ANY_THROW(read_file(directory.path() + "/mark"));
}

TEST(RunProcess, StopsASilentProgramToo) {
  const auto begin = steady_clock::now();
  const ProcessResult result = shell("exec >/dev/null 2>&1; sleep 30", seconds(1));
  EXPECT_TRUE(result.timed_out) << "it closed its output but did not end";
  EXPECT_LT(steady_clock::now() - begin, seconds(20));
}

TEST(RunProcess, KeepsOutputUpToTheLimitAndReadsTheRest) {
  // 100,000 bytes are more than a pipe holds: the program ends only if all of it is read.
  const ProcessResult result = shell("head -c 100000 /dev/zero | tr '\\0' x; exit 7", seconds(30), 1'000);
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.output.size(), 1'000U);
  EXPECT_EQ(result.output.find_first_not_of('x'), std::string::npos);
}

// The child is made within a step that no interrupt comes into: it must not wait for the end of that step.
TEST(RunInChild, MayRunOtherPrograms) {
  const ProcessResult child = run_in_child(
      [] {
        return run_process({"echo", "heard"}, ".", std::chrono::seconds(20)).output;
      },
      std::chrono::seconds(20), std::size_t{1} << 30U);
  EXPECT_TRUE(child.succeeded());
  EXPECT_EQ(child.output, "heard\n");
}

}  // namespace
}  // namespace espalier::subprocess_test
