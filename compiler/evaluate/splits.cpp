#include "evaluate/splits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "evaluate/evaluate.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

std::string rounds_text(std::uint32_t rounds) {
  return rounds == 1 ? "" : fmt::format(", {} rounds", rounds);
}

Split split_of(const std::vector<std::uint32_t>& folds, std::uint32_t fold, std::uint32_t round) {
  Split split;
  split.round = round;
  split.fold = fold;
  for (std::size_t row = 0; row < folds.size(); ++row)
    (folds[row] == fold ? split.test : split.training).push_back(row);
  return split;
}

void add_round(const std::vector<std::uint32_t>& folds, std::uint32_t round, SplitPlan& plan) {
  const std::set<std::uint32_t> numbers(folds.begin(), folds.end());
  if (numbers.size() < 2) {
    throw Diagnostic(ExitCode::bad_input, "all rows are in one fold: nothing is left to learn from",
                     "cross-validation needs at least 2 different fold numbers");
  }
  for (const std::uint32_t fold : numbers) plan.splits.push_back(split_of(folds, fold, round));
}

}  // namespace

std::size_t splits_of_first_round(const SplitPlan& plan) {
  return static_cast<std::size_t>(
      std::count_if(plan.splits.begin(), plan.splits.end(), [](const Split& split) { return split.round == 0; }));
}

std::string k_fold_method(std::uint32_t folds, std::uint32_t rounds, std::uint64_t seed) {
  return fmt::format("{}-fold cross-validation{}, seed {}", folds, rounds_text(rounds), seed);
}

std::uint32_t rounds_for(std::size_t rows, std::size_t answers) {
  constexpr std::size_t kMostRounds = 10;
  const std::size_t rounds = (answers + rows - 1) / std::max<std::size_t>(1, rows);
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(rounds, 1, kMostRounds));
}

SplitPlan k_fold_splits(const Dataset& data, std::uint32_t folds, std::uint32_t rounds, std::uint64_t seed) {
  SplitPlan plan;
  plan.method = k_fold_method(folds, rounds, seed);
  plan.rounds = rounds;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    add_round(stratified_folds(data, folds, seed + round), round, plan);
  }
  return plan;
}

SplitPlan hold_out_splits(const Dataset& data, double share, std::uint32_t rounds, std::uint64_t seed) {
  if (data.rows() < 2) {
    throw Diagnostic(ExitCode::bad_input, counted(data.rows(), "row") + " cannot be divided",
                     "hold-out needs at least 2 rows");
  }
  SplitPlan plan;
  plan.method = fmt::format("hold-out of {}{}, seed {}", percent(share), rounds_text(rounds), seed);
  plan.rounds = rounds;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    Split split;
    split.round = round;
    const std::vector<bool> tested = stratified_share(data, share, seed + round);
    for (std::size_t row = 0; row < data.rows(); ++row) (tested[row] ? split.test : split.training).push_back(row);
    plan.splits.push_back(std::move(split));
  }
  return plan;
}

SplitPlan given_splits(const std::vector<std::uint32_t>& folds, std::string method) {
  SplitPlan plan;
  plan.method = std::move(method);
  add_round(folds, 0, plan);
  return plan;
}

}  // namespace espalier
