#include "emit/header_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kRulesPerDistributionFunction = 512;

}  // namespace

CodeStyle style_of(const Lowered& lowered) {
  return lowered.answers.form == BodyForm::single_exit ? CodeStyle::misra : CodeStyle::plain;
}

json sentinel_context(const std::vector<Field>& fields, const CodeNames& names) {
  std::map<InputType, json> sentinels;
  for (const Field& field : fields) {
    if (!field.sentinel) continue;
    sentinels[field.type] = {{"name", names.missing + std::string(to_string(field.type))},
                             {"type", number_type(field.type)},
                             {"value", code_literal(names.style, field.type, missing_sentinel(field.type))}};
  }
  json list = json::array();
  for (auto& [type, entry] : sentinels) list.push_back(std::move(entry));
  return list;
}

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
    const std::uint32_t first = rule->first;
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
                         {"first_rule", first},
                         {"last_rule", last ? leaf_of_rule.rbegin()->first : rule->first - 1},
                         {"is_last", last},
                         {"cases", std::move(cases)}});
  }
  return functions;
}

std::string field_comment(const Feature& feature, const Field& field, const CodeNames& names) {
  std::string text = comment_text(feature.name);
  if (feature.kind == FeatureKind::numeric) {
    text += fmt::format(", {} to {} in training", shortest(feature.minimum), shortest(feature.maximum));
  }
  if (field.sentinel) text += fmt::format("; {}{} if missing", names.missing, to_string(field.type));
  if (!field.note.empty()) text += "; " + field.note;
  return text;
}

std::string runtime_text(RuntimeForm form, bool blends, std::string_view extension) {
  std::string text;
  for (const std::string_view part : {"runtime", "blend"}) {
    if (part == "blend" && !blends) continue;
    const std::string file = fmt::format("{}.{}", part, extension);
    text +=
        form == RuntimeForm::included
            ? fmt::format("#include <espalier/{}>\n", file)
            : (text.empty() ? "" : "\n") + std::string(embedded_text(fmt::format("runtime/include/espalier/{}", file)));
  }
  return text;
}

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

std::string header_guard(std::string_view space, std::string_view extension, std::string_view model_sha256) {
  std::string guard = fmt::format("ESPALIER_{}{}{}", space, space.ends_with('_') ? "" : "_", extension);
  std::transform(guard.begin(), guard.end(), guard.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  if (!model_sha256.empty()) guard += fmt::format("_{}", model_sha256.substr(0, 12));
  return guard;
}

}  // namespace espalier
