// The same input and options give the same bytes, in any locale and directory, and the order of rows does not matter.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const char* const kLine = "build data/wine.csv -t cultivar -a c45 -o wine.hpp --model wine.json --selftest wine.cpp";

struct Written {
  std::string header, model, selftest, report;
  friend bool operator==(const Written&, const Written&) = default;
};

Written build(const Sandbox& box, const Environment& environment = {}) {
  const Outcome outcome = box.run(words(kLine), {}, environment);
  EXPECT_EQ(outcome.exit_code, kDone) << outcome.err;
  return {box.read("wine.hpp"), box.read("wine.json"), box.read("wine.cpp"), outcome.out};
}

TEST_F(Cli, TwoRunsWriteTheSameBytes) {
  const Written first = build(box);
  EXPECT_EQ(build(box), first);
  const Sandbox elsewhere;
  EXPECT_EQ(build(elsewhere), first);
  for (const std::string& text : {first.header, first.model, first.selftest}) {
    EXPECT_THAT(text, Not(HasSubstr(box.path(""))));
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  }
}

TEST_F(Cli, LocaleAndTimeZoneDoNotMatter) {
  const Written first = build(box);
  const Outcome locales = box.shell("locale -a");
  for (const char* locale : {"C", "C.utf8", "de_DE.utf8", "tr_TR.utf8"}) {
    if (locales.out.find(locale) == std::string::npos) continue;
    const std::string setting = locale;
    EXPECT_EQ(build(box, {"LC_ALL=" + setting, "LANG=" + setting, "TZ=Asia/Tokyo"}), first) << locale;
  }
  EXPECT_EQ(build(box, {"LC_ALL=no_SUCH.locale"}), first);
}

TEST_F(Cli, TheNumberOfThreadsDoesNotMatter) {
  for (const char* line : {"evaluate data/wine.csv -t cultivar --folds 3 --repeats 2 --json",
                           "evaluate data/diabetes.csv -t progression --folds 3 --prune-folds 4 --json",
                           "train data/stagec.csv -t pgstat --folds 3 -o - --quiet"}) {
    const Outcome alone = box.run(words(std::string(line) + " --threads 1"));
    EXPECT_EQ(alone.exit_code, kDone) << alone.err;
    for (const char* threads : {"2", "3", "16", "0"}) {
      EXPECT_EQ(box.run(words(std::string(line) + " --threads " + threads)).out, alone.out) << line << threads;
    }
  }
}

// The rows in another order: the same tree. (The model records the SHA-256 of the file, which differs.)
TEST_F(Cli, OrderOfRowsDoesNotMatter) {
  for (const char* name : {"wine", "golf", "iris"}) {
    std::istringstream file(box.read("data/" + std::string(name) + ".csv"));
    std::string header;
    std::getline(file, header);
    std::vector<std::string> rows;
    for (std::string row; std::getline(file, row);) rows.push_back(row);
    const std::string target = header.substr(header.rfind(',') + 1);
    const auto tree = [&](const std::string& data) {
      box.write("rows.csv", data);
      const Outcome outcome =
          expect_success(box, {"train", "rows.csv", "-t", target, "-a", "c45", "-o", "tree.json", "--folds", "0"});
      const std::string model = box.read("tree.json");
      return model.substr(0, model.find("\"provenance\""));
    };
    const std::string expected = tree(box.read("data/" + std::string(name) + ".csv"));
    std::mt19937 engine(11);
    for (int round = 0; round < 3; ++round) {
      std::shuffle(rows.begin(), rows.end(), engine);
      std::string shuffled = header + "\n";
      for (const std::string& row : rows) shuffled += row + "\n";
      EXPECT_EQ(tree(shuffled), expected) << name;
    }
  }
}

}  // namespace
}  // namespace espalier::tool_test
