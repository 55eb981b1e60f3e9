// The three presets and the names of the choices; docs/learner.md says what each of them means.
#include "grow/options.hpp"

#include "support/number_text.hpp"

namespace espalier {
namespace {

GrowOptions id3_preset() {
  GrowOptions options;
  options.algorithm = Algorithm::id3;
  options.criterion = Criterion::information_gain;
  options.categorical = CategoricalSplit::multiway;
  return options;
}

GrowOptions c45_preset() {
  GrowOptions options;
  options.algorithm = Algorithm::c45;
  options.criterion = Criterion::gain_ratio;
  options.categorical = CategoricalSplit::multiway;
  options.threshold = ThresholdPlace::observed;
  options.charge_cuts = true;
  options.min_cut_share = true;
  options.collapse = true;
  options.min_leaf = 2;   // C4.5's MINOBJS
  options.min_split = 4;  // 2 * MINOBJS
  return options;
}

GrowOptions cart_preset() {
  GrowOptions options;
  options.algorithm = Algorithm::cart;
  options.criterion = Criterion::gini;
  options.categorical = CategoricalSplit::equal;
  return options;
}

std::string amount_text(const Amount& amount) {
  return shortest(amount.value) + (amount.percent ? "%" : "");
}

}  // namespace

GrowOptions preset(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::id3: return id3_preset();
    case Algorithm::c45: return c45_preset();
    case Algorithm::cart: break;
  }
  return cart_preset();
}

std::string_view to_string(Algorithm value) {
  switch (value) {
    case Algorithm::id3: return "id3";
    case Algorithm::c45: return "c45";
    case Algorithm::cart: break;
  }
  return "cart";
}

std::string_view to_string(Criterion value) {
  switch (value) {
    case Criterion::information_gain: return "information-gain";
    case Criterion::gain_ratio: return "gain-ratio";
    case Criterion::gini: return "gini";
    case Criterion::error: return "error";
    case Criterion::variance: return "variance";
    case Criterion::absolute_deviation: break;
  }
  return "absolute-deviation";
}

std::string_view to_string(CategoricalSplit value) {
  switch (value) {
    case CategoricalSplit::multiway: return "multiway";
    case CategoricalSplit::equal: return "equal";
    case CategoricalSplit::subset: break;
  }
  return "subset";
}

std::string_view to_string(ThresholdPlace value) {
  switch (value) {
    case ThresholdPlace::midpoint: return "midpoint";
    case ThresholdPlace::observed: return "observed";
    case ThresholdPlace::round: break;
  }
  return "round";
}

std::string_view to_string(MissingPolicy value) {
  switch (value) {
    case MissingPolicy::refuse: return "refuse";
    case MissingPolicy::majority: return "majority";
    case MissingPolicy::learned: return "learned";
    case MissingPolicy::own_category: return "own-category";
    case MissingPolicy::surrogate: return "surrogate";
    case MissingPolicy::fractional: break;
  }
  return "fractional";
}

std::vector<std::pair<std::string, std::string>> describe(const GrowOptions& options) {
  return {
      {"algorithm", std::string(to_string(options.algorithm))},
      {"criterion", std::string(to_string(options.criterion))},
      {"categorical-split", std::string(to_string(options.categorical))},
      {"threshold", std::string(to_string(options.threshold))},
      {"max-depth", std::to_string(options.max_depth)},
      {"min-split", amount_text(options.min_split)},
      {"min-leaf", amount_text(options.min_leaf)},
      {"min-gain", shortest(options.min_gain)},
      {"missing", std::string(to_string(options.missing))},
  };
}

}  // namespace espalier
