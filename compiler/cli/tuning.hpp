// What a search for options takes and leaves: the budget, the configurations to try, and those found as a config file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/learner_options.hpp"
#include "learn/tune_space.hpp"

namespace espalier::cli {

// --budget: how much a search may take, as a number of trials or as a time.
struct TuneBudget {
  std::size_t trials = 100;       // at most
  std::optional<double> seconds;  // also the time
};

// "200", "60s", "5m", "1.5h". Throws Diagnostic(usage).
TuneBudget parse_budget(const std::string& given);

// Where none is given. Several trees take as many times as long as one; those of boosting are grown once for four
// trials.
TuneBudget usual_budget(const LearnerOptions& learner);

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

// The configurations that a search tries: the options as given, and variations of them.

struct TuneCandidate {
  Settings settings;  // beside what was given; those that change nothing are left out
  LearnOptions options;
};

// Makes configurations of settings as the command line would: what `build` makes of a winner's options is what was
// tried. Keeps references.
class CandidateMaker {
 public:
  // `read`: the options in effect without settings. `figure`: of --select-by; where alpha is chosen, it is by that.
  CandidateMaker(const LearnerOptions& given, const LearnOptions& read, const Dataset& data,
                 std::optional<SelectBy> figure)
      : given_(given), read_(read), data_(data), figure_(figure) {}

  // Nothing if the settings do not go with what was given.
  std::optional<TuneCandidate> make(Settings settings) const;

 private:
  std::optional<LearnOptions> options_of(const Settings& settings) const;

  const LearnerOptions& given_;
  const LearnOptions& read_;
  const Dataset& data_;
  std::optional<SelectBy> figure_;
};

// Up to `count` different ones, the options as given first; fewer where the space has no more.
std::vector<TuneCandidate> draw_candidates(const CandidateMaker& maker, const TuneSpace& space, std::uint64_t seed,
                                           std::size_t count);

// The options that a search has found, for those who use them: a config file, and a command line.

// An option as it is written once more. A switch has no value.
struct WrittenOption {
  std::string option;
  std::vector<std::string> value;
};

// Of what was given, the options that `build` and `train` have too, but for --select-by; and the settings found.
std::vector<WrittenOption> options_to_learn(const std::vector<po::option>& given, const Settings& settings);

// Whether the value reads back from a config file: not with a #, a line end, or blanks at its ends.
bool fits_config(const WrittenOption& option);

// A config file with these lines of comment before the options; those that do not fit are left out.
std::string config_text(const std::vector<std::string>& comments, const std::vector<WrittenOption>& options);

// As words for a shell: --ignore 'my column'.
std::string shell_text(const std::vector<WrittenOption>& options);
std::string shell_word(const std::string& word);

}  // namespace espalier::cli
