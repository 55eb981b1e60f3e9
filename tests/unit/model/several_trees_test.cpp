// Models of several trees: what they mean, and their file. Figures by hand (support/sample_models.hpp has the trees).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::several_trees_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kRed = 0;
constexpr double kGreen = 1;
constexpr double kBlue = 2;

Prediction answer(const Model& model, std::vector<double> row) {
  return Interpreter(model).predict(row);
}

TEST(SeveralTrees, VoteAndTheFirstOfEqualsWins) {
  const Model model = sample::voting_forest();
  const Prediction two_of_three = answer(model, {5, kRed, 0});  // a c c
  EXPECT_EQ(two_of_three.label, 2U);
  EXPECT_THAT(two_of_three.scores, ElementsAre(1, 0, 2));
  EXPECT_THAT(two_of_three.probabilities, ElementsAre(1 / 3.0, 0, 2 / 3.0));
  EXPECT_EQ(answer(model, {20, kBlue, 0.25}).label, 0U);  // b a c
  EXPECT_EQ(answer(model, {60, kRed, 0}).label, 0U);      // b c a
  EXPECT_EQ(answer(model, {60, kGreen, 1}).label, 1U);    // b b b
}

TEST(SeveralTrees, MissingValuesTakeTheirWayInEachTree) {
  // Second child everywhere: b, b, a.
  EXPECT_THAT(answer(sample::voting_forest(), {kMissing, kMissing, kMissing}).scores, ElementsAre(1, 2, 0));
  EXPECT_THAT(answer(sample::voting_forest(), {5, kUnknownCategory, 0.5}).scores, ElementsAre(2, 0, 1));  // a a c
}

TEST(SeveralTrees, SharesAreAddedAsWholeNumbers) {
  const Model model = sample::averaging_forest();
  const Prediction first = answer(model, {10, kRed, 0});
  EXPECT_THAT(first.scores, ElementsAre(65536 + 1 + 16384, 2 + 16384, 65533 + 32768));
  EXPECT_EQ(first.label, 2U);
  EXPECT_THAT(first.probabilities, ElementsAre(81921 / 196608.0, 16386 / 196608.0, 98301 / 196608.0));
  // 0 + 65535 + 32768, 40000 + 1 + 32767, 25536 + 0 + 1.
  EXPECT_THAT(answer(model, {51, kBlue, 0.5}).scores, ElementsAre(98303, 72768, 25537));
  EXPECT_EQ(answer(model, {51, kBlue, 0.5}).label, 0U);
}

TEST(SeveralTrees, TiesOfSharesGoToTheFirstLabelAndOneUnitDecides) {
  Model model = sample::averaging_forest();
  const auto set = [&](std::vector<double> one, std::vector<double> two, std::vector<double> three) {
    model.trees[0].nodes[1].shares = std::move(one);
    model.trees[1].nodes[1].shares = std::move(two);
    model.trees[2].nodes[1].shares = std::move(three);
    validate(model, "m.json");
    return answer(model, {10, kRed, 0});
  };
  EXPECT_EQ(set({30000, 35536, 0}, {35536, 30000, 0}, {32768, 32768, 0}).label, 0U);
  EXPECT_EQ(set({30000, 35536, 0}, {35536, 30000, 0}, {32767, 32768, 1}).label, 1U);
  EXPECT_EQ(set({0, 32768, 32768}, {0, 32768, 32768}, {0, 32768, 32768}).label, 1U);
  EXPECT_EQ(set({0, 32768, 32768}, {0, 32768, 32768}, {0, 32767, 32769}).label, 2U);
}

TEST(SeveralTrees, NumbersAreAveraged) {
  const Prediction prediction = answer(sample::number_forest(), {5, kRed, 0});
  EXPECT_THAT(prediction.scores, ElementsAre(103.75));
  EXPECT_EQ(prediction.value, 103.75 / 3);
  EXPECT_EQ(answer(sample::number_forest(), {60, kBlue, 0.75}).value, (-0.0625 + 3 - 8) / 3);
}

// One label has one score, which has nothing to decide.
TEST(SeveralTrees, OfOneLabelAnswerIt) {
  Model model = sample::boosted_labels();
  model.labels.resize(1);
  model.sums.base = {1};
  for (Tree& tree : model.trees) tree.output = 0;
  const Prediction only = answer(model, {5, kBlue, 0.25});
  EXPECT_EQ(only.label, 0U);
  EXPECT_THAT(only.probabilities, ::testing::ElementsAre(1.0));
}

