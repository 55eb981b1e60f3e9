// PMML and decision tables: read back and followed on every boundary vector, under every policy; and whatever is
// changed in one is noticed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "audit/language_checks.hpp"
#include "audit/read_dmn.hpp"
#include "audit/read_pmml.hpp"
#include "audit/source_tokens.hpp"
#include "audit/verify.hpp"
#include "emit/emit.hpp"
#include "emit/escape.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::exchange_test {
namespace {

using ::testing::HasSubstr;

Made made_in(Language language, const Model& model) {
  Making making;
  making.emit.language = language;
  return make_files(model, making);
}

// Names of random models have characters that XML cannot hold.
void make_holdable(Model& model) {
  const auto unique = [](std::vector<std::string*> names) {
    std::size_t number = 0;
    for (std::string* name : names) {
      if (first_not_xml(*name)) *name = "x";
      *name += "#" + std::to_string(number++);
    }
  };
  std::vector<std::string*> columns = {&model.target};
  for (Feature& feature : model.features) {
    columns.push_back(&feature.name);
    std::vector<std::string*> words;
    for (std::string& word : feature.categories) words.push_back(&word);
    unique(words);
  }
  unique(columns);
  std::vector<std::string*> labels;
  for (std::string& label : model.labels) labels.push_back(&label);
  unique(labels);
}

// Counts what was emitted; what is refused is not.
struct Followed {
  std::size_t models = 0;
  std::size_t vectors = 0;
};

void follow(Language language, const Model& model, Followed& followed) {
  Made made;
  try {
    made = made_in(language, model);
  } catch (const Diagnostic&) {
    return;
  }
  const Model& subject = made.subject(model);
  const Verification result = verify_files(subject, made.files, made.record, {});
  ASSERT_TRUE(result.passed()) << describe_row(subject, made.record.fields, result.first.front().row) << " expected "
                               << result.first.front().expected << ", answered " << result.first.front().answered
                               << "\n"
                               << made.files.front().text;
  ++followed.models;
  followed.vectors += result.vectors;
}

TEST(Exchange, AnswersAsTheModelUnderEveryPolicy) {
  constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                         MissingPolicy::learned,   MissingPolicy::own_category,
                                         MissingPolicy::surrogate, MissingPolicy::fractional};
  RandomEngine engine(31);
  Followed pmml[6];
  Followed dmn[6];
  for (int round = 0; round < 360; ++round) {
    const int policy = round % 6;
    Model model =
        sample::random_model(engine, round % 2 == 0 ? Task::classification : Task::regression, kPolicies[policy]);
    make_holdable(model);
    follow(Language::pmml, model, pmml[policy]);
    follow(Language::dmn, model, dmn[policy]);
  }
  for (int policy = 0; policy < 5; ++policy) {
    EXPECT_EQ(pmml[policy].models, 60U) << policy;
    EXPECT_GT(pmml[policy].vectors, 1000U) << policy;
  }
  for (int policy = 0; policy < 4; ++policy) {
    EXPECT_EQ(dmn[policy].models, 60U) << policy;
    EXPECT_GT(dmn[policy].vectors, 1000U) << policy;
  }
  EXPECT_LT(pmml[5].models, 30U);  // single leaves
  EXPECT_LT(dmn[4].models, 50U);   // trees without surrogates
}

TEST(Exchange, CombinesSeveralTreesAsTheModelDoes) {
  RandomEngine engine(32);
  Followed votes;
  Followed numbers;
  for (int round = 0; round < 200; ++round) {
    const sample::ForestKind kind = sample::kForestKinds[round % 5];
    Model model = sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[(round / 5) % 5]);
    make_holdable(model);
    follow(Language::pmml, model, kind.task == Task::classification ? votes : numbers);
  }
  EXPECT_GT(votes.models, 30U);
  EXPECT_GT(votes.vectors, 2000U);
  EXPECT_GT(numbers.models, 10U);
}

using Changes = std::vector<std::pair<std::string, std::string>>;

// Every place at which a text can be changed, behind the record.
void expect_noticed(Language language, const Model& model, const Changes& changes) {
  const Made made = made_in(language, model);
  const std::string& text = made.files.front().text;
  const std::size_t begin = text.find(language == Language::pmml ? "<Node" : "<rule");
  for (const auto& [from, to] : changes) {
    std::size_t places = 0;
    for (std::size_t at = text.find(from, begin); at != std::string::npos; at = text.find(from, at + 1)) {
      ++places;
      std::string changed = text;
      changed.replace(at, from.size(), to);
      bool passed = false;
      try {
        passed = verify_files(model, {{"", changed}}, made.record, {}).passed();
      } catch (const Diagnostic&) {  // no longer what Espalier writes
      }
      EXPECT_FALSE(passed) << from << " -> " << to << "\n" << changed;
    }
    EXPECT_GT(places, 0U) << from;
  }
}

