#include "audit/plot_labels.hpp"

#include <algorithm>

#include "support/text.hpp"

namespace espalier {
namespace {

constexpr double kGap = 6;     // between a line and its text
constexpr double kMargin = 3;  // between a text and any other line

struct Extent {
  double left;
  double right;
};

Extent extent_of(const LineLabel& label, Anchor anchor) {
  if (anchor == Anchor::begin) return {label.x + kGap, label.x + kGap + label.width};
  return {label.x - kGap - label.width, label.x - kGap};
}

bool within(const Extent& extent, double left, double right) {
  return extent.left >= left && extent.right <= right;
}

// The upper one's line goes past the lower one's text.
bool fit(const Extent& lower, const Extent& upper, double upper_line, double left, double right) {
  const bool crossed = upper_line > lower.left - kMargin && upper_line < lower.right + kMargin;
  return within(lower, left, right) && within(upper, left, right) && !crossed;
}

PlacedLabel placed(const LineLabel& label, Anchor anchor, std::size_t row) {
  return {anchor == Anchor::begin ? label.x + kGap : label.x - kGap, row, anchor};
}

Anchor roomier(const LineLabel& label, double left, double right) {
  return label.x - left < right - label.x ? Anchor::begin : Anchor::end;
}

}  // namespace

double text_width(std::string_view text, double font_size) {
  return 0.56 * font_size * static_cast<double>(count_characters(text));
}

const char* anchor_name(Anchor anchor) {
  switch (anchor) {
    case Anchor::begin: return "start";
    case Anchor::middle: return "middle";
    case Anchor::end: break;
  }
  return "end";
}

PlacedLabel place_label(const LineLabel& label, double left, double right) {
  const double half = label.width / 2;
  return {std::max(left + half, std::min(label.x, right - half)), 0, Anchor::middle};
}

std::vector<PlacedLabel> place_labels(const LineLabel& first, const LineLabel& second, double left, double right) {
  for (const bool first_is_lower : {true, false}) {
    for (const Anchor a : {Anchor::begin, Anchor::end}) {
      for (const Anchor b : {Anchor::begin, Anchor::end}) {
        const Extent one = extent_of(first, a);
        const Extent two = extent_of(second, b);
        const bool good = first_is_lower ? fit(one, two, second.x, left, right) : fit(two, one, first.x, left, right);
        if (good) return {placed(first, a, first_is_lower ? 0 : 1), placed(second, b, first_is_lower ? 1 : 0)};
      }
    }
  }
  return {placed(first, roomier(first, left, right), 0), placed(second, roomier(second, left, right), 1)};
}

}  // namespace espalier
