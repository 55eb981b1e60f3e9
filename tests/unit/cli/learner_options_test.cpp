// What the learner's options mean for data of each kind: presets, what changes them, what is refused and why.
#include "cli/learner_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier::cli::learner_options_test {
namespace {

using ::testing::HasSubstr;
using Arguments = std::vector<std::string>;
using Figures = std::vector<NamedFigure>;

Dataset classes() {
  return testing::dataset({testing::numeric("x", {1, 2, 3}), testing::categorical("c=d,e", {"u", "v", "u"})},
                          {"a", "b", "a,b=1"});
}

Dataset numbers() {
  Dataset data = classes();
  data.task = Task::regression;
  data.labels.clear();
  data.classes.clear();
  data.targets = {1.5, 2.5, 4};
  return data;
}

Dataset with_missing(Dataset data) {
  data.features[0].values[0] = kMissing;
  data.first_missing = Location{};
  return data;
}

LearnOptions learned(const Arguments& arguments, const Dataset& data, std::uint64_t seed = 1) {
  LearnerOptions learner;
  OptionGroups groups;
  learner.add_to(groups);
  const po::options_description options = groups.all();
  po::variables_map values;
  po::store(po::command_line_parser(arguments).options(options).run(), values);
  po::notify(values);
  learner.check();
  Warnings warnings;
  return learner.learn(data, seed, 1, DataOptions(), warnings);
}

GrowOptions grown(const Arguments& arguments, const Dataset& data = classes()) {
  return learned(arguments, data).grow;
}

PruneOptions pruned(const Arguments& arguments, const Dataset& data = classes()) {
  return learned(arguments, data).prune;
}

// The message and the hint of the refusal.
std::string refusal(const Arguments& arguments, const Dataset& data = classes()) {
  try {
    learned(arguments, data);
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::usage);
    return diagnostic.message() + "\n" + diagnostic.hint();
  }
  return "accepted";
}

TEST(LearnerOptions, CompleteDataNeedNoPolicy) {
  for (const char* algorithm : {"id3", "c45", "cart"}) {
    EXPECT_EQ(grown({"-a", algorithm}).missing, MissingPolicy::refuse) << algorithm;
  }
}

TEST(LearnerOptions, MissingValuesChooseTheAlgorithmsOwnPolicy) {
  const Dataset data = with_missing(classes());
  EXPECT_EQ(grown({"-a", "id3"}, data).missing, MissingPolicy::refuse);
  EXPECT_EQ(grown({"-a", "c45"}, data).missing, MissingPolicy::fractional);
  EXPECT_EQ(grown({"-a", "cart"}, data).missing, MissingPolicy::surrogate);
  EXPECT_EQ(grown({}, data).missing, MissingPolicy::surrogate);
}

TEST(LearnerOptions, APolicyThatIsGivenHolds) {
  for (const Dataset& data : {classes(), with_missing(classes())}) {
    EXPECT_EQ(grown({"--missing", "refuse"}, data).missing, MissingPolicy::refuse);
    EXPECT_EQ(grown({"--missing", "majority"}, data).missing, MissingPolicy::majority);
    EXPECT_EQ(grown({"--missing", "learned"}, data).missing, MissingPolicy::learned);
    EXPECT_EQ(grown({"--missing", "own-category"}, data).missing, MissingPolicy::own_category);
    EXPECT_EQ(grown({"--missing", "surrogate"}, data).missing, MissingPolicy::surrogate);
    EXPECT_EQ(grown({"--missing", "fractional"}, data).missing, MissingPolicy::fractional);
  }
}

TEST(LearnerOptions, EachAlgorithmHasItsPruning) {
  EXPECT_EQ(pruned({"-a", "id3"}).method, PruneMethod::none);
  EXPECT_EQ(pruned({"-a", "c45"}).method, PruneMethod::error_based);
  EXPECT_EQ(pruned({"-a", "c45"}).confidence, 0.25);
  EXPECT_TRUE(pruned({"-a", "c45"}).raising);
  EXPECT_EQ(pruned({"-a", "cart"}).method, PruneMethod::cost_complexity);
  EXPECT_FALSE(pruned({"-a", "cart"}).alpha);
  EXPECT_EQ(pruned({"-a", "cart"}).folds, 10U);
  EXPECT_EQ(pruned({"-a", "cart"}).margin, 0.3);
  // Errors are counted of classes only.
  EXPECT_EQ(pruned({"-a", "c45"}, numbers()).method, PruneMethod::cost_complexity);
  EXPECT_EQ(pruned({"-a", "id3"}, numbers()).method, PruneMethod::none);
}

