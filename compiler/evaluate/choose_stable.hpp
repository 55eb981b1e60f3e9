// Which of many trees, learned from resamples of the same data, to keep: the one nearest the others among those that
// are about as good as the best.
#pragma once

#include <cstddef>
#include <vector>

namespace espalier {

struct StableCandidate {
  double score = 0;           // on the rows left out: accuracy, or what less of is better
  double standard_error = 0;  // of the score
  double mean_distance = 0;   // from all other trees
};

struct StableChoice {
  std::size_t best = 0;              // the best score; of equal ones the first
  double standard_error = 0;         // the mean of the candidates': that of the best alone is 0 where it makes no error
  double limit = 0;                  // the best score, one standard error worse
  std::vector<std::size_t> as_good;  // those within it, ascending
  std::size_t chosen = 0;            // of them the one with the least mean distance; ties: the better score, the first
};

// Which scores are better.
enum class Better { more, less };

// At least one candidate.
StableChoice choose_stable(Better better, const std::vector<StableCandidate>& candidates);

}  // namespace espalier
