// Help, man page, completion, and the examples they give: all from one set of descriptions, all tried.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::help_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const char* const kCommands[] = {"build",    "train", "prune",   "merge",     "emit",   "predict",
                                 "evaluate", "path",  "tune",    "stability", "verify", "inspect",
                                 "rules",    "draw",  "explain", "diff",      "prove",  "help"};

json described(const Sandbox& box, const std::string& command) {
  const json commands = json::parse(box.run("help --json").out)["commands"];
  for (const json& entry : commands) {
    if (entry["name"] == command) return entry;
  }
  return {};
}

// "  espalier build data/iris.csv ..." below "Examples:".
std::vector<Arguments> examples(const Sandbox& box, const std::string& command) {
  std::istringstream help(box.run({"help", command}).out);
  std::vector<Arguments> found;
  bool reached = false;
  for (std::string line; std::getline(help, line);) {
    reached = reached || line == "Examples:";
    if (!reached || !line.starts_with("  espalier ")) continue;
    Arguments arguments = words(line);
    arguments.erase(arguments.begin());
    found.push_back(std::move(arguments));
  }
  return found;
}

bool is_there(const Sandbox& box, const std::string& program) {
  return box.shell("command -v " + program).exit_code == 0;
}

TEST_F(Cli, HelpListsEveryCommand) {
  const Outcome outcome = expect_success(box, "help");
  for (const char* command : kCommands) EXPECT_THAT(outcome.out, HasSubstr("\n  " + std::string(command) + " "));
  EXPECT_THAT(outcome.out, HasSubstr("Exit codes:"));
  EXPECT_EQ(expect_success(box, "--help").out, outcome.out);
  EXPECT_EQ(expect_success(box, "-h").out, outcome.out);
}

TEST_F(Cli, HelpOfACommandNamesEveryOption) {
  for (const std::string command : kCommands) {
    const std::string help = expect_success(box, {"help", command}).out;
    EXPECT_THAT(help, StartsWith("Usage: espalier " + command)) << command;
    const json entry = described(box, command);
    ASSERT_GE(entry["options"].size(), 5U) << command;
    for (const json& option : entry["options"]) {
      const std::string argument = option["argument"];
      const std::string shown = option["name"].get<std::string>() + (argument.empty() ? "" : " " + argument);
      EXPECT_THAT(help, HasSubstr(shown)) << command;
      EXPECT_FALSE(option["description"].get<std::string>().empty()) << command << shown;
    }
    EXPECT_EQ(expect_success(box, {command, "--help"}).out, help);
    std::istringstream text(help);
    for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 100U) << command << ": " << line;
  }
}

TEST_F(Cli, EveryExampleRuns) {
  std::ifstream forest(ESPALIER_SOURCE_DIR "/tests/cli/iris_forest.json");
  box.write("forest.json", std::string(std::istreambuf_iterator<char>(forest), {}));
  std::size_t tried = 0;
  for (const std::string command : kCommands) {
    const std::vector<Arguments> lines = examples(box, command);
    EXPECT_GE(lines.size(), 2U) << command;
    for (const Arguments& line : lines) {
      EXPECT_EQ(line.at(0), command);
      if (std::find(line.begin(), line.end(), "clang++") != line.end() && !is_there(box, "clang++")) continue;
      expect_success(box, line);
      ++tried;
    }
  }
  EXPECT_GE(tried, 15U);
}

TEST_F(Cli, ManPageIsCleanTroff) {
  const Outcome page = expect_success(box, "help --man");
  EXPECT_THAT(page.out, StartsWith(".TH ESPALIER 1 "));
  for (const std::string command : kCommands) {
    EXPECT_THAT(page.out, HasSubstr(".SS " + command + "\n"));
    EXPECT_THAT(page.out, HasSubstr(".B espalier " + command));
  }
  if (!is_there(box, "man") || !is_there(box, "groff")) GTEST_SKIP() << "man or groff is not installed";
  box.write("espalier.1", page.out);
  const Outcome set =
      box.shell("LC_ALL=C.UTF-8 MANROFFSEQ= man --warnings -E UTF-8 -l -Tutf8 -Z ./espalier.1 >/dev/null");
  EXPECT_EQ(set.exit_code, 0);
  EXPECT_EQ(set.err, "");
  const Outcome text = box.shell("LC_ALL=C.UTF-8 MANWIDTH=200 man -l ./espalier.1 | cat");
  EXPECT_THAT(text.out, AllOf(HasSubstr("--max-depth N"), HasSubstr("--ordinal COL=A<B<C"), HasSubstr("EXIT")));
}

class Completion : public Cli {
 protected:
  // What bash offers for the words, the last of which is being typed.
  std::vector<std::string> offered(const std::string& line) const {
    const Outcome outcome = box.shell("source completion.bash; COMP_WORDS=(" + line +
                                      " ); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _espalier; printf '%s\\n' "
                                      "\"${COMPREPLY[@]}\"");
    EXPECT_EQ(outcome.err, "");
    return words(outcome.out);
  }
  void SetUp() override { box.write("completion.bash", expect_success(box, "help --completion bash").out); }
};

TEST_F(Completion, IsValidBash) {
  const Outcome checked = box.shell("bash -n completion.bash && source completion.bash && complete -p espalier");
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_EQ(checked.err, "");
}

TEST_F(Completion, OffersCommandsAndTheirOptions) {
  EXPECT_EQ(offered("espalier b"), words("build"));
  EXPECT_EQ(offered("espalier ve"), words("verify"));
  EXPECT_EQ(offered("espalier --v"), words("--version"));
  EXPECT_EQ(offered("espalier help ins"), words("inspect"));
  EXPECT_EQ(offered("espalier build data/iris.csv --max"), words("--max-depth --max-leaves --max-nodes"));
  EXPECT_EQ(offered("espalier verify --no"), words("--no-run --no-coverage"));
  EXPECT_EQ(offered("espalier build dat"), words(""));  // left to bash: file names
  for (const std::string command : kCommands) {
    const std::vector<std::string> options = offered("espalier " + command + " --");
    const json entry = described(box, command);
    for (const json& option : entry["options"]) {
      EXPECT_THAT(options, ::testing::Contains(option["name"].get<std::string>())) << command;
    }
  }
}

}  // namespace
}  // namespace espalier::tool_test::help_test
