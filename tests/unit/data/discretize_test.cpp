// Where numeric columns are cut, on columns small enough to compute by hand.
#include "data/discretize.hpp"

#include <limits>

#include "unit/data/columns.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::discretize_test {

void PrintTo(const ValueGap& gap, std::ostream* out) {
  *out << gap.below << "|" << gap.above;
}

}  // namespace espalier::discretize_test

namespace espalier::test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

using Gaps = std::vector<ValueGap>;

// --- what the option says

TEST(Discretization, WhatIsWrittenReadsBack) {
  for (const char* text :
       {"none", "equal-width:2", "equal-frequency:1000", "mdlp", "chimerge:0.05", "chimerge:0.999"}) {
    EXPECT_EQ(to_string(parse_discretization(text)), text);
  }
  EXPECT_EQ(parse_discretization("equal-width:7"), (Discretization{Discretizer::equal_width, 7, 0}));
  EXPECT_EQ(parse_discretization("equal-frequency:7"), (Discretization{Discretizer::equal_frequency, 7, 0}));
  EXPECT_EQ(parse_discretization("mdlp"), (Discretization{Discretizer::mdlp, 0, 0}));
  EXPECT_EQ(parse_discretization("chimerge"), (Discretization{Discretizer::chimerge, 0, 0.05}));
}

std::string refused(const std::string& text) {
  return refusal([&] { parse_discretization(text); }, ExitCode::usage);
}

TEST(Discretization, MisspeltMethod) {
  EXPECT_EQ(refused("equal-widht:3"),
            "espalier: error: discretisation 'equal-widht:3': expected none, equal-width:K, equal-frequency:K, mdlp or "
            "chimerge\n"
            "hint: did you mean 'equal-width'?\n");
  EXPECT_THAT(refused(""), HasSubstr("expected none"));
}

TEST(Discretization, NumberOfIntervals) {
  for (const char* text :
       {"equal-width", "equal-width:", "equal-width:1", "equal-width:1001", "equal-width:-3", "equal-width:2.5",
        "equal-width: 3", "equal-width:3:4", "equal-width:99999999999999999999"}) {
    EXPECT_THAT(refused(text),
                HasSubstr("expected a number of intervals from 2 to 1000\nhint: for example equal-width:10"))
        << text;
  }
}

TEST(Discretization, Significance) {
  for (const char* text : {"chimerge:", "chimerge:0", "chimerge:1", "chimerge:-0.1", "chimerge:nan", "chimerge:x"}) {
    EXPECT_THAT(refused(text), HasSubstr("expected a significance level between 0 and 1")) << text;
  }
}

TEST(Discretization, MethodsWithoutAFigure) {
  EXPECT_THAT(refused("mdlp:3"), HasSubstr("mdlp takes no figure"));
  EXPECT_THAT(refused("none:3"), HasSubstr("none takes no figure"));
}

// --- every method

TEST(CutGaps, NothingToCut) {
  for (const char* method : {"equal-width:3", "equal-frequency:3", "mdlp", "chimerge"}) {
    EXPECT_THAT(cuts_of(column_of({}, ""), method), IsEmpty());
    EXPECT_THAT(cuts_of(column_of({kUnknown, kUnknown}, "AB"), method), IsEmpty());
    EXPECT_THAT(cuts_of(column_of({5, 5, 5}, "ABA"), method), IsEmpty());
  }
  EXPECT_THAT(cuts_of(column_of({1, 2, 3, 4}, "AABB"), "none"), IsEmpty());
}

TEST(CutGaps, RegressionHasNoClassesToLookAt) {
  Dataset data = column_of({1, 2, 3, 4}, "");
  data.task = Task::regression;
  data.labels.clear();
  data.targets = {1, 2, 3, 4};
  EXPECT_EQ(cuts_of(data, "equal-width:2"), (Gaps{{2, 3}}));
  EXPECT_EQ(cuts_of(data, "equal-frequency:2"), (Gaps{{2, 3}}));
  EXPECT_EQ(refusal([&] { cuts_of(data, "mdlp"); }, ExitCode::usage),
            "espalier: error: mdlp looks at the classes, but 'y' is predicted as a number\n"
            "hint: use equal-frequency:10 or equal-width:10\n");
  EXPECT_THAT(refusal([&] { cuts_of(data, "chimerge"); }, ExitCode::usage), HasSubstr("chimerge looks at the classes"));
}

// --- equal width

TEST(EqualWidth, BordersFallIntoGaps) {
  // Borders at 0 + 2i of [0, 10]: 2, 4, 6, 8. The value on the border 4 belongs below it; (4, 6] is empty.
  EXPECT_EQ(cuts_of(column_of({0, 1, 3, 4, 7, 10}, "AAAAAA"), "equal-width:5"), (Gaps{{1, 3}, {4, 7}, {7, 10}}));
}

