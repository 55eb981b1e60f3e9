#include "emit/cpp_forest_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "emit/function_body.hpp"
#include "emit/key_text.hpp"
#include "emit/node_text.hpp"
#include "emit/render.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// Rows of a batch that are answered together: as many as keep keys and sums within the first; if sixteen do not keep
// within the second, rows are answered one by one.
constexpr std::size_t kMostRows = 64;
constexpr std::size_t kFewestRows = 16;
constexpr std::size_t kBatchBytes = 16'384;
constexpr std::size_t kMostBatchBytes = 65'536;

std::size_t bytes_of(SumType type) {
  switch (type) {
    case SumType::uint8: return 1;
    case SumType::uint16: return 2;
    case SumType::int64:
    case SumType::float64: return 8;
    default: return 4;
  }
}

std::size_t batch_rows(const Lowered& lowered) {
  const ForestTables& tables = *lowered.forest;
  const std::size_t row = std::max<std::size_t>(4, tables.key_bytes) * (tables.inputs.size() + 1) +
                          bytes_of(lowered.verdict->type) * lowered.verdict->base.size();
  std::size_t rows = kMostRows;
  while (rows > kFewestRows && rows * row > kBatchBytes) rows /= 2;
  return rows * row <= kMostBatchBytes ? rows : 0;
}

// The lead of a sum over another is never negative: it has the sums' bits, and no sign.
std::string swing_type(SumType type) {
  return unsigned_type_of(bytes_of(type));
}

std::string swing_literal(double swing) {
  return fmt::format("{}{}", static_cast<std::uint64_t>(swing), swing > 0xFFFF'FFFF ? "ULL" : "U");
}

template <typename Number>
std::vector<std::string> texts_of(const std::vector<Number>& numbers) {
  std::vector<std::string> texts;
  for (const Number number : numbers) texts.push_back(fmt::format("{}", number));
  return texts;
}

class ForestTableText {
 public:
  ForestTableText(const Model& model, const Lowered& lowered, const CodeNames& code)
      : lowered_(lowered),
        tables_(*lowered.forest),
        code_(code),
        keys_(model, lowered.trees.front().answers, code, tables_.key_bytes),
        node_(node_text("Node", tables_.answers)),
        rule_node_(node_text("RuleNode", tables_.rules)) {}

  json context() const {
    json context;
    context["key_type"] = keys_.type();
    context["key_count"] = tables_.inputs.size() + 1;
    context["leaf_key"] = leaf_key(tables_.key_bytes);
    context["float_keys"] = has_float_keys(tables_, lowered_.fields);
    context["inputs"] = json::array();
    for (const TableInput& input : tables_.inputs) {
      context["inputs"].push_back(keys_.expression(input, code_.fields[input.field]));
    }
    const bool same = same_nodes();
    context["nodes"] = json::array();
    context["nodes"].push_back(node_json(node_, same ? "what it says" : what_is_said("it")));
    if (!same) context["nodes"].push_back(node_json(rule_node_, "the number of its rule"));
    context["rule_node"] = same ? node_.type : rule_node_.type;
    context["lane_steps"] = mean_of_steps(tables_.answers);
    context["lane_rule_steps"] = mean_of_steps(tables_.rules);
    context["says"] = tables_.says == LeafSays::label    ? "label"
                      : tables_.says == LeafSays::amount ? "amount"
                                                         : "addend";
    context["several_outputs"] = several_outputs();
    context["addend_size"] = addend_size();
    context["arrays"] = arrays();
    return context;
  }

 private:
  bool same_nodes() const { return node_.members == rule_node_.members; }

  // `who`: "it", "they".
  std::string what_is_said(const std::string& who) const {
    const std::string ending = who == "it" ? "s" : "";
    switch (tables_.says) {
      case LeafSays::label: return fmt::format("the label that {} vote{} for", who, ending);
      case LeafSays::amount: return fmt::format("what {} add{}", who, ending);
      case LeafSays::addend: break;
    }
    return fmt::format("the place of what {} add{}", who, ending);
  }

  std::size_t addend_size() const { return tables_.addends.empty() ? 0 : tables_.addends.front().amounts.size(); }

  bool several_outputs() const {
    return tables_.says != LeafSays::label && addend_size() <= 1 &&
           std::any_of(tables_.outputs.begin(), tables_.outputs.end(), [](std::uint32_t sum) { return sum != 0; });
  }

  json arrays() const {
    json list = json::array();
    const auto append = [&](std::string doc, const std::string& type, std::string_view name, std::size_t size,
                            std::string text) {
      list.push_back({{"doc", std::move(doc)}, {"type", type}, {"name", name}, {"size", size}, {"text", text}});
    };
    std::vector<std::uint32_t> in_order(tables_.places.size());
    std::iota(in_order.begin(), in_order.end(), 0U);
    const auto append_trees = [&](const PackedTrees& trees, const NodeText& text, const std::string& type,
                                  const std::string& prefix, const std::string& says,
                                  const std::vector<std::uint32_t>& order) {
      append(fmt::format("The nodes of all trees. Leaves tell {}.", says), type, prefix + "nodes", trees.nodes.size(),
             node_lines(trees, text, order));
      append("Where each tree begins.", std::string(unsigned_type(trees.starts.back())), prefix + "starts",
             trees.starts.size(), wrapped_numbers(texts_of(trees.starts)));
    };
    append_trees(tables_.answers, node_, node_.type, "", what_is_said("they"),
                 lowered_.early ? lowered_.early->order : in_order);
    const std::vector<std::uint32_t>& steps = tables_.answers.steps;
    append("After so many steps, most rows have come to a leaf of the tree.",
           std::string(unsigned_type(*std::max_element(steps.begin(), steps.end()))), "steps", steps.size(),
           wrapped_numbers(texts_of(steps)));
    if (!tables_.addends.empty()) {
      append("What leaves add.", amount_type_name(), "amounts", tables_.addends.size() * addend_size(),
             wrapped_numbers(amounts()));
    }
    if (lowered_.early) append_swings(append);
    if (several_outputs()) {
      append("The sum that each tree adds to.",
             std::string(unsigned_type(*std::max_element(tables_.outputs.begin(), tables_.outputs.end()))), "outputs",
             tables_.outputs.size(), wrapped_numbers(texts_of(tables_.outputs)));
    }
    append_trees(tables_.rules, rule_node_, same_nodes() ? node_.type : rule_node_.type, "rule_",
                 "the number of their rule", in_order);
    return list;
  }

  // What trees that are left can change, after each block of trees.
  template <typename Append>
  void append_swings(const Append& append) const {
    const auto append_one = [&](const std::vector<double>& swings, std::string_view name, std::string doc) {
      if (swings.empty()) return;
      const double largest = *std::max_element(swings.begin(), swings.end());
      const std::string type =
          largest > 0xFFFF'FFFF ? "uint64_t" : std::string(unsigned_type(static_cast<std::size_t>(largest)));
      std::vector<std::string> texts;
      for (const double swing : swings) texts.push_back(swing_literal(swing));
      append(std::move(doc), type, name, swings.size(), wrapped_numbers(texts));
    };
    const std::string when = fmt::format("after each {} trees", EarlyExit::kBlock);
    append_one(lowered_.early->swings, "swings",
               "How much those that are left can move a sum against another, " + when + ".");
    append_one(lowered_.early->rises, "rises", "How much those that are left can raise the sum, " + when + ".");
    append_one(lowered_.early->falls, "falls", "How much those that are left can lower the sum, " + when + ".");
  }

  std::string amount_type_name() const {
    const SumType sums = lowered_.verdict->type;
    if (!is_whole(sums)) return std::string(to_string(sums));
    const AmountType type = amount_type(tables_, sums);
    return type.is_signed ? signed_type_of(type.bytes) : unsigned_type_of(type.bytes);
  }

  std::vector<std::string> amounts() const {
    std::vector<std::string> texts;
    for (const Addend& addend : tables_.addends) {
      for (const double amount : addend.amounts) texts.push_back(sum_literal(lowered_.verdict->type, amount));
    }
    return texts;
  }

  const Lowered& lowered_;
  const ForestTables& tables_;
  const CodeNames& code_;
  KeyText keys_;
  NodeText node_;
  NodeText rule_node_;
};

}  // namespace

