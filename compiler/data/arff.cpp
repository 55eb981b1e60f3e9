#include "data/arff.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "data/grouped_warning.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

// The form of Java's pattern ("yyyy-MM-dd HH:mm:ss"); nothing for those that no form is like. What follows the day,
// behind a blank or a T in quotes, is a time, and the cells say whether they have it.
std::optional<DateForm> form_of(const std::string& pattern) {
  if (pattern.empty()) return DateForm{};
  const std::size_t end = pattern.find_first_of(" T'");
  const std::string day = pattern.substr(0, end);
  if (day.find('m') != std::string::npos) return std::nullopt;  // minutes
  return parse_pattern(day);
}

SchemaOverrides overrides_of(const Table& table, const ArffHeader& header, Warnings& warnings) {
  SchemaOverrides overrides;
  overrides.missing_tokens = {"?"};
  for (std::size_t column = 0; column < header.attributes.size(); ++column) {
    const ArffAttribute& attribute = header.attributes[column];
    switch (attribute.kind) {
      case ArffKind::numeric: overrides.numeric.push_back(attribute.name); break;
      case ArffKind::nominal: overrides.nominal.push_back({attribute.name, attribute.values}); break;
      case ArffKind::text: overrides.categorical.push_back(attribute.name); break;
      case ArffKind::date:
        if (const auto form = form_of(attribute.pattern)) {
          overrides.date.push_back({attribute.name, form});
          break;
        }
        overrides.ignore.push_back(attribute.name);
        warn_in_group(warnings, "dates",
                      fmt::format("attribute {} is a date written as {}, which is not known; it is left out",
                                  in_quotes(attribute.name), in_quotes(attribute.pattern)),
                      "write it as yyyy-MM-dd or dd.MM.yyyy, with or without HH:mm:ss behind it",
                      [&] { return table.where_name(column); });
        break;
    }
  }
  return overrides;
}

}  // namespace

Source parse_arff(std::string name, std::string bytes, Encoding encoding, Warnings& warnings) {
  Source source;
  Table& table = source.table;
  table = undivided_table(std::move(name), std::move(bytes), encoding);
  const ArffHeader header = read_arff_header(table);
  for (const ArffAttribute& attribute : header.attributes) {
    table.column_names.push_back(attribute.name);
    table.header.push_back({{}, attribute.place.offset, attribute.place.width, attribute.place.quoted});
  }
  table.raw_names = table.column_names;
  table.header_end = header.rows_begin;
  read_arff_rows(table, header);
  source.overrides = overrides_of(table, header, warnings);
  return source;
}

}  // namespace espalier