TEST(LearnerOptions, NumbersAreSplitByVariance) {
  for (const char* algorithm : {"id3", "c45", "cart"}) {
    EXPECT_EQ(grown({"-a", algorithm}, numbers()).criterion, Criterion::variance) << algorithm;
  }
  EXPECT_EQ(grown({"--criterion", "absolute-deviation"}, numbers()).criterion, Criterion::absolute_deviation);
  EXPECT_EQ(grown({"-a", "c45"}).criterion, Criterion::gain_ratio);
}

TEST(LearnerOptions, EveryOptionOfGrowingIsPassedOn) {
  EXPECT_EQ(grown({"--criterion", "information-gain"}).criterion, Criterion::information_gain);
  EXPECT_EQ(grown({"--criterion", "error"}).criterion, Criterion::error);
  EXPECT_EQ(grown({"--categorical-split", "multiway"}).categorical, CategoricalSplit::multiway);
  EXPECT_EQ(grown({"--categorical-split", "subset"}).categorical, CategoricalSplit::subset);
  EXPECT_TRUE(grown({"-a", "c45", "--group-values"}).group_values);
  EXPECT_FALSE(grown({"-a", "c45"}).group_values);
  EXPECT_EQ(grown({"--threshold", "observed"}).threshold, ThresholdPlace::observed);
  EXPECT_EQ(grown({"--threshold", "round"}).threshold, ThresholdPlace::round);
  EXPECT_EQ(grown({"--discretize", "mdlp"}).discretization.method, Discretizer::mdlp);
  EXPECT_EQ(grown({"--discretize", "equal-width:5"}, numbers()).discretization.intervals, 5U);
  EXPECT_EQ(grown({"--missing", "surrogate", "--surrogates", "3"}).surrogates, 3U);
  EXPECT_EQ(grown({"--surrogates", "3"}, with_missing(classes())).surrogates, 3U);
  EXPECT_EQ(grown({"--max-depth", "4"}).max_depth, 4U);
  EXPECT_EQ(grown({"--max-leaves", "5"}).max_leaves, 5U);
  EXPECT_EQ(grown({"--max-nodes", "6"}).max_nodes, 6U);
  EXPECT_EQ(grown({"--min-split", "20"}).min_split, Amount(20, false));
  EXPECT_EQ(grown({"--min-leaf", "2.5%"}).min_leaf, Amount(2.5, true));
  EXPECT_EQ(grown({"--min-gain", "0.01"}).min_gain, 0.01);
  EXPECT_EQ(grown({"--chi-square", "0.05"}).chi_square, 0.05);
  EXPECT_EQ(grown({"--validate", "0.3"}).validate, 0.3);
  EXPECT_EQ(learned({}, classes(), 42).grow.seed, 42U);
}

TEST(LearnerOptions, EveryOptionOfPruningIsPassedOn) {
  EXPECT_EQ(pruned({"--prune", "none"}).method, PruneMethod::none);
  EXPECT_EQ(pruned({"--prune", "pessimistic"}).method, PruneMethod::pessimistic);
  EXPECT_EQ(pruned({"--prune", "error-based"}).method, PruneMethod::error_based);
  EXPECT_EQ(pruned({"-a", "c45", "--confidence", "0.1"}).confidence, 0.1);
  EXPECT_EQ(pruned({"-a", "c45", "--confidence-method", "exact"}).confidence_method, ConfidenceMethod::exact);
  EXPECT_EQ(pruned({"-a", "c45", "--confidence-method", "normal"}).confidence_method, ConfidenceMethod::normal);
  EXPECT_FALSE(pruned({"-a", "c45", "--no-raising"}).raising);
  EXPECT_EQ(pruned({"--alpha", "0.02"}).alpha, 0.02);
  EXPECT_EQ(pruned({"-a", "c45", "--alpha", "0.02"}, numbers()).alpha, 0.02);
  EXPECT_EQ(pruned({"--prune-folds", "5"}).folds, 5U);
  EXPECT_EQ(pruned({"--se-rule"}).margin, 1);
  EXPECT_EQ(pruned({"--se-margin", "0"}).margin, 0);
  EXPECT_EQ(learned({}, classes(), 42).prune.seed, 42U);
  EXPECT_EQ(pruned({"--prune", "reduced-error"}).method, PruneMethod::reduced_error);
  EXPECT_EQ(pruned({"--prune", "reduced-error"}).share, 1.0 / 3);
  EXPECT_EQ(pruned({"--prune", "reduced-error", "--prune-share", "0.2"}, numbers()).share, 0.2);
}

