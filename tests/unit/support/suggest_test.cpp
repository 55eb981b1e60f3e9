#include "support/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::suggest_test {
namespace {

const std::vector<std::string> kColumns = {"outlook", "temperature", "humidity", "windy", "play"};

TEST(Suggest, OneEditAway) {
  EXPECT_EQ(suggest("outlok", kColumns), "outlook");     // missing letter
  EXPECT_EQ(suggest("outlookk", kColumns), "outlook");   // letter too many
  EXPECT_EQ(suggest("humiditi", kColumns), "humidity");  // wrong letter
  EXPECT_EQ(suggest("plya", kColumns), "play");          // neighbours swapped
}

TEST(Suggest, CaseAloneIsAlwaysPlausible) {
  EXPECT_EQ(suggest("WINDY", kColumns), "windy");
  EXPECT_EQ(suggest("X", std::vector<std::string>{"x"}), "x");
}

TEST(Suggest, NothingNearIsNoSuggestion) {
  EXPECT_EQ(suggest("cat", std::vector<std::string>{"dog"}), std::nullopt);
  EXPECT_EQ(suggest("a", std::vector<std::string>{"b"}), std::nullopt) << "one edit, but nothing is left alike";
  EXPECT_EQ(suggest("", kColumns), std::nullopt);
  EXPECT_EQ(suggest("outlook", std::vector<std::string>{}), std::nullopt);
  EXPECT_EQ(suggest("outlook", std::vector<std::string>{""}), std::nullopt);
}

TEST(Suggest, AThirdOfTheLettersMayDiffer) {
  // Six letters: two edits are near (distance 4 half-edits <= 2 * 6 / 3), three are not.
  const std::vector<std::string> names = {"abcdef"};
  EXPECT_EQ(suggest("abcdxy", names), "abcdef");
  EXPECT_EQ(suggest("abcxyz", names), std::nullopt);
}

TEST(Suggest, NearestWinsAndTheEarlierOfEqualOnes) {
  EXPECT_EQ(suggest("petal_with", std::vector<std::string>{"petal_height", "petal_width"}), "petal_width");
  EXPECT_EQ(suggest("col3", std::vector<std::string>{"col1", "col2"}), "col1");
  EXPECT_EQ(suggest("Col1", std::vector<std::string>{"Col2", "col1"}), "col1") << "case costs half an edit";
}

TEST(Suggest, EndlessNamesAreNotCompared) {
  const std::string long_name(10'000, 'a');
  EXPECT_EQ(suggest(long_name, std::vector<std::string>{long_name + "b"}), std::nullopt);
}

TEST(DidYouMean, IsAQuestionOrNothing) {
  EXPECT_EQ(did_you_mean("plai", kColumns), "did you mean 'play'?");
  EXPECT_EQ(did_you_mean("x\n", std::vector<std::string>{"x\n\n"}), "did you mean 'x\\n\\n'?");
  EXPECT_EQ(did_you_mean("zzzzzz", kColumns), "");
}

}  // namespace
}  // namespace espalier::suggest_test
