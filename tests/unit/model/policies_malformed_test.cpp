// Every rule on regression, costs, intervals, groups, presence and surrogates has a row here: a valid model, one
// change, the message it must lead to. Those that a text can say are read from a text, so that the place in it is
// tested too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <ostream>

#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::policies_malformed_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Model with_costs() {
  Model model = sample::golf();
  model.costs = {{0, 1}, {2.5, 0}};
  return model;
}

struct TextChange {
  std::string name;
  Model (*valid)();
  std::string from;
  std::string to;
  std::string message;
  std::string hint;
};

std::ostream& operator<<(std::ostream& out, const TextChange& change) {
  return out << change.name;
}

class MalformedPolicy : public testing::TestWithParam<TextChange> {};

TEST_P(MalformedPolicy, IsRefusedWithPlaceAndMessage) {
  const TextChange& change = GetParam();
  std::string text = write_model(change.valid());
  ASSERT_NO_THROW(read_model(text, "m.json"));
  const std::size_t at = text.find(change.from);
  ASSERT_NE(at, std::string::npos) << change.from;
  text.replace(at, change.from.size(), change.to);
  try {
    read_model(text, "m.json");
    ADD_FAILURE() << "accepted: " << text;
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_THAT(diagnostic.message(), StartsWith(change.message));
    EXPECT_THAT(diagnostic.hint(), HasSubstr(change.hint));
    ASSERT_TRUE(diagnostic.where());
    EXPECT_GT(diagnostic.where()->line, 0U);
    EXPECT_GT(diagnostic.where()->column, 0U);
  }
}

std::string name_of(const testing::TestParamInfo<TextChange>& row) {
  return row.param.name;
}

const TextChange kTasks[] = {
    {"RegressionLabels", sample::regression_sample, R"("features")", R"("labels": [], "features")",
     "labels: a regression model has no classes", ""},
    {"RegressionCosts", sample::regression_sample, R"("features")", R"("costs": [], "features")",
     "costs: a regression model has no classes", ""},
    {"RegressionCounts", sample::regression_sample, R"("value": 10)", R"("counts": [4], "value": 10)",
     "trees[0].nodes[1]: unknown key 'counts'", "expected here: test, value, weight and deviation"},
    {"ClassificationValue", sample::golf, R"("leaf", )", R"("leaf", "value": 3, )",
     "trees[0].nodes[2]: unknown key 'value'", ""},
    {"NoValue", sample::regression_sample, R"("value": 10, )", "", "trees[0].nodes[1]: missing key 'value'", ""},
    {"NoWeight", sample::regression_sample, R"("weight": 4, )", "", "trees[0].nodes[1]: missing key 'weight'", ""},
    {"NoDeviation", sample::regression_sample, R"(, "deviation": 4)", "", "trees[0].nodes[1]: missing key 'deviation'",
     ""},
    {"ValueString", sample::regression_sample, R"("value": 10)", R"("value": "10")",
     "trees[0].nodes[1].value: expected a number", ""},
    {"WeightNegative", sample::regression_sample, R"("weight": 4)", R"("weight": -4)",
     "trees[0].nodes[1].weight: -4 is negative", ""},
    {"DeviationNegative", sample::regression_sample, R"("deviation": 4)", R"("deviation": -0.5)",
     "trees[0].nodes[1].deviation: -0.5 is negative", ""},
    {"TrainingAccuracy", sample::regression_sample, "training_rmse", "training_accuracy",
     "provenance: unknown key 'training_accuracy'", ""},
    {"TrainingRmse", sample::golf, "training_accuracy", "training_rmse", "provenance: unknown key 'training_rmse'", ""},
    {"Accuracy", sample::regression_sample, R"("rmse": 2.5)", R"("accuracy": 0.5)",
     "provenance.evaluation: unknown key 'accuracy'", "expected here: method, rmse and standard_error"},
    {"TrainingRmseNegative", sample::regression_sample, R"("training_rmse": )", R"("training_rmse": -)",
     "provenance.training_rmse: a root mean squared error is finite and not negative", ""},
    {"RmseNegative", sample::regression_sample, R"("rmse": 2.5)", R"("rmse": -2.5)",
     "provenance.evaluation.rmse: a root mean squared error is finite and not negative", ""},
};

