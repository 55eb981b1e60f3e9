// Rows of a file as those of a space (audit/region.hpp), for commands that ask about every input.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "audit/diff.hpp"
#include "audit/region.hpp"
#include "cli/option_groups.hpp"
#include "model/model.hpp"
#include "report/rules_report.hpp"
#include "support/diagnostic.hpp"

namespace espalier::cli {

// The rows of a file. Columns that no model asks for may be absent. `weight`: the column of weights; empty: none.
SpaceRows read_rows(const Space& space, std::span<const Model* const> models, const std::string& path,
                    const std::string& weight, const DataOptions& data, Warnings& warnings);

// The same for a file that was read already.
SpaceRows rows_of_table(const Space& space, std::span<const Model* const> models, const BindableTable& file,
                        Warnings& warnings);

// A row as somebody types it: a JSON object ({"age": 31}), or a line of CSV with the model's columns in their order.
// Values that are not given are missing. Throws Diagnostic(usage) for what is neither, and for columns that are not the
// model's.
std::vector<double> read_typed_row(const Space& space, const Model& model, const std::string& text,
                                   const DataOptions& data, Warnings& warnings);

// Counts the rows of a file in each rule, and those that it answers right where the file has the target. `path`: how
// the file is called.
void count_rules(RulesFacts& facts, const std::string& path, const BindableTable& file, Warnings& warnings);

// Whether nothing is to be asked about missing values: none of the models is meant for any.
bool are_complete(std::span<const Model* const> models);

}  // namespace espalier::cli
