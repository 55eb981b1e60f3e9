// Generated headers on the chips they are made for: every boundary vector of the self-test is answered by a Cortex-M0
// (QEMU) and an ATmega328P (simavr), and what a predictor takes of their memory is where it should be.
#include <gmock/gmock.h>

#include <map>
#include <sstream>
#include <tuple>

#include "support/sandbox.hpp"

namespace espalier::tool_test::firmware_test {
namespace {

const std::string kSource = ESPALIER_SOURCE_DIR;
constexpr int kSkipped = 77;

struct Subject {
  std::string name;
  std::string command;  // that makes it
};

const Subject kSubjects[] = {
    {"iris", "build data/iris.csv -t species --prune none"},                         // floats
    {"stagec", "build data/stagec.csv -t pgstat --missing majority --max-depth 4"},  // sentinels, categories
    {"golf", "build data/golf.csv -t play -a c45 --prune none"},                     // blends
    {"surrogate", "emit " + kSource + "/tests/golden/surrogate/surrogate.json"},     // fallbacks
    {"regression", "emit " + kSource + "/tests/golden/regression/regression.json"},  // values
};

class Firmware : public Cli, public ::testing::WithParamInterface<std::tuple<Subject, std::string, std::string>> {
 protected:
  // Makes subject.hpp and selftest.cpp.
  void make() const {
    const Subject& subject = std::get<0>(GetParam());
    const bool builds = subject.command.starts_with("build");
    const std::string options = " --shape " + std::get<1>(GetParam()) + " -o subject.hpp --selftest selftest.cpp -q";
    expect_success(box, subject.command + options + (builds ? " --folds 0 --no-verify" : ""));
  }
  const std::string& chip() const { return std::get<2>(GetParam()); }
};

TEST_P(Firmware, AnswersAsTheModelDoes) {
  make();
  const Outcome ran = box.run_program({kSource + "/tests/firmware/run", chip(), box.path("selftest.cpp")});
  if (ran.exit_code == kSkipped) GTEST_SKIP() << ran.err;
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.out, "0 wrong answers\n");
}

INSTANTIATE_TEST_SUITE_P(Each, Firmware,
                         ::testing::Combine(::testing::ValuesIn(kSubjects), ::testing::Values("branches", "table"),
                                            ::testing::Values("cortex-m0", "atmega328p")),
                         [](const auto& tested) {
                           std::string name = std::get<0>(tested.param).name + "_" + std::get<1>(tested.param) + "_" +
                                              std::get<2>(tested.param);
                           std::erase(name, '-');
                           return name;
                         });

// The runner tells wrong answers: a self-test whose header was tampered with fails on the chip, too.
TEST_F(Cli, FirmwareWithAWrongNumberIsFoundOut) {
  expect_success(box,
                 "build data/iris.csv -t species --prune none --shape table -o iris.hpp --selftest selftest.cpp "
                 "--folds 0 --no-verify -q");
  box.shell("sed -i 's/1071644672,/1071644673,/; s/^static_assert.*rule.*//' iris.hpp");
  for (const std::string chip : {"cortex-m0", "atmega328p"}) {
    const Outcome ran = box.run_program({kSource + "/tests/firmware/run", chip, box.path("selftest.cpp")});
    if (ran.exit_code == kSkipped) continue;
    EXPECT_EQ(ran.exit_code, 1) << ran.out << ran.err;
    EXPECT_THAT(ran.out, ::testing::MatchesRegex("[1-9][0-9]* wrong answers\n"));
  }
}

// Section -> bytes, as size -A prints them; sections without bytes are left out.
std::map<std::string, int> sections(const std::string& printed) {
  std::map<std::string, int> bytes;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    int size = 0;
    if (words >> name >> size && name.starts_with(".") && size > 0) bytes[name] = size;
  }
  return bytes;
}

// What AVR keeps in RAM is .data, .rodata and .bss.
TEST_F(Cli, TablesStayInTheFlashOfAnAvr) {
  if (box.shell("command -v avr-g++").exit_code != 0) GTEST_SKIP() << "avr-g++ is not installed";
  for (const Subject& subject : kSubjects) {
    const bool builds = subject.command.starts_with("build");
    expect_success(box, subject.command + " --shape table -o subject.hpp --namespace subject -q" +
                            (builds ? " --folds 0 --no-verify" : ""));
    box.write("caller.cpp",
              "#include \"subject.hpp\"\n"
              "unsigned long answer(const subject::Input& row) {\n"
              "  return static_cast<unsigned long>(subject::predict(row)) + subject::predict_rule(row);\n}\n");
    const Outcome compiled = box.shell(
        "avr-g++ -mmcu=atmega328p -Os -std=c++14 -ffreestanding -c caller.cpp -o caller.o && avr-size -A caller.o");
    ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
    const std::map<std::string, int> used = sections(compiled.out);
    int in_flash = 0;
    for (const auto& [name, bytes] : used) {
      for (const char* in_ram : {".data", ".rodata", ".bss"}) EXPECT_FALSE(name.starts_with(in_ram)) << name;
      if (name.starts_with(".progmem")) in_flash += bytes;
    }
    EXPECT_GT(in_flash, 0) << subject.name;
  }
}

