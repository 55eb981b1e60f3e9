#include "report/prediction_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "evaluate/bind_dataset.hpp"
#include "evaluate/mark.hpp"
#include "model/interpret.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// As it was: what was unquoted and means missing stays so, what was quoted stays a value.
std::string written_cell(std::string_view text, bool quoted) {
  if (text.empty()) return "";
  const bool plain = text.find_first_of(",\"\r\n;\t|") == std::string_view::npos;
  return !quoted && plain ? std::string(text) : csv_cell(text);
}

std::vector<std::string> answer_columns(const Model& model) {
  std::vector<std::string> names = {"prediction", model.combination == Combination::single ? "rule" : "rules"};
  for (const std::string& label : model.labels) names.push_back("probability " + label);
  return names;
}

std::string csv_line(const Model& model, const Prediction& prediction) {
  const bool number = model.task == Task::regression;
  std::string line = number ? shortest(prediction.value) : csv_cell(model.labels[prediction.label]);
  line += model.combination == Combination::single ? fmt::format(",{}", prediction.rule)
                                                   : fmt::format(",{}", fmt::join(prediction.rules, " "));
  for (const double probability : prediction.probabilities) line += "," + shortest(probability);
  return line + "\n";
}

nlohmann::ordered_json answers_json(const Model& model, const RowAnswers& answers, const KeptColumns& kept) {
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

std::string frequencies_text(const PredictionFacts& facts) {
  const RowAnswers& answers = facts.answers;
  const std::vector<std::string>& labels = facts.model.labels;
  std::vector<std::size_t> frequency(labels.size(), 0);
  for (std::size_t row = 0; row < answers.rows(); ++row) ++frequency[answers[row].label];
  std::string text;
  for (std::size_t i = 0; i < frequency.size(); ++i) {
    text += fmt::format("          {}: {}\n", printable(labels[i], 40), counted(frequency[i], "row"));
  }
  return text;
}

std::string value_range_text(const RowAnswers& answers) {
  if (answers.rows() == 0) return "";
  double least = answers[0].value;
  double most = least;
  for (std::size_t row = 0; row < answers.rows(); ++row) {
    least = std::min(least, answers[row].value);
    most = std::max(answers[row].value, most);
  }
  return fmt::format("          {} to {}\n", shortest(least), shortest(most));
}

}  // namespace

KeptColumns::KeptColumns(const Table& table, const std::vector<std::size_t>& columns, const Model& model) {
  const std::vector<std::string> taken = answer_columns(model);
  for (const std::size_t column : columns) {
    const std::string& name = table.column_names[column];
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) continue;
    throw Diagnostic(ExitCode::bad_input, table.where_name(column),
                     fmt::format("the output would have two columns called {}", in_quotes(name)),
                     "rename the column in the data, or name those to keep one by one");
  }
  table.read_texts(columns);
  for (const std::size_t column : columns) {
    Column& kept = columns_.emplace_back(Column{table.column_names[column], &table.column(column), {}});
    const TextPool& texts = kept.cells->texts;
    for (std::uint32_t code = 0; code < texts.size(); ++code) {
      kept.written.push_back(written_cell(texts.text(code), texts.quoted(code)));
    }
  }
}

std::string KeptColumns::header() const {
  std::string text;
  for (const Column& column : columns_) text += csv_cell(column.name) + ",";
  return text;
}

std::string KeptColumns::cells(std::size_t row) const {
  std::string text;
  for (const Column& column : columns_) {
    text += column.written[column.cells->codes[row]];
    text += ',';
  }
  return text;
}

nlohmann::ordered_json KeptColumns::json(std::size_t row) const {
  nlohmann::ordered_json cells = nlohmann::ordered_json::object();
  for (const Column& column : columns_) {
    const std::uint32_t code = column.cells->codes[row];
    cells[column.name] = std::string(column.cells->texts.text(code));
  }
  return cells;
}

// A class that the model does not have is answered wrongly, whatever the answer; a text that is no number cannot be
// compared with one.
PredictionFacts prediction_facts(const Model& model, const RowAnswers& answers, const Table& table,
                                 const std::vector<std::string>& missing_tokens) {
  PredictionFacts facts{model, answers};
  const auto known = known_targets(table, missing_tokens, model);
  if (!known) return facts;
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
  if (actual.rows() == 0) return facts;
  facts.marked_rows = actual.rows();
  facts.score = score({model.task, unknown + std::size_t{1}, {}}, actual, predicted).score;
  return facts;
}

std::string to_text(const PredictionFacts& facts, bool verbose) {
  const Model& model = facts.model;
  std::string text = fmt::format("predicted {}\n", counted(facts.answers.rows(), "row"));
  if (facts.score) {
    text +=
        fmt::format("{:<9} {} of {} with a known {}\n", score_name(model.task), score_text(model.task, *facts.score),
                    counted(facts.marked_rows, "row"), in_quotes(model.target));
  }
  if (!verbose) return text;
  return text + (model.task == Task::regression ? value_range_text(facts.answers) : frequencies_text(facts));
}

nlohmann::ordered_json to_json(const PredictionFacts& facts) {
  nlohmann::ordered_json json = {{"rows", facts.answers.rows()}};
  if (facts.score) json[score_name(facts.model.task)] = *facts.score;
  if (facts.listed != nullptr) json["predictions"] = answers_json(facts.model, facts.answers, *facts.listed);
  return json;
}

std::string answers_csv(const Model& model, const RowAnswers& answers, const KeptColumns& kept) {
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

}  // namespace espalier
