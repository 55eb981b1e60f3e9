#include "evaluate/bind.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "data/categories.hpp"
#include "data/column_cells.hpp"
#include "data/faults.hpp"
#include "model/interpret.hpp"
#include "model/words.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// What becomes of a category that the model has never seen, and under `refuse` of a missing value.
std::string route_of_unknown(const Model& model) {
  const std::vector<Node>& nodes = model.trees.front().nodes;
  if (!nodes.empty() && nodes.front().test == TestKind::all_of) {
    return "it meets no condition, unless the condition says so";
  }
  switch (model.missing) {
    case MissingPolicy::refuse:
      return "it fails the test, or goes with most training rows where there are many branches";
    case MissingPolicy::majority: return "it goes the way of most training rows";
    case MissingPolicy::learned: return "it goes the way that was better for the missing values of the training rows";
    case MissingPolicy::own_category: return "it counts as missing, which is a value of its own";
    case MissingPolicy::surrogate: return "it counts as missing: the surrogates decide";
    case MissingPolicy::fractional: break;
  }
  return "it counts as missing: the branches are blended";
}

std::optional<std::size_t> find_column(const Table& table, const std::string& name) {
  const auto found = std::find(table.column_names.begin(), table.column_names.end(), name);
  if (found == table.column_names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table.column_names.begin());
}

Diagnostic no_column(const Table& table, const std::string& name) {
  const std::string suggestion = did_you_mean(name, table.column_names);
  return Diagnostic(
      ExitCode::bad_input, table.where_header(),
      "the model tests column " + in_quotes(name) + ", which the data does not have",
      suggestion.empty() ? "the data must have the columns that the model was trained with, by name" : suggestion);
}

// A cell to be reported: a fault, or what the training data did not have.
struct Note {
  std::size_t row;  // of the table
  std::size_t feature;
  enum class What : std::uint8_t { unknown, missing, no_number } what;
};

// One feature's column.
class ColumnBinder {
 public:
  ColumnBinder(const Table& table, const Schema& schema, std::size_t column, const Model& model, std::size_t feature,
               bool tested)
      : table_(table),
        schema_(schema),
        column_(column),
        model_(model),
        number_(feature),
        feature_(model.features[feature]),
        tested_(tested) {}

  // The values of the rows; the first cell that has a fault ends them.
  Numbers bind(const std::vector<std::size_t>& rows, std::vector<Note>& notes) const {
    return feature_.kind == FeatureKind::categorical ? categories(rows, notes) : numbers(rows, notes);
  }

  Diagnostic fault(const Note& note) const {
    const CellText cell = table_.cell(note.row, column_);
    if (feature_.date) return not_a_date(note.row, cell);
    return Diagnostic(ExitCode::bad_input, table_.where(note.row, column_),
                      "expected a number in column " + in_quotes(feature_.name) + ", found " + in_quotes(cell.text),
                      cell.quoted ? std::string() : "use " + option_text("--missing-token", cell.text));
  }

  Warning warning(const Note& note) const {
    Warning warning;
    warning.where = table_.where(note.row, column_);
    if (note.what == Note::What::missing) {
      warning.message = "missing value in column " + in_quotes(feature_.name) +
                        ", and the training data had none (--missing refuse); " + route_of_unknown(model_);
      warning.hint = "fill it in, or train with a policy for missing values, for example --missing surrogate";
      warning.group = "missing value";
      return warning;
    }
    const TableColumn& cells = table_.texts(column_);
    warning.message = "the model has never seen " + in_quotes(cells.texts.text(cells.codes[note.row])) + " in column " +
                      in_quotes(feature_.name) + "; " + route_of_unknown(model_);
    warning.group = "unknown category";
    return warning;
  }

 private:
  // The other policies say what to do about a missing value; this one was not meant for any.
  bool notes_missing() const { return tested_ && model_.missing == MissingPolicy::refuse; }

  Numbers numbers(const std::vector<std::size_t>& rows, std::vector<Note>& notes) const {
    const ColumnCells cells(table_, column_, schema_, feature_.date);
    Numbers values(table_.column(column_).numbers.get_allocator());
    values.reserve(rows.size());
    for (const std::size_t row : rows) {
      const CellMeaning meaning = cells[row];
      const bool known = meaning.sort == CellSort::number;
      values.push_back(known ? meaning.number : kMissing);
      if (known || !tested_) continue;  // what is never looked at need not be right
      if (meaning.sort == CellSort::missing) {
        if (notes_missing()) notes.push_back({row, number_, Note::What::missing});
        continue;
      }
      notes.push_back({row, number_, Note::What::no_number});
      break;
    }
    return values;
  }

