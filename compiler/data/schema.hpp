// What the columns mean: kinds found by looking at the cells, and the user's overrides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/table.hpp"
#include "support/date_form.hpp"
#include "support/diagnostic.hpp"
#include "support/enum_names.hpp"

namespace espalier {

enum class ColumnKind { numeric, categorical, ordinal, ignored };

template <>
inline constexpr auto kNames<ColumnKind> = enum_names("numeric", "categorical", "ordinal", "ignored");

// What was said of columns: by the file itself, in a schema file or on the command line. Names that match no column are
// refused with a spelling suggestion. A schema file is JSON:
//   {"columns": {"age": "numeric", "id": "ignore", "size": {"ordinal": ["S", "M", "L"]}, "city": {"rare_words": 5}},
//    "missing": ["", "?"], "rare_words": 2}
struct SchemaOverrides {
  std::vector<std::string> numeric;
  std::vector<std::string> categorical;
  std::vector<std::string> ignore;
  struct Ordinal {
    std::string column;
    std::vector<std::string> levels;  // lowest first
  };
  std::vector<Ordinal> ordinal;
  struct Nominal {
    std::string column;
    std::vector<std::string> values;  // unique; they are the categories, in this order, whether they occur or not
  };
  struct Date {
    std::string column;
    std::optional<DateForm> form;  // without its unit; none: found out
    friend bool operator==(const Date&, const Date&) = default;
  };
  std::vector<Date> date;
  struct RareWords {
    std::string column;      // empty: all columns of words
    std::size_t fewest = 0;  // rows of a word that is not rare
  };
  std::vector<RareWords> rare_words;
  std::vector<Nominal> nominal;                            // declared by formats that list the values of a column
  std::optional<std::vector<std::string>> missing_tokens;  // replaces the default list
};

// Parses a schema file; errors are located in it. docs/data.md describes the format.
SchemaOverrides read_schema_file(const std::string& path);
// The same for its text; `name` is what messages call it.
SchemaOverrides parse_schema(std::string_view text, const std::string& name);

// `later` wins over `earlier` column by column (the command line over a schema file, both over the data file).
SchemaOverrides merge(SchemaOverrides earlier, const SchemaOverrides& later);

// Parses "COL=low<medium<high"; throws Diagnostic(usage). Levels that contain '<' need a schema file.
SchemaOverrides::Ordinal parse_ordinal(std::string_view argument);

// Parses "COL" or "COL=dd.mm.yyyy"; throws Diagnostic(usage) for another form of dates.
SchemaOverrides::Date parse_date_option(std::string_view argument);

// empty, ?, NA, N/A, NaN, null; compared without regard to case, and only with unquoted cells. An empty cell is always
// missing, quoted or not, in the list or not: no category can be called nothing.
const std::vector<std::string>& default_missing_tokens();

// What is worth knowing of a column: a word for programs, and the message that warned about it.
struct ColumnRemark {
  std::string kind;  // "id", "many-words", "constant", "duplicate", "leading-zeros", "ambiguous-date", "short-years",
                     // "empty", "commas", "nearly-numeric"
  std::string message;
};

// Words of fewer rows are rare: a feature has one category for all of them.
struct RareWordsRule {
  std::size_t fewest = 0;
  bool by_name = false;  // said of this column, not of all
};

struct ColumnSummary {
  std::string name;
  ColumnKind kind = ColumnKind::numeric;
  bool overridden = false;   // the kind was said, not found
  bool integer = false;      // numeric, and every known value is a whole number
  std::size_t missing = 0;   // cells
  std::size_t distinct = 0;  // known values
  double minimum = 0;        // numeric columns with a known value
  double maximum = 0;
  std::optional<DateForm> date;  // numeric: dates, as numbers
  std::vector<ColumnRemark> remarks;
  std::vector<std::string> categories;     // categorical: sorted (as numbers if all are numbers, else by bytes);
                                           // ordinal or declared: in the order given
  std::optional<RareWordsRule> rare_rule;  // categorical
  std::vector<std::uint32_t> rare;         // categories that are rare, ascending: none, or at least two
  std::vector<std::uint32_t> category_of;  // found categories, per code of the column's texts: as categories_of says
};

struct Schema {
  std::vector<ColumnSummary> columns;  // one per column of the table
  std::vector<std::string> missing_tokens;
  bool is_missing(std::string_view text, bool quoted) const;
};

// Per code of the texts of a categorical or ordinal column: the index of its category; kNoCategory for texts that mean
// missing and for those that are none of the categories.
inline constexpr std::uint32_t kNoCategory = std::numeric_limits<std::uint32_t>::max();
std::vector<std::uint32_t> categories_of(const ColumnSummary& summary, const TextPool& texts, const Schema& schema);

// How ColumnSummary::distinct counts numbers: all of them, which takes about as long as reading them, or up to
// kFewNumbers, with kFewNumbers + 1 for more.
enum class Counting { exact, few };
inline constexpr std::size_t kFewNumbers = 256;

// Looks at every cell. A column without a known value is `ignored` unless the user chose its kind. Throws
// Diagnostic(bad_input) for an override that names no column (with a suggestion), a cell that is not a number in a
// column declared numeric and a value that is not among the levels or declared values of a column; Diagnostic(usage)
// for overrides that contradict each other. Warns about columns that are all-missing, id-like, constant, the same as
// another one or numeric but for a few cells, and about leading zeros, dates whose order cannot be told and numbers
// written with commas.
Schema infer_schema(const Table& table, const SchemaOverrides& overrides, Warnings& warnings,
                    Counting counting = Counting::exact);

// The same for one column by itself, even one that the user ignores: what is said of other columns does not count, and
// nothing is warned about. Only the summary of this column is filled in.
Schema infer_column(const Table& table, std::size_t column, const SchemaOverrides& overrides);

}  // namespace espalier
