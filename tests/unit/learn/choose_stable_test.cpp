#include "learn/stability.hpp"

#include <gtest/gtest.h>

namespace espalier::choose_stable_test {
namespace {

using Numbers = std::vector<std::size_t>;

// The best is 0.95, the mean standard error 0.02: trees from 0.93 up are as good. Of these, tree 3 is nearest the
// others; tree 2 would be nearer, but is not good enough.
TEST(ChooseStable, TakesTheNearestOfThoseAsGoodAsTheBest) {
  const StableChoice choice =
      choose_stable(Better::more, {{0.95, 0.01, 0.4}, {0.94, 0.02, 0.3}, {0.92, 0.03, 0.1}, {0.935, 0.02, 0.2}});
  EXPECT_EQ(choice.best, 0U);
  EXPECT_DOUBLE_EQ(choice.standard_error, 0.02);
  EXPECT_DOUBLE_EQ(choice.limit, 0.93);
  EXPECT_EQ(choice.as_good, (Numbers{0, 1, 3}));
  EXPECT_EQ(choice.chosen, 3U);
}

TEST(ChooseStable, SmallErrorsAreBetter) {
  const StableChoice choice =
      choose_stable(Better::less, {{2.5, 0.5, 0.1}, {1, 0.5, 0.9}, {1.5, 0.5, 0.4}, {1.6, 0.5, 0.2}});
  EXPECT_EQ(choice.best, 1U);
  EXPECT_DOUBLE_EQ(choice.limit, 1.5);
  EXPECT_EQ(choice.as_good, (Numbers{1, 2}));
  EXPECT_EQ(choice.chosen, 2U);
}

TEST(ChooseStable, TiesGoToTheBetterScoreAndThenToTheFirst) {
  const StableChoice better = choose_stable(Better::more, {{0.9, 0.1, 0.2}, {0.95, 0.1, 0.2}, {0.93, 0.1, 0.2}});
  EXPECT_EQ(better.chosen, 1U);
  const StableChoice first = choose_stable(Better::more, {{0.9, 0.1, 0.3}, {0.9, 0.1, 0.2}, {0.9, 0.1, 0.2}});
  EXPECT_EQ(first.best, 0U);
  EXPECT_EQ(first.chosen, 1U);
}

// A tree without errors has a standard error of 0, which says how few rows it was tried on, not how good it is.
TEST(ChooseStable, APerfectScoreDoesNotExcludeAllOthers) {
  const StableChoice choice = choose_stable(Better::more, {{1, 0, 0.5}, {0.98, 0.04, 0.1}});
  EXPECT_EQ(choice.as_good, (Numbers{0, 1}));
  EXPECT_EQ(choice.chosen, 1U);
}

TEST(ChooseStable, WithoutErrorsOnlyTheBestAreAsGood) {
  EXPECT_EQ(choose_stable(Better::more, {{0.5, 0, 0}, {1, 0, 0.7}, {1, 0, 0.6}}).chosen, 2U);
}

}  // namespace
}  // namespace espalier::choose_stable_test
