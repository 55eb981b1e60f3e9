#include "report/class_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kPageWidth = 100;
constexpr std::size_t kConfusionsShown = 10;

// Without weights, weights are numbers of rows and shown as such.
std::string cell_weight(double weight) {
  constexpr double kLongest = 1e9;
  if (weight >= kLongest) return figure_text(weight);
  return weight == std::trunc(weight) ? fixed(weight, 0) : fixed(weight, 2);
}

std::string label_text(const std::string& label) {
  return printable(label, 30);
}

std::size_t label_width(const std::vector<std::string>& labels) {
  std::size_t width = 6;  // "actual"
  for (const std::string& label : labels) width = std::max(width, count_characters(label_text(label)));
  return width;
}

std::string or_dash(const std::optional<double>& figure) {
  return figure ? share_text(*figure) : "-";
}

std::size_t cell_width(const Metrics& metrics) {
  std::size_t width = 3;
  for (const std::vector<double>& row : metrics.confusion) {
    for (const double weight : row) width = std::max(width, cell_weight(weight).size());
  }
  return width;
}

std::string matrix_text(const std::vector<std::string>& labels, const Metrics& metrics) {
  const std::size_t width = label_width(labels);
  const std::size_t cell = cell_width(metrics);
  std::string text = fmt::format("\n  {:<{}}  predicted as, in the same order\n", "actual", width);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    text += fmt::format("  {:<{}} ", label_text(labels[i]), width);
    for (const double weight : metrics.confusion[i]) text += fmt::format(" {:>{}}", cell_weight(weight), cell);
    text += "\n";
  }
  return text;
}

struct Confusion {
  std::size_t actual;
  std::size_t predicted;
  double weight;
};

// The heaviest first; of equal ones in the order of the labels.
std::vector<Confusion> wrong_answers(const Metrics& metrics) {
  std::vector<Confusion> wrong;
  for (std::size_t actual = 0; actual < metrics.confusion.size(); ++actual) {
    for (std::size_t predicted = 0; predicted < metrics.confusion.size(); ++predicted) {
      const double weight = metrics.confusion[actual][predicted];
      if (actual != predicted && weight > 0) wrong.push_back({actual, predicted, weight});
    }
  }
  std::stable_sort(wrong.begin(), wrong.end(),
                   [](const Confusion& a, const Confusion& b) { return a.weight > b.weight; });
  return wrong;
}

std::string confusions_text(const std::vector<std::string>& labels, const Metrics& metrics) {
  const std::vector<Confusion> wrong = wrong_answers(metrics);
  if (wrong.empty()) return "";
  const std::size_t width = label_width(labels);
  const std::size_t shown = std::min(wrong.size(), kConfusionsShown);
  const char* const rest = shown < wrong.size() ? ", the most frequent" : "";
  std::string text = fmt::format("\n  {:<{}}  predicted as{}\n", "actual", width, rest);
  const std::size_t cell = cell_weight(wrong.front().weight).size();
  for (std::size_t i = 0; i < shown; ++i) {
    text += fmt::format("  {:<{}}  {:<{}}  {:>{}}\n", label_text(labels[wrong[i].actual]), width,
                        label_text(labels[wrong[i].predicted]), width, cell_weight(wrong[i].weight), cell);
  }
  if (shown < wrong.size()) text += fmt::format("  ... and {} more\n", wrong.size() - shown);
  return text;
}

bool fits_page(const std::vector<std::string>& labels, const Metrics& metrics) {
  return 3 + label_width(labels) + labels.size() * (1 + cell_width(metrics)) <= kPageWidth;
}

}  // namespace

std::string classes_text(const std::vector<std::string>& labels, const Figures& figures) {
  const std::size_t width = label_width(labels);
  std::string text = fmt::format("\n  {:<{}}  support  precision  recall     F1    AUC\n", "class", width);
  for (std::size_t i = 0; i < std::min(labels.size(), kClassesShown); ++i) {
    const ClassFigures& one = figures.metrics.classes[i];
    text += fmt::format("  {:<{}}  {:>7}  {:>9}  {:>6}  {:>5}  {:>5}\n", label_text(labels[i]), width,
                        cell_weight(one.support), or_dash(one.precision), or_dash(one.recall), or_dash(one.f1),
                        or_dash(figures.areas[i]));
  }
  if (labels.size() > kClassesShown) text += fmt::format("  ... and {} more\n", labels.size() - kClassesShown);
  return text;
}

nlohmann::ordered_json classes_json(const std::vector<std::string>& labels, const Figures& figures) {
  nlohmann::ordered_json classes = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const ClassFigures& one = figures.metrics.classes[i];
    classes.push_back({{"label", labels[i]},
                       {"support", weight_json(one.support, figures.metrics.weighted)},
                       {"precision", or_null(one.precision)},
                       {"recall", or_null(one.recall)},
                       {"f1", or_null(one.f1)},
                       {"auc", or_null(figures.areas[i])}});
  }
  return classes;
}

std::string confusion_text(const std::vector<std::string>& labels, const Metrics& metrics) {
  return fits_page(labels, metrics) ? matrix_text(labels, metrics) : confusions_text(labels, metrics);
}

nlohmann::ordered_json confusion_json(const Metrics& metrics) {
  nlohmann::ordered_json confusion = nlohmann::ordered_json::array();
  for (const std::vector<double>& row : metrics.confusion) {
    nlohmann::ordered_json entries = nlohmann::ordered_json::array();
    for (const double weight : row) entries.push_back(weight_json(weight, metrics.weighted));
    confusion.push_back(std::move(entries));
  }
  return confusion;
}

std::string calibration_text(const Figures& figures) {
  const bool rounds = figures.metrics.rounds > 1;
  std::string text = fmt::format("\n  confidence  {:>7}  on average  right\n", rounds ? "answers" : "rows");
  for (const CalibrationBin& bin : figures.calibration.bins) {
    if (bin.rows == 0) continue;
    text += fmt::format("  {} to {}  {:>7}  {:>10}  {:>5}\n", fixed(bin.from, 1), fixed(bin.to, 1), grouped(bin.rows),
                        or_dash(bin.confidence), or_dash(bin.accuracy));
  }
  return text + "\n";
}

nlohmann::ordered_json calibration_json(const Figures& figures) {
  nlohmann::ordered_json bins = nlohmann::ordered_json::array();
  for (const CalibrationBin& bin : figures.calibration.bins) {
    bins.push_back({{"from", bin.from},
                    {"to", bin.to},
                    {"answers", bin.rows},
                    {"weight", weight_json(bin.weight, figures.metrics.weighted)},
                    {"confidence", or_null(bin.confidence)},
                    {"accuracy", or_null(bin.accuracy)}});
  }
  return {{"expected_error", figures.calibration.expected_error}, {"bins", std::move(bins)}};
}

}  // namespace espalier
