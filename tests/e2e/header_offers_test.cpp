// What a header offers beside predict(): it costs nothing unless it is used, counts across translation units, works in
// constant expressions, and the examples in docs/header.md are true.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "support/files.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::header_offers_test {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string golf_header() {
  return emit(sample::golf(), {}, "golf").header;
}

// x <= 0.5, a floating value that can be missing.
Model real_model() {
  Model model;
  model.target = "answer";
  model.labels = {"no", "yes"};
  model.features = {real_feature("x")};
  model.missing = MissingPolicy::majority;
  TreeMaker maker(2);
  maker.less_equal(0, 0, 0.5);
  model.trees = {maker.take()};
  return model;
}

class Offers : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!installed(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  }
  ::testing::AssertionResult compiles(const std::string& source, std::vector<std::string> flags = {}) const {
    bench_.write("unit.cpp", source);
    return bench_.run(command(std::move(flags)));
  }
  std::string refusal(const std::string& source, std::vector<std::string> flags) const {
    bench_.write("unit.cpp", source);
    const ProcessResult result = bench_.try_run(command(std::move(flags)));
    EXPECT_NE(result.exit_code, 0);
    return result.output;
  }

  Workbench bench_;

 private:
  std::vector<std::string> command(std::vector<std::string> flags) const {
    flags.insert(flags.begin(), GetParam());
    flags.insert(flags.end(), {"-c", "unit.cpp", "-o", "unit.o"});
    return flags;
  }
};

TEST_P(Offers, NothingOfWhatIsNotUsed) {
  bench_.write("golf.hpp", golf_header());
  const std::string only_predict =
      "#include \"golf.hpp\"\ngolf::Label f(const golf::Input& r) { return golf::predict(r); }\n";
  const std::string describes = "#include \"golf.hpp\"\nconst char* f(uint8_t r) { return golf::describe_rule(r); }\n";
  for (const std::string level : {"-O0", "-Os"}) {
    ASSERT_TRUE(compiles(only_predict, {"-std=c++14", level}));
    const std::string symbols = bench_.try_run({"nm", "-C", "unit.o"}).output;
    for (const char* unused : {"margin", "probabilities", "columns", "row_", "to_string", "describe", "hash", "hits"}) {
      EXPECT_THAT(symbols, Not(HasSubstr(unused))) << level;
    }
    EXPECT_THAT(bench_.read("unit.o"), Not(HasSubstr("overcast"))) << level << ": texts of categories and rules";
    ASSERT_TRUE(compiles(describes, {"-std=c++14", level}));
    EXPECT_THAT(bench_.read("unit.o"), HasSubstr("outlook = overcast => Play"));
  }
  ASSERT_TRUE(compiles("#include \"golf.hpp\"\n", {"-std=c++11", "-O0"}));
  EXPECT_THAT(bench_.try_run({"nm", "-C", "unit.o"}).output, Not(HasSubstr("golf::"))) << "not even a constant";
}

// Two units that count share one array; a third that does not count leaves it alone and is not disturbed.
TEST_P(Offers, CountersOfSeveralUnits) {
  bench_.write("golf.hpp", golf_header());
  const std::string counting = "#define ESPALIER_COUNT_RULES\n#include \"golf.hpp\"\n#include \"golf.hpp\"\n";
  bench_.write("one.cpp", counting + R"(
golf::Label by_one(const golf::Input& row) { return golf::predict(row); }
)");
  bench_.write("two.cpp", R"(#include "golf.hpp"
golf::Label by_two(const golf::Input& row) { return golf::predict(row); }
)");
  bench_.write("main.cpp", counting + R"(
golf::Label by_one(const golf::Input& row);
golf::Label by_two(const golf::Input& row);
int main() {
  golf::Input overcast = {};  // rule 3
  overcast.outlook = golf::OutlookValue::overcast;
  golf::Input sunny = {};  // rule 1
  golf::Label labels[2];
  by_one(overcast);
  by_two(overcast);                                          // does not count
  golf::predict(sunny);
  golf::predict_rule(overcast);
  const golf::Input rows[2] = {sunny, overcast};
  golf::predict_batch(rows, 2, labels);
  const golf::OutlookValue outlook[2] = {sunny.outlook, overcast.outlook};
  const int32_t humidity[2] = {0, 0};
  const golf::WindyValue windy[2] = {};
  const golf::Columns columns = {outlook, humidity, windy};
  golf::predict_columns(columns, 2, labels);
  float shares[golf::label_count];
  golf::probabilities(sunny, shares);                        // do not count
  const float margin = golf::margin(sunny);
  uint32_t (&hits)[golf::rule_count + 1] = golf::rule_hits();
  if (hits[1] != 3 || hits[3] != 4 || hits[0] + hits[2] + hits[4] + hits[5] != 0) return 1;
  if (!(margin > 0.5f) || by_two(sunny) != golf::Label::play) return 2;
  hits[1] = 4294967294U;
  for (int i = 0; i < 3; ++i) golf::predict(sunny);
  if (hits[1] != 4294967295U) return 3;                      // saturates
  golf::reset_rule_hits();
  for (const uint32_t count : hits) {
    if (count != 0) return 4;
  }
  return 0;
}
)");
  for (const std::string flags : {"-std=c++11", "-std=c++20"}) {
    for (const std::string level : {"-O0", "-O2"}) {
      ASSERT_TRUE(bench_.run({GetParam(), flags, level, "-Wall", "-Wextra", "-Wno-missing-declarations", "-Werror",
                              "one.cpp", "two.cpp", "main.cpp", "-o", "counts"}));
      EXPECT_TRUE(bench_.run({"./counts"}));
    }
  }
  // The witnesses hold in the form that counts, too; a wrong one is seen.
  std::string wrong = golf_header();
  const std::size_t at = wrong.find("WindyValue::false_}, Label::play, 1), \"rule 1\"");
  ASSERT_NE(at, std::string::npos);
  wrong.replace(wrong.find("Label::play", at), 11, "Label::don_t_play");
  bench_.write("golf.hpp", wrong);
  EXPECT_THAT(refusal(counting, {"-std=c++14"}), HasSubstr("rule 1"));
}

