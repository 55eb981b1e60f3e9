// What `espalier diff` tells: where two models answer differently, and what else differs between them.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "audit/diff.hpp"
#include "model/model.hpp"
#include "report/tree_report.hpp"

namespace espalier {

struct ComparedFile {
  std::string path;
  TreeSize size;
  std::size_t rows = 0;  // it was trained with
};

struct DiffFacts {
  ComparedFile before;
  ComparedFile after;
  Difference difference;
  bool complete_rows = false;
  double tolerance = 0;
  std::string data;                   // the file of the rows; empty: none
  std::vector<std::string> columns;   // "new column 'age'", "column 'town' has 3 new words"
  std::vector<std::string> settings;  // "criterion: gini -> entropy"
};

DiffFacts diff_facts(const Model& before, const std::string& before_path, const Model& after,
                     const std::string& after_path, Difference difference);

// `verbose`: all regions that were kept, all tests that moved.
std::string to_text(const DiffFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const DiffFacts& facts);

}  // namespace espalier
