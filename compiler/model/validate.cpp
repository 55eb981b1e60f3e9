// The rules of docs/model-format.md for everything but the trees; those are in validate_tree.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "model/model_json.hpp"
#include "model/model_keys.hpp"
#include "model/tree_facts.hpp"
#include "model/validate.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kLongestText = 65535;  // bytes
constexpr std::size_t kMostLabels = 65535;   // emitted code numbers labels with 16 bits

void check_text(std::string_view text, const std::string& path) {
  if (text.size() > kLongestText) {
    throw ModelFault(path,
                     fmt::format("{} bytes long; at most {} are allowed", grouped(text.size()), grouped(kLongestText)));
  }
  if (text.find('\0') != std::string_view::npos) throw ModelFault(path, "contains a NUL character");
  if (first_invalid_utf8(text)) throw ModelFault(path, in_quotes(text) + " is not UTF-8");
}

// Texts that name things: sound and different from each other. `text(i)` and `path(i)` give the i-th of them.
template <typename Text, typename Path>
void check_names(std::size_t size, const Text& text, const Path& path) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < size; ++i) {
    check_text(text(i), path(i));
    if (!seen.insert(text(i)).second) throw ModelFault(path(i), in_quotes(text(i)) + " occurs twice");
  }
}

void check_name_list(const std::vector<std::string>& names, const std::string& path) {
  check_names(
      names.size(), [&](std::size_t i) -> std::string_view { return names[i]; },
      [&](std::size_t i) { return fmt::format("{}[{}]", path, i); });
}

void check_range(const Feature& feature, const std::string& path) {
  if (!std::isfinite(feature.minimum) || !std::isfinite(feature.maximum)) {
    throw ModelFault(path, "is not finite");
  }
  if (feature.minimum > feature.maximum) {
    throw ModelFault(path, fmt::format("the minimum {} is larger than the maximum {}", shortest(feature.minimum),
                                       shortest(feature.maximum)));
  }
  const bool whole = std::trunc(feature.minimum) == feature.minimum && std::trunc(feature.maximum) == feature.maximum;
  if (feature.integer && !whole) throw ModelFault(path, "an integer feature has a range of whole numbers");
}

void check_cuts(const std::vector<CutPoint>& cuts, const std::string& path) {
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    const std::string cut = fmt::format("{}[{}]", path, i);
    check_threshold(cuts[i].threshold, cuts[i].gap,
                    [&](const char* member, const std::string& message) { throw ModelFault(cut + member, message); });
    if (i > 0 && !(cuts[i - 1].threshold < cuts[i].threshold)) {
      throw ModelFault(cut + ".threshold", "cuts must be in ascending order, each once");
    }
  }
}

// Each word is read as one category: it stands once, and is no other category's name.
void check_merged(const Feature& feature, const std::string& path) {
  std::unordered_map<std::string_view, std::size_t> category_of;
  for (std::size_t c = 0; c < feature.categories.size(); ++c) category_of.emplace(feature.categories[c], c);
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < feature.merged.size(); ++i) {
    const MergedWords& merged = feature.merged[i];
    const std::string here = fmt::format("{}[{}]", path, i);
    if (merged.category >= feature.categories.size()) {
      throw ModelFault(here + ".category", fmt::format("{} is not the index of one of {} categories", merged.category,
                                                       grouped(feature.categories.size())));
    }
    if (i > 0 && merged.category <= feature.merged[i - 1].category) {
      throw ModelFault(here + ".category", "categories must be in ascending order, each once");
    }
    if (merged.words.empty()) throw ModelFault(here + ".words", "at least one word is needed");
    for (std::size_t w = 0; w < merged.words.size(); ++w) {
      const std::string word = fmt::format("{}.words[{}]", here, w);
      check_text(merged.words[w], word);
      const auto named = category_of.find(merged.words[w]);
      if (named != category_of.end() && named->second != merged.category) {
        throw ModelFault(word, in_quotes(merged.words[w]) + " is a category of its own");
      }
      if (!seen.insert(merged.words[w]).second) throw ModelFault(word, in_quotes(merged.words[w]) + " occurs twice");
    }
  }
}

