#include "learn/tune_space.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "unit/learn/random_data.hpp"

namespace espalier::tune_space_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::random_data;

Dataset data_of(std::size_t rows, Task task = Task::classification) {
  RandomEngine engine(7);
  return random_data(engine, rows, {.task = task});
}

std::vector<std::string> values_of(const TuneSpace& space, const std::string& option) {
  for (const SettingChoice& choice : space.growing) {
    if (choice.option == option) return choice.values;
  }
  return {};
}

TEST(TuneSpace, IsMadeForTheData) {
  const TuneSpace classes = tune_space(data_of(150), {});
  EXPECT_THAT(classes.searched(), ElementsAre("algorithm", "criterion", "categorical-split", "max-depth", "min-leaf",
                                              "prune", "risk", "confidence"));
  // Leaves of a fifteenth of the rows at most: 10 of 150. Depths up to 1.5 log2(150) = 10.8.
  EXPECT_THAT(values_of(classes, "min-leaf"), ElementsAre("", "2", "3", "5", "7", "10"));
  EXPECT_THAT(values_of(classes, "max-depth"), ElementsAre("", "2", "3", "4", "5", "6", "8", "10"));
  const TuneSpace numbers = tune_space(data_of(40, Task::regression), {});
  EXPECT_THAT(numbers.searched(), ElementsAre("criterion", "categorical-split", "max-depth", "min-leaf", "prune"));
  EXPECT_THAT(values_of(numbers, "min-leaf"), ElementsAre("", "1", "2"));
}

TEST(TuneSpace, HasNoKindsOfTestsOnWordsWithoutWords) {
  Dataset data = data_of(100);
  data.features[2].categories = {"no", "yes"};
  EXPECT_THAT(tune_space(data, {}).searched(), Not(Contains("categorical-split")));
  data.features.pop_back();
  EXPECT_THAT(tune_space(data, {}).searched(), Not(Contains("categorical-split")));
}

TEST(TuneSpace, MeasuresLeavesByTheirShareWhereRowsWeigh) {
  // 0.05 % of 2,000 rows is one row, and says nothing.
  EXPECT_THAT(values_of(tune_space(data_of(2000), {.weighed = true}), "min-leaf"),
              ElementsAre("", "0.1%", "0.2%", "0.5%", "1%", "2%", "5%"));
}

// Answers are the same whatever the smoothing.
TEST(TuneSpace, SmoothsWhereProbabilitiesAreJudged) {
  for (const SelectBy figure : {SelectBy::brier, SelectBy::log_loss, SelectBy::auc}) {
    EXPECT_THAT(tune_space(data_of(100), {.select_by = figure}).searched(), Contains("smoothing"));
  }
  EXPECT_THAT(tune_space(data_of(100), {.select_by = SelectBy::cost}).searched(), Not(Contains("smoothing")));
  EXPECT_THAT(tune_space(data_of(100), {.select_by = SelectBy::accuracy}).searched(), Not(Contains("smoothing")));
}

TEST(TuneSpace, LeavesAloneWhatIsGiven) {
  const TuneSpace space = tune_space(
      data_of(100), {.select_by = SelectBy::auc,
                     .given = {{"criterion", "gini"}, {"max-depth", "3"}, {"smoothing", "none"}, {"seed", "5"}}});
  EXPECT_THAT(space.searched(),
              ElementsAre("algorithm", "categorical-split", "min-leaf", "prune", "risk", "confidence"));
}

TEST(TuneSpace, SearchesTheStrengthOfAMethodThatIsGiven) {
  const TuneSpace space = tune_space(data_of(100), {.given = {{"prune", "error-based"}}});
  EXPECT_THAT(space.pruning, ElementsAre(Settings{{"confidence", "0.01"}}, Settings{{"confidence", "0.05"}},
                                         Settings{{"confidence", "0.1"}}, Settings{{"confidence", "0.25"}},
                                         Settings{{"confidence", "0.5"}}));
  const TuneSpace fixed = tune_space(data_of(100), {.given = {{"prune", "reduced-error"}}});
  EXPECT_THAT(fixed.pruning, ElementsAre(IsEmpty()));
}

// Of 3 columns the root is 1, and so is a third: 2 and 3 are others.
TEST(TuneSpace, SuitsTheKindOfSeveralTrees) {
  const Dataset data = data_of(150);
  const TuneSpace forest = tune_space(data, {.ensemble = EnsembleKind::forest});
  EXPECT_THAT(forest.searched(),
              ElementsAre("criterion", "categorical-split", "max-depth", "min-leaf", "columns", "rows", "replace"));
  EXPECT_THAT(values_of(forest, "columns"), ElementsAre("", "all", "2"));
  EXPECT_THAT(values_of(forest, "min-leaf"), ElementsAre("", "2", "3")) << "5 * 50 are more than 150 rows";
  EXPECT_THAT(values_of(forest, "max-depth"), ElementsAre("", "4", "6", "8", "10"));
  EXPECT_THAT(forest.pruning, ElementsAre(IsEmpty()));
  EXPECT_THAT(tune_space(data, {.ensemble = EnsembleKind::extra_trees}).searched(),
              ElementsAre("criterion", "categorical-split", "max-depth", "min-leaf", "columns", "replace"));
  EXPECT_THAT(
      tune_space(data, {.ensemble = EnsembleKind::bagging}).searched(),
      ElementsAre("algorithm", "criterion", "categorical-split", "max-depth", "min-leaf", "prune", "rows", "replace"));
  EXPECT_THAT(tune_space(data, {.ensemble = EnsembleKind::boost}).searched(),
              ElementsAre("learning-rate", "max-depth", "min-child-weight", "l2", "columns", "rows",
                          "categorical-split", "trees"));
  EXPECT_THAT(tune_space(data_of(150, Task::regression), {.ensemble = EnsembleKind::bagging}).searched(),
              ElementsAre("categorical-split", "max-depth", "min-leaf", "rows", "replace"));
}

