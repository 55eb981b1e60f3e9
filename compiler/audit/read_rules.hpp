// A rules file (docs/rules.md) read back and followed, as a program that consumes it would.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/judge.hpp"
#include "model/blend.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

class RulesFile {
 public:
  // Throws Diagnostic(bad_input), located, for a text that is no rules file; features are looked up in the model.
  RulesFile(std::string_view text, const std::string& name, const Model& model);

  // None if not exactly one rule applies (of a list: none; of a blend: if no rule has any weight).
  std::optional<GivenAnswer> answer(Row row) const;

  enum class Op { less_equal, greater, within, in, not_in, known, missing, never };
  struct Condition {
    std::uint32_t feature = 0;
    bool categorical = false;
    Op op = Op::known;
    double above = 0;
    double upto = 0;
    std::vector<bool> listed;     // per category
    std::vector<bool> countable;  // per category: counts as known
    std::vector<Condition> otherwise;
    bool when_missing = false;
    std::optional<std::uint32_t> share;
  };
  struct Rule {
    std::uint32_t id = 0;
    std::vector<Condition> conditions;
    std::uint32_t label = 0;  // classification
    double value = 0;         // regression
    std::vector<float> probabilities;
    std::vector<std::uint32_t> shares;  // of a blend
    std::uint32_t support = 0;          // of a smoothed blend
    std::int32_t scaled = 0;            // of a blend
    std::vector<double> adds;           // of one of several trees: its shares, or its value
  };
  struct RulesOfTree {
    std::uint32_t output = 0;
    std::vector<Rule> rules;
  };

 private:
  GivenAnswer single(const Rule& rule) const;
  std::optional<GivenAnswer> added_up(Row row) const;
  std::optional<GivenAnswer> blended(Row row) const;
  std::uint32_t label_of(const BlendedRow& blend) const;

  bool regression_ = false;
  bool blends_ = false;
  bool in_order_ = false;  // the first rule that applies answers
  int exponent_ = 0;
  std::vector<std::vector<std::uint32_t>> costs_;
  BlendSmoothing smoothing_;
  std::optional<BlendThreshold> threshold_;
  std::vector<Rule> rules_;
  // Several trees
  Combination combination_ = Combination::single;
  Sums sums_;
  std::size_t labels_ = 0;
  std::vector<RulesOfTree> trees_;
};

}  // namespace espalier
