#include "model/model_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/sample_models.hpp"

namespace espalier::model_json_test {
namespace {

using testing::HasSubstr;

constexpr const char* kGolfText = R"({
  "format": "espalier-model",
  "version": 1,
  "task": "classification",
  "target": "play",
  "labels": ["Play", "Don't Play"],
  "features": [
    {"name": "outlook", "kind": "categorical", "ordered": false, "categories": ["sunny", "overcast", "rain"]},
    {"name": "temperature", "kind": "numeric", "integer": true, "range": [64, 85]},
    {"name": "humidity", "kind": "numeric", "integer": true, "range": [65, 96]},
    {"name": "windy", "kind": "categorical", "ordered": false, "categories": ["false", "true"]}
  ],
  "missing": "refuse",
  "combination": "single",
  "trees": [
    {"nodes": [
      {"test": "multiway", "feature": 0, "children": [1, 2, 3], "missing_child": 0, "label": 0, "counts": [9, 5]},
      {"test": "less_equal", "feature": 2, "threshold": 75, "gap": [70, 85], "children": [4, 5], "missing_child": 1, "label": 1, "counts": [2, 3]},
      {"test": "leaf", "label": 0, "counts": [4, 0]},
      {"test": "member", "feature": 3, "categories": [1], "children": [6, 7], "missing_child": 1, "label": 0, "counts": [3, 2]},
      {"test": "leaf", "label": 0, "counts": [2, 0]},
      {"test": "leaf", "label": 1, "counts": [0, 3]},
      {"test": "leaf", "label": 1, "counts": [0, 2]},
      {"test": "leaf", "label": 0, "counts": [3, 0]}
    ]}
  ],
  "provenance": {
    "tool": "espalier 0.1.0",
    "data_sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "rows": 14,
    "options": {"algorithm": "c45", "min-leaf": "2"},
    "training_accuracy": 1,
    "evaluation": {"method": "10-fold cross-validation, seed 1", "accuracy": 0.75}
  }
}
)";

Model round_trip(const Model& model) {
  return read_model(write_model(model), "m.json");
}

TEST(WriteModel, LaysTheFileOutAsSpecified) {
  EXPECT_EQ(write_model(sample::golf()), kGolfText);
}

std::vector<std::string> documented_examples(const std::string& page) {
  const std::string fence = "```json\n";
  std::vector<std::string> examples;
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    at += fence.size();
    examples.push_back(page.substr(at, page.find("```", at) - at));
  }
  return examples;
}

TEST(ReadModel, TheDocumentedExamplesAreModelsAsWritten) {
  const std::string page = read_file(ESPALIER_SOURCE_DIR "/docs/model-format.md");
  const std::vector<std::string> examples = documented_examples(page);
  ASSERT_EQ(examples.size(), 4U);
  for (const std::string& example : examples) EXPECT_EQ(write_model(read_model(example, "golf.json")), example);

  std::string damaged = examples.front();
  damaged.replace(damaged.find("[4, 5]"), 6, "[4, 99]");
  try {
    read_model(damaged, "golf.json");
    ADD_FAILURE() << "accepted";
  } catch (const Diagnostic& diagnostic) {
    const std::string shown = render(diagnostic);
    EXPECT_THAT(page, HasSubstr("    " + shown.substr(0, shown.find('\n') + 1))) << "the documented message";
  }
}

TEST(ReadModel, GivesBackWhatWasWritten) {
  EXPECT_EQ(round_trip(sample::golf()), sample::golf());
  EXPECT_EQ(round_trip(sample::single_leaf()), sample::single_leaf());
}

TEST(ReadModel, KeyOrderAndBlanksDoNotMatter) {
  std::string text = "\xEF\xBB\xBF\r\n" + write_model(sample::golf()) + " \t\r\n";
  const std::string task = "  \"task\": \"classification\",\n";
  text.erase(text.find(task), task.size());
  text.insert(text.find("  \"provenance\""), task);
  EXPECT_EQ(read_model(text, "m.json"), sample::golf());
}

