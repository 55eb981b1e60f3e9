#include "audit/selftest_parts.hpp"

#include <gmock/gmock.h>

#include <set>
#include <sstream>

#include "audit/selftest.hpp"
#include "support/sample_models.hpp"

namespace espalier::selftest_parts_test {
namespace {

using testing::ElementsAre;

using Parts = std::vector<std::vector<std::size_t>>;

// Vectors 0, 4 and 8 are witnesses.
std::vector<bool> witnesses_of_three_rules() {
  std::vector<bool> witnesses(10, false);
  for (const std::size_t i : {0U, 4U, 8U}) witnesses[i] = true;
  return witnesses;
}

TEST(SelftestParts, WhatFitsIsOnePart) {
  EXPECT_EQ(divide_vectors(witnesses_of_three_rules(), 10), (Parts{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}));
  EXPECT_EQ(divide_vectors(witnesses_of_three_rules(), 100).size(), 1U);
  EXPECT_EQ(divide_vectors({}, 4), Parts{{}});
}

// Five places: three for the witnesses, two for the others 1 2 3 5 6 7 9, of which number 0 * 7 / 2 = 0 and 1 * 7 / 2 =
// 3 are taken: 1 and 5.
TEST(SelftestParts, FirstPartHasWitnessesAndAnEvenSampleOfTheOthers) {
  EXPECT_THAT(divide_vectors(witnesses_of_three_rules(), 5),
              ElementsAre(ElementsAre(0, 1, 4, 5, 8), ElementsAre(2, 3, 6, 7, 9)));
}

// Two places for three witnesses: number 0 * 3 / 2 = 0 and 1 * 3 / 2 = 1 of them. The rest follows in order.
TEST(SelftestParts, WitnessesThatDoNotFitAreEvenlySpread) {
  EXPECT_THAT(
      divide_vectors(witnesses_of_three_rules(), 2),
      ElementsAre(ElementsAre(0, 4), ElementsAre(1, 2), ElementsAre(3, 5), ElementsAre(6, 7), ElementsAre(8, 9)));
}

// Golf: outlook and windy 1 byte each, humidity 4, label 1, rule 1. Rents: area 4, district 1, a float 4, rule 1.
// Votes: x 4, color 1, y 4, label 1, three rules.
TEST(SelftestParts, VectorsTakeWhatTheirMembersTake) {
  EXPECT_EQ(vector_bytes(sample::golf(), lower(sample::golf(), {})), 8U);
  EXPECT_EQ(vector_bytes(sample::regression_sample(), lower(sample::regression_sample(), {})), 10U);
  EXPECT_EQ(vector_bytes(sample::voting_forest(), lower(sample::voting_forest(), {})), 17U);
}

// The rows of each part, as they are written.
std::vector<std::vector<std::string>> rows_of_parts(const std::string& source, const std::string& row_begins) {
  std::vector<std::vector<std::string>> parts;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#if SELFTEST_PART == 0 ||")) parts.emplace_back();
    if (parts.empty() || !line.starts_with(row_begins)) continue;
    parts.back().push_back(line.substr(0, line.find('}')));
  }
  return parts;
}

// A chain of 6,000 tests of one whole number: 4 bytes, a label of 1 and a rule of 2, so that 8192 / 7 = 1170 vectors
// are a part.
TEST(SelftestParts, PartsHaveEveryVectorOnce) {
  const Model chain = sample::chain(6000);
  const Lowered lowered = lower(chain, {});
  for (const Language language : {Language::cpp, Language::c}) {
    const Selftest selftest = emit_selftest(chain, lowered, "chain", "chain.h", language);
    const auto parts = rows_of_parts(selftest.source, "    {");
    EXPECT_EQ(parts.size(), selftest.parts);
    EXPECT_EQ(parts.size(), 6U);
    std::set<std::string> rows;
    std::size_t count = 0;
    for (const std::vector<std::string>& part : parts) {
      EXPECT_LE(part.size(), 1170U);
      EXPECT_FALSE(part.empty());
      count += part.size();
      rows.insert(part.begin(), part.end());
    }
    EXPECT_EQ(count, selftest.vectors);
    EXPECT_EQ(rows.size(), selftest.vectors) << "a vector stands twice";
    EXPECT_THAT(selftest.source, testing::HasSubstr("#define SELFTEST_PARTS " + std::to_string(selftest.parts) + "\n"));
  }
}

TEST(SelftestParts, SmallOnesSayWhatTheyHaveInOneLine) {
  const Selftest selftest = emit_selftest(sample::golf(), lower(sample::golf(), {}), "golf", "golf.hpp");
  EXPECT_EQ(selftest.parts, 1U);
  EXPECT_THAT(selftest.source, testing::HasSubstr("\n// It has " + std::to_string(selftest.vectors) +
                                                  " vectors, no two of them alike, which reach 5 rules.\n#include"));
}

// Rust needs no parts, and has no row twice either.
TEST(SelftestParts, RustHasOnePart) {
  const Model chain = sample::chain(6000);
  const Selftest in_rust = emit_selftest(chain, lower(chain, {}), "chain", "chain.rs", Language::rust);
  EXPECT_EQ(in_rust.parts, 1U);
  EXPECT_EQ(in_rust.vectors, emit_selftest(chain, lower(chain, {}), "chain", "chain.hpp").vectors);
}

}  // namespace
}  // namespace espalier::selftest_parts_test
