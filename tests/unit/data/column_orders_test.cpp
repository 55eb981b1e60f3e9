// Orders of a whole that its parts share: a part's own, as if it had been sorted.
#include "data/column_orders.hpp"

#include <gmock/gmock.h>

#include "support/random.hpp"
#include "unit/data/columns.hpp"

namespace espalier::column_orders_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint32_t kNew = kNewValue;

Dataset with_targets(std::vector<double> values, std::vector<double> targets) {
  Dataset data = test::column_of(std::move(values), "");
  data.task = Task::regression;
  data.targets = std::move(targets);
  return data;
}

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < count; ++row) rows.push_back(row);
  return rows;
}

TEST(ColumnOrders, OfAPartLeaveTheOtherRowsOut) {
  const Dataset data = test::column_of({3, 1, test::kUnknown, 1, 2}, "ABABA");
  const Dataset part = OrderedParts(data, 1).select({0, 2, 3, 4});  // 3, unknown, 1, 2
  EXPECT_THAT(part.ordered.rows, ElementsAre(0, 2, 3, 4));
  const auto picked = PickedOrders::of(part, numbers(4));
  ASSERT_TRUE(picked);
  const ValueOrder order = picked->feature(0);
  EXPECT_THAT(order.entries, ElementsAre(2 | kNew, 3 | kNew, 0 | kNew, 1));  // the mark of the other 1 is passed on
  EXPECT_EQ(order.known, 3U);
  EXPECT_EQ(order.distinct, 3U);
  EXPECT_THAT(different_values(part, 0), ElementsAre(1, 2, 3));
}

TEST(ColumnOrders, OfARegressionPutEqualValuesInOrderOfTheirTargets) {
  const Dataset data = with_targets({5, 5, 4, 5}, {0.3, 0.1, 0.4, 0.2});  // by target: rows 1, 3, 0, 2
  const auto orders = order_columns(data, 1);
  EXPECT_THAT(orders->targets.entries, ElementsAre(1 | kNew, 3 | kNew, 0 | kNew, 2 | kNew));
  EXPECT_THAT(orders->features[0].entries, ElementsAre(3 | kNew, 0 | kNew, 1, 2));  // items

  const Dataset part = OrderedParts(data, 1).select({0, 2, 3});
  EXPECT_THAT(order_targets(part).entries, ElementsAre(2 | kNew, 0 | kNew, 1 | kNew));
  const auto picked = PickedOrders::of(part, {2, 0, 1});
  ASSERT_TRUE(picked);
  EXPECT_THAT(picked->feature(0).entries, ElementsAre(2 | kNew, 0 | kNew, 1));
  EXPECT_FALSE(PickedOrders::of(part, {0, 1, 2})) << "not in order of the targets";
}

TEST(ColumnOrders, ArePassedOnToRowsInOrderOnly) {
  const Dataset data = test::column_of({3, 1, 2}, "ABA");
  EXPECT_FALSE(select_rows(data, {0, 1}).ordered.orders) << "nobody ordered the data";
  const OrderedParts parts(data, 1);
  EXPECT_FALSE(parts.select({1, 0}).ordered.orders);
  EXPECT_FALSE(parts.select({1, 1}).ordered.orders);
  const Dataset part = parts.select({1, 2});
  EXPECT_THAT(select_rows(part, {1}).ordered.rows, ElementsAre(2));
  EXPECT_THAT(OrderedParts(part, 1).select({0}).ordered.rows, ElementsAre(1)) << "of the whole, not of the part";
  EXPECT_THAT(select_rows(part, {1, 0}).ordered.rows, IsEmpty());
}

TEST(ColumnOrders, OfPartsOfPartsAreThoseOfSorting) {
  RandomEngine engine(71);
  for (int round = 0; round < 300; ++round) {
    const std::size_t rows = 1 + uniform_below(engine, 60);
    const std::uint64_t values = 1 + uniform_below(engine, 20);
    Dataset data = with_targets({}, {});
    for (std::size_t row = 0; row < rows; ++row) {
      const auto value = static_cast<double>(uniform_below(engine, values));
      data.features[0].values.push_back(uniform_below(engine, 5) == 0 ? test::kUnknown : value);
      data.targets.push_back(static_cast<double>(uniform_below(engine, 7)));
    }
    if (round % 2 == 0) {
      data.task = Task::classification;
      data.classes.assign(rows, 0);
    }
    const auto some = [&](std::size_t of) {
      std::vector<std::size_t> chosen;
      for (std::size_t row = 0; row < of; ++row) {
        if (uniform_below(engine, 3) != 0) chosen.push_back(row);
      }
      return chosen;
    };
    const Dataset part = OrderedParts(data, 2).select(some(rows));
    const Dataset inner = select_rows(part, some(part.rows()));

    std::vector<std::uint32_t> order = numbers(inner.rows());
    if (inner.task == Task::regression) {
      const ValueOrder targets = order_targets(inner);
      EXPECT_EQ(targets.entries, order_values(inner.targets).entries);
      order.clear();
      for (const std::uint32_t entry : targets.entries) order.push_back(entry & ~kNewValue);
    }
    std::vector<double> column;
    for (const std::uint32_t row : order) column.push_back(inner.features[0].values[row]);
    const ValueOrder sorted = order_values(column);
    const auto picked = PickedOrders::of(inner, order);
    ASSERT_TRUE(picked);
    const ValueOrder found = picked->feature(0);
    ASSERT_EQ(found.entries, sorted.entries) << "round " << round;
    ASSERT_EQ(found.known, sorted.known);
    ASSERT_EQ(found.distinct, sorted.distinct);
    Dataset unordered = inner;
    unordered.ordered = {};
    ASSERT_EQ(different_values(inner, 0), different_values(unordered, 0));
  }
}

}  // namespace
}  // namespace espalier::column_orders_test
