#include "evaluate/bind_dataset.hpp"

#include <gtest/gtest.h>

#include "data/schema.hpp"

namespace espalier::known_targets_test {
namespace {

Model model_of(Task task, std::vector<std::string> labels = {}) {
  Model model;
  model.task = task;
  model.target = "y";
  model.labels = std::move(labels);
  return model;
}

std::optional<KnownTargets> targets(const std::string& csv, const Model& model) {
  Warnings warnings;
  return known_targets(parse_table("rows.csv", csv, {}, warnings), default_missing_tokens(), model);
}

TEST(KnownTargets, AreLabelsOfTheModel) {
  const auto known = targets("x,y\n1,b\n2,?\n3,c\n", model_of(Task::classification, {"a", "b"}));
  ASSERT_TRUE(known);
  EXPECT_EQ(known->column, 1U);
  ASSERT_EQ(known->rows.size(), 2U);  // the second is missing
  EXPECT_EQ(known->rows[0].row, 0U);
  EXPECT_EQ(known->rows[0].label, 1U);
  EXPECT_EQ(known->rows[1].row, 2U);
  EXPECT_FALSE(known->rows[1].label);  // no label of the model
}

TEST(KnownTargets, AreTheSameClassHoweverANumberIsWritten) {
  const auto known = targets("y,x\n1,0\n01,0\n1.0,0\n1.5,0\n", model_of(Task::classification, {"0", "1"}));
  for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(known->rows[row].label, 1U) << row;
  EXPECT_FALSE(known->rows[3].label);
}

TEST(KnownTargets, AreNumbersForRegression) {
  const auto known = targets("y,x\n-1.5e2,0\n,0\nlow,0\n", model_of(Task::regression));
  ASSERT_EQ(known->rows.size(), 2U);
  EXPECT_EQ(known->rows[0].value, -150);
  EXPECT_FALSE(known->rows[0].label);
  EXPECT_FALSE(known->rows[1].value);
}

TEST(KnownTargets, NeedTheColumn) {
  EXPECT_FALSE(targets("x,z\n1,2\n", model_of(Task::regression)));
}

}  // namespace
}  // namespace espalier::known_targets_test
