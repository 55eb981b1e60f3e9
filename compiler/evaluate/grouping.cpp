#include "evaluate/grouping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/faults.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kRanges = 4;
constexpr const char* kCutsForm = "write cuts as --by age:25,40,60";

std::vector<std::string> divided(std::string_view list) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t comma = list.find(',');
    parts.emplace_back(trim(list.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    list.remove_prefix(comma + 1);
  }
}

std::optional<std::size_t> column_called(const Table& table, std::string_view name) {
  const auto found = std::find(table.column_names.begin(), table.column_names.end(), name);
  if (found == table.column_names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table.column_names.begin());
}

// The different values of the rows, ascending.
std::vector<double> values_of(const FeatureColumn& column, std::span<const std::size_t> rows) {
  std::vector<double> values;
  values.reserve(rows.size());
  for (const std::size_t row : rows) {
    if (!std::isnan(column.values[row])) values.push_back(column.values[row]);
  }
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<double> different_ones(std::vector<double> sorted) {
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  return sorted;
}

// Where the quarters of the values end, but for the last: ascending, each once.
std::vector<double> quarter_ends(const std::vector<double>& sorted) {
  std::vector<double> ends;
  for (std::size_t quarter = 1; quarter < kRanges; ++quarter) {
    const std::size_t rows = (quarter * sorted.size() + kRanges - 1) / kRanges;  // at least that share of them
    const double end = sorted[rows - 1];
    if (end < sorted.back() && (ends.empty() || ends.back() < end)) ends.push_back(end);
  }
  // Most rows have the largest value: they are told from the others.
  const auto largest = std::lower_bound(sorted.begin(), sorted.end(), sorted.back());
  if (ends.empty() && largest != sorted.begin()) ends.push_back(*(largest - 1));
  return ends;
}

std::string value_text(const FeatureColumn& column, double value) {
  if (!column.date) return shortest(value);
  const std::string text = date_text(value, column.date->unit);
  return text.empty() ? shortest(value) : text;
}

RowGroup range_group(const FeatureColumn& column, std::optional<double> above, std::optional<double> at_most) {
  RowGroup group;
  group.above = above;
  group.at_most = at_most;
  if (!above && !at_most) {
    group.name = "all";
  } else if (!above) {
    group.name = "at most " + value_text(column, *at_most);
  } else if (!at_most) {
    group.name = "above " + value_text(column, *above);
  } else {
    group.name = fmt::format("above {} to {}", value_text(column, *above), value_text(column, *at_most));
  }
  return group;
}

std::vector<RowGroup> ranges_between(const FeatureColumn& column, const std::vector<double>& cuts) {
  std::vector<RowGroup> groups;
  std::optional<double> above;
  for (const double cut : cuts) {
    groups.push_back(range_group(column, above, cut));
    above = cut;
  }
  groups.push_back(range_group(column, above, std::nullopt));
  return groups;
}

[[noreturn]] void refuse_many_groups(const FeatureColumn& column, std::size_t groups) {
  const bool numbers = column.kind == ColumnKind::numeric;
  throw Diagnostic(ExitCode::bad_input,
                   fmt::format("--by {} makes {} groups, and at most {} can be compared", printable(column.name),
                               grouped(groups), kMostGroups),
                   numbers ? "cut the column into fewer ranges"
                           : "group by another column, or add --rare-words N: words of fewer than N rows are one group "
                             "then");
}

// Renumbers the groups that some row has. Gives the names of the ranges that none has.
std::vector<std::string> keep_groups_of(std::span<const std::size_t> rows, Grouping& grouping) {
  std::vector<bool> used(grouping.groups.size());
  for (const std::size_t row : rows) used[grouping.of_row[row]] = true;
  std::vector<std::uint32_t> renumbered(used.size(), kNoGroup);
  std::vector<RowGroup> kept;
  std::vector<std::string> empty_ranges;
  for (std::size_t group = 0; group < used.size(); ++group) {
    const RowGroup& one = grouping.groups[group];
    if (!used[group] && (one.above || one.at_most)) empty_ranges.push_back(one.name);
    if (!used[group]) continue;
    renumbered[group] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(grouping.groups[group]));
  }
  for (std::uint32_t& group : grouping.of_row) group = renumbered[group];  // rows that do not count have none
  grouping.groups = std::move(kept);
  return empty_ranges;
}

}  // namespace

