// Two models compared for every input: where they answer differently, not how their files differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

struct DiffOptions {
  double tolerance = 0;        // regression: answers that differ by at most so much are the same
  std::size_t kept = 1000;     // regions that are kept: those with most rows, or most of the training rows
  double seconds = 60;         // after which the search ends
  bool complete_rows = false;  // rows without missing values only
};

// Rules of one tree that stand together: all of them answer the same here.
struct RuleRange {
  std::uint32_t first = 0;  // 0: several trees, or a blend
  std::uint32_t last = 0;
};

// Rows that the two answer differently, all in the same way.
struct DiffRegion {
  Region region;
  double old_answer = 0;  // index in Difference::labels, or a value
  double new_answer = 0;
  RuleRange old_rules;
  RuleRange new_rules;
  double old_most = 0;  // at most so large a share of the model's training rows is here; 1: not known
  double new_most = 0;
  std::size_t rows = 0;  // of the given ones
  double weight = 0;     //   and what they weigh
};

// How often one answer became another.
struct AnswerChange {
  double from = 0;
  double to = 0;
  std::size_t regions = 0;
  std::size_t rows = 0;
  double weight = 0;
};

// Where the two trees ask the same column at the same place.
struct MovedTest {
  std::string column;
  std::string from;
  std::string to;
  double weight = 0;  // of the training rows that come there, in the new model
};

struct Difference {
  Space space;
  Task task = Task::classification;
  std::vector<std::string> labels;  // of both; the old model's first
  bool complete = true;             // false: the time ran out, and there may be more
  std::size_t regions = 0;          // found
  std::vector<DiffRegion> kept;
  std::vector<AnswerChange> changes;  // classification; by rows, then by regions
  std::size_t rows = 0;               // given
  double weight = 0;
  std::size_t undecided_rows = 0;  // not complete: given rows that were not looked at; several trees: each is
  std::size_t differing_rows = 0;
  double differing_weight = 0;
  double largest = 0;         // regression: the largest difference that a row was found to have
  std::vector<double> where;  //   and that row of the space, of labels of several trees any such row; empty: none
  double where_old = 0;       //   with the answers for it
  double where_new = 0;
  double largest_at_most = kUnbounded;  // regression: what no difference exceeds; `largest`, if it is complete
  std::optional<double> undecided;      // several trees, not complete: the share of the inputs (audit/open_regions.hpp)
  std::vector<MovedTest> moved;         // single trees
  std::size_t same_tests = 0;           //   and nodes that ask the same
  bool same_answers() const { return complete && regions == 0; }
};

// Rows of the joint space that are to be counted, as columns; weights: one per row, or none.
struct SpaceRows {
  std::vector<std::vector<double>> columns;
  std::vector<double> weights;
  std::size_t count() const { return columns.empty() ? 0 : columns.front().size(); }
};

// Throws Diagnostic(bad_input) if one model answers with labels and the other with numbers.
Difference diff_models(const Model& before, const Model& after, const SpaceRows& rows, const DiffOptions& options);

}  // namespace espalier
