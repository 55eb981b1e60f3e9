// Decision thresholds: what leaves and blends answer by them, to the last unit.
#include "model/decision_threshold.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "model/blend.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::decision_threshold_test {
namespace {

using testing::HasSubstr;

constexpr std::uint32_t kPlay = 0;
constexpr std::uint32_t kDont = 1;

std::vector<std::uint32_t> labels_of(const Model& model) {
  std::vector<std::uint32_t> labels;
  for (const Node& node : model.trees[0].nodes) labels.push_back(node.label);
  return labels;
}

TEST(DecisionThreshold, GivesEveryNodeItsLabel) {
  Model model = sample::golf();  // counts 9 5, 2 3, 4 0, 3 2, 2 0, 0 3, 0 2, 3 0
  set_decision_threshold({kDont, 0.4}, model);
  EXPECT_THAT(labels_of(model), testing::ElementsAre(0, 1, 0, 1, 0, 1, 1, 0)) << "3/5 and 2/5 are enough, 5/14 is not";
  EXPECT_NO_THROW(validate(model, "golf"));
  set_decision_threshold({kDont, std::nextafter(0.4, 1.0)}, model);
  EXPECT_EQ(labels_of(model)[3], kPlay) << "2/5 is not enough any more";
  set_decision_threshold({kPlay, 0.65}, model);
  EXPECT_THAT(labels_of(model), testing::ElementsAre(1, 1, 0, 1, 0, 1, 1, 0)) << "9/14 is 0.643";
}

TEST(DecisionThreshold, AsksForTheSmoothedProbability) {
  Model model = sample::golf();
  model.smoothing = {SmoothingKind::laplace, 0};
  set_decision_threshold({kDont, 0.4}, model);
  // (0 + 1) / (2 + 2) of a leaf with two rows of Play, (2 + 1) / (5 + 2) of the node with 3 and 2.
  EXPECT_THAT(labels_of(model), testing::ElementsAre(0, 1, 0, 1, 0, 1, 1, 0));
  set_decision_threshold({kDont, 0.25}, model);
  EXPECT_THAT(labels_of(model), testing::ElementsAre(1, 1, 0, 1, 1, 1, 1, 0)) << "1/4 is enough; 1/6 and 1/5 are not";
}

TEST(DecisionThreshold, OfANodeWithoutRowsFollowsTheOneAboveIt) {
  Model model = sample::golf();
  model.trees[0].nodes[4].counts = {0, 0};
  set_decision_threshold({kPlay, 0.5}, model);
  EXPECT_EQ(labels_of(model)[4], kDont) << "its parent has 2 of 5";
  set_decision_threshold({kPlay, 0.4}, model);
  EXPECT_EQ(labels_of(model)[4], kPlay);
}

TEST(DecisionThreshold, ThatIsTakenAwayLeavesTheOldAnswers) {
  const Model model = sample::golf();
  Model decided = model;
  set_decision_threshold({kDont, 0.01}, decided);
  EXPECT_NE(decided, model);
  EXPECT_EQ(without_decision_threshold(decided), model);
  decided.trees[0].nodes[4].counts = {0, 0};
  EXPECT_EQ(without_decision_threshold(decided).trees[0].nodes[4].label, kDont) << "that of its parent";
  decided.costs = {{0, 1}, {9, 0}};
  EXPECT_EQ(without_decision_threshold(decided).trees[0].nodes[0].label, kDont) << "9 rows cost 1 each, 5 cost 9 each";
}

struct Fault {
  const char* message;
  void (*damage)(Model&);
};

TEST(DecisionThreshold, IsChecked) {
  const Fault faults[] = {
      {"trees[0].nodes[5].label: the decision threshold asks for label 1, found 0",
       [](Model& m) { m.trees[0].nodes[5].label = 0; }},
      {"decision_threshold.probability: expected a number above 0, and at most 1",
       [](Model& m) { m.decision_threshold->probability = 0; }},
      {"decision_threshold.probability: expected", [](Model& m) { m.decision_threshold->probability = 1.5; }},
      {"decision_threshold.probability: expected", [](Model& m) { m.decision_threshold->probability = std::nan(""); }},
      {"decision_threshold.label: there is no label 2; the model has 2",
       [](Model& m) { m.decision_threshold->label = 2; }},
      {"decision_threshold: it is for two labels; the model has 1", [](Model& m) { m.labels.resize(1); }},
      {"decision_threshold: a regression model has no classes",
       [](Model& m) {
         m = sample::regression_sample();
         m.decision_threshold = DecisionThreshold{0, 0.5};
       }},
  };
  for (const Fault& fault : faults) {
    Model model = sample::golf();
    set_decision_threshold({kDont, 0.3}, model);
    fault.damage(model);
    try {
      validate(model, "golf");
      ADD_FAILURE() << "accepted: " << fault.message;
    } catch (const Diagnostic& diagnostic) {
      EXPECT_THAT(diagnostic.message(), HasSubstr(fault.message));
    }
  }
}

TEST(DecisionThreshold, IsReadWhereItStands) {
  Model model = sample::golf();
  set_decision_threshold({kDont, 0.3}, model);
  const std::string text = write_model(model);
  EXPECT_THAT(text, HasSubstr("\n  \"decision_threshold\": {\"label\": 1, \"probability\": 0.3},\n"));
  EXPECT_EQ(read_model(text, "golf"), model);
  const std::string key = "\"probability\": 0.3";
  const std::size_t at = text.find(key);
  std::string damaged = text;
  damaged.replace(at, key.size(), "\"probability\": 2");
  try {
    read_model(damaged, "golf.json");
    ADD_FAILURE();
  } catch (const Diagnostic& diagnostic) {
    EXPECT_THAT(diagnostic.message(), HasSubstr("decision_threshold.probability: expected a number above 0"));
    ASSERT_TRUE(diagnostic.where());
    EXPECT_EQ(diagnostic.where()->line, 14U) << text;
  }
  damaged = text;
  damaged.replace(at, key.size(), "\"probabilty\": 0.3");
  EXPECT_THROW(read_model(damaged, "golf.json"), Diagnostic);
}

// Without outlook, humidity 90 and no wind: Play has floor(4/14) + floor(5/14) of 2^31, 613566756 + 766958445, Don't
// Play 766958445.
TEST(DecisionThreshold, OfABlendIsAWholeShare) {
  Model model = sample::fractional_golf();
  const std::vector<double> row = {kMissing, 70, 90, 0};
  constexpr double kShare = 766958445;
  set_decision_threshold({kDont, kShare / kWholeWeight}, model);
  EXPECT_EQ(blend_threshold(model)->share, 766958445U);
  EXPECT_EQ(Interpreter(model).predict(row).label, kDont) << "exactly that share";
  set_decision_threshold({kDont, std::nextafter(kShare / kWholeWeight, 1.0)}, model);
  EXPECT_EQ(blend_threshold(model)->share, 766958446U) << "rounded up";
  EXPECT_EQ(Interpreter(model).predict(row).label, kPlay);
  set_decision_threshold({kPlay, 1}, model);
  EXPECT_EQ(blend_threshold(model)->share, kWholeWeight);
  set_decision_threshold({kPlay, 1e-300}, model);
  EXPECT_EQ(blend_threshold(model)->share, 1U) << "a share of nothing is never enough";
}

TEST(DecisionThreshold, OfABlendAsksAfterSmoothing) {
  Model model = sample::fractional_golf();
  model.smoothing = {SmoothingKind::laplace, 0};
  const std::vector<double> row = {kMissing, 70, 90, 0};
  const double reported = Interpreter(model).predict(row).probabilities[kDont];
  EXPECT_GT(reported, 766958445 / 2147483648.0) << "smoothing takes it towards a half";
  set_decision_threshold({kDont, reported}, model);
  EXPECT_EQ(Interpreter(model).predict(row).label, kDont);
  set_decision_threshold({kDont, reported + 1 / 2147483648.0}, model);
  EXPECT_EQ(Interpreter(model).predict(row).label, kPlay);
  model.costs = {{0, 1}, {1000, 0}};
  EXPECT_EQ(Interpreter(model).predict(row).label, kPlay) << "costs have no say where a threshold decides";
}

constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                       MissingPolicy::learned,   MissingPolicy::own_category,
                                       MissingPolicy::surrogate, MissingPolicy::fractional};

// The whole meaning, of leaves and of blends, whatever the policy and the smoothing.
TEST(DecisionThreshold, IsWhatTheReportedProbabilityIsHeldTo) {
  RandomEngine engine(17);
  std::map<MissingPolicy, std::size_t> equal;  // answers whose probability is the threshold itself
  std::size_t models = 0;
  for (const MissingPolicy policy : kPolicies) {
    for (int i = 0; i < 400; ++i) {
      const Model model = sample::random_model(engine, Task::classification, policy);
      if (!model.decision_threshold) continue;
      ++models;
      const auto [label, threshold] = *model.decision_threshold;
      const Interpreter interpreter(model);
      for (int j = 0; j < 20; ++j) {
        const Prediction prediction = interpreter.predict(sample::random_row(model, engine));
        ASSERT_EQ(prediction.label == label, prediction.probabilities[label] >= threshold);
        equal[policy] += prediction.probabilities[label] == threshold ? 1 : 0;
      }
    }
  }
  EXPECT_GT(models, 200U);
  for (const MissingPolicy policy : kPolicies) EXPECT_GT(equal[policy], 20U) << static_cast<int>(policy);
}

}  // namespace
}  // namespace espalier::decision_threshold_test
