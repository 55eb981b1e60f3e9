// Reads a schema file; docs/data.md describes the format.
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "data/schema.hpp"
#include "support/files.hpp"
#include "support/json_fields.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::array<std::string_view, 2> kKeys = {"columns", "missing"};
constexpr std::array<std::string_view, 4> kKinds = {"numeric", "categorical", "ignore", "date"};
constexpr std::array<std::string_view, 2> kDetailKeys = {"ordinal", "date"};
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

void read_column(const JsonDocument& document, std::size_t key, std::size_t value, SchemaOverrides& overrides) {
  const std::string column(text_of(document, key));
  if (document.entries[value].kind == JsonKind::object) {
    const Fields fields(document, value);
    fields.allow_only(kDetailKeys);
    if (const auto date = fields.find("date")) {
      if (const auto ordinal = fields.find("ordinal"))
        refuse(document, *ordinal, "a column is dates or levels, not both");
      const auto form = parse_pattern(read_string(document, *date));
      if (!form) refuse(document, *date, "this is not a form of dates", R"(write {"date": "dd.mm.yyyy"})");
      overrides.date.push_back({column, form});
      return;
    }
    overrides.ordinal.push_back({column, read_levels(document, fields.at("ordinal"))});
    return;
  }
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
  return overrides;
}

}  // namespace espalier
