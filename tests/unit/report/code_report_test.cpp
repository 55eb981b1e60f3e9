// What is told about code, and about whether it answers as the model does.
#include "report/code_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(CodeFacts, HaveWordsThatShareEnumerators) {
  CodeFacts facts;
  facts.space = "iris";
  facts.bytes = 100;
  facts.fields = {{"town", "category", "words", "", 120, 3}, {"age", "int16", "0 to 99", ""}};
  facts.functions = 2;
  facts.passes = {{"label", "build", 1, 2}};
  EXPECT_EQ(to_text(facts, false),
            "words     'town': 120 words share 3 enumerators; --share-enumerators never gives each its own\n");
  EXPECT_THAT(to_text(facts, true), HasSubstr("pass      labels build    1 step, 2 functions\nwords"));
  const nlohmann::ordered_json header = to_json(facts)["header"];
  EXPECT_EQ(header["fields"][0]["enumerators"], 3);
  EXPECT_FALSE(header["fields"][1].contains("words"));
  EXPECT_FALSE(header.contains("output_type")) << "of a regression alone";
}

TEST(InputFacts, AreADozenUnlessMoreAreAskedFor) {
  InputFacts facts;
  facts.fields.assign(13, {"age", "int16", "0 to 99", ""});
  EXPECT_THAT(to_text(facts, false), HasSubstr("input     age: int16 (0 to 99)\n          ... and 1 more\n"));
  EXPECT_THAT(to_text(facts, true), Not(HasSubstr("more")));
  EXPECT_TRUE(to_json(facts).empty()) << "what is told of the code has them";
}

TEST(InputFacts, NameTheRowsThatATypeLoses) {
  InputFacts facts;
  facts.loss_is_told = true;
  EXPECT_THAT(to_text(facts, false), HasSubstr("loss      unknown: "));
  EXPECT_EQ(to_json(facts).dump(), R"({"loss":null})");
  facts.loss = LossFacts{1000, 0, {}};
  EXPECT_EQ(to_text(facts, false), "loss      0 of 1,000 training rows change their answer\n");
  facts.loss = LossFacts{1000, 1, {7}};
  EXPECT_EQ(to_text(facts, false), "loss      1 of 1,000 training rows change their answer (line 7)\n");
  facts.loss = LossFacts{1000, 9, {2, 3, 5, 7, 11, 13}};
  EXPECT_THAT(to_text(facts, false), HasSubstr("(lines 2, 3, 5, 7, 11, 13 and 3 more)"));
  EXPECT_EQ(to_json(facts).dump(), R"({"loss":{"rows":1000,"changed":9,"lines":[2,3,5,7,11,13]}})");
}

TEST(WrittenCodeFacts, TellWhatStandsBesideTheFile) {
  EXPECT_EQ(to_text(WrittenCodeFacts{"a.hpp", 0, {}, 1, "namespace a"}), "written   a.hpp: 1 byte, namespace a\n");
  const WrittenCodeFacts two{"a.hpp", 2, {"a_1.cpp", "a_2.cpp"}, 2048, "namespace a"};
  EXPECT_EQ(to_text(two), "written   a.hpp and 2 files beside it: 2,048 bytes, namespace a\n");
  EXPECT_EQ(to_json(two).dump(), R"({"beside":["a_1.cpp","a_2.cpp"],"output":"a.hpp"})");
}

VerificationFacts verified() {
  VerificationFacts facts;
  facts.subject = "a.hpp";
  facts.rules = 3;
  facts.outcome.compiler = "c++";
  facts.outcome.compiled = true;
  facts.outcome.ran = true;
  facts.outcome.vectors = 12;
  return facts;
}

TEST(VerificationFacts, OfCodeThatAnswersAsTheModelDoes) {
  VerificationFacts facts = verified();
  EXPECT_EQ(to_text(facts), "verified  a.hpp: 12 vectors, 0 mismatches (c++)\n");
  facts.outcome.coverage = BranchCoverage{8, 6};
  EXPECT_THAT(to_text(facts), HasSubstr("coverage  75.0 % of the branches (6 of 8)\n"));
  facts.outcome = {};
  facts.outcome.compiler = "decision program only";
  facts.outcome.compiled = facts.outcome.ran = facts.outcome.proven = true;
  EXPECT_EQ(to_text(facts), "verified  a.hpp: 3 rules proven for every input (decision program only)\n");
}

TEST(VerificationFacts, OfCodeThatDoesNot) {
  VerificationFacts facts = verified();
  facts.outcome.mismatches = 2;
  facts.outcome.first = {{{1}, "a by rule 1", "b by rule 2"}};
  facts.rows = {"x = 1"};
  EXPECT_EQ(to_text(facts),
            "verified  a.hpp: FAILED: 12 vectors, 2 mismatches (c++)\n"
            "          x = 1\n"
            "            expected a by rule 1, answered b by rule 2\n"
            "          and 1 more\n");
  const nlohmann::ordered_json json = to_json(facts)["verification"];
  EXPECT_EQ(json["passed"], false);
  EXPECT_EQ(json["first"].dump(), R"([{"row":"x = 1","expected":"a by rule 1","answered":"b by rule 2"}])");
  EXPECT_FALSE(json.contains("failure"));
}

TEST(VerificationFacts, ShowWhatTheCompilerSaid) {
  VerificationFacts facts = verified();
  facts.outcome.compiled = false;
  facts.outcome.failure = "line 1: no\nline 2: no";
  facts.inputs = {{"x", "int8", true}};
  EXPECT_EQ(to_text(facts),
            "verified  a.hpp: FAILED: it does not compile (c++)\n"
            "          line 1: no\n          line 2: no\n");
  EXPECT_THAT(to_text(facts, true), HasSubstr("input     x: int8, can be missing\nverified"));
  EXPECT_EQ(to_json(facts)["verification"]["failure"], "line 1: no\nline 2: no");
}

}  // namespace
}  // namespace espalier
