// Rules in words: in the comments of emitted code, and one by one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// What the comment on a returning line says: which rules, how many training rows, how pure.

// A training weight for people: a count unless rows were weighted, so whole ones are shown whole: "48", "3.40".
std::string weight_text(double weight);

class RuleNotes {
 public:
  explicit RuleNotes(const Model& model) : RuleNotes(model, only_tree(model)) {}
  RuleNotes(const Model& model, const Tree& tree);  // one of the model's

  // "rule 3: 48 rows, 97.9 % versicolor"; "rules 2-4: 60 rows, 100.0 % virginica". The rules share their label. Of a
  // regression: "rule 3: 14 rows, mean 23.5", or "median 23.5" if deviations were taken absolutely.
  // Of one of several trees: "rule 3: versicolor", "rule 3: 80.0 % versicolor, 48 rows", "rule 3: -0.25".
  std::string note(std::span<const std::uint32_t> rules) const;

  std::size_t rules() const { return weight_.size() - 1; }

 private:
  bool several_;                     // the tree is one of several
  std::vector<double> weight_;       // per rule number; [0] unused
  std::vector<double> right_;        // weight of the rule's own label
  std::vector<std::string> answer_;  // "versicolor" as comment text; "mean 23.5"
  bool regression_;
};

// Rules in words: `2.45 < petal_length <= 4.95 and petal_width <= 1.65 => versicolor (47 of 47 rows)`.

// Trees of more rules are not put into words: nobody reads them, and every compiler would have to.
inline constexpr std::size_t kMostDescribedRules = 2000;

// About: a text is not made longer by another condition once it is as long as this; it tells how many there are
// instead.
inline constexpr std::size_t kRuleTextBytes = 400;

// The text of rule r at [r - 1], in the model's own terms: its names (made printable, in UTF-8), thresholds and
// counts. All tests of a column make one condition, in the order in which the columns are first asked. Missing values
// are spoken of where a test decides about them: under `surrogate` and `fractional` they can come to many rules, and
// where training saw none they fail every test. Of a decision list, each rule has its own conditions: "otherwise, if
// humidity > 75 and outlook = sunny => ...". Empty for models with more than kMostDescribedRules rules.
std::vector<std::string> rule_texts(const Model& model, const std::vector<Field>& fields);

}  // namespace espalier
