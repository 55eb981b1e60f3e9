// What is said of a tree that scores no more than anybody would without one.
#pragma once

#include <cstddef>

#include "evaluate/mark.hpp"
#include "learn/learn.hpp"
#include "support/diagnostic.hpp"

namespace espalier::cli {

// Warns of a tree that was pruned to one leaf, and of one whose estimate does not beat the baseline by a standard
// error, with the options that help. Says nothing where accuracy is not what was asked for: where classes are weighed,
// or alpha was chosen by probabilities.
void warn_of_baseline(std::size_t rows, const Baseline& baseline, const Learned& learned, const LearnOptions& options,
                      Warnings& warnings);

}  // namespace espalier::cli