TEST(Exchange, NoticesChangesInPmml) {
  expect_noticed(Language::pmml, sample::golf(),
                 {{"lessOrEqual", "lessThan"},
                  {"lessOrEqual", "greaterThan"},
                  {"value=\"75\"", "value=\"75.00000000000001\""},
                  {"value=\"75\"", "value=\"75,0\""},
                  {"value=\"sunny\"", "value=\"rain\""},
                  {"\"and\"", "\"xor\""},
                  {"score=\"Play\"", "score=\"Don&apos;t Play\""},
                  {"id=\"2\"", "id=\"3\""},
                  {"probability=\"1\"", "probability=\"0.5\""},
                  {"<True/>", "<False/>"}});
  // The first child that is true is taken: what the last one says too much changes nothing.
  Made surrogates = made_in(Language::pmml, sample::surrogate_golf());
  std::string& text = surrogates.files.front().text;
  const std::string threshold = "value=\"70\"";
  const std::string first = "lessOrEqual\" " + threshold;
  text.replace(text.find(first, text.find("<Node")), first.size(), "lessOrEqual\" value=\"70.00000000000001\"");
  EXPECT_FALSE(verify_files(sample::surrogate_golf(), surrogates.files, surrogates.record, {}).passed());
  expect_noticed(Language::pmml, sample::voting_forest(), {{"weight=\"2\"", "weight=\"1\""}});
  expect_noticed(Language::pmml, sample::regression_sample(), {{"score=\"10\"", "score=\"10.000000000000002\""}});
}

TEST(Exchange, NoticesChangesInDecisionTables) {
  expect_noticed(Language::dmn, sample::golf(),
                 {{"&lt;= 75", "&lt; 75"},
                  {"&lt;= 75", "&lt;= 75.00000000000001"},
                  {"null, &gt; 75", "&gt; 75"},
                  {"not(", "("},
                  {"\"rain\"", "\"sunny\""},
                  {"<text>\"Play\"</text>", "<text>\"Don&apos;t Play\"</text>"},
                  {"id=\"rule_2\"", "id=\"rule_3\""}});
  expect_noticed(Language::dmn, sample::own_category_sample(),
                 {{"(75..80]", "[75..80]"}, {"(75..80]", "(75..81]"}, {"not(null)", "-"}, {"<text>null<", "<text>-<"}});
  expect_noticed(Language::dmn, sample::regression_sample(), {{"<text>10<", "<text>10.000000000000002<"}});
}

TEST(Exchange, RefusesFilesOfAnotherKind) {
  const Model golf = sample::golf();
  EXPECT_THROW(PmmlFile("<PMML version=\"4.3\"/>", "x", golf), Diagnostic);
  EXPECT_THROW(PmmlFile("{}", "x", golf), Diagnostic);
  EXPECT_THROW(DmnFile("<definitions/>", "x", golf), Diagnostic);
  std::string text = made_in(Language::pmml, golf).files.front().text;
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string copy = text;
    const std::size_t at = copy.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return copy.replace(at, from.size(), to);
  };
  EXPECT_THROW(PmmlFile(changed("Strategy=\"none\"", "Strategy=\"defaultChild\""), "x", golf), Diagnostic);
  EXPECT_THROW(PmmlFile(changed("returnNullPrediction", "returnLastPrediction"), "x", golf), Diagnostic);
  EXPECT_THROW(PmmlFile(changed("dataType=\"double\"", "dataType=\"float\""), "x", golf), Diagnostic);
  EXPECT_THROW(PmmlFile(changed("functionName=\"classification\"", "functionName=\"regression\""), "x", golf),
               Diagnostic);
  // A word that the dictionary does not list is missing, so this file answers otherwise.
  const Made made = made_in(Language::pmml, golf);
  EXPECT_FALSE(verify_files(golf, {{"", changed("      <Value value=\"rain\"/>\n", "")}}, made.record, {}).passed());
  EXPECT_FALSE(
      verify_files(golf, {{"", changed(" invalidValueTreatment=\"asMissing\"", "")}}, made.record, {}).passed());
}

// A comment that goes on in the next line hides elements from one reader and not from another.
TEST(Exchange, TokensOfXmlEndWhereXmlEndsThem) {
  const Lexis& lexis = check_of(Language::pmml).lexis;
  const SourceTokens tokens = tokens_of("<!-- a --><b x=\"c\\\"/> <!-- d -->\n", lexis);
  ASSERT_EQ(tokens.comments.size(), 2U);
  EXPECT_EQ(tokens.comments[0].text, "a");
  EXPECT_EQ(tokens.comments[1].text, "d");
  ASSERT_EQ(tokens.tokens.size(), 7U);  // < b x = "c\" / >
  EXPECT_EQ(tokens.tokens[4].text, "\"c\\\"");
  EXPECT_THROW(tokens_of("<!-- a\n-->", lexis), ForeignText);
  EXPECT_THROW(tokens_of("<!-- a", lexis), ForeignText);
  EXPECT_THROW(tokens_of("<a>\"x\"\"y\"</a>", lexis), ForeignText);  // an array of how many texts?
}

}  // namespace
}  // namespace espalier::exchange_test