TEST(SeveralTrees, ScoresBecomeLabelsAndProbabilitiesByTheirLink) {
  const Prediction pair = answer(sample::boosted_pair(), {60, kBlue, 0.25});  // -0.5 - 0.0625 + 0 - 8
  EXPECT_THAT(pair.scores, ElementsAre(-8.5625));
  EXPECT_EQ(pair.label, 0U);
  EXPECT_NEAR(pair.probabilities[1], 0.000191105, 1e-9);  // 1 / (1 + e^8.5625) = 1 / 5232.7
  EXPECT_EQ(pair.probabilities[0] + pair.probabilities[1], 1);
  EXPECT_EQ(answer(sample::boosted_pair(), {5, kBlue, 0.25}).label, 1U);  // -0.5 + 1.5 + 0 + 2.25

  const Prediction labels = answer(sample::boosted_labels(), {5, kBlue, 0.25});  // 0 + 1.5, 1 + 0, -1 + 2.25
  EXPECT_THAT(labels.scores, ElementsAre(1.5, 1, 1.25));
  EXPECT_EQ(labels.label, 0U);
  // e^0, e^-0.5, e^-0.25 over their sum, 2.3853314.
  EXPECT_NEAR(labels.probabilities[0], 0.4192290, 1e-7);
  EXPECT_NEAR(labels.probabilities[1], 0.2542753, 1e-7);
  EXPECT_NEAR(labels.probabilities[2], 0.3264958, 1e-7);
}

TEST(SeveralTrees, AScoreOfZeroIsATieAndGoesToTheFirstLabel) {
  Model model = sample::boosted_pair();
  model.sums.base = {-(1.5 + 100 + 2.25)};
  EXPECT_EQ(answer(model, {5, kRed, 0}).label, 0U);
  model.sums.base = {-(1.5 + 100 + 2.25) + 0.0625};
  EXPECT_EQ(answer(model, {5, kRed, 0}).label, 1U);
}

TEST(SeveralTrees, OtherLinks) {
  Model numbers = sample::number_forest();
  numbers.combination = Combination::sum;
  numbers.sums = {Arithmetic::whole, 4, {-103.75}, ScoreLink::identity};
  EXPECT_EQ(answer(numbers, {5, kRed, 0}).value, 0);
  numbers.sums.base = {-102.75};
  numbers.sums.link = ScoreLink::exponential;
  EXPECT_DOUBLE_EQ(answer(numbers, {5, kRed, 0}).value, 2.718281828459045);

  Model labels = sample::boosted_labels();
  labels.sums.link = ScoreLink::logistic;  // one against the others
  const Prediction prediction = answer(labels, {5, kBlue, 0.25});
  EXPECT_EQ(prediction.label, 0U);
  // 0.8175745, 0.7310586, 0.7772999, sum 2.3259330.
  EXPECT_NEAR(prediction.probabilities[1], 0.3143077, 1e-7);
}

// 0.1f + 0.2f + 0.3f in floats, from left to right, is not what doubles make of it.
TEST(SeveralTrees, FloatsAreAddedInTheOrderOfTheTrees) {
  Model model = sample::number_forest();
  model.combination = Combination::sum;
  model.sums = {Arithmetic::float32, 0, {0}, ScoreLink::identity};
  const float first = 16777216.0F;
  model.trees[0].nodes[1].value = first;
  model.trees[1].nodes[1].value = 1;
  model.trees[2].nodes[1].value = 1;
  EXPECT_EQ(answer(model, {5, kRed, 0}).value, 16777216.0);  // each 1 is lost
  std::swap(model.trees[0].nodes[1].value, model.trees[2].nodes[1].value);
  EXPECT_EQ(answer(model, {5, kRed, 0}).value, 16777218.0);
  model.sums.arithmetic = Arithmetic::float64;
  std::swap(model.trees[0].nodes[1].value, model.trees[2].nodes[1].value);
  EXPECT_EQ(answer(model, {5, kRed, 0}).value, 16777218.0);
}

