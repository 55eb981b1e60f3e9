// Tables as people bring them, through the whole program: what is decided, said, overruled and refused.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::tables_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using namespace std::string_literals;

// Sixty orders: an id, a postcode, a date that decides, a constant, and a column that was filled in afterwards.
std::string orders() {
  std::string text = "order_id,zip,day,currency,refund,late\n";
  for (int i = 0; i < 60; ++i) {
    const bool late = i * 37 % 60 >= 40;
    const int day = i * 37 % 60;
    text += std::to_string(5000 + i) + (i % 2 == 0 ? ",04079," : ",10115,") + (day < 28 ? "0" : "1") +
            std::to_string(day < 28 ? 1 + day / 14 : day / 28) + ".11.202" + std::to_string(day / 28) + ",EUR," +
            (late ? "paid" : "none") + (late ? ",yes\n" : ",no\n");
  }
  return text;
}

// A date on either side of 2026-03-01 decides.
std::string shipments() {
  std::string text = "shipped,weight,late\n";
  for (int i = 0; i < 60; ++i) {
    const int month = 1 + i * 7 % 12;
    text += (month < 10 ? "17.0" : "17.") + std::to_string(month) + ".2026," + std::to_string(i * 31 % 17) + "." +
            std::to_string(i % 10) + (month >= 3 ? ",yes\n" : ",no\n");
  }
  return text;
}

TEST_F(Cli, InspectShowsWhatWasDecidedAndWhy) {
  box.write("orders.csv", orders());
  const Outcome outcome = expect_success(box, "inspect orders.csv --target late");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("; id\n"), HasSubstr("2 categories; leading zeros\n"),
                                 HasSubstr("1 category; constant\n"),
                                 HasSubstr("dates (dd.mm.yyyy), days since 1970-01-01"), HasSubstr("<- target")));
  EXPECT_THAT(
      outcome.err,
      AllOf(HasSubstr("orders.csv:1:1: warning: column 'order_id' has 60 values"), HasSubstr("--ignore order_id"),
            HasSubstr("column 'zip' holds digits with leading zeros such as '04079'"), HasSubstr("--numeric zip"),
            HasSubstr("column 'currency' is 'EUR' in every row"), HasSubstr("--ignore currency"),
            HasSubstr("column 'refund' alone tells 100.0 % of 'late' right: a possible leak")));
  const auto json = nlohmann::json::parse(expect_success(box, "inspect orders.csv --json").out);
  EXPECT_EQ(json["data"]["columns"][0]["remarks"][0]["kind"], "id");
  EXPECT_EQ(json["data"]["columns"][1]["remarks"][0]["kind"], "leading-zeros");
  EXPECT_EQ(json["data"]["columns"][2]["date"]["unit"], "days");
  EXPECT_EQ(json["data"]["columns"][2]["date"]["form"], "dd.mm.yyyy");
}

TEST_F(Cli, OptionsOverruleWhatWasDecided) {
  box.write("orders.csv", orders());
  const Outcome outcome = expect_success(
      box,
      "inspect orders.csv -t late --ignore order_id --numeric zip --ignore currency --ignore refund --categorical day");
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("whole numbers, 4079 to 10115"), Not(HasSubstr("dates"))));
}

