#include <gtest/gtest.h>

#include "unit/lower/small_programs.hpp"

namespace espalier::fold_test {
namespace {

const std::vector<Field> kDouble = {{0, InputType::float64, false, ""}};
const std::vector<Field> kInt = {{0, InputType::int32, false, ""}};
const std::vector<Field> kCategory = {{0, InputType::category, false, ""}};

std::string folded(const Model& model, const std::vector<Field>& fields, AnswerKind answers = AnswerKind::label) {
  const Program program = fold(built(model, fields, answers));
  verify_program(program, "fold", {});
  return body(program, model);
}

TEST(Fold, DropsATestThatHoldsOnItsPath) {
  // x <= 5: then x <= 7 holds.
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 1}), at_most(0, 7, {3, 4}, {1, 0}), yes(), no(), yes()});
  EXPECT_EQ(folded(model, kDouble),
            "  if x <= 5  # 2 rows\n"
            "    answer 'no' (rule 1)\n"
            "  answer 'yes' (rule 3)\n");
}

TEST(Fold, DropsATestThatFailsOnItsPath) {
  // x > 5 or missing: then x <= 5 and x <= 3 fail, and so does a missing value.
  for (const double threshold : {5.0, 3.0}) {
    const Model model =
        over_x({at_most(0, 5, {1, 2}, {1, 1}), no(), at_most(0, threshold, {3, 4}, {0, 1}), no(), yes()});
    EXPECT_EQ(folded(model, kDouble),
              "  if x <= 5  # 2 rows\n"
              "    answer 'no' (rule 1)\n"
              "  answer 'yes' (rule 3)\n");
  }
}

TEST(Fold, KeepsATestThatOnlyMissingValuesAnswerOtherwise) {
  // x > 5 or missing: x <= 3 fails for numbers but holds for missing values.
  const Model model =
      over_x({at_most(0, 5, {1, 2}, {1, 1}), no(), missing_first(at_most(0, 3, {3, 4}, {0, 1})), no(), yes()});
  EXPECT_EQ(folded(model, kDouble),
            "  if x <= 5  # 2 rows\n"
            "    answer 'no' (rule 1)\n"
            "  if x <= 3 or missing  # 1 rows\n"
            "    answer 'no' (rule 2)\n"
            "  answer 'yes' (rule 3)\n");
  EXPECT_EQ(folded(model, kInt),
            "  if x <= 5  # 2 rows\n"
            "    answer 'no' (rule 1)\n"
            "  answer 'yes' (rule 3)\n")
      << "an integer without a sentinel is never missing";
}

TEST(Fold, MissingValuesTakenAwayEarlierDoNotKeepATest) {
  // x > 5 without missing ones (they went left): x <= 3 fails for all that is left.
  const Model model = over_x(
      {missing_first(at_most(0, 5, {1, 2}, {1, 1})), no(), missing_first(at_most(0, 3, {3, 4}, {0, 1})), no(), yes()});
  EXPECT_EQ(folded(model, kDouble),
            "  if x <= 5 or missing  # 2 rows\n"
            "    answer 'no' (rule 1)\n"
            "  answer 'yes' (rule 3)\n");
}

TEST(Fold, KeepsTestsThatSplitWhatIsLeft) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 1}), at_most(0, 3, {3, 4}, {1, 0}), yes(), no(), yes()});
  EXPECT_EQ(fold(built(model, kDouble)).steps.size(), 5U);
}

TEST(Fold, RemembersCategories) {
  // In {k, l}: a test for m fails, a test for {k, l} holds, one for k splits.
  const auto inner = [](std::vector<std::uint32_t> categories) {
    return over_c({member(0, {0, 1}, {1, 2}), member(0, std::move(categories), {3, 4}), yes(), no(), yes()});
  };
  EXPECT_EQ(folded(inner({2}), kCategory), "  answer 'yes' (rule 2,3)\n") << "both sides answer yes";
  EXPECT_EQ(folded(inner({0, 1}), kCategory),
            "  if c in {k and l}  # 2 rows\n"
            "    answer 'no' (rule 1)\n"
            "  answer 'yes' (rule 3)\n");
  EXPECT_EQ(fold(built(inner({0}), kCategory)).steps.size(), 5U);
}

TEST(Fold, MultiwayTestBelowAnotherOneOfTheSameColumnIsDecided) {
  Node root = sample::test(TestKind::multiway, 0, {1, 2, 3}, {2, 2});
  Node again = sample::test(TestKind::multiway, 0, {4, 5, 6}, {1, 1});
  const Model model = over_c({root, no(), again, yes(), no(), yes(), no()});
  EXPECT_EQ(folded(model, kCategory, AnswerKind::rule),
            "  if c in {l}  # 4 rows\n"
            "    answer rule 3\n"
            "  if c in {m}  # 2 rows\n"
            "    answer rule 5\n"
            "  answer rule 1\n");
}

TEST(Fold, MergesSiblingsThatAnswerAlikeForLabelsOnly) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 2}), at_most(0, 3, {3, 4}, {0, 2}), no(), yes(), yes()});
  EXPECT_EQ(folded(model, kDouble),
            "  if x <= 5  # 3 rows\n"
            "    answer 'yes' (rule 1,2)\n"
            "  answer 'no' (rule 3)\n");
  EXPECT_EQ(fold(built(model, kDouble, AnswerKind::rule)).steps.size(), 5U);
}

TEST(Fold, MergesUpToTheRoot) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {0, 3}), at_most(0, 3, {3, 4}, {0, 2}), yes(), yes(), yes()});
  EXPECT_EQ(folded(model, kDouble), "  answer 'yes' (rule 1,2,3)\n");
}

TEST(Fold, LongChainIsUntouchedAndQuick) {
  const Model model = sample::chain(10'000);
  const Program program = fold(built(model, kInt));
  EXPECT_EQ(program.steps.size(), 20'001U);
}

}  // namespace
}  // namespace espalier::fold_test
