// How far answers agree with the right ones, beyond the share that is right: figures of the confusion matrix.
#pragma once

#include <optional>

#include "evaluate/metrics.hpp"

namespace espalier {

// None where the figure is undefined.
struct Agreement {
  std::optional<double> balanced_accuracy;  // mean recall of the classes that have rows; none: no rows
  std::optional<double> macro_f1;           // mean F1 of the classes that are there or answered; none: no rows

  // Cohen's kappa, (p - e) / (1 - e): p is the accuracy, e what it would be if answers were drawn at random as often as
  // each is given. None: all rows are of one class, and all answers name it.
  std::optional<double> kappa;

  // Matthews' correlation of answers and classes, for any number of classes (Gorodkin 2004). None: all rows are of one
  // class, or all answers name one.
  std::optional<double> matthews;
};

Agreement agreement(const Metrics& metrics);

}  // namespace espalier
