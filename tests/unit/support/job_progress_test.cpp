#include "support/job_progress.hpp"

#include <gtest/gtest.h>

namespace espalier {
namespace {

enum Stage : std::size_t { reading, growing, choosing, checking };

JobClock clock() {
  return JobClock({{"reading", "", 0}, {"growing", "subtree", 1}, {"choosing", "tree", 9}, {"checking", "", 0.5}},
                  growing, 100);
}

TEST(Duration, InTheUnitThatReadsBest) {
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(12.4), "12 s");
  EXPECT_EQ(duration_text(99), "99 s");
  EXPECT_EQ(duration_text(180), "3 min");
  EXPECT_EQ(duration_text(9000), "2.5 h");
}

TEST(JobClock, TakesAFitToBeAsLongAsTheReadingUntilOneIsKnown) {
  JobClock job = clock();
  EXPECT_FALSE(job.knows_fit());
  EXPECT_DOUBLE_EQ(job.left(102), 10.5 * 2);  // 1 + 9 + 0.5 fits of 2 s
  job.begin(growing, 104);
  EXPECT_DOUBLE_EQ(job.left(104), 10.5 * 4);
}

TEST(JobClock, GoesByTheSubtreesOfTheFirstFit) {
  JobClock job = clock();
  job.begin(growing, 104);
  job.advance(1, 4, 107);
  // 3 s for a quarter: 12 s for the fit, 9 s of which are left.
  EXPECT_DOUBLE_EQ(job.left(107), 9 + 9.5 * 12);
}

TEST(JobClock, GoesByTheFirstFitAfterwards) {
  JobClock job = clock();
  job.begin(growing, 104);
  job.begin(choosing, 114);
  EXPECT_TRUE(job.knows_fit());
  EXPECT_DOUBLE_EQ(job.fit(), 10);
  EXPECT_DOUBLE_EQ(job.fits_left(), 9.5);
  EXPECT_DOUBLE_EQ(job.left(114), 95);
  EXPECT_DOUBLE_EQ(job.left(124), 85);  // nothing is done yet, but time has passed
  job.advance(2, 8, 134);
  EXPECT_DOUBLE_EQ(job.left(134), 60 + 5);  // 20 s for 2 of 8, and half a fit
  EXPECT_DOUBLE_EQ(job.left(140), 54 + 5);
  job.begin(checking, 190);
  EXPECT_DOUBLE_EQ(job.left(191), 4);
  EXPECT_DOUBLE_EQ(job.left(200), 0) << "late, but not less than nothing";
}

TEST(JobClock, StagesCanBePlannedAnewAndLeftOut) {
  JobClock job = clock();
  job.plan(choosing, 0);
  job.begin(growing, 101);
  job.begin(checking, 105);
  EXPECT_DOUBLE_EQ(job.fit(), 4);
  EXPECT_DOUBLE_EQ(job.left(105), 2);
}

TEST(JobClock, ShowsABarOverTheWholeJob) {
  JobClock job = clock();
  job.begin(growing, 104);
  job.begin(choosing, 114);
  job.advance(2, 8, 134);
  // 34 s of 99 s are over: 8 of 24 places.
  EXPECT_EQ(job.line(134), "[########................] choosing: tree 2 of 8, about 65 s left");
  job.begin(checking, 190);
  EXPECT_EQ(job.line(199), "[########################] checking");
}

// The tests' standard error is a file or a pipe once it is captured: never a terminal.
TEST(JobProgress, IsSilentInAPipeHoweverLongTheWork) {
  testing::internal::CaptureStderr();
  {
    JobProgress progress({{"growing", "tree", 1}, {"choosing", "tree", 100}}, 0, true);
    std::this_thread::sleep_for(std::chrono::milliseconds(1'050));
    progress.report(1)(1, 100);
    progress.begin(1);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace espalier
