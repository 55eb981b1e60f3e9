#include "emit/text_context.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "emit/escape.hpp"
#include "emit/rule_text.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

constexpr std::size_t kIdDigits = 16;

bool is_hexadecimal(const std::string& text) {
  return text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

void add_text_context(const Model& model, const std::vector<Field>& fields, const std::string& sha256,
                      nlohmann::json& context) {
  const bool has_id = sha256.size() >= kIdDigits && is_hexadecimal(sha256);
  context["version"] = string_literal(kVersion);
  context["model_hash"] = string_literal(sha256);
  context["model_id"] = fmt::format("0x{}ULL", has_id ? sha256.substr(0, kIdDigits) : "0");
  context["most_described"] = grouped(kMostDescribedRules);
  nlohmann::json& texts = context["rule_texts"] = nlohmann::json::array();
  for (const std::string& text : rule_texts(model, fields)) texts.push_back(string_literal(text));
  context["described"] = !texts.empty();
}

}  // namespace espalier
