// The picture of answers that are classes: ROC, precision against recall, calibration, confusion. A standalone SVG
// document for light and dark screens and for paper.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "audit/plot_curve.hpp"

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

std::string draw_classes(const ClassesPlot& plot);

}  // namespace espalier
