// The area under the curve (evaluate/ranking.hpp) for every tree of a weakest-link sequence at once.
#pragma once

#include <cstddef>
#include <vector>

namespace espalier {

// Rows that get the same probabilities, by the trees of the steps from `first` up to `end`.
struct AnswerGroup {
  std::size_t first = 0;
  std::size_t end = 0;
  std::vector<double> distribution;  // per label
  std::vector<double> weights;       // per label: of the rows that are of it
};

// Per step, one minus the mean area of the labels that have rows and are not alone; nothing at all if there are no two
// labels with rows. At every step each row is in one group. A group costs the logarithm of their number, however many
// steps it lasts.
std::vector<double> missed_areas(const std::vector<AnswerGroup>& groups, std::size_t steps, std::size_t labels);

}  // namespace espalier
