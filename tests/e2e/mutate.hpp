// Mutants of generated headers: each differs from the original in one place, in a way that a generator, an editor or a
// merge could get wrong.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace espalier::e2e {

struct Mutant {
  std::string what;    // "predict: <= becomes <, occurrence 3"
  std::string header;  // the whole text
};

// The header without its static_assert witnesses: what is caught now was caught by the boundary vectors.
std::string without_witnesses(const std::string& header);

// Every occurrence in predict() and predict_rule() is mutated once. The header must not be outlined. The first three
// change the functions that blend as well.
std::vector<Mutant> relaxed_comparisons(const std::string& header);   // <= becomes <, > becomes >=
std::vector<Mutant> shifted_thresholds(const std::string& header);    // one ulp (or one) up, and down
std::vector<Mutant> opposite_comparisons(const std::string& header);  // <= becomes >, == becomes !=, < becomes >=
std::vector<Mutant> short_thresholds(const std::string& header);      // six digits, where that is another number
std::vector<Mutant> swapped_branches(const std::string& header);      // if (c) becomes if (!(c))
std::vector<Mutant> wrong_features(const std::string& header);        // another field of the same type
std::vector<Mutant> flipped_missing(const std::string& header);       // !(x > t) becomes x <= t, and the other way
std::vector<Mutant> wrong_answers(const std::string& header);         // another label, another rule
std::vector<Mutant> dropped_categories(const std::string& header);    // one term of a test for membership goes

// Of blends: a share or a scaled value off by one, another label's share, another rule.
std::vector<Mutant> wrong_shares(const std::string& header);

// Of a regression: an answer one ulp up or down, another scale.
std::vector<Mutant> wrong_values(const std::string& header);

// Outside the two functions: labels swapped in the enumeration and in to_string(), texts and values swapped in parse_
// functions, categories swapped in their enumerations, probabilities changed.
std::vector<Mutant> wrong_tables(const std::string& header);

// Other ways to an answer: the margin's arithmetic, columns and array elements taken for each other.
std::vector<Mutant> wrong_ways(const std::string& header);

// Rules in words, names of columns, texts of categories, the model's hash and number.
std::vector<Mutant> wrong_texts(const std::string& header);

// What ESPALIER_COUNT_RULES adds.
std::vector<Mutant> wrong_counts(const std::string& header);

}  // namespace espalier::e2e
