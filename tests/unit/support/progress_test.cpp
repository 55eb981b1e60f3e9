#include "support/progress.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace espalier {
namespace {

TEST(Progress, ShowsABarAndTheCount) {
  EXPECT_EQ(progress_line("fold", 0, 10), "[........................] fold 0 of 10");
  EXPECT_EQ(progress_line("fold", 5, 10), "[############............] fold 5 of 10");
  EXPECT_EQ(progress_line("fold", 10, 10), "[########################] fold 10 of 10");
}

// The tests' standard error is a file or a pipe once it is captured: never a terminal.
TEST(Progress, IsSilentInAPipeHoweverLongTheWork) {
  testing::internal::CaptureStderr();
  {
    Progress progress("folds", true);
    std::this_thread::sleep_for(std::chrono::milliseconds(1'050));
    progress.show(1, 10);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace espalier