TEST_F(Cli, DatesAreTrainedEmittedAndPredictedAlike) {
  box.write("shipments.csv", shipments());
  const Outcome built = expect_success(box, "build shipments.csv -t late -o s.hpp --model s.json");
  EXPECT_THAT(built.out,
              AllOf(HasSubstr("shipped  dates (dd.mm.yyyy), days since 1970-01-01, 2026-01-17 to 2026-12-17"),
                    HasSubstr("0 mismatches")));
  EXPECT_THAT(box.read("s.hpp"),
              HasSubstr("\"shipped\", days since 1970-01-01, 20470 to 20804 in training (2026-01-17 to 2026-12-17)"));
  EXPECT_THAT(box.read("s.json"), HasSubstr(R"("date": {"unit": "days", "form": "dd.mm.yyyy"})"));

  const Outcome predicted = expect_success(box, "predict s.json shipments.csv -o answers.csv");
  EXPECT_THAT(predicted.out, HasSubstr("100.0 %"));
  box.write("new.csv", "shipped\n01.01.2026\n24.12.2026\n");
  EXPECT_THAT(expect_success(box, "predict s.json new.csv").out, AllOf(HasSubstr("no,1"), HasSubstr("yes,2")));
  EXPECT_THAT(expect_success(box, "evaluate shipments.csv -t late --test shipments.csv").out, HasSubstr("100.0 %"));
  expect_success(box, "prune s.json --prune reduced-error --prune-set shipments.csv -o p.json");
  expect_success(box, "verify s.json s.hpp");

  box.write("other.csv", "shipped\n2026-01-01\n");
  EXPECT_THAT(
      expect_failure(box, kBadInput, "predict s.json other.csv -o none.csv").err,
      AllOf(StartsWith(
                "other.csv:2:1: error: expected a date such as dd.mm.yyyy in column 'shipped', found '2026-01-01'"),
            HasSubstr("hint: ")));
}

TEST_F(Cli, DatesWhoseOrderCannotBeToldNeedAnOption) {
  std::string text = "day,y\n";
  for (int i = 0; i < 24; ++i) {
    text += "0" + std::to_string(1 + i % 9) + "/0" + std::to_string(1 + i % 5) + "/2026," + (i % 9 < 4 ? "a\n" : "b\n");
  }
  box.write("in.csv", text);
  EXPECT_THAT(expect_success(box, "inspect in.csv").err,
              AllOf(HasSubstr("in.csv:2:1: warning: column 'day' holds dates such as '01/01/2026'"),
                    HasSubstr("hint: use --date day=dd/mm/yyyy or --date day=mm/dd/yyyy")));
  EXPECT_THAT(expect_success(box, "train in.csv -t y --date day=mm/dd/yyyy -o m.json").out,
              HasSubstr("dates (mm/dd/yyyy)"));
  EXPECT_THAT(box.read("m.json"), HasSubstr(R"("form": "mm/dd/yyyy")"));
  box.write("schema.json", R"({"columns": {"day": {"date": "dd/mm/yyyy"}}})");
  EXPECT_THAT(expect_success(box, "inspect in.csv --schema schema.json").out, HasSubstr("dates (dd/mm/yyyy)"));
  EXPECT_THAT(expect_failure(box, kBadInput, "build in.csv -t y --date day -o d.hpp").err,
              HasSubstr("nothing tells day from month in the dates of column 'day'"));
  EXPECT_THAT(expect_failure(box, kUsage, "build in.csv -t y --date day=dmy -o d.hpp").err,
              HasSubstr("'dmy' is not a form of dates"));
  EXPECT_THAT(expect_failure(box, kUsage, "build in.csv -t y --date day --categorical day -o d.hpp").err,
              HasSubstr("column 'day' is said to be both categorical and dates"));
  EXPECT_THAT(expect_failure(box, kBadInput, "build in.csv -t day --date y -o d.hpp").err,
              HasSubstr("in.csv:2:12: error: expected a date in column 'y', found 'a'"));
}

TEST_F(Cli, SpreadsheetsAndForeignFiles) {
  box.write("sheet.csv", "sep=;\na;y\n1;x\n2;z\n");
  EXPECT_THAT(expect_success(box, "inspect sheet.csv").out, HasSubstr("cells are divided by ';'"));
  expect_success(box, "build sheet.csv -t y -o s.hpp");
  box.write("data.parquet", "PAR1\x15\x04\0\0PAR1"s);
  EXPECT_THAT(expect_failure(box, kBadInput, "build data.parquet -t y -o p.hpp").err,
              AllOf(StartsWith("data.parquet: error: the file is a Parquet file, not CSV"),
                    HasSubstr("hint: make a CSV file")));
  EXPECT_THAT(expect_failure(box, kBadInput, words("train - -t y -o p.json"), "SQLite format 3\0\x10"s).err,
              StartsWith("<stdin>: error: the file is an SQLite database"));
}

