#include "report/plot_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/number_text.hpp"

namespace espalier {
namespace {

// Rounding must not drop the tick at an end of the range.
constexpr double kSlack = 1e-9;
// Decimal powers that are written out; others get an exponent.
constexpr int kMostDecimals = 4;
constexpr int kMostDigits = 6;
// So many have room for 1, 2 and 5 each.
constexpr double kFewDecades = 2.4;

int exponent_of(double value) {
  return static_cast<int>(std::floor(std::log10(std::abs(value)) + kSlack));
}

// mantissa * 10^exponent, correctly rounded where it can be: 3 * 0.1 is not 0.3, 3 / 10 is.
double decimal(double mantissa, int exponent) {
  return exponent < 0 ? mantissa / std::pow(10.0, -exponent) : mantissa * std::pow(10.0, exponent);
}

// "1.20" to "1.2"
std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

struct TickStep {
  double mantissa;  // 1, 2 or 5
  int exponent;
};

// The largest step that makes at least so many; of 1, 2 and 5 the next one would make less than half.
TickStep round_step(double range, std::size_t wanted) {
  const double least = range / static_cast<double>(wanted);
  TickStep step{1, exponent_of(least)};
  for (const double mantissa : {1.0, 2.0, 5.0, 10.0}) {
    step.mantissa = mantissa;
    if (decimal(mantissa, step.exponent) >= least * (1 - kSlack)) break;
  }
  if (step.mantissa == 10) step = {1, step.exponent + 1};
  return step;
}

std::vector<Tick> ticks_in_steps(double low, double high, const TickStep& step) {
  const double size = decimal(step.mantissa, step.exponent);
  const double slack = kSlack * (high - low);
  std::vector<Tick> ticks;
  for (double i = std::ceil((low - slack) / size); decimal(i * step.mantissa, step.exponent) <= high + slack; ++i) {
    const double value = decimal(i * step.mantissa, step.exponent) + 0.0;  // no -0
    const bool written_out = step.exponent >= -kMostDecimals && std::abs(value) < std::pow(10.0, kMostDigits);
    ticks.push_back({value, written_out ? fixed(value, std::max(0, -step.exponent)) : axis_number(value)});
  }
  return ticks;
}

std::vector<Tick> decade_ticks(int first, int last, int every, double low, double high) {
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    const bool labelled = exponent % every == 0;
    for (int mantissa = 1; mantissa <= (every == 1 ? 9 : 1); ++mantissa) {
      const double value = decimal(mantissa, exponent);
      if (value < low * (1 - kSlack) || value > high * (1 + kSlack)) continue;
      ticks.push_back({value, labelled && mantissa == 1 ? axis_number(value) : ""});
    }
  }
  return ticks;
}

std::vector<Tick> one_two_five_ticks(int first, int last, double low, double high) {
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    for (const double mantissa : {1.0, 2.0, 5.0}) {
      const double value = decimal(mantissa, exponent);
      if (value < low * (1 - kSlack) || value > high * (1 + kSlack)) continue;
      ticks.push_back({value, axis_number(value)});
    }
  }
  return ticks;
}

}  // namespace

double Axis::at(double value) const {
  if (high == low) return (from + to) / 2;
  const double share = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return from + share * (to - from);
}

std::vector<Tick> linear_ticks(double low, double high, std::size_t wanted) {
  return ticks_in_steps(low, high, round_step(high - low, wanted));
}

std::vector<Tick> whole_ticks(double low, double high, std::size_t wanted) {
  const TickStep step = round_step(std::max(high - low, 1.0), wanted);
  std::vector<Tick> ticks = ticks_in_steps(low, high, step.exponent < 0 ? TickStep{1, 0} : step);
  if (ticks.empty() || ticks.front().value > low) ticks.insert(ticks.begin(), {low, axis_number(low)});
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, std::size_t most) {
  const int first = exponent_of(low);
  const int last = exponent_of(high);
  const double decades = std::log10(high / low);
  if (decades >= kFewDecades) {
    const int every = 1 + static_cast<int>(decades) / static_cast<int>(most);
    return decade_ticks(first, last, every, low, high);
  }
  std::vector<Tick> ticks = one_two_five_ticks(first, last, low, high);
  return ticks.size() < 3 ? linear_ticks(low, high, 3) : ticks;
}

std::string axis_number(double value) {
  if (value == 0) return "0";
  const std::string rounded = fmt::format("{:.2e}", value);  // "1.23e-04"
  const std::size_t e = rounded.find('e');
  const int exponent = std::stoi(rounded.substr(e + 1));
  if (exponent < -kMostDecimals || exponent >= kMostDigits) {
    return without_zeros(rounded.substr(0, e)) + "e" + std::to_string(exponent);
  }
  return without_zeros(fixed(value, std::max(0, 2 - exponent)));
}

}  // namespace espalier
