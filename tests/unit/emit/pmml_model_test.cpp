#include "emit/pmml_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "emit/emit.hpp"
#include "emit/pmml_predicate.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"
#include "support/xml_document.hpp"

namespace espalier::pmml_model_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string pmml_of(const Model& model) {
  Making making;
  making.emit.language = Language::pmml;
  making.emit.model_sha256 = "abc";
  return make_files(model, making).files.front().text;
}

std::string refusal_of(const Model& model) {
  try {
    pmml_of(model);
  } catch (const Diagnostic& refused) {
    EXPECT_EQ(refused.code(), ExitCode::usage);
    EXPECT_NE(refused.hint(), "");
    return refused.message();
  }
  return "";
}

// humidity <= 75 of golf is a test under the branch sunny.
TEST(Pmml, SaysWhereMissingValuesGoInEveryPredicate) {
  const Model golf = sample::golf();
  const Tree& tree = only_tree(golf);
  const auto found = std::find_if(tree.nodes.begin(), tree.nodes.end(),
                                  [](const Node& node) { return node.test == TestKind::less_equal; });
  ASSERT_NE(found, tree.nodes.end());
  Node node = *found;
  node.missing_child = 1;
  EXPECT_THAT(branch_predicate(golf, node, 0),
              ElementsAre("<CompoundPredicate booleanOperator=\"and\">",
                          "  <SimplePredicate field=\"humidity\" operator=\"isNotMissing\"/>",
                          "  <SimplePredicate field=\"humidity\" operator=\"lessOrEqual\" value=\"75\"/>",
                          "</CompoundPredicate>"));
  EXPECT_THAT(branch_predicate(golf, node, 1),
              ElementsAre("<CompoundPredicate booleanOperator=\"or\">",
                          "  <SimplePredicate field=\"humidity\" operator=\"isMissing\"/>",
                          "  <SimplePredicate field=\"humidity\" operator=\"greaterThan\" value=\"75\"/>",
                          "</CompoundPredicate>"));
}

Model one_test(Feature feature, Node node) {
  Model model;
  model.target = "t";
  model.labels = {"a", "b"};
  model.missing = MissingPolicy::own_category;
  model.features = {std::move(feature)};
  std::vector<Node> nodes = {std::move(node)};
  for (std::size_t i = 0; i < nodes.front().children.size(); ++i) {
    nodes.push_back(sample::leaf({1, 2}));
    nodes.back().label = 1;
  }
  model.trees = {Tree{std::move(nodes)}};
  return model;
}

TEST(Pmml, HasABranchForMissingValuesAlone) {
  Node node = sample::test(TestKind::multiway, 0, {1, 2, 3}, {3, 6});
  node.missing_child = 2;
  const Model model = one_test(sample::categorical("x", {"red", "green"}), node);
  EXPECT_THAT(branch_predicate(model, node, 2), ElementsAre("<SimplePredicate field=\"x\" operator=\"isMissing\"/>"));
  EXPECT_THAT(branch_predicate(model, node, 0)[2], HasSubstr("operator=\"equal\" value=\"red\""));
  Node present = sample::test(TestKind::present, 0, {1, 2}, {2, 4});
  present.missing_child = 1;
  EXPECT_THAT(branch_predicate(model, present, 0),
              ElementsAre("<SimplePredicate field=\"x\" operator=\"isNotMissing\"/>"));
  EXPECT_THAT(branch_predicate(model, present, 1),
              ElementsAre("<SimplePredicate field=\"x\" operator=\"isMissing\"/>"));
}

// A word without a group goes where missing values go.
TEST(Pmml, PutsWordsWithoutAGroupToTheMissingOnes) {
  Node node = sample::test(TestKind::grouped, 0, {1, 2}, {2, 4});
  node.groups = {0, 1, kNoGroup};
  node.missing_child = 1;
  const Model model = one_test(sample::categorical("x", {"r", "g", "b"}), node);
  EXPECT_THAT(branch_predicate(model, node, 0)[2], HasSubstr("operator=\"equal\" value=\"r\""));
  EXPECT_THAT(branch_predicate(model, node, 1)[3], HasSubstr("<Array type=\"string\" n=\"2\">\"g\" \"b\"</Array>"));
}

