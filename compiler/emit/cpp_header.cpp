#include "emit/cpp_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "emit/code_text.hpp"
#include "emit/cpp_blend.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_functions.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/emit_record.hpp"
#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "emit/rule_notes.hpp"
#include "lower/witness.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// What the witnesses of a header may cost its compiler, in tests evaluated and values read: about half a second of g++.
constexpr std::size_t kWitnessBudget = 500'000;
constexpr std::size_t kRulesPerDistributionFunction = 512;

std::string missing_name(const Field& field) {
  return fmt::format("missing_{}", to_string(field.type));
}

// The integer types that have a missing value in this header.
json sentinel_context(const std::vector<Field>& fields) {
  std::map<InputType, json> sentinels;
  for (const Field& field : fields) {
    if (!field.sentinel) continue;
    sentinels[field.type] = {{"name", missing_name(field)},
                             {"type", cpp_type(field, {})},
                             {"value", code_literal(field.type, missing_sentinel(field.type))}};
  }
  json list = json::array();
  for (auto& [type, entry] : sentinels) list.push_back(std::move(entry));
  return list;
}

// Rules with equal distributions share their case labels. Zero is the array's initial state.
json distribution_context(const Model& model) {
  const Tree& tree = model.trees.front();
  const auto distributions = class_distributions(tree, model.labels.size());
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::map<std::uint32_t, std::size_t> leaf_of_rule;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) leaf_of_rule[numbers[i]] = i;
  }

  json functions = json::array();
  auto rule = leaf_of_rule.begin();
  while (rule != leaf_of_rule.end()) {
    std::map<std::vector<float>, std::vector<std::uint32_t>> groups;
    std::vector<const std::vector<float>*> in_order;
    for (std::size_t n = 0; n < kRulesPerDistributionFunction && rule != leaf_of_rule.end(); ++n, ++rule) {
      const auto& exact = distributions[rule->second];
      const auto [group, is_new] = groups.try_emplace(std::vector<float>(exact.begin(), exact.end()));
      group->second.push_back(rule->first);
      if (is_new) in_order.push_back(&group->first);
    }
    json cases = json::array();
    for (const std::vector<float>* values : in_order) {
      json assignments = json::array();
      for (std::size_t i = 0; i < values->size(); ++i) {
        if ((*values)[i] == 0) continue;
        const std::string literal = code_literal(InputType::float32, static_cast<double>((*values)[i]));
        assignments.push_back(fmt::format("out[{}] = {};", i, literal));
      }
      cases.push_back({{"rules", groups.at(*values)}, {"assignments", std::move(assignments)}});
    }
    const bool last = rule == leaf_of_rule.end();
    functions.push_back({{"name", fmt::format("distribution_{}", functions.size() + 1)},
                         {"last_rule", last ? leaf_of_rule.rbegin()->first : rule->first - 1},
                         {"is_last", last},
                         {"cases", std::move(cases)}});
  }
  return functions;
}

// Fields without a range to tell (a hand-made model) have minimum == maximum.
std::string field_comment(const Feature& feature, const Field& field) {
  std::string text = comment_text(feature.name);
  if (feature.kind == FeatureKind::numeric) {
    text += fmt::format(", {} to {} in training", shortest(feature.minimum), shortest(feature.maximum));
  }
  if (field.sentinel) text += fmt::format("; {} if missing", missing_name(field));
  if (!field.note.empty()) text += "; " + field.note;
  return text;
}

// Comparisons that the conditions on all ways from the entry to an answer make, added up.
std::size_t comparisons_on_all_paths(const Program& program) {
  struct Work {
    std::uint32_t step;
    std::size_t comparisons;
  };
  std::size_t total = 0;
  std::vector<Work> work = {{program.functions.back().entry, 0}};
  while (!work.empty()) {
    const auto [at, before] = work.back();
    work.pop_back();
    const Step& step = program.steps[at];
    switch (step.op) {
      case Op::answer: total += before; break;
      case Op::call: work.push_back({program.functions[step.value].entry, before}); break;
      case Op::branch: {
        std::size_t here = before + std::max<std::size_t>(1, step.condition.categories.size());
        for (const Condition& fallback : step.condition.fallbacks) here += 1 + fallback.categories.size();
        work.push_back({step.yes, here});
        work.push_back({step.no, here});
        break;
      }
    }
  }
  return total;
}

