// Which reader gets a file, and the samples, which say the same in every format.
#include "data/read_file.hpp"

#include "support/files.hpp"
#include "unit/data/sources.hpp"

namespace espalier::test::read_source_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ReadSource : public testing::Test {
 protected:
  std::string write(const std::string& name, std::string text) const {
    OutputFiles files;
    files.stage(directory_.path() + "/" + name, std::move(text));
    files.commit();
    return directory_.path() + "/" + name;
  }

  static Source read(const std::string& path, const CsvOptions& options = {}) {
    Warnings warnings;
    return read_source(path, options, warnings);
  }

 private:
  TemporaryDirectory directory_;
};

std::string sample(const std::string& name) {
  return ESPALIER_SOURCE_DIR "/data/" + name;
}

TEST_F(ReadSource, CsvUnlessTheNameSaysOtherwise) {
  for (const char* name : {"t.csv", "t.txt", "t", "t.data", "t.test", "arff"}) {
    const Source source = read(write(name, "x,y\n1,a\n"));
    EXPECT_THAT(source.table.column_names, ElementsAre("x", "y")) << name;
    EXPECT_FALSE(source.default_target);
    EXPECT_FALSE(source.overrides.missing_tokens);
    EXPECT_THAT(source.overrides.numeric, IsEmpty());
  }
}

TEST_F(ReadSource, ArffByItsName) {
  const std::string text = "@attribute x numeric\n@data\n1\n";
  EXPECT_THAT(read(write("t.arff", text)).overrides.numeric, ElementsAre("x"));
  EXPECT_THAT(read(write("T.ARFF", text)).overrides.numeric, ElementsAre("x"));
  EXPECT_THAT(read(write("t.arff.gz", gzip(text))).overrides.numeric, ElementsAre("x"));
}

TEST_F(ReadSource, EitherOfC45sFiles) {
  const std::string names = write("t.names", "a,b.\nx: continuous.\n");
  const std::string data = write("t.data", "1,a\n2,b\n");
  const std::string test = write("t.test", "3,a\n");
  for (const std::string& path : {names, data}) {
    const Source source = read(path);
    EXPECT_EQ(rows_of(source.table), (Rows{{"1", "a"}, {"2", "b"}}));
    EXPECT_EQ(source.table.name, data);
    EXPECT_EQ(source.default_target, "class");
  }
  EXPECT_EQ(rows_of(read(test).table), (Rows{{"3", "a"}}));
  EXPECT_EQ(read(names).table.sha256, read(data).table.sha256);
}

TEST_F(ReadSource, NamesWithoutRows) {
  const std::string names = write("t.names", "a,b.\nx: continuous.\n");
  EXPECT_THAT(refusal([&] { read(names); }), HasSubstr("t.data', which does not exist\n"));
}

TEST_F(ReadSource, OptionsOfCsvFilesAreRefused) {
  const std::string path = write("t.arff", "@attribute x numeric\n@data\n1\n");
  EXPECT_THAT(refusal([&] { read(path, delimited_by(';')); }, ExitCode::usage),
              HasSubstr("--delimiter is for CSV files, but '" + path + "' is ARFF\n"));
  EXPECT_THAT(refusal([&] { read(path, no_header()); }, ExitCode::usage), HasSubstr("--no-header is for CSV files"));
  const std::string names = write("t.names", "a,b.\nx: continuous.\n");
  write("t.data", "1,a\n");
  EXPECT_THAT(refusal([&] { read(names, ragged()); }, ExitCode::usage), HasSubstr("--ragged is for CSV files"));
}

TEST_F(ReadSource, EncodingIsForEveryFormat) {
  const Source source = read(write("t.arff", "@attribute x {\xe9}\n@data\n\xe9\n"), latin1());
  EXPECT_EQ(rows_of(source.table), (Rows{{"\xc3\xa9"}}));
  write("u.names", "\xe9, b.\nx: continuous.\n");
  EXPECT_EQ(rows_of(read(write("u.data", "1,\xe9\n"), latin1()).table), (Rows{{"1", "\xc3\xa9"}}));
  EXPECT_THAT(refusal([&] { read(write("u.data", "1,\xe9\n")); }), HasSubstr("u.names:1:1: error: byte 0xE9"));
}

TEST_F(ReadSource, SamplesSayTheSameInEveryFormat) {
  const Dataset csv = dataset_of(read(sample("golf.csv")), "play");
  const Dataset arff = dataset_of(read(sample("golf.arff")), "play");
  const Dataset c45 = dataset_of(read(sample("golf.names")), "class");
  EXPECT_THAT(arff.labels, ElementsAre("Play", "Don't Play"));
  EXPECT_THAT(arff.features[0].categories, ElementsAre("sunny", "overcast", "rain"));
  const auto texts = [](const Dataset& data) {
    Rows rows(data.rows());
    for (std::size_t row = 0; row < data.rows(); ++row) {
      for (const FeatureColumn& feature : data.features) {
        const bool number = feature.kind == ColumnKind::numeric;
        const auto value = feature.values[row];
        rows[row].push_back(number ? std::to_string(value) : feature.categories[static_cast<std::size_t>(value)]);
      }
      rows[row].push_back(data.labels[data.classes[row]]);
    }
    return rows;
  };
  EXPECT_EQ(texts(arff), texts(csv));
  EXPECT_EQ(texts(c45), texts(csv));
  EXPECT_EQ(csv.rows(), 14U);
}

}  // namespace
}  // namespace espalier::test::read_source_test
