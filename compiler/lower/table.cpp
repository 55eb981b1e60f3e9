#include "lower/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <unordered_map>

namespace espalier {

// note [keys]
//
// A key is a whole number that orders as the values of the field do, so that one signed comparison decides:
// - integers, and steps of a scale, are their own keys as they are stored, uint32 less 2^31;
// - a float is its magnitude's bits, negated if the sign is set: both zeros are 0, and infinities are the ends;
// - a category is its number.
// A missing value stands below or above all of them, so that it goes the way of the comparison at no cost. A field
// whose missing values go both ways is two inputs of the tables. Where an integer's sentinel has to stand at the other
// end than its own, it gets the key of the number at that end: no test separates that number from the ones beyond it.
//
// Any other question is asked by several tests: sets of categories are runs of numbers, and a condition with fallbacks
// asks whether the value is there first (lower/table_build.cpp).

namespace {

constexpr std::uint64_t kFloatMagnitude = 0x7FFF'FFFF;
constexpr std::uint64_t kDoubleMagnitude = 0x7FFF'FFFF'FFFF'FFFF;
constexpr std::int64_t kUint32Middle = 0x8000'0000;

std::int64_t signed_magnitude(std::uint64_t magnitude, bool negative) {
  const auto key = static_cast<std::int64_t>(magnitude);
  return negative ? -key : key;
}

std::int64_t floating_key(InputType type, double value) {
  if (type == InputType::float32) {
    return signed_magnitude(std::bit_cast<std::uint32_t>(static_cast<float>(value)) & kFloatMagnitude,
                            std::signbit(value));
  }
  return signed_magnitude(std::bit_cast<std::uint64_t>(value) & kDoubleMagnitude, std::signbit(value));
}

// Integers as they are stored, and what a stored one means.
std::int64_t stored_number(const Field& field, double value) {
  const std::int64_t raw = raw_of(field.type, value);
  return field.type == InputType::uint32 ? raw - kUint32Middle : raw;
}
double meant_number(const Field& field, std::int64_t stored) {
  return value_at(field.type.scale(), field.type == InputType::uint32 ? stored + kUint32Middle : stored);
}

std::int64_t missing_key(const Field& field, MissingSide side, std::size_t categories) {
  const bool below = side == MissingSide::below;
  switch (field.type) {
    case InputType::category: return below ? -1 : static_cast<std::int64_t>(categories);
    case InputType::float32: return signed_magnitude(kFloatMagnitude, below);
    case InputType::float64: return signed_magnitude(kDoubleMagnitude, below);
    default: return key_of(field, side, below ? lowest(field.type) : highest(field.type), 0);
  }
}

}  // namespace

std::int64_t key_of(const Field& field, MissingSide missing, double value, std::size_t categories) {
  if (std::isnan(value)) return missing_key(field, missing, categories);
  if (is_floating(field.type)) return floating_key(field.type, value);
  return field.type == InputType::category ? static_cast<std::int64_t>(value) : stored_number(field, value);
}

double value_of_key(const Field& field, std::int64_t key) {
  const auto magnitude = static_cast<std::uint64_t>(std::abs(key));
  switch (field.type) {
    case InputType::float32: {
      const double value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(magnitude)));
      return key < 0 ? -value : value;
    }
    case InputType::float64: return key < 0 ? -std::bit_cast<double>(magnitude) : std::bit_cast<double>(magnitude);
    case InputType::category: return static_cast<double>(key);
    default: return meant_number(field, key);
  }
}

bool has_tests(const Program& program) {
  return program.steps[program.functions.back().entry].op == Op::branch;
}

std::uint32_t run(const Program& program, const DecisionTables& tables, const DecisionTable& table, Row row) {
  TableTarget at;
  while (!at.is_answer) {
    const TableTest& test = table.tests[at.index];
    const TableInput& input = tables.inputs[test.input];
    const Field& field = program.fields[input.field];
    const std::size_t categories = program.category_counts[input.field];
    const std::int64_t key = key_of(field, input.missing, field_value(field, categories, row), categories);
    at = key <= test.threshold ? test.yes : test.no;
  }
  return at.index;
}

