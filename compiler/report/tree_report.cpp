#include "report/tree_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "model/tree_facts.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kCategoriesShown = 8;

std::string surrogate_text(const Model& model, const Surrogate& surrogate) {
  const Feature& feature = model.features[surrogate.feature];
  const std::string name = printable(feature.name, 40);
  if (surrogate.test == TestKind::less_equal) {
    return fmt::format("{} {} {}", name, surrogate.reversed ? ">" : "<=", shortest(surrogate.threshold));
  }
  std::vector<std::string> categories;
  for (const std::uint32_t category : surrogate.categories) {
    categories.push_back(in_quotes(feature.categories[category], 30));
  }
  return fmt::format("{} {} {}", name, surrogate.reversed ? "not" : "is", enumerate(categories, kCategoriesShown));
}

}  // namespace

TreeSize tree_size(const Tree& tree) {
  return {tree.nodes.size(), leaf_count(tree), depth(tree)};
}

TreeSize tree_size(const Model& model) {
  TreeSize size;
  for (const Tree& tree : model.trees) {
    const TreeSize one = tree_size(tree);
    size.nodes += one.nodes;
    size.leaves += one.leaves;
    size.depth = std::max(size.depth, one.depth);
  }
  return size;
}

std::string to_text(const TreeSize& size) {
  return fmt::format("{}, {}, depth {}", counted(size.nodes, "node"), counted(size.leaves, "leaf"), size.depth);
}

nlohmann::ordered_json to_json(const TreeSize& size) {
  return {{"nodes", size.nodes}, {"leaves", size.leaves}, {"depth", size.depth}};
}

std::string surrogates_text(const Model& model, const Tree& tree, std::size_t max_lines) {
  std::string text;
  std::size_t lines = 0;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    if (node.surrogates.empty() || ++lines > max_lines) continue;
    std::vector<std::string> shown;
    for (const Surrogate& surrogate : node.surrogates) {
      shown.push_back(fmt::format("{} ({})", surrogate_text(model, surrogate), percent(surrogate.agreement)));
    }
    text += fmt::format("surrogate node {}, {}: {}\n", at, printable(model.features[node.feature].name, 40),
                        fmt::join(shown, "; "));
  }
  if (lines > max_lines) text += fmt::format("          ... {}\n", counted(lines - max_lines, "more line"));
  return text;
}

namespace {

constexpr std::size_t kCutsShown = 100;
constexpr std::size_t kWidestTest = 40;

// Enough digits to see by how little two of them differ.
std::string cut_figure(double value) {
  return fmt::format("{:.6g}", value);
}

std::string shown_test(const CutFacts& cut) {
  return printable(cut.test, kWidestTest);
}

std::string cut_line(const CutFacts& cut, std::size_t width) {
  const std::string test = shown_test(cut);
  return fmt::format("          {:>6}  {}{:{}}  {:>8}  {:>6}  {:>10}  {:>10}  {}{}\n", cut.node, test, "",
                     width - count_characters(test), cut_figure(cut.weight), cut.leaves_removed,
                     cut_figure(cut.instead_figure), cut_figure(cut.subtree_figure), cut.reason,
                     cut.stands ? "" : "; gone with a later cut above");
}

std::string pruned_score_text(const PruningFacts& facts) {
  const char* const name = score_name(facts.task);
  std::string text;
  if (facts.training_score) {
    text += fmt::format("{:<9} {} on the training rows\n", name, score_text(facts.task, *facts.training_score));
  } else if (facts.score_was_known) {
    text += fmt::format("{:<9} unknown on the training rows: the stored figures do not tell\n", name);
  }
  if (!facts.evaluation) return text;
  return text + fmt::format("          {} by {} was of the tree before, and is left out\n",
                            score_text(facts.task, facts.evaluation->score), printable(facts.evaluation->method));
}

}  // namespace

