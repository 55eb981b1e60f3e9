#include "support/mapped_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "support/diagnostic.hpp"
#include "support/files.hpp"

namespace espalier::test::mapped_file_test {
namespace {

TEST(MappedFile, KeepsWhatWasWrittenWhenPagesAreDropped) {
  MappedFileResource files;
  Numbers numbers(100'000, &files);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  files.drop_pages();
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], static_cast<double>(i));
  numbers.push_back(7);  // moves to a larger file
  EXPECT_EQ(numbers[99'999], 99'999);
  EXPECT_EQ(numbers.back(), 7);
}

TEST(MappedFile, MovesWithoutACopyAndGivesBack) {
  MappedFileResource files;
  {
    Numbers numbers(1000, 1.5, &files);
    const double* const at = numbers.data();
    const Numbers moved = std::move(numbers);
    EXPECT_EQ(moved.data(), at);
    EXPECT_EQ(files.bytes(), 8000U);
  }
  EXPECT_EQ(files.bytes(), 0U);
}

TEST(MappedFile, LeavesNoNameBehind) {
  const TemporaryDirectory directory;
  MappedFileResource files(directory.path());
  const Numbers numbers(10, &files);
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(MappedFile, SaysWhereItCannotWrite) {
  MappedFileResource files("/no/such/directory");
  try {
    const Numbers numbers(10, &files);
    FAIL();
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::cannot_write);
    EXPECT_NE(diagnostic.message().find("/no/such/directory"), std::string::npos);
  }
}

TEST(MemoryLimit, IsReadInPowersOf1024) {
  EXPECT_EQ(MemoryLimit("1000").bytes(), 1000U);
  EXPECT_EQ(MemoryLimit("3K").bytes(), 3U << 10U);
  EXPECT_EQ(MemoryLimit("500M").bytes(), 500U << 20U);
  EXPECT_EQ(MemoryLimit("1.5G").bytes(), std::size_t{3} << 29U);
  for (const char* const wrong : {"", "M", "-1G", "0", "2X", "2g", "1e30"}) {
    EXPECT_THROW(MemoryLimit{wrong}, Diagnostic) << wrong;
  }
}

TEST(MemoryLimit, RefusesTheExactSearchOfMoreThanFits) {
  const MemoryLimit limit("4K");  // 1024 cells of 4 bytes
  EXPECT_NO_THROW(limit.refuse_exact_search(256, 4));
  EXPECT_THROW(limit.refuse_exact_search(257, 4), Diagnostic);
  EXPECT_NO_THROW(MemoryLimit().refuse_exact_search(1'000'000'000, 1000));
}

}  // namespace
}  // namespace espalier::test::mapped_file_test
