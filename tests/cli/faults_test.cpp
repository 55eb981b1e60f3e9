// Disks that are full, signals, directories that are gone: every run ends with the documented exit code, with all of
// its outputs or none of them, and leaves nothing behind.
#include <gmock/gmock.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::faults_test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
namespace fs = std::filesystem;

constexpr const char* kOld = "what was here before\n";

// A sandbox in which temporary files go to tmp/.
class Faults : public Cli {
 protected:
  void SetUp() override {
    fs::create_directory(box.path("tmp"));
    expect_success(box, "train data/golf.csv -t play -o golf.json -q");
    expect_success(box, "emit golf.json -o golf.hpp -q");
    box.write("labels.inja", "{% for label in labels %}{{ label.string }}\n{% endfor %}");
  }

  void put_old(const std::vector<std::string>& outputs) const {
    for (const std::string& output : outputs) box.write(output, kOld);
  }

  // All of them as they were, or all of them as a run without faults leaves them.
  void expect_all_or_none(const std::vector<std::string>& outputs, const Files& wanted, bool done) const {
    const Files found = box.files();
    EXPECT_EQ(found.size(), wanted.size()) << "a file was left behind";
    for (const std::string& output : outputs) {
      EXPECT_EQ(found.at(output), done ? wanted.at(output) : kOld) << output;
    }
    EXPECT_TRUE(fs::is_empty(box.path("tmp")));
  }
};

struct Job {
  const char* name;
  const char* line;
  std::vector<std::string> outputs;
};

// gtest prints it in the names of failures.
void PrintTo(const Job& job, std::ostream* out) {
  *out << job.line;
}

const Job kJobs[] = {
    {"build", "build data/golf.csv -t play -o o1 --model o2 --selftest o3 --namespace g --folds 0", {"o1", "o2", "o3"}},
    {"train", "train data/golf.csv -t play -o o1", {"o1"}},
    {"within_memory", "train data/golf.csv -t play --memory-limit 200M --folds 0 --prune none -o o1", {"o1"}},
    {"prune", "prune golf.json --prune pessimistic -o o1", {"o1"}},
    {"emit", "emit golf.json -o o1 --namespace g --selftest o2", {"o1", "o2"}},
    {"emit_template", "emit golf.json --template labels.inja -o o1", {"o1"}},
    {"predict", "predict golf.json data/golf.csv -o o1", {"o1"}},
    {"evaluate", "evaluate data/golf.csv -t play --predictions o1 --plot o2", {"o1", "o2"}},
    {"path", "path data/golf.csv -t play --csv o1 --plot o2", {"o1", "o2"}},
    {"verify", "verify golf.json golf.hpp", {}},
    {"report", "inspect data/golf.csv --json", {}},
};

class EveryWrite : public Faults, public ::testing::WithParamInterface<Job> {};

// The n-th call that writes fails, for every n.
TEST_P(EveryWrite, CanFail) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "a sanitizer wants to be loaded first";
#endif
  const auto& [name, line, outputs] = GetParam();
  put_old(outputs);
  ASSERT_EQ(box.run(words(line), {}, {"TMPDIR=" + box.path("tmp")}).exit_code, kDone);
  const Files wanted = box.files();
  const std::string log = fs::path(box.path("")).parent_path().string() + ".faults";

  int failed = 0;
  bool was_noticed = false;
  for (int n = 1;; ++n) {
    ASSERT_LT(n, 500);
    put_old(outputs);
    fs::remove(log);
    const Outcome outcome =
        box.run(words(line), {},
                {"TMPDIR=" + box.path("tmp"), std::string("LD_PRELOAD=") + ESPALIER_FAIL_CALL,
                 "FAULT_AT=" + std::to_string(n), "FAULT_ERROR=" + std::to_string(ENOSPC), "FAULT_LOG=" + log});
    if (!fs::exists(log)) {
      EXPECT_EQ(outcome.exit_code, kDone) << outcome.err;
      break;
    }
    ++failed;
    std::ifstream call_file(log);
    std::string call;
    std::getline(call_file, call);
    SCOPED_TRACE(std::string(line) + "\n" + std::to_string(n) + ": " + call + "\n" + outcome.err);
    EXPECT_EQ(outcome.signal, 0);
    if (outcome.exit_code == kDone) {
      expect_all_or_none(outputs, wanted, true);
      continue;
    }
    was_noticed = true;
    EXPECT_EQ(outcome.exit_code, kCannotWrite);
    EXPECT_THAT(outcome.err, HasSubstr("error: cannot "));
    // The report comes last: where it cannot be written, the files are there.
    expect_all_or_none(outputs, wanted, call == "fwrite");
  }
  fs::remove(log);
  EXPECT_GT(failed, 0);
  EXPECT_TRUE(was_noticed);
}

