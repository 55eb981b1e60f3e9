// What people say about a model, taken apart: conditions on rows, and claims about answers (docs/prove.md).
//
//   income <= 3000 and town in {Bonn, 'St. Ives'}            a condition
//   age < 18 => never "granted"                              an answer that is not given there
//   income up => not worse                                   monotone, where the other columns stay
//   independent of sex                                       the same answer, whatever the column says
//   when age >= 18: 0.1 <= P(granted) <= 0.9                 bounds of a figure
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "audit/region.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// Which answers are better than others: needed where somebody says "worse".
struct AnswerOrder {
  std::vector<std::string> labels;  // from the worst to the best; empty: not said
  bool lower_is_better = false;     // numbers
};

struct Claim {
  enum class Kind {
    bounds,       // a figure lies between two numbers
    monotone,     // a figure does not fall (rise) as the column rises
    independent,  // answers do not depend on the columns
  } kind = Kind::bounds;

  enum class Subject {
    label,        // bounds: the label is one of `labels`; independent: the label
    order,        // monotone: the place of the label in the order of answers
    value,        // of a regression
    probability,  // of labels[0]
  } subject = Subject::label;
  std::vector<std::uint32_t> labels{};
  double least = 0;  // bounds of value and probability
  double most = 0;
  bool falls = false;                    // monotone: must not rise
  std::vector<std::uint32_t> columns{};  // monotone: one; independent
};

struct Property {
  std::string text;             // as it was written
  std::vector<Region> where{};  // the rows that it is about: one of these regions; they may overlap
  bool everywhere = true;       // no condition was given
  Claim claim{};
};

// Reads one condition. Throws Diagnostic(usage), with the place in the text: no such column (with a suggestion), a
// number where words are, and everything that is not written like that. `name`: how messages call the text.
std::vector<Region> parse_condition(std::string_view text, const Space& space, const std::string& name);

// Reads one property of the model whose space this is.
Property parse_property(std::string_view text, const Space& space, const Model& model, const AnswerOrder& order,
                        const std::string& name);

}  // namespace espalier
