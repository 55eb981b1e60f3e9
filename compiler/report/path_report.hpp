// The cost-complexity path for people and machines: table, JSON, CSV and picture.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "data/dataset.hpp"
#include "learn/select_alpha.hpp"
#include "report/path_plot.hpp"
#include "report/tree_report.hpp"

namespace espalier {

struct PathFacts {
  Task task = Task::classification;
  std::string target;
  std::size_t rows = 0;
  std::string algorithm;  // that the tree was grown with
  TreeSize grown;
  std::string risk;        // what a leaf has to save: "misclassification"
  std::string alpha_unit;  // what a leaf's price is counted in: "a share of the rows"
  double margin = 0;       // standard errors above the least error: PruneOptions
  AlphaPath path;
};

PathFacts path_facts(const Dataset& data, const Tree& grown, AlphaPath path, const LearnOptions& options);

// The tree, and the table of the steps that matter, or, if `verbose`, of every one.
std::string to_text(const PathFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const PathFacts& facts);

// A line per step; numbers read back bit for bit.
std::string path_csv(const PathFacts& facts);

PathPlot path_plot(const PathFacts& facts);

}  // namespace espalier
