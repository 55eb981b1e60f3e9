// What commands tell about the data that they read.
#include "report/data_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "data/read_file.hpp"

namespace espalier {
namespace {

// A file of three columns, as it is read and understood.
struct ReadFile {
  Source source;
  Schema schema;
};

ReadFile read() {
  Warnings warnings;
  ReadFile file;
  file.source = parse_source("t.csv", "size,town,y\n1,Ulm,a\n2,Jena,b\n,Ulm,a\n", {}, warnings);
  file.schema = infer_schema(file.source.table, {}, warnings, Counting::exact);
  return file;
}

TEST(DataFacts, NameKindsRangesAndHoles) {
  const ReadFile file = read();
  EXPECT_EQ(to_text(DataFacts{file.source.table, file.schema, "y"}, 40),
            "data      t.csv: 3 rows, 3 columns\n"
            "          size  whole numbers, 1 to 2, 1 missing\n"
            "          town  2 categories\n"
            "          y     2 categories  <- target\n");
  const nlohmann::ordered_json json = to_json(DataFacts{file.source.table, file.schema, "y"})["data"];
  EXPECT_EQ(json["rows"], 3);
  EXPECT_EQ(json["columns"][0]["range"].dump(), "[1.0,2.0]");
  EXPECT_EQ(json["columns"][0]["missing"], 1);
  EXPECT_EQ(json["columns"][1]["categories"].size(), 2U);
}

TEST(DataFacts, CountTheColumnsThatAreNotShown) {
  const ReadFile file = read();
  EXPECT_EQ(to_text(DataFacts{file.source.table, file.schema}, 1),
            "data      t.csv: 3 rows, 3 columns\n"
            "          size  whole numbers, 1 to 2, 1 missing\n"
            "          ... and 2 more\n");
  EXPECT_EQ(to_json(DataFacts{file.source.table, file.schema})["data"]["columns"].size(), 3U) << "JSON has all";
}

TEST(TaskFacts, NameWhatIsLearned) {
  Dataset data;
  data.task = Task::regression;
  data.targets = {3, -1.5, 2};
  data.weights = {1, 2, 1};
  EXPECT_EQ(to_text(TaskFacts{data}), "task      regression, -1.5 to 3; rows have weights\n");
  EXPECT_EQ(to_json(TaskFacts{data}).dump(), R"({"task":"regression","weighted":true})");
  EXPECT_EQ(to_json(TaskFacts{data, MissingPolicy::learned}).dump(),
            R"({"task":"regression","missing":"learned","weighted":true})");
  const TaskFacts monotone{data, std::nullopt, {{"a", Direction::up}, {"b", Direction::down}}};
  EXPECT_EQ(to_text(monotone),
            "task      regression, -1.5 to 3; rows have weights\n"
            "monotone  the answer never falls as 'a' rises, never rises as 'b' rises\n");
  EXPECT_EQ(to_json(monotone)["monotone"].dump(), R"([{"column":"a","direction":"+"},{"column":"b","direction":"-"}])");
  EXPECT_EQ(to_json(TaskFacts{data, std::nullopt, {{"a", Direction::up, "yes"}}})["monotone"].dump(),
            R"([{"column":"a","direction":"+","label":"yes"}])");
}

TEST(MemoryFacts, AreInMegabytes) {
  const MemoryFacts facts{std::size_t{2} << 30U, std::size_t{3} << 20U, "2G"};
  EXPECT_EQ(to_text(facts), "memory    columns are kept in mapped files, 3 MB, because of --memory-limit 2G\n");
  EXPECT_EQ(to_json(facts).dump(), R"({"memory":{"limit":2147483648,"mapped_bytes":3145728}})");
}

}  // namespace
}  // namespace espalier
