// Whether the folds that choose alpha also give the estimate (docs/evaluation.md, "One set of folds or two").
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "learn/learn.hpp"

namespace espalier::cli {

// From so many rows on, one set of folds serves both: the choice of alpha flatters by little there, and folds within
// folds take ten times as long.
inline constexpr std::size_t kManyRows = 5000;

// What a shared estimate says of itself, after its method: "the folds that chose alpha".
std::string shared_folds(const LearnOptions& options);
std::string shared_note(const LearnOptions& options);

class EstimateOptions {
 public:
  void add_to(OptionGroups& options);
  // What is wrong whatever the data. `estimates`: whether there is cross-validation at all.
  void check(bool estimates) const;

  // `folds`: of plain cross-validation by the learner's own seed, once; none if the estimate has other rows, which
  // `otherwise` tells ("--repeats deals the rows anew"). Throws Diagnostic(usage) if sharing was asked for and cannot
  // be. Says in the report why many rows are not shared.
  bool shares(const LearnOptions& options, std::size_t rows, std::optional<std::uint32_t> folds,
              const std::string& otherwise, Report& report) const;

  bool wants_sharing() const { return no_nested_; }

 private:
  bool nested_ = false;
  bool no_nested_ = false;
};

}  // namespace espalier::cli
