#include "data/leaks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/faults.hpp"
#include "support/mapped_file.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kFewestRowsForLeaks = 50;
constexpr std::size_t kFewestOfValue = 5;  // rows of a value, for its class to be more than chance
constexpr double kRight = 0.99;            // share of the rows
constexpr double kErrorsLeft = 0.1;        // of those of the most frequent class
constexpr double kExplained = 0.999;       // share of the variance
constexpr std::size_t kMostLeaks = 3;      // more: the problem is easy
constexpr std::size_t kRowsTried = 500;    // rows that decide whether all are looked at
constexpr double kRightInSample = 0.96;
constexpr double kExplainedInSample = 0.99;
constexpr std::size_t kMostCounts = 10'000'000;  // of values and classes

using ClassCounts = std::vector<std::size_t>;

std::size_t most_of(const ClassCounts& counts) {
  return *std::max_element(counts.begin(), counts.end());
}

ClassCounts count_classes(const Dataset& data) {
  ClassCounts counts(data.labels.size());
  for (const std::uint32_t label : data.classes) ++counts[label];
  return counts;
}

// Every step-th row.
struct Rows {
  std::size_t count;  // of all
  std::size_t step;
  std::size_t taken() const { return (count + step - 1) / step; }
};

// Rows that are right if each value, missing among them, is answered with its most frequent class.
std::size_t right_by_value(const Dataset& data, const FeatureColumn& feature, Rows rows, std::size_t least) {
  const std::size_t classes = data.labels.size();
  const std::size_t missing = feature.categories.size();
  std::vector<std::size_t> counts((missing + 1) * classes);
  for (std::size_t row = 0; row < rows.count; row += rows.step) {
    const double value = feature.values[row];
    ++counts[(std::isnan(value) ? missing : static_cast<std::size_t>(value)) * classes + data.classes[row]];
  }
  std::size_t right = 0;
  for (std::size_t value = 0; value <= missing; ++value) {
    const auto* const begin = counts.data() + value * classes;
    if (std::accumulate(begin, begin + classes, std::size_t{0}) >= least)
      right += *std::max_element(begin, begin + classes);
  }
  return right;
}

// The same for the best cut, with a class for each side and one for missing values; and for a class for each number,
// where numbers come back: of a sample, where there are at most half as many as rows.
std::size_t right_by_number(const Dataset& data, const FeatureColumn& feature, Rows rows, std::size_t least) {
  std::vector<std::pair<double, std::uint32_t>> known;
  known.reserve(rows.taken());
  ClassCounts missing(data.labels.size());
  ClassCounts above(data.labels.size());
  for (std::size_t row = 0; row < rows.count; row += rows.step) {
    const std::uint32_t label = data.classes[row];
    if (std::isnan(feature.values[row])) {
      ++missing[label];
    } else {
      known.emplace_back(feature.values[row], label);
      ++above[label];
    }
  }
  std::sort(known.begin(), known.end());
  ClassCounts below(data.labels.size());
  ClassCounts here(data.labels.size());
  std::size_t best = most_of(above);
  std::size_t by_value = 0;
  std::size_t values = 0;
  std::size_t most_below = 0;
  for (std::size_t i = 0; i < known.size();) {
    const double value = known[i].first;
    const std::size_t begin = i;
    std::fill(here.begin(), here.end(), 0);
    ++values;
    for (; i < known.size() && known[i].first == value; ++i) {
      most_below = std::max(most_below, ++below[known[i].second]);
      --above[known[i].second];
      ++here[known[i].second];
    }
    best = std::max(best, most_below + most_of(above));
    if (i - begin >= least) by_value += most_of(here);
  }
  if (least == 1 && 2 * values > known.size()) by_value = 0;  // each of them would be right by itself
  return std::max(best, by_value) + most_of(missing);
}

// Whether so many values have few rows that a high score would say nothing, or counting would take too much memory.
bool has_too_many_values(const Dataset& data, const FeatureColumn& feature) {
  const std::size_t values = feature.categories.size();
  const std::size_t most = data.rows() / kFewestOfValue + data.rows() / 50;
  return values > most || values * data.labels.size() > kMostCounts;
}

