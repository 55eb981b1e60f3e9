#include "emit/header_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "emit/code_text.hpp"
#include "emit/emit_record.hpp"
#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

using nlohmann::json;

}  // namespace

CodeStyle style_of(const Lowered& lowered) {
  return lowered.form == BodyForm::single_exit ? CodeStyle::misra : CodeStyle::plain;
}

json sentinel_context(const std::vector<Field>& fields, const CodeNames& names) {
  std::map<InputType::Storage, json> sentinels;
  for (const Field& field : fields) {
    if (!field.sentinel) continue;
    sentinels[field.type] = {{"name", code_sentinel(names, field.type)},
                             {"type", number_type(field.type, *names.syntax)},
                             {"value", code_literal(names, field.type, missing_sentinel(field.type))}};
  }
  json list = json::array();
  for (auto& [type, entry] : sentinels) list.push_back(std::move(entry));
  return list;
}

std::string numeric_comment(const Feature& feature) {
  std::string range = fmt::format(", {} to {} in training", shortest(feature.minimum), shortest(feature.maximum));
  if (!feature.date) return range;
  return fmt::format(", {} since 1970-01-01{} ({} to {})", to_string(feature.date->unit), range,
                     date_text(feature.minimum, feature.date->unit), date_text(feature.maximum, feature.date->unit));
}

std::string field_comment(const Feature& feature, const Field& field, const CodeNames& names) {
  std::string text = comment_text(feature.name);
  if (field.type.is_scaled()) text += fmt::format(" in steps of {}", to_string(field.type.scale()));
  if (feature.kind == FeatureKind::numeric) {
    text += numeric_comment(feature);
  }
  if (field.sentinel) text += fmt::format("; {} if missing", code_sentinel(names, field.type));
  if (!field.note.empty()) text += "; " + field.note;
  return text;
}

std::string runtime_text(RuntimeForm form, const std::vector<std::string>& files) {
  std::string text;
  for (const std::string& file : files) {
    text +=
        form == RuntimeForm::included
            ? fmt::format("#include <espalier/{}>\n", file)
            : (text.empty() ? "" : "\n") + std::string(embedded_text(fmt::format("runtime/include/espalier/{}", file)));
  }
  return text;
}

namespace {

bool adds_up_doubles(const Verdict& verdict, bool regression) {
  if (!is_whole(verdict.type)) return verdict.type == SumType::float64;
  return regression && !answers_in_floats(verdict);
}

}  // namespace

json needs_double(const Lowered& lowered) {
  json needs = json::array();
  const auto is_double = [](const Field& field) { return field.type == InputType::float64; };
  if (std::any_of(lowered.fields.begin(), lowered.fields.end(), is_double)) {
    needs.push_back({{"does", "compares"}, {"option", "--input-type COLUMN=float"}});
  }
  if (lowered.regression() && lowered.value_type.type == ValueType::float64) {
    needs.push_back({{"does", "answers"}, {"option", "--output-type float"}});
  }
  if (needs.empty() && lowered.verdict && adds_up_doubles(*lowered.verdict, lowered.regression())) {
    needs.push_back({{"does", "adds up"}, {"option", "fewer trees"}});
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

namespace {

constexpr std::size_t kIdDigits = 16;

bool is_hexadecimal(const std::string& text) {
  return text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

void add_text_context(const Model& model, const std::vector<Field>& fields, const std::string& sha256,
                      nlohmann::json& context, const CodeSyntax& syntax) {
  const bool has_id = sha256.size() >= kIdDigits && is_hexadecimal(sha256);
  context["version"] = syntax.text(kVersion);
  context["model_hash"] = syntax.text(sha256);
  context["model_id"] = fmt::format("0x{}{}", has_id ? sha256.substr(0, kIdDigits) : "0", syntax.long_suffix);
  const bool several = model.combination != Combination::single;
  context["undescribed"] = several ? std::string("every tree has rules of its own")
                                   : fmt::format("headers have it up to {} rules", grouped(kMostDescribedRules));
  context["most_described"] = grouped(kMostDescribedRules);
  nlohmann::json& texts = context["rule_texts"] = nlohmann::json::array();
  context["described"] = false;
  if (several) return;
  for (const std::string& text : rule_texts(model, fields)) texts.push_back(syntax.text(text));
  context["described"] = !texts.empty();
}

namespace {

using nlohmann::json;

constexpr std::int64_t kSecondsPerDay = 86'400;
constexpr double kFarthestDay = 11'000'000;  // about 30,000 years

// The call that gives the number; empty if it has a fraction, or is too far away for the calendar.
std::string call_for(double value, DateUnit unit) {
  const double day_number = unit == DateUnit::days ? value : std::floor(value / kSecondsPerDay);
  if (value != std::trunc(value) || !(std::abs(day_number) < kFarthestDay)) return "";
  const auto whole = static_cast<std::int64_t>(value);
  const std::chrono::sys_days day{std::chrono::days(static_cast<int>(day_number))};
  const std::chrono::year_month_day date{day};
  const std::string of_day = fmt::format("{}, {}, {}", static_cast<int>(date.year()),
                                         static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  if (unit == DateUnit::days) return fmt::format("days_from_date({})", of_day);
  const std::int64_t second = whole - std::int64_t{day.time_since_epoch().count()} * kSecondsPerDay;
  return fmt::format("seconds_from_date_time({}, {}, {}, {})", of_day, second / 3600, second / 60 % 60, second % 60);
}

const std::optional<DateForm>& date_of(const Model& model, const Field& field) {
  return model.features[field.feature].date;
}

}  // namespace

bool has_dates(const Model& model, const std::vector<Field>& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& field) { return date_of(model, field).has_value(); });
}

json date_context(const Model& model, const std::vector<Field>& fields) {
  json context = {{"any", false}, {"days", false}, {"seconds", false}, {"witnesses", json::array()}};
  for (const Field& field : fields) {
    if (!date_of(model, field)) continue;
    const Feature& feature = model.features[field.feature];
    const DateUnit unit = feature.date->unit;
    context["any"] = true;
    context[unit == DateUnit::days ? "days" : "seconds"] = true;
    for (const double value : {feature.minimum, feature.maximum}) {
      const std::string call = call_for(value, unit);
      if (call.empty()) continue;
      context["witnesses"].push_back({{"call", call}, {"value", fmt::format("{}", static_cast<std::int64_t>(value))}});
    }
  }
  return context;
}

namespace {

using nlohmann::json;

constexpr std::size_t kRulesPerDistributionFunction = 512;

// Zero is the array's initial state.
json assignments_of(const std::vector<float>& shares, const CodeSyntax& syntax) {
  json assignments = json::array();
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] == 0) continue;
    const std::string literal = code_literal(InputType::float32, static_cast<double>(shares[i]), syntax);
    assignments.push_back(fmt::format("out[{}] = {};", i, literal));
  }
  return assignments;
}

}  // namespace

