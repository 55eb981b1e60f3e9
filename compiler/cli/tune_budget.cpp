#include "cli/tune_budget.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "cli/option_values.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kFewestTrials = 2;  // the options as they are given, and another one
constexpr std::size_t kMostTrials = 10'000;
constexpr std::size_t kTrialsInTime = 1'000;  // more configurations than anybody needs
constexpr double kLongest = 7 * 86'400;
constexpr const char* kExamples = "for example --budget 200 for 200 trials, or --budget 60s, 5m or 2h for a time";

std::optional<double> unit_seconds(char unit) {
  switch (unit) {
    case 's': return 1;
    case 'm': return 60;
    case 'h': return 3600;
    default: return std::nullopt;
  }
}

TuneBudget parse_time(const std::string& given, double unit) {
  const auto number = parse_number(std::string_view(given).substr(0, given.size() - 1));
  if (!number) usage(fmt::format("--budget {}: expected a number of trials, or a time", in_quotes(given)), kExamples);
  const double seconds = *number * unit;
  if (!(seconds > 0)) usage(fmt::format("--budget {}: there is no time to try anything", in_quotes(given)), kExamples);
  if (seconds > kLongest) {
    usage(fmt::format("--budget {}: expected a time of at most 168h, a week", in_quotes(given)), kExamples);
  }
  return {kTrialsInTime, seconds};
}

}  // namespace

TuneBudget parse_budget(const std::string& given) {
  if (const auto unit = given.empty() ? std::nullopt : unit_seconds(given.back())) return parse_time(given, *unit);
  std::size_t trials = 0;
  const char* const end = given.data() + given.size();
  const auto [stop, error] = std::from_chars(given.data(), end, trials);
  const bool whole = !given.empty() && stop == end && error != std::errc::invalid_argument;
  if (!whole) usage(fmt::format("--budget {}: expected a number of trials, or a time", in_quotes(given)), kExamples);
  if (trials < kFewestTrials) {
    usage(fmt::format("--budget {}: the first trial is the options as they are given, so that at least {} are needed",
                      in_quotes(given), kFewestTrials),
          kExamples);
  }
  if (error != std::errc() || trials > kMostTrials) {
    usage(fmt::format("--budget {}: expected at most {} trials", in_quotes(given), grouped(kMostTrials)), kExamples);
  }
  return {trials, std::nullopt};
}

double BudgetClock::spent() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::function<double()> BudgetClock::first_part(double share) const {
  if (!seconds_) return {};
  return [this, share] { return spent() / (share * *seconds_); };
}

std::function<double()> BudgetClock::rest() const {
  if (!seconds_) return {};
  return [this] { return spent() < *seconds_ ? 0.0 : 1.0; };
}

}  // namespace espalier::cli
