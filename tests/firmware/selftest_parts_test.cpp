// Self-tests of more vectors than a small chip holds: divided into parts that always compile, and run one by one.
#include <gmock/gmock.h>

#include <cstdint>

#include "support/sandbox.hpp"

namespace espalier::tool_test::selftest_parts_test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

const std::string kSource = ESPALIER_SOURCE_DIR;
constexpr int kSkipped = 77;
constexpr int kTooLarge = 3;

// `rows` rows of four numbers of at most three digits, with a label that no tree can guess: it gets as many leaves as
// it may have.
std::string noise(std::size_t rows, bool real) {
  std::string text = "a,b,c,d,y\n";
  std::uint32_t state = 7;
  const auto next = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return std::to_string((state >> 8U) % below);
  };
  for (std::size_t i = 0; i < rows; ++i) {
    for (int column = 0; column < 4; ++column) text += next(200) + (real ? "." + next(100) : "") + ",";
    text += "k" + next(3) + "\n";
  }
  return text;
}

class SelftestParts : public Cli {
 protected:
  // A model in model.json.
  void train(std::size_t rows, bool real, const std::string& leaves) {
    box.write("noise.csv", noise(rows, real));
    expect_success(box, "train noise.csv -t y --prune none --folds 0 --max-leaves " + leaves + " -o model.json -q");
  }
  bool has(const std::string& program) const { return box.shell("command -v " + program).exit_code == 0; }
  std::size_t parts_of(const std::string& file) const {
    return std::stoul(box.shell("sed -n 's/^#define SELFTEST_PARTS //p' " + file).out);
  }
};

constexpr std::string_view kShorts =
    " --input-type a=int16 --input-type b=int16 --input-type c=int16 --input-type d=int16";
const std::string kAvr =
    "avr-g++ -mmcu=atmega328p -Os -std=c++11 -ffreestanding -Wall -Wextra -Wpedantic -Werror -c selftest.cpp -o "
    "part.o ";
const std::string kAvrInC =
    "avr-gcc -mmcu=atmega328p -Os -std=c99 -ffreestanding -Wall -Wextra -Wpedantic -Werror -c selftest.c -o part.o ";

// 250 rules have about 60 KB of vectors: 4 columns of 2 bytes, a label of 1 and a rule of 1.
TEST_F(SelftestParts, OfHundredsOfRulesRunOnAnAtmega) {
  train(3000, false, "250");
  const Outcome emitted =
      expect_success(box, "emit model.json -o subject.hpp --selftest selftest.cpp" + std::string(kShorts));
  EXPECT_THAT(emitted.out, ::testing::ContainsRegex("selftest  selftest.cpp: [0-9]+,[0-9]+ vectors in [0-9]+ parts\n"));
  EXPECT_GT(parts_of("selftest.cpp") * 8192, 32768U);
  const Outcome ran = box.run_program({kSource + "/tests/firmware/run", "atmega328p", box.path("selftest.cpp")});
  if (ran.exit_code == kSkipped) GTEST_SKIP() << ran.err;
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, MatchesRegex("0 wrong answers in [0-9]+ parts\n"));
}

// The middle one of the thresholds is one too large: some part of the vectors sees it.
TEST_F(SelftestParts, FindAWrongNumberOnAnAtmega) {
  train(3000, false, "250");
  expect_success(box, "emit model.json -o subject.hpp --selftest selftest.cpp -q" + std::string(kShorts));
  std::string header = box.read("subject.hpp");
  const std::string before = " <= ";
  const std::size_t at = header.find(before, header.find("Label predict(") + 8000) + before.size();
  const std::size_t digits = header.find(')', at) - at;
  header.replace(at, digits, std::to_string(std::stoi(header.substr(at, digits)) + 1));
  box.write("subject.hpp", header);
  const Outcome ran = box.run_program({kSource + "/tests/firmware/run", "atmega328p", box.path("selftest.cpp")}, {},
                                      {"CXXFLAGS=-Os -DESPALIER_NO_WITNESSES"});
  if (ran.exit_code == kSkipped) GTEST_SKIP() << ran.err;
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, MatchesRegex("[1-9][0-9]* wrong answers in [0-9]+ parts\n"));
}

// Every part compiles, warning-free, and takes at most 8 KB of flash; without a number it is the first part.
TEST_F(SelftestParts, CompileOneByOneForAnAvr) {
  if (!has("avr-g++")) GTEST_SKIP() << "avr-g++ is not installed";
  train(3000, false, "250");
  expect_success(box, "emit model.json -o subject.hpp --selftest selftest.cpp -q" + std::string(kShorts));
  expect_success(box, "emit model.json --language c -o subject.h --selftest selftest.c -q" + std::string(kShorts));
  EXPECT_EQ(parts_of("selftest.c"), parts_of("selftest.cpp"));
  const std::string vectors = "&& avr-size -A part.o | awk '/progmem/ { sum += $2 } END { print sum }'";
  for (const std::string& compile : {kAvr, kAvrInC}) {
    std::string first;
    for (std::size_t part = 1; part <= parts_of("selftest.c"); ++part) {
      const Outcome made = box.shell(compile + "-DSELFTEST_PART=" + std::to_string(part) + vectors);
      ASSERT_EQ(made.exit_code, 0) << made.err;
      EXPECT_LE(std::stoul(made.out), 8192U);
      EXPECT_GT(std::stoul(made.out), 0U);
      if (part == 1) first = made.out;
    }
    EXPECT_EQ(box.shell(compile + vectors).out, first);
    EXPECT_THAT(box.shell(compile + "-DSELFTEST_PART=1000").err,
                HasSubstr("SELFTEST_PART is the number of a part, 1 to"));
  }
}

// A predictor that takes the flash alone: parts compile, and the runner says why there is nothing to run.
TEST_F(SelftestParts, OfHeadersThatLeaveNoRoomSaySo) {
  if (!has("avr-g++")) GTEST_SKIP() << "avr-g++ is not installed";
  train(8000, true, "1500");
  expect_success(box, "emit model.json -o subject.hpp --selftest selftest.cpp -q");
  EXPECT_EQ(box.shell(kAvr + "-DESPALIER_NO_WITNESSES").exit_code, 0);
  const Outcome ran = box.run_program({kSource + "/tests/firmware/run", "atmega328p", box.path("selftest.cpp")});
  if (ran.exit_code == kSkipped) GTEST_SKIP() << ran.err;
  EXPECT_EQ(ran.exit_code, kTooLarge) << ran.out << ran.err;
  EXPECT_THAT(ran.err,
              HasSubstr("the predictor leaves no room for part 1 of the self-test in the 32 KB of an ATmega328P"));
}

}  // namespace
}  // namespace espalier::tool_test::selftest_parts_test
