#include "report/training_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "evaluate/recorded_options.hpp"
#include "model/tree_facts.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

std::optional<ThresholdFacts> threshold_facts(const Learned& learned, const LearnOptions& options) {
  if (!learned.threshold) return std::nullopt;
  const ThresholdChoice& choice = *learned.threshold;
  const ThresholdGoal& goal = *options.threshold_for;
  return ThresholdFacts{learned.model.labels[goal.label],
                        choice.probability,
                        to_string(goal),
                        goal.aim == ThresholdAim::fixed,
                        choice.reached,
                        choice.method,
                        choice.figures};
}

std::string to_text(const ThresholdFacts& facts) {
  std::string text = fmt::format("threshold {} from a probability of {} on, {}\n", in_quotes(facts.label, kLabelShown),
                                 shortest(facts.probability),
                                 facts.given ? "as given" : fmt::format("for {} by {}", facts.goal, facts.method));
  if (facts.given) return text;
  const ThresholdFigures& figures = facts.figures;
  text += fmt::format("          there: {}", precision_text(figures.precision, figures.recall, figures.f1));
  if (figures.mean_cost) text += fmt::format(", mean cost {}", figure_text(*figures.mean_cost));
  return text + "\n";
}

nlohmann::ordered_json to_json(const ThresholdFacts& facts) {
  nlohmann::ordered_json json = {{"label", facts.label}, {"probability", facts.probability}, {"goal", facts.goal}};
  if (facts.given) return json;
  const ThresholdFigures& figures = facts.figures;
  json["reached"] = facts.reached;
  json["method"] = facts.method;
  json["precision"] = or_null(figures.precision);
  json["recall"] = or_null(figures.recall);
  json["f1"] = or_null(figures.f1);
  if (figures.mean_cost) json["mean_cost"] = *figures.mean_cost;
  return json;
}

