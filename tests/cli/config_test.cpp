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
  const std::pair<const char*, const char*> mistakes[] = {
      {"trget = play\n", "did you mean 'target'?"},
      {"max-depth = x\n", "--max-depth 'x': expected a whole number"},
      {"prune = none\nprune = none\n", "more than once"},
      {"no such line\n", "'no such line'"},
      {"[prune]\nmethod = none\n", "unknown option 'prune.method'"},
      {"no-verify = perhaps\n", "'perhaps'"},
      {"algorithm = c54\n", "did you mean 'c45'?"},
      {"t = play\n", "unknown option 't'"},
  };
  for (const auto& [content, message] : mistakes) {
    box.write("bad.cfg", content);
    const Outcome outcome = box.run("build data/golf.csv -t play -o g.hpp --config bad.cfg");
    EXPECT_TRUE(outcome.exit_code == kBadInput || outcome.exit_code == kUsage) << content;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << content;
    EXPECT_FALSE(box.has("g.hpp"));
  }
}

}  // namespace
}  // namespace espalier::tool_test::config_test