TEST(EqualWidth, OutlierLeavesOneCut) {
  EXPECT_EQ(cuts_of(column_of({1, 2, 3, 1000}, "AAAA"), "equal-width:10"), (Gaps{{3, 1000}}));
}

TEST(EqualWidth, MissingValuesDoNotCount) {
  EXPECT_EQ(cuts_of(column_of({kUnknown, 4, 1, kUnknown, 3, 2}, "AAAAAA"), "equal-width:2"), (Gaps{{2, 3}}));
}

TEST(EqualWidth, RangeBeyondTheLargestNumber) {
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(cuts_of(column_of({-most, -1, 1, most}, "AAAA"), "equal-width:2"), (Gaps{{-1, 1}}));
}

TEST(EqualWidth, NeighbouringNumbers) {
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_EQ(cuts_of(column_of({1, next}, "AA"), "equal-width:1000"), (Gaps{{1, next}}));
}

// --- equal frequency

TEST(EqualFrequency, SharesOfTheRows) {
  EXPECT_EQ(cuts_of(column_of({1, 2, 3, 4, 5, 600}, "AAAAAA"), "equal-frequency:3"), (Gaps{{2, 3}, {4, 5}}));
}

TEST(EqualFrequency, NeverInsideEqualValues) {
  // Weight below the gaps: 1 | 4 | 5 of 6; the half, 3, is nearer to 4. Thirds, 2 and 4: 2 is nearer to 1.
  const Dataset data = column_of({1, 2, 2, 2, 3, 4}, "AAAAAA");
  EXPECT_EQ(cuts_of(data, "equal-frequency:2"), (Gaps{{2, 3}}));
  EXPECT_EQ(cuts_of(data, "equal-frequency:3"), (Gaps{{1, 2}, {2, 3}}));
}

TEST(EqualFrequency, LowerOfTwoAsNear) {
  // Weight below the gaps: 1 | 3 of 4; the half, 2, is as near to both.
  EXPECT_EQ(cuts_of(column_of({1, 2, 2, 3}, "AAAA"), "equal-frequency:2"), (Gaps{{1, 2}}));
}

TEST(EqualFrequency, CountsWeight) {
  // Weight below the gaps: 3 | 4 | 5 of 6.
  EXPECT_EQ(cuts_of(column_of({1, 2, 3, 4}, "AAAA", {3, 1, 1, 1}), "equal-frequency:2"), (Gaps{{1, 2}}));
}

TEST(EqualFrequency, MoreIntervalsThanValues) {
  EXPECT_EQ(cuts_of(column_of({3, 1, 2}, "AAA"), "equal-frequency:50"), (Gaps{{1, 2}, {2, 3}}));
}

// --- MDLP; N rows, k classes: gain > (log2(N - 1) + log2(3^k - 2) - (k Ent - k1 Ent1 - k2 Ent2)) / N

TEST(Mdlp, CleanCutPays) {
  // Gain 1 > (log2 7 + log2 7 - (2 - 0 - 0)) / 8 = 0.452. Each side is pure.
  EXPECT_EQ(cuts_of(column_of(counting_up(8), "AAAABBBB"), "mdlp"), (Gaps{{4, 5}}));
  // Gain 1 > (log2 1 + log2 7 - 2) / 2 = 0.404: two rows are enough.
  EXPECT_EQ(cuts_of(column_of({1, 2}, "AB"), "mdlp"), (Gaps{{1, 2}}));
}

TEST(Mdlp, AlternatingClassesDoNotPay) {
  // After 1: gain 1 - 3/4 * 0.918 = 0.311 < (log2 3 + log2 7 - (2 - 0 - 2 * 0.918)) / 4 = 1.057.
  EXPECT_THAT(cuts_of(column_of(counting_up(4), "ABAB"), "mdlp"), IsEmpty());
}

TEST(Mdlp, CutsAgainOnBothSides) {
  // After 4 (as good as after 8, and lower): gain log2 3 - 8/12 = 0.918 > (log2 11 + log2 25 - (3 log2 3 - 2)) / 12 =
  // 0.446; then 5 to 12 as in CleanCutPays.
  EXPECT_EQ(cuts_of(column_of(counting_up(12), "AAAABBBBCCCC"), "mdlp"), (Gaps{{4, 5}, {8, 9}}));
}

TEST(Mdlp, OneClassIsNotCut) {
  EXPECT_THAT(cuts_of(column_of(counting_up(8), "AAAAAAAA"), "mdlp"), IsEmpty());
}

