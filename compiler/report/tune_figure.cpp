#include "report/tune_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"

namespace espalier {

TuneFigure tune_figure(ErrorFigure figure) {
  switch (figure) {
    case ErrorFigure::wrong_answers: return {"accuracy", "accuracy", true, true, false};
    case ErrorFigure::weighted_answers: return {"accuracy by class weight", "weighted_accuracy", true, true, false};
    case ErrorFigure::missed_area: return {"AUC", "auc", false, true, false};
    case ErrorFigure::cost: return {"mean cost", "mean_cost", false, false, false};
    case ErrorFigure::brier: return {"Brier score", "brier", false, false, false};
    case ErrorFigure::log_loss: return {"log loss", "log_loss", false, false, false};
    case ErrorFigure::squared_error: break;
  }
  return {"RMSE", "rmse", false, false, true};
}

double TuneFigure::shown(double error) const {
  if (is_root) return std::sqrt(std::max(0.0, error));
  return is_one_minus ? 1 - error : error;
}

// A root's standard error follows by its derivative.
MeanLoss TuneFigure::shown(const MeanLoss& error) const {
  const double mean = shown(error.mean);
  if (!is_root) return {mean, error.standard_error};
  return {mean, mean > 0 ? error.standard_error / (2 * mean) : 0};
}

std::string TuneFigure::text(double error) const {
  const double mean = shown(error);
  if (is_share) return percent(mean);
  return is_one_minus ? fixed(mean, 3) : figure_text(mean);
}

std::string TuneFigure::text(const MeanLoss& error) const {
  const double spread = shown(error).standard_error;
  if (is_share) return fmt::format("{} ± {}", text(error.mean), fixed(100 * spread, 1));
  return is_one_minus ? fmt::format("{} ± {}", text(error.mean), fixed(spread, 3))
                      : fmt::format("{} ± {:.2g}", text(error.mean), spread);
}

std::string TuneFigure::difference_text(double shown) const {
  std::string text = is_share       ? fmt::format("{:+.1f}", 100 * shown)
                     : is_one_minus ? fmt::format("{:+.3f}", shown)
                                    : fmt::format("{:+.3g}", shown);
  // Nothing has no sign.
  return text.find_first_of("123456789") == std::string::npos ? text.substr(1) : text;
}

}  // namespace espalier
