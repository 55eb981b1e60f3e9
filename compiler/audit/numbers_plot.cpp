#include "audit/numbers_plot.hpp"

#include <fmt/format.h>

#include "audit/number_panels.hpp"
#include "audit/plot_scale.hpp"
#include "audit/plot_scatter.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

std::string description(const NumbersPlot& plot) {
  std::string text = fmt::format(
      "Answers against actual numbers, errors against answers, their histogram and their size, for {}. Mean error {}.",
      counted(plot.actual.size(), "answer"), axis_number(plot.mean_error));
  for (const PlotPoint& point : plot.sizes) {
    if (point.x == 0.5) text += fmt::format(" Half of the errors are at most {}.", axis_number(point.y));
    if (point.x == 0.9) text += fmt::format(" 90 % are at most {}.", axis_number(point.y));
  }
  return text;
}

std::vector<LegendEntry> legend(const NumbersPlot& plot) {
  std::vector<LegendEntry> entries = {{"k0", "the trees' answers"},
                                      {"k1", fmt::format("always the mean, {}", plot.baseline)}};
  if (plot.actual.size() > kSingleDots) entries.push_back({"", "the stronger a square, the more answers"});
  return entries;
}

}  // namespace

std::string draw_numbers(const NumbersPlot& plot) {
  const PlotPage page = evaluation_page(plot.target, plot.facts, description(plot), legend(plot));
  const std::vector<Box> boxes = panel_boxes(page);
  return draw_page(page, {answer_panel(plot, boxes[0]), error_panel(plot, boxes[1]), histogram_panel(plot, boxes[2]),
                          size_panel(plot, boxes[3])});
}

}  // namespace espalier
