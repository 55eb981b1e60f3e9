#include "emit/cpp_batches.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emit/function_body.hpp"
#include "emit/key_text.hpp"
#include "emit/node_text.hpp"
#include "emit/render.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// The tree once more, as packed nodes.
std::string nodes_section(const Model& model, const Lowered& lowered, const CodeNames& code, const json& context) {
  const LoweredTree& tree = lowered.tree();
  const BatchNodes& batches = *tree.batches;
  const KeyText keys(model, tree.answers, code, batches.key_bytes, "lane_key");
  const NodeText node = node_text("BatchNode", batches.tree);
  json own = {{"answer_type", context["answer_type"]}, {"fields", context["fields"]}};
  own["key_type"] = keys.type();
  own["key_count"] = batches.inputs.size() + 1;
  own["leaf_key"] = leaf_key(batches.key_bytes);
  own["inputs"] = json::array();
  for (const TableInput& input : batches.inputs) {
    own["inputs"].push_back(keys.expression(input, code.fields[input.field]));
  }
  own["float_keys"] = std::any_of(batches.inputs.begin(), batches.inputs.end(), [&](const TableInput& input) {
    return is_floating(lowered.fields[input.field].type);
  });
  own["node"] = node_json(node, lowered.regression() ? "the place of its value" : "its label");
  own["node_count"] = batches.tree.nodes.size();
  own["nodes"] = node_lines(batches.tree, node, {});
  own["later_steps"] = batches.tree.steps.front() - 1;
  own["regression"] = lowered.regression();
  own["has_values"] = lowered.regression() && !tree.tables;
  own["value_count"] = tree.answers.values.size();
  std::vector<std::string> values;
  if (own["has_values"]) {
    for (const double value : tree.answers.values) values.push_back(value_literal(lowered.value_type.type, value));
  }
  own["values"] = wrapped_numbers(values);
  return render_template("templates/cpp/batch_nodes.hpp.inja", own);
}

}  // namespace

bool has_batch_nodes(const Lowered& lowered, const EmitOptions& options) {
  return options.language == Language::cpp && !lowered.verdict && lowered.tree().batches;
}

std::string batch_section(const Model& model, const Lowered& lowered, const EmitOptions& options, const CodeNames& code,
                          const json& context) {
  json own = {
      {"answer_type", context["answer_type"]}, {"fields", context["fields"]}, {"field_count", context["field_count"]}};
  if (context.contains("specifier")) own["specifier"] = context["specifier"];  // in place of constexpr
  own["nodes"] = has_batch_nodes(lowered, options) ? nodes_section(model, lowered, code, context) : std::string();
  own["has_nodes"] = own["nodes"] != "";
  return render_template("templates/cpp/batches.hpp.inja", own);
}

}  // namespace espalier
