// The words of the model file (docs/model-format.md), shared by its writer and its reader.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "model/model.hpp"
#include "support/table_words.hpp"

namespace espalier::keys {

using Word = std::string_view;

inline constexpr Word kFormat = "espalier-model";

inline constexpr std::array<Word, 14> kModel = {"format",      "version",  "task",    "target",    "labels",
                                                "costs",       "features", "missing", "smoothing", "decision_threshold",
                                                "combination", "sums",     "trees",   "provenance"};
inline constexpr std::array<Word, 4> kSums = {"arithmetic", "exponent", "base", "link"};
inline constexpr std::array<Word, 2> kSmoothing = {"kind", "m"};
inline constexpr std::array<Word, 2> kDecisionThreshold = {"label", "probability"};
inline constexpr std::array<Word, 7> kNumeric = {"name", "kind", "integer", "range", "precision", "date", "cuts"};
inline constexpr std::array<Word, 2> kDate = {"unit", "form"};
inline constexpr std::array<Word, 5> kCategorical = {"name", "kind", "ordered", "categories", "merged"};
inline constexpr std::array<Word, 2> kMerged = {"category", "words"};
inline constexpr std::array<Word, 2> kCut = {"threshold", "gap"};
inline constexpr std::array<Word, 2> kTree = {"output", "nodes"};

// Keys of a node: those of its test (in the order of TestKind), then those of its answer (of a single tree in the order
// of Task; of several trees that of a leaf in the order of LeafAnswer, and the weight).
inline constexpr std::array<Word, 1> kLeaf = {"test"};
inline constexpr std::array<Word, 7> kLessEqual = {"test",     "feature",       "threshold", "gap",
                                                   "children", "missing_child", "surrogates"};
inline constexpr std::array<Word, 6> kMember = {"test",     "feature",       "categories",
                                                "children", "missing_child", "surrogates"};
inline constexpr std::array<Word, 4> kMultiway = {"test", "feature", "children", "missing_child"};
inline constexpr std::array<Word, 5> kGrouped = {"test", "feature", "groups", "children", "missing_child"};
inline constexpr std::array<Word, 4> kPresent = kMultiway;
inline constexpr std::array<Word, 3> kAllOf = {"test", "parts", "children"};
inline constexpr std::array<std::span<const Word>, 7> kTestKeys = {kLeaf,    kLessEqual, kMember, kMultiway,
                                                                   kGrouped, kPresent,   kAllOf};

// Keys of a part of a rule, in the order of RulePart::Kind.
inline constexpr std::array<Word, 5> kNumericPart = {"feature", "test", "threshold", "gap", "missing"};
inline constexpr std::array<Word, 4> kCategoricalPart = {"feature", "test", "categories", "missing"};
inline constexpr std::array<Word, 2> kPresencePart = {"feature", "test"};
inline constexpr std::array<std::span<const Word>, 5> kPartKeys = {kNumericPart, kNumericPart, kCategoricalPart,
                                                                   kPresencePart, kPresencePart};

inline constexpr std::array<Word, 2> kLabel = {"label", "counts"};
inline constexpr std::array<Word, 3> kValue = {"value", "weight", "deviation"};
inline constexpr std::array<std::span<const Word>, 2> kAnswerKeys = {kLabel, kValue};
inline constexpr Word kWeight = "weight";

inline constexpr std::array<Word, 2> kSurrogateTests = {"less_equal", "member"};
inline constexpr std::array<Word, 6> kNumericSurrogate = {"feature", "test",     "threshold",
                                                          "gap",     "reversed", "agreement"};
inline constexpr std::array<Word, 5> kCategoricalSurrogate = {"feature", "test", "categories", "reversed", "agreement"};

// How good a model is: classification by accuracy, regression by root mean squared error.
constexpr Word training_score(Task task) {
  return task == Task::classification ? "training_accuracy" : "training_rmse";
}
constexpr Word score(Task task) {
  return task == Task::classification ? "accuracy" : "rmse";
}
constexpr std::array<Word, 7> provenance(Task task) {
  return {"tool", "data_sha256", "rows", "options", "baseline", training_score(task), "evaluation"};
}
inline constexpr std::array<Word, 7> kLabelEvaluation = {"method", "accuracy",  "standard_error", "balanced_accuracy",
                                                         "auc",    "precision", "recall"};
inline constexpr std::array<Word, 3> kValueEvaluation = {"method", "rmse", "standard_error"};
constexpr std::span<const Word> evaluation(Task task) {
  return task == Task::classification ? std::span<const Word>(kLabelEvaluation)
                                      : std::span<const Word>(kValueEvaluation);
}

}  // namespace espalier::keys
