// Parts of the template context that the headers of C and C++ share.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "emit/about.hpp"
#include "emit/code_text.hpp"
#include "emit/emit_options.hpp"
#include "lower/input_type.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// What all headers say before and beside their functions.
struct HeaderWords {
  const CodeNames& code;
  const CodeNames& sentinel_code;  // what sentinels are written with
  const AboutWords& about;
  std::size_t max_tests;
  std::string_view space;                  // the namespace
  std::string_view extension;              // "HPP", of the guard
  std::vector<std::string> runtime_files;  // those that it needs
};

// Adds about, record, guard, runtime, needs_double, needs_nan, value_type, value_note, sentinels, field_count, readers,
// the comment of each field, and what add_text_context() does.
void add_header_context(const Model& model, const Lowered& lowered, const EmitOptions& options,
                        const HeaderWords& words, nlohmann::json& context);

// Functions with a single exit are written in MISRA's style.
CodeStyle style_of(const Lowered& lowered);

// The integer types that have a missing value in this header.
nlohmann::json sentinel_context(const std::vector<Field>& fields, const CodeNames& names);

// What stands behind a member of the input. Fields without a range to tell (a hand-made model) have minimum == maximum.
std::string field_comment(const Feature& feature, const Field& field, const CodeNames& names);

// The text of the runtime's files, or what includes them.
std::string runtime_text(RuntimeForm form, const std::vector<std::string>& files);

// What a platform with shorter doubles could not do, and the option that would help it.
nlohmann::json needs_double(const Lowered& lowered);

// ESPALIER_IRIS_HPP_a987b07553a3: of the namespace, the file's kind and the model.
std::string header_guard(std::string_view space, std::string_view extension, std::string_view model_sha256);

// The texts and constants of a header that tell it and its rules from others.

// Adds `version`, `model_hash` and `model_id` (the first 64 bits of the hash; 0 without one), `rule_texts` as string
// literals, and `described`, which is false where there are too many rules to describe (emit/rule_text.hpp).
void add_text_context(const Model& model, const std::vector<Field>& fields, const std::string& sha256,
                      nlohmann::json& context, const CodeSyntax& syntax = kCSyntax);

// What a header offers for its fields that are dates: functions that make their numbers.

bool has_dates(const Model& model, const std::vector<Field>& fields);

// {"any": true, "days": true, "seconds": false, "witnesses": [{"call": "days_from_date(2026, 1, 17)", "value":
// "20470"}]}: which units there are, and the first and last days or seconds of the training rows, as far as they are
// whole.
nlohmann::json date_context(const Model& model, const std::vector<Field>& fields);

// The part of a classification's header that tells how sure an answer is: probabilities() and margin().

// Per function of the header, the rules whose label shares it knows: rules with equal shares stand together.
nlohmann::json distribution_context(const Model& model, const CodeSyntax& syntax = kCSyntax);

// Many words in few lines: string literals in which every word but the last ends with a zero, as runtime/words.hpp
// reads them.

struct WordList {
  std::string literal;   // broken into lines, which begin as the arguments of a call do
  std::size_t size = 0;  // of its value, the zero at its end included
};

// As few as there can be if none is longer than the 4,095 characters that C promises; a word that is longer stands
// alone.
std::vector<WordList> word_lists(const std::vector<std::string>& words);

// Whether a field of the model has categories that stand for several words.
bool has_word_lists(const Model& model, const std::vector<Field>& fields);

// Whether a predictor needs a compiler that takes NaN seriously.

// True if a comparison of floating-point values decides about missing ones: -ffast-math lets compilers assume that
// there are none, and answers would change. False where training saw no missing values, unless a test asks whether a
// value is known at all (`x == x`), and where floats are compared by their bits. `code`: how the language at hand
// compares them.
bool needs_nan_semantics(const Model& model, const Lowered& lowered, const CodeNames& code);

}  // namespace espalier
