// A table's rows as the learner takes them, with the features and labels of a model that is there already.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "data/table.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

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
