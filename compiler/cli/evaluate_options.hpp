// Options that evaluate alone has: how rows are divided, and how much columns matter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/training_data.hpp"
#include "data/dataset.hpp"
#include "evaluate/splits.hpp"
#include "learn/learn.hpp"
#include "report/importance_report.hpp"

namespace espalier::cli {

// How rows are divided into those that are learned from and those that are answered.
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

// --importance: how much each column matters.
class ImportanceOptions {
 public:
  void add_to(OptionGroups& options);
  void check() const;
  bool asked() const { return asked_; }
  // None unless it was asked for.
  std::optional<ImportanceStudy> study(const Dataset& data, const LearnOptions& options, std::uint64_t seed) const;

 private:
  bool asked_ = false;
  std::optional<std::uint32_t> times_;
};

}  // namespace espalier::cli
