#include "cli/training.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/progress.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kTreeLinesShown = 200;

std::string kind_text(const ColumnSummary& column) {
  switch (column.kind) {
    case ColumnKind::numeric: return column.integer ? "whole numbers" : "real numbers";
    case ColumnKind::categorical: return counted(column.categories.size(), "category");
    case ColumnKind::ordinal: return counted(column.categories.size(), "level") + ", ordered";
    case ColumnKind::ignored: return "ignored";
  }
  return {};
}

std::string size_text(std::size_t nodes, std::size_t leaves, std::size_t levels) {
  return fmt::format("{}, {}, depth {}", counted(nodes, "node"), counted(leaves, "leaf"), levels);
}

void report_tree(const Learned& learned, const LearnOptions& options, const CommonOptions& common, Report& report) {
  const Tree& tree = learned.model.trees.front();
  const std::size_t leaves = leaf_count(tree);
  report.text += fmt::format("tree      grown with {}: {}\n", to_string(options.grow.algorithm),
                             size_text(learned.nodes_grown, learned.leaves_grown, learned.depth_grown));
  report.text += fmt::format("          pruned with {}: {}\n", to_string(options.prune.method),
                             size_text(tree.nodes.size(), leaves, depth(tree)));
  nlohmann::ordered_json cuts = nlohmann::ordered_json::array();
  for (const Cut& cut : learned.cuts) {
    cuts.push_back({{"node", cut.node},
                    {"leaves_removed", cut.leaves_removed},
                    {"leaf", cut.leaf_figure},
                    {"subtree", cut.subtree_figure}});
    if (!common.verbose) continue;
    report.text +=
        fmt::format("          node {}: {} removed; leaf {} <= subtree {}\n", cut.node,
                    counted(cut.leaves_removed, "leaf"), fixed(cut.leaf_figure, 4), fixed(cut.subtree_figure, 4));
  }
  report.json["grown"] = {
      {"nodes", learned.nodes_grown}, {"leaves", learned.leaves_grown}, {"depth", learned.depth_grown}};
  report.json["pruned"] = {
      {"nodes", tree.nodes.size()}, {"leaves", leaves}, {"depth", depth(tree)}, {"cuts", std::move(cuts)}};
  if (common.verbose) report.text += outline_text(learned.model, tree, kTreeLinesShown);
}

// Fewer rows than folds: as many folds as there are rows; fewer than two rows: nothing to validate with.
std::uint32_t usable_folds(const Dataset& data, std::uint32_t wanted, Report& report) {
  if (wanted == 0 || data.rows() >= wanted) return wanted;
  const auto rows = static_cast<std::uint32_t>(data.rows());
  const std::uint32_t folds = rows < 2 ? 0 : rows;
  report.warnings.push_back({fmt::format("{} cannot be divided into {} folds: {}", counted(rows, "row"), wanted,
                                         folds == 0 ? "no cross-validation" : fmt::format("{} are used", folds)),
                             "", std::nullopt, ""});
  return folds;
}

}  // namespace

void report_data(const Table& table, const Schema& schema, const std::string& target, std::size_t columns_shown,
                 Report& report) {
  report.text += fmt::format("data      {}: {}, {}\n", printable(table.name, 400), counted(table.rows(), "row"),
                             counted(table.columns(), "column"));
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  std::size_t width = 0;
  for (const ColumnSummary& column : schema.columns)
    width = std::max(width, count_characters(printable(column.name, 40)));
  for (std::size_t i = 0; i < schema.columns.size(); ++i) {
    const ColumnSummary& column = schema.columns[i];
    nlohmann::ordered_json entry = {{"name", column.name},
                                    {"kind", to_string(column.kind)},
                                    {"integer", column.integer},
                                    {"missing", column.missing},
                                    {"distinct", column.distinct}};
    if (!column.categories.empty()) entry["categories"] = column.categories;
    if (column.kind == ColumnKind::numeric) entry["range"] = {column.minimum, column.maximum};
    columns.push_back(std::move(entry));
    if (i == columns_shown) report.text += fmt::format("          ... and {} more\n", schema.columns.size() - i);
    if (i >= columns_shown) continue;
    std::string line = fmt::format("          {:<{}}  {}", printable(column.name, 40), width, kind_text(column));
    if (column.kind == ColumnKind::numeric)
      line += fmt::format(", {} to {}", shortest(column.minimum), shortest(column.maximum));
    if (column.missing > 0) line += fmt::format(", {} missing", grouped(column.missing));
    if (column.name == target) line += "  <- target";
    report.text += line + "\n";
  }
  report.json["data"] = {{"file", table.name},
                         {"rows", table.rows()},
                         {"sha256", table.sha256},
                         {"delimiter", std::string(1, table.delimiter)},
                         {"columns", std::move(columns)}};
}

Training train_model(const std::string& data_path, const DataOptions& data, const TargetOption& target,
                     const LearnerOptions& learner, const FoldOptions& folds, const CommonOptions& common,
                     Report& report) {
  const Table table = data.read(data_path, report.warnings);
  const Schema schema = data.schema(table, report.warnings);
  const Dataset dataset = target.dataset(table, schema, report.warnings);
  report_data(table, schema, target.name(), kColumnsShown, report);

  Learned learned = learn(dataset, learner.learn(), report.warnings);
  report_tree(learned, learner.learn(), common, report);
  Provenance& provenance = learned.model.provenance;
  const double training_accuracy = provenance.training_score.value_or(0);
  report.text += fmt::format("accuracy  {} on the training rows\n", percent(training_accuracy));
  report.json["training_accuracy"] = training_accuracy;

  if (const std::uint32_t k = usable_folds(dataset, folds.folds(), report); k > 0) {
    Progress progress("cross-validation: fold", !common.quiet);
    const CrossValidation validation =
        cross_validate(dataset, stratified_folds(dataset, k, folds.seed()), learner.learn(),
                       [&](std::size_t done, std::size_t total) { progress.show(done, total); });
    const std::string method = fmt::format("{}-fold cross-validation, seed {}", k, folds.seed());
    const double accuracy = validation.metrics.accuracy();
    provenance.evaluation = Evaluation{method, accuracy};
    report.text +=
        fmt::format("          {} ± {} by {}\n", percent(accuracy), fixed(100 * validation.standard_error, 1), method);
    report.json["cross_validation"] = {
        {"method", method}, {"accuracy", accuracy}, {"standard_error", validation.standard_error}};
  }
  validate(learned.model, "the trained model");
  std::string text = write_model(learned.model);
  return {std::move(learned.model), std::move(text)};
}

}  // namespace espalier::cli
