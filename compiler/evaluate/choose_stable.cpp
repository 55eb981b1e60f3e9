#include "evaluate/choose_stable.hpp"

namespace espalier {
namespace {

bool better(Task task, double a, double b) {
  return task == Task::regression ? a < b : a > b;
}

bool preferred(Task task, const StableCandidate& a, const StableCandidate& b) {
  if (a.mean_distance != b.mean_distance) return a.mean_distance < b.mean_distance;
  return better(task, a.score, b.score);
}

}  // namespace

StableChoice choose_stable(Task task, const std::vector<StableCandidate>& candidates) {
  StableChoice choice;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (better(task, candidates[i].score, candidates[choice.best].score)) choice.best = i;
    choice.standard_error += candidates[i].standard_error / static_cast<double>(candidates.size());
  }
  const double best = candidates[choice.best].score;
  choice.limit = task == Task::regression ? best + choice.standard_error : best - choice.standard_error;
  choice.chosen = choice.best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (better(task, choice.limit, candidates[i].score)) continue;
    choice.as_good.push_back(i);
    const bool is_first = choice.as_good.size() == 1;
    if (is_first || preferred(task, candidates[i], candidates[choice.chosen])) choice.chosen = i;
  }
  return choice;
}

}  // namespace espalier