bool has_float_keys(const ForestTables& tables, const std::vector<Field>& fields) {
  return std::any_of(tables.inputs.begin(), tables.inputs.end(),
                     [&](const TableInput& input) { return is_floating(fields[input.field].type); });
}

std::string forest_table_section(const Model& model, const Lowered& lowered, const CodeNames& code,
                                 const json& context) {
  json own = ForestTableText(model, lowered, code).context();
  own["bases"] = context["bases"];
  return render_template("templates/cpp/forest_table.hpp.inja", own);
}

std::string forest_batch_section(const Lowered& lowered, const json& context) {
  json own = {{"answer_type", context["answer_type"]}, {"fields", context["fields"]}, {"early", context["early"]}};
  own["block"] = EarlyExit::kBlock;
  own["batch_rows"] = batch_rows(lowered);
  return render_template("templates/cpp/forest_batches.hpp.inja", own);
}

std::string early_exit_section(const Lowered& lowered, const json& context) {
  if (!lowered.early || lowered.early->looks() == 0) return {};
  json own = {{"one_score", context["one_score"]}};
  own["swing_type"] = swing_type(lowered.verdict->type);
  own["block"] = EarlyExit::kBlock;
  std::string text = render_template("templates/cpp/forest_settled.hpp.inja", own);
  if (!lowered.forest) return text;
  own["lane_steps"] = mean_of_steps(lowered.forest->answers);
  return text + render_template("templates/cpp/forest_settle.hpp.inja", own);
}

json early_blocks(const Lowered& lowered) {
  json blocks = json::array();
  const EarlyExit& early = *lowered.early;
  for (std::size_t first = 0; first < early.order.size(); first += EarlyExit::kBlock) {
    json trees = json::array();
    for (std::size_t i = first; i < std::min(first + EarlyExit::kBlock, early.order.size()); ++i) {
      trees.push_back(early.order[i] + 1);
    }
    const std::size_t look = first / EarlyExit::kBlock;
    std::string swings;
    if (look < early.swings.size()) swings = swing_literal(early.swings[look]);
    if (look < early.rises.size()) {
      swings = fmt::format("{}, {}", swing_literal(early.rises[look]), swing_literal(early.falls[look]));
    }
    blocks.push_back({{"trees", std::move(trees)}, {"swings", std::move(swings)}});
  }
  return blocks;
}

}  // namespace espalier
