// Where output goes, and that a run that fails leaves everything as it was.
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "support/sandbox.hpp"

namespace espalier::tool_test::outputs_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

// Each command that writes a file, with OUT for the file.
const char* const kWriters[] = {
    "build data/golf.csv -t play -o OUT --namespace golf",
    "train data/golf.csv -t play -o OUT",
    "emit golf.json -o OUT --namespace golf",
    "predict golf.json data/golf.csv -o OUT",
    "evaluate data/golf.csv -t play --predictions OUT",
    "path data/golf.csv -t play --csv OUT",
    "path data/golf.csv -t play --plot OUT",
    "build data/golf.csv -t play -o g.hpp --model OUT",
    "build data/golf.csv -t play -o g.hpp --selftest OUT",
};

class Writers : public Cli, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { expect_success(box, "train data/golf.csv -t play -o golf.json -q"); }
  Arguments to(const std::string& output) const {
    Arguments line = words(GetParam());
    std::replace(line.begin(), line.end(), std::string("OUT"), output);
    return line;
  }
};

TEST_P(Writers, ReplaceTheOldFileAsAWhole) {
  box.write("out", std::string(100000, 'x'));
  expect_success(box, to("out"));
  EXPECT_THAT(box.read("out"), ::testing::Not(HasSubstr("xxxx")));
  const std::string once = box.read("out");
  const Files before = box.files();
  expect_success(box, to("out"));
  EXPECT_EQ(box.read("out"), once);
  EXPECT_EQ(box.files().size(), before.size());  // no temporary file stays
}

TEST_P(Writers, WriteTheSameToStandardOutput) {
  expect_success(box, to("out"));
  const Outcome outcome = expect_success(box, to("-"));
  EXPECT_EQ(outcome.out, box.read("out"));
  EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("error: ")));
}

TEST_P(Writers, CannotWriteIntoAMissingDirectory) {
  EXPECT_THAT(expect_failure(box, kCannotWrite, to("nodir/out")).err,
              HasSubstr("the directory 'nodir' does not exist"));
}

TEST_P(Writers, CannotReplaceADirectory) {
  EXPECT_THAT(expect_failure(box, kCannotWrite, to("data")).err, HasSubstr("hint: name a file in it"));
}

TEST_P(Writers, CannotWriteToAFullDevice) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full";
  const Outcome outcome = box.run(to("/dev/full"));
  EXPECT_EQ(outcome.exit_code, kCannotWrite);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write '/dev/full': No space left on device"));
}

TEST_P(Writers, DoNotReplaceWhatIsReadOnly) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anything";
  box.write("out", "old");
  fs::permissions(box.path("out"), fs::perms::owner_read);
  expect_failure(box, kCannotWrite, to("out"));
  fs::create_directory(box.path("locked"));
  fs::permissions(box.path("locked"), fs::perms::owner_read | fs::perms::owner_exec);
  expect_failure(box, kCannotWrite, to("locked/out"));
  fs::permissions(box.path("locked"), fs::perms::owner_all);
}

INSTANTIATE_TEST_SUITE_P(Each, Writers, ::testing::ValuesIn(kWriters));

TEST_F(Cli, OutputMayNotBeTheInput) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  fs::create_symlink("data/golf.csv", box.path("link.csv"));
  fs::create_hard_link(box.path("data/golf.csv"), box.path("hard.csv"));
  for (const char* line :
       {"build data/golf.csv -t play -o data/golf.csv", "build data/golf.csv -t play -o g.hpp --model data/golf.csv",
        "build data/golf.csv -t play -o data/../data/golf.csv", "build data/golf.csv -t play -o link.csv",
        "build link.csv -t play -o data/golf.csv", "train data/golf.csv -t play -o hard.csv",
        "emit golf.json -o golf.json", "emit golf.json -o g.hpp --selftest golf.json",
        "predict golf.json data/golf.csv -o golf.json", "predict golf.json data/golf.csv -o data/golf.csv",
        "evaluate data/golf.csv -t play --predictions data/golf.csv", "path data/golf.csv -t play --csv data/golf.csv",
        "path data/golf.csv -t play --plot data/golf.csv"}) {
    EXPECT_THAT(expect_failure(box, kUsage, line).err, HasSubstr("is the input file")) << line;
  }
}

