#include "emit/pmml_predicate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "emit/escape.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

using Words = std::vector<std::uint32_t>;  // categories

// An array of PMML has its texts in quotes, and readers do not agree on what a backslash or a second blank means there.
bool is_plain_in_arrays(std::string_view word) {
  if (word.empty() || word.starts_with(' ') || word.ends_with(' ')) return false;
  if (word.find("  ") != std::string_view::npos) return false;
  return std::none_of(word.begin(), word.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '"' || c == '\\' || byte < 0x20 || byte == 0x7F;
  });
}

// What is asked of the known values of a feature: all of `parts` must hold.
struct KnownPart {
  enum class Kind { never, always, parts };
  Kind kind = Kind::parts;
  std::vector<XmlLines> parts{};
};

class FeaturePredicates {
 public:
  explicit FeaturePredicates(const Feature& feature) : feature_(feature), name_(xml_value(feature.name)) {}

  XmlLines known() const { return {fmt::format(R"(<SimplePredicate field="{}" operator="isNotMissing"/>)", name_)}; }
  XmlLines missing() const { return {fmt::format(R"(<SimplePredicate field="{}" operator="isMissing"/>)", name_)}; }

  XmlLines at_most(double threshold) const { return compared("lessOrEqual", threshold); }
  XmlLines above(double threshold) const { return compared("greaterThan", threshold); }

  // In every list of parts all must hold: to be one of several words is one part.
  std::vector<XmlLines> one_of(const Words& words) const;
  std::vector<XmlLines> none_of(const Words& words) const;

 private:
  XmlLines simple(std::string_view op, std::string_view value) const {
    return {fmt::format(R"(<SimplePredicate field="{}" operator="{}" value="{}"/>)", name_, op, xml_value(value))};
  }
  XmlLines compared(std::string_view op, double threshold) const {
    return simple(op, shortest(threshold_for_values(feature_, threshold)));
  }
  std::vector<XmlLines> each(std::string_view op, const Words& words) const {
    std::vector<XmlLines> parts;
    for (const std::uint32_t word : words) parts.push_back(simple(op, feature_.categories[word]));
    return parts;
  }
  bool are_plain(const Words& words) const {
    return std::all_of(words.begin(), words.end(),
                       [&](std::uint32_t word) { return is_plain_in_arrays(feature_.categories[word]); });
  }
  XmlLines set(std::string_view op, const Words& words) const;

  const Feature& feature_;
  std::string name_;
};

XmlLines compound(std::string_view op, const std::vector<XmlLines>& parts) {
  XmlLines lines = {fmt::format(R"(<CompoundPredicate booleanOperator="{}">)", op)};
  for (const XmlLines& part : parts) {
    for (const std::string& line : part) lines.push_back("  " + line);
  }
  lines.emplace_back("</CompoundPredicate>");
  return lines;
}

XmlLines together(const std::vector<XmlLines>& parts) {
  return parts.size() == 1 ? parts.front() : compound("and", parts);
}

XmlLines FeaturePredicates::set(std::string_view op, const Words& words) const {
  std::string texts;
  for (const std::uint32_t word : words) {
    texts += fmt::format("{}\"{}\"", texts.empty() ? "" : " ", xml_value(feature_.categories[word]));
  }
  return {fmt::format(R"(<SimpleSetPredicate field="{}" booleanOperator="{}">)", name_, op),
          fmt::format(R"(  <Array type="string" n="{}">{}</Array>)", words.size(), texts), "</SimpleSetPredicate>"};
}

std::vector<XmlLines> FeaturePredicates::one_of(const Words& words) const {
  if (words.size() > 1 && are_plain(words)) return std::vector<XmlLines>(1, set("isIn", words));
  std::vector<XmlLines> parts = each("equal", words);
  if (parts.size() == 1) return parts;
  return std::vector<XmlLines>(1, compound("or", parts));
}

std::vector<XmlLines> FeaturePredicates::none_of(const Words& words) const {
  if (words.size() > 1 && are_plain(words)) return std::vector<XmlLines>(1, set("isNotIn", words));
  return each("notEqual", words);
}

