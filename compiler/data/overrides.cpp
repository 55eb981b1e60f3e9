#include "data/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "data/categories.hpp"
#include "data/faults.hpp"
#include "data/schema.hpp"
#include "support/files.hpp"
#include "support/json_document.hpp"
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
  // Names may hold an equals sign; the lowest level does not.
  const std::size_t equals = argument.substr(0, argument.find('<')).rfind('=');
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

// Reads a schema file; docs/data.md describes the format.

namespace {

constexpr std::array<std::string_view, 3> kKeys = {"columns", "missing", "rare_words"};
constexpr std::array<std::string_view, 4> kKinds = {"numeric", "categorical", "ignore", "date"};
constexpr std::array<std::string_view, 3> kDetailKeys = {"ordinal", "date", "rare_words"};
constexpr const char* kLevelsHint = R"(write {"ordinal": ["low", "high"]}, lowest first)";

std::vector<std::string> read_levels(const JsonDocument& document, std::size_t entry) {
  std::set<std::string> seen;
  std::vector<std::string> levels = read_array(document, entry, [&](const JsonDocument&, std::size_t item) {
    std::string level = read_string(document, item);
    if (level.empty()) refuse(document, item, "a level is empty", "an empty cell is a missing value");
    if (!seen.insert(level).second) refuse(document, item, "the level " + in_quotes(level) + " is repeated");
    return level;
  });
  if (levels.size() < 2) refuse(document, entry, "an ordinal column needs at least two levels", kLevelsHint);
  return levels;
}

SchemaOverrides::RareWords read_rare_words(const JsonDocument& document, std::size_t entry, std::string column) {
  return {std::move(column), static_cast<std::size_t>(read_whole(document, entry, kMostRareRows))};
}

// One of the things that take more than a word.
void read_detail(const JsonDocument& document, const std::string& column, std::size_t object,
                 SchemaOverrides& overrides) {
  const Fields fields(document, object);
  fields.allow_only(kDetailKeys);
  std::optional<std::size_t> first;
  for (const std::string_view key : kDetailKeys) {
    const auto found = fields.find(key);
    if (found && first) refuse(document, *found, "a column is levels, dates or words, not several of these");
    if (!first) first = found;
  }
  if (const auto date = fields.find("date")) {
    const auto form = parse_pattern(read_string(document, *date));
    if (!form) refuse(document, *date, "this is not a form of dates", R"(write {"date": "dd.mm.yyyy"})");
    overrides.date.push_back({column, form});
  } else if (const auto rare = fields.find("rare_words")) {
    overrides.categorical.push_back(column);
    overrides.rare_words.push_back(read_rare_words(document, *rare, column));
  } else {
    overrides.ordinal.push_back({column, read_levels(document, fields.at("ordinal"))});
  }
}

void read_column(const JsonDocument& document, std::size_t key, std::size_t value, SchemaOverrides& overrides) {
  const std::string column(text_of(document, key));
  if (document.entries[value].kind == JsonKind::object) return read_detail(document, column, value, overrides);
  if (text_of(document, value) == "ordinal") refuse(document, value, "an ordinal column needs its levels", kLevelsHint);
  std::vector<std::string>* const lists[] = {&overrides.numeric, &overrides.categorical, &overrides.ignore};
  const std::size_t kind = read_choice(document, value, kKinds);
  if (kind == std::size(lists)) {
    overrides.date.push_back({column, std::nullopt});
  } else {
    lists[kind]->push_back(column);
  }
}

}  // namespace

SchemaOverrides parse_schema(std::string_view text, const std::string& name) {
  const JsonDocument document = parse_json(text, name);
  const Fields root(document, 0);
  root.allow_only(kKeys);
  SchemaOverrides overrides;
  if (const auto columns = root.find("columns")) {
    const Fields checked(document, *columns);  // refuses what is not an object
    for_each_member(document, *columns,
                    [&](std::size_t key, std::size_t value) { read_column(document, key, value, overrides); });
  }
  if (const auto missing = root.find("missing")) overrides.missing_tokens = read_array(document, *missing, read_string);
  if (const auto rare = root.find("rare_words")) overrides.rare_words.push_back(read_rare_words(document, *rare, ""));
  return overrides;
}

SchemaOverrides read_schema_file(const std::string& path) {
  return parse_schema(read_file(path), display_name(path));
}

}  // namespace espalier
