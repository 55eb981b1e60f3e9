#include "evaluate/bind_dataset.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/mark.hpp"
#include "support/sample_models.hpp"

namespace espalier::bind_dataset_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Dataset bound(const std::string& csv, const Model& model, const std::string& weight = "") {
  Warnings warnings;
  const BindableTable file{parse_table("rows.csv", csv, {}, warnings), default_missing_tokens(), weight};
  return bind_dataset(file, model, warnings);
}

std::string refusal(const std::string& csv, const Model& model, const std::string& weight = "") {
  try {
    bound(csv, model, weight);
  } catch (const Diagnostic& diagnostic) {
    return diagnostic.message();
  }
  return "accepted";
}

constexpr const char* kHeader = "play,windy,humidity,outlook,temperature,w\n";  // not in the model's order

TEST(BindDataset, HasTheModelsColumnsAndLabels) {
  const Model model = sample::golf();
  const Dataset data = bound(std::string(kHeader) + "Play,true,70,rain,20,1\nDon't Play,false,80,sunny,25,3\n", model);
  ASSERT_EQ(data.features.size(), model.features.size());
  for (std::size_t i = 0; i < model.features.size(); ++i) {
    EXPECT_EQ(data.features[i].name, model.features[i].name);
    EXPECT_EQ(data.features[i].categories, model.features[i].categories);
  }
  EXPECT_EQ(data.labels, model.labels);
  EXPECT_EQ(data.target, "play");
  EXPECT_EQ(answer_rows(model, data).labels.size(), 2U);
  EXPECT_EQ(model.labels[data.classes[0]], "Play");
  EXPECT_EQ(model.labels[data.classes[1]], "Don't Play");
  EXPECT_TRUE(data.weights.empty());
}

TEST(BindDataset, LeavesRowsWithoutTargetOrWeightOut) {
  // Rows 2 and 3 have missing values, too, that the model would refuse.
  const std::string csv =
      std::string(kHeader) + "Play,true,70,rain,20,1\n?,,,,,5\nPlay,,,,,0\nPlay,true,70,rain,20,2.5\n";
  const Dataset data = bound(csv, sample::golf(), "w");
  EXPECT_THAT(data.table_rows, ElementsAre(0U, 3U));
  EXPECT_THAT(data.weights, ElementsAre(1, 2.5));
  EXPECT_EQ(data.classes.size(), 2U);
  for (const FeatureColumn& column : data.features) EXPECT_EQ(column.values.size(), 2U);
  EXPECT_EQ(data.weight_column, "w");
}

TEST(BindDataset, TakesNumbers) {
  const Dataset data = bound("area,district,rent\n40,centre,9.5\n60,north,20\n", sample::regression_sample());
  EXPECT_THAT(data.targets, ElementsAre(9.5, 20));
  EXPECT_EQ(data.task, Task::regression);
  EXPECT_EQ(data.rows(), 2U);
}

TEST(BindDataset, RefusesWhatCannotBeMarked) {
  const Model model = sample::golf();
  EXPECT_THAT(refusal("windy,humidity,outlook\ntrue,70,rain\n", model), HasSubstr("no column 'play'"));
  EXPECT_THAT(refusal(std::string(kHeader) + "?,true,70,rain,20,1\n", model), HasSubstr("no row has a known 'play'"));
  EXPECT_THAT(refusal(std::string(kHeader) + "Maybe,true,70,rain,20,1\n", model),
              HasSubstr("class 'Maybe' does not occur in the training data"));
  EXPECT_THAT(refusal(std::string(kHeader) + "Play,true,70,rain,20,x\n", model, "w"), HasSubstr("expected a weight"));
  EXPECT_THAT(refusal(std::string(kHeader) + "Play,true,70,rain,20,0\n", model, "w"), HasSubstr("no row has a weight"));
  EXPECT_THAT(refusal("area,district,rent\n40,centre,cheap\n", sample::regression_sample()),
              HasSubstr("expected a number in column 'rent'"));
}

}  // namespace
}  // namespace espalier::bind_dataset_test