GroupedColumn find_grouped_column(const Table& table, std::string_view argument) {
  if (const auto column = column_called(table, argument)) return {*column, {}};
  for (std::size_t colon = argument.rfind(':'); colon != std::string_view::npos && colon > 0;
       colon = argument.rfind(':', colon - 1)) {
    const auto column = column_called(table, argument.substr(0, colon));
    if (!column) continue;
    std::vector<std::string> cuts = divided(argument.substr(colon + 1));
    if (std::find(cuts.begin(), cuts.end(), "") != cuts.end()) {
      throw Diagnostic(ExitCode::usage, fmt::format("--by {}: a cut is missing", in_quotes(argument)), kCutsForm);
    }
    return {*column, std::move(cuts)};
  }
  throw no_such_column(table, argument.substr(0, argument.find(':')));
}

std::vector<double> read_cuts(const FeatureColumn& column, std::span<const std::string> texts) {
  const std::string name = in_quotes(column.name);
  if (!texts.empty() && column.kind != ColumnKind::numeric) {
    throw Diagnostic(ExitCode::usage, fmt::format("--by: column {} holds words, which cannot be cut", name),
                     "leave the cuts out: each word is a group");
  }
  std::vector<double> cuts;
  for (const std::string& text : texts) {
    auto cut = column.date ? date_number(text, *column.date) : parse_number(text);
    if (!cut && column.date) cut = date_number(text, DateForm{DateOrder::year_first, '-', column.date->unit, false});
    if (!cut) {
      throw Diagnostic(ExitCode::usage,
                       fmt::format("--by: the cut {} of column {} is not a {}", in_quotes(text), name,
                                   column.date ? "date such as " + pattern_of(*column.date) : "number"),
                       kCutsForm);
    }
    if (!cuts.empty() && *cut <= cuts.back()) {
      throw Diagnostic(ExitCode::usage, fmt::format("--by: the cuts of column {} do not ascend at {}", name, text),
                       kCutsForm);
    }
    cuts.push_back(*cut + 0.0);
  }
  return cuts;
}

Grouping group_rows(const FeatureColumn& column, std::span<const std::size_t> rows, const std::vector<double>& cuts,
                    Warnings& warnings) {
  Grouping grouping;
  grouping.column = column.name;
  grouping.date = column.date;
  std::vector<double> ends = cuts;  // of the groups but the last: a value belongs to the first that it does not exceed
  if (column.kind != ColumnKind::numeric) {
    for (std::size_t i = 0; i < column.categories.size(); ++i) {
      grouping.groups.push_back({column.categories[i], false, {}, {}});
      if (i > 0) ends.push_back(static_cast<double>(i - 1));
    }
  } else if (const std::vector<double> sorted = values_of(column, rows); cuts.empty() && !sorted.empty()) {
    const std::vector<double> different = different_ones(sorted);
    if (different.size() <= kNumbersAsTheyAre) {
      for (const double value : different) grouping.groups.push_back({value_text(column, value), false, {}, {}});
      ends.assign(different.begin(), different.end() - 1);
    } else {
      ends = quarter_ends(sorted);
      grouping.groups = ranges_between(column, ends);
    }
  } else {
    grouping.groups = ranges_between(column, ends);
  }
  const auto missing = static_cast<std::uint32_t>(grouping.groups.size());
  grouping.groups.push_back({"(missing)", true, {}, {}});
  for (const double value : column.values) {
    const auto end = std::lower_bound(ends.begin(), ends.end(), value);
    grouping.of_row.push_back(std::isnan(value) ? missing : static_cast<std::uint32_t>(end - ends.begin()));
  }
  for (const std::string& range : keep_groups_of(rows, grouping)) {
    warnings.push_back({fmt::format("--by: no row has a value of {} that is {}", in_quotes(column.name), range),
                        "the range is left out", std::nullopt, "ranges without rows"});
  }
  if (grouping.groups.size() > kMostGroups) refuse_many_groups(column, grouping.groups.size());
  return grouping;
}

}  // namespace espalier
