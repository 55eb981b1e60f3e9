// How far a run has come, on a terminal and in a pipe, and what happens when the user has seen enough.
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/sandbox.hpp"

namespace espalier::tool_test::progress_test {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Clock = std::chrono::steady_clock;

constexpr int kInterrupted = 128 + SIGINT;
constexpr double kLongest = 20;  // seconds that a test waits for anything
constexpr double kAtOnce = 0.5;  // 0.2 on a machine that does nothing else
constexpr char kCtrlC = '\x03';

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string command_line(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/cmdline");
  return {std::istreambuf_iterator<char>(file), {}};
}

// The tool on a terminal of its own, in the sandbox.
class OnTerminal {
 public:
  OnTerminal(const Sandbox& box, const std::string& line, const std::string& temporary = "") {
    Arguments arguments = words(std::string(ESPALIER_TOOL) + " " + line);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const std::string directory = box.path("");
    winsize size{24, 100, 0, 0};
    child_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ != 0) return;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
    if (!temporary.empty()) ::setenv("TMPDIR", temporary.c_str(), 1);
    if (::chdir(directory.c_str()) == 0) ::execv(argv[0], argv.data());
    ::_exit(99);
  }
  ~OnTerminal() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
    ::close(terminal_);
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  // Everything that was shown so far.
  const std::string& shown() const { return shown_; }
  // Seconds until the text is there; kLongest if it does not come.
  double until(const std::string& text) {
    const auto begin = Clock::now();
    while (shown_.find(text) == std::string::npos && seconds_since(begin) < kLongest && take()) {
    }
    return shown_.find(text) == std::string::npos ? kLongest : seconds_since(begin);
  }
  void type(char key) const { ASSERT_EQ(::write(terminal_, &key, 1), 1); }
  void signal(int number) const { ::kill(child_, number); }
  // The exit code; -1 if a signal ended it.
  int end() {
    while (take()) {
    }
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  // False once the other end has been closed.
  bool take() {
    pollfd waiting{terminal_, POLLIN, 0};
    if (::poll(&waiting, 1, 50) == 0) return true;
    char buffer[4096];
    const ssize_t got = ::read(terminal_, buffer, sizeof buffer);
    if (got > 0) shown_.append(buffer, static_cast<std::size_t>(got));
    return got > 0 || (got < 0 && errno == EINTR);
  }

  pid_t child_ = -1;
  int terminal_ = -1;
  std::string shown_;
};

class ProgressOf : public Cli {
 protected:
  // Numbers that say nothing: trees of them are large, and 500 of them take long.
  void write_table(int rows) const {
    std::string table = "a,b,c,d,e,f,y\n";
    std::uint32_t state = 1;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < 6; ++column) {
        state = state * 1664525U + 1013904223U;
        table += std::to_string(state >> 8U) + ",";
      }
      table += (state >> 20U) % 3 == 0 ? "no\n" : "yes\n";
    }
    box.write("table.csv", table);
  }
  const std::string endless = "evaluate table.csv -t y --prune none --repeats 500 --predictions out.csv";
};

