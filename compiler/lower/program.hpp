// The decision program: what a tree becomes on its way to source text. Steps in one flat array, parents before
// children, so that every pass is a loop forwards (top down) or backwards (bottom up) and no tree is too deep for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lower/input_type.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

enum class Compare { less_equal, greater, member, not_member };

// A question about one field. A missing value (or a category the model does not know) answers `when_missing`.
struct Condition {
  std::uint32_t field = 0;  // index into Program::fields
  Compare compare = Compare::less_equal;
  double threshold = 0;                   // less_equal, greater; after `narrow` a value of the field's type
  double model_threshold = 0;             // the threshold that the model has, for comments
  std::vector<std::uint32_t> categories;  // member, not_member; sorted
  bool when_missing = false;

  friend bool operator==(const Condition&, const Condition&) = default;
};

Condition negated(Condition condition);
bool holds(const Condition& condition, double value);

enum class Op {
  branch,  // if (condition) `yes`, otherwise go on with `no`
  answer,  // return `value`
  call,    // return what function `value` returns
};

struct Step {
  Op op = Op::answer;
  Condition condition;
  std::uint32_t yes = 0;
  std::uint32_t no = 0;
  std::uint32_t value = 0;           // answer: label index or rule number; call: function index
  std::vector<std::uint32_t> rules;  // answer: the rules it stands for, ascending
  double weight = 0;                 // training weight that comes here
};

// What a program answers with.
enum class AnswerKind { label, rule };

// A line of a function's text, before it has a syntax.
enum class LineKind { open, close, answer, call };
struct Line {
  LineKind kind = LineKind::answer;
  std::uint32_t indent = 0;  // levels
  std::uint32_t step = 0;    // the step it comes from (close: the branch it closes)
};

// Functions stand in the order of definition: a function calls only earlier ones, and the last one is the entry.
struct Function {
  std::uint32_t entry = 0;
  std::vector<Line> lines;  // after `flatten`
};

struct Program {
  AnswerKind answers = AnswerKind::label;
  std::vector<Field> fields;
  std::vector<std::size_t> category_counts;  // per field; 0 for numbers
  std::vector<Step> steps;
  std::vector<Function> functions;
};

// What the program answers; `row` has one value per feature of the model, as for the interpreter.
std::uint32_t run(const Program& program, Row row);

// The program with unreachable steps dropped and the rest renumbered, parents before children. `forward[i]` names the
// step that stands in for step i (itself if nothing does); passes use it to remove steps.
Program rebuilt(const Program& program, const std::vector<std::uint32_t>& forward);

// The lines of a function: what follows a branch stands after its closing line, on the same level.
std::vector<Line> lines_of(const Program& program, const Function& function);

// Branches on the longest way from the entry to an answer, through calls: the most comparisons of conditions a row can
// meet.
std::size_t longest_way(const Program& program);

// Per step, the depth of braces below it inside its function: a branch nests its `yes`, its `no` follows on the same
// level.
std::vector<std::uint32_t> nesting(const Program& program);

}  // namespace espalier
