#include "support/date_form.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "support/text.hpp"

namespace espalier {

namespace {

constexpr double kSecondsPerDay = 86'400;
constexpr std::string_view kSeparators = "-/.";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes a text apart from its beginning.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool at_digit() const { return !text_.empty() && is_digit(text_.front()); }
  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool take_word(std::string_view word) {
    if (text_.size() < word.size() || !equals_ignoring_case(text_.substr(0, word.size()), word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  // As many digits as there are, which must be in the range.
  std::optional<int> number(std::size_t least_digits, std::size_t most_digits) {
    std::size_t count = 0;
    int value = 0;
    while (count < text_.size() && count <= most_digits && is_digit(text_[count])) {
      value = value * 10 + (text_[count++] - '0');
    }
    if (count < least_digits || count > most_digits) return std::nullopt;
    text_.remove_prefix(count);
    return value;
  }
  // Digits after a decimal point.
  std::optional<double> fraction() {
    double value = 0;
    double unit = 0.1;
    if (!at_digit()) return std::nullopt;
    for (; at_digit(); text_.remove_prefix(1), unit /= 10) value += unit * (text_.front() - '0');
    return value;
  }

 private:
  std::string_view text_;
};

struct Moment {
  std::int64_t day = 0;  // since 1970-01-01
  double second = 0;     // of the day, in UTC: negative or more than a day where the zone moves it
  bool has_time = false;
};

// As POSIX reads %y.
int full_year(int of_century) {
  return of_century + (of_century < 69 ? 2000 : 1900);
}

std::optional<std::int64_t> read_day(Reader& reader, DateOrder order, char separator, bool short_year) {
  const std::size_t year_digits = short_year ? 2 : 4;
  std::array<std::optional<int>, 3> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0 && !reader.take(separator)) return std::nullopt;
    const bool year = i == (order == DateOrder::year_first ? 0U : 2U);
    parts[i] =
        year ? reader.number(year_digits, year_digits) : reader.number(order == DateOrder::year_first ? 2 : 1, 2);
    if (!parts[i]) return std::nullopt;
    if (year && short_year) parts[i] = full_year(*parts[i]);
  }
  const auto [first, second, third] = parts;
  const bool day_first = order == DateOrder::day_first;
  const std::chrono::year_month_day date =
      order == DateOrder::year_first
          ? std::chrono::year(*first) / *second / *third
          : std::chrono::year(*third) / (day_first ? *second : *first) / (day_first ? *first : *second);
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

// "+02:00", "-0530", "+02", in seconds.
std::optional<double> read_offset(Reader& reader, int sign) {
  const auto hours = reader.number(2, 4);
  if (!hours) return std::nullopt;
  int minutes = 0;
  int whole = *hours;
  if (*hours >= 100) {
    whole = *hours / 100;
    minutes = *hours % 100;
  } else if (reader.take(':')) {
    const auto given = reader.number(2, 2);
    if (!given) return std::nullopt;
    minutes = *given;
  }
  if (whole > 18 || minutes > 59) return std::nullopt;
  return sign * (whole * 3600.0 + minutes * 60.0);
}

std::optional<double> read_time(Reader& reader) {
  const auto hour = reader.number(1, 2);
  if (!hour || !reader.take(':')) return std::nullopt;
  const auto minute = reader.number(2, 2);
  if (!minute) return std::nullopt;
  int second = 0;
  double fraction = 0;
  if (reader.take(':')) {
    const auto given = reader.number(2, 2);
    if (!given) return std::nullopt;
    second = *given;
    if (reader.take('.') || reader.take(',')) {
      const auto digits = reader.fraction();
      if (!digits) return std::nullopt;
      fraction = *digits;
    }
  }
  if (*hour > 23 || *minute > 59 || second > 60) return std::nullopt;  // 60: a leap second
  int hours = *hour;
  Reader after = reader;
  after.take(' ');
  const bool morning = after.take_word("am");
  if (morning || after.take_word("pm")) {
    if (hours < 1 || hours > 12) return std::nullopt;
    hours = hours % 12 + (morning ? 0 : 12);
    reader = after;
  }
  double seconds = hours * 3600.0 + *minute * 60.0 + second + fraction;
  after = reader;
  after.take(' ');
  const bool plus = after.take('+');
  if (plus || after.take('-')) {
    const auto offset = read_offset(after, plus ? 1 : -1);
    if (!offset) return std::nullopt;
    seconds -= *offset;
    reader = after;
  } else if (after.take_word("utc") || after.take_word("z")) {
    reader = after;
  }
  return seconds;
}

std::optional<Moment> read_moment(std::string_view text, DateOrder order, char separator, bool short_year) {
  Reader reader(text);
  const auto day = read_day(reader, order, separator, short_year);
  if (!day) return std::nullopt;
  Moment moment{*day, 0, false};
  if (reader.done()) return moment;
  if (!reader.take('T') && !reader.take('t') && !reader.take(' ')) return std::nullopt;
  const auto second = read_time(reader);
  if (!second || !reader.done()) return std::nullopt;
  moment.second = *second;
  moment.has_time = true;
  return moment;
}

}  // namespace

std::string pattern_of(const DateForm& form) {
  const char s = form.separator;
  const std::string_view year = form.short_year ? "yy" : "yyyy";
  switch (form.order) {
    case DateOrder::year_first: return fmt::format("{}{}mm{}dd", year, s, s);
    case DateOrder::day_first: return fmt::format("dd{}mm{}{}", s, s, year);
    case DateOrder::month_first: break;
  }
  return fmt::format("mm{}dd{}{}", s, s, year);
}

std::optional<DateForm> parse_pattern(std::string_view pattern) {
  for (const DateOrder order : {DateOrder::year_first, DateOrder::day_first, DateOrder::month_first}) {
    for (const char separator : kSeparators) {
      for (const bool short_year : {false, true}) {
        const DateForm form{order, separator, DateUnit::days, short_year};
        if (equals_ignoring_case(pattern_of(form), pattern)) return form;
      }
    }
  }
  return std::nullopt;
}

std::optional<double> date_number(std::string_view text, const DateForm& form) {
  const auto moment = read_moment(text, form.order, form.separator, form.short_year);
  if (!moment) return std::nullopt;
  const auto days = static_cast<double>(moment->day);
  return form.unit == DateUnit::days ? days + moment->second / kSecondsPerDay : days * kSecondsPerDay + moment->second;
}

std::string date_text(double value, DateUnit unit) {
  const double seconds = unit == DateUnit::days ? value * kSecondsPerDay : value;
  const double day = std::floor(seconds / kSecondsPerDay);
  constexpr double kFirstDay = -719'528;  // 0000-01-01
  constexpr double kLastDay = 2'932'896;  // 9999-12-31
  if (!(day >= kFirstDay && day <= kLastDay)) return "";
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(static_cast<int>(day)))};
  std::string text = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  const auto rest = static_cast<int>(std::floor(seconds - day * kSecondsPerDay));
  if (unit == DateUnit::days && rest == 0) return text;
  return text + fmt::format("T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60);
}

void DateScan::add(std::string_view text) {
  if (!possible_[0] && !possible_[1] && !possible_[2]) return;
  const std::size_t found = text.find_first_of(kSeparators);
  const char separator = found == std::string_view::npos ? '\0' : text[found];
  const bool same = separator != '\0' && (separator_ == '\0' || separator == separator_);
  separator_ = separator;
  for (const DateOrder order : {DateOrder::year_first, DateOrder::day_first, DateOrder::month_first}) {
    bool& possible = possible_[static_cast<std::size_t>(order)];
    if (!possible) continue;
    const auto moment = same ? read_moment(text, order, separator, short_years_) : std::nullopt;
    possible = moment.has_value();
    any_time_ = any_time_ || (moment && moment->has_time);
  }
}

std::vector<DateForm> DateScan::forms() const {
  std::vector<DateForm> forms;
  if (separator_ == '\0') return forms;
  for (const DateOrder order : {DateOrder::year_first, DateOrder::day_first, DateOrder::month_first}) {
    if (!possible_[static_cast<std::size_t>(order)]) continue;
    const bool day_first = possible_[static_cast<std::size_t>(DateOrder::day_first)];
    if (order == DateOrder::month_first && separator_ == '.' && day_first) continue;
    forms.push_back({order, separator_, any_time_ ? DateUnit::seconds : DateUnit::days, short_years_});
  }
  return forms;
}

}  // namespace espalier
