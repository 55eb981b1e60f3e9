// What the user said of each column of a table, checked: every name exists, no column is told two things.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/schema.hpp"

namespace espalier {

struct ColumnOverride {
  ColumnKind kind = ColumnKind::numeric;
  std::vector<std::string> levels;  // ordinal; categorical: the declared values, none if they are found out
  std::optional<SchemaOverrides::Date> date = {};  // numeric: dates

  friend bool operator==(const ColumnOverride&, const ColumnOverride&) = default;
};

// One per column of the table; nullopt: nothing was said.
std::vector<std::optional<ColumnOverride>> resolve(const SchemaOverrides& overrides, const Table& table);

// Throws Diagnostic(usage) for fewer than two levels, an empty or a repeated one.
void check_levels(const SchemaOverrides::Ordinal& ordinal);

}  // namespace espalier
