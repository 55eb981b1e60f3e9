// Figures about predictions.
#include "evaluate/evaluate.hpp"

namespace espalier {
namespace {

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

ClassFigures figures_of(const std::vector<std::vector<std::size_t>>& confusion, std::size_t label) {
  ClassFigures figures;
  std::size_t answered = 0;
  for (std::size_t other = 0; other < confusion.size(); ++other) {
    figures.support += confusion[label][other];
    answered += confusion[other][label];
  }
  const std::size_t right = confusion[label][label];
  figures.precision = ratio(right, answered);
  figures.recall = ratio(right, figures.support);
  // 2 P R / (P + R) in counts, which is 0 / 0 only where nothing is said about the class at all.
  figures.f1 = ratio(2 * right, figures.support + answered);
  return figures;
}

}  // namespace

Metrics score(const std::vector<std::uint32_t>& actual, const std::vector<std::uint32_t>& predicted,
              std::size_t labels) {
  Metrics metrics;
  metrics.rows = actual.size();
  metrics.confusion.assign(labels, std::vector<std::size_t>(labels, 0));
  for (std::size_t row = 0; row < actual.size(); ++row) {
    ++metrics.confusion[actual[row]][predicted[row]];
    if (actual[row] == predicted[row]) ++metrics.correct;
  }
  for (std::size_t label = 0; label < labels; ++label) {
    metrics.classes.push_back(figures_of(metrics.confusion, label));
  }
  return metrics;
}

}  // namespace espalier