TEST_P(Offers, NoFastMathWhereNanDecides) {
  bench_.write("real.hpp", emit(real_model(), {}, "real").header);
  const std::string unit = "#include \"real.hpp\"\n";
  EXPECT_TRUE(compiles(unit));
  EXPECT_THAT(refusal(unit, {"-ffast-math"}), HasSubstr("this predictor knows missing values by NaN"));
  EXPECT_THAT(refusal(unit, {"-ffinite-math-only"}), HasSubstr("build it without -ffast-math"));
  EXPECT_TRUE(compiles("#define ESPALIER_ALLOW_FAST_MATH\n" + unit, {"-ffast-math"}));
  Model never_missing = real_model();
  never_missing.missing = MissingPolicy::refuse;
  never_missing.trees[0].nodes[0].missing_child = 1;
  bench_.write("real.hpp", emit(never_missing, {}, "real").header);
  EXPECT_TRUE(compiles(unit, {"-ffast-math"}));
}

TEST_P(Offers, ConstantExpressionsFromFourteenOn) {
  bench_.write("golf.hpp", golf_header());
  EXPECT_TRUE(compiles(R"(#include "golf.hpp"
constexpr int32_t rain_and_wind[golf::field_count] = {2, 80, 1};
constexpr golf::Input row = golf::row_from_array(rain_and_wind);
static_assert(golf::predict_rule(row) == 4 && golf::margin(row) == 1.0f, "");
static_assert(golf::describe_rule(4)[0] == 'o' && golf::describe_rule(6)[0] == 0 && golf::describe_rule(0)[0] == 0, "");
static_assert(golf::field_name(1)[0] == 'h' && golf::field_name(3)[0] == 0, "");
static_assert(golf::to_string(golf::OutlookValue::rain)[0] == 'r', "");
static_assert(golf::to_string(golf::OutlookValue::unknown)[0] == 0, "");
constexpr int32_t strange[golf::field_count] = {-1, 80, 2};
static_assert(golf::row_from_array(strange).outlook == golf::OutlookValue::unknown, "");
static_assert(golf::row_from_array(strange).windy == golf::WindyValue::unknown, "");
constexpr golf::Label second_by_columns() {
  const golf::OutlookValue outlook[2] = {golf::OutlookValue::rain, golf::OutlookValue::sunny};
  const int32_t humidity[2] = {90, 90};
  const golf::WindyValue windy[2] = {golf::WindyValue::false_, golf::WindyValue::false_};
  golf::Label out[2] = {};
  golf::predict_columns(golf::Columns{outlook, humidity, windy}, 2, out);
  return out[1];
}
static_assert(second_by_columns() == golf::Label::don_t_play, "");
static_assert(golf::model_id == 0 && golf::model_hash()[0] == 0 && golf::espalier_version()[0] != 0, "");
)",
                       {"-std=c++14"}));
}

// Each block of C++ in docs/header.md is a program: it compiles without a warning and ends with 0.
TEST_P(Offers, WhatTheDocumentationShows) {
  const std::string text = read_file(fmt::format("{}/docs/header.md", ESPALIER_SOURCE_DIR));
  std::size_t examples = 0;
  const std::string opening = "```cpp\n";
  for (std::size_t at = text.find(opening); at != std::string::npos; at = text.find(opening, at)) {
    at += opening.size();
    const std::string program = text.substr(at, text.find("```", at) - at);
    bench_.write("example.cpp", program);
    EXPECT_TRUE(
        bench_.run({GetParam(), "-std=c++14", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
                    fmt::format("-I{}/tests/golden/iris", ESPALIER_SOURCE_DIR),
                    fmt::format("-I{}/tests/golden/golf", ESPALIER_SOURCE_DIR), "example.cpp", "-o", "example"}))
        << program;
    EXPECT_TRUE(bench_.run({"./example"})) << program;
    ++examples;
  }
  EXPECT_GE(examples, 8U);
}

INSTANTIATE_TEST_SUITE_P(Compilers, Offers, ::testing::Values("g++", "clang++"),
                         [](const auto& compiler) { return compiler.param == "g++" ? "gcc" : "clang"; });

}  // namespace

}  // namespace espalier::e2e::header_offers_test
