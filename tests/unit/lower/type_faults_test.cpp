#include "lower/choose_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/diagnostic.hpp"
#include "support/input_types.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::type_faults_test {
namespace {

using Kind = TypeFault::Kind;
using sample::type_named;

Node cut(double threshold, std::optional<Gap> gap, std::vector<std::uint32_t> children) {
  Node node = at_most(0, threshold, std::move(children), {1, 1});
  node.gap = gap;
  return node;
}

// x <= 5 between 4.9 and 5.1; on its right x <= 7.25 between 7.2 and 7.3.
Model two_cuts() {
  return over_x({cut(5, Gap{4.9, 5.1}, {1, 2}), no(), cut(7.25, Gap{7.2, 7.3}, {3, 4}), yes(), no()});
}

std::optional<TypeFault> fault_of(const Model& model, const char* type, bool sentinel = false) {
  return first_faults(model, {{0, type_named(type), sentinel, ""}}).at(0);
}

TEST(TypeFaults, FineTypesHaveNone) {
  for (const char* type : {"float", "double", "int16*0.1", "uint8*0.1", "q7.8", "uq4.4"}) {
    EXPECT_FALSE(fault_of(two_cuts(), type)) << type;
  }
}

TEST(TypeFaults, TheFirstTestThatDoesNotSeparateIsNamed) {
  // Whole numbers: 4.9 and 5.1 are both 5, and the threshold is 5.
  const auto whole = fault_of(two_cuts(), "int8");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->kind, Kind::separation);
  EXPECT_EQ(whole->node, 0U);
  EXPECT_EQ(whole->gap, (Gap{4.9, 5.1}));
  EXPECT_EQ(describe(*whole, type_named("int8")), "int8 cannot tell 4.9 from 5.1 at threshold 5");
  // Steps of 0.125: 4.9 is 4.875 and 5.1 is 5.125, but 7.2 and 7.3 are both 7.25.
  const auto eighths = fault_of(two_cuts(), "int8*0.125");
  ASSERT_TRUE(eighths);
  EXPECT_EQ(eighths->node, 2U);
  EXPECT_EQ(eighths->threshold, 7.25);
}

// 2.6 becomes 3, above the lowered threshold 2, although 3.4 also becomes 3.
TEST(TypeFaults, ValueThatCrossesItsThresholdIsAFault) {
  const auto fault = fault_of(over_x({cut(2.9, Gap{2.6, 3.4}, {1, 2}), no(), yes()}), "int8");
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Kind::separation);
}

TEST(TypeFaults, RangeComesFirst) {
  Model model = two_cuts();  // 0 to 10 in training
  const auto narrow = fault_of(model, "q0.7");
  ASSERT_TRUE(narrow);
  EXPECT_EQ(narrow->kind, Kind::range);
  EXPECT_EQ(describe(*narrow, type_named("q0.7")), "q0.7 cannot hold 0 to 10");
  // uint8 in steps of 0.04 reaches 10.2, but as the sentinel.
  model.features[0].maximum = 10.2;
  EXPECT_FALSE(fault_of(model, "uint8*0.04"));
  EXPECT_EQ(fault_of(model, "uint8*0.04", true)->kind, Kind::range);
}

TEST(TypeFaults, WhatTheModelDoesNotTellIsUnknownUnlessAnotherTestTells) {
  const auto silent = fault_of(over_x({cut(5, std::nullopt, {1, 2}), no(), yes()}), "int8");
  ASSERT_TRUE(silent);
  EXPECT_EQ(silent->kind, Kind::unknown);
  Model model = two_cuts();
  model.trees[0].nodes[0].gap.reset();
  EXPECT_EQ(fault_of(model, "int8")->kind, Kind::separation) << "of the second test";
}

TEST(TypeFaults, SurrogatesAndCutsCount) {
  Model model =
      model_of({sample::real("x", 0, 10), sample::real("z", 0, 10)}, {cut(5, Gap{4, 6}, {1, 2}), no(), yes()});
  model.missing = MissingPolicy::surrogate;
  model.trees[0].nodes[0].surrogates = {sample::at_most_instead(1, 2.25)};
  model.trees[0].nodes[0].surrogates[0].gap = Gap{2.2, 2.3};
  const auto faults = first_faults(model, {{0, InputType::int8, true, ""}, {1, InputType::int8, true, ""}});
  EXPECT_FALSE(faults[0]);
  ASSERT_TRUE(faults[1]);
  EXPECT_TRUE(faults[1]->of_surrogate);
  EXPECT_EQ(faults[1]->feature, 1U);

  Model intervals = over_x({sample::test(TestKind::multiway, 0, {1, 2, 3}, {2, 1}), no(), yes(), no()});
  intervals.features[0].cuts = {{2.5, Gap{2, 3}}, {7.25, Gap{7.2, 7.3}}};
  ASSERT_TRUE(fault_of(intervals, "int8"));
  EXPECT_EQ(fault_of(intervals, "int8")->threshold, 7.25);
}

TEST(TypeFaults, RefusalsSayWhatIsKnown) {
  const Model model = two_cuts();
  const Field field{0, InputType::int8, false, ""};
  try {
    refuse_type(model, field, *fault_of(model, "int8"), " (lines 3 and 4 of x.csv)", "use float");
    FAIL() << "not refused";
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::usage);
    EXPECT_EQ(diagnostic.message(),
              "--input-type: int8 is too coarse for column 'x': int8 cannot tell 4.9 from 5.1 at threshold 5 (lines 3 "
              "and 4 of x.csv)");
    EXPECT_EQ(diagnostic.hint(), "use float");
  }
}

}  // namespace
}  // namespace espalier::type_faults_test
