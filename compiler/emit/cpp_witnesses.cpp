#include "emit/cpp_witnesses.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "emit/cpp_context.hpp"
#include "lower/witness.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// What the witnesses of a header may cost its compiler, in tests evaluated and values read: about half a second of g++.
constexpr std::size_t kWitnessBudget = 500'000;

// Comparisons that the conditions on all ways from the entry to an answer make, added up.
std::size_t comparisons_on_all_paths(const Program& program) {
  struct Work {
    std::uint32_t step;
    std::size_t comparisons;
  };
  std::size_t total = 0;
  std::vector<Work> work = {{program.functions.back().entry, 0}};
  while (!work.empty()) {
    const auto [at, before] = work.back();
    work.pop_back();
    const Step& step = program.steps[at];
    switch (step.op) {
      case Op::answer:
      case Op::add: total += before; break;
      case Op::call: work.push_back({program.functions[step.value].entry, before}); break;
      case Op::branch: {
        std::size_t here = before + std::max<std::size_t>(1, step.condition.categories.size());
        for (const Condition& fallback : step.condition.fallbacks) here += 1 + fallback.categories.size();
        for (const Condition& term : step.condition.also) here += std::max<std::size_t>(1, term.categories.size());
        work.push_back({step.yes, here});
        work.push_back({step.no, here});
        break;
      }
    }
  }
  return total;
}

}  // namespace

json forest_witness_context(const Model& model, const Lowered& lowered, const CodeNames& names) {
  // Every witness is answered by all trees, and by each once more for its rule.
  std::size_t rules = 0;
  std::size_t row_cost = lowered.fields.size();
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    const std::size_t leaves = leaf_count(model.trees[i]);
    rules += leaves;
    row_cost += 1 + 2 * comparisons_on_all_paths(lowered.trees[i].rules) / leaves;
  }
  const std::size_t stride = std::max<std::size_t>(1, (rules * row_cost + kWitnessBudget - 1) / kWitnessBudget);
  const Interpreter interpreter(model);
  json list = json::array();
  std::size_t to_skip = 0;  // rules before the next one in turn, which may be of a later tree
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    const std::size_t leaves = leaf_count(model.trees[i]);
    if (to_skip >= leaves) {
      to_skip -= leaves;
      continue;
    }
    to_skip = (leaves + stride - 1) / stride * stride - leaves;
    const auto take = [&](const Witness& witness, const PathDomains&) {
      const auto is_finite = [](double value) { return std::isfinite(value); };
      if (!std::all_of(witness.row.begin(), witness.row.end(), is_finite)) return;
      const Prediction expected = interpreter.predict(witness.row);
      list.push_back({{"tree", i + 1},
                      {"rule", witness.rule},
                      {"answer", answer_expression(names, lowered.value_type.type, expected)},
                      {"row", row_initializer(lowered.fields, names, witness.row)}});
    };
    for_each_witness(model, model.trees[i], lowered.fields, take, stride);
  }
  return {{"list", std::move(list)}, {"all", stride == 1}};
}

json witness_context(const Model& model, const Lowered& lowered, const CodeNames& names) {
  // Both functions answer each witness; rules are skipped evenly where all of them would cost too much.
  const std::size_t rules = leaf_count(only_tree(model));
  const std::size_t cost = 2 * comparisons_on_all_paths(lowered.tree().rules) + rules * (1 + lowered.fields.size());
  const std::size_t stride = (cost + kWitnessBudget - 1) / kWitnessBudget;
  const Interpreter interpreter(model);
  std::map<std::uint32_t, json> sorted;
  const auto take = [&](const Witness& witness, const PathDomains&) {
    const bool finite = std::all_of(witness.row.begin(), witness.row.end(), [](double v) { return std::isfinite(v); });
    if (!finite) return;
    sorted[witness.rule] = {
        {"rule", witness.rule},
        {"answer", answer_expression(names, lowered.value_type.type, interpreter.predict(witness.row))},
        {"row", row_initializer(lowered.fields, names, witness.row)}};
  };
  for_each_witness(model, only_tree(model), lowered.fields, take, stride);
  json list = json::array();
  for (auto& [rule, entry] : sorted) list.push_back(std::move(entry));
  return {{"list", std::move(list)}, {"all", stride == 1}, {"rules", rules}};
}

}  // namespace espalier
