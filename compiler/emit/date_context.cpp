#include "emit/date_context.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr double kFarthestDay = 11'000'000;  // about 30,000 years

// The call that gives the number; empty if it has a fraction, or is too far away for the calendar.
std::string call_for(double value, DateUnit unit) {
  const double day_number = unit == DateUnit::days ? value : std::floor(value / kSecondsPerDay);
  if (value != std::trunc(value) || !(std::abs(day_number) < kFarthestDay)) return "";
  const auto whole = static_cast<std::int64_t>(value);
  const std::chrono::sys_days day{std::chrono::days(static_cast<int>(day_number))};
  const std::chrono::year_month_day date{day};
  const std::string of_day = fmt::format("{}, {}, {}", static_cast<int>(date.year()),
                                         static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  if (unit == DateUnit::days) return fmt::format("days_from_date({})", of_day);
  const std::int64_t second = whole - std::int64_t{day.time_since_epoch().count()} * kSecondsPerDay;
  return fmt::format("seconds_from_date_time({}, {}, {}, {})", of_day, second / 3600, second / 60 % 60, second % 60);
}

const std::optional<DateForm>& date_of(const Model& model, const Field& field) {
  return model.features[field.feature].date;
}

}  // namespace

bool has_dates(const Model& model, const std::vector<Field>& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& field) { return date_of(model, field).has_value(); });
}

json date_context(const Model& model, const std::vector<Field>& fields) {
  json context = {{"any", false}, {"days", false}, {"seconds", false}, {"witnesses", json::array()}};
  for (const Field& field : fields) {
    if (!date_of(model, field)) continue;
    const Feature& feature = model.features[field.feature];
    const DateUnit unit = feature.date->unit;
    context["any"] = true;
    context[unit == DateUnit::days ? "days" : "seconds"] = true;
    for (const double value : {feature.minimum, feature.maximum}) {
      const std::string call = call_for(value, unit);
      if (call.empty()) continue;
      context["witnesses"].push_back({{"call", call}, {"value", fmt::format("{}", static_cast<std::int64_t>(value))}});
    }
  }
  return context;
}

}  // namespace espalier