// 0.1 and 0.10000000000001 are the same float, and the first of equals wins; as doubles the second is larger.
TEST(SeveralTrees, BasesAreRoundedEvenWhereNoTreeAdds) {
  Model model = sample::boosted_labels();
  model.trees.resize(1);
  model.sums.base = {-100, 0.1, 0.10000000000001};
  model.sums.exponent = 0;
  model.sums.arithmetic = Arithmetic::float64;
  const std::vector<double> row(model.features.size(), 0);
  EXPECT_EQ(Interpreter(model).predict(row).label, 2U);
  model.sums.arithmetic = Arithmetic::float32;
  const Prediction rounded = Interpreter(model).predict(row);
  EXPECT_EQ(rounded.label, 1U);
  EXPECT_EQ(rounded.scores[1], static_cast<double>(0.1F));
  EXPECT_EQ(rounded.scores[2], static_cast<double>(0.1F));
}

// e^-800 is 0 as a double: 1 / (1 + e^800) of all labels would be 0 / 0. In proportion they are 1 to e^-1 to e^-2.
TEST(SeveralTrees, LowScoresHaveProbabilities) {
  Model model = sample::boosted_labels();
  for (Tree& tree : model.trees) tree.nodes = {sample::answering(0, 1, 0)};
  model.sums.link = ScoreLink::logistic;
  model.sums.base = {-800, -801, -802};
  const Prediction prediction = Interpreter(model).predict(std::vector<double>(model.features.size(), 0));
  const double total = 1 + std::exp(-1.0) + std::exp(-2.0);
  EXPECT_NEAR(prediction.probabilities[0], 1 / total, 1e-15);
  EXPECT_NEAR(prediction.probabilities[2], std::exp(-2.0) / total, 1e-15);
}

// Half of the largest float is 1.7e38: 100 + 7 + 1e38 fit, 1e38 in two trees do not.
TEST(SeveralTrees, OfFloatsThatCouldOverflowAreRefused) {
  Model model = sample::number_forest();
  model.sums.arithmetic = Arithmetic::float32;
  model.sums.exponent = 0;
  model.trees[0].nodes[1].value = 1e38;
  EXPECT_NO_THROW(validate(model, "m"));
  model.trees[1].nodes[1].value = -1e38;
  EXPECT_THROW(validate(model, "m"), Diagnostic);
  model.sums.arithmetic = Arithmetic::float64;
  EXPECT_NO_THROW(validate(model, "m"));
  model.trees[0].nodes[1].value = 1e308;
  EXPECT_THROW(validate(model, "m"), Diagnostic);
}

TEST(Precision, ComparesWhatAFloatHolds) {
  Model model = sample::number_forest();
  Feature& y = model.features[2];
  model.trees[1].nodes[2].threshold = static_cast<double>(0.1F);
  // 0.1F is 0.100000001490116; the next float is 7.45e-9 above it, and half of that is rounded down.
  const double just_above = static_cast<double>(0.1F) + 3e-9;
  const std::vector<double> row = {5, kBlue, just_above};
  EXPECT_EQ(answer(model, row).scores[0], 1.5 + 3 + 2.25);
  y.precision = Precision::float32;
  EXPECT_EQ(answer(model, row).scores[0], 1.5 + 0 + 2.25);
  EXPECT_EQ(answer(model, {5, kBlue, static_cast<double>(0.1F) + 4e-9}).scores[0], 1.5 + 3 + 2.25);
  EXPECT_EQ(compared(y, 1e300), std::numeric_limits<double>::infinity());
}

TEST(SeveralTrees, AreReadAsTheyAreWritten) {
  Model precise = sample::number_forest();
  precise.features[2].precision = Precision::float32;
  precise.trees[0].nodes[0].total = 12.5;
  precise.trees[0].nodes[1].total = 2;
  Model floats = sample::averaging_forest();
  floats.sums.arithmetic = Arithmetic::float64;
  for (Tree& tree : floats.trees) {
    for (Node& node : tree.nodes) {
      for (double& share : node.shares) share /= 65536;
    }
  }
  for (const Model& model : {sample::voting_forest(), sample::averaging_forest(), sample::number_forest(),
                             sample::boosted_pair(), sample::boosted_labels(), precise, floats}) {
    const std::string text = write_model(model);
    EXPECT_EQ(read_model(text, "m.json"), model) << text;
  }
}

