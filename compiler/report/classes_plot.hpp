// The picture of answers that are classes: ROC, precision against recall, calibration, confusion. A standalone SVG
// document for light and dark screens and for paper.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/plot_marks.hpp"
#include "report/plot_page.hpp"

namespace espalier {

// Shares are from 0 to 1 throughout, names any text.
struct PlottedClass {
  std::string name;
  double share = 0;            // of the rows
  std::optional<double> area;  // under the ROC curve
  Curve roc;                   // the share of the class that is found (y) against that of the others; or nothing
  Curve precision_recall;      // precision (y) against recall; or nothing
};

// Where the answers lie on the curves: from some probability on, the first class is answered.
struct PlottedDecision {
  std::string text;                 // of the legend
  double found = 0;                 // recall
  double taken = 0;                 // share of the others
  std::optional<double> precision;  // none: never answered
};

// Answers of similar probability; those without rows are left out.
struct PlottedBin {
  double from = 0;
  double to = 0;
  std::size_t rows = 0;
  double predicted = 0;  // mean probability
  double observed = 0;   // share that it is true of,
  double low = 0;        // and its interval
  double high = 0;
};

struct ClassesPlot {
  std::string target;
  std::vector<std::string> facts;     // lines below the title
  std::vector<PlottedClass> classes;  // the most frequent ones, at most kPlottedClasses
  std::size_t classes_left_out = 0;
  std::optional<PlottedDecision> decision;
  std::string class_note;         // beside the classes; may be empty
  std::string no_curves;          // why there are none, if there are none
  std::string probability_title;  // what bins are of, and what is observed
  std::string observed_title;
  std::string level;  // of the intervals: "95 %"
  std::vector<PlottedBin> bins;
  std::vector<std::string> names;              // of the confusion matrix, at most kConfusedClasses
  std::vector<std::vector<double>> confusion;  // [actual][answered], weights
};

inline constexpr std::size_t kPlottedClasses = 5;
inline constexpr std::size_t kConfusedClasses = 8;

std::string draw_classes(const ClassesPlot& plot, const PanelsBelow& below = {});

// The four panels of a picture of classes.

PlotPanel roc_panel(const ClassesPlot& plot, const Box& box);
PlotPanel precision_panel(const ClassesPlot& plot, const Box& box);

// Below the curve, in the same panel, how many answers each bin has.
PlotPanel calibration_panel(const ClassesPlot& plot, const Box& box);

// A cell's colour is its share of the actual class.
PlotPanel confusion_panel(const ClassesPlot& plot, const Box& box);

// Styles of the classes, as many as are drawn.
std::string class_style(std::size_t index);

// "980", "12,345", "1.2M", "0.35": few characters.
std::string short_weight(double weight);

}  // namespace espalier
