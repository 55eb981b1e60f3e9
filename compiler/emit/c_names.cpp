#include "emit/c_names.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

namespace espalier {
namespace {

// What the header declares besides the names of the data, and what it may declare one day.
const char* const kOwnNames[] = {"blend",
                                 "columns",
                                 "count_rule",
                                 "days_from_date",
                                 "describe_rule",
                                 "element",
                                 "espalier_version",
                                 "field_count",
                                 "field_name",
                                 "input",
                                 "label",
                                 "label_count",
                                 "label_text",
                                 "margin",
                                 "max_tests",
                                 "model_hash",
                                 "model_id",
                                 "predict",
                                 "predict_batch",
                                 "predict_columns",
                                 "predict_rule",
                                 "probabilities",
                                 "reset_rule_hits",
                                 "row_from_array",
                                 "rule",
                                 "rule_count",
                                 "rule_hits",
                                 "seconds_from_date_time",
                                 "value"};

// The same for models of several trees.
const char* const kForestNames[] = {"predict_leaves", "scores", "sum", "sum_count", "tree_count"};

// Hands out names that begin with the namespace; each is given once.
class GlobalNames {
 public:
  GlobalNames(std::string prefix, bool several_trees) : prefix_(std::move(prefix)) {
    for (const char* own : kOwnNames) used_.insert(prefix_ + own);
    if (!several_trees) return;
    for (const char* own : kForestNames) used_.insert(prefix_ + own);
  }

  // `base` is an identifier. Functions and sentinels of the header begin with detail_ and missing_.
  std::string name(const std::string& base) {
    const bool own = base.starts_with("detail_") || base.starts_with("missing_");
    const std::string full = fmt::format("{}{}{}", prefix_, own ? "column_" : "", base);
    std::string candidate = full;
    for (std::size_t n = 2; !used_.insert(candidate).second; ++n) {
      candidate = fmt::format("{}{}{}", full, full.back() == '_' ? "" : "_", n);
    }
    return candidate;
  }

 private:
  std::string prefix_;
  std::unordered_set<std::string> used_;
};

}  // namespace

CNames make_c_names(const Model& model, const std::vector<Field>& fields, std::string_view space) {
  CNames result;
  Names& names = result.names;
  names = make_names(model, fields, space);
  result.prefix = names.space.ends_with('_') ? names.space : names.space + "_";
  GlobalNames globals(result.prefix, model.combination != Combination::single);
  for (std::string& label : names.labels) label = globals.name(label.insert(0, "label_"));
  // Types first, and parsers: their names are the ones that people write most.
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool category = !names.enums[i].type.empty();
    if (category) names.enums[i].type = globals.name(names.fields[i]);
    result.parsers.push_back(category ? globals.name("parse_" + names.fields[i]) : std::string());
    result.texts.push_back(category ? globals.name(names.fields[i] + "_text") : std::string());
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (names.enums[i].type.empty()) continue;
    const std::string& field = names.fields[i];
    for (std::string& value : names.enums[i].values) value = globals.name(fmt::format("{}_{}", field, value));
    names.enums[i].unknown = globals.name(fmt::format("{}_{}", field, names.enums[i].unknown));
  }
  return result;
}

CodeNames c_code_names(const CNames& c_names, CodeStyle style) {
  const Names& names = c_names.names;
  const auto typed = [&](const std::string& type, const std::string& enumerator) {
    return style == CodeStyle::misra ? fmt::format("({}){}", type, enumerator) : enumerator;
  };
  CodeNames code;
  code.style = style;
  code.syntax = &kCSyntax;
  code.missing = c_names.prefix + "missing_";
  for (const std::string& label : names.labels) code.labels.push_back(typed(c_names.prefix + "label", label));
  for (std::size_t i = 0; i < names.fields.size(); ++i) {
    code.fields.push_back("row->" + names.fields[i]);
    CodeNames::Categories categories;
    for (const std::string& value : names.enums[i].values) {
      categories.values.push_back(typed(names.enums[i].type, value));
    }
    categories.unknown = typed(names.enums[i].type, names.enums[i].unknown);
    code.categories.push_back(std::move(categories));
  }
  return code;
}

}  // namespace espalier
