// The configurations that a search tries: the options as given, and variations of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cli/learner_options.hpp"
#include "learn/tune_space.hpp"

namespace espalier::cli {

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

}  // namespace espalier::cli
