// espalier evaluate: how good the learner is on rows it has not seen.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/csv_text.hpp"
#include "cli/option_groups.hpp"
#include "cli/training.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/evaluate.hpp"
#include "evaluate/labelled_rows.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/progress.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kLabelsShown = 20;

// Predictions for rows of a table: from cross-validation those of the data, with --test those of the test file.
struct Outcome {
  std::vector<std::size_t> table_rows;
  std::vector<std::uint32_t> folds;  // empty with --test
  std::vector<std::uint32_t> actual;
  std::vector<std::uint32_t> predicted;
  std::vector<std::string> labels;
  Metrics metrics;
};

class EvaluateCommand : public Command {
 public:
  std::string_view name() const override { return "evaluate"; }
  std::string_view summary() const override { return "cross-validation, or a test file: accuracy on unseen rows"; }
  std::string_view description() const override {
    return "Estimates the accuracy of the learner with the given options: by stratified k-fold cross-validation, by "
           "the folds "
           "of a file, or on a test file. Pruning happens inside the training folds.";
  }
  std::string_view verbose_adds() const override { return "a line for each fold"; }
  std::vector<Positional> positionals() override { return {{"DATA", &data_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"evaluate data/iris.csv --target species", "10-fold cross-validation"},
            {"evaluate data/wine.csv -t cultivar -a c45 --folds 5 --predictions out.csv",
             "5 folds, with the answer for each row"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    folds_.add_to(options, "number of folds (default 10)");
    options.group("Options").add_options()                                                                        //
        ("fold-file", po::value(&fold_file_)->value_name("FILE"), "one fold number per row, instead of --folds")  //
        ("test", po::value(&test_path_)->value_name("FILE"), "train on all of DATA, score on this file")          //
        ("predictions", po::value(&predictions_path_)->value_name("FILE"),
         "write row, fold, actual and predicted label of each row; - for standard output");
    learner_.add_to(options);
    data_.add_to(options);
  }

  void check() override {
    folds_.check(2);
    if (!fold_file_.empty() && !test_path_.empty()) {
      throw Diagnostic(ExitCode::usage, "--fold-file and --test exclude each other");
    }
    check_inputs({data_path_, fold_file_, test_path_});
    check_outputs(common, {predictions_path_});
    data_.check();
    learner_.check();
    for (const std::string& input : {data_path_, fold_file_, test_path_}) {
      if (!input.empty()) refuse_overwriting_input(predictions_path_, input);
    }
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = predictions_path_ == "-";
    const Table table = data_.read(data_path_, report.warnings);
    const Schema schema = data_.schema(table, report.warnings);
    const Dataset dataset = target_.dataset(table, schema, report.warnings);
    report_data(table, schema, target_.name(), kColumnsShown, report);

    const Outcome outcome =
        test_path_.empty() ? cross_validated(table, dataset, report) : on_test_file(dataset, report);
    report_metrics(outcome, report);
    if (!predictions_path_.empty()) {
      OutputFiles files;
      files.stage(predictions_path_, predictions_csv(outcome));
      files.commit();
      report.text += fmt::format("written   {}\n", printable(predictions_path_, 400));
      report.json["output"] = predictions_path_;
    }
    return ExitCode::done;
  }

 private:
  Outcome cross_validated(const Table& table, const Dataset& dataset, Report& report) const {
    std::vector<std::uint32_t> folds;
    std::string method;
    if (fold_file_.empty()) {
      folds = stratified_folds(dataset, folds_.folds(), folds_.seed());
      method = fmt::format("{}-fold cross-validation, seed {}", folds_.folds(), folds_.seed());
    } else {
      const std::vector<std::uint32_t> per_table_row = read_fold_file(fold_file_, table.rows());
      for (const std::size_t row : dataset.table_rows) folds.push_back(per_table_row[row]);
      method = fmt::format("cross-validation by {}", printable(fold_file_, 400));
    }
    Progress progress("cross-validation: fold", !common.quiet);
    CrossValidation validation = cross_validate(
        dataset, folds, learner_.learn(), [&](std::size_t done, std::size_t total) { progress.show(done, total); });
    report.text += fmt::format("method    {} of {}\n", method, to_string(learner_.learn().grow.algorithm));
    report_folds(validation, report);
    report.json["method"] = method;
    report.json["standard_error"] = validation.standard_error;
    return {dataset.table_rows, std::move(validation.folds),  dataset.classes, std::move(validation.predicted),
            dataset.labels,     std::move(validation.metrics)};
  }

  Outcome on_test_file(const Dataset& dataset, Report& report) const {
    const Learned learned = learn(dataset, learner_.learn(), report.warnings);
    const Table test = data_.read(test_path_, report.warnings);
    const BoundRows bound = bind_rows(test, data_.missing_tokens(), learned.model, report.warnings);
    const Interpreter interpreter(learned.model);

    Outcome outcome;
    outcome.labels = dataset.labels;
    for (const LabelledRow& labelled : known_rows(test, outcome.labels)) {
      outcome.table_rows.push_back(labelled.row);
      outcome.actual.push_back(*labelled.label);
      outcome.predicted.push_back(interpreter.predict(bound.rows[labelled.row]).label);
    }
    outcome.metrics = score(outcome.actual, outcome.predicted, outcome.labels.size());
    report.text += fmt::format("method    trained on {}, tested on {} of {}\n", printable(data_path_, 400),
                               counted(outcome.actual.size(), "row"), printable(test_path_, 400));
    report.text += fmt::format("tree      {}, depth {}\n", counted(leaf_count(learned.model.trees.front()), "leaf"),
                               depth(learned.model.trees.front()));
    report.json["method"] = "test file";
    return outcome;
  }

  std::vector<LabelledRow> known_rows(const Table& test, const std::vector<std::string>& labels) const {
    auto labelled = labelled_rows(test, data_.missing_tokens(), target_.name(), labels);
    if (!labelled) {
      throw Diagnostic(ExitCode::bad_input, test.where_header(),
                       fmt::format("there is no column {}", in_quotes(target_.name())),
                       did_you_mean(target_.name(), test.column_names));
    }
    if (labelled->rows.empty()) {
      throw Diagnostic(ExitCode::bad_input, test.where_header(),
                       fmt::format("no row has a known {}", in_quotes(target_.name())));
    }
    for (const LabelledRow& row : labelled->rows) {
      if (row.label) continue;
      throw Diagnostic(ExitCode::bad_input, test.where(row.row, labelled->column),
                       fmt::format("class {} does not occur in the training data",
                                   in_quotes(test.cell(row.row, labelled->column).text)),
                       "leave such rows out, or train on data that has the class");
    }
    return std::move(labelled->rows);
  }

  void report_folds(const CrossValidation& validation, Report& report) const {
    nlohmann::ordered_json folds = nlohmann::ordered_json::array();
    double leaves = 0;
    std::string details;
    for (const FoldResult& fold : validation.per_fold) {
      folds.push_back({{"rows", fold.rows}, {"correct", fold.correct}, {"leaves", fold.leaves}, {"depth", fold.depth}});
      leaves += static_cast<double>(fold.leaves);
      details += fmt::format("          {} of {} right, {}, depth {}\n", fold.correct, counted(fold.rows, "row"),
                             counted(fold.leaves, "leaf"), fold.depth);
    }
    const auto count = static_cast<double>(validation.per_fold.size());
    report.text +=
        fmt::format("folds     {}, {} leaves on average\n", validation.per_fold.size(), fixed(leaves / count, 1));
    if (common.verbose) report.text += details;
    report.json["folds"] = std::move(folds);
  }

  static void report_metrics(const Outcome& outcome, Report& report) {
    const Metrics& metrics = outcome.metrics;
    report.text += fmt::format("accuracy  {} ({} of {})", percent(metrics.accuracy()), grouped(metrics.correct),
                               counted(metrics.rows, "row"));
    if (report.json.contains("standard_error"))
      report.text += fmt::format(", standard error {}", percent(report.json["standard_error"].get<double>()));
    report.text += "\n";
    report.json["accuracy"] = metrics.accuracy();
    report.json["rows"] = metrics.rows;
    report.json["labels"] = outcome.labels;
    report.json["confusion"] = metrics.confusion;
    nlohmann::ordered_json classes = nlohmann::ordered_json::array();
    std::size_t width = 5;
    for (const std::string& label : outcome.labels) width = std::max(width, count_characters(printable(label, 30)));
    report.text += fmt::format("\n  {:<{}}  support  precision  recall     F1\n", "class", width);
    for (std::size_t i = 0; i < outcome.labels.size(); ++i) {
      const ClassFigures& figures = metrics.classes[i];
      classes.push_back({{"label", outcome.labels[i]},
                         {"support", figures.support},
                         {"precision", figures.precision},
                         {"recall", figures.recall},
                         {"f1", figures.f1}});
      if (i >= kLabelsShown) continue;
      report.text +=
          fmt::format("  {:<{}}  {:>7}  {:>9}  {:>6}  {:>5}\n", printable(outcome.labels[i], 30), width,
                      figures.support, fixed(figures.precision, 3), fixed(figures.recall, 3), fixed(figures.f1, 3));
    }
    report.json["classes"] = std::move(classes);
    report_confusion(outcome, width, report);
  }

  // Rows: the actual class; columns: the predicted one, in the same order.
  static void report_confusion(const Outcome& outcome, std::size_t width, Report& report) {
    if (outcome.labels.size() > kLabelsShown) return;
    report.text += fmt::format("\n  {:<{}}  predicted as, in the same order\n", "actual", width);
    for (std::size_t i = 0; i < outcome.labels.size(); ++i) {
      report.text += fmt::format("  {:<{}} ", printable(outcome.labels[i], 30), width);
      for (const std::size_t count : outcome.metrics.confusion[i]) report.text += fmt::format(" {:>6}", count);
      report.text += "\n";
    }
    report.text += "\n";
  }

  static std::string predictions_csv(const Outcome& outcome) {
    std::string csv = "row,fold,actual,predicted\n";
    for (std::size_t i = 0; i < outcome.table_rows.size(); ++i) {
      const std::string fold = outcome.folds.empty() ? "" : fmt::format("{}", outcome.folds[i]);
      csv += fmt::format("{},{},{},{}\n", outcome.table_rows[i] + 1, fold, csv_cell(outcome.labels[outcome.actual[i]]),
                         csv_cell(outcome.labels[outcome.predicted[i]]));
    }
    return csv;
  }

  std::string data_path_;
  std::string fold_file_;
  std::string test_path_;
  std::string predictions_path_;
  TargetOption target_;
  FoldOptions folds_;
  LearnerOptions learner_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_evaluate_command() {
  return std::make_unique<EvaluateCommand>();
}

}  // namespace espalier::cli
