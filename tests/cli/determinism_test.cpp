// The same input and options give the same bytes, in any locale and directory, and the order of rows does not matter.
#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::determinism_test {
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

// A decimal comma, letters that change case in another way, another day: machines rarely have these locales, so they
// are made here.
TEST_F(Cli, LocaleAndTimeZoneDoNotMatter) {
  const Written first = build(box);
  const std::string abroad = "TZ=JST-9";  // Tokyo's
  for (const char* locale : {"C", "C.UTF-8", "no_SUCH.locale"}) {
    const std::string setting = locale;
    EXPECT_EQ(build(box, {"LC_ALL=" + setting, "LANG=" + setting, abroad}), first) << locale;
  }
  if (box.shell("test -d /usr/share/i18n/locales && command -v localedef").exit_code != 0) {
    GTEST_SKIP() << "no locale can be made: localedef or its sources (Debian: locales) are not installed";
  }
  for (const std::string locale : {"de_DE", "tr_TR"}) {
    const Outcome made = box.shell("localedef --no-archive -i " + locale + " -f UTF-8 ./" + locale + ".utf8");
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const std::string setting = locale + ".utf8";
    EXPECT_EQ(build(box, {"LOCPATH=" + box.path(""), "LC_ALL=" + setting, "LANG=" + setting, abroad}), first) << locale;
  }
}

TEST_F(Cli, TheNumberOfThreadsDoesNotMatter) {
  for (const char* line : {"evaluate data/wine.csv -t cultivar --folds 3 --repeats 2 --json",
                           "evaluate data/diabetes.csv -t progression --folds 3 --prune-folds 4 --json",
                           "evaluate data/stagec.csv -t pgstat --folds 3 --repeats 2 --by ploidy --by g2 --json",
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
}  // namespace espalier::tool_test::determinism_test
