// espalier predict: the reference interpreter on a CSV file.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/csv_text.hpp"
#include "cli/option_groups.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/labelled_rows.hpp"
#include "model/interpret.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class PredictCommand : public Command {
 public:
  std::string_view name() const override { return "predict"; }
  std::string_view summary() const override { return "what the model answers for the rows of a CSV file"; }
  std::string_view description() const override {
    return "Answers every row of a CSV file with the reference interpreter. The output has one line per row, in the "
           "same "
           "order: the predicted label, the number of the rule, and a probability for each label. Columns are found by "
           "name.";
  }
  std::string_view verbose_adds() const override { return "how often each label was predicted"; }
  std::vector<Positional> positionals() override {
    return {{"MODEL", &model_path_, true}, {"DATA", &data_path_, true}};
  }
  std::vector<Example> examples() const override {
    return {{"predict iris.json data/iris.csv -o answers.csv",
             "answers in a file; tells the accuracy, as the target is there"},
            {"predict iris.json data/iris.csv", "answers on standard output"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()("output,o", po::value(&output_)->value_name("FILE"),
                                           "where the answers go; - (default): standard output");
    data_.add_reading_to(options);
  }

  void check() override {
    if (common.json && output_ == "-") output_.clear();  // the answers are part of the report
    data_.check();
    check_inputs({model_path_, data_path_});
    refuse_overwriting_input(output_, data_path_);
    refuse_overwriting_input(output_, model_path_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-";
    const Model model = load_model(model_path_);
    const Table table = data_.read(data_path_, report.warnings);
    const BoundRows bound = bind_rows(table, data_.missing_tokens(), model, report.warnings);

    const Interpreter interpreter(model);
    std::vector<Prediction> predictions;
    for (const std::vector<double>& row : bound.rows) predictions.push_back(interpreter.predict(row));

    report.text += fmt::format("predicted {}\n", counted(predictions.size(), "row"));
    report.json["rows"] = predictions.size();
    report_accuracy(table, model, predictions, report);
    if (common.verbose) report_frequencies(model, predictions, report);
    if (output_.empty()) {
      report.json["predictions"] = as_json(model, predictions);
      return ExitCode::done;
    }
    OutputFiles files;
    files.stage(output_, as_csv(model, predictions));
    files.commit();
    if (output_ != "-") report.text += fmt::format("written   {}\n", printable(output_, 400));
    report.json["output"] = output_;
    return ExitCode::done;
  }

 private:
  static std::string as_csv(const Model& model, const std::vector<Prediction>& predictions) {
    std::string csv = "prediction,rule";
    for (const std::string& label : model.labels) csv += "," + csv_cell("probability " + label);
    csv += "\n";
    for (const Prediction& prediction : predictions) {
      csv += fmt::format("{},{}", csv_cell(model.labels[prediction.label]), prediction.rule);
      for (const double probability : prediction.probabilities) csv += "," + shortest(probability);
      csv += "\n";
    }
    return csv;
  }

  static nlohmann::ordered_json as_json(const Model& model, const std::vector<Prediction>& predictions) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Prediction& prediction : predictions) {
      list.push_back({{"prediction", model.labels[prediction.label]},
                      {"rule", prediction.rule},
                      {"probabilities", prediction.probabilities}});
    }
    return list;
  }

  static void report_frequencies(const Model& model, const std::vector<Prediction>& predictions, Report& report) {
    std::vector<std::size_t> frequency(model.labels.size(), 0);
    for (const Prediction& prediction : predictions) ++frequency[prediction.label];
    for (std::size_t i = 0; i < frequency.size(); ++i) {
      report.text += fmt::format("          {}: {}\n", printable(model.labels[i], 40), counted(frequency[i], "row"));
    }
  }

  // The target column may be there: then the answers can be marked.
  void report_accuracy(const Table& table, const Model& model, const std::vector<Prediction>& predictions,
                       Report& report) const {
    const auto labelled = labelled_rows(table, data_.missing_tokens(), model.target, model.labels);
    if (!labelled) return;
    const std::size_t known = labelled->rows.size();
    const auto right = std::count_if(labelled->rows.begin(), labelled->rows.end(),
                                     [&](const LabelledRow& row) { return row.label == predictions[row.row].label; });
    if (known == 0) return;
    const double accuracy = static_cast<double>(right) / static_cast<double>(known);
    report.text += fmt::format("accuracy  {} of {} with a known {}\n", percent(accuracy), counted(known, "row"),
                               in_quotes(model.target));
    report.json["accuracy"] = accuracy;
  }

  std::string model_path_;
  std::string data_path_;
  std::string output_ = "-";
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_predict_command() {
  return std::make_unique<PredictCommand>();
}

}  // namespace espalier::cli
