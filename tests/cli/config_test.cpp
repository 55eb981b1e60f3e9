// --config: every option from a file, so that a model can be rebuilt from what is checked in.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::config_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST_F(Cli, ConfigFileGivesTheOptions) {
  box.write("golf.cfg",
            "# how the golf model is made\ntarget = play\nalgorithm = c45\nprune = none\noutput = golf.hpp\n"
            "ignore = temperature\nmodel = golf.json\nno-verify = true\n");
  EXPECT_THAT(expect_success(box, "build data/golf.csv --config golf.cfg").out, HasSubstr("decision program only"));
  const std::string from_file = box.read("golf.hpp");
  expect_success(box, "build data/golf.csv -t play -a c45 --prune none --ignore temperature -o golf.hpp");
  EXPECT_EQ(box.read("golf.hpp"), from_file);
}

TEST_F(Cli, CommandLineWinsOverConfigFile) {
  box.write("golf.cfg", "target = windy\nalgorithm = id3\noutput = wrong.hpp\n");
  const Outcome outcome = expect_success(box, "build data/golf.csv --config golf.cfg -t play -a c45 -o golf.hpp");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("grown with c45"), HasSubstr("play         2 categories  <- target")));
  EXPECT_TRUE(box.has("golf.hpp"));
  EXPECT_FALSE(box.has("wrong.hpp"));
}

TEST_F(Cli, ConfigFileCanAskForJson) {
  box.write("json.cfg", "json = true\n");
  EXPECT_EQ(expect_success(box, "inspect data/golf.csv --config json.cfg").out.front(), '{');
  const Outcome error = box.run("inspect nope.csv --config json.cfg");
  EXPECT_EQ(error.exit_code, kBadInput);
  EXPECT_THAT(error.out, HasSubstr("\"error\""));
}

TEST_F(Cli, MistakesInAConfigFileAreExplained) {
  struct Mistake {
    std::string content;
    std::string message;
    std::string hint;
  };
  const Mistake mistakes[] = {
      {"trget = play\n", "bad.cfg:1:1: error: unknown option 'trget'", "did you mean 'target'?"},
      {"# depth\n\n  max-depth = x\n", "bad.cfg:3:3: error: --max-depth 'x': expected a whole number",
       "a config file has lines like"},
      {"prune = none\nfolds = 0\nprune = none\n", "bad.cfg:3:1: error: option 'prune' is given more than once",
       "line 1 has it, too"},
      {"folds = 0\nno such line\n", "bad.cfg:2:1: error: expected 'option = value', found 'no such line'",
       "a config file has lines like"},
      {"[prune]\nmethod = none\n", "bad.cfg:1:1: error: options stand in no sections", "leave the line out"},
      {"no-verify = perhaps\n", "bad.cfg:1:1: error: ", ""},
      {"algorithm = c54\n", "bad.cfg:1:1: error: --algorithm", "did you mean 'c45'?"},
      {"t = play\n", "bad.cfg:1:1: error: unknown option 't'", ""},
      {"--max-depth = 5\n", "bad.cfg:1:1: error: unknown option '--max-depth'", "did you mean 'max-depth'?"},
      {"ordinal = outlook\n", "error: expected COL=low<medium<high", ""},
  };
  for (const auto& [content, message, hint] : mistakes) {
    box.write("bad.cfg", content);
    const Outcome outcome = box.run("build data/golf.csv -t play -o g.hpp --config bad.cfg");
    EXPECT_TRUE(outcome.exit_code == kBadInput || content.starts_with("ordinal")) << content << outcome.err;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(message), HasSubstr(hint))) << content;
    EXPECT_FALSE(box.has("g.hpp"));
  }
}

// A list grows, line by line; any other option is given once.
TEST_F(Cli, ListsInAConfigFileHaveALineForEachValue) {
  box.write("golf.cfg",
            "target = play\r\nignore = windy\r\nignore = humidity  # not measured any more\r\nfolds = 0\r\n");
  const std::string out = expect_success(box, "train data/golf.csv --config golf.cfg -o golf.json").out;
  EXPECT_EQ(box.read("golf.json").find("\"humidity\""), std::string::npos) << out;
  EXPECT_EQ(box.read("golf.json").find("\"windy\""), std::string::npos) << out;
}

}  // namespace
}  // namespace espalier::tool_test::config_test
