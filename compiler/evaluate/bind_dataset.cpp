#include "evaluate/bind_dataset.hpp"

#include <utility>

#include "data/row_weights.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/known_targets.hpp"

namespace espalier {
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
