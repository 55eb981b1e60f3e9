// verify catches every way of tampering with a header that we can think of: each mutant is compiled and must fail, on
// the boundary vectors alone, without the help of the header's own witnesses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/verify.hpp"
#include "e2e/mutate.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"

namespace espalier::e2e::mutants_test {

namespace {

// Ten leaves over three floats; missing values are routed both ways. Siblings answer differently, and no test asks
// about a field whose missing values an earlier test has sent away: a mutant of such a test would be equivalent.
Model float_model() {
  Model model;
  model.target = "state";
  model.labels = {"idle", "busy", "faulty"};
  model.features = {real_feature("current"), real_feature("voltage"), real_feature("speed")};
  model.missing = MissingPolicy::majority;
  TreeMaker maker(3);
  maker.less_equal(0, 0, 2.45, 1);         // 1, 2
  maker.less_equal(1, 1, 0.1, 1);          // 3, 4
  maker.less_equal(2, 1, 7.123456789, 1);  // 5, 6
  maker.less_equal(3, 2, 1e6 / 3, 0);      // 7, 8
  maker.less_equal(4, 2, -3.7e-5, 1);      // 9, 10
  maker.less_equal(5, 0, 1234.5678, 0);    // 11, 12
  maker.less_equal(6, 2, -0.0, 0);         // 13, 14
  maker.less_equal(11, 2, 1.0 / 3, 1);     // 15, 16
  maker.less_equal(13, 1, 3e38, 1);        // 17, 18
  const std::vector<std::uint32_t> leaves = {7, 8, 9, 10, 12, 14, 15, 16, 17, 18};
  const std::vector<std::uint32_t> labels = {0, 1, 2, 0, 1, 2, 2, 0, 1, 0};
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    std::vector<double> counts(3, static_cast<double>(i % 3));
    counts[labels[i]] = 20 + static_cast<double>(i);
    maker.counts(leaves[i], counts);
  }
  model.trees = {maker.take()};
  return model;
}

// Doubles, whole numbers with a sentinel for missing, and categories tested by set and one by one.
Model mixed_model() {
  Model model;
  model.target = "state";
  model.labels = {"idle", "busy", "faulty"};
  model.features = {real_feature("current"),
                    real_feature("voltage"),
                    whole_feature("count", -1000, 1000),
                    whole_feature("errors", 0, 100000),
                    category_feature("phase", {"start", "run", "stop", "halt", "test"}),
                    category_feature("room", {"hall", "lab", "yard"})};
  model.missing = MissingPolicy::majority;
  TreeMaker maker(3);
  maker.member(0, 4, {0, 2, 4}, 1);        // 1, 2
  maker.less_equal(1, 0, 0.1, 1);          // 3, 4
  maker.less_equal(2, 2, -7.5, 1);         // 5, 6
  maker.multiway(3, 5, 3, 2);              // 7, 8, 9
  maker.less_equal(4, 3, 99.5, 0);         // 10, 11
  maker.member(5, 5, {1}, 0);              // 12, 13
  maker.less_equal(6, 1, 2.0 / 3, 0);      // 14, 15
  maker.less_equal(10, 1, 1e300 / 7, 1);   // 16, 17
  maker.less_equal(13, 3, 2147483646, 1);  // 18, 19
  const std::vector<std::uint32_t> leaves = {7, 8, 9, 11, 12, 14, 15, 16, 17, 18, 19};
  const std::vector<std::uint32_t> labels = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 2};
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    std::vector<double> counts(3, static_cast<double>(i % 4));
    counts[labels[i]] = 30 + static_cast<double>(i);
    maker.counts(leaves[i], counts);
  }
  model.trees = {maker.take()};
  return model;
}

LowerOptions as_float() {
  LowerOptions options;
  for (const char* column : {"current", "voltage", "speed"})
    options.input_types.push_back({column, InputType::float32});
  return options;
}

using Mutation = std::vector<Mutant> (*)(const std::string&);

struct Case {
  const char* name;
  Mutation mutate;
  std::size_t at_least_float;  // mutants of the float model, so that no pattern stops to match unnoticed
  std::size_t at_least_mixed;
};

void PrintTo(const Case& kind, std::ostream* out) {
  *out << kind.name;
}

class Mutants : public ::testing::TestWithParam<Case> {};

void expect_all_caught(const Model& model, const LowerOptions& options, Mutation mutate, std::size_t at_least) {
  if (at_least == 0) GTEST_SKIP() << "this tree has nothing of the kind";
  const Emitted emitted = emit(model, options);
  const std::string header = without_witnesses(emitted.header);
  VerifyOptions verify;
  verify.compiler = "g++";
  const std::vector<Mutant> mutants = mutate(header);
  std::size_t caught = 0;
  for (const Mutant& mutant : mutants) {
    ASSERT_NE(mutant.header, header);
    const Verification result = verify_files(model, {{"", mutant.header}}, emitted.record, verify);
    EXPECT_FALSE(result.passed()) << "survived: " << mutant.what;
    caught += result.passed() ? 0 : 1;
  }
  fmt::print("{} of {} mutants caught\n", caught, mutants.size());
  EXPECT_GE(mutants.size(), at_least);
}

TEST_P(Mutants, OfAFloatTreeAreCaught) {
  expect_all_caught(float_model(), as_float(), GetParam().mutate, GetParam().at_least_float);
}

TEST_P(Mutants, OfAMixedTreeAreCaught) {
  expect_all_caught(mixed_model(), {}, GetParam().mutate, GetParam().at_least_mixed);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Mutants,
    ::testing::Values(Case{"RelaxedComparisons", relaxed_comparisons, 18, 10},
                      Case{"ShiftedThresholds", shifted_thresholds, 36, 20},
                      Case{"ShortThresholds", short_thresholds, 4, 2},
                      Case{"SwappedBranches", swapped_branches, 18, 20}, Case{"WrongFeatures", wrong_features, 36, 16},
                      Case{"FlippedMissing", flipped_missing, 18, 8}, Case{"WrongAnswers", wrong_answers, 40, 40},
                      Case{"DroppedCategories", dropped_categories, 0, 20}, Case{"WrongTables", wrong_tables, 30, 40}),
    [](const auto& kind) { return kind.param.name; });

// The witnesses in the header notice most of it on their own, in every build that includes it.
TEST(Witnesses, FailTheBuildOfATamperedHeader) {
  const Model model = float_model();
  const Emitted emitted = emit(model, as_float());
  VerifyOptions verify;
  verify.compiler = "g++";
  for (const Mutant& mutant : swapped_branches(emitted.header)) {
    const Verification result = verify_files(model, {{"", mutant.header}}, emitted.record, verify);
    EXPECT_FALSE(result.witnesses_held) << mutant.what;
    EXPECT_GT(result.mismatches, 0U) << mutant.what;
  }
}

TEST(UnchangedHeader, PassesWithAndWithoutItsWitnesses) {
  const Model model = mixed_model();
  Emitted emitted = emit(model);
  EXPECT_TRUE(verifies(model, emitted, "g++"));
  emitted.header = without_witnesses(emitted.header);
  EXPECT_EQ(emitted.header.find("static_assert(detail"), std::string::npos);
  EXPECT_TRUE(verifies(model, emitted, "g++"));
}

}  // namespace

}  // namespace espalier::e2e::mutants_test