// Words that were merged are written one by one, and the branch for missing values alone stays one.
TEST(Pmml, SpellsOutMergedWordsBesideABranchForMissingValues) {
  Feature feature = sample::categorical("x", {"red"});
  feature.merged = {{0, {"red", "rouge"}}};
  Node node = sample::test(TestKind::multiway, 0, {1, 2}, {2, 4});
  node.missing_child = 1;
  const std::string text = pmml_of(one_test(feature, node));
  EXPECT_THAT(text, HasSubstr("<Array type=\"string\" n=\"2\">\"red\" \"rouge\"</Array>"));
  EXPECT_THAT(text, HasSubstr("recordCount=\"3\">\n        <SimplePredicate field=\"x\" operator=\"isMissing\"/>"));
}

// Readers of arrays do not agree on these.
TEST(Pmml, KeepsOddWordsOutOfArrays) {
  for (const char* odd : {"a\"b", "a\\", "two  blanks", " begins", "ends ", "a\tb", "a\nb", ""}) {
    Node node = sample::test(TestKind::member, 0, {1, 2}, {2, 4});
    node.categories = {0, 1};
    node.missing_child = 1;
    const Model model = one_test(sample::categorical("x", {"plain", odd, "z"}), node);
    const std::string text = pmml_of(model);
    EXPECT_THAT(text, Not(HasSubstr("<Array"))) << odd;
    EXPECT_THAT(text, HasSubstr("booleanOperator=\"or\"")) << odd;
    const XmlDocument document = parse_xml(text, "x");
    bool found = false;
    for (const XmlElement& element : document.elements) {
      found = found || (element.name == "SimplePredicate" && element.find("value") == odd);
    }
    EXPECT_TRUE(found) << odd;
  }
}

TEST(Pmml, AsksSurrogatesInTheirOrder) {
  const std::string text = pmml_of(sample::surrogate_golf());
  EXPECT_THAT(text, HasSubstr("<CompoundPredicate booleanOperator=\"surrogate\">"));
  const std::size_t at = text.find("booleanOperator=\"surrogate\"");
  const std::string one = text.substr(at, text.find("</CompoundPredicate>", at) - at);
  EXPECT_TRUE(one.find("<True/>") != std::string::npos || one.find("<False/>") != std::string::npos) << one;
}

TEST(Pmml, TellsCountsAndProbabilities) {
  EXPECT_THAT(pmml_of(sample::golf()),
              HasSubstr("<ScoreDistribution value=\"Don&apos;t Play\" recordCount=\"3\" probability=\"1\"/>"));
}

// The largest float that is at most 0.1 is 0.0999999940; doubles up to half way to the next one, 0.1000000015, become
// it.
TEST(Pmml, ComparesDoublesAsTheFloatsThatTheyBecome) {
  Feature feature = sample::real("x", 0, 1);
  feature.precision = Precision::float32;
  Node node = sample::at_most(0, 0.1, {1, 2}, {2, 4});
  node.missing_child = 1;
  const std::string text = pmml_of(one_test(feature, node));
  EXPECT_THAT(text, HasSubstr("operator=\"lessOrEqual\" value=\"0.09999999776482582\""));
}

TEST(Pmml, SaysWhatADateCounts) {
  Feature feature = sample::real("x", 0, 1);
  feature.date = DateForm{};
  Node node = sample::at_most(0, 12345.5, {1, 2}, {2, 4});
  node.missing_child = 1;
  EXPECT_THAT(pmml_of(one_test(feature, node)), HasSubstr("displayName=\"x (days since 1970-01-01)\""));
}

