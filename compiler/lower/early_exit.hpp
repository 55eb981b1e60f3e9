// Early exit: a label that the trees that are left cannot change any more is the answer. Between blocks of trees, the
// lead is compared with how much those can change at most, which is known beforehand. See note [swings] in
// early_exit.cpp. What is computed here is computed again, in another way, by audit/early_exit_check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lower/verdict.hpp"
#include "model/model.hpp"

namespace espalier {

struct EarlyExit {
  static constexpr std::size_t kBlock = 4;  // trees between two looks

  std::vector<std::uint32_t> order;  // the trees as they are asked: those that can change most come first
  // Per look, in units: look i is after kBlock * (i + 1) trees, and the last one before the last tree.
  std::vector<double> swings;  // several sums: how much one of them can gain on another
  std::vector<double> rises;   // a single score: how much it can rise
  std::vector<double> falls;   // and fall
  std::size_t looks() const { return rises.empty() ? swings.size() : rises.size(); }
};

// Why a model has none: "its sums are floating-point numbers". Empty if it can have one: labels by sums of whole
// numbers.
std::string obstacle_to_early_exit(const Model& model);

EarlyExit make_early_exit(const Model& model, const Verdict& verdict);

// Whether the sums after the trees of the look have the answer that they will have in the end.
bool is_settled(const Verdict& verdict, const EarlyExit& exit, std::size_t look, std::span<const double> sums);

}  // namespace espalier
