// Reads a schema file; docs/data.md describes the format.
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "data/rare_words.hpp"
#include "data/schema.hpp"
#include "support/files.hpp"
#include "support/json_fields.hpp"
#include "support/text.hpp"

namespace espalier {
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

SchemaOverrides read_schema_file(const std::string& path) {
  const std::string text = read_file(path);
  const JsonDocument document = parse_json(text, display_name(path));
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

}  // namespace espalier