TEST(Mdlp, EntryBetweenAcceptanceAndRefusal) {
  // AAAB: gain 0.811 > (log2 3 + log2 7 - 2 * 0.811) / 4 = 0.692, but AAABA: after 3, gain 0.722 - 2/5 = 0.322 <
  // (log2 4 + log2 7 - (2 * 0.722 - 2 * 1)) / 5 = 1.073.
  EXPECT_EQ(cuts_of(column_of(counting_up(4), "AAAB"), "mdlp"), (Gaps{{3, 4}}));
  EXPECT_THAT(cuts_of(column_of(counting_up(5), "AAABA"), "mdlp"), IsEmpty());
}

TEST(Mdlp, ManyClassesDoNotOverflow) {
  // 3^1000 is no double. Halves: gain 1 > (log2 999 + 1000 log2 3 - (1000 log2 1000 - 2 * 500 log2 500)) / 1000 =
  // 0.595.
  Dataset data = column_of(counting_up(1000), "");
  data.labels.assign(1000, "");
  for (std::uint32_t label = 0; label < 1000; ++label) data.classes.push_back(label);
  EXPECT_THAT(cuts_of(data, "mdlp"), Contains(ValueGap{500, 501}));
}

TEST(Mdlp, WeightsOfLessThanTwoRows) {
  // N = 1, so log2(N - 1) counts as 0: gain 1 > (0 + log2 7 - 2) / 1 = 0.807.
  EXPECT_EQ(cuts_of(column_of({1, 2}, "AB", {0.5, 0.5}), "mdlp"), (Gaps{{1, 2}}));
  // N = 0.5: 1 < 1.615.
  EXPECT_THAT(cuts_of(column_of({1, 2}, "AB", {0.25, 0.25}), "mdlp"), IsEmpty());
}

// --- ChiMerge; quantiles of chi-square: 3.841 (5 %, 1 degree), 6.635 (1 %, 1), 5.991 (5 %, 2)

TEST(ChiMerge, KeepsWhatDiffers) {
  // Like neighbours go first: (0 - 0.1)^2 / 0.1 twice for the class that neither has, 0.2. Then 2 A beside 2 B: 4.
  const Dataset data = column_of(counting_up(4), "AABB");
  EXPECT_EQ(cuts_of(data, "chimerge"), (Gaps{{2, 3}}));
  EXPECT_THAT(cuts_of(data, "chimerge:0.01"), IsEmpty()) << "4 < 6.635";
}

TEST(ChiMerge, MergesWhatDiffersLittle) {
  EXPECT_THAT(cuts_of(column_of({1, 2}, "AB"), "chimerge"), IsEmpty()) << "2 < 3.841";
}

TEST(ChiMerge, LowerOfTwoAsLikeFirst) {
  // 6 A beside 3 A and 3 B: expected 9/2, 3/2 each, 1/2 + 3/2 twice = 4, and the same for 3 A and 3 B beside 6 B. The
  // lower two merge; then 9 A and 3 B beside 6 B: expected 6, 6 and 3, 3 give 3/2 + 3/2 + 3 + 3 = 9 > 6.635.
  EXPECT_EQ(cuts_of(column_of({1, 2, 2, 3}, "AABB", {6, 3, 3, 6}), "chimerge:0.01"), (Gaps{{2, 3}}));
}

TEST(ChiMerge, DegreesOfFreedomAreTheClassesThatOccur) {
  // 3 A beside 3 B: 6 > 3.841; C and D never occur.
  EXPECT_EQ(cuts_of(column_of(counting_up(6), "AAABBB"), "chimerge"), (Gaps{{3, 4}}));
  // 3 A beside 3 B, 6.2 > 5.991; 3 B beside C: expected 9/4, 3/4, 3/4, 1/4 give 4, and 0.2: merged. Then 3 A beside
  // 3 B and C: 7 rows, A: 9/7 and 12/7, B: 9/7 and 12/7, C: 3/7 and 4/7: 7.
  EXPECT_EQ(cuts_of(column_of(counting_up(7), "AAABBBC"), "chimerge"), (Gaps{{3, 4}}));
}

TEST(ChiMerge, OneClassIsNotCut) {
  EXPECT_THAT(cuts_of(column_of(counting_up(8), "AAAAAAAA"), "chimerge:0.999"), IsEmpty());
}

TEST(ChiMerge, CountsWeight) {
  // 2 A beside 2 B by weight: 4 > 3.841.
  EXPECT_EQ(cuts_of(column_of({1, 2}, "AB", {2, 2}), "chimerge"), (Gaps{{1, 2}}));
}

}  // namespace
}  // namespace espalier::test
