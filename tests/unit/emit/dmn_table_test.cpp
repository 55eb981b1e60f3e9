#include "emit/dmn_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/emit.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"
#include "support/xml_document.hpp"

namespace espalier::dmn_table_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string dmn_of(const Model& model) {
  Making making;
  making.emit.language = Language::dmn;
  making.emit.model_sha256 = "abc";
  return make_files(model, making).files.front().text;
}

std::string refusal_of(const Model& model) {
  try {
    dmn_of(model);
  } catch (const Diagnostic& refused) {
    EXPECT_NE(refused.hint(), "");
    return refused.message();
  }
  return "";
}

// The cells, the answer and the annotations of each row.
std::vector<std::vector<std::string>> rows_of(const Model& model) {
  const std::string text = dmn_of(model);
  const XmlDocument document = parse_xml(text, "x");
  std::vector<std::vector<std::string>> rows;
  for (const XmlElement& element : document.elements) {
    if (element.name != "rule") continue;
    rows.emplace_back();
    for (const std::uint32_t cell : element.children) {
      rows.back().push_back(child_of(document, document.elements[cell], "text").text);
    }
  }
  return rows;
}

// Golf refuses missing values: they fail every two-way test, and outlook's go to sunny, the first of the largest.
TEST(Dmn, HasARowPerRule) {
  EXPECT_THAT(
      rows_of(sample::golf()),
      ElementsAre(ElementsAre("not(\"overcast\", \"rain\")", "<= 75", "-", "\"Play\"", "1", "2", "100.0 %"),
                  ElementsAre("not(\"overcast\", \"rain\")", "null, > 75", "-", "\"Don't Play\"", "2", "3", "100.0 %"),
                  ElementsAre("\"overcast\"", "-", "-", "\"Play\"", "3", "4", "100.0 %"),
                  ElementsAre("\"rain\"", "-", "\"true\"", "\"Don't Play\"", "4", "2", "100.0 %"),
                  ElementsAre("\"rain\"", "-", "not(\"true\")", "\"Play\"", "5", "3", "100.0 %")));
}

TEST(Dmn, TellsMissingValuesApart) {
  const auto rows = rows_of(sample::own_category_sample());  // color, humidity, age
  std::vector<std::string> color;
  std::vector<std::string> humidity;
  for (const auto& row : rows) color.push_back(row[0]), humidity.push_back(row[1]);
  // Words that training did not see are as missing ones.
  const std::string all = "\"red\", \"green\", \"blue\", \"gray\"";
  EXPECT_THAT(color,
              ElementsAre("\"red\", \"blue\"", "not(\"red\", \"blue\")", "-", "-", all, "not(" + all + ")", "-"));
  EXPECT_THAT(humidity, ElementsAre("<= 75", "<= 75", "(75..80]", "(75..80]", "> 80", "> 80", "null"));
  EXPECT_THAT(rows[2], ::testing::Contains("not(null)"));
  EXPECT_THAT(rows[3], ::testing::Contains("null"));
}

TEST(Dmn, AnswersNumbers) {
  const auto rows = rows_of(sample::regression_sample());
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0], ElementsAre("<= 50", "-", "10", "1", "4"));
}

TEST(Dmn, OfASingleLeafHasNoInputs) {
  EXPECT_THAT(rows_of(sample::single_leaf()), ElementsAre(ElementsAre(::testing::_, "1", "14", "64.3 %")));
}

// A name of FEEL could be read as an expression.
TEST(Dmn, CallsColumnsByIdentifiers) {
  Model model = sample::golf();
  model.features[0].name = "if x > 1 then";
  model.target = "date";
  Making making;
  making.emit.language = Language::dmn;
  const Made made = make_files(model, making);
  const FeelNames names = feel_names(model, made.lowered.fields);
  EXPECT_EQ(names.fields[0], "if_x_gt_1_then");
  EXPECT_EQ(names.fields[1], "humidity");
  EXPECT_EQ(names.target, "date_2");
  EXPECT_THAT(made.files.front().text, HasSubstr("label=\"if x &gt; 1 then\""));
  model.features[0].name = "Humidity";
  EXPECT_EQ(feel_names(model, made.lowered.fields).fields[0], "Humidity");
  model.features[0].name = "humidity ";  // its letters are another's name
  EXPECT_EQ(feel_names(model, made.lowered.fields).fields[0], "humidity_2");
  model.target = "humidity";
  EXPECT_EQ(feel_names(model, made.lowered.fields).target, "humidity_3");
}

TEST(Dmn, RefusesWhatRowsCannotSay) {
  EXPECT_THAT(refusal_of(sample::surrogate_golf()), HasSubstr("--missing surrogate"));
  EXPECT_THAT(refusal_of(sample::fractional_golf()), HasSubstr("--missing fractional"));
  EXPECT_THAT(refusal_of(sample::voting_forest()), HasSubstr("trees"));
}

// Names of up to 60 characters stay. A longer one becomes an identifier: its first 60 characters, in lower case.
TEST(Dmn, KeepsNamesOfUpToSixtyLetters) {
  Model model = sample::golf();
  const std::vector<Field> fields = choose_fields(model, FieldSelection::used, {});
  model.features[0].name = std::string(60, 'X');
  EXPECT_EQ(feel_names(model, fields).fields[0], std::string(60, 'X'));
  model.features[0].name = std::string(61, 'X');
  EXPECT_EQ(feel_names(model, fields).fields[0], std::string(60, 'x'));
}

// Every letter is one of names, the first and the last of the alphabet too.
TEST(Dmn, KeepsCapitalsInNames) {
  Model model = sample::golf();
  const std::vector<Field> fields = choose_fields(model, FieldSelection::used, {});
  for (const char* name : {"Area", "Zone", "aAzZ_09", "_A"}) {
    model.features[0].name = name;
    EXPECT_EQ(feel_names(model, fields).fields[0], name);
  }
}

}  // namespace
}  // namespace espalier::dmn_table_test