void check_features(const std::vector<Feature>& features) {
  check_names(
      features.size(), [&](std::size_t i) -> std::string_view { return features[i].name; },
      [](std::size_t i) { return fmt::format("features[{}].name", i); });
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (features[i].kind == FeatureKind::numeric) {
      check_range(features[i], fmt::format("features[{}].range", i));
      check_cuts(features[i].cuts, fmt::format("features[{}].cuts", i));
      if (!features[i].merged.empty()) throw ModelFault(fmt::format("features[{}]", i), "numbers are no words");
    } else {
      if (!features[i].cuts.empty()) throw ModelFault(fmt::format("features[{}].cuts", i), "categories have no cuts");
      if (features[i].date) throw ModelFault(fmt::format("features[{}]", i), "categories are no dates");
      check_name_list(features[i].categories, fmt::format("features[{}].categories", i));
      check_merged(features[i], fmt::format("features[{}].merged", i));
    }
  }
}

void check_labels(const std::vector<std::string>& labels) {
  if (labels.empty()) throw ModelFault("labels", "at least one label is needed");
  if (labels.size() > kMostLabels) {
    throw ModelFault("labels",
                     fmt::format("{} labels; at most {} are allowed", grouped(labels.size()), grouped(kMostLabels)));
  }
  check_name_list(labels, "labels");
}

void check_one_per_label(std::size_t found, std::size_t labels, const char* what, const std::string& path) {
  if (found == labels) return;
  throw ModelFault(path,
                   fmt::format("expected one {} per label ({}), found {}", what, grouped(labels), grouped(found)));
}

void check_cost(double cost, bool right, const std::string& path) {
  if (!std::isfinite(cost)) throw ModelFault(path, "is not finite");
  if (cost < 0) throw ModelFault(path, shortest(cost) + " is negative");
  if (right && cost != 0) throw ModelFault(path, "a right answer costs nothing, found " + shortest(cost));
}

void check_costs(const std::vector<std::vector<double>>& costs, std::size_t labels) {
  double largest = 0;
  check_one_per_label(costs.size(), labels, "row", "costs");
  for (std::size_t actual = 0; actual < labels; ++actual) {
    const std::string path = fmt::format("costs[{}]", actual);
    check_one_per_label(costs[actual].size(), labels, "cost", path);
    for (std::size_t answer = 0; answer < labels; ++answer) {
      check_cost(costs[actual][answer], actual == answer, fmt::format("{}[{}]", path, answer));
      largest = std::max(largest, costs[actual][answer]);
    }
  }
  if (!(largest > 0)) throw ModelFault("costs", "no wrong answer costs anything");
}

void check_decision_threshold(const DecisionThreshold& threshold, std::size_t labels) {
  if (labels != 2) {
    throw ModelFault("decision_threshold", fmt::format("it is for two labels; the model has {}", grouped(labels)));
  }
  if (threshold.label >= labels) {
    throw ModelFault("decision_threshold.label", fmt::format("there is no label {}; the model has 2", threshold.label));
  }
  if (!(threshold.probability > 0 && threshold.probability <= 1)) {
    throw ModelFault("decision_threshold.probability", "expected a number above 0, and at most 1");
  }
}

