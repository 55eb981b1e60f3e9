#include "report/figure_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

std::string figure_text(double value) {
  // Nobody reads 1.951e+04 as an income.
  const double size = std::abs(value);
  return size >= 9999.5 && size < 1e15 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string alpha_text(double alpha, double next) {
  constexpr int kDigits = 4;
  return rounded_up(alpha, kDigits, next);
}

std::string share_text(double value) {
  std::string text = fixed(value, 3);
  return text == "-0.000" ? "0.000" : text;
}

std::string known_text(const std::optional<double>& figure) {
  return figure ? share_text(*figure) : "undefined";
}

std::string score_text(Task task, double score) {
  return task == Task::regression ? figure_text(score) : percent(score);
}

std::string score_text(Task task, double score, double standard_error) {
  const std::string error =
      task == Task::regression ? fmt::format("{:.2g}", standard_error) : fixed(100 * standard_error, 1);
  return fmt::format("{} ± {}", score_text(task, score), error);
}

std::string quoted_words(const std::vector<std::string>& words, std::size_t shown) {
  std::vector<std::string> quoted;
  quoted.reserve(words.size());
  for (const std::string& word : words) quoted.push_back(in_quotes(word, 30));
  return enumerate(quoted, shown);
}

std::string answer_text(Task task, const Baseline& baseline) {
  return task == Task::regression ? "the mean" : in_quotes(baseline.name, kLabelShown);
}

std::string baseline_text(Task task, const Baseline& baseline, double score) {
  return fmt::format("always {}: {}", answer_text(task, baseline), score_text(task, score));
}

std::string precision_text(const std::optional<double>& precision, const std::optional<double>& recall,
                           const std::optional<double>& f1) {
  return fmt::format("precision {}, recall {}, F1 {}", known_text(precision), known_text(recall), known_text(f1));
}

std::optional<double> f1_of(const std::optional<double>& precision, const std::optional<double>& recall) {
  if (!precision || !recall || *precision + *recall <= 0) return std::nullopt;
  return 2 * *precision * *recall / (*precision + *recall);
}

nlohmann::ordered_json or_null(const std::optional<double>& figure) {
  if (!figure) return nullptr;
  return *figure;
}

nlohmann::ordered_json weight_json(double weight, bool weighted) {
  if (weighted) return weight;
  return static_cast<std::uint64_t>(weight);
}

std::string aligned_table(const std::vector<std::vector<std::string>>& lines, std::size_t names, std::size_t indent) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], count_characters(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    text += std::string(indent, ' ');
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string pad(widths[i] - count_characters(line[i]), ' ');
      text += (i == 0 ? "" : "  ") + (i < names ? line[i] + pad : pad + line[i]);
    }
    text += "\n";
  }
  return text;
}

std::string csv_cell(std::string_view text) {
  static const Schema reader{{}, default_missing_tokens()};
  const bool plain = text.find_first_of(",\"\r\n;\t|") == std::string_view::npos && !reader.is_missing(text, false) &&
                     text.front() != ' ' && text.back() != ' ';
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

}  // namespace espalier
