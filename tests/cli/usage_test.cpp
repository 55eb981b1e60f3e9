// Wrong command lines: exit code 2 (3 where a named file is at fault), a message, a hint that helps, nothing written.
#include <gmock/gmock.h>

#include <random>

#include "support/sandbox.hpp"

namespace espalier::tool_test::usage_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

struct WrongLine {
  const char* line;
  const char* message;
  const char* hint;
};

void PrintTo(const WrongLine& wrong, std::ostream* out) {
  *out << wrong.line;
}

class Usage : public Cli, public ::testing::WithParamInterface<WrongLine> {};

TEST_P(Usage, IsExplained) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  const Outcome outcome = expect_failure(box, kUsage, GetParam().line);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().message));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().hint));
}

const WrongLine kMisspelt[] = {
    {"buld data/golf.csv", "unknown command 'buld'", "did you mean 'build'?"},
    {"help insepct", "unknown command 'insepct'", "did you mean 'inspect'?"},
    {"xyzzy", "unknown command 'xyzzy'", "see 'espalier help'"},
    {"--versoin", "unknown command '--versoin'", "espalier help"},
    {"build data/golf.csv -t play -o g.hpp --pruen none", "unknown option '--pruen'", "did you mean '--prune'?"},
    {"build data/golf.csv -t play -o g.hpp --jso", "unknown option '--jso'", "did you mean '--json'?"},
    {"build data/golf.csv -t play -o g.hpp -x", "unknown option '-x'", "see 'espalier help build'"},
    {"build data/golf.csv -t play -o g.hpp --prune nnoe", "--prune 'nnoe': expected none", "did you mean 'none'?"},
    {"build data/golf.csv -t play -o g.hpp -a c4.5", "--algorithm 'c4.5'", "did you mean 'c45'?"},
    {"build data/golf.csv -t play -o g.hpp --criterion ginni", "--criterion 'ginni'", "did you mean 'gini'?"},
    {"build data/golf.csv -t play -o g.hpp --missing majorty", "--missing 'majorty'", "did you mean 'majority'?"},
    {"build data/golf.csv -t play -o g.hpp --encoding utf8", "--encoding 'utf8'", "did you mean 'utf-8'?"},
    {"build data/golf.csv -t play -o g.hpp --threshold mid", "--threshold 'mid'", "midpoint, observed, round"},
    {"build data/golf.csv -t play -o g.hpp --categorical-split equals", "--categorical-split 'equals'", "'equal'"},
    {"emit golf.json -o g.hpp --optimize sped", "--optimize 'sped'", "did you mean 'speed'?"},
    {"emit golf.json -o g.hpp --runtime inlined", "--runtime 'inlined'", "did you mean 'inline'?"},
    {"emit golf.json -o g.hpp --fields al", "--fields 'al'", "did you mean 'all'?"},
    {"emit golf.json -o g.hpp --language cc", "--language 'cc': expected cpp, c, sql, rules, cpp-sources",
     "did you mean 'c'?"},
    {"emit golf.json -o g.hpp --dump-after folds", "--dump-after 'folds'", "did you mean 'fold'?"},
    {"emit golf.json -o g.hpp --dump-after share", "no pass share with --optimize readable", "speed or size"},
    {"emit golf.json -o g.hpp --input-type humidty=int16", "no column 'humidty'", "did you mean 'humidity'?"},
    {"help --completion zsh", "no completion for 'zsh'", "bash"},
};
INSTANTIATE_TEST_SUITE_P(Misspelt, Usage, ::testing::ValuesIn(kMisspelt));

const WrongLine kIncomplete[] = {
    {"build", "DATA is missing", "espalier build DATA"},
    {"build data/golf.csv -t play", "-o is missing", "-o predictor.hpp"},
    {"build data/golf.csv -o g.hpp", "--target is missing", "the columns are 'outlook', 'temperature'"},
    {"build data/golf.csv -o g.hpp -t", "'--target' is missing", "see 'espalier help build'"},
    {"train data/golf.csv -t play", "-o is missing", "-o"},
    {"emit golf.json", "-o is missing", "-o"},
    {"predict golf.json", "DATA is missing", "espalier predict MODEL DATA"},
    {"verify", "MODEL is missing", "espalier verify MODEL [HEADER]"},
    {"inspect", "FILE is missing", "espalier inspect FILE"},
};
INSTANTIATE_TEST_SUITE_P(Incomplete, Usage, ::testing::ValuesIn(kIncomplete));

