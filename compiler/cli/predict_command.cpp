// espalier predict: the reference interpreter on a data file.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/csv_text.hpp"
#include "cli/option_groups.hpp"
#include "cli/score_text.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/known_targets.hpp"
#include "evaluate/metrics.hpp"
#include "model/interpret.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class PredictCommand : public Command {
 public:
  std::string_view name() const override { return "predict"; }
  std::string_view summary() const override { return "what the model answers for the rows of a data file"; }
  std::string_view description() const override {
    return "Answers every row of a data file with the reference interpreter. The output has one line per row, in the "
           "same order: the predicted label, the number of the rule, and a probability for each label; for a "
           "regression "
           "the predicted number and the rule. Columns are found by name.";
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
    check_files(common, {{model_path_, data_path_}, {output_}}, data_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-";
    const Model model = load_model(model_path_);
    const Source source = data_.read(data_path_, report.warnings);
    const BoundRows bound = bind_rows(source.table, data_.missing_tokens(source), model, report.warnings);

    const Interpreter interpreter(model);
    std::vector<Prediction> predictions;
    for (const std::vector<double>& row : bound.rows) predictions.push_back(interpreter.predict(row));

    report.text += fmt::format("predicted {}\n", counted(predictions.size(), "row"));
    report.json["rows"] = predictions.size();
    report_score(source, model, predictions, report);
    if (common.verbose) report_answers(model, predictions, report);
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
      const bool number = model.task == Task::regression;
      csv += number ? shortest(prediction.value) : csv_cell(model.labels[prediction.label]);
      csv += fmt::format(",{}", prediction.rule);
      for (const double probability : prediction.probabilities) csv += "," + shortest(probability);
      csv += "\n";
    }
    return csv;
  }

  static nlohmann::ordered_json as_json(const Model& model, const std::vector<Prediction>& predictions) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Prediction& prediction : predictions) {
      if (model.task == Task::regression) {
        list.push_back({{"prediction", prediction.value}, {"rule", prediction.rule}});
      } else {
        list.push_back({{"prediction", model.labels[prediction.label]},
                        {"rule", prediction.rule},
                        {"probabilities", prediction.probabilities}});
      }
    }
    return list;
  }

  static void report_answers(const Model& model, const std::vector<Prediction>& predictions, Report& report) {
    if (model.task == Task::regression) {
      const auto [least, most] =
          std::minmax_element(predictions.begin(), predictions.end(),
                              [](const Prediction& one, const Prediction& other) { return one.value < other.value; });
      if (least == predictions.end()) return;
      report.text += fmt::format("          {} to {}\n", shortest(least->value), shortest(most->value));
      return;
    }
    std::vector<std::size_t> frequency(model.labels.size(), 0);
    for (const Prediction& prediction : predictions) ++frequency[prediction.label];
    for (std::size_t i = 0; i < frequency.size(); ++i) {
      report.text += fmt::format("          {}: {}\n", printable(model.labels[i], 40), counted(frequency[i], "row"));
    }
  }

  // The target column may be there: then the answers can be marked. A class that the model does not have is answered
  // wrongly, whatever the answer; a text that is no number cannot be compared with one.
  void report_score(const Source& source, const Model& model, const std::vector<Prediction>& predictions,
                    Report& report) const {
    const auto known = known_targets(source.table, data_.missing_tokens(source), model);
    if (!known) return;
    const auto unknown = static_cast<std::uint32_t>(model.labels.size());
    Answers actual;
    Answers predicted;
    for (const KnownTarget& target : known->rows) {
      const Prediction& prediction = predictions[target.row];
      if (model.task == Task::classification) {
        actual.labels.push_back(target.label.value_or(unknown));
        predicted.labels.push_back(prediction.label);
      } else if (target.value) {
        actual.values.push_back(*target.value);
        predicted.values.push_back(prediction.value);
      }
    }
    if (actual.rows() == 0) return;
    const double figure = score({model.task, unknown + std::size_t{1}, {}}, actual, predicted).score;
    report.text += fmt::format("{:<9} {} of {} with a known {}\n", score_name(model.task),
                               score_text(model.task, figure), counted(actual.rows(), "row"), in_quotes(model.target));
    report.json[score_name(model.task)] = figure;
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
