// Dates as the numbers that a predictor takes: days or seconds since 1970-01-01, UTC. Whole numbers only.
#ifndef ESPALIER_DATES_1
#define ESPALIER_DATES_1

#ifndef ESPALIER_RUNTIME_1
#error "include <espalier/runtime.hpp> before <espalier/dates.hpp>"
#endif

namespace espalier {
namespace runtime_1 {

// Days from 1970-01-01 to a day of the Gregorian calendar, also of the past: years -32767 to 32767, months 1 to 12, days
// from 1. Years begin in March here, so that the day that some of them have more is their last.
ESPALIER_CONSTEXPR int32_t days_from_date(int32_t year, int32_t month, int32_t day) {
  const int32_t march_year = month > 2 ? year : year - 1;
  const int32_t era = (march_year >= 0 ? march_year : march_year - 399) / 400;
  const int32_t year_of_era = march_year - era * 400;
  const int32_t march_month = month > 2 ? month - 3 : month + 9;
  const int32_t day_of_year = (153 * march_month + 2) / 5 + day - 1;
  const int32_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

// Seconds from 1970-01-01 00:00 to a moment, both in UTC.
ESPALIER_CONSTEXPR int64_t seconds_from_date_time(int32_t year, int32_t month, int32_t day, int32_t hour, int32_t minute,
                                                  int32_t second) {
  return static_cast<int64_t>(days_from_date(year, month, day)) * 86400 + static_cast<int64_t>(hour) * 3600 +
         static_cast<int64_t>(minute) * 60 + second;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_DATES_1
