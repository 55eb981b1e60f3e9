// What verify says of a header whose offers beside predict() were changed.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::header_test {
namespace {

using ::testing::HasSubstr;

class ChangedHeader : public ::testing::Test {
 protected:
  void SetUp() override {
    if (box.shell("command -v g++").exit_code != 0) GTEST_SKIP() << "g++ is not installed";
    expect_success(box, "build data/iris.csv --target species --model iris.json -o iris.hpp --no-verify");
  }

  // What verify prints about the header with the first occurrence of `from` replaced; it must fail.
  std::string verdict(const std::string& from, const std::string& to) {
    std::string header = box.read("iris.hpp");
    const std::size_t at = header.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    box.write("changed.hpp", header.replace(at, from.size(), to));
    const Outcome outcome = box.run("verify iris.json changed.hpp --compiler g++ --no-coverage");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }

  Sandbox box;
};

TEST_F(ChangedHeader, InItsTexts) {
  EXPECT_THAT(verdict("petal_length <= 2.45 =>", "petal_length <= 2.5 =>"),
              HasSubstr("0 mismatches; texts or constants differ"));
}

TEST_F(ChangedHeader, InItsCounters) {
  EXPECT_THAT(verdict("++hits;", "hits = 1;"),
              HasSubstr("0 mismatches; ESPALIER_COUNT_RULES does not count the rules that answer"));
}

TEST_F(ChangedHeader, InItsColumns) {
  EXPECT_THAT(verdict("= columns.petal_width[index]", "= columns.petal_length[index]"),
              HasSubstr("answered another answer by predict_columns"));
}

}  // namespace
}  // namespace espalier::tool_test::header_test
