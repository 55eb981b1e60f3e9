// The table form of a tree: constants that one small loop walks over. Every test is the same: is a key of the row at
// most a threshold? How each kind of test becomes that is in note [keys] in table.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lower/program.hpp"

namespace espalier {

// On which side of all numbers a missing value stands.
enum class MissingSide { below, above };

// A field as the tests read it: its value as a whole number that orders as the values do.
struct TableInput {
  std::uint32_t field = 0;  // index into the program's fields
  MissingSide missing = MissingSide::above;

  friend bool operator==(const TableInput&, const TableInput&) = default;
};

// Where a test leads: to another test, or to an answer.
struct TableTarget {
  bool is_answer = false;
  std::uint32_t index = 0;  // of a test; of an answer what Step::value is

  friend bool operator==(const TableTarget&, const TableTarget&) = default;
};

// Goes on with `yes` if the key of the input is at most the threshold, else with `no`.
struct TableTest {
  std::uint32_t input = 0;  // index into DecisionTables::inputs
  std::int64_t threshold = 0;
  TableTarget yes;
  TableTarget no;

  friend bool operator==(const TableTest&, const TableTest&) = default;
};

// Tests stand before those that they lead to, and the first one is asked first. Several may lead to the same one.
struct DecisionTable {
  std::vector<TableTest> tests;
  TableTarget entry;  // the first test; where there is none, the answer
};

// The tables of a model: of what it answers, and of the rules that do.
struct DecisionTables {
  std::vector<TableInput> inputs;
  bool uniform = false;  // inputs[i] is field i, and all have one type, missing value and side
  DecisionTable answers;
  DecisionTable rules;
};

// From programs whose thresholds have been narrowed, both of the same fields; both test something.
DecisionTables build_tables(const Program& answers, const Program& rules);

// The same for one program, whose tests name an input 2 * field + side (above: 1); it need not test anything.
DecisionTable build_table(const Program& program);

// What the tests of tables from build_table() read, and the tests told so; `uniform`: see DecisionTables.
std::vector<TableInput> number_inputs(const std::vector<Field>& fields, const std::vector<DecisionTable*>& tables,
                                      bool& uniform);

// The same of no more than the tests read, whether the fields are read alike or not.
std::vector<TableInput> number_tested_inputs(const std::vector<Field>& fields,
                                             const std::vector<DecisionTable*>& tables);

// Whether the entry of a program tests anything: if not, there is nothing to put into a table.
bool has_tests(const Program& program);

// The key of a field's value; NaN: the value is missing, as field_value() has it.
std::int64_t key_of(const Field& field, MissingSide missing, double value, std::size_t categories);

// The value that has the key, for what is read by people. Keys of missing values have none.
double value_of_key(const Field& field, std::int64_t key);

// What a walk answers: Step::value of the program's answer.
std::uint32_t run(const Program& program, const DecisionTables& tables, const DecisionTable& table, Row row);

// The most tests on a way to an answer.
std::size_t longest_way(const DecisionTable& table);

// The width of the constants, in bytes: the narrowest that holds them all. An answer follows the tests: answer a is
// number tests.size() + a.
struct TableTypes {
  std::size_t threshold_bytes = 1;  // signed: 1, 2, 4 or 8
  std::size_t input_bytes = 1;      // unsigned: 1, 2 or 4
  std::size_t next_bytes = 1;       // unsigned: 1, 2 or 4
};
TableTypes table_types(const DecisionTables& tables, const DecisionTable& table);
std::size_t constant_bytes(const DecisionTables& tables, const DecisionTable& table);

// The width of the keys that are compared, in bytes: 2, 4 or 8.
std::size_t key_bytes(const Program& program, const DecisionTables& tables);

// Throws std::logic_error naming the broken rule: a defect of Espalier, never of its input.
void verify_tables(const Program& program, const DecisionTables& tables, const DecisionTable& table);

}  // namespace espalier