const TextChange kCosts[] = {
    {"Empty", with_costs, "[[0, 1], [2.5, 0]]", "[]", "costs: expected one row per label, found none", ""},
    {"Flat", with_costs, "[[0, 1], [2.5, 0]]", "[0, 1]", "costs[0]: expected an array, found 0", ""},
    {"RowMissing", with_costs, "[[0, 1], [2.5, 0]]", "[[0, 1]]", "costs: expected one row per label (2), found 1", ""},
    {"RowShort", with_costs, "[2.5, 0]", "[2.5]", "costs[1]: expected one cost per label (2), found 1", ""},
    {"RowLong", with_costs, "[2.5, 0]", "[2.5, 0, 1]", "costs[1]: expected one cost per label (2), found 3", ""},
    {"Negative", with_costs, "[2.5, 0]", "[-2.5, 0]", "costs[1][0]: -2.5 is negative", ""},
    {"Diagonal", with_costs, "[2.5, 0]", "[2.5, 1]", "costs[1][1]: a right answer costs nothing, found 1", ""},
    {"AllZero", with_costs, "[[0, 1], [2.5, 0]]", "[[0, 0], [0, 0]]", "costs: no wrong answer costs anything", ""},
    {"Null", with_costs, "[2.5, 0]", "[null, 0]", "costs[1][0]: expected a number, found null", ""},
};

const TextChange kCuts[] = {
    {"NotAscending", sample::own_category_sample, R"({"threshold": 80})", R"({"threshold": 74})",
     "features[1].cuts[1].threshold: cuts must be in ascending order, each once", ""},
    {"Twice", sample::own_category_sample, R"({"threshold": 80})", R"({"threshold": 75})",
     "features[1].cuts[1].threshold: cuts must be in ascending order, each once", ""},
    {"GapElsewhere", sample::own_category_sample, "[70, 78]", "[70, 75]",
     "features[1].cuts[0].gap: the threshold 75 is not within [70, 75)", ""},
    {"Number", sample::own_category_sample, R"({"threshold": 80})", "80",
     "features[1].cuts[1]: expected an object, found 80", ""},
    {"NoThreshold", sample::own_category_sample, R"({"threshold": 80})", "{}",
     "features[1].cuts[1]: missing key 'threshold'", ""},
    {"UnknownKey", sample::own_category_sample, R"({"threshold": 80})", R"({"treshold": 80})",
     "features[1].cuts[1]: unknown key 'treshold'", "did you mean 'threshold'?"},
    {"OfCategories", sample::golf, R"("ordered": false, )", R"("ordered": false, "cuts": [], )",
     "features[0]: unknown key 'cuts'", ""},
    {"OneTooMany", sample::own_category_sample, R"(, {"threshold": 80})",
     R"(, {"threshold": 80}, {"threshold": 90},)"
     R"( {"threshold": 95})",
     "trees[0].nodes[0].children: expected 5 (one per interval), found 4", ""},
    {"OneTooFew", sample::own_category_sample, R"(, {"threshold": 80})", "",
     "trees[0].nodes[0].children: expected 2 (one per interval), found 4", ""},
    {"None", sample::own_category_sample, R"(, "cuts": [{"threshold": 75, "gap": [70, 78]}, {"threshold": 80}])", "",
     "trees[0].nodes[0].feature: feature 'humidity' is numeric and has no cuts; a multiway test needs", ""},
};

const TextChange kOwnCategory[] = {
    {"BranchNeedsThePolicy", sample::own_category_sample, R"("own-category")", R"("majority")",
     "trees[0].nodes[0].children: expected 3 (one per interval), found 4", ""},
    {"BranchIsTheLast", sample::own_category_sample, R"("missing_child": 3)", R"("missing_child": 2)",
     "trees[0].nodes[0].missing_child: the last child, 3, is the one for missing values", ""},
    {"PresentIsTheLast", sample::own_category_sample, R"("children": [7, 8], "missing_child": 1)",
     R"("children": [7, 8], "missing_child": 0)",
     "trees[0].nodes[2].missing_child: the last child, 1, is the one for missing values", ""},
    {"PresentWithOneChild", sample::own_category_sample, R"("children": [7, 8])", R"("children": [7])",
     "trees[0].nodes[2].children: expected 2 children, found 1", ""},
    {"PresentWithThreshold", sample::own_category_sample, R"("present", )", R"("present", "threshold": 1, )",
     "trees[0].nodes[2]: unknown key 'threshold'", ""},
    {"AllCategoriesNothingElse", sample::own_category_sample, R"("children": [9, 10], "missing_child": 1)",
     R"("children": [9, 10], "missing_child": 0)",
     "trees[0].nodes[3].categories: all categories of the feature: nothing is left to tell apart", ""},
};

