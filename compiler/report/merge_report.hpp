// What `espalier merge` tells: the model of several trees, the one that stands for it, and what is proven of both.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "merge/merge.hpp"
#include "model/model.hpp"
#include "report/tree_report.hpp"

namespace espalier {

struct MergeFacts {
  std::string path;  // of the model
  std::size_t trees = 0;
  TreeSize before;  // all its trees
  TreeSize after;
  MergeObjective objective = MergeObjective::leaves;
  Combination combination = Combination::vote;
  MissingPolicy missing_before = MissingPolicy::refuse;
  Merged merged;
  std::string data;                // the file whose rows were counted; empty: none
  std::size_t rows = 0;            //   how many there are
  std::size_t leaves_without = 0;  //   and leaves that none of them comes to
  std::string outline;             // the tree
};

MergeFacts merge_facts(const Model& before, const std::string& path, const MergeOptions& options, Merged merged);

// `verbose`: also how the tree was found, and the tree.
std::string to_text(const MergeFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const MergeFacts& facts);

}  // namespace espalier
