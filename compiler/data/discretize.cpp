#include "data/discretize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <tuple>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kFewestIntervals = 2;
constexpr std::size_t kMostIntervals = 1000;
constexpr double kDefaultSignificance = 0.05;

[[noreturn]] void refuse(std::string_view text, const std::string& message, std::string hint) {
  throw Diagnostic(ExitCode::usage, fmt::format("discretisation {}: {}", in_quotes(text), message), std::move(hint));
}

Discretizer parse_method(std::string_view text, std::string_view name) {
  if (const auto method = parse_name<Discretizer>(name)) return *method;
  const std::vector<std::string> known(kNames<Discretizer>.begin(), kNames<Discretizer>.end());
  refuse(text, "expected none, equal-width:K, equal-frequency:K, mdlp or chimerge", did_you_mean(name, known));
}

std::size_t parse_intervals(std::string_view text, Discretizer method, std::optional<std::string_view> argument) {
  std::size_t intervals = 0;
  if (argument) {
    const char* const end = argument->data() + argument->size();
    const auto [stopped, error] = std::from_chars(argument->data(), end, intervals);
    if (error != std::errc{} || stopped != end) intervals = 0;
  }
  if (intervals < kFewestIntervals || intervals > kMostIntervals) {
    refuse(text, fmt::format("expected a number of intervals from {} to {}", kFewestIntervals, kMostIntervals),
           fmt::format("for example {}:10", to_string(method)));
  }
  return intervals;
}

double parse_significance(std::string_view text, std::string_view argument) {
  const auto significance = parse_number(argument);
  if (significance && *significance > 0 && *significance < 1) return *significance;
  refuse(text, "expected a significance level between 0 and 1", "for example chimerge:0.05; a lower one cuts less");
}

void refuse_regression(const Dataset& data, Discretizer method) {
  if (data.task == Task::classification) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("{} looks at the classes, but {} is predicted as a number", to_string(method),
                               in_quotes(data.target)),
                   "use equal-frequency:10 or equal-width:10");
}

std::vector<std::size_t> cuts(const ValueBlocks& blocks, const Discretization& discretization) {
  switch (discretization.method) {
    case Discretizer::equal_width: return equal_width_cuts(blocks, discretization.intervals);
    case Discretizer::equal_frequency: return equal_frequency_cuts(blocks, discretization.intervals);
    case Discretizer::mdlp: return mdlp_cuts(blocks);
    case Discretizer::chimerge: return chimerge_cuts(blocks, discretization.significance);
    case Discretizer::none: break;
  }
  return {};
}

}  // namespace

Discretization parse_discretization(std::string_view text) {
  const std::size_t colon = text.find(':');
  std::optional<std::string_view> argument;
  if (colon != std::string_view::npos) argument = text.substr(colon + 1);
  Discretization parsed;
  parsed.method = parse_method(text, text.substr(0, colon));
  switch (parsed.method) {
    case Discretizer::equal_width:
    case Discretizer::equal_frequency: parsed.intervals = parse_intervals(text, parsed.method, argument); break;
    case Discretizer::chimerge:
      parsed.significance = argument ? parse_significance(text, *argument) : kDefaultSignificance;
      break;
    case Discretizer::none:
    case Discretizer::mdlp:
      if (argument) refuse(text, fmt::format("{} takes no figure", to_string(parsed.method)), "leave out the colon");
      break;
  }
  return parsed;
}

std::string to_string(const Discretization& discretization) {
  std::string name(to_string(discretization.method));
  if (discretization.intervals > 0) return fmt::format("{}:{}", name, discretization.intervals);
  if (discretization.significance > 0) return name + ":" + shortest(discretization.significance);
  return name;
}

std::vector<ValueGap> cut_gaps(const FeatureColumn& column, const Dataset& data, const Discretization& discretization) {
  const bool needs_classes =
      discretization.method == Discretizer::mdlp || discretization.method == Discretizer::chimerge;
  if (needs_classes) refuse_regression(data, discretization.method);
  const ValueBlocks blocks = value_blocks(column, data);
  std::vector<ValueGap> gaps;
  if (blocks.size() < 2) return gaps;
  for (const std::size_t cut : cuts(blocks, discretization))
    gaps.push_back({blocks.values[cut], blocks.values[cut + 1]});
  return gaps;
}

namespace {

// Rows are sorted by all three: equal rows are added up in the order of their weights, whatever order they came in.
using Row = std::tuple<double, std::uint32_t, double>;  // value, class, weight

std::vector<Row> sorted_rows(const FeatureColumn& column, const Dataset& data) {
  std::vector<Row> rows;
  rows.reserve(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    if (std::isnan(column.values[row])) continue;
    rows.emplace_back(column.values[row], data.task == Task::classification ? data.classes[row] : 0,
                      data.weights.empty() ? 1.0 : data.weights[row]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

ValueBlocks value_blocks(const FeatureColumn& column, const Dataset& data) {
  ValueBlocks blocks;
  blocks.labels = data.labels.size();
  const bool classes = data.task == Task::classification;
  for (const auto& [value, label, weight] : sorted_rows(column, data)) {
    const bool new_value = blocks.values.empty() || blocks.values.back() != value;
    if (new_value) {
      blocks.values.push_back(value);
      blocks.weights.push_back(0);
      blocks.begins.push_back(blocks.classes.size());
    }
    blocks.weights.back() += weight;
    if (!classes) continue;
    if (new_value || blocks.classes.back().label != label) blocks.classes.push_back({label, 0});
    blocks.classes.back().weight += weight;
  }
  blocks.begins.push_back(blocks.classes.size());
  return blocks;
}

}  // namespace espalier
