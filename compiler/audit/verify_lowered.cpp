// The lowered programs against the model, without a compiler.
#include "audit/boundary.hpp"
#include "audit/driver.hpp"
#include "audit/judge.hpp"
#include "audit/program_proof.hpp"
#include "audit/retrace.hpp"
#include "audit/verify.hpp"

namespace espalier {
namespace {

GivenAnswer given_by(const Answer& answered) {
  GivenAnswer given;
  given.label = answered.label;
  given.value = answered.value;
  given.rule = answered.rule;
  given.rules = answered.rules;
  given.blended = answered.blended;
  given.batch_label = answered.batch_label;
  given.batch_value = answered.batch_value;
  return given;
}

// Asks model and programs about rows that differ from a witness in one value. Not for blends and tables, which have no
// way to retrace, nor for several trees.
class NeighbourCheck {
 public:
  NeighbourCheck(const Model& model, const Lowered& lowered, const Judge& judge)
      : lowered_(lowered),
        judge_(judge),
        model_(TreeTurns(model, only_tree(model))),
        answers_(ProgramTurns(lowered.tree().answers)),
        rules_(ProgramTurns(lowered.tree().rules)) {}

  static bool can_check(const Model& model, const Lowered& lowered) {
    return model.combination == Combination::single && model.missing != MissingPolicy::fractional &&
           !lowered.tree().tables && !lowered.tree().batches;
  }

  bool witness_agrees(Row row) {
    const std::uint32_t leaf = model_.follow(row);
    const std::uint32_t answer = answers_.follow(row);
    return agrees(leaf, answer, rules_.follow(row));
  }

  bool neighbour_agrees(Row row, std::uint32_t feature) {
    const std::uint32_t leaf = model_.follow_changed(row, feature);
    const std::uint32_t answer = answers_.follow_changed(row, feature);
    return agrees(leaf, answer, rules_.follow_changed(row, feature));
  }

 private:
  bool agrees(std::uint32_t leaf, std::uint32_t answer, std::uint32_t rule) const {
    const std::uint32_t answered = lowered_.tree().answers.steps[answer].value;
    const double value = lowered_.regression() ? lowered_.tree().answers.values[answered] : 0;
    return judge_.is_answer_of(leaf, answered, value, lowered_.tree().rules.steps[rule].value);
  }

  const Lowered& lowered_;
  const Judge& judge_;
  Retrace<TreeTurns> model_;
  Retrace<ProgramTurns> answers_;
  Retrace<ProgramTurns> rules_;
};

}  // namespace

Verification verify_lowered(const Model& model, const Lowered& lowered) {
  Verification result;
  result.compiled = true;
  result.ran = true;
  const Judge judge(model, lowered.value_type.type);
  std::optional<NeighbourCheck> check;
  if (NeighbourCheck::can_check(model, lowered)) check.emplace(model, lowered, judge);
  result.unreachable_rules = for_each_kind_of_vector(model, lowered.fields, [&](const BoundaryVector& vector) {
    ++result.vectors;
    const Row row = vector.row;
    using VectorKind = BoundaryVector::Kind;
    if (check && vector.kind == VectorKind::witness && check->witness_agrees(row)) return;
    if (check && vector.kind == VectorKind::neighbour && check->neighbour_agrees(row, vector.feature)) return;
    const std::string objection = judge.objection(row, given_by(answer(lowered, row)));
    if (!objection.empty()) note_mismatch(result, row, judge.expected(row), objection);
  });
  return result;
}

Verification check_lowered(const Model& model, const Lowered& lowered) {
  const ProgramProof proof = prove_programs(model, lowered);
  if (!proof.proven) return verify_lowered(model, lowered);
  Verification result;
  result.compiled = true;
  result.ran = true;
  result.proven = true;
  result.unreachable_rules = proof.unreachable_rules;
  return result;
}

}  // namespace espalier
