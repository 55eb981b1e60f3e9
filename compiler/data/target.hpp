// The column to predict, as classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

struct TargetClasses {
  std::vector<std::string> labels;      // see Dataset::labels
  std::vector<std::uint32_t> classes;   // per row with a known target
  std::vector<std::size_t> table_rows;  // those rows
};

// The column called `name`. Throws Diagnostic(bad_input) if there is none or more than one.
std::size_t find_target(const Table& table, const std::string& name);

// A numeric target gives classes if its values are whole numbers and few; then equal numbers are one class however they
// are written. Throws and warns as make_dataset does.
TargetClasses read_target(const Table& table, const Schema& schema, std::size_t column, Warnings& warnings);

}  // namespace espalier