// Whole numbers do not know in which order they were added.
TEST(SeveralTrees, RandomOnesAreReadAsWrittenAndDoNotDependOnTheOrderOfWholeTrees) {
  RandomEngine engine(15);
  int whole = 0;
  for (int round = 0; round < 1000; ++round) {
    const sample::ForestKind kind = sample::kForestKinds[round % 5];
    const Model model =
        sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[(round / 5) % 5]);
    const std::string text = write_model(model);
    ASSERT_EQ(read_model(text, "m.json"), model) << text;
    if (model.sums.arithmetic != Arithmetic::whole) continue;
    ++whole;
    Model other = model;
    shuffle(other.trees, engine);
    const Interpreter one(model);
    const Interpreter two(other);
    for (int i = 0; i < 20; ++i) {
      const std::vector<double> row = sample::random_row(model, engine);
      const Prediction a = one.predict(row);
      const Prediction b = two.predict(row);
      ASSERT_EQ(a.label, b.label) << text;
      ASSERT_EQ(a.value, b.value) << text;
      ASSERT_EQ(a.scores, b.scores) << text;
      ASSERT_EQ(a.probabilities, b.probabilities) << text;
    }
  }
  EXPECT_GT(whole, 300);
}

// The threshold for values as they are says what rounding to a float and comparing says.
TEST(Precision, HasAThresholdForValuesAsTheyAre) {
  RandomEngine engine(7);
  Feature feature = sample::real("x", 0, 1);
  feature.precision = Precision::float32;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto check = [&](double threshold) {
    const double at = threshold_for_values(feature, threshold);
    ASSERT_LE(compared(feature, at), threshold);
    ASSERT_GT(compared(feature, std::nextafter(at, infinity)), threshold);
  };
  for (const double threshold : {0.0, -0.0, 0.1, static_cast<double>(0.1F), 1.0, 1e-45, -1e-45, 1e-46, 1e-300, 3.4e38,
                                 static_cast<double>(std::numeric_limits<float>::max()), 3.5e38, -3.5e38, 1e300, -1e300,
                                 16777216.0, 16777217.0, -16777217.0}) {
    check(threshold);
  }
  for (int round = 0; round < 20000; ++round) {
    const double threshold = std::bit_cast<double>(engine());
    if (std::isfinite(threshold)) check(threshold);
    const float near = std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
    if (std::isfinite(near)) check(static_cast<double>(near));
    if (std::isfinite(near)) check(std::nextafter(static_cast<double>(near), -infinity));
  }
}

TEST(SeveralTrees, AreReadWithKeysInAnyOrder) {
  std::string text = write_model(sample::boosted_labels());
  const std::string combination = "  \"combination\": \"sum\",\n";
  const std::size_t at = text.find(combination);
  ASSERT_NE(at, std::string::npos);
  text.erase(at, combination.size());
  const std::string end = "\"provenance\"";
  text.insert(text.find(end), "\"combination\": \"sum\", ");
  EXPECT_EQ(read_model(text, "m.json"), sample::boosted_labels());
}

TEST(Precision, CameWithTheSecondVersion) {
  Model model = sample::golf();
  model.features[1].precision = Precision::float32;
  std::string text = write_model(model);
  EXPECT_EQ(read_model(text, "m.json"), model);
  text.replace(text.find("\"version\": 2"), 12, "\"version\": 1");
  EXPECT_THROW(read_model(text, "m.json"), Diagnostic);
}

TEST(OnlyTree, RefusesModelsOfSeveral) {
  const Model golf = sample::golf();
  EXPECT_EQ(&only_tree(golf), golf.trees.data());
  try {
    only_tree(sample::voting_forest());
    FAIL() << "not refused";
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_THAT(diagnostic.message(), HasSubstr("the model is a vote of 3 trees"));
    EXPECT_THAT(diagnostic.hint(), HasSubstr("'espalier merge' makes one tree"));
  }
}

struct Fault {
  std::string name;
  std::function<Model()> model;
  std::string from;
  std::string to;
  std::string message;
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.name;
}

class MalformedForest : public testing::TestWithParam<Fault> {};

TEST_P(MalformedForest, IsRefusedWithPlaceAndMessage) {
  std::string text = write_model(GetParam().model());
  const std::size_t at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, GetParam().from.size(), GetParam().to);
  try {
    read_model(text, "m.json");
    FAIL() << "accepted: " << text;
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_THAT(diagnostic.message(), HasSubstr(GetParam().message));
    ASSERT_TRUE(diagnostic.where());
    EXPECT_GT(diagnostic.where()->line, 0U);
  }
}