void check_classes(const Model& model) {
  if (model.task == Task::classification) {
    check_labels(model.labels);
    if (!model.costs.empty()) check_costs(model.costs, model.labels.size());
    if (model.smoothing.kind == SmoothingKind::m_estimate &&
        !(model.smoothing.m > 0 && model.smoothing.m <= kLargestM)) {
      throw ModelFault("smoothing.m", "expected a number above 0, and at most 1e9");
    }
    if (model.decision_threshold) check_decision_threshold(*model.decision_threshold, model.labels.size());
    return;
  }
  if (!model.labels.empty()) throw ModelFault("labels", "a regression model has no classes");
  if (!model.costs.empty()) throw ModelFault("costs", "a regression model has no classes");
  if (model.smoothing != Smoothing()) throw ModelFault("smoothing", "a regression model has no classes");
  if (model.decision_threshold) throw ModelFault("decision_threshold", "a regression model has no classes");
}

// What is about the counts of a single tree.
void refuse_single(const Model& model) {
  const std::string message = "is for single trees";
  if (model.missing == MissingPolicy::fractional) throw ModelFault("missing", "'fractional' " + message);
  if (!model.costs.empty()) throw ModelFault("costs", message);
  if (model.smoothing != Smoothing()) throw ModelFault("smoothing", message);
  if (model.decision_threshold) throw ModelFault("decision_threshold", message);
}

void check_link(const Model& model) {
  const std::size_t outputs = model.sums.base.size();
  const bool classes = model.sums.link == ScoreLink::logistic || model.sums.link == ScoreLink::softmax;
  if (classes != (model.task == Task::classification)) {
    throw ModelFault("sums.link", classes ? "it is for classification"
                                          : "it is for regression; labels have 'logistic' or 'softmax'");
  }
  if (!classes) {
    if (outputs != 1) throw ModelFault("sums.base", fmt::format("a number has 1 output, found {}", grouped(outputs)));
    return;
  }
  const bool one_of_two = model.sums.link == ScoreLink::logistic && model.labels.size() == 2 && outputs == 1;
  if (!one_of_two) check_one_per_label(outputs, model.labels.size(), "output", "sums.base");
}

// Up to here a double holds every whole number, so that sums are exact.
constexpr double kLargestSum = 0x1p53;

void check_sums(const Model& model) {
  if (!has_sums(model.combination)) {
    if (model.sums != Sums()) throw ModelFault("sums", "only combinations 'mean' and 'sum' have them");
    return;
  }
  if (std::abs(model.sums.exponent) > kLargestExponent) {
    throw ModelFault("sums.exponent", "expected a whole number from -999 to 999");
  }
  for (std::size_t i = 0; i < model.sums.base.size(); ++i) {
    const double base = model.sums.base[i];
    const std::string path = fmt::format("sums.base[{}]", i);
    if (!std::isfinite(base)) throw ModelFault(path, "is not finite");
    if (has_exponent(model) && !is_multiple_of_unit(base, model.sums.exponent)) {
      throw ModelFault(path, fmt::format("{} is not a multiple of 2^{}", shortest(base), -model.sums.exponent));
    }
  }
  if (model.combination == Combination::sum) check_link(model);
}

void check_combination(const Model& model) {
  constexpr std::size_t kMostTrees = 65535;  // votes are counted with 16 bits
  if (model.combination == Combination::single) {
    if (model.trees.size() != 1) {
      throw ModelFault("trees",
                       fmt::format("combination 'single' needs exactly one tree, found {}", model.trees.size()));
    }
  } else {
    refuse_single(model);
    if (model.trees.empty()) throw ModelFault("trees", "at least one tree is needed");
    if (model.trees.size() > kMostTrees) {
      throw ModelFault(
          "trees", fmt::format("{} trees; at most {} are allowed", grouped(model.trees.size()), grouped(kMostTrees)));
    }
    if (model.combination == Combination::vote && model.task == Task::regression) {
      throw ModelFault("combination", "numbers are not voted on; 'mean' is their average");
    }
  }
  check_sums(model);
}