TEST(LearnerOptions, ImpurityIsTheCriterions) {
  EXPECT_EQ(pruned({}).risk, RiskMeasure::errors);
  EXPECT_EQ(pruned({"--risk", "misclassification"}).risk, RiskMeasure::errors);
  EXPECT_EQ(pruned({"--risk", "impurity"}).risk, RiskMeasure::gini);
  EXPECT_EQ(pruned({"--risk", "impurity", "--criterion", "error"}).risk, RiskMeasure::gini);
  EXPECT_EQ(pruned({"--risk", "impurity", "--criterion", "information-gain"}).risk, RiskMeasure::entropy);
  EXPECT_EQ(pruned({"-a", "c45", "--prune", "cost-complexity", "--risk", "impurity"}).risk, RiskMeasure::entropy);
  EXPECT_EQ(pruned({"--risk", "squared-error"}, numbers()).risk, RiskMeasure::errors);  // stands for its deviation
}

TEST(LearnerOptions, AFileOfJudgesIsRead) {
  try {
    learned({"--prune", "reduced-error", "--prune-set", "no-such-judges.csv"}, classes());
    FAIL() << "accepted a file that is not there";
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_THAT(diagnostic.message(), HasSubstr("no-such-judges.csv"));
  }
}

TEST(LearnerOptions, ClassWeightsAreNamed) {
  EXPECT_EQ(grown({"--class-weight", "a=2,b=0.5"}).class_weights, (Figures{{"a", 2}, {"b", 0.5}}));
  EXPECT_EQ(grown({"--class-weight", "a=2", "--class-weight", "b=3"}).class_weights, (Figures{{"a", 2}, {"b", 3}}));
  EXPECT_TRUE(grown({"--class-weight", "balanced"}).balanced_classes);
  EXPECT_TRUE(grown({"--class-weight", "balanced"}).class_weights.empty());
  EXPECT_FALSE(grown({"--class-weight", "a=2"}).balanced_classes);
}

// The class "a,b=1" reads as two figures, unless it is the name of a class and stands alone.
TEST(LearnerOptions, NamesMayHoldCommasAndEqualsSigns) {
  EXPECT_EQ(grown({"--class-weight", "a,b=1=4"}).class_weights, (Figures{{"a,b=1", 4}}));
  EXPECT_EQ(grown({"--class-weight", "a,b=1=4", "--class-weight", "b=2"}).class_weights,
            (Figures{{"a,b=1", 4}, {"b", 2}}));
  EXPECT_EQ(grown({"--attribute-cost", "c=d,e=2"}).attribute_costs, (Figures{{"c=d,e", 2}}));
  EXPECT_EQ(grown({"--attribute-cost", "x=3,c=d,e=2"}).attribute_costs, (Figures{{"x", 3}, {"c=d,e", 2}}));
}

TEST(LearnerOptions, PriorsAreSharesOfAllClasses) {
  EXPECT_EQ(grown({"--priors", "a=0.5,b=0.25", "--priors", "a,b=1=0.25"}).priors,
            (Figures{{"a", 0.5}, {"b", 0.25}, {"a,b=1", 0.25}}));
  EXPECT_THAT(refusal({"--priors", "a=0.5,b=0.5"}), HasSubstr("--priors: class 'a,b=1' has none\nevery class"));
  EXPECT_THAT(refusal({"--priors", "a=0.5,b=0.5", "--priors", "a,b=1=0.5"}),
              HasSubstr("--priors sum to 1.5, not to 1"));
}

