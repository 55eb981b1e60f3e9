// The blend program: what MissingPolicy::fractional does with rows that have missing values (model/blend.hpp), as
// functions in which every node of the tree stands once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lower/program.hpp"
#include "model/blend.hpp"
#include "model/model.hpp"

namespace espalier {

// A branch gets all of the weight if its conditions hold, none of it if the test knows better, and a share if the value
// is missing.
struct BlendBranch {
  std::vector<Condition> conditions;  // all must hold; none: the branch always gets everything
  bool shared_only = false;           // no known value of the field's type takes the branch
  std::uint32_t share = 0;            // of a missing value's weight, as a fraction of kWholeWeight
  std::uint32_t step = 0;
};

enum class BlendOp { leaf, test };

struct BlendStep {
  BlendOp op = BlendOp::leaf;
  std::optional<Condition> known;           // test: whether it has an answer for the value; none: it always has
  std::vector<BlendBranch> branches;        // test
  std::uint32_t rule = 0;                   // leaf
  std::vector<std::uint32_t> label_shares;  // leaf, classification: fractions of kWholeWeight
  std::uint32_t support = 0;                // leaf, classification: what it weighs, for smoothing
  std::int32_t scaled_value = 0;            // leaf, regression
};

// A line of a function's text, before it has a syntax. The weight at a line's level is the one that the last `open` of
// the level before it, or the last `go_on` of the same level, has left.
enum class BlendLineKind {
  open,   // { for the weight that takes `branch` of `step`, if there is any
  close,  // }
  go_on,  // the weight becomes what takes `branch` of `step`; the function ends if that is none
  leaf,   // the weight arrives at `step`
  call,   // the weight goes on in `function`
};
struct BlendLine {
  BlendLineKind kind = BlendLineKind::leaf;
  std::uint32_t level = 0;
  std::uint32_t step = 0;
  std::uint32_t branch = 0;
  std::uint32_t function = 0;
};

struct BlendProgram {
  Task task = Task::classification;
  std::vector<Field> fields;
  std::vector<std::size_t> category_counts;
  std::size_t labels = 0;
  std::vector<std::vector<std::uint32_t>> costs;  // whole_costs(); empty: the largest share is the answer
  std::optional<BlendThreshold> threshold;        // decides instead of shares and costs, by smoothed shares
  BlendSmoothing smoothing;                       // classification
  int value_exponent = 0;                         // regression
  std::vector<Condition> complete;                // a row for which all of them hold is not blended
  std::vector<BlendStep> steps;                   // steps[0] is the root
  std::vector<std::vector<BlendLine>> functions;  // in the order of definition; the last one is the entry
};

// None if no value of the field types can make the model blend. Conditions are lowered to the field types.
std::optional<BlendProgram> build_blend(const Model& model, const Tree& tree, const std::vector<Field>& fields);

bool can_blend(const Model& model, const std::vector<Field>& fields);

// Lines of a function, about: each stands for several branches of machine code, and compilers take longer per line the
// more there are.
inline constexpr std::size_t kMaxBlendLines = 400;

// Writes the functions, within kMaxNesting and about kMaxBlendLines: where the largest branch of a node follows the
// others on the same level, only they nest.
BlendProgram outline_blend(BlendProgram program);

struct BlendedRow {
  std::vector<std::uint32_t> shares;
  std::uint32_t support = 0;
  std::int64_t value_sum = 0;
  std::uint32_t largest = 0;
  std::uint32_t rule = 0;
};

// What the functions of an outlined program add up, and whether the program would be asked at all.
BlendedRow run(const BlendProgram& program, Row row);
bool is_complete(const BlendProgram& program, Row row);

// What it amounts to: a label, or a value before it is rounded to the output type.
std::uint32_t label_of(const BlendProgram& program, const BlendedRow& blended);
double value_of(const BlendProgram& program, const BlendedRow& blended);

}  // namespace espalier
