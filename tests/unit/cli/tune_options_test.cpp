// What `tune` makes of its options: budgets, variations of the learner, and files that read back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/tuning.hpp"
#include "report/tune_figure.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::cli::tune_options_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TuneBudget, IsTrialsOrATime) {
  EXPECT_EQ(parse_budget("200").trials, 200U);
  EXPECT_FALSE(parse_budget("200").seconds);
  EXPECT_EQ(parse_budget("60s").seconds, 60);
  EXPECT_EQ(parse_budget("5m").seconds, 300);
  EXPECT_EQ(parse_budget("1.5h").seconds, 5400);
}

TEST(TuneBudget, RefusesWhatIsNeither) {
  for (const char* budget : {"", "x", "0", "1", "-5", "2.5", "10x", "s", "0s", "-1m", "1e9h", "20000",
                             "99999999999999999999999", "60S", "60sec"}) {
    try {
      parse_budget(budget);
      FAIL() << budget;
    } catch (const Diagnostic& error) {
      EXPECT_EQ(error.code(), ExitCode::usage) << budget;
      EXPECT_THAT(error.message(), HasSubstr("--budget '" + std::string(budget) + "'"));
      EXPECT_THAT(error.hint(), HasSubstr("--budget 60s")) << budget;
    }
  }
}

class Candidates : public ::testing::Test {
 protected:
  Candidates() {
    RandomEngine engine(1);
    data = testing::random_data(engine, 60, {});
  }
  CandidateMaker maker() {
    learner.check();
    Warnings warnings;
    given = learner.learn(data, 1, 1, reading, warnings);
    return {learner, given, data, figure};
  }

  Dataset data;
  DataOptions reading;
  LearnerOptions learner;
  LearnOptions given;
  std::optional<SelectBy> figure;
};

TEST_F(Candidates, AreWhatTheCommandLineWouldMakeOfThem) {
  const auto candidate = maker().make({{"max-depth", "4"}, {"prune", "error-based"}, {"confidence", "0.1"}});
  ASSERT_TRUE(candidate);
  LearnOptions expected = given;
  expected.grow.max_depth = 4;
  expected.prune.method = PruneMethod::error_based;
  expected.prune.confidence = 0.1;
  EXPECT_EQ(candidate->options.grow, expected.grow);
  EXPECT_EQ(candidate->options.prune, expected.prune);
}

TEST_F(Candidates, AreTheGivenOptionsWithoutSettings) {
  learner.give({{"algorithm", "c45"}, {"no-raising", "true"}});
  const auto candidate = maker().make({});
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->options.grow, given.grow);
  EXPECT_EQ(candidate->options.prune, given.prune);
  EXPECT_FALSE(candidate->options.prune.raising) << "switches stay as they were given";
}

TEST_F(Candidates, LeaveOutSettingsWithoutEffect) {
  EXPECT_THAT(maker().make({{"criterion", "gini"}, {"max-depth", "4"}, {"prune", "cost-complexity"}})->settings,
              ElementsAre(Setting{"max-depth", "4"}));
  EXPECT_THAT(maker()
                  .make({{"algorithm", "c45"}, {"min-leaf", "2"}, {"prune", "error-based"}, {"confidence", "0.25"}})
                  ->settings,
              ElementsAre(Setting{"algorithm", "c45"}));
}

TEST_F(Candidates, ThatDoNotGoWithWhatWasGivenAreNone) {
  learner.give({{"confidence", "0.1"}, {"prune", "error-based"}});
  EXPECT_FALSE(maker().make({{"prune", "none"}}));
}

TEST_F(Candidates, ChooseAlphaByTheFigure) {
  figure = SelectBy::auc;
  EXPECT_EQ(maker().make({})->options.prune.select_by, SelectBy::auc);
  EXPECT_EQ(maker().make({})->options.prune.risk, RiskMeasure::gini) << "as --select-by auc has it on the command line";
  EXPECT_EQ(maker().make({{"prune", "pessimistic"}})->options.prune.select_by, std::nullopt);
}

TEST_F(Candidates, AreAllDifferentAndAsManyAsAskedFor) {
  const CandidateMaker make = maker();
  const std::vector<TuneCandidate> drawn = draw_candidates(make, tune_space(data, {}), 1, 50);
  ASSERT_EQ(drawn.size(), 50U);
  EXPECT_TRUE(drawn[0].settings.empty());
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(drawn[i].options.grow == drawn[j].options.grow && drawn[i].options.prune == drawn[j].options.prune);
    }
  }
}

TEST_F(Candidates, EndWithTheSpace) {
  const CandidateMaker make = maker();
  TuneSpace space;
  space.growing = {{"max-depth", {"", "2", "3"}}};
  space.pruning = {{{"prune", "none"}}, {{"prune", "cost-complexity"}}};
  space.smoothing = {"smoothing", {""}};
  EXPECT_EQ(draw_candidates(make, space, 1, 100).size(), 6U);
}

TEST(WrittenOptions, AreThoseThatBuildHasToo) {
  const auto option = [](const std::string& name, const std::string& value) {
    po::option given;
    given.string_key = name;
    if (!value.empty()) given.value = {value};
    return given;
  };
  const std::vector<po::option> given = {option("target", "y"),     option("budget", "20"), option("group-values", ""),
                                         option("ignore", "a b"),   option("seed", "3"),    option("threads", "2"),
                                         option("select-by", "auc")};
  const std::vector<WrittenOption> options = options_to_learn(given, {{"max-depth", "4"}});
  EXPECT_EQ(shell_text(options), "--target y --group-values --ignore 'a b' --seed 3 --max-depth 4");
  EXPECT_EQ(config_text({"two", "lines"}, options),
            "# two\n# lines\ntarget = y\ngroup-values = true\nignore = a b\nseed = 3\nmax-depth = 4\n");
}

TEST(WrittenOptions, ThatDoNotReadBackAreLeftOut) {
  for (const char* value : {"a#b", " a", "a ", "a\nb", ""}) {
    const WrittenOption option{"ignore", {value}};
    EXPECT_FALSE(fits_config(option)) << value;
    EXPECT_EQ(config_text({}, {option}), "");
  }
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(config_text({"a\nb"}, {}), "# a\\nb\n") << "no comment ends early";
}

TEST(TuneFigure, IsShownAsPeopleKnowIt) {
  EXPECT_EQ(tune_figure(ErrorFigure::wrong_answers).text({0.066, 0.02}), "93.4 % ± 2.0");
  EXPECT_EQ(tune_figure(ErrorFigure::missed_area).text({0.27, 0.012}), "0.730 ± 0.012");
  EXPECT_EQ(tune_figure(ErrorFigure::log_loss).text({0.5, 0.01}), "0.5 ± 0.01");
  EXPECT_EQ(tune_figure(ErrorFigure::wrong_answers).difference_text(0.0071), "+0.7");
  EXPECT_EQ(tune_figure(ErrorFigure::wrong_answers).difference_text(-0.0001), "0.0");
  EXPECT_EQ(tune_figure(ErrorFigure::squared_error).difference_text(-0.25), "-0.25");
  // The root of 4 with the error 1 / (2 x 2).
  EXPECT_EQ(tune_figure(ErrorFigure::squared_error).text({4, 1}), "2 ± 0.25");
}

}  // namespace
}  // namespace espalier::cli::tune_options_test
