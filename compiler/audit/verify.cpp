#include "audit/verify.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "audit/boundary.hpp"
#include "audit/driver.hpp"
#include "audit/judge.hpp"
#include "audit/read_rules.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

Verification verify_files(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                          const VerifyOptions& options) {
  switch (record.language) {
    case Language::cpp:
    case Language::cpp_sources: return verify_cpp(model, files, record, options);
    case Language::c: return verify_c(model, files, record, options);
    case Language::sql: return verify_sql(model, files, record, options);
    case Language::rules: return verify_rules(model, files, record, options);
  }
  throw std::logic_error("no way to verify the language");
}

std::string obstacle_to_verify(const EmitRecord& record, const VerifyOptions& options) {
  switch (record.language) {
    case Language::rules: return "";
    case Language::sql: return obstacle_to_sql(record.dialect);
    case Language::cpp:
    case Language::cpp_sources:
    case Language::c: break;
  }
  if (!options.compiler.empty() || find_compiler({}, record.language)) return "";
  return record.language == Language::c ? "no C compiler found" : "no C++ compiler found";
}

std::string verification_hint(const EmitRecord& record) {
  switch (record.language) {
    case Language::rules: return "";
    case Language::sql:
      switch (record.dialect) {
        case SqlDialect::postgresql: return "emit it with --selftest check.sql and run that: psql -f check.sql";
        case SqlDialect::duckdb: return "emit it with --selftest check.sql and run that: duckdb < check.sql";
        default: return "install sqlite3";
      }
    case Language::c: return "install gcc or name one with --compiler";
    default: return "install g++ or name one with --compiler";
  }
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

// Rules are read back and followed: no other program is needed.

Verification verify_rules(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                          const VerifyOptions&) {
  Verification result;
  result.compiler = "rules followed";
  const RulesFile rules(files.front().text, files.front().name.empty() ? "the rules" : files.front().name, model);
  result.compiled = true;
  result.ran = true;
  const Judge judge(model, record.value_type);
  result.unreachable_rules = for_each_boundary_vector(model, record.fields, [&](Row row) {
    ++result.vectors;
    const auto given = rules.answer(row);
    const std::string objection = given ? judge.objection(row, *given) : "no rule, or more than one";
    if (!objection.empty()) note_mismatch(result, row, judge.expected(row), objection);
  });
  return result;
}

}  // namespace espalier
