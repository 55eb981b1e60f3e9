// The rows of a table for a model that is there already: whose targets are known, and as the learner takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "data/table.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// The rows of a table whose target is known: what a model's answers are marked against.
struct KnownTarget {
  std::size_t row = 0;                 // in the table
  std::optional<std::uint32_t> label;  // classification; none: a class that the model does not have
  std::optional<double> value;         // regression; none: not a number
};

struct KnownTargets {
  std::size_t column = 0;  // of the target
  std::vector<KnownTarget> rows;
};

// None if the table has no such column. A number matches a label that is the same whole number ("1.0" is class "1").
std::optional<KnownTargets> known_targets(const Table& table, const std::vector<std::string>& missing_tokens,
                                          const Model& model);

// The same where they are needed. Throws Diagnostic(bad_input), located: no such column, no row with a target, a class
// that the model does not have, a target that is not a number or too large to be squared.
KnownTargets require_targets(const Table& table, const std::vector<std::string>& missing_tokens, const Model& model);

// A table's rows as the learner takes them, with the features and labels of a model that is there already.

// A file to be bound to a model. `weight` names the column of weights; empty: the table's own, if it has any.
struct BindableTable {
  Table table;
  std::vector<std::string> missing_tokens;
  std::string weight;
};

// The rows whose target is known and whose weight is above 0, in file order. Values are what bind_columns
// (evaluate/bind.hpp) makes of them. Throws Diagnostic(bad_input) as that and require_targets do, and for weights that
// are none.
Dataset bind_dataset(const BindableTable& file, const Model& model, Warnings& warnings);

}  // namespace espalier