std::size_t longest_way(const DecisionTable& table) {
  std::vector<std::size_t> longest(table.tests.size(), 0);
  const auto from = [&](TableTarget target) { return target.is_answer ? 0 : longest[target.index]; };
  for (std::size_t i = table.tests.size(); i-- > 0;) {
    longest[i] = 1 + std::max(from(table.tests[i].yes), from(table.tests[i].no));
  }
  return longest.empty() ? 0 : longest.front();
}

void verify_tables(const Program& program, const DecisionTables& tables, const DecisionTable& table) {
  const auto require = [&](bool kept, std::string_view rule, std::size_t at) {
    if (!kept)
      throw std::logic_error(fmt::format("in the table of {}s: test {}: {}", to_string(program.answers), at, rule));
  };
  require(!table.tests.empty(), "nothing is tested", 0);
  std::vector<bool> used(table.tests.size(), false);
  used[0] = true;
  for (std::size_t i = 0; i < table.tests.size(); ++i) {
    const TableTest& test = table.tests[i];
    require(used[i], "nothing leads here", i);
    require(test.input < tables.inputs.size() && tables.inputs[test.input].field < program.fields.size(),
            "input out of range", i);
    require(test.yes != test.no, "both ways lead to the same place", i);
    for (const TableTarget target : {test.yes, test.no}) {
      if (target.is_answer) {
        require(program.answers != AnswerKind::value || target.index < program.values.size(), "value out of range", i);
        continue;
      }
      require(target.index > i && target.index < table.tests.size(), "test before its parent", i);
      used[target.index] = true;
    }
  }
}

// From a program to its table; see note [keys] in table.cpp.