const WrongLine kTooMuch[] = {
    {"build data/golf.csv data/iris.csv -t play -o g.hpp", "unexpected argument 'data/iris.csv'", "DATA [options]"},
    {"build data/golf.csv -t play -t windy -o g.hpp", "'--target' is given more than once", "help build"},
    {"build data/golf.csv -t play -o g.hpp -o h.hpp", "'--output' is given more than once", "help build"},
    {"build data/golf.csv -t play -o g.hpp --json=yes", "'--json' does not take any arguments", ""},
    {"build data/golf.csv --positional x -t play -o g.hpp", "unknown option '--positional'", ""},
    {"build data/golf.csv -t play -o g.hpp -a c45 --alpha 0.1", "--alpha goes with --prune cost-complexity",
     "error-based"},
    {"build data/golf.csv -t play -o g.hpp --ignore play", "both the target and ignored", "drop one"},
    {"evaluate data/golf.csv -t play --fold-file f --test t", "--test excludes --folds, --repeats", "all of DATA"},
    {"evaluate data/golf.csv -t play --repeats 2 --test t", "--test excludes --folds, --repeats", "all of DATA"},
    {"evaluate data/golf.csv -t play --hold-out 0.3 --folds 5", "--hold-out and --folds exclude each other", ""},
    {"evaluate data/golf.csv -t play --fold-file f --repeats 5", "--repeats and --fold-file exclude each other",
     "same"},
    {"evaluate data/golf.csv -t play --fold-file f --folds 5", "--folds and --fold-file exclude", "has the folds"},
    {"evaluate data/golf.csv -t play --hold-out 1.5", "--hold-out", "above 0 and below 1"},
    {"evaluate data/golf.csv -t play --hold-out 30%", "--hold-out", "0.3 for 30 %"},
    {"train data/golf.csv -t play -o m --se-rule --se-margin 0.5", "--se-rule and --se-margin exclude",
     "--se-margin 1"},
    {"train data/golf.csv -t play -o m --alpha 0.1 --se-margin 1", "--alpha and --se-margin exclude", "chooses alpha"},
    {"train data/golf.csv -t play -o m -a c45 --se-margin 1", "--se-margin goes with --prune cost-complexity",
     "error-based"},
    {"evaluate data/golf.csv -t play --repeats 0", "at least 1 round", ""},
    {"evaluate data/golf.csv -t play --repeats 10001", "at most 10,000 rounds", "10 are usual"},
    {"evaluate data/golf.csv -t play --threads two", "--threads", "whole number"},
    {"predict - -", "more than one input is '-'", "name a file"},
    {"verify - -", "more than one input is '-'", "name a file"},
};
INSTANTIATE_TEST_SUITE_P(TooMuch, Usage, ::testing::ValuesIn(kTooMuch));

const WrongLine kValues[] = {
    {"build data/golf.csv -t play -o g.hpp --folds=-5", "--folds '-5': expected a whole number", ""},
    {"build data/golf.csv -t play -o g.hpp --folds 1", "at least 2 folds", "10 is usual"},
    {"build data/golf.csv -t play -o g.hpp --folds 1e3", "--folds '1e3'", ""},
    {"build data/golf.csv -t play -o g.hpp --folds 99999999999", "--folds '99999999999'", ""},
    {"evaluate data/golf.csv -t play --folds 0", "at least 2 folds", ""},
    {"build data/golf.csv -t play -o g.hpp --max-depth -1", "--max-depth '-1': expected a whole number", ""},
    {"build data/golf.csv -t play -o g.hpp --seed=-1", "--seed '-1'", ""},
    {"build data/golf.csv -t play -o g.hpp --min-leaf 1e400", "--min-leaf", ""},
    {"build data/golf.csv -t play -o g.hpp --min-leaf=-1", "--min-leaf '-1': expected a number of rows",
     "--min-leaf 2%"},
    {"build data/golf.csv -t play -o g.hpp --min-gain nan", "--min-gain 'nan': expected a number of at least 0", ""},
    {"build data/golf.csv -t play -o g.hpp --prune cost-complexity --alpha inf",
     "--alpha 'inf': expected a number of at least 0", ""},
    {"build data/golf.csv -t play -o g.hpp --delimiter ab", "--delimiter 'ab'", "'tab'"},
    {"build data/golf.csv -t play -o g.hpp --ordinal x", "found 'x'", "--ordinal COL=low<medium<high"},
    {"build data/golf.csv -t play -o g.hpp --namespace 9x", "--namespace '9x' is not a usable name", "model_9x"},
    {"build data/golf.csv -t play -o g.hpp --namespace class", "is not a usable name", "class_"},
    {"emit golf.json -o g.hpp --input-type humidity", "expected COLUMN=TYPE", "int16"},
    {"emit golf.json -o g.hpp --input-type humidity=int99", "--input-type 'humidity=int99'", "int16"},
};
INSTANTIATE_TEST_SUITE_P(Values, Usage, ::testing::ValuesIn(kValues));

