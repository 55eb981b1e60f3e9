#include "data/column_orders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/random.hpp"

namespace espalier::value_order_test {
namespace {

using ::testing::ElementsAre;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr std::uint32_t first_of_value(std::uint32_t row) {
  return row | kNewValue;
}

TEST(ValueOrder, IsByValueThenByRowWithMissingOnesLast) {
  const std::vector<double> values = {3, kNone, 1, 3, kNone, -2, 1};
  const ValueOrder order = order_values(values);
  EXPECT_THAT(order.entries, ElementsAre(first_of_value(5), first_of_value(2), 6, first_of_value(0), 3, 1, 4));
  EXPECT_EQ(order.known, 5U);
  EXPECT_EQ(order.distinct, 3U);
}

TEST(ValueOrder, TakesBothZerosForOne) {
  const std::vector<double> values = {0.0, -0.0, 0.0, -1};
  EXPECT_THAT(order_values(values).entries, ElementsAre(first_of_value(3), first_of_value(0), 1, 2));
}

TEST(ValueOrder, OfNothingIsNothing) {
  EXPECT_TRUE(order_values({}).entries.empty());
  const std::vector<double> missing = {kNone, kNone};
  EXPECT_THAT(order_values(missing).entries, ElementsAre(0, 1));
  EXPECT_EQ(order_values(missing).distinct, 0U);
}

// Values that share their leading bits, that differ in the last, that are denormal or enormous; decimals, and those of
// which some have more digits.
std::vector<double> random_values(RandomEngine& engine) {
  const std::size_t count = uniform_below(engine, 200);
  const auto kind = uniform_below(engine, 10);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const auto random = static_cast<double>(uniform_below(engine, 1000));
    const double sign = uniform_below(engine, 2) == 0 ? 1 : -1;
    switch (kind) {
      case 0: values.push_back(sign * random); break;
      case 1: values.push_back(1.7e9 + random / 16); break;
      case 2: values.push_back(std::nextafter(1.0, random < 500 ? 0 : 2)); break;
      case 3:
        values.push_back(sign * std::ldexp(1 + random / 1024, static_cast<int>(uniform_below(engine, 2000)) - 1000));
        break;
      case 4: values.push_back(sign * random * std::numeric_limits<double>::denorm_min()); break;
      case 5: values.push_back(1 + random * 0x1p-52); break;
      case 6: values.push_back(sign * (0.3 + random * 0x1p-50)); break;
      case 7: values.push_back(sign * random / 100 + (random < 2 ? 0.125 : 0)); break;
      case 8: values.push_back(1e6 + random * 1e-9 + (random < 2 ? 1e-10 : 0)); break;
      default: values.push_back(uniform_below(engine, 2) == 0 ? 1.5 : -7e300); break;
    }
    if (uniform_below(engine, 10) == 0) values.back() = kNone;
  }
  return values;
}

TEST(ValueOrder, IsThatOfAStableSort) {
  RandomEngine engine(61);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<double> values = random_values(engine);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t row = 0; row < values.size(); ++row) {
      if (!std::isnan(values[row])) expected.push_back(row);
    }
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    const std::size_t known = expected.size();
    std::size_t distinct = 0;
    double last = kNone;
    for (std::uint32_t& entry : expected) {
      const double value = values[entry];
      if (value != last) {
        entry |= kNewValue;
        ++distinct;
      }
      last = value;
    }
    for (std::uint32_t row = 0; row < values.size(); ++row) {
      if (std::isnan(values[row])) expected.push_back(row);
    }
    const ValueOrder order = order_values(values);
    ASSERT_EQ(order.entries, expected) << "round " << round;
    ASSERT_EQ(order.known, known);
    ASSERT_EQ(order.distinct, distinct);
  }
}

}  // namespace
}  // namespace espalier::value_order_test