namespace {

constexpr std::int64_t kBelowAllKeys = std::numeric_limits<std::int64_t>::min();

// What the keys of an input lead to, in ascending order: keys up to `last` (and above those of the piece before).
struct Piece {
  std::int64_t last;
  TableTarget target;
};
using Pieces = std::vector<Piece>;

// Leaves out pieces without a key above `covered`, and joins neighbours that lead to the same place.
Pieces joined(const Pieces& pieces, std::int64_t covered) {
  Pieces result;
  for (const Piece& piece : pieces) {
    if (piece.last <= covered) continue;
    covered = piece.last;
    if (!result.empty() && result.back().target == piece.target) {
      result.back().last = piece.last;
    } else {
      result.push_back(piece);
    }
  }
  return result;
}

// The side on which a missing value stands by itself, as the last or first key of its own.
MissingSide natural_side(const Field& field) {
  const bool lowest_is_missing = field.sentinel && missing_sentinel(field.type) == lowest(field.type);
  return lowest_is_missing ? MissingSide::below : MissingSide::above;
}

MissingSide other(MissingSide side) {
  return side == MissingSide::below ? MissingSide::above : MissingSide::below;
}

struct TestHash {
  static std::size_t of(TableTarget target) { return 2 * std::size_t{target.index} + (target.is_answer ? 1 : 0); }
  std::size_t operator()(const TableTest& test) const {
    std::size_t hash = static_cast<std::size_t>(test.threshold);
    for (const std::size_t part : {std::size_t{test.input}, of(test.yes), of(test.no)}) {
      hash = (hash ^ part) * 0x9E37'79B9'7F4A'7C15U;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

// Makes the tests from the answers up; equal ones are made once. The inputs of a test are numbered 2 * field + side
// until all are known.
class TableMaker {
 public:
  explicit TableMaker(const Program& program) : program_(program) {}

  DecisionTable make() {
    std::vector<TableTarget> target_of(program_.steps.size());
    for (std::size_t i = program_.steps.size(); i-- > 0;) {
      const Step& step = program_.steps[i];
      switch (step.op) {
        case Op::add:
        case Op::answer: target_of[i] = {true, step.value}; break;
        case Op::branch: target_of[i] = ask(step.condition, target_of[step.yes], target_of[step.no]); break;
        case Op::call: throw std::logic_error("a table is made before functions are");
      }
    }
    return parents_first(target_of[program_.functions.back().entry]);
  }

 private:
  // A condition with its fallbacks, the last of which is asked where all others have no value. Of several questions,
  // the next one is asked where one holds.
  TableTarget ask(const Condition& condition, TableTarget yes, TableTarget no) {
    for (std::size_t i = condition.also.size(); i-- > 0;) yes = ask(condition.also[i], yes, no);
    TableTarget missing = condition.when_missing ? yes : no;
    for (std::size_t i = condition.fallbacks.size(); i-- > 0;) missing = ask(condition.fallbacks[i], yes, no, missing);
    return ask(condition, yes, no, missing);
  }

  // One field's question: where missing values stand is chosen so that the fewest tests ask it.
  TableTarget ask(const Condition& question, TableTarget yes, TableTarget no, TableTarget missing) {
    const Field& field = program_.fields[question.field];
    MissingSide side = natural_side(field);
    Pieces pieces = pieces_of(question, yes, no, missing, side);
    if (can_turn(field, question, yes, no, missing)) {
      Pieces turned = pieces_of(question, yes, no, missing, other(side));
      if (turned.size() < pieces.size()) {
        side = other(side);
        pieces = std::move(turned);
      }
    }
    return search(2 * question.field + (side == MissingSide::above ? 1 : 0), pieces, 0, pieces.size());
  }

  // Whether missing values may stand at the other side. There, a sentinel has the key of a number, which must go the
  // same way.
  static bool can_turn(const Field& field, const Condition& question, TableTarget yes, TableTarget no,
                       TableTarget missing) {
    if (!is_integer(field.type)) return can_be_missing(field);
    const bool turned_below = natural_side(field) == MissingSide::above;
    const bool number_holds = (question.compare == Compare::less_equal) == turned_below;
    return field.sentinel && missing == (number_holds ? yes : no);
  }

  Pieces pieces_of(const Condition& question, TableTarget yes, TableTarget no, TableTarget missing,
                   MissingSide side) const {
    const Field& field = program_.fields[question.field];
    const std::size_t categories = program_.category_counts[question.field];
    const std::int64_t missing_key = key_of(field, side, std::nan(""), categories);
    Pieces pieces;
    if (side == MissingSide::below) pieces.push_back({missing_key, missing});
    if (field.type == InputType::category) {
      const bool listed = question.compare == Compare::member;
      for (const std::int64_t category : question.categories) {
        pieces.push_back({category - 1, listed ? no : yes});
        pieces.push_back({category, listed ? yes : no});
      }
      pieces.push_back({static_cast<std::int64_t>(categories) - 1, listed ? no : yes});
    } else {
      const bool at_most = question.compare == Compare::less_equal;
      pieces.push_back({key_of(field, side, question.threshold + 0.0, 0), at_most ? yes : no});
      pieces.push_back(
          {key_of(field, side, is_integer(field.type) ? highest_number(field) : std::numeric_limits<double>::infinity(),
                  0),
           at_most ? no : yes});
    }
    // A field that cannot be missing has no such key, and its highest number may have this one.
    if (side == MissingSide::above && can_be_missing(field)) pieces.push_back({missing_key, missing});
    const std::int64_t lowest_category = side == MissingSide::below ? -1 : 0;
    return joined(pieces, field.type == InputType::category ? lowest_category - 1 : kBelowAllKeys);
  }

  // Halves the pieces: as deep as the logarithm of their number.
  TableTarget search(std::uint32_t input, const Pieces& pieces, std::size_t first, std::size_t end) {
    if (end - first == 1) return pieces[first].target;
    const std::size_t middle = first + (end - first) / 2;
    const TableTarget no = search(input, pieces, middle, end);
    return test({input, pieces[middle - 1].last, search(input, pieces, first, middle), no});
  }

  TableTarget test(const TableTest& test) {
    if (test.yes == test.no) return test.yes;
    const auto next = static_cast<std::uint32_t>(made_.size());
    const auto [entry, is_new] = index_of_.try_emplace(test, next);
    if (is_new) made_.push_back(test);
    return {false, entry->second};
  }

  // The tests that the entry leads to, turned round: each was made after those that it leads to.
  DecisionTable parents_first(TableTarget entry) const {
    DecisionTable table;
    if (entry.is_answer) {
      table.entry = entry;
      return table;
    }
    std::vector<bool> reached(made_.size(), false);
    reached[entry.index] = true;
    for (std::size_t i = made_.size(); i-- > 0;) {
      for (const TableTarget target : {made_[i].yes, made_[i].no}) {
        if (reached[i] && !target.is_answer) reached[target.index] = true;
      }
    }
    std::vector<std::uint32_t> renumbered(made_.size(), 0);
    std::uint32_t next = 0;
    for (std::size_t i = made_.size(); i-- > 0;) {
      if (reached[i]) renumbered[i] = next++;
    }
    for (std::size_t i = made_.size(); i-- > 0;) {
      if (!reached[i]) continue;
      TableTest test = made_[i];
      for (TableTarget* target : {&test.yes, &test.no}) {
        if (!target->is_answer) target->index = renumbered[target->index];
      }
      table.tests.push_back(test);
    }
    return table;
  }

  const Program& program_;
  std::vector<TableTest> made_;
  std::unordered_map<TableTest, std::uint32_t, TestHash> index_of_;
};

// Whether the fields are all read alike: then the number of an input is the number of a field.
bool read_alike(const std::vector<Field>& fields, const std::vector<TableInput>& inputs) {
  if (fields.front().type == InputType::category || inputs.size() > fields.size()) return false;
  const auto same_field = [&](const Field& field) {
    return field.type == fields.front().type && field.sentinel == fields.front().sentinel;
  };
  const auto same_side = [&](const TableInput& input) { return input.missing == inputs.front().missing; };
  return std::all_of(fields.begin(), fields.end(), same_field) && std::all_of(inputs.begin(), inputs.end(), same_side);
}

}  // namespace

DecisionTable build_table(const Program& program) {
  return TableMaker(program).make();
}

namespace {

// What tests read, by 2 * field + side.
std::vector<TableInput> tested_inputs(const std::vector<Field>& fields, const std::vector<DecisionTable*>& tables) {
  std::vector<bool> used(2 * fields.size(), false);
  for (const DecisionTable* table : tables) {
    for (const TableTest& test : table->tests) used[test.input] = true;
  }
  const auto input = [](std::size_t number) {
    return TableInput{static_cast<std::uint32_t>(number / 2),
                      number % 2 == 1 ? MissingSide::above : MissingSide::below};
  };
  std::vector<TableInput> inputs;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) inputs.push_back(input(i));
  }
  return inputs;
}

void renumber(const std::vector<DecisionTable*>& tables, const std::vector<TableInput>& inputs, std::size_t fields) {
  std::vector<std::uint32_t> number_of(2 * fields, 0);
  for (std::uint32_t i = 0; i < inputs.size(); ++i) {
    number_of[2 * inputs[i].field + (inputs[i].missing == MissingSide::above ? 1 : 0)] = i;
  }
  for (DecisionTable* table : tables) {
    for (TableTest& test : table->tests) test.input = number_of[test.input];
  }
}

}  // namespace

std::vector<TableInput> number_tested_inputs(const std::vector<Field>& fields,
                                             const std::vector<DecisionTable*>& tables) {
  std::vector<TableInput> inputs = tested_inputs(fields, tables);
  renumber(tables, inputs, fields.size());
  return inputs;
}

std::vector<TableInput> number_inputs(const std::vector<Field>& fields, const std::vector<DecisionTable*>& tables,
                                      bool& uniform) {
  std::vector<TableInput> inputs = tested_inputs(fields, tables);
  uniform = !inputs.empty() && read_alike(fields, inputs);
  if (uniform) {
    const MissingSide side = inputs.front().missing;
    inputs.clear();
    for (std::uint32_t f = 0; f < fields.size(); ++f) inputs.push_back({f, side});
  }
  renumber(tables, inputs, fields.size());
  return inputs;
}

DecisionTables build_tables(const Program& answers, const Program& rules) {
  DecisionTables tables;
  tables.answers = build_table(answers);
  tables.rules = build_table(rules);
  tables.inputs = number_inputs(answers.fields, {&tables.answers, &tables.rules}, tables.uniform);
  verify_tables(answers, tables, tables.answers);
  verify_tables(rules, tables, tables.rules);
  return tables;
}

}  // namespace espalier
