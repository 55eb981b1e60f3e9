// The column to predict, as classes or as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/diagnostic.hpp"
#include "support/table_words.hpp"

namespace espalier {

struct TargetColumn {
  Task task = Task::classification;
  bool numbers_as_classes = false;     // see Dataset
  std::vector<std::string> labels;     // classification; see Dataset::labels
  std::vector<std::uint32_t> classes;  // classification, per row
  std::vector<double> numbers;         // regression, per row
};

// The column called `name`. Throws Diagnostic(bad_input) if there is none or more than one.
std::size_t find_target(const Table& table, const std::string& name);

// Rows whose target is known, in the order of the table. Throws Diagnostic(bad_input) if there is none; warns about the
// others.
std::vector<std::size_t> rows_with_target(const Table& table, const Schema& schema, std::size_t column,
                                          Warnings& warnings);

// What is predicted: the task asked for, if the column allows it. Otherwise texts are classes, numbers are classes if
// they are whole and few, and any other numbers are what they are. Throws Diagnostic(bad_input) for text as the target
// of a regression.
Task target_task(const Table& table, const Schema& schema, std::size_t column, std::optional<Task> asked);

// Whole numbers, exact, and few: numbers of a column that can be the names of classes.
bool could_be_codes(const ColumnSummary& summary);

// The targets of `rows`, at least one. Equal numbers that are classes are one class however they are written. Throws
// and warns as take_dataset does.
TargetColumn read_target(const Table& table, const Schema& schema, std::size_t column, std::optional<Task> asked,
                         const std::vector<std::size_t>& rows, Warnings& warnings);

}  // namespace espalier
