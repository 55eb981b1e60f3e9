// Which tests the trees of a group choose: columns by level, the test at the root, thresholds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/spread.hpp"
#include "evaluate/value_shares.hpp"
#include "model/model.hpp"

namespace espalier {

// How many of the trees test a column. A tree that tests it twice at a level counts once.
struct ColumnUse {
  std::uint32_t feature = 0;
  std::vector<std::size_t> at_level;  // the root first
  std::size_t anywhere = 0;
};

// A test at the root. Tests that divide the data's rows alike are the same, however they are written.
struct RootTest {
  std::uint32_t feature = 0;
  std::string text;       // "petal_width <= 0.8", "outlook, 3 branches": the shortest that a tree has for it
  std::size_t trees = 0;  // that have it
};

// Where a numeric column is cut: every cut of every tree, in the column's unit.
struct ThresholdSpread {
  std::uint32_t feature = 0;
  bool at_root = false;  // at the root alone, or anywhere
  std::size_t count = 0;
  Spread spread;
  double lower_quartile = 0;  // weighted_quantile (evaluate/error_quantiles.hpp)
  double median = 0;
  double upper_quartile = 0;
  double relative = 0;      // distance of the quartiles, in standard deviations of the column
  double rows_between = 0;  // share of the rows between the quartiles
};

struct TestChoices {
  std::vector<ColumnUse> columns;  // those tested by any tree: most often at the root first, then at the next level ...
  std::vector<RootTest> roots;     // most frequent first
  std::size_t without_test = 0;    // trees that are a single leaf
  std::vector<ThresholdSpread> thresholds;  // as the columns, those at the root before those anywhere
};

// `levels`: at least 1.
TestChoices test_choices(const Dataset& data, const ValueShares& shares, const std::vector<Model>& models,
                         std::size_t levels);

}  // namespace espalier
