#include "model/model_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/sample_models.hpp"

namespace espalier {
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

TEST(ReadModel, TheDocumentedExampleIsAModelAsWritten) {
  const std::string page = read_file(ESPALIER_SOURCE_DIR "/docs/model-format.md");
  const std::string fence = "```json\n";
  const std::size_t begin = page.find(fence) + fence.size();
  std::string example = page.substr(begin, page.find("```", begin) - begin);
  EXPECT_EQ(write_model(read_model(example, "golf.json")), example);

  example.replace(example.find("[4, 5]"), 6, "[4, 99]");
  try {
    read_model(example, "golf.json");
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
  pruned.feature = 1;
  EXPECT_EQ(write_model(model), kGolfText);
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

}  // namespace
}  // namespace espalier
