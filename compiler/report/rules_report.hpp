// What `espalier rules` tells: the rules of a model, one by one, with their figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/diff.hpp"
#include "audit/region.hpp"
#include "evaluate/statistics.hpp"
#include "learn/simplify.hpp"
#include "model/model.hpp"

namespace espalier {

// How a rule did on rows that were given.
struct FiredRule {
  std::size_t rows = 0;
  double share = 0;               // of all rows
  std::optional<double> right{};  // share of its rows whose target is known that it answered right
  std::optional<double> mean{};   // regression: of the targets of its rows
};

struct RuleFacts {
  std::size_t tree = 0;
  std::uint32_t rule = 0;
  bool otherwise = false;               // of a list: where no other rule applies
  bool reachable = false;               // some row comes here
  Region region;                        // of its rows
  std::vector<std::string> conditions;  // one per column; none: always
  std::uint32_t label = 0;              // classification
  double value = 0;                     // regression, scores
  double support = 0;                   // training weight
  double share = 0;                     // of all training weight
  std::optional<double> purity{};       // classification: share of the support that has the label
  std::optional<Interval> interval{};   // of the purity, 95 %
  std::optional<double> lift{};         // purity divided by the label's share in training
  std::optional<double> deviation{};    // regression: root of the mean squared deviation
  std::optional<FiredRule> fired{};
};

enum class RuleOrder { rule, support, purity, label };
template <>
inline constexpr auto kNames<RuleOrder> = enum_names("rule", "support", "purity", "label");

// The rules are a list: the first that applies answers.
struct ListFacts {
  Simplified simplified;
  std::string data;  // the file by which it was made; empty: it is the model's own, and nothing else is known
};

struct RulesFacts {
  const Model& model;
  Space space;
  bool complete_rows = false;  // conditions are those of rows without missing values
  std::vector<RuleFacts> rules;
  std::size_t all_rules = 0;  // before some were left out
  std::string data;           // the file of the rows; empty: none
  std::size_t rows = 0;
  std::optional<double> drift{};  // how far the rules' shares of the rows are from those in training: the sum of
                                  // (a - b) ln(a / b), the population stability index
  std::optional<ListFacts> list{};
};

// All rules of all trees; those of a decision list as those of a list that was just made.
RulesFacts rules_facts(const Model& model);

// The rules of a list that was made of the model's.
RulesFacts rules_facts(const Model& model, ListFacts list);

// Counts the rows of a file in each rule. `actual`: per row the label or the number; NaN: not known.
void count_rows(RulesFacts& facts, const SpaceRows& rows, const std::vector<double>& actual);

// Leaves the rules that some row of the regions comes to; the rules of a label.
void keep_where(RulesFacts& facts, const std::vector<Region>& regions);
void keep_label(RulesFacts& facts, std::uint32_t label);
void sort_rules(RulesFacts& facts, RuleOrder order);

// The rules as a table: its head, and the cells of a rule. Figures read back bit for bit, or are for people; what there
// is none of is empty.
std::vector<std::string> rules_head(const RulesFacts& facts);
std::vector<std::string> rules_line(const RulesFacts& facts, const RuleFacts& rule, bool exact);

// "12 rules with 20 conditions, made of 30 rules with 90 conditions. By data.csv: ..."
std::string list_sentence(const ListFacts& list);

std::string to_text(const RulesFacts& facts);
nlohmann::ordered_json to_json(const RulesFacts& facts);
std::string to_markdown(const RulesFacts& facts);
std::string to_csv(const RulesFacts& facts);

}  // namespace espalier