// Whatever leaves the trees lead to, whole sums stay whole, and floating-point sums finite.
void check_widest_sums(const Model& model) {
  const double floats = model.sums.arithmetic == Arithmetic::float32 ? std::numeric_limits<float>::max()
                                                                     : std::numeric_limits<double>::max();
  for (const double sum : widest_sums(model)) {
    if (model.combination != Combination::single && model.sums.arithmetic != Arithmetic::whole &&
        !(sum <= floats / 2)) {
      throw ModelFault("sums.arithmetic", fmt::format("the values add up to {}; {} sums go up to {}", shortest(sum),
                                                      to_string(model.sums.arithmetic), shortest(floats / 2)));
    }
    if (!has_exponent(model) || std::ldexp(sum, model.sums.exponent) < kLargestSum) continue;
    throw ModelFault("sums.exponent",
                     fmt::format("the values add up to {}, which has more than 53 bits in units of 2^{}", shortest(sum),
                                 -model.sums.exponent));
  }
}

void check_sha256(const std::string& digest, const std::string& path) {
  const bool hexadecimal = digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!digest.empty() && (digest.size() != 64 || !hexadecimal)) {
    throw ModelFault(path, "expected 64 lower-case hexadecimal digits or nothing");
  }
}

void check_score(double score, Task task, const std::string& path) {
  if (task == Task::classification && !(score >= 0 && score <= 1)) {
    throw ModelFault(path, "an accuracy lies between 0 and 1");
  }
  if (task == Task::regression && !(score >= 0 && std::isfinite(score))) {
    throw ModelFault(path, "a root mean squared error is finite and not negative");
  }
}

// A share, which numbers as answers do not have.
void check_share(const std::optional<double>& share, Task task, const std::string& path) {
  if (!share) return;
  if (task == Task::regression) throw ModelFault(path, "a regression model has no classes");
  if (!(*share >= 0 && *share <= 1)) throw ModelFault(path, "a share lies between 0 and 1");
}

void check_evaluation(const Evaluation& evaluation, Task task, const std::string& path) {
  check_text(evaluation.method, path + ".method");
  check_score(evaluation.score, task, fmt::format("{}.{}", path, keys::score(task)));
  if (evaluation.standard_error && !(*evaluation.standard_error >= 0 && std::isfinite(*evaluation.standard_error))) {
    throw ModelFault(path + ".standard_error", "a standard error is finite and not negative");
  }
  check_share(evaluation.balanced_accuracy, task, path + ".balanced_accuracy");
  check_share(evaluation.auc, task, path + ".auc");
  check_share(evaluation.precision, task, path + ".precision");
  check_share(evaluation.recall, task, path + ".recall");
}

void check_options(const std::vector<std::pair<std::string, std::string>>& options, const std::string& path) {
  check_names(
      options.size(), [&](std::size_t i) -> std::string_view { return options[i].first; },
      [&](std::size_t) { return path; });
  for (const auto& [name, value] : options) check_text(value, path);
}

void check_provenance(const Provenance& provenance, Task task) {
  check_text(provenance.tool, "provenance.tool");
  check_sha256(provenance.data_sha256, "provenance.data_sha256");
  check_options(provenance.options, "provenance.options");
  if (provenance.training_score) {
    check_score(*provenance.training_score, task, fmt::format("provenance.{}", keys::training_score(task)));
  }
  if (provenance.evaluation) check_evaluation(*provenance.evaluation, task, "provenance.evaluation");
  if (provenance.baseline) check_score(*provenance.baseline, task, "provenance.baseline");
}

}  // namespace

void check_model(const Model& model) {
  check_text(model.target, "target");
  check_classes(model);
  check_features(model.features);
  check_combination(model);
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    check_tree(model, model.trees[i], fmt::format("trees[{}]", i));
  }
  check_widest_sums(model);
  check_provenance(model.provenance, model.task);
}

void validate(const Model& model, const std::string& name) {
  try {
    check_model(model);
  } catch (const ModelFault& fault) {
    throw Diagnostic(ExitCode::bad_input, Location{name, 0, 0, {}, 1}, fault.message());
  }
}

}  // namespace espalier
