#include "support/job_progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::job_progress_test {
namespace {

enum Stage : std::size_t { reading, growing, choosing, checking };

JobClock clock() {
  return JobClock({{"reading", "", 0}, {"growing", "subtree", 1}, {"choosing", "tree", 9}, {"checking", "", 0.5}}, 100);
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

TEST(JobClock, TakesAFitThatIsLongerThanTheReadingToBeHalfOver) {
  JobClock job = clock();
  job.begin(growing, 104);
  EXPECT_DOUBLE_EQ(job.left(105), 3 + 9.5 * 4);    // 4 s in all, one of which is over
  EXPECT_DOUBLE_EQ(job.left(114), 10 + 9.5 * 20);  // it has taken 10 s: 20 s in all
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
  EXPECT_EQ(job.bar(134), "[########................] choosing: tree 2 of 8, about 65 s left");
  EXPECT_EQ(job.line(134), "progress  34 s, 34 %: choosing: tree 2 of 8, about 65 s left");
  job.begin(checking, 190);
  EXPECT_EQ(job.bar(199), "[########################] checking");
  EXPECT_EQ(job.line(199), "progress  99 s, 100 %: checking");
}

TEST(JobClock, SaysSomethingFromTheBeginning) {
  JobClock job = clock();
  EXPECT_EQ(job.line(100), "progress  0 s: reading");
  EXPECT_EQ(job.bar(101), "[##......................] reading, about 10 s left");
}

// A job without a tree of all rows: 20 fits in 4 pieces, then one of 2 fits.
TEST(JobClock, LearnsWhatAFitTakesFromAnyStage) {
  JobClock job({{"reading", "", 0}, {"growing", "subtree", 0}, {"folds", "fold", 20}, {"comparing", "", 2}}, 0);
  job.begin(2, 2);
  job.advance(1, 4, 12);
  EXPECT_DOUBLE_EQ(job.left(12), 30 + 2 * 2);  // 10 s for a quarter: 40 s for 20 fits
  job.begin(3, 42);
  EXPECT_DOUBLE_EQ(job.fit(), 2);
  EXPECT_DOUBLE_EQ(job.left(43), 3);
}

TEST(Fitted, StaysWithinOneLineOfTheTerminal) {
  EXPECT_EQ(fitted("[##..] reading", 0), "[##..] reading");
  EXPECT_EQ(fitted("[##..] reading", 80), "[##..] reading");
  EXPECT_EQ(fitted("[##..] reading", 10), "[##..] re");
}

std::string shown(ProgressStyle style, int milliseconds) {
  testing::internal::CaptureStderr();
  {
    JobProgress progress({{"growing", "tree", 1}, {"choosing", "tree", 100}}, style);
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    progress.report(1)(1, 100);
    progress.begin(1);  // as it has already
  }
  return testing::internal::GetCapturedStderr();
}

TEST(JobProgress, IsSilentIfAskedToBe) {
  EXPECT_EQ(shown(ProgressStyle::none, 600), "");
}

TEST(JobProgress, DrawsABarWithinASecondAndClearsIt) {
  const std::string bar = shown(ProgressStyle::bar, 700);
  EXPECT_EQ(bar.find("\r\033[K["), 0U) << bar;
  EXPECT_NE(bar.find("] growing, about "), std::string::npos) << bar;
  EXPECT_TRUE(bar.ends_with("\r\033[K")) << bar;
}

TEST(JobProgress, OfAShortJobIsNoBar) {
  EXPECT_EQ(shown(ProgressStyle::bar, 0), "");
}

TEST(JobProgress, WritesALineForEachStage) {
  EXPECT_THAT(shown(ProgressStyle::lines, 0),
              ::testing::MatchesRegex("progress  0 s: growing\nprogress  0 s, [0-9]+ %: choosing\n"));
}

TEST(JobProgress, AnInterruptClearsTheBarAndEndsIt) {
  testing::internal::CaptureStderr();
  {
    JobProgress progress({{"growing", "tree", 1}}, ProgressStyle::bar);
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    call_interrupt_actions();
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
  }
  const std::string bar = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(bar.ends_with("\r\033[K")) << bar;
  EXPECT_EQ(bar.rfind("growing"), bar.find("growing")) << "drawn again after the interrupt: " << bar;
}

}  // namespace
}  // namespace espalier::job_progress_test