namespace {

GrownTreeFacts grown_tree_facts(const Learned& learned, const LearnOptions& options, bool details) {
  const Tree& tree = only_tree(learned.model);
  GrownTreeFacts facts;
  facts.algorithm = to_string(options.grow.algorithm);
  facts.method = options.prune.method;
  facts.grown = tree_size(learned.before_pruning());
  facts.pruned = tree_size(tree);
  if (const auto alpha = recorded(learned.model, "alpha")) facts.alpha = parse_number(*alpha).value_or(0);
  if (options.prune.method == PruneMethod::reduced_error) facts.judging_rows = learned.rows_judging;
  facts.judged_by_file = options.prune_set != nullptr;
  if (details) {
    facts.details = TreeDetails{cut_facts(learned.model, learned.grown, learned.cuts),
                                outline_text(learned.model, tree, kTreeLinesShown),
                                surrogates_text(learned.model, tree, kTreeLinesShown)};
  }
  return facts;
}

// What the tree was judged by: rows held out, or those of a file.
std::string judges_text(const GrownTreeFacts& facts) {
  if (!facts.judging_rows) return "";
  return fmt::format(" on {}{}", counted(*facts.judging_rows, "row"),
                     facts.judged_by_file ? " of a file" : " held out");
}

std::string grown_tree_text(const GrownTreeFacts& facts, bool verbose) {
  std::string text = fmt::format("tree      grown with {}: {}\n", facts.algorithm, to_text(facts.grown));
  text += fmt::format("          pruned with {}{}{}: {}\n", to_string(facts.method),
                      facts.alpha ? fmt::format(", alpha {}", alpha_text(*facts.alpha)) : "", judges_text(facts),
                      to_text(facts.pruned));
  if (!verbose) return text;
  if (facts.method != PruneMethod::none) text += to_text(facts.details->cuts);
  return text + facts.details->outline + facts.details->surrogates;
}

nlohmann::ordered_json pruned_json(const GrownTreeFacts& facts) {
  nlohmann::ordered_json json = to_json(facts.pruned);
  if (facts.details) json["cuts"] = to_json(facts.details->cuts);
  if (facts.alpha) json["alpha"] = *facts.alpha;
  if (facts.judging_rows) json["judging_rows"] = *facts.judging_rows;
  return json;
}

GrownTreesFacts grown_trees_facts(const Learned& learned, const LearnOptions& options) {
  GrownTreesFacts facts;
  facts.algorithm = to_string(options.grow.algorithm);
  facts.options = options.ensemble;
  facts.method = options.prune.method;
  facts.size = tree_size(learned.model);
  facts.columns = learned.model.features.size();
  facts.tried_columns = options.ensemble.columns.of(facts.columns);
  facts.trees = learned.model.trees.size();
  facts.rounds = learned.rounds;
  return facts;
}

std::string boosted_text(const GrownTreesFacts& facts) {
  const EnsembleOptions& options = facts.options;
  const BoostedRounds& rounds = *facts.rounds;
  std::string text =
      fmt::format("boost     {} in {}: {}, {:.1f} leaves each, depth up to {}\n", counted(facts.trees, "tree"),
                  counted(rounds.kept, "round"), counted(facts.size.nodes, "node"),
                  static_cast<double>(facts.size.leaves) / static_cast<double>(facts.trees), facts.size.depth);
  std::string how = fmt::format("each takes {} of its steps", shortest(options.boost.learning_rate));
  if (options.rows < 1) how += fmt::format(", from {} of the rows", percent(options.rows));
  if (facts.tried_columns < facts.columns) {
    how += fmt::format("; {} of {} tried at a node", facts.tried_columns, counted(facts.columns, "column"));
  }
  text += fmt::format("          {}; they are added up\n", how);
  if (rounds.rows_held_out > 0) {
    text += fmt::format("          {} held out: round {} was the best of {}{}\n", counted(rounds.rows_held_out, "row"),
                        rounds.kept, rounds.grown, rounds.ended_early ? ", and then none helped" : "");
  }
  if (rounds.nothing_left) text += fmt::format("          after {} no test helped\n", counted(rounds.grown, "round"));
  return text;
}

std::string grown_trees_text(const GrownTreesFacts& facts) {
  if (facts.rounds) return boosted_text(facts);
  const EnsembleOptions& options = facts.options;
  const double each = static_cast<double>(facts.size.leaves) / static_cast<double>(options.trees);
  const bool extra = options.kind == EnsembleKind::extra_trees;
  const std::string kind(extra ? "trees" : to_string(options.kind));
  std::string text = fmt::format("{:<9} {}, grown with {}: {}, {:.1f} leaves each, depth up to {}\n", kind,
                                 counted(options.trees, extra ? "extra-tree" : "tree"), facts.algorithm,
                                 counted(facts.size.nodes, "node"), each, facts.size.depth);
  std::string how = options.rows < 1           ? fmt::format("{} of the rows", percent(options.rows))
                    : options.with_replacement ? "as many rows as there are"
                                               : "all rows";
  if (options.with_replacement) how += ", drawn with replacement";
  if (facts.tried_columns < facts.columns) {
    how += fmt::format("; {} of {} tried at a node", facts.tried_columns, counted(facts.columns, "column"));
  }
  if (options.kind == EnsembleKind::extra_trees) how += "; one test drawn of each";
  if (facts.method != PruneMethod::none) how += fmt::format("; pruned with {}", to_string(facts.method));
  return text + fmt::format("          each from {}; {}\n", how,
                            options.combination == Combination::vote ? "they vote" : "their answers are averaged");
}

nlohmann::ordered_json to_json(const GrownTreesFacts& facts) {
  nlohmann::ordered_json json = to_json(facts.size);
  json["kind"] = to_string(facts.options.kind);
  json["trees"] = facts.trees;
  json["columns_tried"] = facts.tried_columns;
  json["rows"] = facts.options.rows;
  if (facts.rounds) {
    json["rounds"] = facts.rounds->kept;
    json["rounds_grown"] = facts.rounds->grown;
    json["rows_held_out"] = facts.rounds->rows_held_out;
    json["learning_rate"] = facts.options.boost.learning_rate;
    json["l2"] = facts.options.boost.l2;
    json["combination"] = to_string(facts.options.combination);
    return json;
  }
  json["with_replacement"] = facts.options.with_replacement;
  json["combination"] = to_string(facts.options.combination);
  return json;
}

// Balanced accuracy and AUC are of two classes, precision and recall of one that has a threshold.
bool has_class_figures(const Evaluation& evaluation) {
  return evaluation.balanced_accuracy || evaluation.auc;
}

std::string estimate_text(const TrainingFacts& facts, const EstimateFacts& estimate, const std::string& name) {
  const Evaluation& evaluation = estimate.evaluation;
  std::string text = fmt::format("{:<9} {} {}{}", name,
                                 score_text(facts.task, evaluation.score, evaluation.standard_error.value_or(0)),
                                 estimate.out_of_bag ? "" : "by ", evaluation.method);
  if (facts.baseline_score) {
    text += fmt::format(" ({})", baseline_text(facts.task, facts.baseline, *facts.baseline_score));
  }
  text += "\n";
  if (has_class_figures(evaluation)) {
    text += fmt::format("          balanced accuracy {}, AUC {}\n",
                        evaluation.balanced_accuracy ? percent(*evaluation.balanced_accuracy) : "undefined",
                        known_text(evaluation.auc));
    if (estimate.threshold_label) {
      text += fmt::format(
          "          {}: {}\n", in_quotes(*estimate.threshold_label, kLabelShown),
          precision_text(evaluation.precision, evaluation.recall, f1_of(evaluation.precision, evaluation.recall)));
    }
  }
  return estimate.note.empty() ? text : text + fmt::format("          ({})\n", estimate.note);
}

nlohmann::ordered_json estimate_json(const TrainingFacts& facts, const EstimateFacts& estimate) {
  const Evaluation& evaluation = estimate.evaluation;
  nlohmann::ordered_json json = {{"method", evaluation.method},
                                 {score_name(facts.task), evaluation.score},
                                 {"standard_error", or_null(evaluation.standard_error)}};
  if (facts.baseline_score) json["baseline"] = *facts.baseline_score;
  if (has_class_figures(evaluation)) {
    json["balanced_accuracy"] = or_null(evaluation.balanced_accuracy);
    json["auc"] = or_null(evaluation.auc);
    if (estimate.threshold_label) {
      json["precision"] = or_null(evaluation.precision);
      json["recall"] = or_null(evaluation.recall);
      json["f1"] = or_null(f1_of(evaluation.precision, evaluation.recall));
    }
  }
  if (estimate.nested) json["nested"] = *estimate.nested;
  if (!estimate.note.empty()) json["note"] = estimate.note;
  return json;
}

}  // namespace

