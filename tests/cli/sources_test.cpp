// --language cpp-sources: several files from one run.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::sources_test {
namespace {

using ::testing::HasSubstr;

TEST_F(Cli, SourcesAreWrittenBesideTheHeaderAndVerified) {
  expect_success(box, "train data/iris.csv -t species -o iris.json -q");
  const Outcome emitted = expect_success(box, "emit iris.json --language cpp-sources --parts 3 -o iris.hpp");
  EXPECT_THAT(emitted.out, HasSubstr("written   iris.hpp and 3 files beside it"));
  for (const char* name : {"iris.hpp", "iris_1.cpp", "iris_2.cpp", "iris_3.cpp"}) EXPECT_TRUE(box.has(name)) << name;
  EXPECT_FALSE(box.has("iris_4.cpp"));
  EXPECT_THAT(expect_success(box, "verify iris.json iris.hpp").out, HasSubstr("0 mismatches"));

  // A change in a part is a change of the whole.
  std::string part = box.read("iris_1.cpp");
  part.replace(part.find(" <= "), 4, " < ");
  box.write("iris_1.cpp", part);
  const Outcome verified = box.run("verify iris.json iris.hpp");
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_THAT(verified.out, HasSubstr("FAILED"));

  box.shell("rm iris_2.cpp");
  EXPECT_THAT(expect_failure(box, 3, "verify iris.json iris.hpp").err, HasSubstr("cannot read 'iris_2.cpp'"));
}

TEST_F(Cli, BuildChecksSourcesBeforeItWritesThem) {
  const Outcome built =
      expect_success(box, "build data/golf.csv -t play -a c45 --prune none --language cpp-sources -o golf.hpp");
  EXPECT_THAT(built.out, HasSubstr("verified  golf.hpp: "));
  EXPECT_THAT(built.out, HasSubstr("written   golf.hpp and 1 file beside it"));
  EXPECT_TRUE(box.has("golf_1.cpp"));
}

TEST_F(Cli, PartsOfALargerOutputAreMentioned) {
  expect_success(box, "train data/iris.csv -t species -o iris.json -q");
  expect_success(box, "emit iris.json --language cpp-sources --parts 4 -o iris.hpp -q");
  box.write("other_3.cpp", "// not ours\n");
  const Outcome smaller = expect_success(box, "emit iris.json --language cpp-sources --parts 2 -o iris.hpp");
  EXPECT_THAT(smaller.err, HasSubstr("iris_3.cpp and iris_4.cpp are parts of an earlier output and do not belong"));
  EXPECT_TRUE(box.has("iris_4.cpp"));  // nothing is deleted
  expect_success(box, "emit iris.json --language cpp-sources --parts 2 -o other.hpp");
}

TEST_F(Cli, AFileThatIsNoPartIsNotWrittenOver) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  box.write("golf_1.cpp", "int precious = 1;\n");
  EXPECT_THAT(expect_failure(box, 4, "emit golf.json --language cpp-sources -o golf.hpp").err,
              HasSubstr("'golf_1.cpp' exists and is not a part of golf.hpp"));
}

TEST_F(Cli, TheReportNamesTheFilesBeside) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  const Outcome emitted = expect_success(box, "emit golf.json --language cpp-sources --parts 2 -o golf.hpp --json");
  EXPECT_THAT(emitted.out, HasSubstr("\"golf_1.cpp\",\n    \"golf_2.cpp\"\n"));
}

TEST_F(Cli, SourcesNeedAPlaceAndPartsNeedSources) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  EXPECT_THAT(expect_failure(box, 2, "emit golf.json --language cpp-sources -o -").err, HasSubstr("several files"));
  EXPECT_THAT(expect_failure(box, 2, Arguments{"emit", "golf.json", "--language", "cpp-sources", "-o", "a b.hpp"}).err,
              HasSubstr("cannot include a header called 'a b.hpp'"));
  EXPECT_THAT(expect_failure(box, 2, "emit golf.json --parts 3 -o golf.hpp").err,
              HasSubstr("--parts is for --language cpp-sources"));
  for (const char* wrong : {"0", "-1", "x", "2.5", "10001"}) {
    const Arguments line = {"emit", "golf.json", "--language", "cpp-sources", "--parts", wrong, "-o", "golf.hpp"};
    EXPECT_THAT(expect_failure(box, 2, line).err, HasSubstr("expected auto or a number from 1 to 10,000")) << wrong;
  }
}

}  // namespace
}  // namespace espalier::tool_test::sources_test
