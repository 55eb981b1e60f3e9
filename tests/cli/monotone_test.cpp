// --monotone: wherever trees are fitted, recorded in the model, and proven by `prove`.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::monotone_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class MonotoneCli : public Cli {
 protected:
  std::string recorded(const std::string& model) const {
    return nlohmann::json::parse(box.read(model))["provenance"]["options"].value("monotone", "");
  }
};

TEST_F(MonotoneCli, ProveHasSomethingToProve) {
  const std::string train = "train data/diabetes.csv -t progression --prune none -q -o ";
  expect_success(box, train + "free.json");
  expect_success(box, train + "bound.json --monotone bmi=+ --monotone s3=-");
  EXPECT_EQ(recorded("free.json"), "");
  EXPECT_EQ(recorded("bound.json"), "bmi=+,s3=-");
  const std::string claims = " \"bmi up => not lower\" --property \"s3 up => not higher\"";
  EXPECT_EQ(box.run("prove free.json" + claims).exit_code, kCheckFailed);
  const Outcome proven = expect_success(box, "prove bound.json" + claims);
  EXPECT_THAT(proven.out,
              AllOf(HasSubstr("proven    bmi up => not lower"), HasSubstr("proven    s3 up => not higher")));
  EXPECT_THAT(expect_success(box, "inspect bound.json --verbose").out, HasSubstr("bmi=+,s3=-"));
}

TEST_F(MonotoneCli, OfTwoClassesTheSecondIsMeant) {
  const std::string train = "train data/kyphosis.csv -t Kyphosis --prune none --min-leaf 3 -q -o ";
  expect_success(box, train + "second.json --monotone Start=-");
  expect_success(box, train + "named.json --monotone Start=-:present");
  expect_success(box, train + "other.json --monotone Start=+:absent");
  EXPECT_EQ(recorded("second.json"), "Start=-:present");
  EXPECT_EQ(box.read("second.json"), box.read("named.json"));
  expect_success(box, "prove second.json \"Start up => P(present) not higher\"");
  expect_success(box, "prove second.json \"Start up => not better\" --order \"absent < present\"");
  expect_success(box, "prove other.json \"Start up => P(absent) not lower\"");
}

TEST_F(MonotoneCli, OfMoreClassesOneIsNamed) {
  expect_success(box, "train data/iris.csv -t species -o iris.json --prune none -q --monotone sepal_width=-:virginica");
  expect_success(box, "prove iris.json \"sepal_width up => P(virginica) not higher\"");
}

// With words, missing values, error-based pruning and a threshold.
TEST_F(MonotoneCli, WorksWithTheRestOfTheLearner) {
  for (const char* options : {"-a c45", "-a cart", "-a cart --missing majority --prune none", "-a c45 --min-leaf 5",
                              "--missing own-category --prune reduced-error", "--threshold-for 1=recall:0.8",
                              "-a id3 --discretize equal-frequency:4 --missing learned", "--bins 8 --max-leaves 9"}) {
    expect_success(box, std::string("train data/stagec.csv -t pgstat --task classification -q -o s.json "
                                    "--monotone grade=+ --monotone gleason=+ ") +
                            options);
    expect_success(box, "prove s.json \"grade up => P('1') not lower\" --property \"gleason up => P('1') not lower\"");
    expect_success(box, "prove s.json \"grade up => not worse\" --order \"0 < 1\"");
    expect_success(box, "prune s.json --prune pessimistic -o p.json -q");
    expect_success(box, "prove p.json \"gleason up => not worse\" --order \"0 < 1\"");
    EXPECT_EQ(recorded("p.json"), "grade=+:1,gleason=+:1");
  }
}

// Without the line that says so.
std::string figures_of(const std::string& report) {
  std::string rest;
  for (std::size_t at = 0; at < report.size();) {
    const std::size_t end = std::min(report.find('\n', at), report.size());
    const std::string line = report.substr(at, end - at);
    if (!line.starts_with("monotone  ")) rest += line + "\n";
    at = end + 1;
  }
  return rest;
}

