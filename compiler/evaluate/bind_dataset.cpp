#include "evaluate/bind_dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "data/column_cells.hpp"
#include "data/schema.hpp"
#include "data/weighing.hpp"
#include "evaluate/bind.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr double kExactIntegers = 9007199254740992.0;  // 2^53: beyond it a numeric target is no class (data/target.cpp)

constexpr double kLargestTarget = 1e150;  // the squares of larger ones overflow

class LabelIndex {
 public:
  explicit LabelIndex(const std::vector<std::string>& labels) {
    for (std::uint32_t i = 0; i < labels.size(); ++i) index_.emplace(labels[i], i);
  }

  std::optional<std::uint32_t> find(std::string_view text) const {
    if (const auto exact = index_.find(std::string(text)); exact != index_.end()) return exact->second;
    const auto number = parse_number(text);
    return number ? find(*number) : std::nullopt;
  }

  std::optional<std::uint32_t> find(double number) const {
    if (std::floor(number) != number || std::abs(number) > kExactIntegers) return std::nullopt;
    const auto same = index_.find(fmt::format("{}", static_cast<std::int64_t>(number)));
    return same == index_.end() ? std::nullopt : std::optional(same->second);
  }

  // Whole numbers, written the shortest way: a cell with a number is found by it, however it is written.
  bool all_numbers() const {
    return std::all_of(index_.begin(), index_.end(), [this](const auto& entry) {
      const auto number = parse_number(entry.first);
      return number && find(*number) == entry.second;
    });
  }

 private:
  std::unordered_map<std::string, std::uint32_t> index_;
};

// The answers of the cells that are not missing; none where there is none.
void find_labels(const Table& table, const Schema& tokens, const Model& model, KnownTargets& known) {
  const LabelIndex labels(model.labels);
  const bool by_number = table.column(known.column).form == ColumnForm::numbers && labels.all_numbers();
  if (!by_number) table.texts(known.column);
  const ColumnCells cells(table, known.column, tokens);
  const TableColumn& column = cells.column();
  std::vector<std::optional<std::uint32_t>> label_of;  // per code
  for (std::uint32_t code = 0; code < column.texts.size(); ++code) {
    label_of.push_back(labels.find(column.texts.text(code)));
  }
  std::unordered_map<double, std::optional<std::uint32_t>> label_of_number;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const CellMeaning cell = cells[row];
    if (cell.sort == CellSort::missing) continue;
    KnownTarget target;
    target.row = row;
    if (column.form == ColumnForm::numbers && !is_odd(column.numbers[row])) {
      const auto [found, added] = label_of_number.try_emplace(cell.number);
      if (added) found->second = labels.find(cell.number);
      target.label = found->second;
    } else {
      target.label = label_of[cells.code(row)];
    }
    known.rows.push_back(target);
  }
}

void find_values(const Table& table, const Schema& tokens, KnownTargets& known) {
  const ColumnCells cells(table, known.column, tokens);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const CellMeaning cell = cells[row];
    if (cell.sort == CellSort::missing) continue;
    KnownTarget target;
    target.row = row;
    if (cell.sort == CellSort::number) target.value = cell.number;
    known.rows.push_back(target);
  }
}

Diagnostic no_answer(const Table& table, const Model& model, std::size_t row, std::size_t column) {
  const std::string cell = in_quotes(table.cell(row, column).text);
  if (model.task == Task::regression) {
    return Diagnostic(ExitCode::bad_input, table.where(row, column),
                      fmt::format("expected a number in column {}, found {}", in_quotes(model.target), cell),
                      "leave such rows out, or say with --missing-token that the text means missing");
  }
  return Diagnostic(ExitCode::bad_input, table.where(row, column),
                    fmt::format("class {} does not occur in the training data", cell),
                    "leave such rows out, or train on data that has the class");
}

}  // namespace

std::optional<KnownTargets> known_targets(const Table& table, const std::vector<std::string>& missing_tokens,
                                          const Model& model) {
  const auto found = std::find(table.column_names.begin(), table.column_names.end(), model.target);
  if (found == table.column_names.end()) return std::nullopt;
  KnownTargets known{static_cast<std::size_t>(found - table.column_names.begin()), {}};

  Schema tokens;
  tokens.missing_tokens = missing_tokens;
  if (model.task == Task::regression) {
    find_values(table, tokens, known);
  } else {
    find_labels(table, tokens, model, known);
  }
  return known;
}

KnownTargets require_targets(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model) {
  auto known = known_targets(table, missing_tokens, model);
  if (!known) {
    throw Diagnostic(ExitCode::bad_input, table.where_header(),
                     fmt::format("there is no column {}", in_quotes(model.target)),
                     did_you_mean(model.target, table.column_names));
  }
  if (known->rows.empty()) {
    throw Diagnostic(ExitCode::bad_input, table.where_header(),
                     fmt::format("no row has a known {}", in_quotes(model.target)));
  }
  for (const KnownTarget& target : known->rows) {
    if (!target.label && !target.value) throw no_answer(table, model, target.row, known->column);
    if (target.value && std::abs(*target.value) > kLargestTarget) {
      throw Diagnostic(ExitCode::bad_input, table.where(target.row, known->column),
                       fmt::format("the target {} is too large to be squared", shortest(*target.value)));
    }
  }
  return std::move(*known);
}

namespace {

FeatureColumn column_of(const Feature& feature) {
  FeatureColumn column;
  column.name = feature.name;
  column.integer = feature.integer;
  column.date = feature.date;
  column.categories = feature.categories;
  column.merged = feature.merged;
  if (feature.kind == FeatureKind::categorical) {
    column.kind = feature.ordered ? ColumnKind::ordinal : ColumnKind::categorical;
  }
  return column;
}

void add_target(const Model& model, const KnownTarget& target, Dataset& data) {
  if (model.task == Task::regression) {
    data.targets.push_back(*target.value);
  } else {
    data.classes.push_back(*target.label);
  }
}

// The weight of each row of the table; nothing if they all weigh the same.
std::vector<double> table_weights(const BindableTable& file, std::size_t target_column) {
  if (file.weight.empty()) return file.table.weights;
  Schema tokens;
  tokens.missing_tokens = file.missing_tokens;
  return read_weights(file.table, tokens, find_weight(file.table, file.weight, target_column));
}

}  // namespace

Dataset bind_dataset(const BindableTable& file, const Model& model, Warnings& warnings) {
  const Table& table = file.table;
  const KnownTargets known = require_targets(table, file.missing_tokens, model);

  Dataset data;
  data.task = model.task;
  data.target = model.target;
  data.labels = model.labels;
  data.weight_column = file.weight;
  data.data_sha256 = table.sha256;
  for (const KnownTarget& target : known.rows) data.table_rows.push_back(target.row);
  const std::vector<double> weights = table_weights(file, known.column);
  if (!weights.empty()) data.weights = keep_weighted(table, weights, data.table_rows, warnings);

  std::size_t kept = 0;
  for (const KnownTarget& target : known.rows) {
    if (kept == data.table_rows.size() || data.table_rows[kept] != target.row) continue;  // of weight 0
    add_target(model, target, data);
    ++kept;
  }
  BoundColumns bound = bind_columns(table, data.table_rows, file.missing_tokens, model, BoundFeatures::all, warnings);
  for (std::size_t feature = 0; feature < model.features.size(); ++feature) {
    FeatureColumn column = column_of(model.features[feature]);
    column.values = std::move(bound.columns[feature]);
    data.features.push_back(std::move(column));
  }
  return data;
}

}  // namespace espalier
