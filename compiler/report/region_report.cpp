#include "report/region_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kValueShown = 60;

bool is_word(const Feature& column, double value) {
  return value >= 0 && value < static_cast<double>(column.categories.size());
}

std::vector<std::string> whole_columns(const Space& space) {
  std::vector<std::string> names;
  for (std::size_t column = 0; column < space.columns.size(); ++column) {
    if (space.columns[column].kind == FeatureKind::numeric && space.is_whole(column)) {
      names.push_back(in_quotes(space.columns[column].name, 40));
    }
  }
  return names;
}

}  // namespace

std::string value_text(const Space& space, std::size_t column, double value) {
  const Feature& feature = space.columns[column];
  if (std::isnan(value)) return "missing";
  if (feature.kind == FeatureKind::numeric) {
    return std::isinf(value) ? (value > 0 ? "infinity" : "-infinity") : value_text(feature, value);
  }
  if (!is_word(feature, value)) return "a word that the model does not know";
  return printable(feature.categories[static_cast<std::size_t>(value)], kValueShown);
}

nlohmann::ordered_json number_json(double value) {
  if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
  return std::isnan(value) ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(value);
}

nlohmann::ordered_json value_json(const Space& space, std::size_t column, double value) {
  const Feature& feature = space.columns[column];
  if (feature.kind == FeatureKind::categorical) {
    if (!is_word(feature, value)) return nullptr;
    return feature.categories[static_cast<std::size_t>(value)];
  }
  return number_json(value);
}

std::string row_text(const Space& space, std::span<const double> row, const std::vector<bool>& told) {
  std::vector<std::string> values;
  for (std::size_t column = 0; column < row.size(); ++column) {
    if (!told.empty() && !told[column]) continue;
    values.push_back(fmt::format("{} = {}", printable(space.columns[column].name, kValueShown),
                                 value_text(space, column, row[column])));
  }
  return values.empty() ? "any row" : fmt::format("{}", fmt::join(values, ", "));
}

nlohmann::ordered_json row_json(const Space& space, std::span<const double> row) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t column = 0; column < row.size(); ++column) {
    json[space.columns[column].name] = value_json(space, column, row[column]);
  }
  return json;
}

nlohmann::ordered_json region_json(const Space& space, const Region& region) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t column = 0; column < region.size(); ++column) {
    const ColumnValues& values = region[column];
    if (values == all_values(space, column)) continue;
    nlohmann::ordered_json entry = {{"column", space.columns[column].name}};
    if (values.categorical) {
      nlohmann::ordered_json words = nlohmann::ordered_json::array();
      for (const std::uint32_t word : values.words.list()) words.push_back(space.columns[column].categories[word]);
      entry["in"] = std::move(words);
    } else if (!values.has_known()) {
      entry["known"] = false;
    } else {
      if (!std::isinf(values.first)) entry["from"] = values.first;
      if (!std::isinf(values.last)) entry["upto"] = values.last;
    }
    entry["missing"] = values.missing;
    list.push_back(std::move(entry));
  }
  return list;
}

std::string domain_text(const Space& space, bool complete_rows) {
  std::string text = "every row";
  if (complete_rows) text += " without missing values";
  const std::vector<std::string> whole = whole_columns(space);
  if (!whole.empty()) text += fmt::format("; whole numbers in {}", enumerate(whole, 6));
  return text;
}

nlohmann::ordered_json domain_json(const Space& space, bool complete_rows) {
  nlohmann::ordered_json whole = nlohmann::ordered_json::array();
  for (std::size_t column = 0; column < space.columns.size(); ++column) {
    if (space.columns[column].kind == FeatureKind::numeric && space.is_whole(column)) {
      whole.push_back(space.columns[column].name);
    }
  }
  return {{"missing_values", !complete_rows}, {"whole_numbers", std::move(whole)}};
}

}  // namespace espalier
