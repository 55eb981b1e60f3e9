// Texts above a panel that name vertical lines in it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace espalier {

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
