#include "emit/node_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "emit/key_text.hpp"

namespace espalier {
namespace {

// The lowest int64 is no threshold, and keys of 32 bits have no literals longer than theirs.
std::string node_literal(const PackedNode& node, const NodeText& text) {
  const std::string values[] = {key_literal(node.threshold), std::to_string(node.next), std::to_string(node.input)};
  return fmt::format("{{{}, {}, {}}}", values[text.order[0]], values[text.order[1]], values[text.order[2]]);
}

}  // namespace

NodeText node_text(std::string type, const PackedTrees& trees) {
  NodeText text{std::move(type), {}, {0, 1, 2}};
  const std::size_t bytes[] = {trees.threshold_bytes, trees.next_bytes, trees.input_bytes};
  std::stable_sort(text.order.begin(), text.order.end(),
                   [&](std::size_t a, std::size_t b) { return bytes[a] > bytes[b]; });
  const std::string declared[] = {signed_type_of(trees.threshold_bytes) + " threshold",
                                  unsigned_type_of(trees.next_bytes) + " next",
                                  unsigned_type_of(trees.input_bytes) + " input"};
  for (const std::size_t member : text.order) text.members.push_back(declared[member]);
  return text;
}

nlohmann::json node_json(const NodeText& text, const std::string& says) {
  return {{"type", text.type}, {"members", text.members}, {"says", says}};
}

std::string node_lines(const PackedTrees& trees, const NodeText& text, const std::vector<std::uint32_t>& order) {
  std::string lines;
  std::vector<std::string> part;
  std::size_t tree = 0;
  const auto flush = [&] {
    if (!part.empty()) lines += wrapped_numbers(part);
    part.clear();
  };
  for (std::size_t i = 0; i < trees.nodes.size(); ++i) {
    if (tree < order.size() && trees.starts[tree] == i) {
      flush();
      lines += fmt::format("  // tree {}\n", order[tree++] + 1);
    }
    part.push_back(node_literal(trees.nodes[i], text));
  }
  flush();
  return lines;
}

std::string leaf_key(std::size_t bytes) {
  if (bytes == 8) return "-9223372036854775807LL - 1";
  return bytes == 4 ? "-2147483647 - 1" : "-32767 - 1";
}

std::size_t mean_of_steps(const PackedTrees& trees) {
  const std::size_t all = std::accumulate(trees.steps.begin(), trees.steps.end(), std::size_t{0});
  return (all + trees.steps.size() / 2) / trees.steps.size();
}

}  // namespace espalier