TEST_F(Cli, TwoOutputsMayNotBeOneFile) {
  for (const char* line :
       {"build data/golf.csv -t play -o g.hpp --model g.hpp", "build data/golf.csv -t play -o - --model -",
        "build data/golf.csv -t play -o g.hpp --selftest ./data/../g.hpp"}) {
    EXPECT_THAT(expect_failure(box, kUsage, line).err, HasSubstr("two outputs go to")) << line;
  }
}

TEST_F(Cli, AFailingRunLeavesTheOldFilesAlone) {
  box.write("g.hpp", "old header");
  box.write("g.json", "old model");
  box.write("bad.csv", "a,y\n1,\"x\n");
  expect_failure(box, kBadInput, "build bad.csv -t y -o g.hpp --model g.json");
  // The model cannot be written: then the header is not either.
  expect_failure(box, kCannotWrite, "build data/golf.csv -t play -o g.hpp --model nodir/g.json");
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full";
  expect_failure(box, kCannotWrite, "build data/golf.csv -t play -o g.hpp --model /dev/full");
}

TEST_F(Cli, PermissionsOfAReplacedFileStay) {
  expect_success(box, "train data/golf.csv -t play -o g.json -q");
  fs::permissions(box.path("g.json"), fs::perms::owner_read | fs::perms::owner_write);
  expect_success(box, "train data/golf.csv -t play -o g.json -q");
  EXPECT_EQ(fs::status(box.path("g.json")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Cli, ALinkStaysALink) {
  box.write("real.json", "old");
  fs::create_symlink("real.json", box.path("link.json"));
  expect_success(box, "train data/golf.csv -t play -o link.json -q");
  EXPECT_TRUE(fs::is_symlink(box.path("link.json")));
  EXPECT_THAT(box.read("real.json"), StartsWith("{"));
}

TEST_F(Cli, AReaderThatGoesAwayIsAFailedWriteNotASignal) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  for (const char* command :
       {"predict golf.json data/golf.csv", "help --man", "emit golf.json -o -", "help build --json"}) {
    const Outcome outcome =
        box.shell("(sleep 0.05; exec \"$ESPALIER\" " + std::string(command) + ") | true; exit ${PIPESTATUS[0]}");
    EXPECT_EQ(outcome.exit_code, kCannotWrite) << command;
    EXPECT_THAT(outcome.err, HasSubstr("error: cannot write")) << command;
  }
}

TEST_F(Cli, ClosedStreamsAreErrorsNotCrashes) {
  EXPECT_EQ(box.shell("\"$ESPALIER\" train - -t y -o x.json <&-").exit_code, kBadInput);
  EXPECT_EQ(box.shell("\"$ESPALIER\" help >&-").exit_code, kCannotWrite);
  EXPECT_EQ(box.shell("\"$ESPALIER\" help > /dev/full").exit_code, kCannotWrite);
  EXPECT_EQ(box.shell("\"$ESPALIER\" build data/golf.csv -t play -o g.hpp -q <&- >&- 2>&-").exit_code, kDone);
  EXPECT_THAT(box.read("g.hpp"), HasSubstr("namespace g {"));
}

// Whatever a run reads, it does not write over.
TEST_F(Cli, NoInputIsOverwritten) {
  box.write("costs.csv", "actual,absent,present\nabsent,0,1\npresent,5,0\n");
  box.write("run.cfg", "target = species\n");
  box.write("judges.csv", box.read("data/iris.csv"));
  for (const char* line :
       {"evaluate data/kyphosis.csv -t Kyphosis --cost-matrix costs.csv --predictions costs.csv",
        "train data/kyphosis.csv -t Kyphosis --cost-matrix costs.csv -o costs.csv",
        "path data/kyphosis.csv -t Kyphosis --cost-matrix costs.csv --csv costs.csv",
        "stability data/kyphosis.csv -t Kyphosis --cost-matrix costs.csv --choose-stable -o costs.csv",
        "evaluate data/iris.csv --config run.cfg --predictions run.cfg",
        "evaluate data/iris.csv -t species --compare c45 \"cart --prune reduced-error --prune-set judges.csv\" "
        "--predictions judges.csv"}) {
    const Files before = box.files();
    const Outcome outcome = box.run(words(line));
    EXPECT_EQ(outcome.exit_code, kUsage) << line;
    EXPECT_THAT(outcome.err, HasSubstr("is the input file")) << line;
    EXPECT_EQ(box.files(), before) << line;
  }
}

}  // namespace
}  // namespace espalier::tool_test::outputs_test
