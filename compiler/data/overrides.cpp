#include "data/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <unordered_map>
#include <utility>

#include "data/cell_faults.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::string_view kOrdinalForm = "write it as --ordinal COL=low<medium<high, in quotes for the shell";

class Resolver {
 public:
  explicit Resolver(const Table& table) : table_(table), resolved_(table.columns()) {
    for (std::size_t i = 0; i < table.columns(); ++i) column_of_.emplace(table.column_names[i], i);
  }

  void add(const std::string& name, ColumnOverride said) {
    const auto found = column_of_.find(name);
    if (found == column_of_.end()) throw no_such_column(table_, name);
    std::optional<ColumnOverride>& slot = resolved_[found->second];
    if (slot && *slot != said) throw contradiction(name, *slot, said);
    slot = std::move(said);
  }

  std::vector<std::optional<ColumnOverride>> take() { return std::move(resolved_); }

 private:
  static Diagnostic contradiction(const std::string& name, const ColumnOverride& one, const ColumnOverride& other) {
    if (one.date && other.date) {
      return Diagnostic(ExitCode::usage, fmt::format("column {} is given two forms of dates", in_quotes(name)),
                        "keep one of them");
    }
    if (one.kind == other.kind && !one.date && !other.date) {
      return Diagnostic(ExitCode::usage, fmt::format("column {} is given two lists of levels", in_quotes(name)),
                        "keep one of them");
    }
    return Diagnostic(
        ExitCode::usage,
        fmt::format("column {} is said to be both {} and {}", in_quotes(name), kind_word(one), kind_word(other)),
        "keep one of the two options");
  }

  static std::string_view kind_word(const ColumnOverride& said) { return said.date ? "dates" : to_string(said.kind); }

  const Table& table_;
  std::vector<std::optional<ColumnOverride>> resolved_;
  std::unordered_map<std::string_view, std::size_t> column_of_;
};

std::set<std::string> columns_named(const SchemaOverrides& overrides) {
  std::set<std::string> names;
  for (const auto* list : {&overrides.numeric, &overrides.categorical, &overrides.ignore}) {
    names.insert(list->begin(), list->end());
  }
  for (const auto& ordinal : overrides.ordinal) names.insert(ordinal.column);
  for (const auto& date : overrides.date) names.insert(date.column);
  for (const auto& nominal : overrides.nominal) names.insert(nominal.column);
  return names;
}

}  // namespace

std::vector<std::optional<ColumnOverride>> resolve(const SchemaOverrides& overrides, const Table& table) {
  Resolver resolver(table);
  for (const auto& name : overrides.numeric) resolver.add(name, {ColumnKind::numeric, {}, {}});
  for (const auto& name : overrides.categorical) resolver.add(name, {ColumnKind::categorical, {}, {}});
  for (const auto& name : overrides.ignore) resolver.add(name, {ColumnKind::ignored, {}, {}});
  for (const auto& date : overrides.date) resolver.add(date.column, {ColumnKind::numeric, {}, date});
  for (const auto& nominal : overrides.nominal) {
    resolver.add(nominal.column, {ColumnKind::categorical, nominal.values, {}});
  }
  for (const auto& ordinal : overrides.ordinal) {
    check_levels(ordinal);
    resolver.add(ordinal.column, {ColumnKind::ordinal, ordinal.levels, {}});
  }
  return resolver.take();
}

void check_levels(const SchemaOverrides::Ordinal& ordinal) {
  const auto fail = [&](const std::string& what) {
    throw Diagnostic(ExitCode::usage, fmt::format("ordinal column {} {}", in_quotes(ordinal.column), what),
                     std::string(kOrdinalForm));
  };
  if (ordinal.levels.size() < 2) fail("needs at least two levels");
  std::set<std::string_view> seen;
  for (const std::string& level : ordinal.levels) {
    if (level.empty()) fail("has an empty level");
    if (!seen.insert(level).second) fail("has the level " + in_quotes(level) + " twice");
  }
}

SchemaOverrides merge(SchemaOverrides earlier, const SchemaOverrides& later) {
  const std::set<std::string> overruled = columns_named(later);
  const auto overrule = [&](std::vector<std::string>& list, const std::vector<std::string>& more) {
    std::erase_if(list, [&](const std::string& name) { return overruled.contains(name); });
    list.insert(list.end(), more.begin(), more.end());
  };
  overrule(earlier.numeric, later.numeric);
  overrule(earlier.categorical, later.categorical);
  overrule(earlier.ignore, later.ignore);
  const auto overrule_lists = [&](auto& lists, const auto& more) {
    std::erase_if(lists, [&](const auto& list) { return overruled.contains(list.column); });
    lists.insert(lists.end(), more.begin(), more.end());
  };
  overrule_lists(earlier.date, later.date);
  overrule_lists(earlier.ordinal, later.ordinal);
  overrule_lists(earlier.nominal, later.nominal);
  overrule_lists(earlier.rare_words, later.rare_words);
  if (later.missing_tokens) earlier.missing_tokens = later.missing_tokens;
  return earlier;
}

SchemaOverrides::Date parse_date_option(std::string_view argument) {
  // Names may hold an equals sign; forms do not.
  const std::size_t equals = argument.rfind('=');
  SchemaOverrides::Date date;
  date.column = trim(argument.substr(0, equals));
  if (equals == std::string_view::npos) return date;
  const std::string_view pattern = trim(argument.substr(equals + 1));
  date.form = parse_pattern(pattern);
  if (!date.form) {
    throw Diagnostic(
        ExitCode::usage, fmt::format("{} is not a form of dates", in_quotes(pattern)),
        "write it as --date COL=dd.mm.yyyy; the forms are yyyy-mm-dd, dd-mm-yyyy and mm-dd-yyyy, with -, / "
        "or . between them, and yy for years of two digits");
  }
  return date;
}

SchemaOverrides::Ordinal parse_ordinal(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos || trim(argument.substr(0, equals)).empty()) {
    throw Diagnostic(ExitCode::usage, fmt::format("expected COL=low<medium<high, found {}", in_quotes(argument)),
                     std::string(kOrdinalForm));
  }
  SchemaOverrides::Ordinal ordinal;
  ordinal.column = trim(argument.substr(0, equals));
  std::string_view rest = argument.substr(equals + 1);
  for (;;) {
    const std::size_t less = rest.find('<');
    ordinal.levels.emplace_back(trim(rest.substr(0, less)));
    if (less == std::string_view::npos) break;
    rest.remove_prefix(less + 1);
  }
  check_levels(ordinal);
  return ordinal;
}

}  // namespace espalier
