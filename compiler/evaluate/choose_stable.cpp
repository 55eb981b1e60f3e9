#include "evaluate/choose_stable.hpp"

namespace espalier {
namespace {

bool is_better(Better better, double a, double b) {
  return better == Better::less ? a < b : a > b;
}

bool preferred(Better better, const StableCandidate& a, const StableCandidate& b) {
  if (a.mean_distance != b.mean_distance) return a.mean_distance < b.mean_distance;
  return is_better(better, a.score, b.score);
}

}  // namespace

StableChoice choose_stable(Better better, const std::vector<StableCandidate>& candidates) {
  StableChoice choice;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (is_better(better, candidates[i].score, candidates[choice.best].score)) choice.best = i;
    choice.standard_error += candidates[i].standard_error / static_cast<double>(candidates.size());
  }
  const double best = candidates[choice.best].score;
  choice.limit = better == Better::less ? best + choice.standard_error : best - choice.standard_error;
  choice.chosen = choice.best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (is_better(better, choice.limit, candidates[i].score)) continue;
    choice.as_good.push_back(i);
    const bool is_first = choice.as_good.size() == 1;
    if (is_first || preferred(better, candidates[i], candidates[choice.chosen])) choice.chosen = i;
  }
  return choice;
}

}  // namespace espalier
