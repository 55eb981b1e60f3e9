// Lowering: a model becomes the programs that are emitted.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lower/blend_program.hpp"
#include "lower/early_exit.hpp"
#include "lower/packed_trees.hpp"
#include "lower/passes.hpp"
#include "lower/program.hpp"
#include "lower/shape.hpp"
#include "lower/table.hpp"
#include "lower/value_type.hpp"
#include "lower/verdict.hpp"
#include "model/model.hpp"

namespace espalier {

// How batches of a single tree are answered: by predict() in a loop, or by packed nodes where an estimate says that
// these are faster (lower/batch_gain.hpp), or where there can be any.
enum class BatchForm { loop, faster, nodes };

struct LowerOptions {
  FieldSelection fields = FieldSelection::used;
  std::vector<InputTypeOverride> input_types;
  TypeLoss loss = TypeLoss::refused;  // of input types that tell training rows apart wrongly
  Goal goal = Goal::readable;
  BodyForm form = BodyForm::early_return;
  bool switches = true;                 // the language has a `switch` whose arms can be left
  std::size_t pieces = 1;               // at least so many functions, where the tree is large enough
  std::optional<ValueType> value_type;  // regression; none: chosen by choose_value_type()
  std::optional<Shape> shape;           // none: default_shape()
  bool early_exit = false;              // several trees: throws Diagnostic where that cannot be
  BatchForm batches = BatchForm::faster;
};

struct LoweredTree {
  Program answers;                       // labels or values; of several trees, what is added
  Program rules;                         // the same steps where nothing could be merged, answering with rules
  std::optional<BlendProgram> blend;     // asked first for rows that are not complete
  std::optional<DecisionTables> tables;  // Shape::table: what is emitted for both programs
  std::optional<BatchNodes> batches;     // of a single tree: the answers once more, for batches
};

struct Lowered {
  LowerOptions asked;  // what it was made by
  Task task = Task::classification;
  Goal goal = Goal::readable;
  BodyForm form = BodyForm::early_return;
  std::vector<Field> fields;
  ValueTypeChoice value_type;  // regression
  std::vector<LoweredTree> trees;
  std::optional<Verdict> verdict;      // several trees: what their sums answer
  std::optional<EarlyExit> early;      // several trees: when the answer is known before all are asked
  std::optional<ForestTables> forest;  // several trees, Shape::table: what is emitted for all programs
  ShapeChoice shape;

  bool regression() const { return task == Task::regression; }
  // Of a model that has only one.
  const LoweredTree& tree() const { return trees.front(); }
  LoweredTree& tree() { return trees.front(); }
};

// Of all programs of all trees.
std::size_t function_count(const Lowered& lowered);

// Called with each pass's name, the model that is lowered and the result, for --dump-after; may be empty.
using PassObserver = std::function<void(std::string_view pass, const Model& model, const Program& program)>;

// The passes by name, in order: what --dump-after accepts.
const std::vector<std::string>& pass_names();
bool runs_pass(Goal goal, std::string_view pass);

Lowered lower(const Model& model, const LowerOptions& options, const PassObserver& observer = {});

// What the emitted functions answer, worked out without a compiler.
struct Answer {
  std::uint32_t label = 0;                   // classification
  double value = 0;                          // regression: as the output type holds it
  std::uint32_t rule = 0;                    // of a single tree
  std::optional<BlendedRow> blended;         // of rows that are not complete
  std::vector<std::uint32_t> rules;          // several trees: the rule of each
  std::vector<double> sums;                  // several trees: in units of the verdict
  std::optional<std::uint32_t> batch_label;  // where batches have nodes of their own
  std::optional<double> batch_value;
  std::size_t asked = 0;  // several trees: how many predict() asks
};
Answer answer(const Lowered& lowered, Row row);

}  // namespace espalier
