// SQL spelled out: names, texts and numbers as each dialect reads them, to the letter and to the last bit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier {

enum class SqlDialect { ansi, postgresql, sqlite, duckdb };

// "postgresql", as --dialect spells it, and back; parse_dialect throws std::out_of_range for what is none.
std::string_view to_string(SqlDialect dialect);
SqlDialect parse_dialect(std::string_view name);
const std::vector<std::string>& dialect_names();

// A string literal, or a concatenation in parentheses, whose value is exactly `text`: 'it''s', U&'caf\00E9',
// ('caf' || char(233)). Printable ASCII.
std::string sql_string(SqlDialect dialect, std::string_view text);

// A quoted identifier: "petal length". Where the dialect has no escapes for them, letters beyond ASCII stand as they
// are; throws Diagnostic(usage) for a name that cannot be written so that it can be seen, or not at all.
std::string sql_identifier(SqlDialect dialect, std::string_view name);

// The parts of a table's name as the user gives it, iris, sales.iris or "odd.name".iris, without their quotes. Throws
// Diagnostic(usage) for what is no such name.
std::vector<std::string> table_parts(std::string_view name);
// The same quoted: "sales"."iris".
std::string sql_table(SqlDialect dialect, std::string_view name);

// An expression whose value is exactly the double: float8 '2.45', 2.45E0. Infinities and NaN too, where the dialect has
// them. See note [numbers in SQLite].
std::string sql_number(SqlDialect dialect, double value);

// Whether sql_number() is a decimal that a reader recognises; if not, a comment should have one.
bool reads_as_decimal(SqlDialect dialect, double value);

// Whether floating columns can hold NaN. Both that have it sort it above everything, infinity included.
bool has_nan(SqlDialect dialect);

// Whether the dialect takes identifiers for the same that differ in case only.
bool ignores_case(SqlDialect dialect);

// The bytes of an identifier that count: PostgreSQL cuts the rest off.
std::size_t longest_identifier(SqlDialect dialect);

}  // namespace espalier
