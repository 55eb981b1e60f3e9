// espalier evaluate: how good the learner is on rows it has not seen.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/learner_options.hpp"
#include "cli/marked_answers.hpp"
#include "cli/option_groups.hpp"
#include "cli/score_text.hpp"
#include "cli/test_rows.hpp"
#include "cli/training_data.hpp"
#include "evaluate/evaluate.hpp"
#include "evaluate/mark.hpp"
#include "model/tree_facts.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/progress.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class EvaluateCommand : public Command {
 public:
  std::string_view name() const override { return "evaluate"; }
  std::string_view summary() const override {
    return "cross-validation, or a test file: how good answers are on unseen rows";
  }
  std::string_view description() const override {
    return "Estimates how well the learner with the given options answers rows it has not seen: by stratified k-fold "
           "cross-validation, by the folds of a file, or on a test file. Classes are marked by accuracy, precision, "
           "recall and F1, numbers by root mean squared error, mean absolute error and R2; with --weight each row "
           "counts "
           "by its weight. Pruning happens inside the training folds.";
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
         "write row, fold, actual and predicted answer of each row; - for standard output");
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
    const TrainingData data = read_training_data(data_path_, data_, target_, report);
    const LearnOptions options = learner_.learn(data.dataset, folds_.seed());
    report_task(data.dataset, options, report);
    const MarkedAnswers answers =
        test_path_.empty() ? cross_validated(data, options, report) : on_test_file(data, options, report);
    report_metrics(answers, report);
    if (!predictions_path_.empty()) {
      OutputFiles files;
      files.stage(predictions_path_, predictions_csv(answers));
      files.commit();
      report.text += fmt::format("written   {}\n", printable(predictions_path_, 400));
      report.json["output"] = predictions_path_;
    }
    return ExitCode::done;
  }

 private:
  MarkedAnswers cross_validated(const TrainingData& data, const LearnOptions& options, Report& report) const {
    const Dataset& dataset = data.dataset;
    std::vector<std::uint32_t> folds;
    std::string method;
    if (fold_file_.empty()) {
      folds = stratified_folds(dataset, folds_.folds(), folds_.seed());
      method = fmt::format("{}-fold cross-validation, seed {}", folds_.folds(), folds_.seed());
    } else {
      const std::vector<std::uint32_t> per_table_row = read_fold_file(fold_file_, data.source.table.rows());
      for (const std::size_t row : dataset.table_rows) folds.push_back(per_table_row[row]);
      method = fmt::format("cross-validation by {}", printable(fold_file_, 400));
    }
    Progress progress("cross-validation: fold", !common.quiet);
    CrossValidation validation = cross_validate(
        dataset, folds, options, [&](std::size_t done, std::size_t total) { progress.show(done, total); });
    report.text += fmt::format("method    {} of {}\n", method, to_string(options.grow.algorithm));
    report.json["method"] = method;
    report_folds(dataset.task, validation, report);
    return {dataset.task,
            dataset.labels,
            dataset.table_rows,
            std::move(validation.folds),
            right_answers(dataset),
            std::move(validation.predicted),
            std::move(validation.metrics)};
  }

  MarkedAnswers on_test_file(const TrainingData& data, const LearnOptions& options, Report& report) const {
    const Model model = learn(data.dataset, options, report.warnings).model;
    const Source test = data_.read(test_path_, report.warnings);
    MarkedAnswers answers =
        answer_test_rows(test.table, data_.missing_tokens(test), model, target_.weight(), report.warnings);
    const Tree& tree = model.trees.front();
    report.text += fmt::format("method    trained on {}, tested on {} of {}\n", printable(data_path_, 400),
                               counted(answers.table_rows.size(), "row"), printable(test_path_, 400));
    report.text += fmt::format("tree      {}, depth {}\n", counted(leaf_count(tree), "leaf"), depth(tree));
    report.json["method"] = "test file";
    report.json["leaves"] = leaf_count(tree);
    report.json["depth"] = depth(tree);
    return answers;
  }

  void report_folds(Task task, const CrossValidation& validation, Report& report) const {
    nlohmann::ordered_json folds = nlohmann::ordered_json::array();
    std::string details;
    for (const FoldResult& fold : validation.per_fold) {
      folds.push_back(
          {{"rows", fold.rows}, {score_name(task), fold.score}, {"leaves", fold.leaves}, {"depth", fold.depth}});
      details += fmt::format("          {} {} on {}, {}, depth {}\n", score_name(task), score_text(task, fold.score),
                             counted(fold.rows, "row"), counted(fold.leaves, "leaf"), fold.depth);
    }
    report.text += fmt::format("folds     {}, {} leaves on average\n", validation.per_fold.size(),
                               fixed(validation.mean_leaves(), 1));
    if (common.verbose) report.text += details;
    report.json["folds"] = std::move(folds);
    report.json["mean_leaves"] = validation.mean_leaves();
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
