// Dates and times as numbers: days or seconds since 1970-01-01, UTC, in the calendar that computers use (Gregorian,
// also for the past).
//
// A text is a date in one of three orders, with one separator all through, and perhaps a time: 2026-11-17,
// 17.11.2026, 11/17/2026 8:59 AM, 2026-11-17T08:59:00.5+02:00. Years have four digits, or two if a form says so; T or a
// blank stands before the time; seconds, their fraction and the zone may be left out. Times without a zone are UTC.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/enum_names.hpp"

namespace espalier {

enum class DateOrder : std::uint8_t { year_first, day_first, month_first };
enum class DateUnit : std::uint8_t { days, seconds };
template <>
inline constexpr auto kNames<DateUnit> = enum_names("days", "seconds");

// How the dates of a column are written, and what they are counted in.
struct DateForm {
  DateOrder order = DateOrder::year_first;
  char separator = '-';  // - / .
  DateUnit unit = DateUnit::days;
  bool short_year = false;  // two digits: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068, as POSIX has it
  friend bool operator==(const DateForm&, const DateForm&) = default;
};

// "yyyy-mm-dd", "dd.mm.yyyy", "mm/dd/yy" and so on: the form without the unit.
std::string pattern_of(const DateForm& form);
std::optional<DateForm> parse_pattern(std::string_view pattern);  // in days

// The text as a number of the form's unit; with a time, days have a fraction. Nothing: it is not written so.
std::optional<double> date_number(std::string_view text, const DateForm& form);

// A number of the unit as ISO 8601: 2026-11-17, 2026-11-17T08:59:00Z. Empty where the calendar ends (years 0 to 9999).
std::string date_text(double value, DateUnit unit);

// What forms a number of texts could all be.
class DateScan {
 public:
  // Years of four digits; or of two, which nobody takes for dates unless asked.
  explicit DateScan(bool short_years = false) : short_years_(short_years) {}
  void add(std::string_view text);
  // None if some text is no date; two if day and month could change places in all of them. Dots stand between day,
  // month and year in this order wherever they are used.
  std::vector<DateForm> forms() const;

 private:
  std::array<bool, 3> possible_ = {true, true, true};  // per order
  char separator_ = '\0';
  bool any_time_ = false;
  bool short_years_ = false;
};

}  // namespace espalier
