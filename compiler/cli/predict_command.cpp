// espalier predict: the reference interpreter on a data file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/csv_text.hpp"
#include "cli/kept_columns.hpp"
#include "cli/option_groups.hpp"
#include "cli/score_text.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/tree_walk.hpp"
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

    report.text += fmt::format("predicted {}\n", counted(answers.rows(), "row"));
    report.json["rows"] = answers.rows();
    report_score(source, model, answers, report);
    if (common.verbose) report_answers(model, answers, report);
    const KeptColumns kept(source.table, keep_, answer_columns(model));
    if (output_.empty()) {
      report.json["predictions"] = as_json(model, answers, kept);
      return ExitCode::done;
    }
    OutputFiles files;
    files.stage(output_, as_csv(model, answers, kept));
    files.commit();
    if (output_ != "-") report.text += fmt::format("written   {}\n", printable(output_, 400));
    report.json["output"] = output_;
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

  static std::vector<std::string> answer_columns(const Model& model) {
    std::vector<std::string> names = {"prediction", model.combination == Combination::single ? "rule" : "rules"};
    for (const std::string& label : model.labels) names.push_back("probability " + label);
    return names;
  }

  static std::string csv_line(const Model& model, const Prediction& prediction) {
    const bool number = model.task == Task::regression;
    std::string line = number ? shortest(prediction.value) : csv_cell(model.labels[prediction.label]);
    line += model.combination == Combination::single ? fmt::format(",{}", prediction.rule)
                                                     : fmt::format(",{}", fmt::join(prediction.rules, " "));
    for (const double probability : prediction.probabilities) line += "," + shortest(probability);
    return line + "\n";
  }

  static std::string as_csv(const Model& model, const RowAnswers& answers, const KeptColumns& kept) {
    std::string csv = kept.header();
    for (const std::string& name : answer_columns(model)) csv += (name == "prediction" ? "" : ",") + csv_cell(name);
    csv += "\n";
    std::vector<std::string> lines;
    for (const Prediction& answer : answers.different()) lines.push_back(csv_line(model, answer));
    std::size_t size = csv.size();
    for (std::size_t row = 0; row < answers.rows(); ++row) size += lines[answers.which(row)].size();
    csv.reserve(size);
    for (std::size_t row = 0; row < answers.rows(); ++row) {
      if (!kept.empty()) csv += kept.cells(row);
      csv += lines[answers.which(row)];
    }
    return csv;
  }

  static nlohmann::ordered_json as_json(const Model& model, const RowAnswers& answers, const KeptColumns& kept) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (std::size_t row = 0; row < answers.rows(); ++row) {
      const Prediction& prediction = answers[row];
      const bool number = model.task == Task::regression;
      nlohmann::ordered_json& entry = list.emplace_back(nlohmann::ordered_json::object());
      if (number) {
        entry["prediction"] = prediction.value;
      } else {
        entry["prediction"] = model.labels[prediction.label];
      }
      if (model.combination == Combination::single) {
        entry["rule"] = prediction.rule;
      } else {
        entry["rules"] = prediction.rules;
      }
      if (!number) entry["probabilities"] = prediction.probabilities;
      if (!kept.empty()) list.back()["input"] = kept.json(row);
    }
    return list;
  }

  static void report_answers(const Model& model, const RowAnswers& answers, Report& report) {
    if (model.task == Task::regression) {
      if (answers.rows() == 0) return;
      double least = answers[0].value;
      double most = least;
      for (std::size_t row = 0; row < answers.rows(); ++row) {
        least = std::min(least, answers[row].value);
        most = std::max(answers[row].value, most);
      }
      report.text += fmt::format("          {} to {}\n", shortest(least), shortest(most));
      return;
    }
    std::vector<std::size_t> frequency(model.labels.size(), 0);
    for (std::size_t row = 0; row < answers.rows(); ++row) ++frequency[answers[row].label];
    for (std::size_t i = 0; i < frequency.size(); ++i) {
      report.text += fmt::format("          {}: {}\n", printable(model.labels[i], 40), counted(frequency[i], "row"));
    }
  }

  // The target column may be there: then the answers can be marked. A class that the model does not have is answered
  // wrongly, whatever the answer; a text that is no number cannot be compared with one.
  void report_score(const Source& source, const Model& model, const RowAnswers& answers, Report& report) const {
    const auto known = known_targets(source.table, data_.missing_tokens(source), model);
    if (!known) return;
    const auto unknown = static_cast<std::uint32_t>(model.labels.size());
    Answers actual;
    Answers predicted;
    for (const KnownTarget& target : known->rows) {
      const Prediction& prediction = answers[target.row];
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
  KeepOption keep_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_predict_command() {
  return std::make_unique<PredictCommand>();
}

}  // namespace espalier::cli
