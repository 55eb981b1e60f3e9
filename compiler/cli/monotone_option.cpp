#include "cli/monotone_option.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "grow/monotone.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// All ways to read it: names may hold = and : themselves.
std::vector<MonotoneColumn> readings_of(const std::string& text) {
  std::vector<MonotoneColumn> readings;
  for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
    const std::string rest = text.substr(at + 1);
    if (at == 0 || rest.empty() || (rest[0] != '+' && rest[0] != '-')) continue;
    if (rest.size() == 2 || (rest.size() > 2 && rest[1] != ':')) continue;
    readings.push_back(
        {text.substr(0, at), rest[0] == '+' ? Direction::up : Direction::down, rest.size() > 2 ? rest.substr(2) : ""});
  }
  return readings;
}

}  // namespace

void MonotoneOption::add_to(OptionGroups& options) {
  options.group("Learning")
      .add_options()("monotone", list(&texts_, "COL=+|-"),
                     "the answer never falls (+) or never rises (-) where the numbers of the column rise and all else "
                     "stays: a number, or the probability of the second of two classes; COL=+:LABEL means that of "
                     "LABEL. 'espalier prove' proves it. May be repeated");
}

void MonotoneOption::check() const {
  for (const std::string& text : texts_) {
    if (!readings_of(text).empty()) continue;
    usage(fmt::format("--monotone {}: expected a column, = and + or -", in_quotes(text)),
          "for example --monotone income=+, or income=+:LABEL for the probability of that label");
  }
}

void MonotoneOption::apply(const Dataset& data, GrowOptions& grow) const {
  for (const std::string& text : texts_) {
    const std::vector<MonotoneColumn> readings = readings_of(text);
    const auto known = std::ranges::find_if(readings, [&](const MonotoneColumn& reading) {
      return std::ranges::find(data.features, reading.column, &FeatureColumn::name) != data.features.end();
    });
    grow.monotone.push_back(known != readings.end() ? *known : readings.front());
  }
  grow.monotone = checked_monotone(data, grow);
}

}  // namespace espalier::cli