TEST(WriteModel, IsAsciiWithLineFeedsWhateverTheNames) {
  Model model = sample::golf();
  model.target = "\x01\n\r\t\x7f\"\\/é\u2028\uFEFF\uFFFF\U0001F333\U0010FFFF";
  const std::string text = write_model(model);
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c < 0x7f); }));
  EXPECT_THAT(text,
              HasSubstr(R"("\u0001\u000a\u000d\u0009\u007f\"\\/\u00e9\u2028\ufeff\uffff\ud83c\udf33\udbff\udfff")"));
  EXPECT_EQ(read_model(text, "m.json"), model);
}

TEST(WriteModel, NumbersComeBackBitForBit) {
  using Limits = std::numeric_limits<double>;
  Model model = sample::golf();
  model.features[2].integer = false;
  Node& node = model.trees[0].nodes[1];
  node.gap.reset();
  for (const double value :
       {0.0, -0.0, 0.1, 1.0 / 3, Limits::denorm_min(), -Limits::denorm_min(), Limits::min(), Limits::max(),
        Limits::lowest(), 9007199254740993.0, 1e22, 1e23, -5e-324, 123456789012345678.0, std::nextafter(0.8, 1.0)}) {
    node.threshold = value;
    node.counts[0] = std::abs(value) < 1e300 ? std::abs(value) : 1;
    model.features[2].minimum = std::min(value, 0.0);
    const Node read = round_trip(model).trees[0].nodes[1];
    EXPECT_EQ(read.threshold, value);
    EXPECT_EQ(std::signbit(read.threshold), std::signbit(value)) << value;
    EXPECT_EQ(read.counts, node.counts);
  }
}

TEST(WriteModel, EmptyListsStayOnTheirLine) {
  EXPECT_THAT(write_model(sample::single_leaf()), HasSubstr("\"features\": [],\n"));
  EXPECT_THAT(write_model(sample::single_leaf()), HasSubstr("\"options\": {}\n  }\n}\n"));
}

TEST(WriteModel, LeavesOutWhatTheTestDoesNotHave) {
  Model model = sample::golf();
  Node& pruned = model.trees[0].nodes[2];  // a leaf that was a test once
  pruned.threshold = 3;
  pruned.surrogates = {sample::at_most_instead(1, 70)};
  pruned.feature = 1;
  EXPECT_EQ(write_model(model), kGolfText);
}

TEST(WriteModel, RegressionNodesHaveValuesAndNoClasses) {
  const std::string text = write_model(sample::regression_sample());
  EXPECT_THAT(text, HasSubstr("  \"task\": \"regression\",\n  \"target\": \"rent\",\n  \"features\": [\n"));
  EXPECT_THAT(text, HasSubstr(R"({"test": "less_equal", "feature": 0, "threshold": 50, "gap": [45, 55], )"
                              R"("children": [1, 2], "missing_child": 1, "value": 19, "weight": 10, "deviation": 854},)"
                              "\n"
                              R"(      {"test": "leaf", "value": 10, "weight": 4, "deviation": 4},)"
                              "\n"));
  EXPECT_THAT(text,
              HasSubstr("    \"training_rmse\": 1.1832159566199232,\n"
                        "    \"evaluation\": {\"method\": \"5-fold cross-validation, seed 1\", \"rmse\": 2.5}\n"));
  EXPECT_EQ(round_trip(sample::regression_sample()), sample::regression_sample());
}

