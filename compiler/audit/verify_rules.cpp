// Rules are read back and followed: no other program is needed.
#include "audit/boundary.hpp"
#include "audit/driver_files.hpp"
#include "audit/judge.hpp"
#include "audit/read_rules.hpp"
#include "audit/verify.hpp"

namespace espalier {

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
