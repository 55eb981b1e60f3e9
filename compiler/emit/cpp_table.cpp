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
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kRowWidth = 100;

std::string signed_type(std::size_t bytes) {
  return fmt::format("int{}_t", 8 * bytes);
}
std::string unsigned_type_of(std::size_t bytes) {
  return fmt::format("uint{}_t", 8 * bytes);
}

// `int` has 16 bits at least, and is what every processor compares best.
std::string key_type(std::size_t bytes) {
  return bytes == 2 ? "int" : signed_type(bytes);
}

// The lowest int32 has no literal of its own: -2147483648 is minus a number that is too large.
std::string key_literal(std::int64_t key) {
  if (key == INT32_MIN) return "(-2147483647 - 1)";
  return fmt::format("{}{}", key, key < INT32_MIN || key > INT32_MAX ? "LL" : "");
}

// Numbers in lines, each with its line feed.
std::string wrapped(const std::vector<std::string>& numbers) {
  std::string text;
  std::string line = " ";
  for (const std::string& number : numbers) {
    if (line.size() + number.size() + 2 > kRowWidth) {
      text += line + "\n";
      line = " ";
    }
    line += fmt::format(" {},", number);
  }
  return text + line + "\n";
}

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
        key_type_(key_type(key_bytes(lowered.tree().answers, tables_))) {}

  json inputs() const {
    json list = json::array();
    for (std::size_t i = 0; i < tables_.inputs.size(); ++i) {
      const bool last = i + 1 == tables_.inputs.size();
      const std::string& member = code_.fields[tables_.inputs[i].field];
      list.push_back({{"label", last ? std::string("default:") : fmt::format("case {}:", i)},
                      {"member", member},
                      {"key", key_expression(tables_.inputs[i], member)}});
    }
    return list;
  }

  // The key of `value`, a member of the row.
  std::string key_expression(const TableInput& input, const std::string& value) const {
    const Field& field = lowered_.fields[input.field];
    std::string own = own_key(field, value);
    const auto missing = [&] {
      return key_literal(
          key_of(field, input.missing, std::nan(""), lowered_.tree().answers.category_counts[input.field]));
    };
    if (is_floating(field.type)) return fmt::format("key_of({}, {})", value, missing());
    const bool below = input.missing == MissingSide::below;
    if (field.type == InputType::category) {
      if (!below) return own;  // `unknown`, and what is no enumerator, is above all others
      return fmt::format("{} < {} ? {} : {}", value, code_.categories[input.field].unknown, own, missing());
    }
    const bool stands_there = !field.sentinel || (missing_sentinel(field.type) == lowest(field.type)) == below;
    if (stands_there) return own;
    return fmt::format("{} != {}{} ? {} : {}", value, code_.missing, storage_name(field.type), own, missing());
  }

  json arrays() const {
    json list = json::array();
    append_table(lowered_.tree().answers, tables_.answers, "", list);
    if (!lowered_.tree().answers.values.empty()) append_values(list);
    append_table(lowered_.tree().rules, tables_.rules, "rule_", list);
    return list;
  }

  const std::string& type_of_keys() const { return key_type_; }

 private:
  std::string own_key(const Field& field, const std::string& value) const {
    if (field.type == InputType::uint32) return fmt::format("static_cast<int32_t>({} ^ 0x80000000U)", value);
    return fmt::format("static_cast<{}>({})", key_type_, value);
  }

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
      append(unsigned_type_of(types.input_bytes), "inputs", inputs.size(), wrapped(inputs));
      append(signed_type(types.threshold_bytes), "thresholds", table.tests.size(), threshold_lines(program, table));
    }
    append(unsigned_type_of(types.next_bytes), "next", next.size(), wrapped(next));
  }

  void append_values(json& list) const {
    std::vector<std::string> values;
    for (const double value : lowered_.tree().answers.values) {
      values.push_back(value_literal(lowered_.value_type.type, value));
    }
    list.push_back({{"type", std::string(to_string(lowered_.value_type.type))},
                    {"name", "values"},
                    {"size", values.size()},
                    {"text", wrapped(values)}});
  }

  // One a line, with what is asked and what follows.
  std::string threshold_lines(const Program& program, const DecisionTable& table) const {
    std::string text;
    for (std::size_t i = 0; i < table.tests.size(); ++i) {
      const TableTest& test = table.tests[i];
      fmt::format_to(std::back_inserter(text), "  {},  // {}: {} ? {} : {}\n", key_literal(test.threshold), i,
                     question(test), target(program, test.yes), target(program, test.no));
    }
    return text;
  }

  std::string question(const TableTest& test) const {
    const TableInput& input = tables_.inputs[test.input];
    const Field& field = lowered_.fields[input.field];
    const std::size_t categories = lowered_.tree().answers.category_counts[input.field];
    const std::string name = comment_text(model_.features[field.feature].name);
    const bool below = input.missing == MissingSide::below;
    if (can_be_missing(field) && below && test.threshold == key_of(field, input.missing, std::nan(""), categories)) {
      return name + " is missing";
    }
    if (can_be_missing(field) && !below && test.threshold >= last_known(field, categories)) return name + " is known";
    const std::string_view or_missing = can_be_missing(field) && below ? " or missing" : "";
    if (field.type == InputType::category) {
      const Feature& feature = model_.features[field.feature];
      return fmt::format("{} is up to {}{}", name,
                         comment_text(feature.categories[static_cast<std::size_t>(test.threshold)]), or_missing);
    }
    const double threshold = value_of_key(field, test.threshold);
    return fmt::format("{} <= {}{}", name, std::isinf(threshold) ? "-infinity" : shown(field, threshold), or_missing);
  }

  static std::string shown(const Field& field, double threshold) {
    return field.type == InputType::float32 ? shortest(static_cast<float>(threshold)) : shortest(threshold);
  }

  static std::int64_t last_known(const Field& field, std::size_t categories) {
    if (field.type == InputType::category) return static_cast<std::int64_t>(categories) - 1;
    const double highest = is_integer(field.type) ? highest_number(field) : HUGE_VAL;
    return key_of(field, MissingSide::above, highest, 0);
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
  std::string key_type_;
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
  context["key_type"] = text.type_of_keys();
  context["input_type"] = unsigned_type_of(table_types(tables, tables.answers).input_bytes);
  context["inputs"] = text.inputs();
  context["arrays"] = text.arrays();
  context["uniform"] = tables.uniform;
  context["field_count"] = lowered.fields.size();
  context["member_type"] = number_type(lowered.fields.front().type);
  context["member_key"] = text.key_expression(tables.inputs.front(), "value");
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
