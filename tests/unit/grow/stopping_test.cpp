#include "grow/stopping.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/diagnostic.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::stopping_test {
namespace {

using testing::dataset;
using testing::numeric;

// The first rows of three a and one b.
bool stays(const std::vector<std::uint32_t>& rows, std::size_t depth, const GrowOptions& options) {
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4})}, {"a", "a", "a", "b"});
  const TrainingSet training = make_training_set(data, options);
  const Cases cases = testing::cases_of(training, rows);
  return is_pure(training, cases) || may_not_split(training, options, weight_of(cases, training.scale), depth);
}

const std::vector<std::uint32_t> kMixed{0, 1, 2, 3};

TEST(StaysLeaf, PureNodes) {
  EXPECT_TRUE(stays({0, 1, 2}, 0, {}));
  EXPECT_TRUE(stays({}, 0, {}));
  EXPECT_FALSE(stays(kMixed, 0, {}));
}

TEST(StaysLeaf, AtTheDepthLimit) {
  GrowOptions options;
  options.max_depth = 2;
  EXPECT_FALSE(stays(kMixed, 1, options));
  EXPECT_TRUE(stays(kMixed, 2, options));
}

TEST(StaysLeaf, BelowTheWeightLimit) {
  GrowOptions options;
  options.min_split = 4;
  EXPECT_FALSE(stays(kMixed, 0, options));
  options.min_split = 4.5;
  EXPECT_TRUE(stays(kMixed, 0, options));
}

TEST(StaysLeaf, NotForAHairLess) {
  // 1/49 forty-nine times is less than 1 in the last digit.
  std::vector<double> values;
  std::vector<std::string> classes;
  for (int i = 0; i < 49; ++i) {
    values.push_back(i);
    classes.emplace_back(i < 20 ? "a" : "b");
  }
  Dataset data = dataset({numeric("x", values)}, classes);
  data.weights.assign(49, 1.0 / 49);
  GrowOptions options;
  options.min_split = 1;
  const TrainingSet training = make_training_set(data, options);
  const Cases cases = testing::cases_of(training, testing::all_rows(data));
  ASSERT_LT(weight_of(cases, training.scale), 1);
  EXPECT_FALSE(may_not_split(training, options, weight_of(cases, training.scale), 0));
}

TEST(GainsTooLittle, WeighsTheGainByTheShareOfTheRows) {
  Worth tenth;
  tenth.gain = 0.5;
  GrowOptions options;
  options.min_gain = 0.05;
  const Dataset data = dataset({numeric("x", {1, 2})}, {"a", "b"});
  TrainingSet training = make_training_set(data, options);
  training.total_weight = 100;
  EXPECT_FALSE(gains_too_little(tenth, 20, training, options));  // 0.5 * 0.2 = 0.1
  EXPECT_TRUE(gains_too_little(tenth, 10, training, options));   // 0.05 is not more than 0.05
}

TEST(RefuseOutgrown, NamesTheAttributeAndWhatHelps) {
  EXPECT_NO_THROW(refuse_outgrown(1000000, 2, "id"));
  EXPECT_NO_THROW(refuse_outgrown(200, 500000, "id"));
  try {
    refuse_outgrown(100000000, 2, "id");
    FAIL() << "nothing was thrown";
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_NE(diagnostic.message().find("'id'"), std::string::npos) << diagnostic.message();
    EXPECT_NE(diagnostic.hint().find("--max-depth"), std::string::npos) << diagnostic.hint();
  }
}

TEST(TooManyClasses, AreRefusedBeforeAnythingIsGrown) {
  // 12,000 leaves of 12,030 numbers each are more than 2^27 numbers; 11,000 of 11,030 are not.
  std::vector<double> values;
  std::vector<std::string> classes;
  for (int i = 0; i < 12000; ++i) {
    values.push_back(i);
    classes.push_back(std::to_string(i));
  }
  const Dataset many = dataset({numeric("x", values)}, classes);
  values.resize(11000);
  classes.resize(11000);
  EXPECT_NO_THROW(refuse_too_many_classes(dataset({numeric("x", values)}, classes), {}));
  try {
    refuse_too_many_classes(many, {});
    FAIL() << "12,000 classes were taken";
  } catch (const Diagnostic& fault) {
    EXPECT_EQ(fault.code(), ExitCode::bad_input);
    EXPECT_NE(fault.message().find("12,000 classes"), std::string::npos) << fault.message();
    EXPECT_NE(fault.hint().find("--max-leaves"), std::string::npos);
  }
  GrowOptions options;
  options.max_leaves = 100;
  EXPECT_NO_THROW(refuse_too_many_classes(many, options));
  options = {};
  options.min_leaf = 3;
  EXPECT_NO_THROW(refuse_too_many_classes(many, options));
}

}  // namespace
}  // namespace espalier::stopping_test