// Rules with equal distributions share their case labels.
json distribution_context(const Model& model, const CodeSyntax& syntax) {
  const Tree& tree = only_tree(model);
  const auto distributions = class_distributions(model, tree);
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
    for (const std::vector<float>* shares : in_order) {
      cases.push_back({{"rules", groups.at(*shares)}, {"assignments", assignments_of(*shares, syntax)}});
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

namespace {

constexpr std::size_t kLongestList = 4000;  // bytes of its value
constexpr std::size_t kWordLineLength = 100;
constexpr std::string_view kEnd = "\\000";  // three digits: no digit of the next word can belong to it
constexpr std::string_view kNextLine = "\"\n      \"";

// The word as it stands between the quotes.
std::string spelled(const std::string& word) {
  const std::string literal = string_literal(word);
  return literal.substr(1, literal.size() - 2);
}

}  // namespace

std::vector<WordList> word_lists(const std::vector<std::string>& words) {
  std::vector<WordList> lists;
  std::size_t line = 0;
  for (const std::string& word : words) {
    const std::string text = spelled(word);
    if (lists.empty() || lists.back().size + word.size() + 1 > kLongestList) {
      lists.push_back({"\"", 0});
      line = 0;
    } else {
      lists.back().literal += kEnd;
      if (line + text.size() > kWordLineLength) {
        lists.back().literal += kNextLine;
        line = 0;
      }
    }
    lists.back().literal += text;
    lists.back().size += word.size() + 1;
    line += text.size() + kEnd.size();
  }
  for (WordList& list : lists) list.literal += '"';
  return lists;
}

bool has_word_lists(const Model& model, const std::vector<Field>& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& field) { return !model.features[field.feature].merged.empty(); });
}

namespace {

// Compares a floating field: with a policy every such test sends NaN one way on purpose; without one, a test that every
// number passes is there for NaN alone.
bool tells_nan(const std::vector<Field>& fields, const Condition& condition, MissingPolicy policy) {
  if (!is_floating(fields[condition.field].type)) return false;
  return policy != MissingPolicy::refuse || condition.threshold == std::numeric_limits<double>::infinity();
}

}  // namespace

bool needs_nan_semantics(const Model& model, const Lowered& lowered, const CodeNames& code) {
  // Bits tell NaN whatever the compiler thinks of it; beside tables, a blend compares numbers.
  const bool tables = lowered.forest || (!lowered.verdict && lowered.tree().tables && !lowered.tree().blend);
  if (code.floats != FloatCompare::values || tables) return false;
  const auto tells = [&](const Condition& condition) { return tells_nan(lowered.fields, condition, model.missing); };
  const auto asks = [&](const Step& step) {
    if (step.op != Op::branch) return false;
    const auto& fallbacks = step.condition.fallbacks;
    const auto& also = step.condition.also;
    return tells(step.condition) || std::any_of(fallbacks.begin(), fallbacks.end(), tells) ||
           std::any_of(also.begin(), also.end(), tells);
  };
  // The program of rules has every test; a blend asks about the same fields.
  return std::any_of(lowered.trees.begin(), lowered.trees.end(), [&](const LoweredTree& tree) {
    return std::any_of(tree.rules.steps.begin(), tree.rules.steps.end(), asks);
  });
}

void add_header_context(const Model& model, const Lowered& lowered, const EmitOptions& options,
                        const HeaderWords& words, json& context) {
  context["about"] = about_header(model, lowered.fields, words.max_tests, words.about);
  context["record"] = write_emit_record(emit_record(model, lowered, options), model.task);
  context["guard"] = header_guard(words.space, words.extension, options.model_sha256);
  context["runtime"] = runtime_text(options.runtime, words.runtime_files);
  context["needs_double"] = needs_double(lowered);
  context["needs_nan"] = needs_nan_semantics(model, lowered, words.code);
  context["value_type"] = std::string(to_string(lowered.value_type.type));
  context["value_note"] = lowered.value_type.note.empty() ? "" : "  // " + lowered.value_type.note;
  context["sentinels"] = sentinel_context(lowered.fields, words.sentinel_code);
  context["field_count"] = lowered.fields.size();
  context["readers"] = lowered.verdict ? "the trees read" : "the tree reads";
  for (std::size_t i = 0; i < lowered.fields.size(); ++i) {
    const Feature& feature = model.features[lowered.fields[i].feature];
    context["fields"][i]["comment"] = field_comment(feature, lowered.fields[i], words.code);
  }
  add_text_context(model, lowered.fields, options.model_sha256, context);
}

}  // namespace espalier