// Interval `branch` of a discretised feature.
KnownPart interval(const FeaturePredicates& predicates, const Feature& feature, std::uint32_t branch) {
  KnownPart part;
  if (branch > 0) part.parts.push_back(predicates.above(feature.cuts[branch - 1].threshold));
  if (branch < feature.cuts.size()) part.parts.push_back(predicates.at_most(feature.cuts[branch].threshold));
  if (part.parts.empty()) part.kind = KnownPart::Kind::always;
  return part;
}

// The words of a group; those of none go the way of missing values.
Words words_of_group(const Node& node, std::uint32_t branch) {
  Words words;
  for (std::uint32_t c = 0; c < node.groups.size(); ++c) {
    const std::uint32_t group = node.groups[c] == kNoGroup ? node.missing_child : node.groups[c];
    if (group == branch) words.push_back(c);
  }
  return words;
}

KnownPart known_part(const FeaturePredicates& predicates, const Feature& feature, const Node& node,
                     std::uint32_t branch) {
  using Kind = KnownPart::Kind;
  const bool first = branch == 0;
  switch (node.test) {
    case TestKind::leaf:
    case TestKind::all_of: break;  // lists are refused before
    case TestKind::present: return {first ? Kind::always : Kind::never};
    case TestKind::less_equal:
      return {Kind::parts, {first ? predicates.at_most(node.threshold) : predicates.above(node.threshold)}};
    case TestKind::member:
      if (node.categories.size() == feature.categories.size()) return {first ? Kind::always : Kind::never};
      return {Kind::parts, first ? predicates.one_of(node.categories) : predicates.none_of(node.categories)};
    case TestKind::multiway:
      if (branch >= feature.outcomes()) return {Kind::never};
      if (feature.kind == FeatureKind::numeric) return interval(predicates, feature, branch);
      return {Kind::parts, predicates.one_of({branch})};
    case TestKind::grouped: {
      // A branch for missing values alone, once words that were merged have been spelt out.
      const Words words = words_of_group(node, branch);
      return words.empty() ? KnownPart{Kind::never} : KnownPart{Kind::parts, predicates.one_of(words)};
    }
  }
  return {Kind::never};
}

XmlLines constant(bool holds) {
  return {holds ? "<True/>" : "<False/>"};
}

// The first of them that is known decides; the last one, a constant, always is.
XmlLines with_surrogates(const Model& model, const Node& node, std::uint32_t branch, const KnownPart& own) {
  std::vector<XmlLines> parts = {together(own.parts)};
  for (const Surrogate& surrogate : node.surrogates) {
    const FeaturePredicates predicates(model.features[surrogate.feature]);
    const bool holds = (branch == 0) != surrogate.reversed;
    if (surrogate.test == TestKind::less_equal) {
      parts.push_back(holds ? predicates.at_most(surrogate.threshold) : predicates.above(surrogate.threshold));
    } else {
      parts.push_back(
          together(holds ? predicates.one_of(surrogate.categories) : predicates.none_of(surrogate.categories)));
    }
  }
  parts.push_back(constant(node.missing_child == branch));
  return compound("surrogate", parts);
}

}  // namespace

XmlLines branch_predicate(const Model& model, const Node& node, std::uint32_t branch) {
  const Feature& feature = model.features[node.feature];
  const FeaturePredicates predicates(feature);
  const KnownPart part = known_part(predicates, feature, node, branch);
  if (!node.surrogates.empty()) return with_surrogates(model, node, branch, part);
  const bool takes_missing = node.missing_child == branch;
  switch (part.kind) {
    case KnownPart::Kind::always: return takes_missing ? constant(true) : predicates.known();
    case KnownPart::Kind::never: return takes_missing ? predicates.missing() : constant(false);
    case KnownPart::Kind::parts: break;
  }
  if (takes_missing) return compound("or", {predicates.missing(), together(part.parts)});
  std::vector<XmlLines> parts = {predicates.known()};
  parts.insert(parts.end(), part.parts.begin(), part.parts.end());
  return compound("and", parts);
}

}  // namespace espalier
