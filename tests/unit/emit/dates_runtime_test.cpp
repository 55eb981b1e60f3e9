// The runtime's dates against a counter that goes from day to day, with the rule of the leap years as people learn it.
#include <gtest/gtest.h>

#include "../../../runtime/include/espalier/runtime.hpp"
// After it: they need it.
#include "../../../runtime/include/espalier/dates.hpp"
extern "C" {
#include "../../../runtime/include/espalier/dates.h"
}

namespace espalier::dates_runtime_test {
namespace {

using runtime_1::days_from_date;
using runtime_1::seconds_from_date_time;

static_assert(days_from_date(1970, 1, 1) == 0, "the first day");
static_assert(days_from_date(2000, 3, 1) == 11017, "30 years, 7 leap days, 31 + 29 days");
static_assert(days_from_date(0, 3, 1) == -719468, "the day that eras begin with");
static_assert(seconds_from_date_time(1969, 12, 31, 23, 59, 59) == -1, "the second before");

// Every fourth year, but of the centuries only every fourth.
bool is_leap_year(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_of_month(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap_year(year) ? 1 : 0);
}

TEST(DatesOfTheRuntime, CountEveryDayOf65535Years) {
  // Backwards from 1970 first, to know what the first day of all is.
  std::int32_t day_number = 0;
  for (int year = 1969; year >= -32767; --year) day_number -= is_leap_year(year) ? 366 : 365;
  std::size_t wrong = 0;
  for (int year = -32767; year <= 32767; ++year) {
    for (int month = 1; month <= 12; ++month) {
      const int days = days_of_month(year, month);
      for (int day = 1; day <= days; ++day, ++day_number) {
        wrong +=
            days_from_date(year, month, day) != day_number || espalier_1_days_from_date(year, month, day) != day_number;
      }
    }
    if (year == 1969) {
      EXPECT_EQ(day_number, 0);
    }
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(DatesOfTheRuntime, CountSecondsBeyond32Bits) {
  // 2038-01-19 03:14:08 is 2^31 seconds after 1970.
  EXPECT_EQ(seconds_from_date_time(2038, 1, 19, 3, 14, 8), std::int64_t{1} << 31U);
  EXPECT_EQ(espalier_1_seconds_from_date_time(2038, 1, 19, 3, 14, 8), std::int64_t{1} << 31U);
  EXPECT_EQ(seconds_from_date_time(-32767, 1, 1, 0, 0, 0), std::int64_t{days_from_date(-32767, 1, 1)} * 86400);
}

}  // namespace
}  // namespace espalier::dates_runtime_test
