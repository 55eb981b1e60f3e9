// Contract 3 in C: whatever columns, categories and classes are called, the header is the tame one with other
// identifiers and other string literals, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "e2e/c_workbench.hpp"
#include "e2e/hostile_names.hpp"
#include "e2e/tokens.hpp"
#include "emit/c_names.hpp"

namespace espalier::e2e::c_hostile_names_test {

namespace {

// What each identifier of the tame header that comes from a name has to be in the hostile one. C has one scope: no
// identifier stands for two things.
std::map<std::string, std::string> identifier_map(const CNames& tame, const CNames& hostile) {
  std::map<std::string, std::string> map;
  const auto pair_up = [&](const std::vector<std::string>& from, const std::vector<std::string>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (!from[i].empty()) map[from[i]] = to[i];
    }
  };
  pair_up(tame.names.labels, hostile.names.labels);
  pair_up(tame.names.fields, hostile.names.fields);
  pair_up(tame.parsers, hostile.parsers);
  pair_up(tame.texts, hostile.texts);
  for (std::size_t i = 0; i < tame.names.fields.size(); ++i) {
    const EnumNames& from = tame.names.enums[i];
    const EnumNames& to = hostile.names.enums[i];
    if (from.type.empty()) continue;
    pair_up({from.type, from.unknown}, {to.type, to.unknown});
    pair_up(from.values, to.values);
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

TEST(CHostileNames, ChangeNothingButIdentifiersAndStrings) {
  const Model tame = model_named(tame_naming());
  const Model hostile = model_named(hostile_naming());
  const Emitted tame_header = emit_c(tame);
  const Emitted hostile_header = emit_c(hostile);
  EXPECT_EQ(std::count(tame_header.header.begin(), tame_header.header.end(), '\n'),
            std::count(hostile_header.header.begin(), hostile_header.header.end(), '\n'));

  const auto identifiers = identifier_map(make_c_names(tame, tame_header.record.fields, "subject_under_test"),
                                          make_c_names(hostile, hostile_header.record.fields, "subject_under_test"));
  const auto texts = text_map(tame_naming(), hostile_naming());
  const std::vector<Token> expected = tokenize(tame_header.header);
  const std::vector<Token> found = tokenize(hostile_header.header);
  ASSERT_EQ(expected.size(), found.size());
  ASSERT_GT(expected.size(), 5000U);
  std::set<std::string> seen;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Token wanted = expected[i];
    if (wanted.kind == TokenKind::identifier && identifiers.contains(wanted.text)) {
      seen.insert(wanted.text);
      wanted.text = identifiers.at(wanted.text);
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

// C99 promises literals of 4,095 characters only, and -Wpedantic says so.
Naming short_hostile_naming() {
  Naming naming = hostile_naming();
  const auto is_long = [](const std::string& name) { return name.size() > 1000; };
  for (auto* names : {&naming.columns, &naming.categories, &naming.labels}) std::erase_if(*names, is_long);
  return naming;
}

TEST(CHostileNames, CompileWithoutWarningsAndVerify) {
  const Model model = model_named(short_hostile_naming());
  for (const BodyForm form : {BodyForm::early_return, BodyForm::single_exit}) {
    LowerOptions options;
    options.form = form;
    const Emitted emitted = emit_c(model, options);
    EXPECT_TRUE(compiles_strictly_as_c(emitted, "gcc", "c99"));
    EXPECT_TRUE(compiles_strictly_as_c(emitted, second_c_compiler(), "c17"));
    EXPECT_TRUE(verifies(model, emitted, "gcc", "c99"));
  }
}

// In a self-test each vector has every column, so this one has few of them.
TEST(CHostileNames, HaveASelftestThatCompilesAndPasses) {
  Naming naming = short_hostile_naming();
  naming.columns.resize(7);
  const Model model = model_named(naming);
  EXPECT_TRUE(c_selftest_passes(model, emit_c(model, {}, "predict"), "gcc"));
}

}  // namespace

}  // namespace espalier::e2e::c_hostile_names_test
