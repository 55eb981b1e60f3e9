#include "evaluate/bind.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "data/categories.hpp"
#include "data/cell_faults.hpp"
#include "data/column_cells.hpp"
#include "model/interpret.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// Warnings of one group are shown three times and then counted; looking up the places of the others would be in vain.
constexpr std::size_t kPlacesShown = 3;

// What becomes of a category that the model has never seen.
std::string route_of_unknown(MissingPolicy policy) {
  switch (policy) {
    case MissingPolicy::refuse: return "it counts as another value than those tested for, or goes with most rows";
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

// One feature's column on its way into the rows.
class ColumnBinder {
 public:
  ColumnBinder(const Table& table, const Schema& schema, std::size_t column, const Model& model, std::size_t feature,
               bool tested)
      : table_(table), column_(column), model_(model), feature_(model.features[feature]), tested_(tested) {
    if (feature_.kind == FeatureKind::categorical) {
      find_categories(schema);
    } else {
      numbers_.emplace(table, column, schema);
    }
  }

  double bind(std::size_t row, BoundRows& bound, Warnings& warnings) const {
    return numbers_ ? number(row) : category(row, bound, warnings);
  }

 private:
  // What each text of the column is to the model.
  struct Category {
    bool missing = false;
    std::optional<std::uint32_t> index;
  };

  void find_categories(const Schema& schema) {
    const CategoryIndex known = index_of(feature_.categories);
    texts_ = &table_.texts(column_);
    for (std::uint32_t code = 0; code < texts_->texts.size(); ++code) {
      const std::string_view text = texts_->texts.text(code);
      Category& category = categories_.emplace_back();
      category.missing = schema.is_missing(text, texts_->texts.quoted(code));
      if (const auto found = known.find(text); found != known.end()) category.index = found->second;
    }
  }

  double missing(std::size_t row) const {
    if (tested_ && model_.missing == MissingPolicy::refuse) throw missing_value(row);
    return kMissing;
  }

  double number(std::size_t row) const {
    const CellMeaning meaning = (*numbers_)[row];
    if (meaning.sort == CellSort::number) return meaning.number;
    if (meaning.sort == CellSort::missing) return missing(row);
    if (!tested_) return kMissing;  // what is never looked at need not be right
    const CellText cell = table_.cell(row, column_);
    throw Diagnostic(ExitCode::bad_input, table_.where(row, column_),
                     "expected a number in column " + in_quotes(feature_.name) + ", found " + in_quotes(cell.text),
                     cell.quoted ? std::string() : "use " + option_text("--missing-token", cell.text));
  }

  double category(std::size_t row, BoundRows& bound, Warnings& warnings) const {
    const std::uint32_t code = texts_->codes[row];
    if (categories_[code].missing) return missing(row);
    if (categories_[code].index) return static_cast<double>(*categories_[code].index);
    if (!tested_) return kUnknownCategory;
    ++bound.unknown_categories;
    Warning warning;
    warning.message = "the model has never seen " + in_quotes(texts_->texts.text(code)) + " in column " +
                      in_quotes(feature_.name) + "; " + route_of_unknown(model_.missing);
    if (bound.unknown_categories <= kPlacesShown) warning.where = table_.where(row, column_);
    warning.group = "unknown category";
    warnings.push_back(std::move(warning));
    return kUnknownCategory;
  }

  Diagnostic missing_value(std::size_t row) const {
    return Diagnostic(
        ExitCode::bad_input, table_.where(row, column_),
        "missing value in column " + in_quotes(feature_.name) + ", and the model was trained to refuse missing values",
        "fill it in, or train with a policy for them, for example --missing fractional, surrogate or majority");
  }

  const Table& table_;
  std::size_t column_;
  const Model& model_;
  const Feature& feature_;
  bool tested_;
  std::optional<ColumnCells> numbers_;  // of a numeric feature
  const TableColumn* texts_ = nullptr;  // of a categorical one
  std::vector<Category> categories_;    // per code
};

}  // namespace

std::vector<bool> tested_features(const Model& model) {
  std::vector<bool> tested(model.features.size(), false);
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (!node.is_leaf()) tested[node.feature] = true;
      for (const Surrogate& surrogate : node.surrogates) tested[surrogate.feature] = true;
    }
  }
  return tested;
}

BoundRows bind_rows(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model,
                    Warnings& warnings) {
  std::vector<std::size_t> all(table.rows());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return bind_rows(table, all, missing_tokens, model, warnings);
}

BoundRows bind_rows(const Table& table, const std::vector<std::size_t>& rows,
                    const std::vector<std::string>& missing_tokens, const Model& model, Warnings& warnings) {
  const std::vector<bool> tested = tested_features(model);
  Schema schema;
  schema.missing_tokens = missing_tokens;
  std::vector<std::optional<ColumnBinder>> binders;
  for (std::size_t feature = 0; feature < model.features.size(); ++feature) {
    const std::optional<std::size_t> column = find_column(table, model.features[feature].name);
    if (!column && tested[feature]) throw no_column(table, model.features[feature].name);
    binders.emplace_back();
    if (column) binders.back().emplace(table, schema, *column, model, feature, tested[feature]);
  }
  BoundRows bound;
  bound.rows.assign(rows.size(), std::vector<double>(model.features.size(), kMissing));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t feature = 0; feature < binders.size(); ++feature) {
      if (binders[feature]) bound.rows[i][feature] = binders[feature]->bind(rows[i], bound, warnings);
    }
  }
  return bound;
}

}  // namespace espalier
