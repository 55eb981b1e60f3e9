// The words of the model file (docs/model-format.md), shared by its writer and its reader. Tables follow the order of
// their enumerations.
#pragma once

#include <array>
#include <string_view>

namespace espalier::keys {

using Word = std::string_view;

inline constexpr Word kFormat = "espalier-model";
inline constexpr Word kTask = "classification";

inline constexpr std::array<Word, 2> kFeatureKinds = {"numeric", "categorical"};
inline constexpr std::array<Word, 6> kTests = {"leaf", "less_equal", "member", "multiway", "grouped", "present"};
inline constexpr std::array<Word, 6> kMissing = {"refuse",       "majority",  "learned",
                                                 "own-category", "surrogate", "fractional"};
inline constexpr std::array<Word, 1> kCombinations = {"single"};

inline constexpr std::array<Word, 10> kModel = {"format",   "version", "task",        "target", "labels",
                                                "features", "missing", "combination", "trees",  "provenance"};
inline constexpr std::array<Word, 4> kNumeric = {"name", "kind", "integer", "range"};
inline constexpr std::array<Word, 4> kCategorical = {"name", "kind", "ordered", "categories"};
inline constexpr std::array<Word, 1> kTree = {"nodes"};
inline constexpr std::array<Word, 3> kLeaf = {"test", "label", "counts"};
inline constexpr std::array<Word, 8> kLessEqual = {"test",     "feature",       "threshold", "gap",
                                                   "children", "missing_child", "label",     "counts"};
inline constexpr std::array<Word, 7> kMember = {"test",          "feature", "categories", "children",
                                                "missing_child", "label",   "counts"};
inline constexpr std::array<Word, 6> kMultiway = {"test", "feature", "children", "missing_child", "label", "counts"};
inline constexpr std::array<Word, 6> kProvenance = {"tool",    "data_sha256",       "rows",
                                                    "options", "training_accuracy", "evaluation"};
inline constexpr std::array<Word, 2> kEvaluation = {"method", "accuracy"};

}  // namespace espalier::keys
