// espalier predict: the reference interpreter on a data file.
#include <algorithm>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/report.hpp"
#include "data/faults.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/tree_walk.hpp"
#include "report/prediction_report.hpp"
#include "support/files.hpp"

namespace espalier::cli {
namespace {

constexpr const char* kAllColumns = "*";

// --keep: columns of the input that are copied to the output.
class KeepOption {
 public:
  void add_to(OptionGroups& options) {
    options.group("Options").add_options()(
        "keep",
        po::value(&names_)->composing()->implicit_value(std::vector<std::string>{kAllColumns}, "")->value_name("COL"),
        "copy the column to the output, in front of the answer; may be repeated. Without COL, behind all other words, "
        "every column");
  }

  bool all() const { return std::find(names_.begin(), names_.end(), kAllColumns) != names_.end(); }
  const std::vector<std::string>& names() const { return names_; }

  // Positions in the table. Throws Diagnostic(bad_input) for a column that it does not have.
  std::vector<std::size_t> columns(const Table& table) const {
    std::vector<std::size_t> columns;
    if (all()) {
      for (std::size_t column = 0; column < table.columns(); ++column) columns.push_back(column);
      return columns;
    }
    for (const std::string& name : names_) {
      const auto found = std::find(table.column_names.begin(), table.column_names.end(), name);
      if (found == table.column_names.end()) throw no_such_column(table, name);
      const auto column = static_cast<std::size_t>(found - table.column_names.begin());
      if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
    }
    return columns;
  }

 private:
  std::vector<std::string> names_;
};

class PredictCommand : public Command {
 public:
  std::string_view name() const override { return "predict"; }
  std::string_view summary() const override { return "what the model answers for the rows of a data file"; }
  std::string_view description() const override {
    return "Answers every row of a data file with the reference interpreter. The output has one line per row, in the "
           "same order: the columns to keep, the predicted label, the number of the rule, and a probability for each "
           "label; for a regression the predicted number and the rule. Of several trees the rules of all are given. "
           "Columns are found by name.";
  }
  std::string_view verbose_adds() const override {
    return "how often each label was predicted, or the range of the numbers";
  }
  std::vector<Positional> positionals() override {
    return {{"MODEL", &model_path_, true}, {"DATA", &data_path_, true}};
  }
  std::vector<Example> examples() const override {
    return {{"predict iris.json data/iris.csv -o answers.csv",
             "answers in a file; tells the accuracy, as the target is there"},
            {"predict iris.json data/iris.csv --keep", "answers beside the rows, on standard output"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()("output,o", po::value(&output_)->value_name("FILE"),
                                           "where the answers go; - (default): standard output");
    keep_.add_to(options);
    data_.add_reading_to(options);
  }

  void check() override {
    if (common.json && output_ == "-") output_.clear();  // the answers are part of the report
    data_.check();
    check_files(common, {{model_path_, data_path_}, {output_}}, data_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-";
    const Model model = load_model(model_path_);
    const Source source = keep_.all() ? data_.read(data_path_, report.warnings)
                                      : data_.read(data_path_, asked_columns(model), report.warnings);
    const RowAnswers answers(source.table, data_.missing_tokens(source), model, report.warnings);

    PredictionFacts facts = prediction_facts(model, answers, source.table, data_.missing_tokens(source));
    const KeptColumns kept(source.table, keep_.columns(source.table), model);
    if (output_.empty()) facts.listed = &kept;
    report.add(facts, common.verbose);
    if (output_.empty()) return ExitCode::done;
    OutputFiles files;
    files.stage(output_, answers_csv(model, answers, kept));
    files.commit();
    if (output_ != "-") report.add_written("output", output_);
    return ExitCode::done;
  }

 private:
  // The columns that answers and their marks depend on.
  std::vector<std::string> asked_columns(const Model& model) const {
    std::vector<std::string> names = keep_.names();
    names.push_back(model.target);
    const std::vector<bool> tested = tested_features(model);
    for (std::size_t i = 0; i < tested.size(); ++i) {
      if (tested[i]) names.push_back(model.features[i].name);
    }
    return names;
  }

  std::string model_path_;
  std::string data_path_;
  std::string output_ = "-";
  KeepOption keep_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_predict_command() {
  return std::make_unique<PredictCommand>();
}

}  // namespace espalier::cli
