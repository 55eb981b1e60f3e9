// Models of several trees as code: a function per tree that adds what its leaf says to the sums, one per tree that
// tells its rule, and the verdict on the sums. What languages write differently is in ForestWords;
// templates/<language>/forest put it together.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "emit/code_text.hpp"
#include "lower/pipeline.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

struct ForestWords {
  std::string detail;       // what stands before the names of functions in calls: "detail::", "iris_detail_"
  std::string rule_type;    // RuleId, iris_rule
  std::string first_label;  // what the first and the second label are, where a single score tells them apart
  std::string second_label;
  std::function<std::string(ValueType type, const std::string& operand)> cast;  // static_cast<float>(sums[0])
  std::string_view sum = "sums[i]";  // of the label whose probability is told
  bool elsewhere = false;            // the trees are in source files: there are no functions of them
};

// How the code compares floating-point fields: by their bits where speed or size counts, so that a chip without
// floating-point unit needs no routine for them. Rows may have any NaN.
FloatCompare forest_compare(const Lowered& lowered);

// The most tests that a row takes: those of all trees.
std::size_t forest_tests(const Lowered& lowered);

// Throws Diagnostic(bad_input) for models that code cannot answer to the last bit: those with an exponential link.
void refuse_inexact(const Model& model);

// tree_count, sum_count, sum_type, bases; trees (number, functions: doc, name, adds, type, reads_row, writes_sums,
// body); rule_count (of the largest tree); verdict: one_score, first_label, second_label, mean_divisor (compared after
// division) or "", answer_value; probabilities: has_probabilities, share (the probability of label i),
// share_needs_double.
void add_forest_context(const Model& model, const Lowered& lowered, const CodeNames& code, const ForestWords& words,
                        nlohmann::json& context);

}  // namespace espalier
