// Which rows are learned from and which are answered: what k-fold cross-validation, its repetition and hold-out have in
// common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"

namespace espalier {

struct Split {
  std::vector<std::size_t> training;  // rows of the dataset, ascending
  std::vector<std::size_t> test;
  std::uint32_t round = 0;
  std::uint32_t fold = 0;  // its number, within the round
};

struct SplitPlan {
  std::string method;         // "10-fold cross-validation, seed 1"
  std::vector<Split> splits;  // in order of round and fold
  std::uint32_t rounds = 1;   // within a round no row is tested twice
};

// How many of the splits are of the first round: they come first.
std::size_t splits_of_first_round(const SplitPlan& plan);

// "10-fold cross-validation, seed 1", "5-fold cross-validation, 3 rounds, seed 2".
std::string k_fold_method(std::uint32_t folds, std::uint32_t rounds, std::uint64_t seed);

// How often few rows are dealt to folds anew: until about so many answers have been given, ten times at most. A single
// deal of few rows is a matter of luck.
std::uint32_t rounds_for(std::size_t rows, std::size_t answers);

// Fold number per row, 0 .. folds-1; each class, or for regression each range of targets, is spread as evenly as it
// goes. Deterministic in the seed.
std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::uint32_t folds, std::uint64_t seed);

// Whether each row is in a random share of the rows, above 0 and below 1: the same share of each class (for regression
// of each range of targets), as nearly as it goes. Of two rows or more, at least one is and one is not.
std::vector<bool> stratified_share(const Dataset& data, double share, std::uint64_t seed);

// A fold file: one non-negative whole number per line, one line per row of the table. Errors are located.
std::vector<std::uint32_t> read_fold_file(const std::string& path, std::size_t table_rows);

// Stratified k-fold cross-validation, `rounds` times: round r deals by the seed + r.
SplitPlan k_fold_splits(const Dataset& data, std::uint32_t folds, std::uint32_t rounds, std::uint64_t seed);

// A share of the rows, above 0 and below 1, is tested and the others are learned from, `rounds` times. Each class, or
// for regression each range of targets, is divided by the same share as nearly as it goes; at least one row is on each
// side. Round r draws by the seed + r.
SplitPlan hold_out_splits(const Dataset& data, double share, std::uint32_t rounds, std::uint64_t seed);

// Given fold numbers, one per row of the dataset; numbers that no row has are left out.
SplitPlan given_splits(const std::vector<std::uint32_t>& folds, std::string method);

}  // namespace espalier
