// Places and lines of a picture, in its own units (y grows downwards), thinned to what can be told apart.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace espalier {

struct PlotPoint {
  double x = 0;
  double y = 0;
  friend bool operator==(const PlotPoint&, const PlotPoint&) = default;
};
struct Box {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};
using Curve = std::vector<PlotPoint>;  // x ascending

// Of the points within one unit of x the first, the last, the highest and the lowest, in their order: drawn, the line
// covers what the whole one covers, and however many points there were, its length is bounded by the picture's width.
Curve thinned(const Curve& curve);

// "12.5,80 13,79.1 ...": one decimal.
std::string points_text(const Curve& curve);
std::string coordinate(double value);

// For templates: left, top, right, bottom, width, height, middle_x and middle_y.
nlohmann::json box_json(const Box& box);

}  // namespace espalier