TrainingFacts training_facts(const Learned& learned, const LearnOptions& options, const Baseline& baseline,
                             bool details) {
  TrainingFacts facts;
  facts.task = learned.model.task;
  if (options.ensemble.kind == EnsembleKind::none) {
    facts.tree = grown_tree_facts(learned, options, details);
  } else {
    facts.trees = grown_trees_facts(learned, options);
  }
  facts.threshold = threshold_facts(learned, options);
  facts.training_score = learned.model.provenance.training_score;
  facts.baseline = baseline;
  facts.baseline_score = learned.model.provenance.baseline;
  return facts;
}

std::string to_text(const TrainingFacts& facts, bool verbose) {
  std::string text = facts.trees ? grown_trees_text(*facts.trees) : grown_tree_text(facts.tree, verbose);
  if (facts.threshold) text += to_text(*facts.threshold);
  std::string name(score_name(facts.task));
  if (facts.training_score) {
    text += fmt::format("{:<9} {} on the training rows", std::exchange(name, ""),
                        score_text(facts.task, *facts.training_score));
    if (facts.baseline_score) {
      text += fmt::format(" ({})", baseline_text(facts.task, facts.baseline, *facts.baseline_score));
    }
    text += "\n";
  }
  return facts.estimate ? text + estimate_text(facts, *facts.estimate, name) : text;
}

nlohmann::ordered_json to_json(const TrainingFacts& facts) {
  nlohmann::ordered_json json;
  if (facts.trees) {
    json["ensemble"] = to_json(*facts.trees);
  } else {
    json = {{"grown", to_json(facts.tree.grown)}, {"pruned", pruned_json(facts.tree)}};
  }
  if (facts.threshold) json["threshold"] = to_json(*facts.threshold);
  if (facts.baseline_score) json["baseline"] = *facts.baseline_score;
  if (facts.training_score) json[fmt::format("training_{}", score_name(facts.task))] = *facts.training_score;
  if (facts.estimate) {
    json[facts.estimate->out_of_bag ? "out_of_bag" : "cross_validation"] = estimate_json(facts, *facts.estimate);
  }
  return json;
}

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

// Of several trees there is one thing to say.
void warn_of_trees(std::size_t rows, const Baseline& baseline, const Model& model, const LearnOptions& options,
                   Warnings& warnings) {
  const Provenance& provenance = model.provenance;
  const double perfect = model.task == Task::regression ? 0 : 1;
  if (!provenance.baseline || !provenance.evaluation || *provenance.baseline == perfect || rows < 2) return;
  if (!asks_for_the_score(options) || beats_baseline(model)) return;
  const bool classes = model.task == Task::classification && !weighs_classes(options.grow);
  warnings.push_back(
      {fmt::format("the trees do not beat always answering {} by a standard error", answer_text(model.task, baseline)),
       classes ? "try --class-weight balanced for answers that find the rare classes, or --min-leaf N for "
                 "probabilities that tell rows apart"
               : "try --min-leaf N, or other columns",
       std::nullopt, ""});
}

}  // namespace

void warn_of_baseline(std::size_t rows, const Baseline& baseline, const Learned& learned, const LearnOptions& options,
                      Warnings& warnings) {
  const Model& model = learned.model;
  if (options.ensemble.kind != EnsembleKind::none) return warn_of_trees(rows, baseline, model, options, warnings);
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

}  // namespace espalier