// Four columns: the root is 2, half of it and a third are 1.
TEST(TuneSpace, TriesEachNumberOfColumnsOnce) {
  Dataset data = data_of(100);
  data.features.push_back(data.features.front());
  EXPECT_THAT(values_of(tune_space(data, {.ensemble = EnsembleKind::forest}), "columns"),
              ElementsAre("", "third", "all"));
  Dataset numbers = data_of(100, Task::regression);
  numbers.features.push_back(numbers.features.front());
  EXPECT_THAT(values_of(tune_space(numbers, {.ensemble = EnsembleKind::extra_trees}), "columns"),
              ElementsAre("", "sqrt", "third"))
      << "all of them is usual";
}

TEST(TuneSpace, CountsRoundsOfBoostingUnlessTheyAreGivenOrEndByThemselves) {
  const auto rounds = [](const Settings& given) {
    return tune_space(data_of(100), {.ensemble = EnsembleKind::boost, .given = given}).pruning;
  };
  EXPECT_EQ(rounds({}).size(), 4U);
  EXPECT_THAT(rounds({{"trees", "300"}}), ElementsAre(IsEmpty()));
  EXPECT_THAT(rounds({{"trees", "100"}}), ElementsAre(IsEmpty()));
  EXPECT_THAT(rounds({{"early-stop", "0.2"}}), ElementsAre(IsEmpty()));
}

// The scores of boosting are not smoothed.
TEST(TuneSpace, SmoothsSeveralTreesThatAverageProbabilities) {
  const auto searched = [](EnsembleKind kind) {
    return tune_space(data_of(100), {.select_by = SelectBy::log_loss, .ensemble = kind}).searched();
  };
  EXPECT_THAT(searched(EnsembleKind::forest), Contains("smoothing"));
  EXPECT_THAT(searched(EnsembleKind::boost), Not(Contains("smoothing")));
}

TEST(TuneDraw, BeginsWithTheGrowthThatIsGiven) {
  TuneDraw draw(tune_space(data_of(100), {}), 1);
  for (int i = 0; i < 4; ++i) {
    for (const Setting& setting : draw.next()) {
      EXPECT_THAT((std::set<std::string>{"prune", "confidence", "risk"}), Contains(setting.option));
    }
  }
}

// Ten rounds of the deck of ways to prune: 9 of them.
TEST(TuneDraw, DealsEveryValueAsOftenAsTheOthers) {
  const TuneSpace space = tune_space(data_of(100), {});
  ASSERT_EQ(space.pruning.size(), 9U);
  TuneDraw draw(space, 1);
  std::map<std::string, int> times;
  for (int i = 0; i < 90; ++i) {
    Settings pruning;
    for (const Setting& setting : draw.next()) {
      if (setting.option == "prune" || setting.option == "confidence" || setting.option == "risk") {
        pruning.push_back(setting);
      }
    }
    ++times[command_line(pruning)];
  }
  EXPECT_EQ(times.size(), 9U);
  for (const auto& [way, count] : times) EXPECT_EQ(count, 10) << way;
}

TEST(TuneDraw, DealsHandsOfTheSameGrowth) {
  TuneDraw draw(tune_space(data_of(300), {}), 3);
  std::set<std::string> growths;
  for (int hand = 0; hand < 10; ++hand) {
    std::set<std::string> in_hand;
    for (int i = 0; i < 4; ++i) {
      Settings growing;
      for (const Setting& setting : draw.next()) {
        if (setting.option != "prune" && setting.option != "confidence" && setting.option != "risk") {
          growing.push_back(setting);
        }
      }
      in_hand.insert(command_line(growing));
    }
    EXPECT_EQ(in_hand.size(), 1U);
    growths.insert(*in_hand.begin());
  }
  EXPECT_GT(growths.size(), 7U);
}

TEST(TuneDraw, FollowsTheSeed) {
  const TuneSpace space = tune_space(data_of(100), {});
  const auto lines = [&](std::uint64_t seed) {
    TuneDraw draw(space, seed);
    std::vector<std::string> drawn;
    for (int i = 0; i < 40; ++i) drawn.push_back(command_line(draw.next()));
    return drawn;
  };
  EXPECT_EQ(lines(1), lines(1));
  EXPECT_NE(lines(1), lines(2));
}

TEST(Settings, AreWrittenAsOnTheCommandLine) {
  EXPECT_EQ(command_line({{"max-depth", "5"}, {"prune", "none"}}), "--max-depth 5 --prune none");
  EXPECT_EQ(command_line({}), "");
}

}  // namespace
}  // namespace espalier::tune_space_test
