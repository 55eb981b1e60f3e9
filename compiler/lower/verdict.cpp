#include "lower/verdict.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace espalier {
namespace {

struct Range {
  double lowest = 0;
  double highest = 0;
};

// What the sums can be, after any number of the trees.
Range range_of_sums(const Model& model, const Verdict& verdict) {
  std::vector<Range> sums;
  for (const double base : verdict.base) sums.push_back({base, base});
  for (const Tree& tree : model.trees) {
    std::vector<Range> added(sums.size());
    for (const Node& node : tree.nodes) {
      if (!node.is_leaf()) continue;
      const Addend addend = addend_of(model, tree, node);
      for (std::size_t i = 0; i < addend.amounts.size(); ++i) {
        Range& range = added[addend.first + i];
        range.lowest = std::min(range.lowest, addend.amounts[i]);
        range.highest = std::max(range.highest, addend.amounts[i]);
      }
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i].lowest += added[i].lowest;
      sums[i].highest += added[i].highest;
    }
  }
  Range all;
  for (const Range& sum : sums) {
    all.lowest = std::min(all.lowest, sum.lowest);
    all.highest = std::max(all.highest, sum.highest);
  }
  return all;
}

template <typename Number>
bool holds_range(const Range& range) {
  return range.lowest >= static_cast<double>(std::numeric_limits<Number>::min()) &&
         range.highest <= static_cast<double>(std::numeric_limits<Number>::max());
}

// Sums that never fall below nought may have parts that do.
bool adds_negative(const Model& model) {
  for (const Tree& tree : model.trees) {
    if (std::ranges::any_of(tree.nodes, [](const Node& node) { return node.is_leaf() && node.value < 0; })) return true;
  }
  return false;
}

SumType narrowest_type(const Range& range, bool votes, bool negative) {
  if (votes && holds_range<std::uint8_t>(range)) return SumType::uint8;
  if (votes && holds_range<std::uint16_t>(range)) return SumType::uint16;
  if (!negative && holds_range<std::uint32_t>(range)) return SumType::uint32;
  if (holds_range<std::int32_t>(range)) return SumType::int32;
  return SumType::int64;
}

SumType sum_type(const Model& model, const Verdict& verdict) {
  switch (model.sums.arithmetic) {
    case Arithmetic::whole: break;
    case Arithmetic::float32: return SumType::float32;
    case Arithmetic::float64: return SumType::float64;
  }
  return narrowest_type(range_of_sums(model, verdict), model.combination == Combination::vote, adds_negative(model));
}

double largest_sum(const Model& model, const Verdict& verdict) {
  const Range range = range_of_sums(model, verdict);
  return std::max(-range.lowest, range.highest);
}

// A sum divided by the number of trees, in the type of the sums.
double mean_of(const Verdict& verdict, double sum) {
  const auto trees = static_cast<double>(verdict.trees);
  return verdict.type == SumType::float32 ? static_cast<float>(sum) / static_cast<float>(trees) : sum / trees;
}

double in_units(const Model& model, double value) {
  return has_exponent(model) ? std::ldexp(value, model.sums.exponent) : value;
}

}  // namespace

std::string_view to_string(SumType type) {
  static constexpr std::array<std::string_view, 7> kNames = {"uint8_t", "uint16_t", "uint32_t", "int32_t",
                                                             "int64_t", "float",    "double"};
  return kNames[static_cast<std::size_t>(type)];
}

Addend addend_of(const Model& model, const Tree& tree, const Node& leaf) {
  switch (leaf_answer(model)) {
    case LeafAnswer::label: return {leaf.label, {1}};
    case LeafAnswer::shares: return {0, leaf.shares};
    case LeafAnswer::value: break;
  }
  return {tree.output, {in_units(model, leaf.value)}};
}

Verdict make_verdict(const Model& model) {
  Verdict verdict;
  verdict.combination = model.combination;
  verdict.trees = model.trees.size();
  verdict.link = model.sums.link;
  verdict.exponent = has_exponent(model) ? model.sums.exponent : 0;
  if (model.combination == Combination::sum) {
    for (const double base : model.sums.base) verdict.base.push_back(in_units(model, base));
  } else {
    verdict.base.assign(model.task == Task::classification ? model.labels.size() : 1, 0.0);
  }
  verdict.one_of_two = model.combination == Combination::sum && verdict.base.size() < model.labels.size();
  verdict.type = sum_type(model, verdict);
  if (is_whole(verdict.type)) verdict.largest = largest_sum(model, verdict);
  return verdict;
}

double divisor_of(const Model& model) {
  const bool units = leaf_answer(model) == LeafAnswer::shares && model.sums.arithmetic == Arithmetic::whole;
  return static_cast<double>(model.trees.size()) * (units ? kWholeShare : 1);
}

bool divides_in_floats(double largest, double divisor) {
  constexpr double kWholeFloats = 1 << std::numeric_limits<float>::digits;
  return largest <= kWholeFloats && divisor <= kWholeFloats;
}

bool answers_in_floats(const Verdict& verdict) {
  constexpr int kFarFromSubnormal = 100;  // 2^-100 of a unit, divided by 2^24 trees, is a normal float
  return divides_in_floats(verdict.largest, static_cast<double>(verdict.trees)) &&
         std::abs(verdict.exponent) <= kFarFromSubnormal;
}

RunningSums::RunningSums(const Verdict& verdict) : verdict_(verdict), sums_(verdict.base) {
  if (verdict.type != SumType::float32) return;
  for (double& sum : sums_) sum = static_cast<float>(sum);
}

void RunningSums::add(const Addend& addend) {
  for (std::size_t i = 0; i < addend.amounts.size(); ++i) {
    double& sum = sums_[addend.first + i];
    const double amount = addend.amounts[i];
    sum = verdict_.type == SumType::float32 ? static_cast<float>(sum) + static_cast<float>(amount) : sum + amount;
  }
}

std::uint32_t label_of(const Verdict& verdict, std::span<const double> sums) {
  if (verdict.one_of_two) return sums[0] > 0 ? 1 : 0;
  // Means in floats are compared after the division: rounding may make equals of them.
  const bool divides = verdict.combination != Combination::sum && !is_whole(verdict.type);
  const auto compared = [&](std::size_t i) { return divides ? mean_of(verdict, sums[i]) : sums[i]; };
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < sums.size(); ++i) {
    if (compared(i) > compared(best)) best = i;
  }
  return best;
}

double value_of(const Verdict& verdict, ValueType type, std::span<const double> sums) {
  double value = verdict.combination == Combination::mean ? mean_of(verdict, sums[0]) : sums[0];
  if (is_whole(verdict.type)) value = std::ldexp(value, -verdict.exponent);
  if (verdict.link == ScoreLink::exponential) value = std::exp(value);
  return rounded(type, value);
}

}  // namespace espalier
