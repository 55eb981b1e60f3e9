// How rows are divided into those that are learned from and those that are answered.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/training_data.hpp"
#include "evaluate/splits.hpp"

namespace espalier::cli {

class SplitOptions {
 public:
  void add_to(OptionGroups& options);
  void check() const;
  // Whether one of these options was given: they do not go with a test file.
  bool given() const { return folds_ || repeats_ || hold_out_ || !fold_file_.empty(); }
  const std::string& fold_file() const { return fold_file_; }
  // The number of folds if the rows are dealt once and nothing else; none otherwise, and what else in `otherwise`.
  std::optional<std::uint32_t> plain_folds(std::string& otherwise) const;
  SplitPlan plan(const TrainingData& data, std::uint64_t seed) const;

 private:
  std::optional<std::uint32_t> folds_, repeats_;
  std::optional<double> hold_out_;
  std::string fold_file_;
};

}  // namespace espalier::cli
