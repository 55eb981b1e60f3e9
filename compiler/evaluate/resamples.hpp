// The data drawn anew from its own rows: what the learner might have seen instead. Stability is how little it minds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/column_orders.hpp"
#include "data/dataset.hpp"

namespace espalier {

struct ResampleOptions {
  std::size_t count = 50;
  std::optional<double> leave_out = std::nullopt;  // a stratified share of the rows is left out; none: bootstrap
  std::uint64_t seed = 1;
};

struct Resample {
  std::vector<std::size_t> rows;      // of the dataset, ascending, each once
  std::vector<std::uint32_t> times;   // per row: how often it was drawn; at least once
  std::vector<std::size_t> left_out;  // the others, ascending; at least one
};

// "bootstrap" or "leave-out of 20.0 %"
std::string resampling_name(const ResampleOptions& options);

// Resample `number`, from 0. It depends on the seed and its number, not on how many there are. A bootstrap draws as
// many rows as there are, with replacement, each row as likely as any other whatever its weight; should nothing be left
// out, it draws again. Throws Diagnostic(bad_input) for fewer than two rows.
Resample draw_resample(const Dataset& data, const ResampleOptions& options, std::size_t number);

// What is learned from: each row once, its weight multiplied by how often it was drawn. Growing and pruning take
// weights for numbers of rows, so that the tree is that of the repeated rows; but the copies of a row cannot come apart
// when rows are dealt to folds or held out, where a copy among the learned rows would betray the answer to its twin.
Dataset resampled(const OrderedParts& data, const Resample& resample);

}  // namespace espalier