TEST(LearnerOptions, AttributeCostsFollowARule) {
  EXPECT_EQ(grown({"--attribute-cost", "x=3"}).attribute_cost_rule, AttributeCostRule::ratio);
  EXPECT_EQ(grown({"--attribute-cost", "x=3", "--attribute-cost-rule", "eg2"}).attribute_cost_rule,
            AttributeCostRule::eg2);
  EXPECT_EQ(grown({"--attribute-cost", "x=3", "--attribute-cost-rule", "cs-id3"}).attribute_cost_rule,
            AttributeCostRule::cs_id3);
}

struct Refused {
  Arguments arguments;
  const char* message;
  const char* hint;
};

TEST(LearnerOptions, WhatDoesNotGoTogetherIsRefused) {
  const Refused cases[] = {
      {{"--group-values"}, "--group-values goes with --categorical-split multiway", "auto is in effect"},
      {{"-a", "c45", "--group-values", "--categorical-split", "subset"}, "--group-values goes with", "subset"},
      {{"--surrogates", "3"}, "--surrogates goes with --missing surrogate", "refuse is in effect"},
      {{"--surrogates", "3", "--missing", "majority"}, "--surrogates goes with", "majority is in effect"},
      {{"--confidence", "0.1"}, "--confidence goes with --prune error-based", "cost-complexity is in effect"},
      {{"--prune", "none", "--confidence-method", "exact"}, "--confidence-method goes with", "none is in effect"},
      {{"-a", "id3", "--no-raising"}, "--no-raising goes with --prune error-based", "none is in effect"},
      {{"-a", "c45", "--alpha", "0.1"}, "--alpha goes with --prune cost-complexity", "error-based is in effect"},
      {{"--prune", "pessimistic", "--prune-folds", "5"}, "--prune-folds goes with --prune cost-complexity", "pessim"},
      {{"-a", "c45", "--se-rule"}, "--se-rule goes with --prune cost-complexity", "error-based is in effect"},
      {{"--alpha", "0.1", "--se-rule"}, "--alpha and --se-rule exclude each other", "chooses alpha"},
      {{"--alpha", "0.1", "--prune-folds", "5"}, "--alpha and --prune-folds exclude each other", "choosing alpha"},
      {{"--prune-folds", "1"}, "--prune-folds 1: at least 2 folds", "10 is usual"},
      {{"-a", "c45", "--confidence-method", "exact", "--confidence", "0.6"}, "--confidence 0.6", "release8"},
      {{"--class-weight", "a=2", "--priors", "a=1"}, "--class-weight and --priors exclude", "each class counts"},
      {{"--class-weight", "balanced", "--class-weight", "a=2"}, "balanced weighs all classes", "leave the other"},
      {{"--attribute-cost-rule", "eg2"}, "--attribute-cost-rule goes with --attribute-cost", "COL=2"},
      {{"--criterion", "variance"}, "--criterion variance is for numbers, and the target 'target' has", "--task regr"},
      {{"--criterion", "absolute-deviation"}, "--criterion absolute-deviation is for numbers", "gini"},
  };
  for (const Refused& refused : cases) {
    const std::string text = refusal(refused.arguments);
    EXPECT_THAT(text, HasSubstr(refused.message));
    EXPECT_THAT(text, HasSubstr(refused.hint));
  }
}

TEST(LearnerOptions, WhatIsAboutClassesIsRefusedForNumbers) {
  const Refused cases[] = {
      {{"--criterion", "gini"}, "--criterion gini is for classes, and the target 'target' is a number", "variance"},
      {{"--chi-square", "0.05"}, "--chi-square compares classes", "--min-gain"},
      {{"--discretize", "mdlp"}, "--discretize 'mdlp' looks at classes", "equal-width:K"},
      {{"--class-weight", "balanced"}, "--class-weight is about classes", "leave it out"},
      {{"--priors", "a=1"}, "--priors is about classes", "leave it out"},
      {{"--cost-matrix", "costs.csv"}, "--cost-matrix is about classes", "--task classification"},
      {{"--prune", "pessimistic"},
       "--prune pessimistic counts wrong classes",
       "cost-complexity, reduced-error or none"},
      {{"--prune", "error-based"},
       "--prune error-based counts wrong classes",
       "cost-complexity, reduced-error or none"},
      {{"-a", "c45", "--confidence", "0.1"}, "--confidence goes with --prune error-based", "cost-complexity is in"},
  };
  for (const Refused& refused : cases) {
    const std::string text = refusal(refused.arguments, numbers());
    EXPECT_THAT(text, HasSubstr(refused.message));
    EXPECT_THAT(text, HasSubstr(refused.hint));
  }
}

