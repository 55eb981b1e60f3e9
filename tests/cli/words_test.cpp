// Columns of many words through the whole program: enumerators that are shared, rare words, years of two digits.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/churn_table.hpp"
#include "support/sandbox.hpp"

namespace espalier::tool_test::words_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// 1,200 rows: "often" in every fifth, a word of its own in every fortieth, and 155 words w1, w2, ... in six each; w7,
// w77 and w147 are bought.
std::string purchases() {
  std::string text = "word,size,bought\n";
  for (int i = 0; i < 1200; ++i) {
    const int word = i * 89 % 200;
    const std::string name = i % 40 == 0  ? "seldom" + std::to_string(i)
                             : i % 5 == 1 ? "often"
                                          : "w" + std::to_string(word);
    text += name + "," + std::to_string(i * 31 % 17) + (word % 70 == 7 ? ",yes\n" : ",no\n");
  }
  return text;
}

// Of 20,000 customers 4 % leave. A column of 800 words that say nothing has sets that look as if they did, and a column
// of a word for each row would be told word by word.
TEST_F(Cli, WordsThatSayNothingDoNotSpoilATableOfARareClass) {
  std::string text;
  std::size_t row = 0;
  const std::string table = sample::churn_table(20000);
  for (std::size_t at = 0; at < table.size(); ++row) {
    const std::size_t end = table.find('\n', at);
    const std::string number = std::to_string(row * 2654435761 % 4294967296);
    text += row == 0 ? "ticket,street," : "t" + number + ",s" + std::to_string(row * 7919 % 104729 % 800) + ",";
    text += table.substr(at, end + 1 - at);
    at = end + 1;
  }
  box.write("churn.csv", text);
  const auto auc = [&](const std::string& options) {
    const std::string line = "train churn.csv -t churned --select-by auc --min-leaf 50 -o c.json --json " + options;
    return nlohmann::json::parse(expect_success(box, line).out)["cross_validation"]["auc"].get<double>();
  };
  const double automatic = auc("");
  EXPECT_GE(automatic, 0.7);
  EXPECT_GT(automatic, auc("--categorical-split subset") + 0.05) << "the table must be one that sets spoil";
}

