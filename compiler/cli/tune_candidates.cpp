#include "cli/tune_candidates.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace espalier::cli {
namespace {

constexpr std::size_t kEnoughRepeats = 500;  // draws in a row that brought nothing new

}  // namespace

std::optional<LearnOptions> CandidateMaker::options_of(const Settings& settings) const {
  try {
    LearnerOptions learner = given_;
    learner.give(settings);
    learner.check();
    LearnOptions options = learner.vary(data_, read_);
    if (!figure_ || !chooses_alpha(options.prune)) return options;
    learner.give({{"select-by", std::string(to_string(*figure_))}});
    learner.check();
    return learner.vary(data_, read_);
  } catch (const Diagnostic& error) {
    if (error.code() != ExitCode::usage) throw;
    return std::nullopt;  // such as --surrogates, which was given, with another policy for missing values
  }
}

std::optional<TuneCandidate> CandidateMaker::make(Settings settings) const {
  const std::optional<LearnOptions> options = options_of(settings);
  if (!options) return std::nullopt;
  for (std::size_t i = settings.size(); i-- > 0;) {
    Settings without = settings;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    const std::optional<LearnOptions> shorter = options_of(without);
    if (shorter && same_in_effect(*shorter, *options)) settings = std::move(without);
  }
  return TuneCandidate{std::move(settings), *options};
}

std::vector<TuneCandidate> draw_candidates(const CandidateMaker& maker, const TuneSpace& space, std::uint64_t seed,
                                           std::size_t count) {
  std::vector<TuneCandidate> candidates;
  candidates.push_back(maker.make({}).value());
  TuneDraw draw(space, seed);
  for (std::size_t repeats = 0; candidates.size() < count && repeats < kEnoughRepeats; ++repeats) {
    std::optional<TuneCandidate> candidate = maker.make(draw.next());
    if (!candidate) continue;
    const auto same = [&](const TuneCandidate& other) { return same_in_effect(other.options, candidate->options); };
    if (std::any_of(candidates.begin(), candidates.end(), same)) continue;
    candidates.push_back(std::move(*candidate));
    repeats = 0;
  }
  return candidates;
}

}  // namespace espalier::cli
