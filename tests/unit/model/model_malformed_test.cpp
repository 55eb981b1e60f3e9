// Every way to be malformed has a row here: a valid text, one change, the message it must lead to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <ostream>

#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::model_malformed_test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

Diagnostic refusal(const std::string& text) {
  try {
    read_model(text, "m.json");
  } catch (const Diagnostic& diagnostic) {
    return diagnostic;
  }
  ADD_FAILURE() << "accepted: " << text.substr(0, 2000);
  return {ExitCode::done, ""};
}

struct Change {
  std::string name;
  std::string from;  // text of the golf model
  std::string to;
  std::string message;
  std::string hint;
};

std::ostream& operator<<(std::ostream& out, const Change& change) {
  return out << change.name;
}

class Malformed : public testing::TestWithParam<Change> {};

TEST_P(Malformed, IsRefusedWithPlaceAndMessage) {
  const Change& change = GetParam();
  std::string text = write_model(sample::golf());
  const std::size_t at = text.find(change.from);
  ASSERT_NE(at, std::string::npos) << change.from;
  text.replace(at, change.from.size(), change.to);

  const Diagnostic diagnostic = refusal(text);
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  EXPECT_THAT(diagnostic.message(), HasSubstr(change.message));
  EXPECT_THAT(diagnostic.hint(), HasSubstr(change.hint));
  ASSERT_TRUE(diagnostic.where());
  EXPECT_EQ(diagnostic.where()->file, "m.json");
  EXPECT_GT(diagnostic.where()->line, 0U);
  EXPECT_GT(diagnostic.where()->column, 0U);
}

std::string name_of(const testing::TestParamInfo<Change>& row) {
  return row.param.name;
}

std::string nul_name() {
  return R"("he\u0000llo")";
}
std::string long_name() {
  return "\"" + std::string(65536, 'x') + "\"";
}

// The golf text from `first` up to, not including, the next `end`.
std::string golf_text(const std::string& first, const std::string& end) {
  const std::string text = write_model(sample::golf());
  const std::size_t at = text.find(first);
  return text.substr(at, text.find(end, at) - at);
}

const std::string kTreesText = golf_text("\"trees\"", "\"provenance\"");
const std::string kNodesText = golf_text("\"nodes\"", "}\n  ],\n  \"provenance\"");
const std::string kFeaturesText = golf_text("\"features\"", "\"missing\"");
const std::string kProvenanceText = golf_text("\"provenance\"", "\n}\n");

const Change kSections[] = {
    {"NoFeatures", kFeaturesText, "", "missing key 'features'", ""},
    {"FeaturesObject", kFeaturesText, R"("features": {}, )", "features: expected an array, found an object", ""},
    {"NoTrees", kTreesText, "", "missing key 'trees'", ""},
    {"TreesNumber", kTreesText, R"("trees": 1, )", "trees: expected an array, found 1", ""},
    {"TreesEmpty", kTreesText, R"("trees": [], )", "trees: combination 'single' needs exactly one tree, found 0", ""},
    {"NoNodes", kNodesText, "", "trees[0]: missing key 'nodes'", ""},
    {"NodesObject", kNodesText, R"("nodes": {})", "trees[0].nodes: expected an array, found an object", ""},
    {"NodesEmpty", kNodesText, R"("nodes": [])", "trees[0].nodes: a tree needs at least one node", ""},
    {"NoProvenance", ",\n  " + kProvenanceText, "", "missing key 'provenance'", ""},
    {"ProvenanceArray", kProvenanceText, R"("provenance": [])", "provenance: expected an object, found an array", ""},
    {"ProvenanceEmpty", kProvenanceText, R"("provenance": {})", "provenance: missing key 'tool'", ""},
};

