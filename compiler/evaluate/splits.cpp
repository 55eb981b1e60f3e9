#include "evaluate/splits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/random.hpp"
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

// Dealing rows to folds.

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

// Fold files: one fold number per line, one line per row of the table.

namespace {

std::optional<std::uint32_t> parse_fold(std::string_view text) {
  std::uint32_t fold = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, fold);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return fold;
}

// The line that begins at `offset`, without its end; `offset` moves behind it. LF, CRLF and CR each end a line.
std::string_view take_line(std::string_view text, std::size_t& offset) {
  const std::size_t begin = offset;
  std::size_t end = text.find_first_of("\r\n", begin);
  if (end == std::string_view::npos) end = text.size();
  offset = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
  return text.substr(begin, end - begin);
}

}  // namespace

std::vector<std::uint32_t> read_fold_file(const std::string& path, std::size_t table_rows) {
  const std::string text = read_file(path);
  const std::string name = display_name(path);
  std::vector<std::uint32_t> folds;
  std::size_t offset = 0;
  while (offset < text.size()) {
    const std::size_t begin = offset;
    const std::string_view line = take_line(text, offset);
    // Blank lines at the end are how editors close a file.
    if (text.find_first_not_of(" \t\r\n", begin) == std::string::npos) break;
    const std::optional<std::uint32_t> fold = parse_fold(trim(line));
    if (!fold) {
      throw Diagnostic(ExitCode::bad_input, locate(name, text, begin, line.empty() ? 1 : line.size()),
                       "expected a fold number (0, 1, 2, ...), found " + in_quotes(line),
                       "a fold file has one number per line, one line per row of the data");
    }
    if (folds.size() == table_rows) {
      throw Diagnostic(ExitCode::bad_input, locate(name, text, begin, line.size()),
                       "more fold numbers than rows: the data has " + counted(table_rows, "row"),
                       "a fold file has no header and one line per row of the data");
    }
    folds.push_back(*fold);
  }
  if (folds.size() < table_rows) {
    throw Diagnostic(ExitCode::bad_input, Location{name, 0, 0, {}, 1},
                     counted(folds.size(), "fold number") + " for " + counted(table_rows, "row") + " of data",
                     "a fold file has one number per line, one line per row of the data");
  }
  return folds;
}

}  // namespace espalier