double share_right(const Dataset& data, const FeatureColumn& feature, std::size_t step) {
  const Rows rows{data.rows(), step};
  const std::size_t least = step == 1 ? kFewestOfValue : 1;  // a sample has fewer of each
  const std::size_t right = feature.kind == ColumnKind::numeric ? right_by_number(data, feature, rows, least)
                                                                : right_by_value(data, feature, rows, least);
  return static_cast<double>(right) / static_cast<double>(rows.taken());
}

std::optional<double> leak_of_classes(const Dataset& data, const FeatureColumn& feature, double most_frequent) {
  if (feature.kind != ColumnKind::numeric && has_too_many_values(data, feature)) return std::nullopt;
  const std::size_t step = data.rows() / kRowsTried + 1;
  if (step > 1 && share_right(data, feature, step) < kRightInSample) return std::nullopt;
  const double right = share_right(data, feature, 1);
  const bool leaks = right >= kRight && 1 - right <= kErrorsLeft * (1 - most_frequent);
  return leaks ? std::optional(right) : std::nullopt;
}

// The share of the target's variance that a straight line over the column explains, if it is known in all rows.
double explained(const Dataset& data, const FeatureColumn& feature, Rows rows) {
  const auto n = static_cast<double>(rows.taken());
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t row = 0; row < rows.count; row += rows.step) {
    mean_x += feature.values[row] / n;
    mean_y += data.targets[row] / n;
  }
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (std::size_t row = 0; row < rows.count; row += rows.step) {
    const double x = feature.values[row] - mean_x;
    const double y = data.targets[row] - mean_y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const double share = xy / xx * (xy / yy);
  return std::isfinite(share) ? share : 0;
}

std::optional<double> leak_of_numbers(const Dataset& data, const FeatureColumn& feature) {
  if (feature.kind != ColumnKind::numeric) return std::nullopt;
  const std::size_t step = data.rows() / kRowsTried + 1;
  if (step > 1 && explained(data, feature, {data.rows(), step}) < kExplainedInSample) return std::nullopt;
  const double share = explained(data, feature, {data.rows(), 1});
  return share >= kExplained ? std::optional(share) : std::nullopt;
}

struct Leak {
  std::string column;
  double share;
};

std::vector<Leak> find_leaks(const Dataset& data) {
  std::vector<Leak> leaks;
  const bool classes = data.task == Task::classification;
  const double most_frequent =
      classes ? static_cast<double>(most_of(count_classes(data))) / static_cast<double>(data.rows()) : 0;
  if (most_frequent == 1) return leaks;
  for (const FeatureColumn& feature : data.features) {
    const auto share = classes ? leak_of_classes(data, feature, most_frequent) : leak_of_numbers(data, feature);
    if (share) leaks.push_back({feature.name, *share});
    drop_pages_of(feature.values);  // even a sample touches most of them
  }
  return leaks;
}

// Rounded down: what is not everything does not read as 100 %.
std::string percent_rounded_down(double share) {
  return fmt::format("{:.1f} %", std::floor(share * 1000 + 1e-6) / 10);
}

}  // namespace

void warn_of_leaks(const Table& table, const Dataset& data, Warnings& warnings) {
  if (data.rows() < kFewestRowsForLeaks) return;
  const std::vector<Leak> leaks = find_leaks(data);
  if (leaks.size() > kMostLeaks || 2 * leaks.size() > data.features.size()) return;
  for (const Leak& leak : leaks) {
    const auto place = std::find(table.column_names.begin(), table.column_names.end(), leak.column);
    const auto column = static_cast<std::size_t>(place - table.column_names.begin());
    const std::string message =
        data.task == Task::classification
            ? fmt::format("column {} alone tells {} of {} right: a possible leak of the target", in_quotes(leak.column),
                          percent_rounded_down(leak.share), in_quotes(data.target))
            : fmt::format("column {} alone explains {} of the variance of {}: a possible leak of the target",
                          in_quotes(leak.column), percent_rounded_down(leak.share), in_quotes(data.target));
    warn_in_group(
        warnings, "possible leaks", message,
        fmt::format("use {} if it is not known when the answer is wanted", option_text("--ignore", leak.column)),
        [&] { return table.where_name(column); });
  }
}

}  // namespace espalier