TEST_F(MonotoneCli, IsHonouredWhereverTreesAreFitted) {
  const std::string data = " data/kyphosis.csv -t Kyphosis ";
  for (const std::string& line :
       {"evaluate" + data + "--folds 3 --prune none", "path" + data + "--prune-folds 3",
        "stability" + data + "--resamples 3 --prune none", "tune" + data + "--budget 6",
        "build" + data + "-o k.hpp --folds 3 --prune none",
        "evaluate" + data + "--folds 3 --compare \"c45 --prune none\" \"cart --prune none\""}) {
    const std::string free = figures_of(expect_success(box, line).out);
    EXPECT_NE(figures_of(expect_success(box, line + " --monotone Age=- --monotone Number=-").out), free) << line;
  }
  const Outcome compared =
      expect_success(box, "evaluate" + data + "--folds 3 --compare cart \"cart --monotone Age=-:present\"");
  EXPECT_THAT(compared.out, HasSubstr("cart --monotone Age=-:present"));
  EXPECT_THAT(expect_success(box, "train" + data + "-o k.json --monotone Age=- --monotone Number=+").out,
              HasSubstr("monotone  P('present') never rises as 'Age' rises, never falls as 'Number' rises\n"));
}

TEST_F(MonotoneCli, ConfigFilesHaveItToo) {
  box.write("k.conf", "monotone = Start=-\nmonotone = Age=+:present\n");
  expect_success(box, "train data/kyphosis.csv -t Kyphosis -o k.json --config k.conf -q");
  EXPECT_EQ(recorded("k.json"), "Start=-:present,Age=+:present");
}

TEST_F(MonotoneCli, NoBranchIsRaised) {
  expect_success(box, "train data/kyphosis.csv -t Kyphosis -o k.json --prune none --monotone Start=- -q");
  expect_success(box, "prune k.json --prune error-based -o p.json -q");
  const Outcome refused =
      expect_failure(box, kUsage, "prune k.json --prune error-based --data data/kyphosis.csv -o p.json");
  EXPECT_THAT(refused.err, AllOf(HasSubstr("trained with --monotone"), HasSubstr("leave --data out")));
}

// Names may hold what the option is written with.
TEST_F(MonotoneCli, NamesMayHoldAnything) {
  box.write("odd.csv", "a=+:b,y\n1,u=-\n2,u=-\n3,v\n4,v\n");
  expect_success(box, "train odd.csv -t y -o o.json -q --monotone a=+:b=-:u=-");
  EXPECT_EQ(recorded("o.json"), "a=+:b=-:u=-");
}

struct WrongConstraint {
  const char* line;
  const char* message;
  const char* hint;
};

void PrintTo(const WrongConstraint& wrong, std::ostream* out) {
  *out << wrong.line;
}

class MonotoneRefusal : public Cli, public ::testing::WithParamInterface<WrongConstraint> {};

TEST_P(MonotoneRefusal, IsExplained) {
  const Outcome outcome = expect_failure(box, kUsage, GetParam().line);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().message));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().hint));
}

const WrongConstraint kWrong[] = {
    {"train data/golf.csv -t play -o g.json --monotone humidty=+", "no column to test is called 'humidty'",
     "did you mean 'humidity'?"},
    {"train data/golf.csv -t play -o g.json --monotone outlook=+", "'outlook' holds words", "--ordinal COL=A<B<C"},
    {"train data/golf.csv -t play -o g.json --monotone play=+", "'play' is the target", "name the column"},
    {"train data/golf.csv -t play -o g.json --monotone humidity=+ --monotone humidity=-", "'humidity' is named twice",
     "one way"},
    {"train data/golf.csv -t play -o g.json --monotone humidity", "expected a column, = and + or -", "income=+"},
    {"train data/golf.csv -t play -o g.json --monotone humidity=up", "expected a column, = and + or -", "income=+"},
    {"train data/golf.csv -t play -o g.json --monotone humidity=+:", "expected a column, = and + or -", "LABEL"},
    {"train data/golf.csv -t play -o g.json --monotone humidity=+:Ply", "has no class 'Ply'", "did you mean 'Play'?"},
    {"train data/iris.csv -t species -o g.json --monotone petal_width=+", "has 3 classes: 'setosa'",
     "--monotone petal_width=+:LABEL"},
    {"train data/iris.csv -t species -o g.json --monotone petal_width=+:virginica --monotone petal_length=-:setosa",
     "all columns must be about one label", "choose one"},
    {"train data/diabetes.csv -t progression -o g.json --monotone bmi=+:high", "'high' is about a class", "COL=+"},
    {"train data/stagec.csv -t pgstat --task classification -o g.json --monotone grade=+ --missing fractional",
     "does not go with --missing fractional", "--missing learned"},
    {"evaluate data/golf.csv -t play --monotone humidty=+", "no column to test is called 'humidty'", "'humidity'?"},
};
INSTANTIATE_TEST_SUITE_P(Lines, MonotoneRefusal, ::testing::ValuesIn(kWrong));

}  // namespace
}  // namespace espalier::tool_test::monotone_test
