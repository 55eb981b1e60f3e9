#include "audit/plot_curve.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "support/number_text.hpp"

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

}  // namespace espalier
