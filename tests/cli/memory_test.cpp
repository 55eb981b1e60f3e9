// --memory-limit is about the memory that the program has in use, as the system counts it.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::memory_test {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kMega = std::size_t{1} << 20U;
constexpr std::size_t kOwn = 32;  // MB that the program itself may need beside the limit (docs/data.md)

// 600,000 rows of 24 numbers and a class: 110 MB as numbers, 75 MB as text.
void write_large_table(const Sandbox& box) {
  std::ofstream file(box.path("large.csv"), std::ios::binary);
  for (int column = 0; column < 24; ++column) file << 'x' << column << ',';
  file << "y\n";
  std::string text;
  std::uint32_t state = 1;
  for (int row = 0; row < 600'000; ++row) {
    std::uint32_t first = 0;
    for (int column = 0; column < 24; ++column) {
      state = state * 1664525U + 1013904223U;  // Numerical Recipes' generator
      const std::uint32_t number = (state >> 16U) % 9000 + 1000;
      if (column == 0) first = number;
      text += std::to_string(number);
      text += ',';
    }
    text += first > 4000 ? "a\n" : "b\n";
    if (text.size() < kMega) continue;
    file << text;
    text.clear();
  }
  file << text;
}

struct Outlay {
  int exit_code = -1;
  std::size_t peak = 0;  // MB
};

// Runs the tool, and says how much memory it had in use at most.
Outlay peak_of(const Sandbox& box, const Arguments& arguments) {
  std::vector<std::string> command = {ESPALIER_TOOL};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  const std::string directory = box.path(".");
  const pid_t child = ::fork();
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDOUT_FILENO);
    if (::chdir(directory.c_str()) != 0) ::_exit(126);
    ::execv(words[0], words.data());
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  EXPECT_EQ(::wait4(child, &status, 0, &usage), child);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, static_cast<std::size_t>(usage.ru_maxrss) / 1024};
}

class MemoryLimit : public Cli {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer's own memory is several times the program's";
#endif
    write_large_table(box);
  }
  // The same model, in no more memory than the limit and what the program needs itself.
  void expect_within(std::size_t limit, const std::string& line) {
    const std::string bounded = line + " --memory-limit " + std::to_string(limit) + "M";
    const Outlay unbounded = peak_of(box, words(line + " -o free.json"));
    const Outlay kept = peak_of(box, words(bounded + " -o kept.json"));
    ASSERT_EQ(unbounded.exit_code, 0);
    ASSERT_EQ(kept.exit_code, 0);
    EXPECT_GT(unbounded.peak, limit + kOwn) << "the table is too small to show anything";
    EXPECT_LE(kept.peak, limit + kOwn);
    EXPECT_EQ(box.read("free.json"), box.read("kept.json"));
  }
};

TEST_F(MemoryLimit, IsKeptByTraining) {
  expect_within(32, "train large.csv -t y --bins 255 --max-depth 3 --prune none --folds 0 --threads 1");
}

TEST_F(MemoryLimit, IsKeptByCrossValidation) {
  expect_within(96, "train large.csv -t y --bins 255 --max-depth 2 --prune none --folds 2 --threads 1");
}

TEST_F(MemoryLimit, IsKeptByBuild) {
  expect_within(
      32, "build large.csv -t y --bins 255 --max-depth 3 --prune none --folds 0 --threads 1 --no-verify --namespace m");
}

TEST_F(MemoryLimit, IsKeptByPath) {
  const std::string line = "path large.csv -t y --bins 255 --max-depth 2 --prune-folds 2 --threads 1";
  const Outlay kept = peak_of(box, words(line + " --memory-limit 96M"));
  ASSERT_EQ(kept.exit_code, 0);
  EXPECT_GT(peak_of(box, words(line)).peak, 96 + kOwn) << "the table is too small to show anything";
  EXPECT_LE(kept.peak, 96 + kOwn);
}

// Sorted lists cannot be kept in files.
TEST_F(MemoryLimit, IsRefusedWhereItCannotBeKept) {
  for (const char* line :
       {"train large.csv -t y -o m.json", "evaluate large.csv -t y", "path large.csv -t y", "tune large.csv -t y",
        "stability large.csv -t y", "evaluate large.csv -t y --compare c45 cart"}) {
    const Outcome refused = box.run(std::string(line) + " --memory-limit 16M --threads 1");
    EXPECT_EQ(refused.exit_code, kUsage) << line;
    EXPECT_THAT(refused.err, HasSubstr("the exact search keeps 55 MB")) << line;
    EXPECT_THAT(refused.err, HasSubstr("--bins 255")) << line;
  }
}

}  // namespace
}  // namespace espalier::tool_test::memory_test