// Three classes: each tree's vote weighs 3; the first class has 2 more, the second 1.
TEST(Pmml, LetsTheFirstOfEqualVotesWin) {
  const std::string text = pmml_of(sample::voting_forest());
  EXPECT_THAT(text, HasSubstr("multipleModelMethod=\"weightedMajorityVote\""));
  EXPECT_THAT(text, HasSubstr("<Segment id=\"tree 1\" weight=\"3\">"));
  EXPECT_THAT(text, HasSubstr("<Segment id=\"tie 1\" weight=\"2\">"));
  EXPECT_THAT(text, HasSubstr("<Segment id=\"tie 2\" weight=\"1\">"));
  EXPECT_THAT(text, Not(HasSubstr("id=\"tie 3\"")));
  EXPECT_THAT(text, Not(HasSubstr("feature=\"probability\"")));
  // Two classes and three trees cannot tie.
  Model two = sample::voting_forest();
  two.labels.resize(2);
  for (Tree& tree : two.trees) {
    for (Node& node : tree.nodes) node.label = std::min(node.label, 1U);
  }
  EXPECT_THAT(pmml_of(two), HasSubstr("multipleModelMethod=\"majorityVote\""));
  EXPECT_THAT(pmml_of(two), HasSubstr("feature=\"probability\""));
}

TEST(Pmml, AddsNumbersOfSeveralTrees) {
  Model model = sample::number_forest();
  ASSERT_TRUE(model.combination == Combination::mean || model.combination == Combination::sum);
  model.combination = Combination::mean;
  model.sums.base.clear();
  EXPECT_THAT(pmml_of(model), HasSubstr("multipleModelMethod=\"average\""));
  model.combination = Combination::sum;
  model.sums.base = {-0.5};
  const std::string text = pmml_of(model);
  EXPECT_THAT(text, HasSubstr("multipleModelMethod=\"sum\""));
  EXPECT_THAT(text, HasSubstr("<Segment id=\"base\">"));
  EXPECT_THAT(text, HasSubstr("<Node score=\"-0.5\">"));
}

TEST(Pmml, RefusesWhatItCannotSayExactly) {
  EXPECT_THAT(refusal_of(sample::fractional_golf()), HasSubstr("--missing fractional"));
  EXPECT_THAT(refusal_of(sample::averaging_forest()), HasSubstr("two averages are equal"));
  EXPECT_THAT(refusal_of(sample::boosted_pair()), HasSubstr("e^x"));
  EXPECT_THAT(refusal_of(sample::boosted_labels()), HasSubstr("e^x"));
  Model floats = sample::number_forest();
  floats.sums.arithmetic = Arithmetic::float64;
  EXPECT_THAT(refusal_of(floats), HasSubstr("how sums are rounded"));
  EXPECT_EQ(refusal_of(sample::chain(kDeepestPmmlTree)), "");
  EXPECT_THAT(refusal_of(sample::chain(kDeepestPmmlTree + 1)), HasSubstr("nest"));
  for (const auto change :
       {+[](Model& model) { model.target = "\x01"; },  //
        +[](Model& model) { model.labels[0] = "\x01"; }, +[](Model& model) { model.features[0].name = "\x01"; },
        +[](Model& model) { model.features[0].categories[0] = "\x01"; }}) {
    Model model = sample::golf();
    change(model);
    EXPECT_THAT(refusal_of(model), HasSubstr("U+0001"));
  }
  Model same = sample::golf();
  same.target = same.features[0].name;
  EXPECT_THAT(refusal_of(same), HasSubstr("both the target and a column"));
}

// One blank between two letters means the same to every reader.
TEST(Pmml, KeepsWordsWithOneBlankInArrays) {
  Node node = sample::test(TestKind::member, 0, {1, 2}, {2, 4});
  node.categories = {0, 1};
  node.missing_child = 1;
  const Model model = one_test(sample::categorical("x", {"plain", "one blank", "z"}), node);
  EXPECT_THAT(pmml_of(model), HasSubstr("<Array type=\"string\" n=\"2\">\"plain\" \"one blank\"</Array>"));
}

}  // namespace
}  // namespace espalier::pmml_model_test