// Several trees, their sums in whole numbers: the chips answer as the model does.
TEST_F(Cli, ForestsAnswerOnChipsAsTheModelDoes) {
  for (const std::string forest : {"forest_vote", "forest_mean_size", "forest_numbers"}) {
    expect_success(box, "emit " + kSource + "/tests/golden/" + forest + "/" + forest +
                            ".json --optimize size -o subject.hpp --selftest selftest.cpp -q");
    for (const std::string chip : {"cortex-m0", "atmega328p"}) {
      const Outcome ran = box.run_program({kSource + "/tests/firmware/run", chip, box.path("selftest.cpp")});
      if (ran.exit_code == kSkipped) continue;
      EXPECT_EQ(ran.exit_code, 0) << forest << " on " << chip << "\n" << ran.out << ran.err;
    }
  }
}

// Twenty trees of depth 5 over four columns of int16, by votes and by shares: 640 rules, thousands of vectors. A chip
// answers those of a part of the self-test; `tests/firmware/run` without numbers has all.
TEST_F(Cli, AForestOfTwentyTreesAnswersOnChips) {
  const std::string types = " --input-type x0=int16 --input-type x1=int16 --input-type x2=int16 --input-type x3=int16";
  for (const std::string kind : {"vote", "mean"}) {
    const std::string maker =
        kSource + "/tests/bench/predict/forests.py 20 5 --columns 4 --labels 3 --integers --kind ";
    ASSERT_EQ(box.shell("python3 " + maker + kind + " > forest.json").exit_code, 0);
    expect_success(box, "emit forest.json --optimize size" + types + " -o forest.hpp --selftest selftest.cpp -q");
    EXPECT_THAT(box.read("forest.hpp"), ::testing::HasSubstr("leaf_from(tables::nodes"));  // auto: the table is smaller
    for (const std::string chip : {"cortex-m0", "atmega328p"}) {
      const Outcome ran = box.run_program({kSource + "/tests/firmware/run", chip, box.path("selftest.cpp"), "11"});
      if (ran.exit_code == kSkipped) continue;
      EXPECT_EQ(ran.exit_code, 0) << kind << " on " << chip << "\n" << ran.out << ran.err;
      EXPECT_THAT(ran.out, ::testing::StartsWith("0 wrong answers"));
    }
  }
}

// What the object file asks of others: no label needs a floating-point routine.
TEST_F(Cli, LabelsOfForestsNeedNoFloatingPoint) {
  const std::string of_floats = "__aeabi_[df]|__aeabi_[a-z]*2[df]|[sd]f[23]?$|__[a-z]*[sd]i[sd]f$|float";
  const auto symbols = [&](const std::string& options, const std::string& compile, const std::string& nm) {
    expect_success(box, "emit " + kSource + "/tests/golden/" + options + " --namespace subject -q");
    const Outcome compiled = box.shell(compile);
    EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
    return box.shell(nm + " -u caller.o | grep -E '" + of_floats + "'").out;
  };
  box.write("caller.cpp",
            "#include \"subject.hpp\"\nunsigned answer(const subject::Input& row) { return "
            "static_cast<unsigned>(subject::predict(row)); }\n");
  box.write("caller.c",
            "#include \"subject.h\"\nunsigned answer(const subject_input* row) { return subject_predict(row); }\n");
  struct Chip {
    std::string cpp, c, nm;
  };
  const Chip chips[] = {
      {"arm-none-eabi-g++ -mcpu=cortex-m0 -mthumb -Os -std=c++14 -c caller.cpp -o caller.o",
       "arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os -std=c99 -c caller.c -o caller.o", "arm-none-eabi-nm"},
      {"avr-g++ -mmcu=atmega328p -Os -std=c++14 -c caller.cpp -o caller.o",
       "avr-gcc -mmcu=atmega328p -Os -std=c99 -c caller.c -o caller.o", "avr-nm"}};
  for (const Chip& chip : chips) {
    if (box.shell("command -v " + chip.nm).exit_code != 0) continue;
    for (const std::string model : {"forest_vote/forest_vote.json", "forest_mean_size/forest_mean_size.json",
                                    "forest_scores_misra/forest_scores_misra.json"}) {
      // Floats are compared by their bits; C takes them as whole numbers.
      EXPECT_EQ(symbols(model + " --optimize size -o subject.hpp", chip.cpp, chip.nm), "") << model;
      EXPECT_EQ(symbols(model + " --language c --input-type y=int16*0.01 -o subject.h", chip.c, chip.nm), "") << model;
    }
    // Tables compare keys, whatever the goal; and so do early exits.
    EXPECT_EQ(symbols("forest_table/forest_table.json --shape table -o subject.hpp", chip.cpp, chip.nm), "");
    EXPECT_EQ(symbols("forest_vote/forest_vote.json --shape table --early-exit -o subject.hpp", chip.cpp, chip.nm), "");
    // The look at symbols is worth something: comparing floats as floats does need a routine.
    EXPECT_NE(symbols("forest_vote/forest_vote.json -o subject.hpp", chip.cpp, chip.nm), "");
  }
}

}  // namespace
}  // namespace espalier::tool_test::firmware_test
