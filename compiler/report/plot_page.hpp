// A page of panels: axes, and lines, boxes, dots and texts in them. Pictures say what is where; how it looks is in
// templates/plot/panels.svg.inja, which names the styles.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "report/plot_marks.hpp"

namespace espalier {

struct PanelTick {
  double place = 0;
  std::string text;
};

struct PanelLine {
  std::string style;
  Curve points;
};

struct PanelBox {
  std::string style;
  Box box;
  double opacity = 1;
};

// One path of many small marks: "M12 34h0M56 78h0".
struct PanelMarks {
  std::string style;
  std::string path;
};

struct PanelText {
  std::string style;
  double x = 0;
  double y = 0;
  std::string text;  // any
  Anchor anchor = Anchor::middle;
  double turned = 0;  // degrees about its place, clockwise
};

struct PlotPanel {
  Box box;
  std::string title;
  std::string x_title;
  std::string y_title;
  double x_title_y = 0;            // base line; 0: where the ticks leave room
  std::vector<PanelTick> x_ticks;  // below the box
  std::vector<PanelTick> y_ticks;  // left of it, with a line through it
  std::vector<PanelBox> boxes;     // drawn in this order,
  std::vector<PanelMarks> marks;   // then these,
  std::vector<PanelLine> lines;    // these,
  std::vector<PanelBox> points;    // round ones,
  std::vector<PanelText> texts;    // and these
};

struct LegendEntry {
  std::string style;  // empty: a text alone
  std::string text;
  bool point = false;  // the sample is a point, not a line
};

struct PlotPage {
  std::string title;
  std::vector<std::string> facts;  // lines below the title
  std::string description;         // for those who do not see it
  std::vector<LegendEntry> legend;
};

// The page of an evaluation: of what, and what there is to say of it.
PlotPage evaluation_page(const std::string& target, std::vector<std::string> facts, std::string description,
                         std::vector<LegendEntry> legend);

// Where the four panels of a page with so many lines of facts and that legend lie: two beside each other, twice.
std::vector<Box> panel_boxes(const PlotPage& page);

// Where a single panel lies, as wide as the page.
Box wide_panel_box(const PlotPage& page);

// Two panels of that height beside each other.
std::array<Box, 2> panel_row(double top, double height);
// Where the row after so many rows of that height begins.
double row_below(double top, double height, std::size_t rows);

// More panels below others: where they begin is told.
using PanelsBelow = std::function<std::vector<PlotPanel>(double top)>;

// The SVG document, as high as its panels need.
std::string draw_page(const PlotPage& page, std::vector<PlotPanel> panels, const PanelsBelow& below = {});

// Many points in a panel: each of them, or, where they are too many to be told apart, cells that are stronger the more
// points they have.

inline constexpr std::size_t kSingleDots = 1500;

// Cells of places that are few, as those of whole numbers are, are drawn larger than they are.
//
// In the order of their places, each place once: the same points in another order give the same marks. However many
// there are, the marks' length is bounded by the panel's size.
std::vector<PanelMarks> scatter(const std::vector<PlotPoint>& points, const Box& box);

}  // namespace espalier
