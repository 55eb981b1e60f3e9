// What is drawn in a panel.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// Places and lines of a picture, in its own units (y grows downwards), thinned to what can be told apart.
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

// Texts above a panel that name vertical lines in it.

// Roughly, for fonts nobody knows: as wide as a wide one would be.
double text_width(std::string_view text, double font_size);

enum class Anchor { begin, middle, end };  // which part of the text is at its place
const char* anchor_name(Anchor anchor);    // as SVG calls it

struct PlacedLabel {
  double x = 0;
  std::size_t row = 0;  // 0 is the lower one, next to the panel
  Anchor anchor = Anchor::begin;
};

struct LineLabel {
  double x = 0;  // of its line
  double width = 0;
};

// Two labels beside their lines such that no text leaves [left, right], lies on the other or is crossed by the
// other's line, which goes up to its own text. Where nothing is free of that, the texts are in two rows.
std::vector<PlacedLabel> place_labels(const LineLabel& first, const LineLabel& second, double left, double right);

// A single label: above its line, or as near to that as the panel lets it be.
PlacedLabel place_label(const LineLabel& label, double left, double right);

}  // namespace espalier