json witness_context(const Model& model, const Lowered& lowered, const Names& names) {
  // Both functions answer each witness; rules are skipped evenly where all of them would cost too much.
  const std::size_t rules = leaf_count(model.trees.front());
  const std::size_t cost = 2 * comparisons_on_all_paths(lowered.rules) + rules * (1 + lowered.fields.size());
  const std::size_t stride = (cost + kWitnessBudget - 1) / kWitnessBudget;
  const Interpreter interpreter(model);
  std::map<std::uint32_t, json> sorted;
  for_each_witness(model, lowered.fields, [&](const Witness& witness, const PathDomains&) {
    const bool finite = std::all_of(witness.row.begin(), witness.row.end(), [](double v) { return std::isfinite(v); });
    if (!finite || (witness.rule - 1) % stride != 0) return;
    sorted[witness.rule] = {
        {"rule", witness.rule},
        {"answer", answer_expression(names, lowered.value_type.type, interpreter.predict(witness.row))},
        {"row", row_initializer(lowered.fields, names, witness.row)}};
  });
  json list = json::array();
  for (auto& [rule, entry] : sorted) list.push_back(std::move(entry));
  return {{"list", std::move(list)}, {"all", stride == 1}, {"rules", rules}};
}

std::string runtime_text(RuntimeForm form, bool blends) {
  std::string text;
  for (const std::string_view file : {"runtime.hpp", "blend.hpp"}) {
    if (file == "blend.hpp" && !blends) continue;
    text +=
        form == RuntimeForm::included
            ? fmt::format("#include <espalier/{}>\n", file)
            : (text.empty() ? "" : "\n") + std::string(embedded_text(fmt::format("runtime/include/espalier/{}", file)));
  }
  return text;
}

// What a platform with shorter doubles could not do, and the option that would help it.
json needs_double(const Lowered& lowered) {
  json needs = json::array();
  const auto is_double = [](const Field& field) { return field.type == InputType::float64; };
  if (std::any_of(lowered.fields.begin(), lowered.fields.end(), is_double)) {
    needs.push_back({{"does", "compares"}, {"option", "--input-type COLUMN=float"}});
  }
  if (lowered.regression() && lowered.value_type.type == ValueType::float64) {
    needs.push_back({{"does", "answers"}, {"option", "--output-type float"}});
  }
  return needs;
}

// In the place of what the opening comment says of a header that stands alone.
std::string parts_line(const EmitOptions& options) {
  const std::string first = comment_text(part_name(options.file_name, 1));
  const std::string files =
      options.parts == 1 ? first
                         : fmt::format("{} to {}", first, comment_text(part_name(options.file_name, options.parts)));
  return fmt::format("// Compile {} with it. Needs C++11 and nothing else: no library, no heap; not constexpr.", files);
}

}  // namespace

std::string emit_cpp_header(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  const Names names = make_names(model, lowered.fields, options.space);
  const CodeNames code = cpp_code_names(names);
  const RuleNotes notes(model);
  const ValueType value_type = lowered.value_type.type;
  const bool blends = lowered.blend.has_value();
  const bool elsewhere = options.language == Language::cpp_sources;  // the trees are in source files
  const std::size_t max_tests = std::max(longest_way(lowered.answers), longest_way(lowered.rules));

  json context = base_context(model, lowered.fields, names);
  context["about"] = about_lines(model, lowered.fields, names, max_tests);
  std::string guard = fmt::format("ESPALIER_{}{}HPP", names.space, names.space.ends_with('_') ? "" : "_");
  std::transform(guard.begin(), guard.end(), guard.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  if (!options.model_sha256.empty()) {
    guard += "_" + options.model_sha256.substr(0, 12);
  }
  for (json& line : context["about"]) line = line == "" ? std::string("//") : "// " + line.get<std::string>();
  context["record"] = write_emit_record(
      {options.language, names.space, lowered.fields, options.model_sha256, value_type, options.parts}, model.task);
  context["guard"] = guard;
  context["runtime"] = runtime_text(options.runtime, blends);
  context["needs_double"] = needs_double(lowered);
  context["value_type"] = std::string(to_string(value_type));
  context["value_note"] = lowered.value_type.note.empty() ? "" : "  // " + lowered.value_type.note;
  for (std::size_t i = 0; i < lowered.fields.size(); ++i) {
    context["fields"][i]["comment"] = field_comment(model.features[lowered.fields[i].feature], lowered.fields[i]);
  }
  context["functions"] = cpp_functions(model, lowered, code, notes, options);
  context["blends"] = blends;
  context["blend"] = blends ? blend_section(*lowered.blend, value_type, code, notes, elsewhere) : std::string();
  context["sentinels"] = sentinel_context(lowered.fields);
  context["rule_type"] = unsigned_type(notes.rules());
  context["rule_count"] = notes.rules();
  context["max_tests"] = max_tests;
  const bool classification = model.task == Task::classification;
  context["elsewhere"] = elsewhere;
  context["declarations"] = elsewhere ? part_declarations(model, lowered) : std::string();
  context["distributions"] = classification && !elsewhere ? distribution_context(model) : json::array();
  if (elsewhere) {
    context["specifier"] = "inline";
    context["about"].back() = parts_line(options);
  } else {
    context["witnesses"] = witness_context(model, lowered, names);
  }
  return render_template("templates/cpp/header.hpp.inja", context);
}

}  // namespace espalier
