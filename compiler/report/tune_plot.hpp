// The picture of a search for options: a point for each trial, its score against its leaves, with the one that was
// chosen and the options as they were given.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier {

struct TunePlotTrial {
  double leaves = 1;
  double score = 0;           // in the unit of the axis
  double standard_error = 0;  // the same
  bool on_all_folds = true;   // false: dropped before
};

struct TunePlot {
  std::string target;                 // any text
  std::vector<std::string> facts;     // lines below the title; any text
  std::string score_title;            // "accuracy (%)"
  std::vector<TunePlotTrial> trials;  // the first one has the options as given; at least one
  std::size_t winner = 0;
  bool several = false;  // trees in a model: leaves are those of all of them
};

// The SVG document.
std::string draw_tuning(const TunePlot& plot);

}  // namespace espalier