INSTANTIATE_TEST_SUITE_P(Of, EveryWrite, ::testing::ValuesIn(kJobs),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(Faults, SignalsEndARunAtAnyMoment) {
  const std::vector<std::string> outputs = {"o1", "o2"};
  const std::string line = "build data/golf.csv -t play -o o1 --model o2 --namespace g --folds 0";
  put_old(outputs);
  expect_success(box, line);
  const Files wanted = box.files();
  int ended = 0;
  for (const auto& [name, code] : {std::pair{"INT", 130}, {"TERM", 143}, {"HUP", 129}}) {
    for (const char* moment : {"0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.3", "0.6", "1"}) {
      put_old(outputs);
      const Outcome outcome = box.shell(std::string("TMPDIR=$PWD/tmp timeout --preserve-status -s ") + name + " " +
                                        moment + " \"$ESPALIER\" " + line);
      SCOPED_TRACE(std::string(name) + " after " + moment + " s: " + std::to_string(outcome.exit_code));
      EXPECT_TRUE(outcome.exit_code == kDone || outcome.exit_code == code) << outcome.err;
      ended += outcome.exit_code == code ? 1 : 0;
      // The signal may come when all has been written.
      expect_all_or_none(outputs, wanted, outcome.exit_code == kDone || box.read("o1") != kOld);
    }
  }
  EXPECT_GT(ended, 3);  // a machine may be slow or fast, but not that fast
}

TEST_F(Faults, FilesThatMayNotGrowAreFailedWrites) {
  for (const std::string line :
       {"build data/iris.csv -t species -o o1 --namespace g --folds 0 --no-verify",
        "train data/iris.csv -t species --folds 0 -o o1",
        "train data/iris.csv -t species --folds 0 --memory-limit 200M -o o1", "predict golf.json data/golf.csv -o o1",
        "emit golf.json -o o1", "emit golf.json -o /dev/null --template labels.inja --selftest o1"}) {
    put_old({"o1"});
    const Files before = box.files();
    const Outcome outcome = box.shell("ulimit -f 0; TMPDIR=$PWD/tmp \"$ESPALIER\" " + line);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_EQ(box.files(), before) << line;
    EXPECT_THAT(outcome.exit_code, ::testing::AnyOf(kCannotWrite, kUsage)) << line << "\n" << outcome.err;
  }
}

// The compiler is no better off than the tool: what it cannot write is no verdict on the header.
TEST_F(Faults, ACompilerWithoutRoomIsAnObstacleNotAVerdict) {
  bool was_obstacle = false;
  for (int kilobytes = 4; kilobytes <= 20; kilobytes += 2) {
    put_old({"o1"});
    const Outcome outcome =
        box.shell("ulimit -f " + std::to_string(kilobytes) +
                  "; TMPDIR=$PWD/tmp \"$ESPALIER\" build data/golf.csv -t play -o o1 --namespace g --folds 0");
    EXPECT_THAT(outcome.exit_code, ::testing::AnyOf(kDone, kCannotWrite)) << outcome.err;
    EXPECT_EQ(box.read("o1") == kOld, outcome.exit_code == kCannotWrite) << kilobytes;
    EXPECT_TRUE(fs::is_empty(box.path("tmp")));
    was_obstacle = was_obstacle || outcome.err.find("warning: the compiler") != std::string::npos;
  }
  EXPECT_TRUE(was_obstacle);
}

TEST_F(Faults, AWorkingDirectoryThatIsGone) {
  const std::string gone = "mkdir gone && cd gone && rmdir ../gone && ";
  const std::string home = box.path("");
  const Files before = box.files();
  // What has whole paths works; what has not is not found, or cannot be written.
  EXPECT_EQ(box.shell(gone + "\"$ESPALIER\" train " + home + "data/golf.csv -t play -o " + home + "o1 -q").exit_code,
            kDone);
  fs::remove(box.path("o1"));
  EXPECT_EQ(box.shell(gone + "\"$ESPALIER\" build " + home + "data/golf.csv -t play -o " + home + "o1 -q").exit_code,
            kDone);
  fs::remove(box.path("o1"));
  for (const auto& [line, code] : {std::pair{"train data/golf.csv -t play -o o1", kBadInput},
                                   {"build HOMEdata/golf.csv -t play -o o1 --folds 0", kCannotWrite},
                                   {"train HOMEdata/golf.csv -t play -o o1", kCannotWrite},
                                   {"predict HOMEgolf.json HOMEdata/golf.csv -o o1", kCannotWrite},
                                   {"evaluate HOMEdata/golf.csv -t play --predictions o1 --plot o2", kCannotWrite}}) {
    std::string whole = line;
    for (std::size_t at = 0; (at = whole.find("HOME", at)) != std::string::npos;) whole.replace(at, 4, home);
    const Outcome outcome = box.shell(gone + "\"$ESPALIER\" " + whole);
    EXPECT_EQ(outcome.exit_code, code) << line << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("error: cannot "));
  }
  EXPECT_EQ(box.files(), before);
}

