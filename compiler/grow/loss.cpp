#include "grow/loss.hpp"

#include <algorithm>
#include <limits>

#include "support/parallel.hpp"
#include "support/portable_math.hpp"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerPiece = std::size_t{1} << 14U;  // rows
constexpr double kLeastBend = 1e-16;                          // of a row whose class is certain

double logistic(double score) {
  return 1 / (1 + portable_exp(-score));
}

void derive_squared(const LossRows& rows, std::span<const double> scores, std::size_t begin, std::size_t end,
                    Derivatives& to) {
  for (std::size_t row = begin; row < end; ++row) {
    to.slopes[row] = (scores[row] - rows.targets[row]) * rows.weights[row];
    to.bends[row] = rows.weights[row];
  }
}

void derive_logistic(const LossRows& rows, std::span<const double> scores, std::size_t begin, std::size_t end,
                     Derivatives& to) {
  for (std::size_t row = begin; row < end; ++row) {
    const double probability = logistic(scores[row]);
    to.slopes[row] = (probability - static_cast<double>(rows.classes[row])) * rows.weights[row];
    to.bends[row] = std::max(probability * (1 - probability), kLeastBend) * rows.weights[row];
  }
}

void derive_softmax(const LossRows& rows, std::span<const double> scores, std::size_t begin, std::size_t end,
                    Derivatives& to) {
  const std::size_t all = rows.weights.size();
  for (std::size_t row = begin; row < end; ++row) {
    double largest = scores[row];
    for (std::size_t output = 1; output < rows.outputs; ++output)
      largest = std::max(largest, scores[output * all + row]);
    double sum = 0;
    for (std::size_t output = 0; output < rows.outputs; ++output) {
      const double power = portable_exp(scores[output * all + row] - largest);
      to.slopes[output * all + row] = power;
      sum += power;
    }
    for (std::size_t output = 0; output < rows.outputs; ++output) {
      double& slope = to.slopes[output * all + row];
      const double probability = slope / sum;
      slope = (rows.classes[row] == output ? probability - 1 : probability) * rows.weights[row];
      to.bends[output * all + row] = std::max(2 * probability * (1 - probability), kLeastBend) * rows.weights[row];
    }
  }
}

// log(1 + e^x)
double log_of_one_and(double x) {
  return x > 0 ? x + portable_log(1 + portable_exp(-x)) : portable_log(1 + portable_exp(x));
}

double loss_of(const LossRows& rows, std::span<const double> scores, std::size_t row) {
  switch (rows.loss) {
    case Loss::squared: {
      const double difference = scores[row] - rows.targets[row];
      return difference * difference / 2;
    }
    case Loss::logistic: return log_of_one_and(rows.classes[row] == 1 ? -scores[row] : scores[row]);
    case Loss::softmax: break;
  }
  const std::size_t all = rows.weights.size();
  double largest = scores[row];
  for (std::size_t output = 1; output < rows.outputs; ++output) largest = std::max(largest, scores[output * all + row]);
  double sum = 0;
  for (std::size_t output = 0; output < rows.outputs; ++output)
    sum += portable_exp(scores[output * all + row] - largest);
  return portable_log(sum) + largest - scores[rows.classes[row] * all + row];
}

}  // namespace

std::vector<double> base_scores(const LossRows& rows, std::span<const std::uint32_t> among) {
  double weight = 0;
  for (const std::uint32_t row : among) weight += rows.weights[row];
  if (rows.loss == Loss::squared) {
    double sum = 0;
    for (const std::uint32_t row : among) sum += rows.targets[row] * rows.weights[row];
    return {weight > 0 ? sum / weight : 0};
  }
  std::vector<double> weights(rows.loss == Loss::logistic ? 2 : rows.outputs,
                              weight / static_cast<double>(2 * std::max<std::size_t>(1, among.size())));
  for (const std::uint32_t row : among) weights[rows.classes[row]] += rows.weights[row];
  double all = 0;
  for (const double of_class : weights) all += of_class;
  if (rows.loss == Loss::logistic) return {portable_log(weights[1] / weights[0])};
  std::vector<double> scores;
  for (const double of_class : weights) scores.push_back(portable_log(of_class / all));
  return scores;
}

void derive(const LossRows& rows, std::span<const double> scores, std::size_t threads, Derivatives& derivatives) {
  derivatives.slopes.resize(scores.size());
  derivatives.bends.resize(scores.size());
  const std::size_t all = rows.weights.size();
  const std::size_t blocks = (all + kRowsPerPiece - 1) / kRowsPerPiece;
  in_parallel(blocks, threads, [&](std::size_t block) {
    const std::size_t begin = block * kRowsPerPiece;
    const std::size_t end = std::min(all, begin + kRowsPerPiece);
    switch (rows.loss) {
      case Loss::squared: return derive_squared(rows, scores, begin, end, derivatives);
      case Loss::logistic: return derive_logistic(rows, scores, begin, end, derivatives);
      case Loss::softmax: return derive_softmax(rows, scores, begin, end, derivatives);
    }
  });
}

double mean_loss(const LossRows& rows, std::span<const double> scores, std::span<const std::uint32_t> among) {
  double sum = 0;
  double weight = 0;
  for (const std::uint32_t row : among) {
    sum += rows.weights[row] * loss_of(rows, scores, row);
    weight += rows.weights[row];
  }
  return weight > 0 ? sum / weight : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace espalier
