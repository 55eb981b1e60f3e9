#include "cli/evaluate_options.hpp"

#include <fmt/format.h>

#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::uint32_t kUsualFolds = 10;

}  // namespace

void SplitOptions::add_to(OptionGroups& options) {
  options.group("Options").add_options()  //
      ("folds", whole<std::uint32_t>("--folds", "K", [this](std::uint32_t k) { folds_ = k; }),
       "number of folds (default 10)")  //
      ("repeats", whole<std::uint32_t>("--repeats", "N", [this](std::uint32_t n) { repeats_ = n; }),
       "deal the rows to folds, or hold rows out, N times anew (default 1)")  //
      ("hold-out", number("--hold-out", "SHARE", hold_out_, {0, 1, true, true}),
       "test on a random share of the rows, such as 0.3, and learn from the others, instead of folds")  //
      ("fold-file", text(&fold_file_, "FILE"), "one fold number per row, instead of --folds");
}

void SplitOptions::check() const {
  if (folds_ && *folds_ < 2) usage(fmt::format("--folds {}: at least 2 folds are needed", *folds_), "10 is usual");
  check_repeats(repeats_);
  if (hold_out_ && folds_) usage("--hold-out and --folds exclude each other");
  if (fold_file_.empty()) return;
  if (hold_out_) usage("--hold-out and --fold-file exclude each other");
  if (folds_) usage("--folds and --fold-file exclude each other", "the file has the folds");
  if (repeats_) usage("--repeats and --fold-file exclude each other", "the folds of a file are the same each time");
}

std::optional<std::uint32_t> SplitOptions::plain_folds(std::string& otherwise) const {
  if (hold_out_) otherwise = "--hold-out has other rows than the folds that choose alpha";
  if (!fold_file_.empty()) otherwise = "--fold-file has other folds than those that choose alpha";
  if (repeats_.value_or(1) > 1) otherwise = "--repeats deals the rows to other folds than those that choose alpha";
  if (!otherwise.empty()) return std::nullopt;
  return folds_.value_or(kUsualFolds);
}

SplitPlan SplitOptions::plan(const TrainingData& data, std::uint64_t seed) const {
  const Dataset& dataset = data.dataset;
  const std::uint32_t rounds = repeats_.value_or(1);
  if (hold_out_) return hold_out_splits(dataset, *hold_out_, rounds, seed);
  if (fold_file_.empty()) return k_fold_splits(dataset, folds_.value_or(kUsualFolds), rounds, seed);
  const std::vector<std::uint32_t> per_table_row = read_fold_file(fold_file_, data.source.table.rows());
  std::vector<std::uint32_t> folds;
  for (const std::size_t row : dataset.table_rows) folds.push_back(per_table_row[row]);
  return given_splits(folds, fmt::format("cross-validation by {}", printable(fold_file_, 400)));
}

void ImportanceOptions::add_to(OptionGroups& options) {
  options.group("Options").add_options()  //
      ("importance", po::bool_switch(&asked_),
       "how much each column matters: what shuffling it costs on the test rows, and its share of the decrease of "
       "impurity in the trees")  //
      ("permutations", whole<std::uint32_t>("--permutations", "N", [this](std::uint32_t n) { times_ = n; }),
       "importance: shuffle each column N times for each tree (default 5)");
}

void ImportanceOptions::check() const {
  if (times_ && !asked_) usage("--permutations goes with --importance");
  if (times_ && *times_ < 1) usage("--permutations 0: at least 1 is needed", "5 is usual");
}

std::optional<ImportanceStudy> ImportanceOptions::study(const Dataset& data, const LearnOptions& options,
                                                        std::uint64_t seed) const {
  if (!asked_) return std::nullopt;
  Permutations permutations;
  permutations.times = times_.value_or(permutations.times);
  permutations.seed = seed;
  return ImportanceStudy(data, options, permutations);
}

}  // namespace espalier::cli
