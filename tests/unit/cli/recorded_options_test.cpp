#include "cli/pruned_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluate/recorded_options.hpp"

#include "support/diagnostic.hpp"

namespace espalier::cli::recorded_options_test {
namespace {

using ::testing::HasSubstr;
using Figures = std::vector<NamedFigure>;

Model with_options(std::vector<std::pair<std::string, std::string>> options) {
  Model model;
  model.labels = {"a", "b", "a,b=1"};
  model.provenance.options = std::move(options);
  return model;
}

TEST(RecordedOptions, AreFoundByName) {
  const Model model = with_options({{"weight", "w"}, {"criterion", "gain-ratio"}});
  EXPECT_EQ(recorded(model, "weight"), "w");
  EXPECT_EQ(recorded(model, "priors"), std::nullopt);
  EXPECT_EQ(recorded_criterion(model), Criterion::gain_ratio);
  EXPECT_EQ(recorded_criterion(with_options({})), std::nullopt);
  EXPECT_EQ(recorded_criterion(with_options({{"criterion", "taste"}})), std::nullopt);
}

// As the learner writes them down.
TEST(RecordedOptions, ReadBackWhatTheLearnerWrites) {
  GrowOptions options;
  options.class_weights = {{"b", 0.5}, {"a,b=1", 3}};
  const GrowOptions weighed = recorded_weighing(with_options(describe(options)));
  EXPECT_EQ(weighed.class_weights, options.class_weights);
  EXPECT_TRUE(weighed.priors.empty());
  EXPECT_FALSE(weighed.balanced_classes);
  options.class_weights.clear();
  options.priors = {{"a", 0.25}, {"b", 0.5}, {"a,b=1", 0.25}};
  EXPECT_EQ(recorded_weighing(with_options(describe(options))).priors, options.priors);
  options.priors.clear();
  options.balanced_classes = true;
  EXPECT_TRUE(recorded_weighing(with_options(describe(options))).balanced_classes);
  EXPECT_TRUE(recorded_weighing(with_options(describe(options))).class_weights.empty());
}

TEST(RecordedOptions, RefuseWhatTheyCannotRead) {
  for (const char* text : {"c=2", "a", "a=-1", ""}) {
    try {
      recorded_weighing(with_options({{"class-weight", text}}));
      ADD_FAILURE() << text;
    } catch (const Diagnostic& fault) {
      EXPECT_EQ(fault.code(), ExitCode::bad_input);
      EXPECT_THAT(fault.message(), HasSubstr("does not say how much its classes count: --class-weight"));
    }
  }
}

}  // namespace
}  // namespace espalier::cli::recorded_options_test
