// --by: figures of groups of rows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/option_groups.hpp"
#include "data/dataset.hpp"
#include "data/read_file.hpp"
#include "evaluate/figures.hpp"
#include "evaluate/grouping.hpp"
#include "report/evaluation_report.hpp"
#include "report/group_report.hpp"

namespace espalier::cli {

class GroupOptions {
 public:
  void add_to(OptionGroups& options);
  void check() const;
  bool asked() const { return !texts_.empty(); }

  // The columns that rows are grouped by, read from the file whose rows are answered before anything else takes them.
  // They may be columns that nobody learns from. Throws Diagnostic for what is no column, or is named twice.
  struct Column {
    FeatureColumn values;
    std::vector<double> cuts;
  };
  using Columns = std::vector<Column>;
  Columns read(const Source& source, const DataOptions& data) const;

  // Throws Diagnostic(usage) if one of them is the target or the weight.
  void refuse_roles(const Columns& columns, const Dataset& data) const;
  // The groups of the rows that count. Throws as that does, and Diagnostic(bad_input) for too many groups.
  std::vector<Grouping> groupings(const Columns& columns, const Dataset& rows, Warnings& warnings) const;

  // Throws Diagnostic(usage) for a --positive that the data does not have.
  void check_labels(const Dataset& data) const;

  // Rates are told of the label of --positive, of two labels of the one that is looked for, otherwise of all.
  // `learned_from`: what the trees learned from.
  GroupFacts facts(const std::vector<Grouping>& groupings, const Dataset& learned_from, const Marking& marking,
                   const EvaluationFacts& evaluation, const EvaluatedRows& rows) const;

 private:
  std::vector<std::uint32_t> rated(const EvaluationFacts& evaluation) const;

  std::vector<std::string> texts_;
  std::string positive_;
};

}  // namespace espalier::cli
