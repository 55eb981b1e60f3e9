// Rules in words: `2.45 < petal_length <= 4.95 and petal_width <= 1.65 => versicolor (47 of 47 rows)`.
#pragma once

#include <string>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Trees of more rules are not put into words: nobody reads them, and every compiler would have to.
inline constexpr std::size_t kMostDescribedRules = 2000;

// About: a text is not made longer by another condition once it is as long as this; it tells how many there are
// instead.
inline constexpr std::size_t kRuleTextBytes = 400;

// The text of rule r at [r - 1], in the model's own terms: its names (made printable, in UTF-8), thresholds and
// counts. All tests of a column make one condition, in the order in which the columns are first asked. Missing values
// are spoken of where a test decides about them: under `surrogate` and `fractional` they can come to many rules, and
// where training saw none they fail every test. Empty for models with more than kMostDescribedRules rules.
std::vector<std::string> rule_texts(const Model& model, const std::vector<Field>& fields);

}  // namespace espalier
