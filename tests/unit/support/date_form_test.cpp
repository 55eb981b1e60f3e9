// Dates and times as numbers, and the forms that texts can have.
#include "support/date_form.hpp"

#include <gmock/gmock.h>

namespace espalier::test::date_form_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr DateForm kIso{DateOrder::year_first, '-', DateUnit::days};
constexpr DateForm kIsoSeconds{DateOrder::year_first, '-', DateUnit::seconds};
constexpr DateForm kGerman{DateOrder::day_first, '.', DateUnit::days};
constexpr DateForm kBritish{DateOrder::day_first, '/', DateUnit::days};
constexpr DateForm kAmerican{DateOrder::month_first, '/', DateUnit::days};

std::vector<std::string> patterns(const std::vector<std::string>& texts) {
  DateScan scan;
  for (const std::string& text : texts) scan.add(text);
  std::vector<std::string> found;
  for (const DateForm& form : scan.forms()) {
    found.push_back(pattern_of(form) + " " + std::string(to_string(form.unit)));
  }
  return found;
}

TEST(DateForm, CountsDaysFrom1970) {
  EXPECT_EQ(date_number("1970-01-01", kIso), 0);
  EXPECT_EQ(date_number("1970-02-01", kIso), 31);
  EXPECT_EQ(date_number("1969-12-31", kIso), -1);
  EXPECT_EQ(date_number("2000-03-01", kIso), 11'017);  // 30 years, 7 leap days, 31 + 29 days
  EXPECT_EQ(date_number("01.03.2000", kGerman), 11'017);
  EXPECT_EQ(date_number("1.3.2000", kGerman), 11'017);
  EXPECT_EQ(date_number("3/1/2000", kAmerican), 11'017);
  EXPECT_EQ(date_number("1/3/2000", kBritish), 11'017);
}

TEST(DateForm, ReadsYearsOfTwoDigitsWhereTheFormSaysSo) {
  const DateForm form = parse_pattern("dd.mm.yy").value();
  EXPECT_EQ(pattern_of(form), "dd.mm.yy");
  EXPECT_EQ(date_number("01.03.00", form), 11'017);
  EXPECT_EQ(date_number("01.01.69", form), -365);  // 1969
  EXPECT_EQ(date_number("01.01.68", form), date_number("2068-01-01", kIso));
  EXPECT_EQ(date_number("31.12.99", form), date_number("1999-12-31", kIso));
  EXPECT_EQ(date_number("01.03.2000", form), std::nullopt);
  EXPECT_EQ(date_number("01.03.00", kGerman), std::nullopt);
  EXPECT_EQ(date_number("29.02.01", form), std::nullopt);
  DateScan scan(true);
  scan.add("17.11.26");
  ASSERT_EQ(scan.forms().size(), 2U) << "17 may be a year, not a month";
  EXPECT_TRUE(scan.forms()[0].short_year);
}

TEST(DateForm, CountsSecondsInUtc) {
  EXPECT_EQ(date_number("1970-01-01T00:00:01Z", kIsoSeconds), 1);
  EXPECT_EQ(date_number("1970-01-02 01:02:03", kIsoSeconds), 86'400 + 3'600 + 120 + 3);
  EXPECT_EQ(date_number("1970-01-01T02:00:00+02:00", kIsoSeconds), 0);
  EXPECT_EQ(date_number("1970-01-01T02:30+0230", kIsoSeconds), 0);
  EXPECT_EQ(date_number("1970-01-01T00:00:00-05", kIsoSeconds), 5 * 3'600);
  EXPECT_EQ(date_number("1970-01-01T00:00:00.25Z", kIsoSeconds), 0.25);
  EXPECT_EQ(date_number("1970-01-02", kIsoSeconds), 86'400);
  EXPECT_EQ(date_number("1970-01-01 12:00", kIso), 0.5) << "days have a fraction";
  const DateForm american{DateOrder::month_first, '/', DateUnit::seconds};
  EXPECT_EQ(date_number("1/1/1970 12:01 AM", american), 60);
  EXPECT_EQ(date_number("1/1/1970 1:00 pm", american), 13 * 3'600);
}

TEST(DateForm, RefusesWhatTheCalendarDoesNotHave) {
  for (const char* text : {"2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01", "2026-01-01T",
                           "2026-01-01T25:00", "2026-01-01T10:60", "2026-01-01T10", "2026-01-01 10:00 tomorrow",
                           "2026/01/01", "", "-", "2026-01-01T10:00+99", "2026-01-01 13:00 PM", "12026-01-01"}) {
    EXPECT_EQ(date_number(text, kIso), std::nullopt) << text;
  }
  EXPECT_EQ(date_number("2024-02-29", kIso), 19'782);  // 54 years, 13 leap days, 31 + 28 days
}

TEST(DateForm, TextsAreIso) {
  EXPECT_EQ(date_text(0, DateUnit::days), "1970-01-01");
  EXPECT_EQ(date_text(-1, DateUnit::days), "1969-12-31");
  EXPECT_EQ(date_text(0.5, DateUnit::days), "1970-01-01T12:00:00Z");
  EXPECT_EQ(date_text(86'399, DateUnit::seconds), "1970-01-01T23:59:59Z");
  EXPECT_EQ(date_text(1e300, DateUnit::seconds), "");
}

TEST(DateForm, PatternsReadBack) {
  for (const char* pattern : {"yyyy-mm-dd", "dd.mm.yyyy", "mm/dd/yyyy", "dd-mm-yyyy", "dd.mm.yy", "yy-mm-dd"}) {
    const auto form = parse_pattern(pattern);
    ASSERT_TRUE(form) << pattern;
    EXPECT_EQ(pattern_of(*form), pattern);
  }
  EXPECT_EQ(parse_pattern("y-mm-dd"), std::nullopt);
}

TEST(DateScan, FindsTheOneFormOfAllTexts) {
  EXPECT_THAT(patterns({"2026-11-17", "2026-01-02"}), ElementsAre("yyyy-mm-dd days"));
  EXPECT_THAT(patterns({"2026-11-17", "2026-01-02T10:00Z"}), ElementsAre("yyyy-mm-dd seconds"));
  EXPECT_THAT(patterns({"01/02/2026", "17/11/2026"}), ElementsAre("dd/mm/yyyy days"));
  EXPECT_THAT(patterns({"01/02/2026", "11/17/2026 8:59 AM"}), ElementsAre("mm/dd/yyyy seconds"));
}

TEST(DateScan, TellsWhenDayAndMonthCouldChangePlaces) {
  EXPECT_THAT(patterns({"01/02/2026", "03/04/2026"}), ElementsAre("dd/mm/yyyy days", "mm/dd/yyyy days"));
  EXPECT_THAT(patterns({"01.02.2026", "03.04.2026"}), ElementsAre("dd.mm.yyyy days")) << "dots are never American";
}

TEST(DateScan, FindsNothingInOtherTexts) {
  EXPECT_THAT(patterns({}), IsEmpty());
  EXPECT_THAT(patterns({"2026-11-17", "soon"}), IsEmpty());
  EXPECT_THAT(patterns({"17/11/2026", "11/17/2026"}), IsEmpty());
  EXPECT_THAT(patterns({"2026-11-17", "17.11.2026"}), IsEmpty());
  EXPECT_THAT(patterns({"2026-11-17", "2026/11/17"}), IsEmpty());
}

}  // namespace
}  // namespace espalier::test::date_form_test