  Numbers categories(const std::vector<std::size_t>& rows, std::vector<Note>& notes) const {
    const TableColumn& cells = table_.texts(column_);
    const CategoryIndex known = category_of_words(feature_);
    std::vector<double> value_of;  // per code
    value_of.reserve(cells.texts.size());
    for (std::uint32_t code = 0; code < cells.texts.size(); ++code) {
      const bool missing = schema_.is_missing(cells.texts.text(code), cells.texts.quoted(code));
      const auto found = missing ? known.end() : known.find(cells.texts.text(code));
      value_of.push_back(missing ? kMissing : found == known.end() ? kUnknownCategory : found->second);
    }
    Numbers values(table_.column(column_).numbers.get_allocator());
    values.reserve(rows.size());
    for (const std::size_t row : rows) {
      const double value = value_of[cells.codes[row]];
      values.push_back(value);
      if (value >= 0 || !tested_) continue;
      if (value == kUnknownCategory) {
        notes.push_back({row, number_, Note::What::unknown});
      } else if (notes_missing()) {
        notes.push_back({row, number_, Note::What::missing});
      }
    }
    return values;
  }

  Diagnostic not_a_date(std::size_t row, const CellText& cell) const {
    return Diagnostic(ExitCode::bad_input, table_.where(row, column_),
                      "expected a date such as " + pattern_of(*feature_.date) + " in column " +
                          in_quotes(feature_.name) + ", found " + in_quotes(cell.text),
                      "write dates as in the training data" +
                          (cell.quoted ? std::string() : ", or use " + option_text("--missing-token", cell.text)));
  }

  const Table& table_;
  const Schema& schema_;
  std::size_t column_;
  const Model& model_;
  std::size_t number_;  // of the feature
  const Feature& feature_;
  bool tested_;
};

}  // namespace

std::vector<bool> tested_features(const Model& model) {
  std::vector<bool> tested(model.features.size(), false);
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      for_each_tested(node, [&](std::uint32_t feature) { tested[feature] = true; });
      for (const Surrogate& surrogate : node.surrogates) tested[surrogate.feature] = true;
    }
  }
  return tested;
}

BoundColumns bind_columns(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model,
                          BoundFeatures features, Warnings& warnings) {
  std::vector<std::size_t> all(table.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return bind_columns(table, all, missing_tokens, model, features, warnings);
}

BoundColumns bind_columns(const Table& table, const std::vector<std::size_t>& rows,
                          const std::vector<std::string>& missing_tokens, const Model& model, BoundFeatures features,
                          Warnings& warnings) {
  const std::vector<bool> tested = tested_features(model);
  Schema schema;
  schema.missing_tokens = missing_tokens;
  std::vector<std::optional<ColumnBinder>> binders(model.features.size());
  for (std::size_t feature = 0; feature < model.features.size(); ++feature) {
    const std::optional<std::size_t> column = find_column(table, model.features[feature].name);
    if (!column && tested[feature]) throw no_column(table, model.features[feature].name);
    if (column) binders[feature].emplace(table, schema, *column, model, feature, tested[feature]);
  }
  BoundColumns bound;
  bound.columns.resize(model.features.size());
  std::vector<Note> notes;
  for (std::size_t feature = 0; feature < binders.size(); ++feature) {
    if (features == BoundFeatures::tested && !tested[feature]) continue;
    bound.columns[feature] = binders[feature] ? binders[feature]->bind(rows, notes) : Numbers(rows.size(), kMissing);
  }
  // Row by row, as one reads the file. Sorting keeps the features of a row in order.
  std::vector<std::size_t> place(table.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = i;
  std::stable_sort(notes.begin(), notes.end(),
                   [&](const Note& a, const Note& b) { return place[a.row] < place[b.row]; });
  std::map<Note::What, std::size_t> last_shown;  // where the last warning of each kind stands
  for (const Note& note : notes) {
    if (note.what == Note::What::no_number) throw binders[note.feature]->fault(note);
    std::size_t& count = note.what == Note::What::unknown ? bound.unknown_categories : bound.missing_values;
    if (++count <= kShownPerGroup) {
      last_shown[note.what] = warnings.size();
      warnings.push_back(binders[note.feature]->warning(note));
    } else {
      ++warnings[last_shown[note.what]].more;
    }
  }
  return bound;
}

}  // namespace espalier
