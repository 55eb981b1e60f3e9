#include "report/plot_scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::plot_scale_test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> found;
  for (const Tick& tick : ticks) {
    if (!tick.text.empty()) found.push_back(tick.text);
  }
  return found;
}

TEST(Axis, PlacesValues) {
  const Axis linear{10, 20, 100, 0, false};
  EXPECT_DOUBLE_EQ(linear.at(10), 100);
  EXPECT_DOUBLE_EQ(linear.at(15), 50);
  EXPECT_DOUBLE_EQ(linear.at(20), 0);
  const Axis logarithmic{0.01, 1, 0, 200, true};
  EXPECT_DOUBLE_EQ(logarithmic.at(0.01), 0);
  EXPECT_NEAR(logarithmic.at(0.1), 100, 1e-9);
  EXPECT_DOUBLE_EQ(logarithmic.at(1), 200);
}

TEST(Axis, OfOneValueHasItInTheMiddle) {
  const Axis scale{3, 3, 10, 30, false};
  EXPECT_DOUBLE_EQ(scale.at(3), 20);
}

TEST(LinearTicks, AreRound) {
  EXPECT_THAT(texts(linear_ticks(33, 102, 6)), ElementsAre("40", "60", "80", "100"));
  EXPECT_THAT(texts(linear_ticks(0, 1, 5)), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(texts(linear_ticks(94.95, 100.25, 6)), ElementsAre("95", "96", "97", "98", "99", "100"));
  EXPECT_THAT(texts(linear_ticks(0.0012, 0.0024, 4)), ElementsAre("0.0015", "0.0020"));
}

TEST(LinearTicks, WriteZeroWithoutASign) {
  EXPECT_THAT(texts(linear_ticks(-0.5, 10, 5)), ElementsAre("0", "5", "10"));
  EXPECT_THAT(texts(linear_ticks(-0.1, 1, 3)), ElementsAre("0.0", "0.5", "1.0"));
}

TEST(LinearTicks, OfLargeAndTinyNumbersHaveExponents) {
  EXPECT_THAT(texts(linear_ticks(0, 5e7, 5)), ElementsAre("0", "1e7", "2e7", "3e7", "4e7", "5e7"));
  EXPECT_THAT(texts(linear_ticks(0, 4e-7, 4)), ElementsAre("0", "1e-7", "2e-7", "3e-7", "4e-7"));
}

TEST(WholeTicks, HaveNoFractionsAndBeginAtTheLowest) {
  EXPECT_THAT(texts(whole_ticks(1, 2, 12)), ElementsAre("1", "2"));
  EXPECT_THAT(texts(whole_ticks(1, 9, 12)), ElementsAre("1", "2", "3", "4", "5", "6", "7", "8", "9"));
  EXPECT_THAT(texts(whole_ticks(1, 17, 12)), ElementsAre("1", "2", "4", "6", "8", "10", "12", "14", "16"));
  EXPECT_THAT(texts(whole_ticks(1, 1, 12)), ElementsAre("1"));
}

TEST(LogTicks, ArePowersOfTenWithMarksBetween) {
  const std::vector<Tick> ticks = log_ticks(0.001, 1, 7);
  EXPECT_THAT(texts(ticks), ElementsAre("0.001", "0.01", "0.1", "1"));
  EXPECT_EQ(ticks.size(), 28U);  // nine of each decade, and 1
}

TEST(LogTicks, LeaveOutPowersOfManyDecades) {
  EXPECT_THAT(texts(log_ticks(1e-12, 1, 7)), ElementsAre("1e-12", "1e-10", "1e-8", "1e-6", "0.0001", "0.01", "1"));
}

TEST(LogTicks, OfFewDecadesAreOneTwoFive) {
  EXPECT_THAT(texts(log_ticks(0.0045, 0.3, 7)), ElementsAre("0.005", "0.01", "0.02", "0.05", "0.1", "0.2"));
  EXPECT_THAT(texts(log_ticks(1, 30, 7)), ElementsAre("1", "2", "5", "10", "20"));
}

TEST(LogTicks, OfNextToNothingAreLinear) {
  EXPECT_THAT(texts(log_ticks(0.4, 0.625, 7)), ElementsAre("0.4", "0.5", "0.6"));
}

TEST(AxisNumber, HasThreeDigitsThatCount) {
  EXPECT_EQ(axis_number(0), "0");
  EXPECT_EQ(axis_number(1.0 / 300), "0.00333");
  EXPECT_EQ(axis_number(0.0001), "0.0001");
  EXPECT_EQ(axis_number(0.37), "0.37");
  EXPECT_EQ(axis_number(12), "12");
  EXPECT_EQ(axis_number(1234), "1234");
  EXPECT_EQ(axis_number(0.00001234), "1.23e-5");
  EXPECT_EQ(axis_number(2e9), "2e9");
  EXPECT_EQ(axis_number(0.0000999999), "0.0001");
  EXPECT_EQ(axis_number(-0.5), "-0.5");
}

}  // namespace
}  // namespace espalier::plot_scale_test
