#include "emit/cpp_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>

#include "emit/escape.hpp"
#include "emit/function_body.hpp"
#include "emit/key_text.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// Whether two tables ask the same; what follows may differ.
bool same_tests(const DecisionTable& a, const DecisionTable& b) {
  const auto same = [](const TableTest& x, const TableTest& y) {
    return x.input == y.input && x.threshold == y.threshold;
  };
  return std::equal(a.tests.begin(), a.tests.end(), b.tests.begin(), b.tests.end(), same);
}

class TableText {
 public:
  TableText(const Model& model, const Lowered& lowered, const CodeNames& code)
      : model_(model),
        lowered_(lowered),
        tables_(*lowered.tree().tables),
        code_(code),
        keys_(model, lowered.tree().answers, code, key_bytes(lowered.tree().answers, tables_)) {}

  json inputs() const {
    json list = json::array();
    for (std::size_t i = 0; i < tables_.inputs.size(); ++i) {
      const bool last = i + 1 == tables_.inputs.size();
      const std::string& member = code_.fields[tables_.inputs[i].field];
      list.push_back({{"label", last ? std::string("default:") : fmt::format("case {}:", i)},
                      {"member", member},
                      {"key", keys_.expression(tables_.inputs[i], member)}});
    }
    return list;
  }

  json arrays() const {
    json list = json::array();
    append_table(lowered_.tree().answers, tables_.answers, "", list);
    if (!lowered_.tree().answers.values.empty()) append_values(list);
    append_table(lowered_.tree().rules, tables_.rules, "rule_", list);
    return list;
  }

  const KeyText& keys() const { return keys_; }

 private:
  // Rules whose tests are those of the answers share their constants, all but what follows a test.
  void append_table(const Program& program, const DecisionTable& table, const std::string& prefix, json& list) const {
    const TableTypes types = table_types(tables_, table);
    const auto append = [&](const std::string& type, std::string_view name, std::size_t size, std::string text) {
      list.push_back({{"type", type}, {"name", prefix + std::string(name)}, {"size", size}, {"text", std::move(text)}});
    };
    std::vector<std::string> inputs;
    std::vector<std::string> next;
    for (const TableTest& test : table.tests) {
      inputs.push_back(fmt::format("{}", test.input));
      for (const TableTarget target : {test.yes, test.no}) {
        next.push_back(fmt::format("{}", target.index + (target.is_answer ? table.tests.size() : 0)));
      }
    }
    if (prefix.empty() || !same_tests(tables_.answers, tables_.rules)) {
      append(unsigned_type_of(types.input_bytes), "inputs", inputs.size(), wrapped_numbers(inputs));
      append(signed_type_of(types.threshold_bytes), "thresholds", table.tests.size(), threshold_lines(program, table));
    }
    append(unsigned_type_of(types.next_bytes), "next", next.size(), wrapped_numbers(next));
  }

  void append_values(json& list) const {
    std::vector<std::string> values;
    for (const double value : lowered_.tree().answers.values) {
      values.push_back(value_literal(lowered_.value_type.type, value));
    }
    list.push_back({{"type", std::string(to_string(lowered_.value_type.type))},
                    {"name", "values"},
                    {"size", values.size()},
                    {"text", wrapped_numbers(values)}});
  }

  // One a line, with what is asked and what follows.
  std::string threshold_lines(const Program& program, const DecisionTable& table) const {
    std::string text;
    for (std::size_t i = 0; i < table.tests.size(); ++i) {
      const TableTest& test = table.tests[i];
      fmt::format_to(std::back_inserter(text), "  {},  // {}: {} ? {} : {}\n", key_literal(test.threshold), i,
                     keys_.question(tables_.inputs[test.input], test.threshold), target(program, test.yes),
                     target(program, test.no));
    }
    return text;
  }

  std::string target(const Program& program, TableTarget target) const {
    if (!target.is_answer) return fmt::format("{}", target.index);
    switch (program.answers) {
      case AnswerKind::label: return comment_text(model_.labels[target.index]);
      case AnswerKind::rule: return fmt::format("rule {}", target.index);
      case AnswerKind::addend: throw std::logic_error("several trees have no tables");
      case AnswerKind::value: break;
    }
    return value_literal(lowered_.value_type.type, program.values[target.index]);
  }

  const Model& model_;
  const Lowered& lowered_;
  const DecisionTables& tables_;
  const CodeNames& code_;
  KeyText keys_;
};

// The function that walks over a table.
json walker(const DecisionTables& tables, const DecisionTable& table, std::string_view name, std::string_view tests,
            std::string_view next) {
  const std::string type = unsigned_type_of(table_types(tables, table).next_bytes);
  return {{"type", type},
          {"name", name},
          {"tests", tests},
          {"next", next},
          {"count", fmt::format("{}{{{}}}", type, table.tests.size())}};
}

std::string rule_lines(const Model& model) {
  const RuleNotes notes(model);
  std::string text;
  for (std::uint32_t rule = 1; rule <= notes.rules(); ++rule) {
    fmt::format_to(std::back_inserter(text), "// {}\n", notes.note(std::span(&rule, 1)));
  }
  return text;
}

}  // namespace

std::string table_section(const Model& model, const Lowered& lowered, const CodeNames& code) {
  const DecisionTables& tables = *lowered.tree().tables;
  const TableText text(model, lowered, code);
  const bool shared = same_tests(tables.answers, tables.rules);
  json context;
  context["rules"] = rule_lines(model);
  context["key_type"] = text.keys().type();
  context["input_type"] = unsigned_type_of(table_types(tables, tables.answers).input_bytes);
  context["inputs"] = text.inputs();
  context["arrays"] = text.arrays();
  context["uniform"] = tables.uniform;
  context["field_count"] = lowered.fields.size();
  context["member_type"] = number_type(lowered.fields.front().type);
  context["member_key"] = text.keys().expression(tables.inputs.front(), "value");
  context["walkers"] = {walker(tables, tables.answers, "answer_number", "", ""),
                        walker(tables, tables.rules, "rule_number", shared ? "" : "rule_", "rule_")};
  return render_template("templates/cpp/table.hpp.inja", context);
}

std::string table_answer_body(const Lowered& lowered) {
  return lowered.regression() ? "  return detail::stored(detail::tables::values + detail::answer_number(row));\n"
                              : "  return static_cast<Label>(detail::answer_number(row));\n";
}

std::string table_rule_body() {
  return "  return static_cast<RuleId>(detail::rule_number(row));\n";
}

bool has_float_keys(const Lowered& lowered) {
  return lowered.tree().tables &&
         std::any_of(lowered.tree().tables->inputs.begin(), lowered.tree().tables->inputs.end(),
                     [&](const TableInput& input) { return is_floating(lowered.fields[input.field].type); });
}

}  // namespace espalier
