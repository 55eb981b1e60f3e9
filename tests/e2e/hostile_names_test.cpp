// Contract 3: whatever columns, categories and classes are called, the header is the tame one with other identifiers
// and other string literals, and nothing else.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "audit/selftest.hpp"
#include "e2e/hostile_names.hpp"
#include "e2e/tokens.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "emit/names.hpp"

namespace espalier::e2e::hostile_names_test {

namespace {

// What each identifier of the tame header that comes from a name has to be in the hostile one.
std::map<std::string, std::string> identifier_map(const Names& tame, const Names& hostile) {
  std::map<std::string, std::string> map;
  const auto pair_up = [&](const std::vector<std::string>& from, const std::vector<std::string>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) map[from[i]] = to[i];
  };
  pair_up(tame.labels, hostile.labels);
  pair_up(tame.fields, hostile.fields);
  for (std::size_t i = 0; i < tame.fields.size(); ++i) {
    if (tame.enums[i].type.empty()) continue;
    map["parse_" + tame.fields[i]] = "parse_" + hostile.fields[i];
    map[tame.enums[i].type] = hostile.enums[i].type;
  }
  // All enumerations take their values from one list, in other places; so an enumerator goes with its enumeration.
  for (std::size_t i = 0; i < tame.fields.size(); ++i) {
    for (std::size_t v = 0; v < tame.enums[i].values.size(); ++v) {
      map[tame.enums[i].type + "::" + tame.enums[i].values[v]] = hostile.enums[i].values[v];
    }
  }
  return map;
}

std::map<std::string, std::string> text_map(const Naming& tame, const Naming& hostile) {
  std::map<std::string, std::string> map;
  for (std::size_t i = 0; i < tame.labels.size(); ++i) {
    map[tame.labels[i]] = hostile.labels[i];
    map[tame.categories[i]] = hostile.categories[i];
    map[tame.columns[i]] = hostile.columns[i];
  }
  return map;
}

// The enumeration whose value stands at `i`: written before `::`, or opened by `enum class` above.
std::string enumeration_at(const std::vector<Token>& tokens, std::size_t i, const std::string& open_enumeration) {
  if (i >= 3 && tokens[i - 1].text == ":" && tokens[i - 2].text == ":") return tokens[i - 3].text;
  return open_enumeration;
}

TEST(HostileNames, ChangeNothingButIdentifiersAndStrings) {
  const Model tame = model_named(tame_naming());
  const Model hostile = model_named(hostile_naming());
  const Emitted tame_header = emit(tame);
  const Emitted hostile_header = emit(hostile);
  EXPECT_EQ(std::count(tame_header.header.begin(), tame_header.header.end(), '\n'),
            std::count(hostile_header.header.begin(), hostile_header.header.end(), '\n'));

  const auto identifiers = identifier_map(make_names(tame, tame_header.record.fields, "subject_under_test"),
                                          make_names(hostile, hostile_header.record.fields, "subject_under_test"));
  const auto texts = text_map(tame_naming(), hostile_naming());
  const std::vector<Token> expected = tokenize(tame_header.header);
  const std::vector<Token> found = tokenize(hostile_header.header);
  ASSERT_EQ(expected.size(), found.size());
  ASSERT_GT(expected.size(), 5000U);
  std::set<std::string> seen;
  std::string open_enumeration;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Token wanted = expected[i];
    if (i >= 2 && expected[i - 1].text == "class") open_enumeration = wanted.text;
    if (wanted.text == "}") open_enumeration.clear();
    if (wanted.kind == TokenKind::identifier) {
      auto entry = identifiers.find(enumeration_at(expected, i, open_enumeration) + "::" + wanted.text);
      if (entry == identifiers.end()) entry = identifiers.find(wanted.text);
      if (entry != identifiers.end()) {
        seen.insert(entry->first);
        wanted.text = entry->second;
      }
    } else if (wanted.kind == TokenKind::string && value_of(wanted).find("tame_") != std::string::npos) {
      ASSERT_EQ(found[i].kind, TokenKind::string) << found[i].text;
      const auto entry = texts.find(value_of(wanted));  // a rule in words has several names
      if (entry != texts.end()) {
        ASSERT_EQ(value_of(found[i]), entry->second);
      }
      continue;
    }
    ASSERT_EQ(wanted, found[i]) << "token " << i << ": " << wanted.text << " became " << found[i].text;
  }
  EXPECT_EQ(seen.size(), identifiers.size());
}

class HostileHeader : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!installed(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  }
};

TEST_P(HostileHeader, CompilesWithoutWarningsAndVerifies) {
  const Model model = model_named(hostile_naming());
  const Emitted emitted = emit(model);
  for (const char* standard : {"c++11", "c++20"}) EXPECT_TRUE(compiles_strictly(emitted, GetParam(), standard));
  EXPECT_TRUE(verifies(model, emitted, GetParam()));
}

// In a self-test each vector has every column, so this one has few of them.
TEST_P(HostileHeader, HasASelftestThatCompilesAndPasses) {
  Naming naming = hostile_naming();
  naming.columns.resize(7);
  const Model model = model_named(naming);
  const Emitted emitted = emit(model, {}, "predict");
  const Workbench bench;
  bench.write("subject.hpp", emitted.header);
  bench.write("selftest.cpp", emit_selftest(model, emitted.lowered, emitted.record.space, "subject.hpp").source);
  std::vector<std::string> command = {GetParam()};
  std::vector<std::string> flags = strict_flags("c++11");
  std::erase(flags, "-ffreestanding");  // main() would be no entry point of a hosted program
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"selftest.cpp", "-o", "selftest"});
  ASSERT_TRUE(bench.run(command));
  EXPECT_TRUE(bench.run({"./selftest"}));
}

INSTANTIATE_TEST_SUITE_P(Compilers, HostileHeader, ::testing::Values("g++", "clang++"),
                         [](const auto& compiler) { return compiler.param == "g++" ? "gcc" : "clang"; });

}  // namespace

}  // namespace espalier::e2e::hostile_names_test
