// The learner's choices. A preset fills all of them; the command line changes single ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace espalier {

enum class Algorithm { id3, c45, cart };
enum class Criterion { information_gain, gain_ratio, gini, error };
enum class CategoricalSplit { multiway, equal };
enum class ThresholdPlace { midpoint, observed };  // observed: largest training value that is not above the midpoint

struct GrowOptions {
  Algorithm algorithm = Algorithm::cart;
  Criterion criterion = Criterion::gini;
  CategoricalSplit categorical = CategoricalSplit::equal;
  ThresholdPlace threshold = ThresholdPlace::midpoint;
  bool charge_cuts = false;    // C4.5: log2(cuts tried) / N off the gain of a continuous attribute
  bool min_cut_share = false;  // C4.5: each side of a cut holds clamp(0.1 * known / classes, min_leaf, 25)
  bool collapse = false;       // C4.5: a subtree that makes no fewer training errors than a leaf becomes one
  std::size_t max_depth = 0;   // 0: no limit
  double min_split = 2;        // weight a node needs to be split
  double min_leaf = 1;         // weight each branch needs (multiway: at least two branches)
  double min_gain = 0;         // a test must gain more than this (bits, Gini or error, weighted by node share)
  MissingPolicy missing = MissingPolicy::refuse;
};

GrowOptions preset(Algorithm algorithm);

std::string_view to_string(Algorithm value);
std::string_view to_string(Criterion value);
std::string_view to_string(CategoricalSplit value);
std::string_view to_string(ThresholdPlace value);
std::string_view to_string(MissingPolicy value);

// The options in effect by their command-line names, for the model's provenance.
std::vector<std::pair<std::string, std::string>> describe(const GrowOptions& options);

}  // namespace espalier