TEST_F(ProgressOf, ALongRunIsABarOnATerminalFromTheFirstSecondOn) {
  write_table(20'000);
  OnTerminal run(box, endless);
  EXPECT_LT(run.until("\r\033[K["), 1.0);
  EXPECT_LT(run.until("] cross-validation: fold "), kLongest);
  EXPECT_LT(run.until(" left"), kLongest);
  EXPECT_THAT(run.shown(), HasSubstr(" of 5000, about "));
}

TEST_F(ProgressOf, CtrlCEndsALongRunAtOnceAndLeavesNothing) {
  write_table(20'000);
  const Files before = box.files();
  OnTerminal run(box, endless + " --threads 4");
  ASSERT_LT(run.until("] cross-validation: fold "), kLongest);
  const auto begin = Clock::now();
  run.type(kCtrlC);
  EXPECT_EQ(run.end(), kInterrupted);
  EXPECT_LT(seconds_since(begin), kAtOnce);
  EXPECT_THAT(run.shown(), EndsWith("\r\033[K"));
  EXPECT_EQ(box.files(), before);
}

TEST_F(ProgressOf, CtrlCEndsASingleFitAtOnce) {
  write_table(200'000);
  OnTerminal run(box, "train table.csv -t y --prune none --folds 0 --threads 4 -o out.json --progress lines");
  ASSERT_LT(run.until(": growing the tree"), kLongest);
  const auto begin = Clock::now();
  run.signal(SIGINT);
  EXPECT_EQ(run.end(), kInterrupted);
  EXPECT_LT(seconds_since(begin), kAtOnce);
  EXPECT_FALSE(box.has("out.json"));
}

// A compiler runs in a group of its own, where the terminal's Ctrl-C does not reach it.
TEST_F(ProgressOf, CtrlCEndsTheCompilerTooAndRemovesItsDirectory) {
  namespace fs = std::filesystem;
  box.write("slow", "#!/bin/sh\n[ \"$1\" = --version ] && echo slow && exit 0\necho $$ >\"$PID_FILE\"\nsleep 60\n");
  fs::permissions(box.path("slow"), fs::perms::owner_all);
  fs::create_directory(box.path("tmp"));
  const std::string pid_file = box.path("pid");
  ::setenv("PID_FILE", pid_file.c_str(), 1);
  const std::string line = "build data/iris.csv -t species -o iris.hpp --folds 0 --compiler " + box.path("slow");
  OnTerminal run(box, line, box.path("tmp"));
  const auto begin = Clock::now();
  while ((!box.has("pid") || box.read("pid").empty()) && seconds_since(begin) < kLongest) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(box.has("pid"));
  EXPECT_FALSE(fs::is_empty(box.path("tmp")));
  const auto compiler = static_cast<pid_t>(std::stoi(box.read("pid")));
  const auto typed = Clock::now();
  run.type(kCtrlC);
  EXPECT_EQ(run.end(), kInterrupted);
  EXPECT_LT(seconds_since(typed), kAtOnce);
  EXPECT_TRUE(fs::is_empty(box.path("tmp")));
  EXPECT_FALSE(box.has("iris.hpp"));
  bool gone = false;
  for (int i = 0; i < 200 && !gone; ++i) {
    // Whoever reaps it is not us: a program that has ended and waits for that has no command line.
    gone = ::kill(compiler, 0) != 0 || command_line(compiler).empty();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(gone);
}

TEST_F(ProgressOf, TerminatingARunLeavesNothingEither) {
  write_table(20'000);
  const Files before = box.files();
  OnTerminal run(box, endless);
  ASSERT_LT(run.until("] cross-validation: fold "), kLongest);
  run.signal(SIGTERM);
  EXPECT_EQ(run.end(), 128 + SIGTERM);
  EXPECT_EQ(box.files(), before);
}

TEST_F(ProgressOf, NothingIsSaidInAPipeUnlessAskedFor) {
  EXPECT_EQ(expect_success(box, "evaluate data/iris.csv -t species").err, "");
  EXPECT_EQ(expect_success(box, "evaluate data/iris.csv -t species --progress auto").err, "");
  EXPECT_EQ(expect_success(box, "evaluate data/iris.csv -t species --progress none").err, "");
}

TEST_F(ProgressOf, LinesNameEveryStage) {
  const auto lines = [&](const std::string& line) { return expect_success(box, line + " --progress lines").err; };
  EXPECT_THAT(lines("evaluate data/iris.csv -t species"),
              AllOf(StartsWith("progress  0 s: reading\n"), HasSubstr(" s: cross-validation"), EndsWith(": writing\n"),
                    Not(HasSubstr("\r"))));
  EXPECT_THAT(lines("evaluate data/iris.csv -t species --no-nested"),
              AllOf(HasSubstr(": growing the tree"), HasSubstr(": choosing how much to prune")));
  EXPECT_THAT(lines("evaluate data/iris.csv -t species --compare c45 cart"), HasSubstr(": comparing"));
  EXPECT_THAT(lines("evaluate data/iris.csv -t species --test data/iris.csv"), HasSubstr(": growing the tree"));
  EXPECT_THAT(lines("path data/iris.csv -t species"), AllOf(HasSubstr(": reading\n"), HasSubstr(": growing the tree"),
                                                            HasSubstr(": choosing how much to prune")));
  EXPECT_THAT(lines("stability data/iris.csv -t species --resamples 5"),
              AllOf(HasSubstr(": learning"), HasSubstr(": comparing the trees"), HasSubstr(": writing\n")));
  EXPECT_THAT(lines("train data/iris.csv -t species -o iris.json"),
              AllOf(HasSubstr(": growing the tree"), HasSubstr(": choosing how much to prune"),
                    HasSubstr(": cross-validation"), HasSubstr(": writing and checking\n")));
}

TEST_F(ProgressOf, QuietIsQuiet) {
  const Outcome outcome = expect_failure(box, kUsage, "evaluate data/iris.csv -t species --quiet --progress lines");
  EXPECT_THAT(outcome.err, HasSubstr("--quiet prints errors only"));
  EXPECT_EQ(expect_success(box, "evaluate data/iris.csv -t species --quiet --progress none").err, "");
}

TEST_F(ProgressOf, WrongWordsAreRefused) {
  EXPECT_THAT(expect_failure(box, kUsage, "evaluate data/iris.csv -t species --progress line").err,
              AllOf(HasSubstr("--progress"), HasSubstr("lines")));
  // A command that has nothing to tell does not have the option.
  EXPECT_THAT(expect_failure(box, kUsage, "inspect data/iris.csv --progress lines").err, HasSubstr("--progress"));
}

}  // namespace
}  // namespace espalier::tool_test::progress_test
