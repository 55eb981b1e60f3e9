#include "lower/early_exit.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace espalier {
namespace {

// note [swings]
//
// A tree adds the amounts of one of its leaves. So it moves sum b against sum a by the largest difference of the two
// amounts over its leaves at most, and all trees that are left by the sum of these. The swing of a look is the largest
// of that for any two sums. Where the leading sum a is more than the swing above every other sum, it leads in the end;
// where it is just the swing above b, the two may end equal, and the first one answers.
//
// With many sums, all pairs are too many: the most that b can rise and the least that a does bound their difference,
// too.
constexpr std::size_t kSumsInPairs = 24;

// What a tree can do to a look.
struct Reach {
  std::vector<double> gains;    // pairs: [a * sums + b]; otherwise empty
  std::vector<double> highest;  // per sum, over the leaves
  std::vector<double> lowest;
};

Reach reach_of(const Model& model, const Tree& tree, std::size_t sums) {
  Reach reach;
  const bool pairs = sums <= kSumsInPairs;
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  if (pairs) reach.gains.assign(sums * sums, kNone);
  reach.highest.assign(sums, kNone);
  reach.lowest.assign(sums, -kNone);
  std::vector<double> amounts(sums);
  for (const Node& node : tree.nodes) {
    if (!node.is_leaf()) continue;
    const Addend addend = addend_of(model, tree, node);
    std::fill(amounts.begin(), amounts.end(), 0.0);
    std::copy(addend.amounts.begin(), addend.amounts.end(), amounts.begin() + addend.first);
    for (std::size_t b = 0; b < sums; ++b) {
      reach.highest[b] = std::max(reach.highest[b], amounts[b]);
      reach.lowest[b] = std::min(reach.lowest[b], amounts[b]);
      for (std::size_t a = 0; pairs && a < sums; ++a) {
        reach.gains[a * sums + b] = std::max(reach.gains[a * sums + b], amounts[b] - amounts[a]);
      }
    }
  }
  return reach;
}

// The most that a tree moves any sum against another.
double own_swing(const Reach& reach) {
  if (!reach.gains.empty() && reach.highest.size() > 1)
    return *std::max_element(reach.gains.begin(), reach.gains.end());
  return *std::max_element(reach.highest.begin(), reach.highest.end()) -
         *std::min_element(reach.lowest.begin(), reach.lowest.end());
}

void add(const std::vector<double>& more, std::vector<double>& to) {
  for (std::size_t i = 0; i < more.size(); ++i) to[i] += more[i];
}

double largest_swing(const Reach& left, std::size_t sums) {
  double swing = 0;
  for (std::size_t a = 0; a < sums; ++a) {
    for (std::size_t b = 0; b < sums; ++b) {
      if (a == b) continue;
      swing = std::max(swing, left.gains.empty() ? left.highest[b] - left.lowest[a] : left.gains[a * sums + b]);
    }
  }
  return swing;
}

}  // namespace

std::string obstacle_to_early_exit(const Model& model) {
  if (model.combination == Combination::single) return "it is a single tree";
  if (model.task == Task::regression) return "it answers with numbers, which every tree changes";
  if (model.combination != Combination::vote && model.sums.arithmetic != Arithmetic::whole)
    return "its sums are floating-point numbers, which depend on every step";
  return {};
}

EarlyExit make_early_exit(const Model& model, const Verdict& verdict) {
  const std::size_t sums = verdict.base.size();
  std::vector<Reach> reaches;
  for (const Tree& tree : model.trees) reaches.push_back(reach_of(model, tree, sums));
  EarlyExit exit;
  exit.order.resize(model.trees.size());
  std::iota(exit.order.begin(), exit.order.end(), 0U);
  std::vector<double> swing_of;
  for (const Reach& reach : reaches) swing_of.push_back(own_swing(reach));
  std::stable_sort(exit.order.begin(), exit.order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return swing_of[a] > swing_of[b]; });

  // From the last tree to the first: what is left behind each look.
  const std::size_t looks = (model.trees.size() - 1) / EarlyExit::kBlock;
  Reach left;
  left.gains.assign(sums <= kSumsInPairs ? sums * sums : 0, 0.0);
  left.highest.assign(sums, 0.0);
  left.lowest.assign(sums, 0.0);
  if (!verdict.one_of_two) exit.swings.resize(looks);
  if (verdict.one_of_two) exit.rises.resize(looks), exit.falls.resize(looks);
  for (std::size_t done = model.trees.size(); done-- > 1;) {
    const Reach& tree = reaches[exit.order[done]];
    add(tree.gains, left.gains);
    add(tree.highest, left.highest);
    add(tree.lowest, left.lowest);
    if (done % EarlyExit::kBlock != 0) continue;
    const std::size_t look = done / EarlyExit::kBlock - 1;
    if (verdict.one_of_two) {
      exit.rises[look] = std::max(0.0, left.highest[0]);
      exit.falls[look] = std::max(0.0, -left.lowest[0]);
    } else {
      exit.swings[look] = largest_swing(left, sums);
    }
  }
  return exit;
}

bool is_settled(const Verdict& verdict, const EarlyExit& exit, std::size_t look, std::span<const double> sums) {
  if (verdict.one_of_two) return sums[0] > 0 ? sums[0] > exit.falls[look] : -sums[0] >= exit.rises[look];
  const std::uint32_t best = label_of(verdict, sums);
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    const double lead = sums[best] - sums[i];
    if (i != best && (lead < exit.swings[look] || (lead == exit.swings[look] && i < best))) return false;
  }
  return true;
}

}  // namespace espalier
