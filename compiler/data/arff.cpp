#include "data/arff.hpp"

#include <fmt/format.h>

#include <utility>

#include "data/grouped_warning.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

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
        overrides.ignore.push_back(attribute.name);
        warn_in_group(warnings, "dates",
                      fmt::format("attribute {} is a date; it is left out", in_quotes(attribute.name)),
                      "make a number of it to learn from it", [&] { return table.where_name(column); });
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