TEST_F(Cli, WordsThatNoTestTellsApartShareAnEnumerator) {
  box.write("p.csv", purchases());
  const Outcome built =
      expect_success(box, "build p.csv -t bought --prune none --folds 0 -o p.hpp --model p.json --json");
  const auto json = nlohmann::json::parse(built.out);
  EXPECT_EQ(json["header"]["fields"][0]["words"], 186);
  EXPECT_LT(json["header"]["fields"][0]["enumerators"], 10);
  const std::string header = box.read("p.hpp");
  EXPECT_THAT(header, AllOf(HasSubstr("\"share_above\":100"), HasSubstr(" words: \"often"), HasSubstr("is_one_of(")));
  EXPECT_THAT(expect_success(box, "verify p.json p.hpp").out, HasSubstr("0 mismatches"));
  EXPECT_THAT(expect_success(box, "emit p.json --language c -o p.h").out,
              HasSubstr("words     'word': 186 words share "));
  EXPECT_THAT(expect_success(box, "verify p.json p.h").out, HasSubstr("0 mismatches"));
  EXPECT_THAT(expect_success(box, "verify p.json").out, HasSubstr("0 mismatches"));

  EXPECT_THAT(expect_success(box, "emit p.json --share-enumerators never -o own.hpp").out, Not(HasSubstr("share")));
  EXPECT_THAT(box.read("own.hpp"), AllOf(HasSubstr("  w8,\n"), Not(HasSubstr("share_above"))));
  EXPECT_GT(box.read("own.hpp").size(), 2 * header.size());
  EXPECT_THAT(expect_success(box, "emit p.json --share-enumerators 186 -o few.hpp").out, Not(HasSubstr("share")));
  EXPECT_THAT(expect_failure(box, kUsage, "emit p.json --share-enumerators some -o x.hpp").err,
              HasSubstr("--share-enumerators 'some': expected never or a number of words"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit p.json --language sql --share-enumerators 5 -o x.sql").err,
              HasSubstr("--share-enumerators has no meaning with --language sql"));
}

TEST_F(Cli, RareWordsAreOneCategoryInEveryOutput) {
  box.write("p.csv", purchases());
  EXPECT_THAT(expect_success(box, "inspect p.csv").err, Not(HasSubstr("--rare-words")));
  const Outcome looked = expect_success(box, "inspect p.csv -t bought --rare-words word=3");
  EXPECT_THAT(looked.out, HasSubstr("186 categories; 30 of them, with fewer than 3 rows, count as one"));

  const std::string learn = " --prune none --folds 0 --categorical-split multiway --rare-words 3 --max-depth 1 ";
  EXPECT_THAT(expect_success(box, "build p.csv -t bought" + learn + "-o p.hpp --model p.json").out,
              HasSubstr("0 mismatches"));
  EXPECT_THAT(box.read("p.json"), HasSubstr(R"("merged": [{"category": 156, "words": ["seldom0", "seldom1000",)"));
  EXPECT_THAT(box.read("p.hpp"), HasSubstr("  other,  // 30 words: \"seldom0\", \"seldom1000\""));
  EXPECT_THAT(expect_success(box, "inspect p.json").out, HasSubstr("words     'word': 30 are read as 'other'"));

  // A rare word is answered as the others are; one that was never seen is not one of them.
  box.write("new.csv", "word,size\nseldom40,1\nseldom80,1\nnever,1\nother,1\n");
  const Outcome predicted = expect_success(box, "predict p.json new.csv");
  EXPECT_THAT(predicted.err, AllOf(HasSubstr("the model has never seen 'never'"), HasSubstr("never seen 'other'")));
  EXPECT_THAT(predicted.out, HasSubstr("no,157,"));

  expect_success(box, "verify p.json p.hpp");
  expect_success(box, "emit p.json --language c -o p.h");
  expect_success(box, "verify p.json p.h");
  expect_success(box, "emit p.json --language rules -o p.rules.json");
  EXPECT_THAT(box.read("p.rules.json"), HasSubstr("\"seldom1000\""));
  expect_success(box, "verify p.json p.rules.json");
  expect_success(box, "emit p.json --language sql --dialect sqlite -o p.sql");
  EXPECT_THAT(box.read("p.sql"), HasSubstr("'seldom1000'"));
  expect_success(box, "verify p.json p.sql");
  expect_success(box, "evaluate p.csv -t bought --folds 3 --rare-words word=3");

  EXPECT_THAT(expect_failure(box, kUsage, "train p.csv -t bought --rare-words few -o x.json").err,
              AllOf(HasSubstr("--rare-words 'few': expected a number of rows, or COL=NUMBER"), HasSubstr("hint: ")));
  EXPECT_THAT(expect_failure(box, kUsage, "train p.csv -t bought --rare-words size=3 -o x.json").err,
              HasSubstr("'size' holds numbers"));
}

TEST_F(Cli, YearsOfTwoDigitsAreReadOnlyWhenAskedFor) {
  std::string text = "day,y\n";
  for (int i = 0; i < 40; ++i) {
    text += std::to_string(13 + i % 15) + ".11." + std::to_string(10 + i) + (i < 20 ? ",a\n" : ",b\n");
  }
  box.write("in.csv", text);
  const Outcome looked = expect_success(box, "inspect in.csv");
  EXPECT_THAT(looked.out, HasSubstr("40 categories; short years"));
  EXPECT_THAT(
      looked.err,
      AllOf(HasSubstr("in.csv:2:1: warning: column 'day' holds dates with years of two digits such as '13.11.10'"),
            HasSubstr("--date day=dd.mm.yy")));
  EXPECT_THAT(expect_failure(box, kBadInput, "build in.csv -t y --date day -o d.hpp").err,
              AllOf(HasSubstr("in.csv:2:1: error: the years of column 'day' have two digits"),
                    HasSubstr("--date day=dd.mm.yy")));
  EXPECT_THAT(expect_success(box, "build in.csv -t y --date day=dd.mm.yy -o d.hpp --model d.json").out,
              HasSubstr("dates (dd.mm.yy), days since 1970-01-01, 2010-11-13 to 2049-11-22"));
  EXPECT_THAT(box.read("d.json"), HasSubstr(R"("form": "dd.mm.yy")"));
  EXPECT_THAT(box.read("d.hpp"), AllOf(HasSubstr("using ::espalier::runtime_1::days_from_date;"),
                                       HasSubstr("static_assert(days_from_date(2010, 11, 13) == 14926")));
  box.write("new.csv", "day\n13.11.12\n13.11.48\n");
  EXPECT_THAT(expect_success(box, "predict d.json new.csv").out, AllOf(HasSubstr("a,1"), HasSubstr("b,2")));
}

}  // namespace
}  // namespace espalier::tool_test::words_test
