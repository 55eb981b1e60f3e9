// What the comment on a returning line says: which rules, how many training rows, how pure.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace espalier {

// A training weight for people: a count unless rows were weighted, so whole ones are shown whole: "48", "3.40".
std::string weight_text(double weight);

class RuleNotes {
 public:
  explicit RuleNotes(const Model& model);

  // "rule 3: 48 rows, 97.9 % versicolor"; "rules 2-4: 60 rows, 100.0 % virginica". The rules share their label. Of a
  // regression: "rule 3: 14 rows, mean 23.5", or "median 23.5" if deviations were taken absolutely.
  std::string note(std::span<const std::uint32_t> rules) const;

  std::size_t rules() const { return weight_.size() - 1; }

 private:
  std::vector<double> weight_;       // per rule number; [0] unused
  std::vector<double> right_;        // weight of the rule's own label
  std::vector<std::string> answer_;  // "versicolor" as comment text; "mean 23.5"
  bool regression_;
};

}  // namespace espalier
