#include "support/files.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/diagnostic.hpp"

namespace espalier::files_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Files : public testing::Test {
 protected:
  std::string in(const std::string& name) const { return directory_.path() + "/" + name; }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(in(name), std::ios::binary) << text;
  }

  // Names in the directory, sorted: shows temporary files that were left behind.
  std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory_.path())) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  mode_t mode(const std::string& name) const {
    struct stat status {};
    EXPECT_EQ(::stat(in(name).c_str(), &status), 0);
    return status.st_mode & 07777;
  }

  // What the action's Diagnostic says; the test fails if it throws none of this code.
  template <typename Action>
  static Diagnostic refusal(ExitCode code, Action&& action) {
    try {
      action();
    } catch (const Diagnostic& diagnostic) {
      EXPECT_EQ(diagnostic.code(), code);
      return diagnostic;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {code, "nothing"};
  }

  TemporaryDirectory directory_;
};

TEST_F(Files, ReadsAllBytes) {
  const std::string bytes = std::string("a\0b\r\n\xFF", 6) + std::string(1'000'000, 'x');
  write("data", bytes);
  EXPECT_EQ(read_file(in("data")), bytes);
  write("empty", "");
  EXPECT_EQ(read_file(in("empty")), "");
}

TEST_F(Files, CannotReadWhatIsNotThereOrADirectory) {
  EXPECT_THAT(refusal(ExitCode::bad_input, [&] { read_file(in("none")); }).message(),
              HasSubstr("none': No such file or directory"));
  EXPECT_THAT(refusal(ExitCode::bad_input, [&] { read_file(directory_.path()); }).message(),
              HasSubstr("Is a directory"));
}

TEST(DisplayName, StandardInputHasAName) {
  EXPECT_EQ(display_name("-"), "<stdin>");
  EXPECT_EQ(display_name("a.csv"), "a.csv");
}

TEST_F(Files, CommitPutsAllFilesInPlace) {
  write("old", "before");
  OutputFiles output;
  output.stage(in("old"), "after");
  output.stage(in("new"), "new");
  EXPECT_EQ(read_file(in("old")), "before") << "not before commit()";
  EXPECT_FALSE(fs::exists(in("new")));
  output.commit();
  EXPECT_EQ(read_file(in("old")), "after");
  EXPECT_EQ(read_file(in("new")), "new");
  EXPECT_THAT(listing(), ElementsAre("new", "old"));
}

TEST_F(Files, WithoutCommitNothingChanges) {
  write("old", "before");
  {
    OutputFiles output;
    output.stage(in("old"), "after");
    output.stage(in("new"), "new");
  }
  EXPECT_EQ(read_file(in("old")), "before");
  EXPECT_THAT(listing(), ElementsAre("old"));
}

TEST_F(Files, FailingSecondFileLeavesTheFirstUntouched) {
  write("old", "before");
  {
    OutputFiles output;
    output.stage(in("old"), "after");
    const Diagnostic why = refusal(ExitCode::cannot_write, [&] { output.stage(in("no/such/file"), "x"); });
    EXPECT_THAT(why.message(), HasSubstr("no/such/file': No such file or directory"));
    EXPECT_THAT(why.hint(), HasSubstr("no/such' does not exist"));
  }
  EXPECT_EQ(read_file(in("old")), "before");
  EXPECT_THAT(listing(), ElementsAre("old"));
}

TEST_F(Files, FailingDeviceLeavesTheOtherFilesUntouched) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  write("old", "before");
  {
    OutputFiles output;
    output.stage(in("old"), "after");
    output.stage("/dev/full", "x");
    refusal(ExitCode::cannot_write, [&] { output.commit(); });
  }
  EXPECT_EQ(read_file(in("old")), "before");
  EXPECT_THAT(listing(), ElementsAre("old"));
}

TEST_F(Files, DirectoryIsNoOutput) {
  OutputFiles output;
  const Diagnostic why = refusal(ExitCode::cannot_write, [&] { output.stage(directory_.path(), "x"); });
  EXPECT_THAT(why.message(), HasSubstr("Is a directory"));
  EXPECT_EQ(why.hint(), "name a file in it");
}

TEST_F(Files, SymbolicLinkStaysOne) {
  write("target", "before");
  fs::create_symlink("target", in("link"));
  OutputFiles output;
  output.stage(in("link"), "after");
  output.commit();
  EXPECT_TRUE(fs::is_symlink(in("link")));
  EXPECT_EQ(read_file(in("target")), "after");
  EXPECT_THAT(listing(), ElementsAre("link", "target"));
}

