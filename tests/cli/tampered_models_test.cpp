// Model files that someone has changed: every command that reads models refuses them with exit code 3 and the place.
#include <gmock/gmock.h>

#include <random>

#include "support/sandbox.hpp"

namespace espalier::tool_test::tampered_models_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Change {
  const char* name;
  const char* from;  // the first occurrence in the golf model
  const char* to;
};

void PrintTo(const Change& change, std::ostream* out) {
  *out << change.name;
}

class TamperedModel : public Cli, public ::testing::WithParamInterface<Change> {};

TEST_P(TamperedModel, IsRefusedByEveryCommand) {
  expect_success(box, "build data/golf.csv -t play -a c45 --prune none -o golf.hpp --model golf.json -q");
  std::string model = box.read("golf.json");
  const auto at = model.find(GetParam().from);
  ASSERT_NE(at, std::string::npos) << model;
  model.replace(at, std::string(GetParam().from).size(), GetParam().to);
  box.write("golf.json", model);
  for (const char* line : {"emit golf.json -o new.hpp", "predict golf.json data/golf.csv", "verify golf.json golf.hpp",
                           "verify golf.json", "inspect golf.json"}) {
    EXPECT_THAT(expect_failure(box, kBadInput, line).err, StartsWith("golf.json:")) << line;
  }
}

const Change kChanges[] = {
    {"Format", "espalier-model", "other-model"},
    {"LaterVersion", "\"version\": 1", "\"version\": 4"},
    {"Regression", "classification", "regression"},
    {"UnknownTest", "\"less_equal\"", "\"less\""},
    {"UnknownKey", "\"threshold\"", "\"treshold\""},
    {"RepeatedKey", "\"version\": 1", "\"version\": 1, \"version\": 1"},
    {"MissingKey", "\"missing\": \"refuse\",", ""},
    {"UnknownPolicy", "\"refuse\"", "\"ignore\""},
    {"ThresholdText", "\"threshold\": 75", "\"threshold\": \"75\""},
    {"ThresholdTooLarge", "\"threshold\": 75", "\"threshold\": 1e999"},
    {"ThresholdOutsideGap", "\"threshold\": 75", "\"threshold\": 175"},
    {"ChildOutOfRange", "\"children\": [", "\"children\": [99, "},
    {"Cycle", "\"children\": [1", "\"children\": [0"},
    {"FeatureOutOfRange", "\"feature\": 0", "\"feature\": 9"},
    {"FeatureOfOtherKind", "\"feature\": 2", "\"feature\": 0"},
    {"LabelOutOfRange", "\"label\": 1", "\"label\": 7"},
    {"NegativeCount", "\"counts\": [", "\"counts\": [-"},
    {"CountsTooMany", "\"counts\": [", "\"counts\": [1, "},
    {"RepeatedLabel", "\"Don't Play\"", "\"Play\""},
    {"RepeatedCategory", "\"overcast\"", "\"rain\""},
    {"TrailingText", "}\n}\n", "}\n}\nx"},
    {"CutShort", "\"provenance\"", ""},
    {"BadHash", "\"data_sha256\": \"", "\"data_sha256\": \"z"},
};
INSTANTIATE_TEST_SUITE_P(Each, TamperedModel, ::testing::ValuesIn(kChanges),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_F(Cli, FilesThatAreNoModels) {
  box.write("empty.json", "");
  box.write("array.json", "[1, 2]");
  box.write("deep.json", std::string(100000, '['));
  box.write("binary.json", std::string("{\"format\": \"\0\"}", 14));
  box.write("latin1.json", "{\"format\": \"\xe9\"}");
  for (const char* name : {"empty.json", "array.json", "deep.json", "binary.json", "latin1.json", "data/iris.csv"}) {
    for (const Arguments& line : {Arguments{"emit", name, "-o", "new.hpp"}, Arguments{"predict", name, "data/golf.csv"},
                                  Arguments{"verify", name}}) {
      EXPECT_THAT(expect_failure(box, kBadInput, line).err, StartsWith(name));
    }
  }
}

TEST_F(Cli, HeadersThatDoNotBelongToTheModel) {
  expect_success(box, "build data/golf.csv -t play -o golf.hpp --model golf.json -q");
  expect_success(box, "build data/iris.csv -t species -o iris.hpp -q");
  EXPECT_THAT(expect_failure(box, kBadInput, "verify golf.json iris.hpp").err, HasSubstr("does not fit the model"));
  EXPECT_THAT(expect_failure(box, kBadInput, "verify golf.json data/golf.csv").err, HasSubstr("emitted by Espalier"));
}

// One byte of the model changed, removed or doubled: refused with its place or still a model; never a crash.
TEST_F(Cli, RandomDamageToAModelNeverCrashes) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json -q");
  const std::string model = box.read("golf.json");
  std::mt19937 engine(3);
  int refused = 0;
  for (int round = 0; round < 150; ++round) {
    std::string damaged = model;
    const std::size_t at = engine() % damaged.size();
    switch (engine() % 4) {
      case 0: damaged[at] = static_cast<char>(engine() % 256); break;
      case 1: damaged.erase(at, 1 + engine() % 20); break;
      case 2: damaged.insert(at, damaged.substr(engine() % damaged.size(), engine() % 20)); break;
      default: damaged.resize(at); break;
    }
    box.write("damaged.json", damaged);
    const Outcome outcome = box.run("emit damaged.json -o - --namespace golf");
    EXPECT_EQ(outcome.signal, 0) << damaged;
    EXPECT_TRUE(outcome.exit_code == kDone || outcome.exit_code == kBadInput) << outcome.err;
    if (outcome.exit_code == kDone) continue;
    EXPECT_THAT(outcome.err, StartsWith("damaged.json:"));
    ++refused;
  }
  EXPECT_GT(refused, 75);
}

}  // namespace
}  // namespace espalier::tool_test::tampered_models_test
