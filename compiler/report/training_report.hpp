// What build and train tell about a tree that was learned: how it came about, its decision threshold, its scores; and
// that it is no better than none.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "evaluate/mark.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"
#include "report/tree_report.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// The threshold that was learned, what it was chosen for and what it does.
struct ThresholdFacts {
  std::string label;
  double probability = 0;
  std::string goal;          // "recall:0.8"
  bool given = false;        // the probability itself was asked for, and the rest is empty
  bool reached = true;       // the goal
  std::string method;        // how it was chosen
  ThresholdFigures figures;  // of the rows that it was chosen by
};

// None if none was asked for.
std::optional<ThresholdFacts> threshold_facts(const Learned& learned, const LearnOptions& options);

std::string to_text(const ThresholdFacts& facts);
nlohmann::ordered_json to_json(const ThresholdFacts& facts);  // what stands under "threshold"

// What only some ask for: there are as many cuts as leaves.
struct TreeDetails {
  std::vector<CutFacts> cuts;
  std::string outline;
  std::string surrogates;
};

struct GrownTreeFacts {
  std::string algorithm;
  PruneMethod method = PruneMethod::none;
  TreeSize grown;
  TreeSize pruned;
  std::optional<double> alpha;              // given, or chosen by cross-validation
  std::optional<std::size_t> judging_rows;  // reduced-error: rows that judged the tree,
  bool judged_by_file = false;              //   of a file, not held out
  std::optional<TreeDetails> details;       // if asked for
};

// Of several trees.
struct GrownTreesFacts {
  std::string algorithm;
  EnsembleOptions options;
  PruneMethod method = PruneMethod::none;
  TreeSize size;                  // of all
  std::size_t columns = 0;        // of the data
  std::size_t tried_columns = 0;  // at a node
  std::size_t trees = 0;
  std::optional<BoostedRounds> rounds;  // boosting
};

// The honest estimate, beside the baseline.
struct EstimateFacts {
  Evaluation evaluation;
  std::optional<std::string> threshold_label;  // the class that precision and recall are of
  std::optional<bool> nested;                  // none: nothing is chosen by folds
  bool out_of_bag = false;                     // not by cross-validation
  std::string note;                            // about folds that are shared
};

struct TrainingFacts {
  Task task = Task::classification;
  GrownTreeFacts tree;
  std::optional<GrownTreesFacts> trees;  // instead of a tree
  std::optional<ThresholdFacts> threshold;
  std::optional<double> training_score;
  Baseline baseline;
  std::optional<double> baseline_score;
  std::optional<EstimateFacts> estimate;
};

// All but the estimate. `details`: the report shows what TreeDetails has.
TrainingFacts training_facts(const Learned& learned, const LearnOptions& options, const Baseline& baseline,
                             bool details);

// `verbose`: also the details, which must be there.
std::string to_text(const TrainingFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const TrainingFacts& facts);

// Warns of a tree that was pruned to one leaf, and of one whose estimate does not beat the baseline by a standard
// error, with the options that help. Says nothing where accuracy is not what was asked for: where classes are weighed,
// or alpha was chosen by probabilities.
void warn_of_baseline(std::size_t rows, const Baseline& baseline, const Learned& learned, const LearnOptions& options,
                      Warnings& warnings);

}  // namespace espalier