TEST_F(Files, SymbolicLinkToNothingYetGetsItsTarget) {
  fs::create_directory(in("sub"));
  fs::create_symlink("sub/target", in("link"));
  OutputFiles output;
  output.stage(in("link"), "text");
  output.commit();
  EXPECT_TRUE(fs::is_symlink(in("link")));
  EXPECT_EQ(read_file(in("sub/target")), "text");
}

TEST_F(Files, SymbolicLinkToItselfIsRefused) {
  fs::create_symlink("link", in("link"));
  OutputFiles output;
  EXPECT_THAT(refusal(ExitCode::cannot_write, [&] { output.stage(in("link"), "x"); }).message(),
              HasSubstr("Too many levels of symbolic links"));
  EXPECT_THAT(listing(), ElementsAre("link"));
}

TEST_F(Files, DeviceIsWrittenInPlaceAndStaysADevice) {
  fs::create_symlink("/dev/null", in("link"));
  OutputFiles output;
  output.stage("/dev/null", "x");
  output.stage(in("link"), "x");
  output.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_TRUE(fs::is_symlink(in("link")));
  EXPECT_THAT(listing(), ElementsAre("link"));
}

TEST_F(Files, PipeIsWrittenInPlace) {
  ASSERT_EQ(::mkfifo(in("pipe").c_str(), 0600), 0);
  const int end = ::open(in("pipe").c_str(), O_RDWR | O_NONBLOCK);  // so that the writer need not wait
  ASSERT_GE(end, 0);
  OutputFiles output;
  output.stage(in("pipe"), "text");
  char byte = 0;
  EXPECT_EQ(::read(end, &byte, 1), -1) << "nothing before commit()";
  output.commit();
  char buffer[16] = {};
  EXPECT_EQ(::read(end, buffer, sizeof buffer), 4);
  EXPECT_STREQ(buffer, "text");
  ::close(end);
  EXPECT_TRUE(fs::is_fifo(in("pipe")));
}

TEST_F(Files, KeepsTheModeOfAnOldFileAndObeysTheUmaskForANewOne) {
  write("old", "x");
  ASSERT_EQ(::chmod(in("old").c_str(), 0751), 0);
  const mode_t mask = ::umask(027);
  OutputFiles output;
  output.stage(in("old"), "y");
  output.stage(in("new"), "y");
  output.commit();
  ::umask(mask);
  EXPECT_EQ(mode("old"), 0751U);
  EXPECT_EQ(mode("new"), 0640U);
}

TEST_F(Files, ReadOnlyFileIsNotReplaced) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  write("old", "before");
  ASSERT_EQ(::chmod(in("old").c_str(), 0400), 0);
  OutputFiles output;
  EXPECT_THAT(refusal(ExitCode::cannot_write, [&] { output.stage(in("old"), "after"); }).message(),
              HasSubstr("Permission denied"));
  EXPECT_EQ(read_file(in("old")), "before");
}

TEST_F(Files, OutputThatIsTheInputIsRefused) {
  write("data", "x");
  write("other", "x");
  fs::create_hard_link(in("data"), in("hard"));
  fs::create_symlink("data", in("soft"));
  for (const char* output : {"data", "hard", "soft", "./data"}) {
    const Diagnostic why = refusal(ExitCode::usage, [&] { refuse_overwriting_input(in(output), in("data")); });
    EXPECT_THAT(why.message(), HasSubstr("is the input file")) << output;
  }
  EXPECT_NO_THROW(refuse_overwriting_input(in("other"), in("data")));
  EXPECT_NO_THROW(refuse_overwriting_input(in("new"), in("data")));
  EXPECT_NO_THROW(refuse_overwriting_input(in("data"), in("new")));
  EXPECT_NO_THROW(refuse_overwriting_input("-", "-"));
  EXPECT_NO_THROW(refuse_overwriting_input("/dev/null", "/dev/null"));
}

TEST(TemporaryDirectory, GoesWithItsContents) {
  std::string path;
  {
    const TemporaryDirectory directory;
    const TemporaryDirectory another;
    path = directory.path();
    EXPECT_NE(path, another.path());
    EXPECT_TRUE(fs::is_directory(path));
    fs::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/c") << "x";
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace espalier::files_test