std::vector<CutFacts> cut_facts(const Model& model, const Tree& before, const std::vector<Cut>& cuts) {
  std::vector<CutFacts> facts;
  facts.reserve(cuts.size());
  for (const Cut& cut : cuts) {
    const Node& node = before.nodes[cut.node];
    facts.push_back({cut.node, test_text(model, node), node.weight(), cut.leaves_removed, cut.raised, cut.leaf_figure,
                     cut.subtree_figure, std::string(cut.reason), cut.stands});
  }
  return facts;
}

std::string to_text(const std::vector<CutFacts>& cuts) {
  if (cuts.empty()) return "cuts      none\n";
  const std::size_t listed = std::min(cuts.size(), kCutsShown);
  std::size_t width = 4;  // "test"
  for (std::size_t i = 0; i < listed; ++i) width = std::max(width, count_characters(shown_test(cuts[i])));
  std::string text = fmt::format("cuts      {:>6}  {:<{}}  {:>8}  {:>6}  {:>10}  {:>10}  why\n", "node", "test", width,
                                 "weight", "leaves", "instead", "subtree");
  for (std::size_t i = 0; i < listed; ++i) text += cut_line(cuts[i], width);
  if (listed < cuts.size()) text += fmt::format("          ... {}\n", counted(cuts.size() - listed, "more cut"));
  return text;
}

nlohmann::ordered_json to_json(const std::vector<CutFacts>& cuts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const CutFacts& cut : cuts) {
    list.push_back({{"node", cut.node},
                    {"test", cut.test},
                    {"weight", cut.weight},
                    {"leaves_removed", cut.leaves_removed},
                    {"instead", cut.raised ? "largest branch" : "leaf"},
                    {"instead_figure", cut.instead_figure},
                    {"subtree_figure", cut.subtree_figure},
                    {"reason", cut.reason},
                    {"stands", cut.stands}});
  }
  return list;
}

PruningFacts pruning_facts(const Model& before, const Model& after, const PruneOptions& options,
                           const std::vector<Cut>& cuts, std::optional<std::size_t> rows, bool raising_was_asked) {
  PruningFacts facts;
  facts.task = after.task;
  facts.target = before.target;
  facts.before = tree_size(only_tree(before));
  facts.after = tree_size(only_tree(after));
  facts.method = options.method;
  facts.alpha = options.alpha;
  facts.rows = rows;
  facts.raising = options.raising;
  facts.raising_was_asked = raising_was_asked;
  facts.cuts = cut_facts(before, only_tree(before), cuts);
  facts.outline = outline_text(after, only_tree(after), kTreeLinesShown);
  facts.training_score = after.provenance.training_score;
  facts.score_was_known = before.provenance.training_score.has_value();
  facts.evaluation = before.provenance.evaluation;
  return facts;
}

std::string to_text(const PruningFacts& facts, bool verbose) {
  std::string text = fmt::format("model     predicts {}: {}\n", in_quotes(facts.target), to_text(facts.before));
  text += fmt::format("pruned    with {}{}{}: {}\n", to_string(facts.method),
                      facts.alpha ? fmt::format(", alpha {}", alpha_text(*facts.alpha)) : "",
                      facts.rows ? fmt::format(", {}", counted(*facts.rows, "row")) : "", to_text(facts.after));
  if (facts.method == PruneMethod::error_based && !facts.raising) {
    text += "          branches are not raised";
    text += facts.raising_was_asked ? ": that takes the training rows (--data FILE)\n" : "\n";
  }
  if (verbose) text += to_text(facts.cuts) + facts.outline;
  return text + pruned_score_text(facts);
}

nlohmann::ordered_json to_json(const PruningFacts& facts) {
  nlohmann::ordered_json pruned = to_json(facts.after);
  pruned["cuts"] = to_json(facts.cuts);
  if (facts.alpha) pruned["alpha"] = *facts.alpha;
  if (facts.method == PruneMethod::error_based) pruned["raising"] = facts.raising;
  if (facts.rows) pruned["rows"] = *facts.rows;
  nlohmann::ordered_json json = {
      {"method", to_string(facts.method)}, {"before", to_json(facts.before)}, {"pruned", std::move(pruned)}};
  if (facts.training_score) json[fmt::format("training_{}", score_name(facts.task))] = *facts.training_score;
  return json;
}

}  // namespace espalier
