#include "cli/kept_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/csv_text.hpp"
#include "data/faults.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr const char* kAll = "*";

// As it was: what was unquoted and means missing stays so, what was quoted stays a value.
std::string written_cell(std::string_view text, bool quoted) {
  if (text.empty()) return "";
  const bool plain = text.find_first_of(",\"\r\n;\t|") == std::string_view::npos;
  return !quoted && plain ? std::string(text) : csv_cell(text);
}

std::vector<std::size_t> chosen_columns(const Table& table, const KeepOption& option) {
  std::vector<std::size_t> columns;
  if (option.all()) {
    for (std::size_t column = 0; column < table.columns(); ++column) columns.push_back(column);
    return columns;
  }
  for (const std::string& name : option.names()) {
    const auto found = std::find(table.column_names.begin(), table.column_names.end(), name);
    if (found == table.column_names.end()) throw no_such_column(table, name);
    const auto column = static_cast<std::size_t>(found - table.column_names.begin());
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
  }
  return columns;
}

}  // namespace

void KeepOption::add_to(OptionGroups& options) {
  options.group("Options").add_options()(
      "keep", po::value(&names_)->composing()->implicit_value(std::vector<std::string>{kAll}, "")->value_name("COL"),
      "copy the column to the output, in front of the answer; may be repeated. Without COL, behind all other words, "
      "every column");
}

bool KeepOption::all() const {
  return std::find(names_.begin(), names_.end(), kAll) != names_.end();
}

KeptColumns::KeptColumns(const Table& table, const KeepOption& option, const std::vector<std::string>& taken) {
  const std::vector<std::size_t> chosen = chosen_columns(table, option);
  for (const std::size_t column : chosen) {
    const std::string& name = table.column_names[column];
    if (std::find(taken.begin(), taken.end(), name) == taken.end()) continue;
    throw Diagnostic(ExitCode::bad_input, table.where_name(column),
                     fmt::format("the output would have two columns called {}", in_quotes(name)),
                     "rename the column in the data, or name those to keep one by one");
  }
  table.read_texts(chosen);
  for (const std::size_t column : chosen) {
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

}  // namespace espalier::cli
