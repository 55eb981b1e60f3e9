#include "report/merge_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

std::string smallest_text(const MergeFacts& facts) {
  switch (facts.objective) {
    case MergeObjective::leaves: return "the fewest leaves possible";
    case MergeObjective::depth: return "the least depth possible";
    case MergeObjective::depth_leaves: return "the least depth possible, and with it the fewest leaves";
  }
  return "";
}

std::string bound_text(const MergeFacts& facts) {
  const std::string leaves = counted(facts.merged.least_leaves, "leaf");
  const std::string depth = fmt::format("depth {}", facts.merged.least_depth);
  switch (facts.objective) {
    case MergeObjective::leaves: return leaves;
    case MergeObjective::depth: return depth;
    case MergeObjective::depth_leaves: return depth + " and " + leaves;
  }
  return leaves;
}

std::string size_text(const MergeFacts& facts) {
  const Merged& merged = facts.merged;
  if (merged.smallest) return fmt::format("smallest  {}\n", smallest_text(facts));
  std::string why = "the inputs are too many for one search";
  if (merged.time_ran_out) why = "the time ran out";
  if (merged.memory_ran_out) why = "the memory allowed ran out";
  return fmt::format("smallest  not proven ({}): any such tree has at least {}\n", why, bound_text(facts));
}

std::string search_text(const Merged& merged) {
  if (merged.way == MergeWay::grid) {
    return fmt::format("search    {} of the grid, {}\n", counted(merged.cells, "cell"),
                       counted(merged.boxes, "different box"));
  }
  return fmt::format("search    {}, {} of them solved; {}\n", counted(merged.pieces, "piece"),
                     grouped(merged.pieces_solved), counted(merged.boxes, "different box"));
}

}  // namespace

MergeFacts merge_facts(const Model& before, const std::string& path, const MergeOptions& options, Merged merged) {
  MergeFacts facts;
  facts.path = path;
  facts.trees = before.trees.size();
  facts.before = tree_size(before);
  facts.after = tree_size(merged.model);
  facts.objective = options.objective;
  facts.combination = before.combination;
  facts.missing_before = before.missing;
  facts.outline = outline_text(merged.model, only_tree(merged.model), kTreeLinesShown);
  facts.merged = std::move(merged);
  return facts;
}

std::string to_text(const MergeFacts& facts, bool verbose) {
  const Merged& merged = facts.merged;
  std::string text = fmt::format("model     {}: {} by {}, {}\n", printable(facts.path, 200),
                                 counted(facts.trees, "tree"), to_string(facts.combination), to_text(facts.before));
  text += fmt::format("tree      {}\n", to_text(facts.after));
  text += size_text(facts);
  if (verbose) text += search_text(merged);
  text += fmt::format("equal     proven for every input; {} tried\n", counted(merged.vectors, "boundary vector"));
  if (facts.missing_before != merged.model.missing) {
    text +=
        fmt::format("missing   {} (the model: {})\n", to_string(merged.model.missing), to_string(facts.missing_before));
  }
  if (facts.data.empty()) {
    text += "rows      none counted: each leaf is certain of its answer; --data FILE counts training rows\n";
  } else {
    text += fmt::format("rows      {} of {} counted; {} without any\n", counted(facts.rows, "row"),
                        in_quotes(facts.data, 200), counted(facts.leaves_without, "leaf"));
  }
  if (verbose) text += facts.outline;
  return text;
}

nlohmann::ordered_json to_json(const MergeFacts& facts) {
  const Merged& merged = facts.merged;
  nlohmann::ordered_json json = {{"model", facts.path},
                                 {"trees", facts.trees},
                                 {"combination", to_string(facts.combination)},
                                 {"before", to_json(facts.before)},
                                 {"after", to_json(facts.after)},
                                 {"objective", to_string(facts.objective)},
                                 {"smallest", merged.smallest},
                                 {"least_leaves", merged.least_leaves},
                                 {"least_depth", merged.least_depth},
                                 {"way", to_string(merged.way)},
                                 {"boxes", merged.boxes},
                                 {"equal", true},
                                 {"vectors", merged.vectors},
                                 {"missing", to_string(merged.model.missing)}};
  if (!merged.smallest) {
    json["ended_by"] = merged.time_ran_out ? "time" : merged.memory_ran_out ? "memory" : "size";
  }
  if (merged.way == MergeWay::grid) {
    json["cells"] = merged.cells;
  } else {
    json["pieces"] = merged.pieces;
    json["pieces_solved"] = merged.pieces_solved;
  }
  if (!facts.data.empty()) {
    json["data"] = {{"file", facts.data}, {"rows", facts.rows}, {"leaves_without", facts.leaves_without}};
  }
  return {{"merge", std::move(json)}};
}

}  // namespace espalier
