#include "report/plot_marks.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// The points from `begin` up to `end` lie in one column.
void keep_outline(const Curve& curve, std::size_t begin, std::size_t end, Curve& kept) {
  std::size_t highest = begin;
  std::size_t lowest = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (curve[i].y < curve[highest].y) highest = i;
    if (curve[i].y > curve[lowest].y) lowest = i;
  }
  std::vector<std::size_t> order = {begin, highest, lowest, end - 1};
  std::sort(order.begin(), order.end());
  order.erase(std::unique(order.begin(), order.end()), order.end());
  for (const std::size_t i : order) kept.push_back(curve[i]);
}

}  // namespace

Curve thinned(const Curve& curve) {
  Curve kept;
  for (std::size_t begin = 0; begin < curve.size();) {
    const double column = std::floor(curve[begin].x);
    std::size_t end = begin + 1;
    while (end < curve.size() && std::floor(curve[end].x) == column) ++end;
    keep_outline(curve, begin, end, kept);
    begin = end;
  }
  return kept;
}

std::string coordinate(double value) {
  std::string text = fixed(value, 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string points_text(const Curve& curve) {
  std::string text;
  for (const PlotPoint& point : curve) {
    if (!text.empty()) text += ' ';
    text += coordinate(point.x) + "," + coordinate(point.y);
  }
  return text;
}

nlohmann::json box_json(const Box& box) {
  return {{"left", coordinate(box.left)},
          {"top", coordinate(box.top)},
          {"right", coordinate(box.right)},
          {"bottom", coordinate(box.bottom)},
          {"width", coordinate(box.right - box.left)},
          {"height", coordinate(box.bottom - box.top)},
          {"middle_x", coordinate((box.left + box.right) / 2)},
          {"middle_y", coordinate((box.top + box.bottom) / 2)}};
}

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