const TextChange kGroups[] = {
    {"None", sample::own_category_sample, R"("groups": [0, 1, 0, null], )", "",
     "trees[0].nodes[1]: missing key 'groups'", ""},
    {"Short", sample::own_category_sample, "[0, 1, 0, null]", "[0, 1, 0]",
     "trees[0].nodes[1].groups: expected one group per category (4), found 3", ""},
    {"NoSuchChild", sample::own_category_sample, "[0, 1, 0, null]", "[0, 1, 2, null]",
     "trees[0].nodes[1].groups[2]: there is no child 2; the node has 2", ""},
    {"UnusedChild", sample::own_category_sample, "[0, 1, 0, null]", "[0, 0, 0, null]",
     "trees[0].nodes[1].groups: no category goes to child 1", ""},
    {"Negative", sample::own_category_sample, "[0, 1, 0, null]", "[0, 1, -1, null]",
     "trees[0].nodes[1].groups[2]: expected a whole number", ""},
    {"NullAsANumber", sample::own_category_sample, "[0, 1, 0, null]", "[0, 1, 0, 4294967295]",
     "trees[0].nodes[1].groups[3]: expected a whole number of at most 4294967294", ""},
    {"OneChild", sample::own_category_sample, R"([0, 1, 0, null], "children": [5, 6])",
     R"([0, 0, 0, null], "children": [5])", "trees[0].nodes[1].children: expected at least 2 children, found 1", ""},
    {"OfNumbers", sample::own_category_sample, R"("grouped", "feature": 0)", R"("grouped", "feature": 2)",
     "trees[0].nodes[1].feature: feature 'age' is numeric; this test needs a categorical one", ""},
    {"OnMultiway", sample::golf, R"("multiway", )", R"("multiway", "groups": [0, 1, 2], )",
     "trees[0].nodes[0]: unknown key 'groups'", ""},
};

constexpr const char* kFirst = R"("surrogates": [{"feature": 1, )";
constexpr const char* kSecond = R"({"feature": 3, "test": "member", "categories": [1], )";

const TextChange kSurrogates[] = {
    {"OtherPolicy", sample::surrogate_golf, R"("missing": "surrogate")", R"("missing": "majority")",
     "trees[0].nodes[1].surrogates: only missing 'surrogate' asks for them", ""},
    {"OnMultiway", sample::surrogate_golf, R"("multiway", )", R"("multiway", "surrogates": [], )",
     "trees[0].nodes[0]: unknown key 'surrogates'", ""},
    {"OnALeaf", sample::surrogate_golf, R"("leaf", )", R"("leaf", "surrogates": [], )",
     "trees[0].nodes[2]: unknown key 'surrogates'", ""},
    {"OwnFeature", sample::surrogate_golf, kFirst, R"("surrogates": [{"feature": 2, )",
     "trees[0].nodes[1].surrogates[0].feature: the node's own feature cannot stand in for itself", ""},
    {"NoSuchFeature", sample::surrogate_golf, kFirst, R"("surrogates": [{"feature": 4, )",
     "trees[0].nodes[1].surrogates[0].feature: there is no feature 4; the model has 4", ""},
    {"NumbersForCategories", sample::surrogate_golf, kFirst, R"("surrogates": [{"feature": 0, )",
     "trees[0].nodes[1].surrogates[0].feature: feature 'outlook' is categorical; this test needs a numeric one", ""},
    {"CategoriesForNumbers", sample::surrogate_golf, kSecond, R"({"feature": 1, "test": "member", "categories": [1], )",
     "trees[0].nodes[1].surrogates[1].feature: feature 'temperature' is numeric; this test needs a categorical", ""},
    {"OtherTest", sample::surrogate_golf, kSecond, R"({"feature": 3, "test": "multiway", "categories": [1], )",
     "trees[0].nodes[1].surrogates[1].test: unknown value 'multiway'", "expected here: less_equal and member"},
    {"GapElsewhere", sample::surrogate_golf, "[69, 72]", "[71, 72]",
     "trees[0].nodes[1].surrogates[0].gap: the threshold 70 is not within [71, 72)", ""},
    {"NoCategory", sample::surrogate_golf, kSecond, R"({"feature": 3, "test": "member", "categories": [], )",
     "trees[0].nodes[1].surrogates[1].categories: at least one category is needed", ""},
    {"AllCategories", sample::surrogate_golf, kSecond, R"({"feature": 3, "test": "member", "categories": [0, 1], )",
     "trees[0].nodes[1].surrogates[1].categories: all categories of the feature", ""},
    {"Unsorted", sample::surrogate_golf, kSecond, R"({"feature": 0, "test": "member", "categories": [2, 1], )",
     "trees[0].nodes[1].surrogates[1].categories[1]: categories must be in ascending order", ""},
    {"NoSuchCategory", sample::surrogate_golf, kSecond, R"({"feature": 3, "test": "member", "categories": [2], )",
     "trees[0].nodes[1].surrogates[1].categories[0]: there is no category 2; feature 'windy' has 2", ""},
    {"NoAgreement", sample::surrogate_golf, R"(, "agreement": 0.75)", "",
     "trees[0].nodes[1].surrogates[0]: missing key 'agreement'", ""},
    {"AgreementZero", sample::surrogate_golf, R"("agreement": 0.75)", R"("agreement": 0)",
     "trees[0].nodes[1].surrogates[0].agreement: an agreement is above 0 and at most 1", ""},
    {"AgreementAboveOne", sample::surrogate_golf, R"("agreement": 0.75)", R"("agreement": 1.01)",
     "trees[0].nodes[1].surrogates[0].agreement: an agreement is above 0 and at most 1", ""},
    {"NotReversed", sample::surrogate_golf, R"("reversed": false, )", "",
     "trees[0].nodes[1].surrogates[0]: missing key 'reversed'", ""},
    {"UnknownKey", sample::surrogate_golf, kSecond, R"({"threshold": 1, "feature": 3, "test": "member", )",
     "trees[0].nodes[1].surrogates[1]: unknown key 'threshold'", ""},
};

