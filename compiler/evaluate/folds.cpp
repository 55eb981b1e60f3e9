// Dealing rows to folds.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "support/diagnostic.hpp"
#include "support/random.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

void check_fold_count(std::size_t rows, std::uint32_t folds) {
  if (folds < 2) {
    throw Diagnostic(ExitCode::usage, "cross-validation needs at least 2 folds", "use --folds 10");
  }
  if (rows >= folds) return;
  throw Diagnostic(
      ExitCode::bad_input, counted(rows, "row") + " cannot be dealt to " + counted(folds, "fold"),
      rows < 2 ? "cross-validation needs at least 2 rows" : "use --folds " + std::to_string(rows) + " or less");
}

std::vector<std::vector<std::size_t>> rows_by_class(const Dataset& data) {
  std::vector<std::vector<std::size_t>> strata(data.labels.size());
  for (std::size_t row = 0; row < data.rows(); ++row) strata[data.classes[row]].push_back(row);
  return strata;
}

// The rows in the order of their targets, cut into pieces of `size` rows.
std::vector<std::vector<std::size_t>> rows_by_target(const Dataset& data, std::size_t size) {
  std::vector<std::size_t> order(data.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return data.targets[a] < data.targets[b]; });
  std::vector<std::vector<std::size_t>> strata((order.size() + size - 1) / size);
  for (std::size_t i = 0; i < order.size(); ++i) strata[i / size].push_back(order[i]);
  return strata;
}

// The rows that are to be spread evenly, each stratum shuffled.
std::vector<std::vector<std::size_t>> shuffled_strata(const Dataset& data, std::size_t piece, std::uint64_t seed) {
  RandomEngine engine(seed);
  auto strata = data.task == Task::regression ? rows_by_target(data, piece) : rows_by_class(data);
  for (std::vector<std::size_t>& rows : strata) shuffle(rows, engine);
  return strata;
}

}  // namespace

// Each class (for regression, each range of targets) is shuffled and dealt like cards, the next one beginning where the
// last one ended: folds then differ by at most one row, in every class and in all.
std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::uint32_t folds, std::uint64_t seed) {
  check_fold_count(data.rows(), folds);
  std::vector<std::uint32_t> fold_of(data.rows(), 0);
  std::uint32_t next = 0;
  for (const std::vector<std::size_t>& rows : shuffled_strata(data, folds, seed)) {
    for (const std::size_t row : rows) {
      fold_of[row] = next;
      next = (next + 1) % folds;
    }
  }
  return fold_of;
}

// Going through the strata one after the other, from a random phase on, a row is taken whenever the share of the rows
// so far is due: as many of each stratum as it goes, and every row as likely as any other.
std::vector<bool> stratified_share(const Dataset& data, double share, std::uint64_t seed) {
  const std::size_t rows = data.rows();
  std::vector<bool> taken(rows, false);
  if (rows < 2) return taken;
  const auto wanted = static_cast<std::size_t>(std::lround(share * static_cast<double>(rows)));
  const std::size_t due = std::clamp<std::size_t>(wanted, 1, rows - 1);
  RandomEngine engine(~seed);  // not the one that shuffles the strata
  auto progress = static_cast<std::size_t>(uniform_below(engine, rows));
  for (const std::vector<std::size_t>& stratum : shuffled_strata(data, (rows + due - 1) / due, seed)) {
    for (const std::size_t row : stratum) {
      taken[row] = (progress + due) / rows > progress / rows;
      progress += due;
    }
  }
  return taken;
}

}  // namespace espalier
