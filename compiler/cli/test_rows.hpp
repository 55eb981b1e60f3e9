// The rows of a test file: what the model answers for them, beside what is right.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/marked_answers.hpp"
#include "data/table.hpp"
#include "evaluate/permutation_importance.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier::cli {

// The rows whose target is known, as the model takes them.
struct BoundTest {
  std::vector<std::size_t> table_rows;  // per row: its row in the table
  TestRows test;
};

// Rows without a target are left out, and those of weight 0. `weight` names the column of weights; empty: the table's
// own weights, if it has any. Throws Diagnostic(bad_input), located: no such column, no row with a target, a class that
// the model does not have, a target that is not a number or too large to be squared, no weight above 0.
BoundTest bind_test_rows(const Table& test, const std::vector<std::string>& missing_tokens, const Model& model,
                         const std::string& weight, Warnings& warnings);

MarkedAnswers answer_test_rows(const BoundTest& bound, const Model& model);

}  // namespace espalier::cli
