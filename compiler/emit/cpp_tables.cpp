#include "emit/cpp_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "emit/code_text.hpp"
#include "emit/function_body.hpp"
#include "emit/render.hpp"
#include "model/interpret.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kTableLineLength = 120;

// The items of an initializer, in lines.
template <typename T>
std::string items(const std::vector<T>& values) {
  std::string text = "   ";
  std::size_t line = 0;  // where the last one begins
  for (const T& value : values) {
    const std::string item = fmt::format(" {},", value);
    if (text.size() - line + item.size() > kTableLineLength) {
      line = text.size() + 1;
      text += "\n   ";
    }
    text += item;
  }
  return text;
}

template <typename T>
json table(const char* doc, std::string type, const char* name, const std::vector<T>& values) {
  return {{"doc", doc}, {"type", std::move(type)}, {"name", name}, {"items", items(values)}};
}

// Leaves in the order of their rules.
std::vector<std::uint32_t> leaves_of(const Tree& tree) {
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::vector<std::uint32_t> leaves(*std::max_element(numbers.begin(), numbers.end()));
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) leaves[numbers[i] - 1] = i;
  }
  return leaves;
}

// Distributions, each once, as the labels that have a share and the shares; and per rule which one it has.
json share_tables(const Model& model, const std::vector<std::uint32_t>& leaves) {
  const auto distributions = class_distributions(model, only_tree(model));
  std::map<std::vector<float>, std::size_t> known;
  std::vector<std::size_t> of_rule = {0};  // rule 0 is none
  std::vector<std::size_t> begins = {0};
  std::vector<std::size_t> labels;
  std::vector<std::string> shares;
  for (const std::uint32_t leaf : leaves) {
    const std::vector<double>& exact = distributions[leaf];
    const auto [entry, is_new] = known.try_emplace(std::vector<float>(exact.begin(), exact.end()), known.size());
    of_rule.push_back(entry->second);
    if (!is_new) continue;
    for (std::size_t label = 0; label < entry->first.size(); ++label) {
      const float share = entry->first[label];
      if (share == 0) continue;
      labels.push_back(label);
      shares.push_back(code_literal(InputType::float32, static_cast<double>(share)));
    }
    begins.push_back(labels.size());
  }
  return {table("Per rule its distribution.", std::string(unsigned_type(known.size())), "distribution_of", of_rule),
          table("Where the shares of a distribution begin; those of the next one follow.",
                std::string(unsigned_type(labels.size())), "shares_begin", begins),
          table("Whose share it is.", std::string(unsigned_type(model.labels.size())), "share_label", labels),
          table("The shares.", "float", "share", shares)};
}

}  // namespace

std::string rule_tables(const Model& model, ValueType value_type, bool labels) {
  const Tree& tree = only_tree(model);
  const std::vector<std::uint32_t> leaves = leaves_of(tree);
  json context;
  context["classification"] = model.task == Task::classification;
  context["labels"] = labels;
  context["tables"] = json::array();
  if (model.task == Task::regression) {
    std::vector<std::string> values = {value_literal(value_type, 0)};
    for (const std::uint32_t leaf : leaves) {
      values.push_back(value_literal(value_type, rounded(value_type, tree.nodes[leaf].value)));
    }
    context["tables"].push_back(table("Per rule its answer.", "Value", "value", values));
  } else {
    context["tables"] = share_tables(model, leaves);
  }
  if (labels) {
    std::vector<std::uint32_t> label_of = {0};
    for (const std::uint32_t leaf : leaves) label_of.push_back(tree.nodes[leaf].label);
    context["tables"].push_back(
        table("Per rule its label.", std::string(unsigned_type(model.labels.size())), "label", label_of));
  }
  return render_template("templates/cpp-sources/tables.cpp.inja", context);
}

}  // namespace espalier