TEST_F(Cli, MissingFilesAreBadInput) {
  for (const char* line :
       {"build nope.csv -t y -o g.hpp", "train nope.csv -t y -o g.json", "emit nope.json -o g.hpp",
        "predict nope.json data/golf.csv -o p.csv", "evaluate nope.csv -t y", "verify nope.json", "inspect nope.csv",
        "build data -t y -o g.hpp", "inspect data", "build data/golf.csv -t play -o g.hpp --schema nope.json",
        "build data/golf.csv -t play -o g.hpp --config nope.cfg", "evaluate data/golf.csv -t play --fold-file nope.txt",
        "evaluate data/golf.csv -t play --test nope.csv"}) {
    EXPECT_THAT(expect_failure(box, kBadInput, line).err, HasSubstr("cannot read '")) << line;
  }
}

TEST_F(Cli, ANamedCompilerMustBeThere) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  for (const char* line :
       {"build data/golf.csv -t play -o g.hpp --compiler nope++", "verify golf.json --compiler nope++"}) {
    EXPECT_THAT(expect_failure(box, kBadInput, line).err, HasSubstr("cannot run the compiler 'nope++'")) << line;
  }
}

TEST_F(Cli, FoldFilesAreChecked) {
  box.write("short.txt", "0\n1\n");
  box.write("words.txt", "0\n1\none\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "evaluate data/golf.csv -t play --fold-file short.txt").err,
              HasSubstr("short.txt"));
  EXPECT_THAT(expect_failure(box, kBadInput, "evaluate data/golf.csv -t play --fold-file words.txt").err,
              AllOf(HasSubstr("words.txt:3:1: error: "), HasSubstr("found 'one'"), HasSubstr("^~~")));
}

TEST_F(Cli, TestFilesAreChecked) {
  const Outcome columns = expect_failure(box, kBadInput, "evaluate data/golf.csv -t play --test data/iris.csv");
  EXPECT_THAT(columns.err, HasSubstr("data/iris.csv:1: error: "));
  box.write("new.csv", "outlook,temperature,humidity,windy,play\nrain,70,80,true,Perhaps\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "evaluate data/golf.csv -t play --test new.csv").err,
              AllOf(HasSubstr("new.csv:2"), HasSubstr("does not occur in the training data")));
}

// Words of real command lines and of none, thrown together: whatever they mean, the tool ends by itself, with a
// documented code, and says something when it refuses.
TEST_F(Cli, RandomCommandLinesNeverCrash) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  const Arguments pool = {"build",
                          "train",
                          "emit",
                          "predict",
                          "evaluate",
                          "verify",
                          "inspect",
                          "help",
                          "data/golf.csv",
                          "golf.json",
                          "-t",
                          "play",
                          "--target=play",
                          "-o",
                          "out",
                          "-",
                          "--",
                          "--json",
                          "-q",
                          "-v",
                          "-qv",
                          "--folds",
                          "3",
                          "-1",
                          "",
                          "=",
                          "--=",
                          "---",
                          "-o=",
                          "--ordinal",
                          "a<b",
                          "play=a<b",
                          "--delimiter",
                          ";",
                          "--ignore",
                          "windy",
                          "--no-verify",
                          "\xff\xfe",
                          "*/",
                          "--config",
                          "--max-depth",
                          "1e9",
                          "--missing-token",
                          "--help",
                          "--version",
                          "--prune",
                          "none",
                          "\n",
                          "%s%n",
                          "{{x}}",
                          "--no-header"};
  std::mt19937 engine(7);
  for (int run = 0; run < 300; ++run) {
    Arguments arguments = {pool[engine() % 8]};
    for (std::size_t count = engine() % 9; count > 0; --count) arguments.push_back(pool[engine() % pool.size()]);
    const Outcome outcome = box.run(arguments);
    EXPECT_EQ(outcome.signal, 0) << ::testing::PrintToString(arguments);
    EXPECT_LE(outcome.exit_code, kCannotWrite) << ::testing::PrintToString(arguments);
    EXPECT_THAT(outcome.err, ::testing::Not(HasSubstr("internal error"))) << ::testing::PrintToString(arguments);
    if (outcome.exit_code < kUsage) continue;
    EXPECT_THAT(outcome.err, HasSubstr("error: ")) << ::testing::PrintToString(arguments);
  }
}

}  // namespace
}  // namespace espalier::tool_test::usage_test
