#include "emit/rule_text.hpp"

#include <gtest/gtest.h>

#include <span>

#include "support/sample_models.hpp"

namespace espalier::rule_notes_test {
namespace {

std::string note(const Model& model, std::vector<std::uint32_t> rules) {
  return RuleNotes(model).note(rules);
}

TEST(RuleNotes, TellRowsAndPurity) {
  const Model golf = sample::golf();
  EXPECT_EQ(RuleNotes(golf).rules(), 5U);
  EXPECT_EQ(note(golf, {1}), "rule 1: 2 rows, 100.0 % \"Play\"");
  EXPECT_EQ(note(golf, {4}), "rule 4: 2 rows, 100.0 % \"Don't Play\"");
  EXPECT_EQ(note(sample::single_leaf(), {1}), "rule 1: 14 rows, 64.3 % \"Play\"") << "9 / 14";
}

TEST(RuleNotes, AddUpRulesThatWereMerged) {
  Model golf = sample::golf();
  golf.trees[0].nodes[4].counts = {2, 1};  // rule 1
  // Rules 1, 3, 5: 3 + 4 + 3 rows, 2 + 4 + 3 of them Play.
  EXPECT_EQ(note(golf, {1, 3, 5}), "rules 1, 3, 5: 10 rows, 90.0 % \"Play\"");
  EXPECT_EQ(note(sample::chain(40), {2, 3, 4, 7}), "rules 2-4, 7: 4 rows, 100.0 % \"Don't Play\"");
}

TEST(RuleNotes, LongListsAreCutShort) {
  const Model chain = sample::chain(40);
  EXPECT_EQ(note(chain, {2, 4, 6, 8, 10, 12, 14, 16, 20}),
            "rules 2, 4, 6, 8, 10, 12, ... 20: 9 rows, 100.0 % \"Don't Play\"");
}

TEST(RuleNotes, WeightsMayBeFractionsOrNothing) {
  Model model = sample::single_leaf();
  model.trees[0].nodes[0].counts = {0.5, 0.25};
  EXPECT_EQ(note(model, {1}), "rule 1: 0.75 rows, 66.7 % \"Play\"");
  model.trees[0].nodes[0].counts = {1, 0};
  EXPECT_EQ(note(model, {1}), "rule 1: 1 row, 100.0 % \"Play\"");
  model.trees[0].nodes[0].counts = {0, 0};
  EXPECT_EQ(note(model, {1}), "rule 1: no training rows");
}

TEST(RuleNotes, LabelsAreInert) {
  Model model = sample::single_leaf();
  model.labels[0] = "*/\n\\";
  EXPECT_EQ(note(model, {1}), "rule 1: 14 rows, 64.3 % \"*\\/\\n\\\\\"");
}

// Rules 2 and 3 are asked for; that a 4 stands behind them in memory does not matter.
TEST(RuleNotes, LookAtNoRuleBehindTheLast) {
  const std::vector<std::uint32_t> rules = {2, 3, 4};
  EXPECT_EQ(RuleNotes(sample::chain(40)).note(std::span(rules).first(2)), "rules 2-3: 2 rows, 100.0 % \"Don't Play\"");
}

}  // namespace
}  // namespace espalier::rule_notes_test
