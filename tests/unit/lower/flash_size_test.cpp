#include "lower/flash_size.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/sample_models.hpp"

namespace espalier::flash_size_test {
namespace {

// The terms that stand somewhere, by name.
std::map<std::string, double> named(const FlashTerms& terms) {
  std::map<std::string, double> counts;
  for (std::size_t i = 0; i < kFlashTerms; ++i) {
    if (terms.counts()[i] != 0) counts[std::string(kNames<FlashTerm>[i])] = terms.counts()[i];
  }
  return counts;
}

using Counts = std::map<std::string, double>;

Lowered lowered(const Model& model, Goal goal = Goal::readable, std::optional<Shape> shape = Shape::branches) {
  LowerOptions options;
  options.goal = goal;
  options.shape = shape;
  return lower(model, options);
}

// Golf: outlook = sunny and = overcast, windy = true, and humidity <= 75 of 32 bits; five leaves. Outlook is asked
// twice in a row, and read once.
TEST(FlashTerms, CountTestsAndAnswers) {
  EXPECT_EQ(named(branch_terms(lowered(sample::golf()))), (Counts{{"functions", 1},
                                                                  {"labels", 5},
                                                                  {"tests", 4},
                                                                  {"int_compares", 1},
                                                                  {"category_tests", 3},
                                                                  {"loads", 2},
                                                                  {"wide_loads", 1},
                                                                  {"repetitions", 1}}));
}

// x <= 2.5 or 100.5 by value needs the library's comparison once; by bits it needs none, but the guard.
TEST(FlashTerms, TellFloatsByValueFromThoseByBits) {
  Model model = sample::regression_sample();
  model.features[0] = sample::real("area", 0, 100);
  Counts by_value = named(branch_terms(lowered(model)));
  EXPECT_EQ(by_value["float_compares"], 1);
  EXPECT_EQ(by_value["float_less"], 1);
  EXPECT_EQ(by_value["values"], 3);
  EXPECT_EQ(by_value["value_words"], 3);
  EXPECT_EQ(by_value.count("guards"), 0U);
  Counts by_bits = named(branch_terms(lowered(model, Goal::size)));
  EXPECT_EQ(by_bits["float_bits"], 1);
  EXPECT_EQ(by_bits["guards"], 1);
  EXPECT_EQ(by_bits["guarded_singles"], 1);
  EXPECT_EQ(by_bits.count("float_less"), 0U);
}

// Two surrogates of humidity, one of windy: each asks whether the value before it is there.
TEST(FlashTerms, CountFallbacks) {
  Counts counts = named(branch_terms(lowered(sample::surrogate_golf())));
  EXPECT_EQ(counts["fallbacks"], 3);
  EXPECT_EQ(counts["tests"], 4);
}

// Every node of the tree stands once in the blend: outlook has three branches, humidity and windy two each, and all get
// a share of a missing value. The leaves are pure, so that what arrives goes to one label.
TEST(FlashTerms, CountWhatIsBlended) {
  Counts counts = named(branch_terms(lowered(sample::fractional_golf())));
  EXPECT_EQ(counts["blends"], 1);
  EXPECT_EQ(counts["blend_parts"], 7);
  EXPECT_EQ(counts["blend_leaves"], 5);
  EXPECT_EQ(counts["blend_label_adds"] + counts["blend_part_adds"], 5);
}

// Trees of 2, 3 and 3 leaves: a vote each.
TEST(FlashTerms, CountSeveralTrees) {
  Counts counts = named(branch_terms(lowered(sample::voting_forest())));
  EXPECT_EQ(counts["forests"], 1);
  EXPECT_EQ(counts["functions"], 3);
  EXPECT_EQ(counts["forest_sums"], 3);
  EXPECT_EQ(counts["adds_of_1"], 8);
}

// Four bytes for each of the tests: an input, a threshold of a byte, and two numbers that follow.
TEST(FlashTerms, CountTheBytesOfTables) {
  const Lowered golf = lowered(sample::golf(), Goal::readable, Shape::table);
  Counts counts = named(table_terms(golf, *golf.tree().tables));
  EXPECT_EQ(counts["table_bytes"], 4.0 * static_cast<double>(golf.tree().tables->answers.tests.size()));
  EXPECT_EQ(counts["tables"], 1);
  EXPECT_EQ(counts["table_switches"], 1);
  EXPECT_EQ(counts["switch_numbers"], 1);
}

// The size is the sum over the terms: golf has 1 function, 5 labels, 4 tests, 1 comparison and 3 tests of categories, 3
// values to read and a field that is asked again.
TEST(FlashSize, IsTheSumOfWhatTermsTake) {
  const auto cost = [](FlashTerm term) { return kFlashCosts[static_cast<std::size_t>(term)][1]; };
  const double bytes = cost(FlashTerm::functions) + 5 * cost(FlashTerm::labels) + 4 * cost(FlashTerm::tests) +
                       cost(FlashTerm::int_compares) + 3 * cost(FlashTerm::category_tests) +
                       2 * cost(FlashTerm::loads) + cost(FlashTerm::wide_loads) + cost(FlashTerm::repetitions);
  const Lowered golf = lowered(sample::golf());
  EXPECT_EQ(flash_bytes(Chip::cortex_m0plus, branch_terms(golf)), static_cast<std::size_t>(std::lround(bytes)));
  EXPECT_EQ(sizes_on(flash_sizes(golf), Chip::cortex_m0plus).branches, static_cast<std::size_t>(std::lround(bytes)));
  EXPECT_EQ(sizes_on(flash_sizes(golf), Chip::cortex_m0plus).table, 0U);
}

// AVR has no 64-bit doubles: a header that needs them does not compile there.
TEST(FlashSize, IsNoneForDoublesOnAnAvr) {
  LowerOptions options;
  options.goal = Goal::size;
  options.value_type = ValueType::float64;
  const Lowered rents = lower(sample::regression_sample(), options);
  ASSERT_TRUE(rents.shape.sizes);
  EXPECT_EQ(sizes_on(*rents.shape.sizes, Chip::avr).branches, 0U);
  EXPECT_GT(sizes_on(*rents.shape.sizes, Chip::rv32imac).branches, 0U);
}

// What was said to take 424 bytes took 32,066 on an AVR: a blend counts.
TEST(FlashSize, OfABlendIsNotThatOfItsTree) {
  const Lowered plain = lowered(sample::golf(), Goal::size, Shape::smaller);
  const Lowered blended = lowered(sample::fractional_golf(), Goal::size, Shape::smaller);
  for (std::size_t chip = 0; chip < kChips; ++chip) {
    EXPECT_GT((*blended.shape.sizes)[chip].branches, 3 * (*plain.shape.sizes)[chip].branches);
    EXPECT_GT((*blended.shape.sizes)[chip].table, 2 * (*plain.shape.sizes)[chip].table);
  }
}

}  // namespace
}  // namespace espalier::flash_size_test
