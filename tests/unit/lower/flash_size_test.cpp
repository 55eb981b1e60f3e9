#include "lower/flash_size.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "lower/compare_terms.hpp"
#include "unit/lower/small_programs.hpp"

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

// For speed every field is looked at by itself, for size a run of them.
TEST(FlashTerms, TellQuickGuardsFromSmallOnes) {
  Model model = sample::regression_sample();
  model.features[0] = sample::real("area", 0, 100);
  Counts quick = named(branch_terms(lowered(model, Goal::speed)));
  EXPECT_EQ(quick["fast_guards"], 1);
  EXPECT_EQ(quick["guarded_fields"], 1);
  Counts small = named(branch_terms(lowered(model, Goal::size)));
  EXPECT_EQ(small["guards"], 1);
  EXPECT_EQ(small.count("fast_guards"), 0U);
  EXPECT_EQ(small.count("guarded_fields"), 0U);
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

// One test with 101 surrogates: the last one is the first after a hundred.
TEST(FlashTerms, CountFallbacksAfterAHundredAgain) {
  const auto counts = [](std::uint32_t surrogates) {
    std::vector<Feature> features = {sample::real("x", 0, 10)};
    Node root = at_most(0, 5, {1, 2}, {1, 1});
    for (std::uint32_t i = 1; i <= surrogates; ++i) {
      features.push_back(sample::real("y" + std::to_string(i), 0, 10));
      root.surrogates.push_back(sample::at_most_instead(i, 2));
    }
    Model model = model_of(features, {root, no(), yes()});
    model.missing = MissingPolicy::surrogate;
    return branch_terms(lowered(model));
  };
  EXPECT_EQ(counts(100)[FlashTerm::fallbacks_after_100], 0);
  EXPECT_EQ(counts(101)[FlashTerm::fallbacks], 101);
  EXPECT_EQ(counts(101)[FlashTerm::fallbacks_after_100], 1);
}

// A mean of three trees is a division, one of two trees a multiplication. A sum in sixteenths is scaled besides.
TEST(FlashTerms, TellDividedMeansFromScaledOnes) {
  Model model = sample::number_forest();
  Counts sixteenths = named(branch_terms(lowered(model)));
  EXPECT_EQ(sixteenths["mean_results"], 1);
  EXPECT_EQ(sixteenths["scaled_results"], 1);
  model.sums = {Arithmetic::float32, 0, {}, ScoreLink::identity};
  Counts of_three = named(branch_terms(lowered(model)));
  EXPECT_EQ(of_three["mean_results"], 1);
  EXPECT_EQ(of_three["scaled_results"], 0);
  model.trees.pop_back();
  Counts of_two = named(branch_terms(lowered(model)));
  EXPECT_EQ(of_two["mean_results"], 0);
  EXPECT_EQ(of_two["scaled_results"], 1);
}

// The key of a double has 8 bytes, and so has its threshold; those of a float have 4.
TEST(FlashTerms, TellKeysByTheirBytes) {
  const auto counts = [](InputType type) {
    LowerOptions options;
    options.shape = Shape::table;
    options.input_types = {{"x", type}};
    const Lowered made = lower(over_x({at_most(0, 5, {1, 2}, {1, 1}), no(), yes()}), options);
    return named(table_terms(made, *made.tree().tables));
  };
  Counts doubles = counts(InputType::float64);
  EXPECT_EQ(doubles["keys_of_8"], 1);
  EXPECT_EQ(doubles["thresholds_of_8"], 1);
  EXPECT_EQ(doubles["keys_of_4"], 0);
  Counts floats = counts(InputType::float32);
  EXPECT_EQ(floats["keys_of_4"], 1);
  EXPECT_EQ(floats["thresholds_of_4"], 1);
  EXPECT_EQ(floats["keys_of_8"], 0);
}

Counts compared(const std::vector<Field>& fields, const Condition& condition, std::size_t categories = 0) {
  FlashTerms terms;
  const std::vector<std::size_t> category_counts(fields.size(), categories);
  CompareTerms(fields, category_counts, FloatForm::values, terms).add(condition);
  return named(terms);
}

Condition at_most_number(std::uint32_t field, double threshold) {
  return {field, Compare::less_equal, false, threshold, threshold, {}, {}};
}

// Numbers of 16 bits take 2 bytes each: the 31st ends at byte 62, the 32nd at byte 64, which is more than 63.
TEST(CompareTerms, FieldsOfTwoBytesStandTwoBytesApart) {
  for (const InputType type : {InputType::int16, InputType::uint16}) {
    const std::vector<Field> fields(32, Field{0, type, false, ""});
    EXPECT_EQ(compared(fields, at_most_number(30, 255)), (Counts{{"short_compares", 1}}));
    EXPECT_EQ(compared(fields, at_most_number(31, 256)), (Counts{{"wide_short_compares", 1}, {"far_fields", 1}}));
  }
}

// Doubles take 8 bytes each: the 14th ends at byte 112, the 16th at byte 128, which is more than 124.
TEST(CompareTerms, DoublesStandEightBytesApart) {
  const std::vector<Field> fields(16, Field{0, InputType::float64, false, ""});
  EXPECT_EQ(compared(fields, at_most_number(13, 0.5))["very_far_fields"], 0);
  EXPECT_EQ(compared(fields, at_most_number(15, 0.5))["very_far_fields"], 1);
}

// An immediate operand of 12 bits reaches from -2048 to 2047.
TEST(CompareTerms, MiddleNumbersHaveTwelveBits) {
  const std::vector<Field> fields = {{0, InputType::int32, false, ""}};
  for (const double threshold : {-2048.0, -1.0, 256.0, 2047.0}) {
    EXPECT_EQ(compared(fields, at_most_number(0, threshold)), (Counts{{"middle_int_compares", 1}})) << threshold;
  }
  for (const double threshold : {-2049.0, 2048.0}) {
    EXPECT_EQ(compared(fields, at_most_number(0, threshold)), (Counts{{"wide_int_compares", 1}})) << threshold;
  }
}

// Three categories in three runs are a mask. From 0 to 15 it has 16 bits, from 0 to 16 one more.
TEST(CompareTerms, WideMasksHaveMoreThan16Bits) {
  const std::vector<Field> fields = {{0, InputType::category, false, ""}};
  const auto counts = [&](std::uint32_t last) {
    const std::vector<std::uint32_t> categories = {0, 2, last};
    return compared(fields, {0, Compare::member, false, 0, 0, categories, {}}, 20);
  };
  Counts expected = {{"category_tests", 1}, {"category_runs", 2}, {"category_terms", 2}, {"category_masks", 1}};
  EXPECT_EQ(counts(15), expected);
  expected["wide_category_masks"] = 1;
  EXPECT_EQ(counts(16), expected);
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
