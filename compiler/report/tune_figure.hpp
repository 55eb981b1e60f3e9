// The figure that a search goes by, as people know it: errors within are less when they are better, an accuracy is not.
#pragma once

#include <string>

#include "evaluate/statistics.hpp"
#include "learn/path_judge.hpp"

namespace espalier {

struct TuneFigure {
  const char* name = "";      // "accuracy"
  const char* key = "";       // of JSON and CSV
  bool is_share = false;      // written in percent
  bool is_one_minus = false;  // and so more is better
  bool is_root = false;

  double shown(double error) const;
  MeanLoss shown(const MeanLoss& error) const;    // with its standard error
  std::string text(const MeanLoss& error) const;  // "94.7 % ± 1.8"
  std::string text(double error) const;
  std::string difference_text(double shown) const;  // "+0.7"
};

TuneFigure tune_figure(ErrorFigure figure);

}  // namespace espalier
