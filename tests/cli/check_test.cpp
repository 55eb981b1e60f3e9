// --check: is the committed file what would be written?
#include <gmock/gmock.h>

#include <algorithm>

#include "support/sandbox.hpp"

namespace espalier::tool_test::check_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kBuild = "build data/golf.csv -t play -o golf.hpp --model golf.json --folds 0";

TEST_F(Cli, CheckOfCurrentFilesPasses) {
  expect_success(box, kBuild);
  const Files before = box.files();
  const Outcome outcome = expect_success(box, std::string(kBuild) + " --check");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("current   golf.json\n"), HasSubstr("current   golf.hpp\n")));
  EXPECT_TRUE(box.files() == before);
  expect_success(box, "emit golf.json -o golf.hpp --check");
}

TEST_F(Cli, CheckNamesTheFirstDifference) {
  expect_success(box, kBuild);
  std::string header = box.read("golf.hpp");
  const std::size_t at = header.find("namespace golf {");
  ASSERT_NE(at, header.npos);
  const auto line = 1 + std::count(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  header.replace(at, 14, "namespace Golf");
  box.write("golf.hpp", header);
  const Outcome outcome = expect_failure(box, 1, "emit golf.json -o golf.hpp --check");
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("golf.hpp:" + std::to_string(line) + ":11: error: this is not what would be written"),
                    HasSubstr("the line would be 'namespace golf {'"), HasSubstr("without --check")));
}

TEST_F(Cli, CheckNamesFilesThatAreNotThere) {
  expect_success(box, "train data/golf.csv -t play -o golf.json --folds 0");
  EXPECT_THAT(expect_failure(box, 1, "emit golf.json -o golf.hpp --check").err,
              HasSubstr("there is no file 'golf.hpp'"));
  EXPECT_THAT(expect_failure(box, 2, "emit golf.json -o - --check").err, HasSubstr("--check compares files"));
}

// The end of the shorter one is a difference, too.
TEST_F(Cli, CheckFindsWhatWasAddedOrCutOff) {
  expect_success(box, kBuild);
  const std::string header = box.read("golf.hpp");
  box.write("golf.hpp", header + "// more\n");
  expect_failure(box, 1, "emit golf.json -o golf.hpp --check");
  box.write("golf.hpp", header.substr(0, header.size() - 1));
  expect_failure(box, 1, "emit golf.json -o golf.hpp --check");
  box.write("golf.hpp", "");
  expect_failure(box, 1, "emit golf.json -o golf.hpp --check");
}

}  // namespace
}  // namespace espalier::tool_test::check_test
