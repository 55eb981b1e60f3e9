// What the user chooses about the text that a model becomes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "emit/language.hpp"
#include "emit/sql_dialect.hpp"
#include "support/enum_names.hpp"

namespace espalier {

// Of Language::cpp_sources; a tree of a million nodes needs about fifty.
inline constexpr std::size_t kMostParts = 10'000;

// A header of more rules than this has one tree that answers label and rule together (emit/cpp_functions.hpp).
inline constexpr std::size_t kRulesOfTwoTrees = 500;
// So has one whose tests name more categories than this, each as often as it is named: its text is as long.
inline constexpr std::size_t kNamesOfTwoTrees = 10'000;

enum class RuntimeForm { inlined, included };
template <>
inline constexpr auto kNames<RuntimeForm> = enum_names("inline", "include");

struct EmitOptions {
  Language language = Language::cpp;
  std::string space = "predictor";  // namespace, made valid by namespace_name()
  RuntimeForm runtime = RuntimeForm::inlined;
  std::string model_sha256;  // of the model file's text; ties the output to it
  std::string file_name;     // of the first output, without directories: others are named and include it by it
  SqlDialect dialect = SqlDialect::ansi;
  std::string table = "input";                     // SQL: the table with the rows, as the user writes it
  bool probabilities = false;                      // SQL: also a column for the probability of each class
  std::size_t two_trees_up_to = kRulesOfTwoTrees;  // rules; a tree for predict() alone is smaller and faster
  std::size_t parts = 0;        // cpp_sources: source files beside the header; 0: as many as its size asks for
  std::size_t parts_asked = 0;  // the same as the user said it, once `parts` has become a number
  // Headers: words that no test tells apart share an enumerator in columns of more words than this (model/words).
  std::optional<std::size_t> share_above{};
};

}  // namespace espalier
