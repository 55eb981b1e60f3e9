// --budget: how much a search may take, as a number of trials or as a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace espalier::cli {

struct TuneBudget {
  std::size_t trials = 100;       // at most
  std::optional<double> seconds;  // also the time
};

// "200", "60s", "5m", "1.5h". Throws Diagnostic(usage).
TuneBudget parse_budget(const std::string& given);

// The time of a budget, from now on. A part of the job sees the share of its own time that it has spent.
class BudgetClock {
 public:
  explicit BudgetClock(const TuneBudget& budget) : seconds_(budget.seconds), begin_(std::chrono::steady_clock::now()) {}

  double spent() const;  // seconds
  // For a part that begins with the job and may take that share of the time; empty without a time.
  std::function<double()> first_part(double share) const;
  // For a part that may take what is left: 0 until the time is up, then 1; empty without a time.
  std::function<double()> rest() const;

 private:
  std::optional<double> seconds_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace espalier::cli
