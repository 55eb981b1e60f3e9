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
    case Criterion::error: break;
  }
  return "error";
}

std::string_view to_string(CategoricalSplit value) {
  return value == CategoricalSplit::multiway ? "multiway" : "equal";
}

std::string_view to_string(ThresholdPlace value) {
  return value == ThresholdPlace::midpoint ? "midpoint" : "observed";
}

std::string_view to_string(MissingPolicy value) {
  return value == MissingPolicy::majority ? "majority" : "refuse";
}

std::vector<std::pair<std::string, std::string>> describe(const GrowOptions& options) {
  return {
      {"algorithm", std::string(to_string(options.algorithm))},
      {"criterion", std::string(to_string(options.criterion))},
      {"categorical-split", std::string(to_string(options.categorical))},
      {"threshold", std::string(to_string(options.threshold))},
      {"max-depth", std::to_string(options.max_depth)},
      {"min-split", shortest(options.min_split)},
      {"min-leaf", shortest(options.min_leaf)},
      {"min-gain", shortest(options.min_gain)},
      {"missing", std::string(to_string(options.missing))},
  };
}

}  // namespace espalier
