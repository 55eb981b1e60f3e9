#include "cli/baseline_warning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/score_text.hpp"
#include "model/tree_facts.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// The rarer of two classes, as the option takes it.
std::string threshold_for_rare(const Model& model) {
  const std::vector<double>& counts = only_tree(model).nodes.front().counts;
  const std::string& label = model.labels[counts[1] <= counts[0] ? 1 : 0];
  const bool plain = label.size() <= kLabelShown && label.find_first_not_of(
                                                        "abcdefghijklmnopqrstuvwxyz"
                                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                        "0123456789_-.") == std::string::npos;
  return fmt::format("--threshold-for {}=recall:0.8", plain ? label : "LABEL");
}

// What helps a tree that says no more than its baseline does.
std::string help_against_baseline(const Model& model, std::size_t rows, const LearnOptions& options) {
  const bool classes = model.task == Task::classification;
  std::vector<std::string> ways;
  if (classes && !options.prune.select_by && chooses_alpha(options.prune)) {
    // Probabilities need rows: about a four-hundredth of them.
    const std::size_t enough = std::clamp<std::size_t>(rows / 400, 5, 50);
    const bool decides = model.labels.size() == 2 && !options.threshold_for;
    ways.push_back(fmt::format(
        "--select-by auc --min-leaf {} for probabilities that tell rows apart{}", enough,
        decides ? fmt::format(" ({} with it finds 80 % of the rare class)", threshold_for_rare(model)) : ""));
  }
  if (classes && !weighs_classes(options.grow)) {
    ways.emplace_back("--class-weight balanced for answers that find the rare classes");
  }
  if (options.prune.method != PruneMethod::none) ways.emplace_back("--prune none for the whole tree");
  ways.emplace_back("'espalier path' for every tree in between");
  return "try " + enumerate(ways, ways.size());
}

std::string one_leaf_message(const Model& model) {
  if (model.task == Task::regression) return "the tree is one leaf: it answers the same for every row";
  return fmt::format("the tree is one leaf: {}it answers {} for every row",
                     model.decision_threshold ? "by its threshold " : "",
                     in_quotes(model.labels[only_tree(model).nodes.front().label], kLabelShown));
}

bool asks_for_the_score(const LearnOptions& options) {
  const bool probabilities = options.prune.select_by && judges_probabilities(*options.prune.select_by);
  return !probabilities && !weighs_classes(options.grow) && options.grow.costs.empty() && !options.threshold_for;
}

// Whether the threshold answers nearly all rows that it has not seen alike, or no better than chance.
bool threshold_tells_nothing(const Model& model) {
  constexpr double kChance = 0.505;
  const auto& evaluation = model.provenance.evaluation;
  return model.decision_threshold && evaluation && evaluation->balanced_accuracy.value_or(1) < kChance;
}

bool beats_baseline(const Model& model) {
  const Provenance& provenance = model.provenance;
  const double better = model.task == Task::regression ? *provenance.baseline - provenance.evaluation->score
                                                       : provenance.evaluation->score - *provenance.baseline;
  return better >= provenance.evaluation->standard_error.value_or(0);
}

}  // namespace

void warn_of_baseline(std::size_t rows, const Baseline& baseline, const Learned& learned, const LearnOptions& options,
                      Warnings& warnings) {
  const Model& model = learned.model;
  // Who grew it has said so, and what it answers; but for the threshold, which came later.
  const Node& root = only_tree(model).nodes.front();
  const bool turned = model.decision_threshold && root.label != best_label(root.counts, model.costs);
  if (learned.before_pruning().nodes.size() == 1 && !turned) return;
  const double perfect = model.task == Task::regression ? 0 : 1;
  if (!model.provenance.baseline || *model.provenance.baseline == perfect || rows < 2) return;
  std::string message;
  if (only_tree(model).nodes.size() == 1) {
    message = one_leaf_message(model);
  } else if (model.provenance.evaluation && asks_for_the_score(options) && !beats_baseline(model)) {
    message = fmt::format("the tree does not beat always answering {} by a standard error",
                          answer_text(model.task, baseline));
  } else if (threshold_tells_nothing(model)) {
    message = fmt::format("with its threshold the tree does not tell {} from other rows: balanced accuracy {:.1f} %",
                          in_quotes(model.labels[model.decision_threshold->label], kLabelShown),
                          100 * *model.provenance.evaluation->balanced_accuracy);
  } else {
    return;
  }
  warnings.push_back({message, help_against_baseline(model, rows, options), std::nullopt, ""});
}

}  // namespace espalier::cli
