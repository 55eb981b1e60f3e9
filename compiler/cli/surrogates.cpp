#include "cli/surrogates.hpp"

#include <fmt/format.h>

#include <vector>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kCategoriesShown = 8;

std::string condition(const Model& model, const Surrogate& surrogate) {
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

std::string surrogates_text(const Model& model, const Tree& tree, std::size_t max_lines) {
  std::string text;
  std::size_t lines = 0;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    if (node.surrogates.empty() || ++lines > max_lines) continue;
    std::vector<std::string> shown;
    for (const Surrogate& surrogate : node.surrogates) {
      shown.push_back(fmt::format("{} ({})", condition(model, surrogate), percent(surrogate.agreement)));
    }
    text += fmt::format("surrogate node {}, {}: {}\n", at, printable(model.features[node.feature].name, 40),
                        fmt::join(shown, "; "));
  }
  if (lines > max_lines) text += fmt::format("          ... {}\n", counted(lines - max_lines, "more line"));
  return text;
}

}  // namespace espalier::cli
