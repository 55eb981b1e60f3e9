#include "audit/early_exit_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace espalier {
namespace {

// What the leaves of a tree add.
using Leaves = std::vector<Addend>;

// To a sum; `sum` past the last one gets nothing.
double amount(const Addend& addend, std::size_t sum) {
  const bool within = sum >= addend.first && sum - addend.first < addend.amounts.size();
  return within ? addend.amounts[sum - addend.first] : 0.0;
}

std::vector<Leaves> leaves_of(const Model& model) {
  std::vector<Leaves> trees;
  for (const Tree& tree : model.trees) {
    Leaves& leaves = trees.emplace_back();
    for (const Node& node : tree.nodes) {
      if (node.is_leaf()) leaves.push_back(addend_of(model, tree, node));
    }
  }
  return trees;
}

// How much the trees can raise sum `b` against sum `a`.
double most_gained(const std::vector<Leaves>& trees, std::span<const std::uint32_t> part, std::size_t a,
                   std::size_t b) {
  double all = 0;
  for (const std::uint32_t tree : part) {
    double most = amount(trees[tree].front(), b) - amount(trees[tree].front(), a);
    for (const Addend& addend : trees[tree]) most = std::max(most, amount(addend, b) - amount(addend, a));
    all += most;
  }
  return all;
}

void require(bool holds, std::string_view what, std::size_t look) {
  if (!holds) throw std::logic_error(fmt::format("early exit, look {}: {}", look, what));
}

}  // namespace

void check_early_exit(const Model& model, const EarlyExit& exit) {
  std::vector<std::uint32_t> trees = exit.order;
  std::sort(trees.begin(), trees.end());
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    require(trees.size() == model.trees.size() && trees[i] == i, "not every tree is asked once", 0);
  }
  const Verdict verdict = make_verdict(model);
  const std::size_t sums = verdict.base.size();
  require(exit.looks() == (model.trees.size() - 1) / EarlyExit::kBlock, "a look is missing", 0);
  require(!verdict.one_of_two || exit.rises.size() == exit.falls.size(), "a rise without a fall", 0);
  const std::vector<Leaves> leaves = leaves_of(model);
  // Swings add up from tree to tree: those of one tree after the other, pair by pair, from the last look to the first.
  for (std::size_t a = 0; a <= sums; ++a) {
    for (std::size_t b = 0; b < sums; ++b) {
      if (a == b || (a == sums) != verdict.one_of_two) continue;
      double gained = 0;
      double lost = 0;
      std::size_t known = exit.order.size();
      for (std::size_t look = exit.looks(); look-- > 0;) {
        const std::size_t done = EarlyExit::kBlock * (look + 1);
        const std::span<const std::uint32_t> part = std::span(exit.order).subspan(done, known - done);
        gained += most_gained(leaves, part, a, b);
        known = done;
        if (!verdict.one_of_two) {
          require(gained <= exit.swings[look], "a swing is too small", look);
          continue;
        }
        lost += most_gained(leaves, part, b, a);
        require(gained <= exit.rises[look] && lost <= exit.falls[look], "a rise or fall is too small", look);
        require(exit.rises[look] >= 0 && exit.falls[look] >= 0, "a rise or fall has a sign", look);
      }
    }
  }
}

}  // namespace espalier