TEST(LearnerOptions, ValuesOutOfRangeAreRefused) {
  const Refused cases[] = {
      {{"--min-leaf", "-1"}, "--min-leaf '-1': expected a number of rows, or a percentage", "--min-leaf 2%"},
      {{"--min-leaf", "101%"}, "--min-leaf '101%'", ""},
      {{"--min-split", "few"}, "--min-split 'few'", "--min-split 20"},
      {{"--min-split", "%"}, "--min-split '%'", ""},
      {{"--min-gain", "nan"}, "--min-gain 'nan': expected a number of at least 0", ""},
      {{"--alpha", "-0.5"}, "--alpha '-0.5': expected a number of at least 0", ""},
      {{"--chi-square", "0"}, "--chi-square '0': expected a number above 0 and below 1", ""},
      {{"--chi-square", "1"}, "--chi-square '1'", ""},
      {{"--validate", "1"}, "--validate '1': expected a number above 0 and below 1", ""},
      {{"-a", "c45", "--confidence", "0"}, "--confidence '0': expected a number above 0 and at most 1", ""},
      {{"-a", "c45", "--confidence", "25"}, "--confidence '25'", ""},
      {{"--surrogates", "-1"}, "--surrogates '-1': expected a whole number", ""},
      {{"--class-weight", "a"}, "--class-weight 'a': expected a class, = and a number", "may be repeated"},
      {{"--class-weight", "a=2,b=x"}, "--class-weight 'b=x': expected a class", ""},
      {{"--class-weight", "a=0"}, "--class-weight: 0 of class 'a' is not above 0", ""},
      {{"--class-weight", "a=1,a=2"}, "--class-weight: class 'a' is given more than once", ""},
      {{"--class-weight", "z=1"}, "--class-weight: there is no class 'z'", "there are 'a', 'a,b=1' and 'b'"},
      {{"--attribute-cost", "y=1"}, "--attribute-cost: there is no column 'y'", ""},
      {{"--attribute-cost", "x=-1"}, "--attribute-cost: -1 of column 'x' is not above 0", ""},
  };
  for (const Refused& refused : cases) {
    const std::string text = refusal(refused.arguments);
    EXPECT_THAT(text, HasSubstr(refused.message));
    EXPECT_THAT(text, HasSubstr(refused.hint));
  }
}

TEST(LearnerOptions, MonotoneColumnsGoOneWay) {
  EXPECT_TRUE(grown({}).monotone.empty());
  EXPECT_EQ(grown({"--monotone", "x=-:a,b=1"}).monotone,
            (std::vector<MonotoneColumn>{{"x", Direction::down, "a,b=1"}}));
  EXPECT_EQ(grown({"--monotone", "x=+"}, numbers()).monotone, (std::vector<MonotoneColumn>{{"x", Direction::up, ""}}));
  EXPECT_THAT(refusal({"--monotone", "x=+"}), HasSubstr("has 3 classes"));
  EXPECT_THAT(refusal({"--monotone", "x=*"}), HasSubstr("expected a column, = and + or -"));
  EXPECT_THAT(refusal({"--monotone", "c=d,e=+"}, numbers()), HasSubstr("'c=d,e' holds words"));
  // Shared-out rows keep nothing monotone: C4.5 takes another policy, and nobody else's wish is overruled.
  const Dataset gaps = with_missing(numbers());
  EXPECT_EQ(grown({"-a", "c45"}, gaps).missing, MissingPolicy::fractional);
  EXPECT_EQ(grown({"-a", "c45", "--monotone", "x=+"}, gaps).missing, MissingPolicy::learned);
  EXPECT_THAT(refusal({"--monotone", "x=+", "--missing", "fractional"}, gaps), HasSubstr("--missing fractional"));
}

}  // namespace
}  // namespace espalier::cli::learner_options_test
