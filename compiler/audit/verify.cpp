#include "audit/verify.hpp"

#include <fmt/format.h>

#include <cmath>

#include "audit/boundary.hpp"
#include "audit/driver.hpp"
#include "audit/judge.hpp"
#include "audit/language_checks.hpp"
#include "audit/read_dmn.hpp"
#include "audit/read_pmml.hpp"
#include "audit/read_rules.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

Verification verify_files(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                          const VerifyOptions& options) {
  return check_of(record.language).verify(model, files, record, options);
}

std::string obstacle_to_verify(const EmitRecord& record, const VerifyOptions& options) {
  return check_of(record.language).obstacle(record, options);
}

std::string verification_hint(const EmitRecord& record) {
  return check_of(record.language).hint(record);
}

std::string describe_row(const Model& model, const std::vector<Field>& fields, const std::vector<double>& row) {
  std::vector<std::string> parts;
  for (const Field& field : fields) {
    const Feature& feature = model.features[field.feature];
    const double value = row[field.feature];
    std::string text;
    if (std::isnan(value)) {
      text = "missing";
    } else if (feature.kind == FeatureKind::categorical) {
      text = value < 0 ? "unknown" : in_quotes(feature.categories[static_cast<std::size_t>(value)], 40);
    } else if (std::isinf(value)) {
      text = value < 0 ? "-infinity" : "infinity";
    } else {
      text = shortest(value);
    }
    parts.push_back(fmt::format("{} = {}", printable(feature.name, 40), text));
  }
  return enumerate(parts, 12);
}

// Rules, PMML and decision tables are read back and followed: no other program is needed.

namespace {

template <typename File>
Verification follow(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                    const std::string& what, const std::string& nothing) {
  Verification result;
  result.compiler = what + " followed";
  const File file(files.front().text, files.front().name.empty() ? "the " + what : files.front().name, model);
  result.compiled = true;
  result.ran = true;
  const Judge judge(model, record.value_type);
  result.unreachable_rules = for_each_boundary_vector(model, record.fields, [&](Row row) {
    ++result.vectors;
    const auto given = file.answer(row);
    const std::string objection = given ? judge.objection(row, *given) : nothing;
    if (!objection.empty()) note_mismatch(result, row, judge.expected(row), objection);
  });
  return result;
}

}  // namespace

Verification verify_rules(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                          const VerifyOptions&) {
  return follow<RulesFile>(model, files, record, "rules", "no rule, or more than one");
}

Verification verify_pmml(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                         const VerifyOptions&) {
  return follow<PmmlFile>(model, files, record, "PMML", "no prediction");
}

Verification verify_dmn(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                        const VerifyOptions&) {
  return follow<DmnFile>(model, files, record, "decision table", "no row, or more than one");
}

}  // namespace espalier
