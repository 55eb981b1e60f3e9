// Contract 3 in PMML and DMN: whatever columns, words and classes are called, the file is the tame one with other
// texts, it is valid, and every reader finds the names as they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "audit/language_checks.hpp"
#include "audit/verify.hpp"
#include "e2e/hostile_names.hpp"
#include "e2e/workbench.hpp"
#include "emit/emit.hpp"
#include "emit/escape.hpp"
#include "support/diagnostic.hpp"
#include "support/xml_document.hpp"

namespace espalier::e2e::exchange_test {
namespace {

// Columns are tested one below the other, and nodes nest.
constexpr std::size_t kColumns = 60;

// The naming without what XML cannot hold, and as many columns as there may be.
Naming holdable(Naming naming, const Naming& model_of, std::size_t first) {
  const auto keep = [&](std::vector<std::string>& names, const std::vector<std::string>& like) {
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!first_not_xml(like[i])) kept.push_back(names[i]);
    }
    names = std::move(kept);
  };
  keep(naming.columns, model_of.columns);
  keep(naming.categories, model_of.categories);
  keep(naming.labels, model_of.labels);
  const std::size_t begin = std::min(first, naming.columns.size() - kColumns);
  naming.columns = {naming.columns.begin() + static_cast<std::ptrdiff_t>(begin),
                    naming.columns.begin() + static_cast<std::ptrdiff_t>(begin + kColumns)};
  return naming;
}

Made made_in(Language language, const Model& model) {
  Making making;
  making.emit.language = language;
  return make_files(model, making);
}

// XML is checked by others than ourselves, where they are there.
void expect_valid(Language language, const std::string& text) {
  if (!installed("xmllint")) return;
  const Workbench bench;
  bench.write("file.xml", text);
  const std::string schema = std::string(ESPALIER_SOURCE_DIR) + "/tests/schema/" +
                             (language == Language::pmml ? "pmml-4-4.xsd" : "dmn-1-3.xsd");
  const ProcessResult checked = run_process({"xmllint", "--noout", "--nonet", "--schema", schema, "file.xml"},
                                            bench.path("."), std::chrono::seconds(120));
  EXPECT_EQ(checked.exit_code, 0) << checked.output.substr(0, 2000);
}

void expect_same_structure(Language language, const std::string& tame, const std::string& hostile) {
  const Lexis& lexis = check_of(language).lexis;
  const std::vector<Token> expected = tokens_of(tame, lexis).tokens;
  const std::vector<Token> found = tokens_of(hostile, lexis).tokens;
  ASSERT_EQ(expected.size(), found.size());
  ASSERT_GT(expected.size(), 2000U);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(expected[i].kind, found[i].kind) << i << ": " << expected[i].text << " became " << found[i].text;
    const bool is_named = expected[i].text.find("tame") != std::string_view::npos;
    if (expected[i].kind == Token::Kind::text || is_named) continue;
    ASSERT_EQ(expected[i].text, found[i].text) << i;
  }
  EXPECT_EQ(std::count(tame.begin(), tame.end(), '\n'), std::count(hostile.begin(), hostile.end(), '\n'));
}

class HostileExchange : public ::testing::TestWithParam<std::tuple<Language, std::size_t>> {};

TEST_P(HostileExchange, ChangesNothingButTexts) {
  const auto [language, first] = GetParam();
  const Model tame = model_named(holdable(tame_naming(), hostile_naming(), first));
  const Model hostile = model_named(holdable(hostile_naming(), hostile_naming(), first));
  const Made tame_file = made_in(language, tame);
  const Made hostile_file = made_in(language, hostile);
  const std::string& text = hostile_file.files.front().text;
  expect_same_structure(language, tame_file.files.front().text, text);
  expect_valid(language, text);
  const Verification verified = verify_files(hostile, hostile_file.files, hostile_file.record, {});
  EXPECT_TRUE(verified.passed());
  EXPECT_GT(verified.vectors, 500U);
}

INSTANTIATE_TEST_SUITE_P(Each, HostileExchange,
                         ::testing::Combine(::testing::Values(Language::pmml, Language::dmn),
                                            ::testing::Values(0U, 60U, 120U, 180U)));

// Names are texts of PMML, and come back as they are.
TEST(HostilePmml, KeepsEveryName) {
  const Naming naming = holdable(hostile_naming(), hostile_naming(), 0);
  const Model model = model_named(naming);
  const std::string text = made_in(Language::pmml, model).files.front().text;
  const XmlDocument document = parse_xml(text, "x");
  std::multiset<std::string> columns;
  std::multiset<std::string> scores;
  for (const XmlElement& element : document.elements) {
    if (element.name == "DataField") columns.insert(std::string(*element.find("name")));
    if (element.name == "Node" && element.find("score")) scores.insert(std::string(*element.find("score")));
  }
  EXPECT_EQ(columns.size(), naming.columns.size() + 1);
  for (const std::string& column : naming.columns) EXPECT_EQ(columns.count(column), 1U) << column;
  for (const std::string& score : scores) EXPECT_THAT(naming.labels, ::testing::Contains(score));
}

// Python's reader of XML is another one than xmllint's.
TEST(HostilePmml, IsReadByPython) {
  if (!installed("python3")) GTEST_SKIP() << "python3 is not installed";
  const Naming naming = holdable(hostile_naming(), hostile_naming(), 0);
  const Workbench bench;
  bench.write("file.pmml", made_in(Language::pmml, model_named(naming)).files.front().text);
  std::string names;
  for (const std::string& name : naming.columns) names += name + '\0';
  bench.write("names", names);
  const ProcessResult ran =
      run_process({"python3", "-c",
                   "import xml.etree.ElementTree as e\n"
                   "names = open('names', newline='', encoding='utf-8').read().split('\\0')[:-1]\n"
                   "fields = [f.get('name') for f in e.parse('file.pmml').getroot()[1]]\n"
                   "assert fields[:-1] == names, set(fields) ^ set(names)\n"
                   "print(len(fields))"},
                  bench.path("."), std::chrono::seconds(60));
  EXPECT_EQ(ran.output, std::to_string(naming.columns.size() + 1) + "\n");
}

// What XML cannot hold is refused there, and escaped by FEEL.
TEST(HostileControls, AreRefusedByPmmlAndEscapedByFeel) {
  Naming naming = hostile_naming();
  naming.columns.resize(kColumns);
  const Model model = model_named(naming);
  EXPECT_THROW(made_in(Language::pmml, model), Diagnostic);
  const Made table = made_in(Language::dmn, model);
  EXPECT_TRUE(verify_files(model, table.files, table.record, {}).passed());
  EXPECT_THAT(table.files.front().text, ::testing::HasSubstr("\"\\u0001\\u0002\\u001B[31m&#x7f;\""));
  expect_valid(Language::dmn, table.files.front().text);
}

}  // namespace
}  // namespace espalier::e2e::exchange_test
