// The decision program: what a tree becomes on its way to source text. Steps in one flat array, parents before
// children, so that every pass is a loop forwards (top down) or backwards (bottom up) and no tree is too deep for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lower/input_type.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"
#include "support/compact_list.hpp"

namespace espalier {

enum class Compare : std::uint8_t { less_equal, greater, member, not_member };

// A question about one field. Where its value is missing (or a category the model does not know), the first fallback
// whose field has a value answers instead, and where there is none, `when_missing` is the answer. A rule of a decision
// list asks several questions at once: then those of `also` must hold, too.
struct Condition {
  std::uint32_t field = 0;  // index into Program::fields
  Compare compare = Compare::less_equal;
  bool when_missing = false;
  double threshold = 0;                // less_equal, greater; after `narrow` a value of the field's type
  double model_threshold = 0;          // the threshold that the model has, for comments
  RareList<std::uint32_t> categories;  // member, not_member; sorted
  RareList<Condition> fallbacks{};     // on other fields, in the order in which they are asked; theirs are empty
  RareList<Condition> also{};          // without fallbacks, as is then the condition; theirs are empty

  friend bool operator==(const Condition&, const Condition&) = default;
};

// The opposite. A condition with others to it has none that is a condition.
Condition negated(Condition condition);

// Calls `visit` for each question that must hold: the condition's own, and those of `also`.
template <typename Visit>
void for_each_term(const Condition& condition, const Visit& visit) {
  visit(condition);
  for (const Condition& term : condition.also) visit(term);
}

// The condition of several questions; at least one. Each is without `also`.
Condition all_of(std::vector<Condition> terms);
std::vector<Condition> terms_of(const Condition& condition);

// What one field's value answers, fallbacks and other questions aside.
bool holds(const Condition& condition, double value);

// Whether a value is known at all: a number that is not missing, one of `categories` categories. After `narrow`, a
// field with a sentinel asks for the sentinel instead.
Condition known_number(std::uint32_t field);
Condition known_category(std::uint32_t field, std::size_t categories);

enum class Op : std::uint8_t {
  branch,  // if (condition) `yes`, otherwise go on with `no`
  answer,  // return `value`
  add,     // add addend `value` to the sums, and return: how the trees of a model of several end
  call,    // return what function `value` returns
};
inline bool ends(Op op) {
  return op == Op::answer || op == Op::add;
}

// A branch of a chain of tests for categories of one field that is written as one `switch`. The chain begins with
// `first` and goes on through `no` as long as that is `next`; what follows it is where everything else goes.
enum class Chain : std::uint8_t { none, first, next };

struct Step {
  Op op = Op::answer;
  Chain chain = Chain::none;  // branch
  Condition condition;
  std::uint32_t yes = 0;
  std::uint32_t no = 0;
  std::uint32_t value = 0;  // answer: label index, rule number or index into values; add: index into addends; call:
                            // function index
  RuleList rules;           // answer, add: the rules it stands for, ascending
  double weight = 0;        // training weight that comes here
};

// What a program answers with.
enum class AnswerKind { label, rule, value, addend };
std::string_view to_string(AnswerKind kind);

// What a leaf of one of several trees adds to the sums: amounts[i] to the sum in place first + i. Amounts are in the
// units of the sums (lower/verdict.hpp); those that are 0 need not be added.
struct Addend {
  std::uint32_t first = 0;
  std::vector<double> amounts;
  friend auto operator<=>(const Addend&, const Addend&) = default;  // NOLINT(modernize-use-nullptr): there is none
};

// How a function's text gets from its tests to its answer.
enum class BodyForm {
  early_return,  // an answer returns where it stands; what follows a branch stands after it, on the same level
  single_exit,   // an answer is kept and returned at the end; both sides of a branch nest, as if and else
};
template <>
inline constexpr auto kNames<BodyForm> = enum_names("plain", "misra");  // as --style calls them

// A line of a function's text, before it has a syntax.
enum class LineKind : std::uint8_t {
  open,       // if its condition holds {
  else_if,    // } else if its condition holds {, single_exit only
  otherwise,  // } else {, single_exit only
  close,      // }
  answer,     // return
  add,        // add to the sums, and return
  call,       // return what a function returns
  select,     // switch over the field of a chain {, early_return only
  arm,        // the categories of one branch of the chain; what they lead to is two levels deeper than the switch
  leave,      // everything else goes on behind the switch }
};
struct Line {
  LineKind kind = LineKind::answer;
  std::uint32_t indent = 0;  // levels
  std::uint32_t step = 0;  // the step it comes from (otherwise, close: the last branch of those it belongs to; select,
                           // leave: the chain's first)
};

// Functions stand in the order of definition: a function calls only earlier ones, and the last one is the entry.
struct Function {
  std::uint32_t entry = 0;
  std::vector<Line> lines;  // after `flatten`
};

struct Program {
  AnswerKind answers = AnswerKind::label;
  BodyForm form = BodyForm::early_return;  // what nesting, the bounds of `outline` and the lines go by
  std::vector<Field> fields;
  std::vector<std::size_t> category_counts;  // per field; 0 for numbers
  std::vector<double> values;                // AnswerKind::value: what is answered, each once
  std::vector<Addend> addends;               // AnswerKind::addend: what is added, each once
  std::vector<Step> steps;
  std::vector<Function> functions;
};

// The row's value for a field; NaN for what is no index of a category, as for the interpreter.
double field_value(const Field& field, std::size_t categories, Row row);

// Whether a condition holds for a row, fallbacks included.
bool holds(const std::vector<Field>& fields, const std::vector<std::size_t>& category_counts,
           const Condition& condition, Row row);

// What the program answers, or which addend it adds; `row` has one value per feature of the model, as for the
// interpreter.
std::uint32_t run(const Program& program, Row row);

// The program with unreachable steps dropped and the rest renumbered, parents before children. `forward[i]` names the
// step that stands in for step i (itself if nothing does); passes use it to remove steps.
Program rebuilt(Program program, const std::vector<std::uint32_t>& forward);

// The branches of the chain that begins with `first`, in order.
std::vector<std::uint32_t> chain_of(const Program& program, std::uint32_t first);

// The line of a step that is no branch.
LineKind end_line(Op op);

// The lines of a function in the program's form. Early returns: what follows a branch stands after its closing line, on
// the same level. Single exit: a branch that is all of an `else` goes on in the same chain of ifs.
std::vector<Line> lines_of(const Program& program, const Function& function);

// The most fields that a row is asked for on a way from the entry to an answer, through calls: one per question and
// fallback.
std::size_t longest_way(const Program& program);

// Per step, the depth of nested statements below it inside its function. Early returns: a branch nests its `yes`, its
// `no` follows on the same level. Single exit: it nests both; the ifs of a chain count, too, as compilers count them.
std::vector<std::uint32_t> nesting(const Program& program);

// The same for one branch, from the depths below its two sides.
std::uint32_t nesting_of_branch(BodyForm form, const Step& branch, std::uint32_t yes, std::uint32_t no);

// How much deeper a branch nests its `yes`: one level, as an arm of a switch two.
std::uint32_t levels(const Step& branch);

// A program as text, for --dump-after and for tests.

std::string dump(const Program& program, const Model& model);

// One condition in the model's terms: `petal_width <= 0.8`, `outlook in {sunny, rain} or missing`,
// `a <= 2, else b > 5, else true`.
std::string describe_condition(const Program& program, const Model& model, const Condition& condition);

}  // namespace espalier