TEST_F(Cli, JsonLinesAreATable) {
  std::string lines;
  std::string csv = "temp,sky,wet\n";
  for (int i = 0; i < 40; ++i) {
    const std::string temp = std::to_string(i * 7 % 40);
    const char* const wet = i * 7 % 40 < 15 ? "true" : "false";
    lines += "{\"temp\": " + temp + ", \"sky\": \"" + (i % 2 == 0 ? "grey" : "blue") + "\", \"wet\": " + wet + "}\n";
    csv += temp + (i % 2 == 0 ? ",grey," : ",blue,") + wet + "\n";
  }
  box.write("days.jsonl", lines);
  box.write("days.csv", csv);
  EXPECT_THAT(expect_success(box, "inspect days.jsonl").out, HasSubstr("days.jsonl: 40 rows, 3 columns, from JSON"));
  expect_success(box, "build days.jsonl -t wet -o j.hpp --model j.json");
  expect_success(box, "build days.csv -t wet -o c.hpp --model c.json");
  expect_success(box, words("train - -t wet -o i.json"), lines);
  const auto tree = [&](const char* name) { return nlohmann::json::parse(box.read(name))["trees"]; };
  EXPECT_EQ(tree("j.json"), tree("c.json"));
  EXPECT_EQ(tree("i.json"), tree("c.json"));
  EXPECT_THAT(expect_success(box, "predict c.json days.jsonl -o a.csv").out, HasSubstr("100.0 %"));

  box.write("nested.jsonl", "{\"a\": 1, \"y\": 2}\n{\"a\": {\"b\": 1}, \"y\": 3}\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "build nested.jsonl -t y -o n.hpp").err,
              StartsWith("nested.jsonl:2:7: error: the value of 'a' is an object"));
  box.write("csv.jsonl", csv);
  EXPECT_THAT(expect_failure(box, kBadInput, "build csv.jsonl -t wet -o n.hpp").err,
              StartsWith("csv.jsonl:1:1: error: expected an object"));
  EXPECT_THAT(expect_failure(box, kUsage, "build days.jsonl -t wet --no-header -o n.hpp").err,
              HasSubstr("--no-header is for CSV files, but 'days.jsonl' is JSON Lines"));
}

TEST_F(Cli, PredictKeepsColumnsOfTheInput) {
  expect_success(box, "train data/iris.csv -t species -o iris.json");
  box.write("new.csv",
            "name,petal_length,note,petal_width,sepal_length\n"
            "first,1.40,\"a, \"\"b\"\"\",0.2,5\nsecond,NA,NA,1.9,6\nthird,4.0,\"NA\",1.2,6\n");
  expect_success(box, "train data/iris.csv -t species --missing majority -o iris.json");
  const auto kept = [&](const std::string& line) {
    return expect_success(box, "predict iris.json new.csv " + line).out;
  };
  EXPECT_THAT(kept("--keep"),
              AllOf(StartsWith("name,petal_length,note,petal_width,sepal_length,prediction,rule,"),
                    HasSubstr("\nfirst,1.40,\"a, \"\"b\"\"\",0.2,5,setosa,1,"), HasSubstr("\nsecond,NA,NA,1.9,6,"),
                    HasSubstr("\nthird,4.0,\"NA\",1.2,6,versicolor,")));
  EXPECT_THAT(kept("--keep name --keep petal_width"),
              AllOf(StartsWith("name,petal_width,prediction,rule,"), HasSubstr("\nfirst,0.2,setosa,1,")));
  EXPECT_THAT(kept("--keep=note"), StartsWith("note,prediction,"));
  const auto json = nlohmann::json::parse(kept("--json --keep name"));
  EXPECT_EQ(json["predictions"][1]["input"]["name"], "second");

  EXPECT_THAT(expect_failure(box, kBadInput, "predict iris.json new.csv -o out.csv --keep nmae").err,
              AllOf(StartsWith("new.csv:1: error: there is no column 'nmae'"), HasSubstr("did you mean 'name'?")));
  box.write("taken.csv", "rule,petal_length,petal_width,sepal_length\n1,1,1,1\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "predict iris.json taken.csv -o out.csv --keep").err,
              StartsWith("taken.csv:1:1: error: the output would have two columns called 'rule'"));
}

}  // namespace
}  // namespace espalier::tool_test::tables_test