TEST_F(Faults, ATemporaryDirectoryThatCannotBeUsed) {
  put_old({"o1"});
  const Files before = box.files();
  const std::string line = "build data/golf.csv -t play -o o1 --namespace g --folds 0";
  // A file is no directory: the system's own is taken.
  box.write("file", "");
  EXPECT_EQ(box.run(words(line), {}, {"TMPDIR=" + box.path("file")}).exit_code, kDone);
  fs::remove(box.path("file"));
  put_old({"o1"});
  if (::geteuid() == 0) {
    // Root may write anywhere but where nobody may.
    const Outcome outcome = box.run(words(line), {}, {"TMPDIR=/proc"});
    EXPECT_EQ(outcome.exit_code, kCannotWrite) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("hint: TMPDIR names a directory with room for temporary files"));
  } else {
    fs::permissions(box.path("tmp"), fs::perms::owner_read | fs::perms::owner_exec);
    const Outcome outcome = box.run(words(line), {}, {"TMPDIR=" + box.path("tmp")});
    EXPECT_EQ(outcome.exit_code, kCannotWrite) << outcome.err;
    fs::permissions(box.path("tmp"), fs::perms::owner_all);
  }
  EXPECT_EQ(box.files(), before);
}

TEST_F(Faults, MoreThreadsThanAnyMachineHas) {
  for (const char* threads : {"2147483648", "1025", "18446744073709551615", "18446744073709551616", "-1", "1e3"}) {
    const std::string line = std::string("train data/golf.csv -t play -o o1 --threads ") + threads;
    EXPECT_THAT(expect_failure(box, kUsage, line).err, HasSubstr("expected a whole number from 0 to 1024")) << threads;
  }
  expect_success(box, "train data/golf.csv -t play -o o1 --threads 1024");
}

// Numbers that are large without being wrong: they end, by a message or by an answer.
// A sanitizer takes terabytes of addresses for itself: under one, memory is what the machine has.
std::string with_memory(const char* kilobytes) {
#ifdef __SANITIZE_ADDRESS__
  static_cast<void>(kilobytes);
  return "";
#else
  return std::string("ulimit -v ") + kilobytes + "; ";
#endif
}

TEST_F(Faults, AbsurdNumbersEnd) {
  for (const char* option :
       {"--folds 4294967295", "--repeats 4294967295", "--max-depth 4294967295", "--max-leaves 4294967295",
        "--min-leaf 4294967295", "--prune-folds 4294967295", "--seed 18446744073709551615", "--bins 4294967295"}) {
    const Outcome outcome =
        box.shell(with_memory("4000000") + "timeout 20 \"$ESPALIER\" train data/golf.csv -t play -o o1 " + option);
    EXPECT_THAT(outcome.exit_code, ::testing::AnyOf(kDone, kUsage, kBadInput)) << option << "\n" << outcome.err;
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("internal error"))) << option;
  }
}

TEST_F(Faults, InputsWithoutEnd) {
  for (const std::string line :
       {"train /dev/zero -t y -o o1", "predict /dev/zero data/golf.csv", "predict golf.json /dev/zero",
        "train data/golf.csv -t play --config /dev/zero -o o1", "train data/golf.csv -t play --schema /dev/zero -o o1",
        "emit golf.json --template /dev/zero -o o1", "verify golf.json /dev/zero", "inspect /dev/zero"}) {
    EXPECT_THAT(expect_failure(box, kBadInput, line).err, HasSubstr("nothing but zero bytes")) << line;
  }
}

TEST_F(Faults, APipeThatNeverClosesEndsWithTheMemory) {
  if (with_memory("").empty()) GTEST_SKIP() << "memory is not limited under a sanitizer";
  const Outcome outcome = box.shell("yes a,b | (" + with_memory("2000000") +
                                    "timeout 60 \"$ESPALIER\" train - -t a -o o1); exit ${PIPESTATUS[1]}");
  EXPECT_EQ(outcome.exit_code, kBadInput) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("error: "));
}

}  // namespace
}  // namespace espalier::tool_test::faults_test