INSTANTIATE_TEST_SUITE_P(Tasks, MalformedPolicy, testing::ValuesIn(kTasks), name_of);
INSTANTIATE_TEST_SUITE_P(Costs, MalformedPolicy, testing::ValuesIn(kCosts), name_of);
INSTANTIATE_TEST_SUITE_P(Cuts, MalformedPolicy, testing::ValuesIn(kCuts), name_of);
INSTANTIATE_TEST_SUITE_P(OwnCategory, MalformedPolicy, testing::ValuesIn(kOwnCategory), name_of);
INSTANTIATE_TEST_SUITE_P(Groups, MalformedPolicy, testing::ValuesIn(kGroups), name_of);
INSTANTIATE_TEST_SUITE_P(Surrogates, MalformedPolicy, testing::ValuesIn(kSurrogates), name_of);

// What a text cannot say but a model in memory can be, and what would take another text altogether.
struct Damage {
  std::string message;
  Model (*valid)();
  std::function<void(Model&)> apply;
};

TEST(ValidatePolicies, RefusesModelsInMemory) {
  const std::vector<Damage> damages = {
      {"labels: a regression model has no classes", sample::regression_sample, [](Model& m) { m.labels = {"a"}; }},
      {"costs: a regression model has no classes", sample::regression_sample, [](Model& m) { m.costs = {{0}}; }},
      {"smoothing: a regression model has no classes", sample::regression_sample,
       [](Model& m) { m.smoothing.kind = SmoothingKind::laplace; }},
      {"smoothing.m: expected a number above 0", sample::golf,
       [](Model& m) {
         m.smoothing = {SmoothingKind::m_estimate, 0};
       }},
      {"smoothing.m: expected a number above 0", sample::golf,
       [](Model& m) {
         m.smoothing = {SmoothingKind::m_estimate, kNaN};
       }},
      {"provenance.baseline: an accuracy lies between 0 and 1", sample::golf,
       [](Model& m) { m.provenance.baseline = 1.5; }},
      {"provenance.evaluation.standard_error: a standard error is finite", sample::golf,
       [](Model& m) { m.provenance.evaluation->standard_error = -1; }},
      {"provenance.evaluation.auc: a share lies between 0 and 1", sample::golf,
       [](Model& m) { m.provenance.evaluation->auc = 2; }},
      {"labels: at least one label is needed", sample::regression_sample,
       [](Model& m) { m.task = Task::classification; }},
      {"trees[0].nodes[1].counts: a regression model has no classes", sample::regression_sample,
       [](Model& m) { m.trees[0].nodes[1].counts = {1}; }},
      {"trees[0].nodes[1].value: is not finite", sample::regression_sample,
       [](Model& m) { m.trees[0].nodes[1].value = kInfinity; }},
      {"trees[0].nodes[1].weight: is not finite", sample::regression_sample,
       [](Model& m) { m.trees[0].nodes[1].total = kNaN; }},
      {"trees[0].nodes[1].deviation: is not finite", sample::regression_sample,
       [](Model& m) { m.trees[0].nodes[1].deviation = kInfinity; }},
      {"trees[0].nodes[2].children: the sum of their weights is not finite", sample::regression_sample,
       [](Model& m) { m.trees[0].nodes[3].total = m.trees[0].nodes[4].total = 1e308; }},
      {"trees[0].nodes[1].children: the sum of their weights is not finite", sample::golf,
       [](Model& m) { m.trees[0].nodes[4].counts[0] = m.trees[0].nodes[5].counts[0] = 1e308; }},
      {"provenance.training_rmse: a root mean squared error", sample::regression_sample,
       [](Model& m) { m.provenance.training_score = kInfinity; }},
      {"costs[0][1]: is not finite", with_costs, [](Model& m) { m.costs[0][1] = kInfinity; }},
      {"costs[1][0]: is not finite", with_costs, [](Model& m) { m.costs[1][0] = kNaN; }},
      {"features[1].cuts[0].threshold: is not finite", sample::own_category_sample,
       [](Model& m) { m.features[1].cuts[0].threshold = -kInfinity; }},
      {"features[1].cuts[0].gap: is not finite", sample::own_category_sample,
       [](Model& m) { m.features[1].cuts[0].gap->above = kInfinity; }},
      {"features[0].cuts: categories have no cuts", sample::own_category_sample,
       [](Model& m) {
         m.features[0].cuts = {{1, std::nullopt}};
       }},
      {"trees[0].nodes[0].feature: feature 'outlook' has no categories; no test can use it", sample::golf,
       [](Model& m) { m.features[0].categories.clear(); }},
      {"trees[0].nodes[2].test: a present test needs missing 'own-category'", sample::own_category_sample,
       [](Model& m) {
         m.missing = MissingPolicy::learned;
         m.trees[0].nodes[0].children = {1, 2, 3};
         m.trees[0].nodes[0].missing_child = 0;
       }},
      {"trees[0].nodes[3].categories: all categories of the feature", sample::own_category_sample,
       [](Model& m) {
         m.missing = MissingPolicy::fractional;
         m.trees[0].nodes[0].children = {1, 2, 3};
         m.trees[0].nodes[0].missing_child = 0;
         m.trees[0].nodes[2] = m.trees[0].nodes[7];
       }},
      {"trees[0].nodes[1].surrogates[0].test: a surrogate is a less_equal or a member test", sample::surrogate_golf,
       [](Model& m) { m.trees[0].nodes[1].surrogates[0].test = TestKind::present; }},
      {"trees[0].nodes[0].surrogates: only less_equal and member tests have them", sample::surrogate_golf,
       [](Model& m) { m.trees[0].nodes[0].surrogates = {sample::at_most_instead(1, 70)}; }},
      {"trees[0].nodes[1].surrogates[0].threshold: is not finite", sample::surrogate_golf,
       [](Model& m) { m.trees[0].nodes[1].surrogates[0].threshold = kNaN; }},
      {"trees[0].nodes[1].surrogates[1].agreement: an agreement", sample::surrogate_golf,
       [](Model& m) { m.trees[0].nodes[1].surrogates[1].agreement = kNaN; }},
  };
  for (const Damage& damage : damages) {
    Model model = damage.valid();
    EXPECT_NO_THROW(validate(model, "learner"));
    damage.apply(model);
    try {
      validate(model, "learner");
      ADD_FAILURE() << "accepted: " << damage.message;
    } catch (const Diagnostic& diagnostic) {
      EXPECT_THAT(diagnostic.message(), StartsWith(damage.message));
      EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    }
  }
}