const Change kHeader[] = {
    {"NoFormat", R"("format": "espalier-model",)", "", "not an Espalier model: missing key 'format'", ""},
    {"OtherFormat", "espalier-model", "onnx", "format: not an Espalier model: expected 'espalier-model'", ""},
    {"FormatNoString", R"("espalier-model")", "7", "format: expected a string, found 7", ""},
    {"NoVersion", R"("version": 1,)", "", "missing key 'version'", ""},
    {"NewerVersion", R"("version": 1)", R"("version": 4, "novelty": 1)",
     "version: model format version 4 is not known; this tool reads versions 1 to 3", "later"},
    {"VersionZero", R"("version": 1)", R"("version": 0)", "version 0 is not known", ""},
    {"VersionFraction", R"("version": 1)", R"("version": 1.0)", "version: expected a whole number", ""},
    {"VersionString", R"("version": 1)", R"("version": "1")", "expected a whole number, found the string '1'", ""},
    {"VersionHuge", R"("version": 1)", R"("version": 99999999999999999999)", "version: expected a whole number", ""},
    {"NoTask", R"("task": "classification",)", "", "missing key 'task'", ""},
    {"RegressionWithLabels", R"("classification")", R"("regression")", "labels: a regression model has no classes", ""},
    {"TaskMisspelt", R"("classification")", R"("clasification")", "task: unknown value 'clasification'",
     "did you mean 'classification'?"},
    {"UnknownKey", R"("target")", R"("tarqet")", "unknown key 'tarqet'", "did you mean 'target'?"},
    {"HostileKey", R"("target")", R"("\u001b[2J")", R"(unknown key '\x1b[2J')", "expected here: format, version"},
    {"NoTarget", R"("target": "play",)", "", "missing key 'target'", ""},
    {"TargetNull", R"("play")", "null", "target: expected a string, found null", ""},
    {"TargetNul", R"("play")", nul_name(), "target: contains a NUL character", ""},
    {"TargetLong", R"("play")", long_name(), "target: 65,536 bytes long; at most 65,535", ""},
    {"NoLabels", R"("labels": ["Play", "Don't Play"],)", "", "missing key 'labels'", ""},
    {"LabelsEmpty", R"(["Play", "Don't Play"])", "[]", "labels: at least one label is needed", ""},
    {"LabelsObject", R"(["Play", "Don't Play"])", "{}", "labels: expected an array, found an object", ""},
    {"LabelNumber", R"(["Play", )", "[1, ", "labels[0]: expected a string, found 1", ""},
    {"LabelTwice", R"("Don't Play")", R"("Play")", "labels[1]: 'Play' occurs twice", ""},
    {"LabelNul", R"("Don't Play")", nul_name(), "labels[1]: contains a NUL character", ""},
    {"LabelLong", R"("Don't Play")", long_name(), "labels[1]: 65,536 bytes long", ""},
    {"NoMissing", R"("missing": "refuse",)", "", "missing key 'missing'", ""},
    {"MissingMisspelt", R"("refuse")", R"("Refuse")", "missing: unknown value 'Refuse'", "did you mean 'refuse'?"},
    {"NoCombination", R"("combination": "single",)", "", "missing key 'combination'", ""},
    {"UnknownCombination", R"("single")", R"("stacking")", "combination: unknown value 'stacking'",
     "expected here: single, vote, mean and sum"},
};

const Change kFeatures[] = {
    {"FeatureString", R"({"name": "temperature", "kind": "numeric", "integer": true, "range": [64, 85]})", R"("x")",
     "features[1]: expected an object, found the string 'x'", ""},
    {"NoName", R"("name": "temperature", )", "", "features[1]: missing key 'name'", ""},
    {"NameTwice", "temperature", "humidity", "features[2].name: 'humidity' occurs twice", ""},
    {"NameNul", R"("temperature")", nul_name(), "features[1].name: contains a NUL character", ""},
    {"NameLong", R"("temperature")", long_name(), "features[1].name: 65,536 bytes long", ""},
    {"NoKind", R"("kind": "numeric", )", "", "features[1]: missing key 'kind'", ""},
    {"KindMisspelt", R"("numeric")", R"("numerical")", "features[1].kind: unknown value 'numerical'",
     "did you mean 'numeric'?"},
    {"NoInteger", R"("integer": true, )", "", "features[1]: missing key 'integer'", ""},
    {"IntegerNumber", R"("integer": true)", R"("integer": 1)", "features[1].integer: expected true or false, found 1",
     ""},
    {"NoRange", R"(, "range": [64, 85])", "", "features[1]: missing key 'range'", ""},
    {"RangeOfOne", "[64, 85]", "[64]", "features[1].range: expected 2 numbers, found 1", ""},
    {"RangeOfThree", "[64, 85]", "[64, 85, 90]", "features[1].range: expected 2 numbers, found 3", ""},
    {"RangeReversed", "[64, 85]", "[85, 64]", "features[1].range: the minimum 85 is larger than the maximum 64", ""},
    {"RangeString", "[64, 85]", R"([64, "85"])", "features[1].range[1]: expected a number, found the string '85'", ""},
    {"RangeNull", "[64, 85]", "[null, 85]", "features[1].range[0]: expected a number, found null", ""},
    {"RangeFraction", "[64, 85]", "[64.5, 85]", "features[1].range: an integer feature has a range of whole", ""},
    {"NumericWithCategories", R"("integer": true, )", R"("integer": true, "categories": [], )",
     "features[1]: unknown key 'categories'", "expected here: name, kind, integer, range, precision, date and cuts"},
    {"NoOrdered", R"("ordered": false, )", "", "features[0]: missing key 'ordered'", ""},
    {"OrderedString", R"("ordered": false)", R"("ordered": "no")", "features[0].ordered: expected true or false", ""},
    {"NoCategories", R"(, "categories": ["sunny", "overcast", "rain"])", "", "features[0]: missing key 'categories'",
     ""},
    {"CategoryTwice", R"("overcast")", R"("sunny")", "features[0].categories[1]: 'sunny' occurs twice", ""},
    {"CategoryNul", R"("overcast")", nul_name(), "features[0].categories[1]: contains a NUL character", ""},
    {"CategoryLong", R"("overcast")", long_name(), "features[0].categories[1]: 65,536 bytes long", ""},
    {"CategoryNumber", R"("overcast")", "5", "features[0].categories[1]: expected a string, found 5", ""},
    {"CategoricalWithRange", R"("ordered": false, )", R"("ordered": false, "range": [0, 1], )",
     "features[0]: unknown key 'range'", ""},
};

constexpr const char* kMember = R"("test": "member", "feature": 3, "categories": [1], "children": [6, 7], )";

const Change kTrees[] = {
    {"TwoTrees", R"("trees": [)", R"("trees": [{"nodes": []},)",
     "trees: combination 'single' needs exactly one tree, found 2", ""},
    {"TreeNull", R"("trees": [)", R"("trees": [null, )", "trees[0]: expected an object, found null", ""},
    {"TreeKey", R"({"nodes")", R"({"node")", "trees[0]: unknown key 'node'", "did you mean 'nodes'?"},
    {"TreeExtraKey", R"({"nodes")", R"({"weight": 1, "nodes")", "trees[0]: unknown key 'weight'", ""},
    {"NodeNumber", R"({"test": "leaf", "label": 0, "counts": [4, 0]})", "4",
     "trees[0].nodes[2]: expected an object, found 4", ""},
    {"NoTest", R"("test": "multiway", )", "", "trees[0].nodes[0]: missing key 'test'", ""},
    {"TestMisspelt", R"("less_equal")", R"("less_equals")", "trees[0].nodes[1].test: unknown value 'less_equals'",
     "did you mean 'less_equal'?"},
    {"LeafWithChildren", R"({"test": "leaf", )", R"({"test": "leaf", "children": [], )",
     "trees[0].nodes[2]: unknown key 'children'", "expected here: test, label and counts"},
    {"ThresholdMisspelt", R"("threshold")", R"("treshold")", "trees[0].nodes[1]: unknown key 'treshold'",
     "did you mean 'threshold'?"},
    {"GapOnMember", R"("test": "member", )", R"("test": "member", "gap": [0, 1], )",
     "trees[0].nodes[3]: unknown key 'gap'", ""},
    {"NoFeature", R"("feature": 2, )", "", "trees[0].nodes[1]: missing key 'feature'", ""},
    {"FeatureTooLarge", R"("feature": 2)", R"("feature": 4)",
     "trees[0].nodes[1].feature: there is no feature 4; the model has 4", ""},
    {"FeatureNegative", R"("feature": 2)", R"("feature": -1)", "trees[0].nodes[1].feature: expected a whole number",
     ""},
    {"FeatureFraction", R"("feature": 2)", R"("feature": 2.0)", "feature: expected a whole number (digits only)", ""},
    {"FeatureWraps", R"("feature": 2)", R"("feature": 4294967298)", "a whole number of at most 4294967295", ""},
    {"FeatureWraps64", R"("feature": 2)", R"("feature": 18446744073709551618)", "of at most 4294967295", ""},
    {"NumericTestOnCategories", R"("feature": 2)", R"("feature": 0)",
     "trees[0].nodes[1].feature: feature 'outlook' is categorical; this test needs a numeric one", ""},
    {"MultiwayOnNumbers", R"("feature": 0)", R"("feature": 1)",
     "trees[0].nodes[0].feature: feature 'temperature' is numeric and has no cuts; a multiway test needs", ""},
    {"MemberOnNumbers", R"("feature": 3)", R"("feature": 1)", "trees[0].nodes[3].feature: feature 'temperature' is",
     ""},
    {"NoThreshold", R"("threshold": 75, )", "", "trees[0].nodes[1]: missing key 'threshold'", ""},
    {"ThresholdString", R"("threshold": 75)", R"("threshold": "75")", "threshold: expected a number, found the str",
     ""},
    {"ThresholdInfinite", R"("threshold": 75)", R"("threshold": 1e999)", "the number is too large", ""},
    {"GapOfOne", "[70, 85]", "[70]", "trees[0].nodes[1].gap: expected 2 numbers, found 1", ""},
    {"GapAbove", "[70, 85]", "[76, 85]", "gap: the threshold 75 is not within [76, 85)", ""},
    {"GapBelow", "[70, 85]", "[70, 75]", "gap: the threshold 75 is not within [70, 75)", ""},
    {"NoMemberCategories", R"("categories": [1], )", "", "trees[0].nodes[3]: missing key 'categories'", ""},
    {"MemberOfNone", R"("categories": [1])", R"("categories": [])", "categories: at least one category is needed", ""},
    {"MemberOfAll", R"("categories": [1])", R"("categories": [0, 1])", "nodes[3].categories: all categories", ""},
    {"MemberTooLarge", R"("categories": [1])", R"("categories": [2])",
     "trees[0].nodes[3].categories[0]: there is no category 2; feature 'windy' has 2", ""},
    {"MemberUnsorted", kMember, R"("test": "member", "feature": 0, "categories": [2, 1], "children": [6, 7], )",
     "trees[0].nodes[3].categories[1]: categories must be in ascending order", ""},
    {"MemberRepeated", kMember, R"("test": "member", "feature": 0, "categories": [1, 1], "children": [6, 7], )",
     "trees[0].nodes[3].categories[1]: categories must be in ascending order, each once", ""},
    {"NoChildren", R"("children": [4, 5], )", "", "trees[0].nodes[1]: missing key 'children'", ""},
    {"OneChild", "[4, 5]", "[4]", "trees[0].nodes[1].children: expected 2 children, found 1", ""},
    {"ThreeChildren", "[4, 5]", "[4, 5, 6]", "trees[0].nodes[1].children: expected 2 children, found 3", ""},
    {"MemberThreeChildren", "[6, 7]", "[6, 7, 5]", "trees[0].nodes[3].children: expected 2 children, found 3", ""},
    {"MultiwayTwoChildren", "[1, 2, 3]", "[1, 2]", "nodes[0].children: expected 3 (one per category), found 2", ""},
    {"ChildTooLarge", "[4, 5]", "[4, 8]", "trees[0].nodes[1].children[1]: there is no node 8; the tree has 8", ""},
    {"ChildNegative", "[4, 5]", "[4, -5]", "children[1]: expected a whole number (digits only), found -5", ""},
    {"ChildString", "[4, 5]", R"([4, "5"])", "children[1]: expected a whole number, found the string '5'", ""},
    {"ChildItself", "[4, 5]", "[1, 5]", "trees[0].nodes[1].children[0]: node 1 does not come after its parent", ""},
    {"ChildCycle", "[4, 5]", "[0, 5]", "trees[0].nodes[1].children[0]: node 0 does not come after its parent", ""},
    {"ChildShared", "[6, 7]", "[6, 5]", "trees[0].nodes[3].children[1]: node 5 is a child of node 1 already", ""},
    {"ChildTwice", "[6, 7]", "[6, 6]", "trees[0].nodes[3].children[1]: node 6 is a child of node 3 already", ""},
    {"Unreachable", R"("counts": [3, 0]})", R"("counts": [3, 0]}, {"test": "leaf", "label": 0, "counts": [1, 0]})",
     "trees[0].nodes[8]: the node is nobody's child", ""},
    {"NoMissingChild", R"("missing_child": 1, )", "", "trees[0].nodes[1]: missing key 'missing_child'", ""},
    {"MissingChildTooLarge", R"("missing_child": 1)", R"("missing_child": 2)",
     "trees[0].nodes[1].missing_child: there is no child 2; the node has 2", ""},
    {"NoLabel", R"("leaf", "label": 0, )", R"("leaf", )", "trees[0].nodes[2]: missing key 'label'", ""},
    {"LabelTooLarge", R"("leaf", "label": 0)", R"("leaf", "label": 2)",
     "trees[0].nodes[2].label: there is no label 2; the model has 2", ""},
    {"InnerLabelTooLarge", R"("label": 0)", R"("label": 2)", "trees[0].nodes[0].label: there is no label 2", ""},
    {"NoCounts", R"(, "counts": [4, 0])", "", "trees[0].nodes[2]: missing key 'counts'", ""},
    {"CountsShort", "[4, 0]", "[4]", "trees[0].nodes[2].counts: expected one count per label (2), found 1", ""},
    {"CountsLong", "[4, 0]", "[4, 0, 0]", "counts: expected one count per label (2), found 3", ""},
    {"CountNegative", "[4, 0]", "[4, -1]", "trees[0].nodes[2].counts[1]: -1 is negative", ""},
    {"CountNull", "[4, 0]", "[4, null]", "trees[0].nodes[2].counts[1]: expected a number, found null", ""},
    {"CountsOverflow", "[4, 0]", "[1.7e308, 1.7e308]", "trees[0].nodes[2].counts: their sum is not finite", ""},
};

const Change kProvenance[] = {
    {"NoTool", R"("tool": "espalier 0.1.0",)", "", "provenance: missing key 'tool'", ""},
    {"ToolNul", R"("espalier 0.1.0")", nul_name(), "provenance.tool: contains a NUL character", ""},
    {"NoDigest", R"("data_sha256": "aaaa)", R"("data_sha": "aaaa)", "unknown key 'data_sha'", "data_sha256"},
    {"DigestShort", R"("aaaa)", R"("aaa)", "provenance.data_sha256: expected 64 lower-case hexadecimal digits", ""},
    {"DigestUpperCase", R"("aaaa)", R"("AAAA)", "provenance.data_sha256: expected 64 lower-case", ""},
    {"NoRows", R"("rows": 14,)", "", "provenance: missing key 'rows'", ""},
    {"NoOptions", R"("options": {"algorithm": "c45", "min-leaf": "2"},)", "", "provenance: missing key 'options'", ""},
    {"NoAccuracy", R"(, "accuracy": 0.75)", "", "provenance.evaluation: missing key 'accuracy'", ""},
    {"RowsNegative", R"("rows": 14)", R"("rows": -14)", "provenance.rows: expected a whole number", ""},
    {"RowsFraction", R"("rows": 14)", R"("rows": 14.5)", "provenance.rows: expected a whole number", ""},
    {"OptionsArray", R"({"algorithm": "c45", "min-leaf": "2"})", "[]", "provenance.options: expected an object", ""},
    {"OptionNumber", R"("min-leaf": "2")", R"("min-leaf": 2)", "provenance.options.min-leaf: expected a string", ""},
    {"OptionNameNul", R"("min-leaf")", nul_name(), "provenance.options: contains a NUL character", ""},
    {"OptionValueNul", R"("min-leaf": "2")", R"("min-leaf": )" + nul_name(), "provenance.options: contains a NUL", ""},
    {"AccuracyAboveOne", R"("training_accuracy": 1)", R"("training_accuracy": 1.5)",
     "provenance.training_accuracy: an accuracy lies between 0 and 1", ""},
    {"AccuracyNegative", R"("accuracy": 0.75)", R"("accuracy": -0.75)",
     "provenance.evaluation.accuracy: an accuracy lies between 0 and 1", ""},
    {"NoMethod", R"("method": "10-fold cross-validation, seed 1", )", "", "evaluation: missing key 'method'", ""},
    {"MethodNul", R"("10-fold cross-validation, seed 1")", nul_name(), "provenance.evaluation.method: contains", ""},
    {"EvaluationKey", R"("method")", R"("mehtod")", "unknown key 'mehtod'", "did you mean 'method'?"},
};

const Change kSyntax[] = {
    {"DuplicateAtTop", R"("target": "play",)", R"("target": "play", "target": "x",)", "duplicate key 'target'", ""},
    {"DuplicateInFeature", R"("integer": true)", R"("integer": true, "integer": true)",
     "duplicate key 'integer' in features[1]", ""},
    {"DuplicateInNode", R"("leaf", "label": 0)", R"("leaf", "label": 0, "label": 1)",
     "duplicate key 'label' in trees[0].nodes[2]", ""},
    {"DuplicateByEscape", R"("leaf", "label": 0)", R"("leaf", "label": 0, "l\u0061bel": 1)",
     "duplicate key 'label' in trees[0].nodes[2]", ""},
    {"DuplicateOption", R"("min-leaf")", R"("algorithm")", "duplicate key 'algorithm' in provenance.options", ""},
    {"TrailingComma", R"("rain"])", R"("rain",])", "not valid JSON: unexpected ']'", ""},
    {"SingleQuotes", R"("play")", "'play'", "not valid JSON: invalid literal", ""},
    {"Comment", R"("target")", "/* x */ \"target\"", "not valid JSON: invalid literal", ""},
    {"NaN", "[64, 85]", "[NaN, 85]", "not valid JSON: invalid literal", ""},
    {"LeadingPlus", "[64, 85]", "[+64, 85]", "not valid JSON", ""},
    {"LeadingZero", "[64, 85]", "[064, 85]", "not valid JSON", ""},
    {"Hexadecimal", "[64, 85]", "[0x40, 85]", "not valid JSON", ""},
    {"NumberTooLarge", "[64, 85]", "[64, 1e400]", "the number is too large", ""},
    {"HugeInteger", "[64, 85]", "[64, 1" + std::string(400, '0') + "]", "the number is too large", ""},
    {"RawLineFeed", R"("play")", "\"pl\nay\"", "not valid JSON: invalid string", ""},
    {"UnclosedString", R"("play",)", R"("play,)", "not valid JSON: invalid string", ""},
    {"LoneSurrogate", R"("play")", R"("\ud800")", "not valid JSON: invalid string", ""},
    {"BadEscape", R"("play")", R"("\x41")", "not valid JSON: invalid string", ""},
    {"NulByte", R"("play")", std::string("\"pl\0y\"", 6), "not valid JSON: NUL byte", ""},
    {"NulByteAtTheEnd", "  }\n}\n", std::string("  }\n}\n\0", 7), "not valid JSON: NUL byte", ""},
    {"Latin1", R"("play")", "\"pl\xE4y\"", "not valid JSON: this byte is not UTF-8", ""},
    {"OverlongUtf8", R"("play")", "\"pl\xC0\xAFy\"", "not valid JSON: this byte is not UTF-8", ""},
    {"TrailingGarbage", "  }\n}\n", "  }\n}\nx", "not valid JSON", ""},
    {"SecondDocument", "  }\n}\n", "  }\n}\n{}", "not valid JSON: unexpected '{'; expected end of input", ""},
    {"MissingBrace", "  }\n}\n", "  }\n", "not valid JSON: unexpected end of input", ""},
};

INSTANTIATE_TEST_SUITE_P(Sections, Malformed, testing::ValuesIn(kSections), name_of);
INSTANTIATE_TEST_SUITE_P(Header, Malformed, testing::ValuesIn(kHeader), name_of);
INSTANTIATE_TEST_SUITE_P(Features, Malformed, testing::ValuesIn(kFeatures), name_of);
INSTANTIATE_TEST_SUITE_P(Trees, Malformed, testing::ValuesIn(kTrees), name_of);
INSTANTIATE_TEST_SUITE_P(Provenance, Malformed, testing::ValuesIn(kProvenance), name_of);
INSTANTIATE_TEST_SUITE_P(Syntax, Malformed, testing::ValuesIn(kSyntax), name_of);

TEST(MalformedText, EmptyInputSaysSo) {
  for (const char* text : {"", " \r\n\t", "\xEF\xBB\xBF"}) {
    EXPECT_EQ(refusal(text).message(), "the file is empty");
    EXPECT_EQ(refusal(text).code(), ExitCode::bad_input);
  }
}

TEST(MalformedText, OtherDocumentsAreNoModels) {
  EXPECT_EQ(refusal("[]").message(), "expected an object, found an array");
  EXPECT_EQ(refusal("null").message(), "expected an object, found null");
  EXPECT_EQ(refusal("{}").message(), "not an Espalier model: missing key 'format'");
  EXPECT_THAT(refusal("outlook,play\nsunny,yes\n").message(), StartsWith("not valid JSON: invalid literal"));
  EXPECT_THAT(refusal(std::string("\xFF\xFE{\0}\0", 6)).message(), HasSubstr("not UTF-8"));
}

TEST(MalformedText, EveryPrefixOfAModelIsRefused) {
  const std::string text = write_model(sample::golf());
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_EQ(refusal(text.substr(0, length)).code(), ExitCode::bad_input) << length;
  }
}

TEST(MalformedText, DeepNestingIsRefusedNotFollowed) {
  for (const char* piece : {"[", "{\"a\":", "[{\"a\":"}) {
    std::string text;
    for (int level = 0; level < 100'000; ++level) text += piece;
    EXPECT_EQ(refusal(text).message(), "nested deeper than 16 levels");
  }
  const std::string deepest = std::string(16, '[') + std::string(16, ']');
  EXPECT_EQ(refusal(deepest).message(), "expected an object, found an array");
}

TEST(MalformedText, SyntaxErrorsPointAtTheToken) {
  const auto place = [](const std::string& text) {
    const auto where = refusal(text).where();
    return std::to_string(where->line) + ":" + std::to_string(where->column) + "+" + std::to_string(where->length);
  };
  EXPECT_EQ(place("{\n  \"a\": 1\n  \"bcd\": 2\n}"), "3:3+5");
  EXPECT_EQ(place("[1,,2]"), "1:4+1");
  EXPECT_EQ(place("[1, 2e999, 3]"), "1:5+5");
  EXPECT_EQ(place("{\"a\": treu}"), "1:9+1");
  EXPECT_EQ(place("[\"\u00e9\", \"\xE9\"]"), "1:8+1");
  EXPECT_EQ(place("[1"), "1:3+1");
  EXPECT_EQ(place("{\"a\": 1, \"a\": 2}"), "1:10+3");
}

TEST(MalformedText, RuleViolationsPointAtTheValue) {
  std::string text = write_model(sample::golf());
  text.replace(text.find("[4, 5]"), 6, "[4, 99]");
  EXPECT_THAT(render(refusal(text)),
              StartsWith("m.json:18:94: error: trees[0].nodes[1].children[1]: there is no node 99"));
  const auto where = refusal(text).where();
  EXPECT_EQ(where->excerpt.substr(where->column - 1, where->length), "99");
}

TEST(MalformedText, TooManyLabelsAreRefused) {
  std::string labels = "[\"Play\", \"Don't Play\"";
  for (int i = 0; i < 65534; ++i) labels += ",\"" + std::to_string(i) + "\"";
  std::string text = write_model(sample::golf());
  const std::string old = R"(["Play", "Don't Play")";
  text.replace(text.find(old), old.size(), labels);
  EXPECT_THAT(refusal(text).message(), StartsWith("labels: 65,536 labels; at most 65,535"));
}

TEST(MalformedText, ManyKeysDoNotTakeQuadraticTime) {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text += "\"k" + std::to_string(i) + "\":0,";
  EXPECT_THAT(refusal(text + "\"k7\":0}").message(), EndsWith("duplicate key 'k7'"));
}

// What a text cannot say but a model in memory can be.
struct Damage {
  std::string message;
  std::function<void(Model&)> apply;
};

TEST(Validate, RefusesModelsThatNoTextDescribes) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<Damage> damages = {
      {"trees: combination 'single' needs exactly one tree, found 0", [](Model& m) { m.trees.clear(); }},
      {"trees[0].nodes: a tree needs at least one node", [](Model& m) { m.trees[0].nodes.clear(); }},
      {"trees[0].nodes[1].threshold: is not finite", [=](Model& m) { m.trees[0].nodes[1].threshold = kNaN; }},
      {"trees[0].nodes[1].threshold: is not finite", [=](Model& m) { m.trees[0].nodes[1].threshold = kInfinity; }},
      {"trees[0].nodes[1].gap: is not finite",
       [=](Model& m) {
         m.trees[0].nodes[1].gap = Gap{70, kInfinity};
       }},
      {"trees[0].nodes[1].gap: is not finite",
       [=](Model& m) {
         m.trees[0].nodes[1].gap = Gap{kNaN, 80};
       }},
      {"trees[0].nodes[2].counts[0]: is not finite", [=](Model& m) { m.trees[0].nodes[2].counts[0] = kNaN; }},
      {"trees[0].nodes[2].children: a leaf has no children", [](Model& m) { m.trees[0].nodes[2].children = {4}; }},
      {"features[1].range: is not finite", [=](Model& m) { m.features[1].maximum = kInfinity; }},
      {"features[1].range: is not finite", [=](Model& m) { m.features[1].minimum = kNaN; }},
      {"features[1].name: '\\xff' is not UTF-8", [](Model& m) { m.features[1].name = "\xFF"; }},
      {"features[0].categories[2]: '\\xff' is not UTF-8", [](Model& m) { m.features[0].categories[2] = "\xFF"; }},
      {"labels[0]: '\\xff' is not UTF-8", [](Model& m) { m.labels[0] = "\xFF"; }},
      {"target: '\\xff' is not UTF-8", [](Model& m) { m.target = "\xFF"; }},
      {"provenance.training_accuracy: an accuracy", [=](Model& m) { m.provenance.training_score = kNaN; }},
      {"provenance.options: 'a' occurs twice",
       [](Model& m) {
         m.provenance.options = {{"a", "1"}, {"a", "1"}};
       }},
  };
  for (const Damage& damage : damages) {
    Model model = sample::golf();
    EXPECT_NO_THROW(validate(model, "learner"));
    damage.apply(model);
    try {
      validate(model, "learner");
      ADD_FAILURE() << "accepted: " << damage.message;
    } catch (const Diagnostic& diagnostic) {
      EXPECT_THAT(diagnostic.message(), StartsWith(damage.message));
      EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
      EXPECT_EQ(diagnostic.where()->file, "learner");
    }
  }
}

TEST(Validate, RefusesATestWithoutChildren) {
  Model model = sample::single_leaf();
  Feature empty;
  empty.kind = FeatureKind::categorical;
  model.features = {empty};
  model.trees[0].nodes[0].test = TestKind::multiway;
  EXPECT_THROW(validate(model, "m"), Diagnostic);
}

}  // namespace
}  // namespace espalier::model_malformed_test