const Fault kFaults[] = {
    {"FirstVersion", sample::voting_forest, R"("version": 2)", R"("version": 1)",
     "combination: models of several trees came with version 2"},
    {"PrecisionUnknown", sample::voting_forest, R"("range": [0, 100])", R"("range": [0, 100], "precision": "double")",
     "features[0].precision: unknown value 'double'"},
    {"PrecisionOfTheFirstVersion", sample::golf, R"("range": [64, 85])", R"("range": [64, 85], "precision": "float32")",
     "features[1].precision: 'precision' came with version 2"},
    {"NoTrees", sample::voting_forest, R"("trees": [)", R"("trees": [], "tree": [)", "tree"},
    {"Unknown", sample::voting_forest, R"("vote")", R"("majority")", "combination: unknown value 'majority'"},
    {"Single", sample::voting_forest, R"("vote")", R"("single")", "trees[0].nodes[0]: missing key 'label'"},
    {"VoteOnNumbers", sample::number_forest, R"("combination": "mean",)", R"("combination": "vote",)",
     "sums: only combinations 'mean' and 'sum' have them"},
    {"NoSums", sample::averaging_forest, R"(  "sums": {"arithmetic": "whole"},)", "", "missing key 'sums'"},
    {"SharesOneShort", sample::averaging_forest, "[65536, 0, 0]", "[65535, 0, 0]",
     "trees[0].nodes[1].shares: they add up to 65535 instead of 65536"},
    {"SharesFraction", sample::averaging_forest, "[65536, 0, 0]", "[65535.5, 0.5, 0]",
     "trees[0].nodes[1].shares[0]: expected a whole number from 0 to 65536"},
    {"SharesNegative", sample::averaging_forest, "[65536, 0, 0]", "[65537, -1, 0]", "shares[0]"},
    {"SharesOfTwo", sample::averaging_forest, "[65536, 0, 0]", "[65536, 0]",
     "expected one share per label (3), found 2"},
    {"LabelTooLarge", sample::voting_forest, R"("label": 2)", R"("label": 3)", "there is no label 3; the model has 3"},
    {"LabelInside", sample::voting_forest, R"("missing_child": 1})", R"("missing_child": 1, "label": 0})",
     "unknown key 'label'"},
    {"NotAMultiple", sample::number_forest, "-0.0625", "-0.06251",
     "trees[0].nodes[2].value: -0.06251 is not a multiple of 2^-4"},
    {"TooWide", sample::number_forest, R"("value": 100)", R"("value": 9007199254740992)",
     "which has more than 53 bits in units of 2^-4"},
    {"NoExponent", sample::number_forest, R"(, "exponent": 4)", "", "sums: missing key 'exponent'"},
    {"ExponentTooLarge", sample::number_forest, R"("exponent": 4)", R"("exponent": 1000)", "from -999 to 999"},
    {"ExponentOfFloats", sample::number_forest, R"("whole")", R"("float32")", "sums.exponent: only values"},
    {"BaseOfMean", sample::number_forest, R"("exponent": 4)", R"("exponent": 4, "base": [0])",
     "sums.base: only combination 'sum' has one"},
    {"BaseNotAMultiple", sample::boosted_pair, "[-0.5]", "[-0.51]", "sums.base[0]: -0.51 is not a multiple of 2^-4"},
    {"BaseOfTwo", sample::boosted_pair, "[-0.5]", "[]", "expected one output per label (2), found 0"},
    {"LinkOfNumbers", sample::boosted_pair, "logistic", "identity", "sums.link: it is for regression"},
    {"SoftmaxOfOne", sample::boosted_pair, "logistic", "softmax", "expected one output per label (2), found 1"},
    {"NoOutput", sample::boosted_labels, R"("output": 2, )", "", "trees[2]: missing key 'output'"},
    {"OutputTooLarge", sample::boosted_labels, R"("output": 2)", R"("output": 3)",
     "trees[2].output: there is no output 3; the model has 3"},
    {"OutputOfOne", sample::boosted_pair, R"({"nodes": [)", R"({"output": 0, "nodes": [)",
     "trees[0].output: only trees of a model with several outputs have one"},
    {"NegativeWeight", sample::voting_forest, R"("label": 2})", R"("label": 2, "weight": -1})", "-1 is negative"},
    {"Smoothing", sample::voting_forest, R"("combination")", R"("smoothing": {"kind": "laplace"}, "combination")",
     "smoothing: is for single trees"},
    {"Fractional", sample::voting_forest, R"("majority")", R"("fractional")",
     "missing: 'fractional' is for single trees"},
};

INSTANTIATE_TEST_SUITE_P(Each, MalformedForest, testing::ValuesIn(kFaults),
                         [](const testing::TestParamInfo<Fault>& row) { return row.param.name; });

}  // namespace
}  // namespace espalier::several_trees_test
