// espalier inspect: what Espalier sees in a file.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/importance_study.hpp"
#include "cli/option_groups.hpp"
#include "cli/score_text.hpp"
#include "cli/surrogates.hpp"
#include "cli/threshold_report.hpp"
#include "cli/training_data.hpp"
#include "data/json_lines.hpp"
#include "grow/options.hpp"
#include "model/model_json.hpp"
#include "model/model_keys.hpp"
#include "model/tree_facts.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kLinesPerTree = 60;
constexpr std::size_t kTreesShown = 5;
constexpr std::size_t kLarge = std::size_t{1} << 20;  // bytes

class InspectCommand : public Command {
 public:
  std::string_view name() const override { return "inspect"; }
  std::string_view summary() const override { return "what Espalier sees in a data or model file"; }
  std::string_view description() const override {
    return "For a data file: columns, kinds, ranges, missing values and everything worth a warning, with --target also "
           "columns that give the target away. For a model file: "
           "what it predicts, where it comes from, how much each column does for it, and the tree.";
  }
  std::string_view verbose_adds() const override {
    return "the whole tree with its surrogates, all columns and values";
  }
  std::vector<Positional> positionals() override { return {{"FILE", &path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"inspect data/iris.csv", "columns and kinds"}, {"inspect iris.json", "the tree of a model"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    data_.add_to(options);
  }
  void check() override { data_.check(); }

  ExitCode run(Report& report) override {
    // Standard input is read once: what it is decides who gets the bytes. A large file need not be read to know that.
    const bool large = regular_file_size(path_).value_or(0) > kLarge;
    std::string bytes = large ? read_beginning(path_, kLarge) : read_file(path_);
    if (is_model(path_, bytes)) {
      if (large) bytes = read_file(path_);
      inspect_model(read_model(bytes, display_name(path_)), report);
    } else {
      Source source =
          large ? data_.read(path_, report.warnings) : data_.parse(path_, std::move(bytes), report.warnings);
      const Schema schema = data_.schema(source, report);
      report.json["kind"] = "data";
      std::string target = source.default_target.value_or("");
      if (target_.given()) target = target_.dataset(source, schema, report.warnings).target;
      report_data(source.table, schema, target, common.verbose ? schema.columns.size() : kColumnsShown, report);
      report_categories(schema, report);
    }
    return ExitCode::done;
  }

 private:
  // Objects are rows of JSON Lines, unless they say that they are a model.
  static bool is_model(const std::string& path, std::string_view bytes) {
    if (path.ends_with(".json")) return true;
    constexpr std::size_t kFirstKeys = 200;
    return begins_json_object(bytes) &&
           bytes.substr(0, kFirstKeys).find("\"espalier-model\"") != std::string_view::npos;
  }

  void report_categories(const Schema& schema, Report& report) const {
    for (const ColumnSummary& column : schema.columns) {
      if (column.categories.empty()) continue;
      std::vector<std::string> shown;
      for (const std::string& category : column.categories) shown.push_back(in_quotes(category, 30));
      report.text += fmt::format("values    {}: {}\n", printable(column.name, 40),
                                 enumerate(shown, common.verbose ? shown.size() : 10));
    }
  }

  // Categories that stand for several words.
  void report_merged_words(const Model& model, Report& report) const {
    for (const Feature& feature : model.features) {
      for (const MergedWords& merged : feature.merged) {
        const std::string& category = feature.categories[merged.category];
        std::vector<std::string> shown;
        for (const std::string& word : merged.words) shown.push_back(in_quotes(word, 30));
        report.text += fmt::format("words     {}: {} are read as {}: {}\n", in_quotes(feature.name, 40),
                                   grouped(merged.words.size()), in_quotes(category, 40),
                                   enumerate(shown, common.verbose ? shown.size() : 10));
        report.json["merged_words"].push_back(
            {{"column", feature.name}, {"category", category}, {"words", merged.words}});
      }
    }
  }

  void inspect_model(const Model& model, Report& report) const {
    const Provenance& provenance = model.provenance;
    report.text += fmt::format("model     predicts {} ({}) from {}; missing values: {}\n", in_quotes(model.target),
                               answers_text(model), counted(model.features.size(), "column"), to_string(model.missing));
    report.text += fmt::format("trained   on {} by {}\n", counted(provenance.rows, "row"), printable(provenance.tool));
    for (const auto& [name, value] : provenance.options) {
      report.text += fmt::format("          {} = {}\n", printable(name), printable(value));
    }
    const Size size = size_of(model);
    report.text += sizes_text(model, size);
    report_merged_words(model, report);
    report.json["kind"] = "model";
    report.json["task"] = task_name(model.task);
    report.json["target"] = model.target;
    if (model.task == Task::classification) report.json["labels"] = model.labels;
    report.json["missing"] = to_string(model.missing);
    report.json["features"] = model.features.size();
    if (model.combination != Combination::single) {
      report.json["combination"] = combination_name(model);
      report.json["trees"] = model.trees.size();
    }
    report.json["nodes"] = size.nodes;
    report.json["leaves"] = size.leaves;
    report.json["depth"] = size.depth;
    report.json["rows"] = provenance.rows;
    report_decision(model, report);
    report_scores(model, report);
    if (model.combination == Combination::single) report_impurity(model, report);
    for (std::size_t i = 0; i < model.trees.size(); ++i) {
      if (!common.verbose && i == kTreesShown) {
        report.text += fmt::format("\n... {}\n", counted(model.trees.size() - i, "more tree"));
        break;
      }
      report_tree(model, i, report);
    }
  }

  void report_tree(const Model& model, std::size_t index, Report& report) const {
    const Tree& tree = model.trees[index];
    report.text += "\n";
    if (model.combination != Combination::single) {
      report.text += fmt::format("tree {}{}\n", index + 1,
                                 model.sums.base.size() > 1 ? " for " + in_quotes(model.labels[tree.output], 30) : "");
    }
    report.text += outline_text(model, tree, common.verbose ? tree.nodes.size() : kLinesPerTree);
    if (common.verbose) report.text += surrogates_text(model, tree, tree.nodes.size());
  }

  struct Size {
    std::size_t nodes = 0;
    std::size_t leaves = 0;
    std::size_t depth = 0;  // of the deepest tree
  };

  static Size size_of(const Model& model) {
    Size size;
    for (const Tree& tree : model.trees) {
      size.nodes += tree.nodes.size();
      size.leaves += leaf_count(tree);
      size.depth = std::max(size.depth, depth(tree));
    }
    return size;
  }

  // As the model file calls it.
  static std::string combination_name(const Model& model) {
    return std::string(keys::kCombinations[static_cast<std::size_t>(model.combination)]);
  }

  static std::string sizes_text(const Model& model, const Size& size) {
    const std::string head =
        model.combination == Combination::single
            ? "tree      "
            : fmt::format("trees     {}, by {}: ", grouped(model.trees.size()), combination_name(model));
    return fmt::format("{}{}, {}, depth {}\n", head, counted(size.nodes, "node"), counted(size.leaves, "leaf"),
                       size.depth);
  }

  static std::string answers_text(const Model& model) {
    if (model.task == Task::regression) return "a number";
    std::vector<std::string> labels;
    for (const std::string& label : model.labels) labels.push_back(in_quotes(label, 30));
    return enumerate(labels, 8);
  }

  static void report_decision(const Model& model, Report& report) {
    if (!model.decision_threshold) return;
    const std::string& label = model.labels[model.decision_threshold->label];
    report.text += fmt::format("threshold {} from a probability of {} on\n", in_quotes(label, 30),
                               shortest(model.decision_threshold->probability));
    report.json["threshold"] = {{"label", label}, {"probability", model.decision_threshold->probability}};
  }

  static void report_scores(const Model& model, Report& report) {
    const Provenance& provenance = model.provenance;
    const char* const name = score_name(model.task);
    const std::string baseline =
        provenance.baseline
            ? fmt::format(" (always {}: {})", model.task == Task::regression ? "the mean" : "the most frequent class",
                          score_text(model.task, *provenance.baseline))
            : "";
    if (provenance.baseline) report.json["baseline"] = *provenance.baseline;
    if (provenance.training_score) {
      report.text += fmt::format("{:<9} {} on the training rows{}\n", name,
                                 score_text(model.task, *provenance.training_score), baseline);
      report.json[fmt::format("training_{}", name)] = *provenance.training_score;
    }
    if (provenance.evaluation) {
      const Evaluation& evaluation = *provenance.evaluation;
      report.text += fmt::format("          {} by {}{}\n", score_text(model.task, evaluation.score),
                                 printable(evaluation.method), baseline);
      report.json[name] = evaluation.score;
      if (evaluation.standard_error) report.json["standard_error"] = *evaluation.standard_error;
      if (evaluation.balanced_accuracy && evaluation.auc) {
        report.text += fmt::format("          balanced accuracy {}, AUC {}\n", percent(*evaluation.balanced_accuracy),
                                   share_text(*evaluation.auc));
        report.json["balanced_accuracy"] = *evaluation.balanced_accuracy;
        report.json["auc"] = *evaluation.auc;
      }
      if (model.decision_threshold && evaluation.recall) {
        const std::optional<double> f1 = f1_of(evaluation.precision, evaluation.recall);
        report.text += fmt::format("          {}: {}\n", in_quotes(model.labels[model.decision_threshold->label], 30),
                                   precision_text(evaluation.precision, evaluation.recall, f1));
        report.json["recall"] = *evaluation.recall;
        if (evaluation.precision) report.json["precision"] = *evaluation.precision;
      }
    }
  }

  std::string path_;
  TargetOption target_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_inspect_command() {
  return std::make_unique<InspectCommand>();
}

}  // namespace espalier::cli
