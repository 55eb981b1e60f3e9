// --importance: how much each column matters.
#pragma once

#include <cstdint>
#include <optional>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "learn/learn.hpp"
#include "report/importance_report.hpp"

namespace espalier::cli {

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
