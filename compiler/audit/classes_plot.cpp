#include "audit/classes_plot.hpp"

#include <fmt/format.h>

#include "audit/class_panels.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLongestClassName = 24;

std::string area_text(const PlottedClass& shown) {
  return shown.area ? "AUC " + fixed(*shown.area, 3) : "no AUC";
}

std::vector<LegendEntry> legend(const ClassesPlot& plot) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < plot.classes.size(); ++i) {
    const PlottedClass& shown = plot.classes[i];
    entries.push_back({class_style(i), fmt::format("{}: {}, {} of the rows", printable(shown.name, kLongestClassName),
                                                   area_text(shown), percent(shown.share))});
  }
  if (plot.classes_left_out > 0) {
    const bool one = plot.classes_left_out == 1;
    entries.push_back({"", fmt::format("and {} rarer {} without {}", plot.classes_left_out, one ? "class" : "classes",
                                       one ? "a curve" : "curves")});
  }
  if (!plot.class_note.empty()) entries.push_back({"", plot.class_note});
  if (plot.decision) entries.push_back({"decision", plot.decision->text, true});
  return entries;
}

std::string description(const ClassesPlot& plot) {
  std::string text = "ROC curves, precision against recall, calibration and confusion matrix.";
  for (const PlottedClass& shown : plot.classes) {
    text += fmt::format(" {}: {}.", in_quotes(shown.name, kLongestClassName), area_text(shown));
  }
  if (plot.decision) text += fmt::format(" {}.", plot.decision->text);
  for (const PlottedBin& bin : plot.bins) {
    text += fmt::format(" Predicted {}: observed {} of {}.", fixed(bin.predicted, 2), fixed(bin.observed, 2),
                        counted(bin.rows, "answer"));
  }
  return text;
}

}  // namespace

std::string draw_classes(const ClassesPlot& plot) {
  const PlotPage page = evaluation_page(plot.target, plot.facts, description(plot), legend(plot));
  const std::vector<Box> boxes = panel_boxes(page);
  return draw_page(page, {roc_panel(plot, boxes[0]), precision_panel(plot, boxes[1]), calibration_panel(plot, boxes[2]),
                          confusion_panel(plot, boxes[3])});
}

}  // namespace espalier
