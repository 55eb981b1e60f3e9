#include "emit/rust_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_set>

#include "emit/cpp_context.hpp"

namespace espalier {
namespace {

constexpr std::string_view kRustKeywords[] = {
    "abstract", "as",      "async", "await",   "become", "box",   "break", "const", "continue", "crate", "do",
    "dyn",      "else",    "enum",  "extern",  "false",  "final", "fn",    "for",   "gen",      "if",    "impl",
    "in",       "let",     "loop",  "macro",   "match",  "mod",   "move",  "mut",   "override", "priv",  "pub",
    "ref",      "return",  "self",  "static",  "struct", "super", "trait", "true",  "try",      "type",  "typeof",
    "unsafe",   "unsized", "use",   "virtual", "where",  "while", "yield"};

// The module's own types, and those that every module knows: its enumerations have other names.
constexpr std::string_view kRustTypes[] = {
    "AsMut",  "AsRef",   "Blend",    "Box",     "Clone",   "Copy",   "Debug", "Default", "Drop",  "Eq",       "Err",
    "Extend", "Fn",      "FnMut",    "FnOnce",  "From",    "Future", "Hash",  "Input",   "Into",  "Iterator", "Label",
    "None",   "Ok",      "Option",   "Ord",     "Result",  "Rule",   "Self",  "Send",    "Sized", "Some",     "String",
    "Sync",   "ToOwned", "ToString", "TryFrom", "TryInto", "Unpin",  "Value", "Vec"};

bool is_decimal(char c) {
  return c >= '0' && c <= '9';
}

// The identifier of a name before it meets others: never empty, and never begins with a digit.
std::string snake_case(std::string_view original, std::string_view prefix, std::size_t position) {
  const std::string letters = identifier_letters(original);
  if (letters.empty()) return fmt::format("{}_{}", prefix, position + 1);
  return is_decimal(letters.front()) ? fmt::format("{}_{}", prefix, letters) : letters;
}

// Names of one kind, each given once.
class RustScope {
 public:
  explicit RustScope(std::span<const std::string_view> taken = {}) {
    for (const std::string_view name : taken) used_.emplace(name);
  }

  bool has(const std::string& name) const { return used_.contains(name); }

  // A name that was given before gets a number: AB2, a_b_2. Two numbers in a row are kept apart: A1_2.
  std::string name(const std::string& base, bool snake) {
    const bool joined = !base.ends_with('_') && (snake || is_decimal(base.back()));
    std::string candidate = base;
    for (std::size_t n = 2; !used_.insert(candidate).second; ++n) {
      candidate = fmt::format("{}{}{}", base, joined ? "_" : "", n);
    }
    return candidate;
  }

 private:
  std::unordered_set<std::string> used_;
};

// What no variant may be called: a constant of the enumeration would hide behind it.
constexpr std::string_view kNoVariants[] = {"ALL", "Self", "Unknown"};

std::vector<std::string> variants(const std::vector<std::string>& texts, std::string_view prefix,
                                  std::span<const std::string_view> taken) {
  RustScope scope(taken);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    names.push_back(scope.name(camel_case(snake_case(texts[i], prefix, i)), false));
  }
  return names;
}

}  // namespace

std::string camel_case(std::string_view identifier) {
  std::string out;
  bool upper = true;
  for (const char c : identifier) {
    if (c == '_') {
      upper = true;
      continue;
    }
    if (upper && is_decimal(c) && !out.empty() && is_decimal(out.back())) out += '_';
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return out;
}

bool is_rust_keyword(std::string_view identifier) {
  return std::find(std::begin(kRustKeywords), std::end(kRustKeywords), identifier) != std::end(kRustKeywords);
}

Names make_rust_names(const Model& model, const std::vector<Field>& fields, std::string_view space) {
  Names names;
  names.space = space;
  if (is_rust_keyword(space)) names.space += '_';
  names.labels = variants(model.labels, "class", std::span(kNoVariants).first(2));  // every label is known
  RustScope members;
  RustScope types(kRustTypes);
  if (model.combination != Combination::single) types.name("Sum", false);
  for (const Field& field : fields) {
    const Feature& feature = model.features[field.feature];
    std::string id = snake_case(feature.name, "column", field.feature);
    if (is_rust_keyword(id)) id += '_';
    names.fields.push_back(members.name(id, true));
    EnumNames& entry = names.enums.emplace_back();
    if (field.type != InputType::category) continue;
    const std::string type = camel_case(names.fields.back());
    entry.type = types.name(types.has(type) ? type + "Value" : type, false);
    entry.unknown = "Unknown";
    entry.values = variants(feature.categories, "value", kNoVariants);
  }
  return names;
}

CodeNames rust_code_names(const Names& names) {
  CodeNames code = cpp_code_names(names);  // paths and members look alike
  code.missing = "MISSING_";
  code.syntax = &kRustSyntax;
  return code;
}

}  // namespace espalier
