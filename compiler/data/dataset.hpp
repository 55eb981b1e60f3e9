// The learner's input: columns of numbers and category codes, and one class or number per row to predict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/diagnostic.hpp"
#include "support/mapped_file.hpp"
#include "support/table_words.hpp"

namespace espalier {

struct FeatureColumn {
  std::string name;
  ColumnKind kind = ColumnKind::numeric;  // never `ignored`
  bool integer = false;                   // numeric, every known value a whole number
  std::vector<std::string> categories;    // categorical and ordinal
  Numbers values;                         // per row: the number, or the index of the category; NaN: missing
  std::optional<DateForm> date = {};      // numeric: what the numbers are
  std::vector<MergedWords> merged = {};   // categorical: the category of the rare words
};

struct ColumnOrders;  // data/column_orders.hpp

// The ordered dataset that another one is a part of.
struct OrderedWhole {
  std::shared_ptr<const ColumnOrders> orders;  // none: the columns have not been ordered
  std::vector<std::uint32_t> rows;             // per row: its row in the whole, ascending; none: it is the whole
};

// Names, categories and labels become string literals, whose length compilers bound.
inline constexpr std::size_t kLongestName = 65'535;  // bytes

struct Dataset {
  Task task = Task::classification;
  bool numbers_as_classes = false;      // classes that could be a scale: more than two whole numbers, and nobody said
                                        // which task it is
  std::vector<FeatureColumn> features;  // file order, without the target, the weights and ignored columns
  std::string target;
  std::vector<std::string> labels;      // classification: sorted (as numbers if all are numbers, else by bytes), or in
                                        // the order of declared values; each occurs in at least one row
  std::vector<std::uint32_t> classes;   // classification, per row: index into labels
  std::vector<double> targets;          // regression, per row
  std::vector<double> weights;          // per row, finite and above 0; none: 1 each
  std::string weight_column;            // where they come from; empty: from nowhere, or the file's own
  std::vector<std::size_t> table_rows;  // per row: its row in the table (rows without target or weight are left out)
  std::string data_sha256;
  std::optional<Location> first_missing;  // the first missing cell of the first feature that has one
  OrderedWhole ordered{};                 // for speed alone: whoever changes values must forget it

  std::size_t rows() const { return task == Task::regression ? targets.size() : classes.size(); }
};

struct DatasetOptions {
  std::string target;
  std::optional<Task> task = {};  // none: what the target looks like (docs/data.md)
  std::string weight = {};        // the column with the weight of each row; none: the table's weights
};

// Builds the learner's input. The columns of the features are taken out of the table: what is left of it has positions
// and names, and no cells of them. Throws Diagnostic(bad_input): target or weight column missing (with a suggestion),
// target repeated, no feature column left, every target missing, a cell that is not a number in a column declared
// numeric, text as the target of a regression, weights that are negative or no numbers, no weight above 0;
// Diagnostic(usage): the target as weight. Warns: columns that alone give the target away, one class or one number
// only, one row, rows left out because their target or weight is missing or their weight 0, columns left out because
// nothing is known in the rows that remain. `schema` is infer_schema's for this table.
Dataset take_dataset(Table& table, const Schema& schema, const DatasetOptions& options, Warnings& warnings);

// A column of all rows of the table, understood as a feature is, by itself (infer_column): also one that is ignored.
// The table keeps it. A column without a known value has no categories.
FeatureColumn read_column(const Table& table, std::size_t column, const SchemaOverrides& overrides);

// Rows `rows` of `data`, in that order; labels and categories stay as they are, and so does the ordered whole if the
// rows are ascending, each once.
Dataset select_rows(const Dataset& data, const std::vector<std::size_t>& rows);

}  // namespace espalier