TEST(WriteModel, CutsGroupsAndPresenceHaveTheirKeys) {
  const std::string text = write_model(sample::own_category_sample());
  for (
      const char* line :
      {R"("range": [65, 96], "cuts": [{"threshold": 75, "gap": [70, 78]}, {"threshold": 80}]},)",
       R"("missing": "own-category",)",
       R"({"test": "multiway", "feature": 1, "children": [1, 2, 3, 4], "missing_child": 3, "label": 0, "counts": )",
       R"({"test": "grouped", "feature": 0, "groups": [0, 1, 0, null], "children": [5, 6], "missing_child": 1, "label")",
       R"({"test": "present", "feature": 2, "children": [7, 8], "missing_child": 1, "label": 0, "counts": [4, 1]},)",
       R"({"test": "member", "feature": 0, "categories": [0, 1, 2, 3], "children": [9, 10], "missing_child": 1, )"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
  EXPECT_EQ(round_trip(sample::own_category_sample()), sample::own_category_sample());
}

TEST(WriteModel, SurrogatesStandBetweenTheChildrenAndTheAnswer) {
  EXPECT_THAT(
      write_model(sample::surrogate_golf()),
      HasSubstr(R"("children": [4, 5], "missing_child": 1, "surrogates": [{"feature": 1, "test": "less_equal", )"
                R"("threshold": 70, "gap": [69, 72], "reversed": false, "agreement": 0.75}, {"feature": 3, )"
                R"("test": "member", "categories": [1], "reversed": true, "agreement": 0.75}], "label": 1, )"));
  EXPECT_EQ(round_trip(sample::surrogate_golf()), sample::surrogate_golf());
}

TEST(WriteModel, CostsFollowTheLabels) {
  Model model = sample::golf();
  model.costs = {{0, 1}, {2.5, 0}};
  EXPECT_THAT(write_model(model),
              HasSubstr("  \"labels\": [\"Play\", \"Don't Play\"],\n  \"costs\": [[0, 1], [2.5, 0]],\n  \"features\""));
  EXPECT_EQ(round_trip(model), model);
}

TEST(ReadModel, EveryPolicyHasAName) {
  const char* names[] = {"refuse", "majority", "learned", "own-category", "surrogate", "fractional"};
  for (std::size_t policy = 0; policy < std::size(names); ++policy) {
    Model model = sample::golf();
    model.missing = static_cast<MissingPolicy>(policy);
    EXPECT_THAT(write_model(model), HasSubstr("\"missing\": \"" + std::string(names[policy]) + "\",\n"));
    EXPECT_EQ(round_trip(model), model);
  }
}

TEST(ReadModel, OneCategoryMultiwayAndZeroCategoryFeatureAreLegal) {
  Model model = sample::single_leaf();
  Feature single;
  single.kind = FeatureKind::categorical;
  single.categories = {"only"};
  Feature none;
  none.name = "all missing";
  none.kind = FeatureKind::categorical;
  model.features = {single, none};
  Node root = model.trees[0].nodes[0];
  root.test = TestKind::multiway;
  root.children = {1};
  model.trees[0].nodes.insert(model.trees[0].nodes.begin(), root);
  EXPECT_EQ(round_trip(model), model);
}

TEST(ReadModel, LongChainsAreReadWithoutRecursion) {
  const Model model = sample::chain(30'000);
  EXPECT_EQ(round_trip(model), model);
}

// Nodes are read while the file is parsed where the task stands before them; elsewhere, afterwards. Both ways give the
// same model and point at the same places.
TEST(ReadModel, TheTaskMayComeLast) {
  for (const Model& model : {sample::golf(), sample::regression_sample()}) {
    const std::string text = write_model(model);
    const std::size_t begin = text.find("  \"task\"");
    const std::size_t end = text.find('\n', begin) + 1;
    const std::string task = text.substr(begin, end - begin);
    const std::size_t close = text.rfind("\n}");
    std::string last = text.substr(0, begin) + text.substr(end, close - end) + ",\n" + task;
    last.erase(last.rfind(','));  // behind the task
    last += "\n}\n";
    EXPECT_EQ(read_model(last, "last.json"), model);
  }
}

TEST(ReadModel, AFaultInALateNodeIsShownWhereItStands) {
  std::string text = write_model(sample::golf());
  const std::size_t at = text.rfind("\"label\": ");
  text.replace(at, 9, "\"lable\": ");
  try {
    read_model(text, "golf.json");
    ADD_FAILURE() << "read";
  } catch (const Diagnostic& fault) {
    EXPECT_THAT(fault.message(), HasSubstr("trees[0].nodes["));
    ASSERT_TRUE(fault.where());
    EXPECT_EQ(fault.where()->line, 1 + static_cast<std::size_t>(std::count(
                                           text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')));
  }
}

}  // namespace
}  // namespace espalier::model_json_test