TEST(ValidatePolicies, PointsIntoSurrogates) {
  std::string text = write_model(sample::surrogate_golf());
  text.replace(text.find("[69, 72]"), 8, "[71, 72]");
  try {
    read_model(text, "m.json");
    ADD_FAILURE() << "accepted";
  } catch (const Diagnostic& diagnostic) {
    const auto where = diagnostic.where();
    EXPECT_THAT(where->excerpt.substr(0, where->column - 1), EndsWith("\"threshold\": 70, \"gap\": "));
  }
}

TEST(ValidatePolicies, AcceptsWhatIsUnusualButSound) {
  Model model = sample::own_category_sample();
  model.trees[0].nodes[2].feature = 0;  // presence of a category
  EXPECT_NO_THROW(validate(model, "m"));
  model = sample::golf();
  model.missing = MissingPolicy::own_category;  // nothing was missing in training: no branches for it
  EXPECT_NO_THROW(validate(model, "m"));
  model = sample::surrogate_golf();
  model.trees[0].nodes[1].surrogates[0].agreement = 1;
  model.trees[0].nodes[1].surrogates.push_back(sample::at_most_instead(1, 65));  // the same feature once more
  EXPECT_NO_THROW(validate(model, "m"));
  model = sample::regression_sample();
  for (Node& node : model.trees[0].nodes) node.total = node.deviation = 0;
  EXPECT_NO_THROW(validate(model, "m"));
}

}  // namespace
}  // namespace espalier::policies_malformed_test
