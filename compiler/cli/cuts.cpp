#include "cli/cuts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "model/tree_facts.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kCutsShown = 100;
constexpr std::size_t kWidestTest = 40;

// Enough digits to see by how little two of them differ.
std::string figure(double value) {
  return fmt::format("{:.6g}", value);
}

std::string shown_test(const Model& model, const Tree& before, const Cut& cut) {
  return printable(test_text(model, before.nodes[cut.node]), kWidestTest);
}

std::string line(const Model& model, const Tree& before, const Cut& cut, std::size_t width) {
  const std::string test = shown_test(model, before, cut);
  return fmt::format("          {:>6}  {}{:{}}  {:>8}  {:>6}  {:>10}  {:>10}  {}{}\n", cut.node, test, "",
                     width - count_characters(test), figure(before.nodes[cut.node].weight()), cut.leaves_removed,
                     figure(cut.leaf_figure), figure(cut.subtree_figure), cut.reason,
                     cut.stands ? "" : "; gone with a later cut above");
}

}  // namespace

std::string size_text(const Tree& tree) {
  return fmt::format("{}, {}, depth {}", counted(tree.nodes.size(), "node"), counted(leaf_count(tree), "leaf"),
                     depth(tree));
}

nlohmann::ordered_json size_json(const Tree& tree) {
  return {{"nodes", tree.nodes.size()}, {"leaves", leaf_count(tree)}, {"depth", depth(tree)}};
}

std::string cuts_text(const Model& model, const Tree& before, const std::vector<Cut>& cuts) {
  if (cuts.empty()) return "cuts      none\n";
  const std::size_t listed = std::min(cuts.size(), kCutsShown);
  std::size_t width = 4;  // "test"
  for (std::size_t i = 0; i < listed; ++i) {
    width = std::max(width, count_characters(shown_test(model, before, cuts[i])));
  }
  std::string text = fmt::format("cuts      {:>6}  {:<{}}  {:>8}  {:>6}  {:>10}  {:>10}  why\n", "node", "test", width,
                                 "weight", "leaves", "instead", "subtree");
  for (std::size_t i = 0; i < listed; ++i) text += line(model, before, cuts[i], width);
  if (listed < cuts.size()) text += fmt::format("          ... {}\n", counted(cuts.size() - listed, "more cut"));
  return text;
}

nlohmann::ordered_json cuts_json(const Model& model, const Tree& before, const std::vector<Cut>& cuts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Cut& cut : cuts) {
    const Node& node = before.nodes[cut.node];
    list.push_back({{"node", cut.node},
                    {"test", test_text(model, node)},
                    {"weight", node.weight()},
                    {"leaves_removed", cut.leaves_removed},
                    {"instead", cut.raised ? "largest branch" : "leaf"},
                    {"instead_figure", cut.leaf_figure},
                    {"subtree_figure", cut.subtree_figure},
                    {"reason", cut.reason},
                    {"stands", cut.stands}});
  }
  return list;
}

}  // namespace espalier::cli
