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
        work.push_back({step.yes, here});
        work.push_back({step.no, here});
        break;
      }
    }
  }
  return total;
}

}  // namespace

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
