#include "emit/distributions.hpp"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "emit/code_text.hpp"
#include "model/interpret.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kRulesPerDistributionFunction = 512;

// Zero is the array's initial state.
json assignments_of(const std::vector<float>& shares) {
  json assignments = json::array();
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] == 0) continue;
    const std::string literal = code_literal(InputType::float32, static_cast<double>(shares[i]));
    assignments.push_back(fmt::format("out[{}] = {};", i, literal));
  }
  return assignments;
}

}  // namespace

// Rules with equal distributions share their case labels.
json distribution_context(const Model& model) {
  const Tree& tree = only_tree(model);
  const auto distributions = class_distributions(model, tree);
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::map<std::uint32_t, std::size_t> leaf_of_rule;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) leaf_of_rule[numbers[i]] = i;
  }

  json functions = json::array();
  auto rule = leaf_of_rule.begin();
  while (rule != leaf_of_rule.end()) {
    const std::uint32_t first = rule->first;
    std::map<std::vector<float>, std::vector<std::uint32_t>> groups;
    std::vector<const std::vector<float>*> in_order;
    for (std::size_t n = 0; n < kRulesPerDistributionFunction && rule != leaf_of_rule.end(); ++n, ++rule) {
      const auto& exact = distributions[rule->second];
      const auto [group, is_new] = groups.try_emplace(std::vector<float>(exact.begin(), exact.end()));
      group->second.push_back(rule->first);
      if (is_new) in_order.push_back(&group->first);
    }
    json cases = json::array();
    for (const std::vector<float>* shares : in_order) {
      cases.push_back({{"rules", groups.at(*shares)}, {"assignments", assignments_of(*shares)}});
    }
    const bool last = rule == leaf_of_rule.end();
    functions.push_back({{"name", fmt::format("distribution_{}", functions.size() + 1)},
                         {"first_rule", first},
                         {"last_rule", last ? leaf_of_rule.rbegin()->first : rule->first - 1},
                         {"is_last", last},
                         {"cases", std::move(cases)}});
  }
  return functions;
}

}  // namespace espalier
