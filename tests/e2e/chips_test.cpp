// The header on microcontrollers: no warnings, no library, no memory of its own. (The texts of to_string() are string
// literals, which AVR keeps in RAM; a program that does not call it does not have them.)
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "model/model_json.hpp"
#include "support/files.hpp"

namespace espalier::e2e::chips_test {

namespace {

struct Chip {
  std::string name;
  std::string tools;  // prefix of the compiler and binutils
  std::vector<std::string> flags;
  std::vector<std::string> standards;
};

void PrintTo(const Chip& chip, std::ostream* out) {
  *out << chip.name;
}

Chip avr() {
  return {"avr", "avr-", {"-mmcu=atmega328p", "-Os"}, {"c++11", "c++14"}};
}
Chip cortex_m0() {
  return {"arm", "arm-none-eabi-", {"-mcpu=cortex-m0", "-mthumb", "-Os"}, {"c++11", "c++14", "c++17", "c++20"}};
}

Model base_model() {
  Model model;
  model.target = "state";
  model.labels = {"idle", "busy", "faulty"};
  model.missing = MissingPolicy::majority;
  return model;
}

Model float_model() {
  Model model = base_model();
  model.features = {real_feature("current"), real_feature("voltage")};
  TreeMaker maker(3);
  maker.less_equal(0, 0, 2.45, 0);
  maker.less_equal(1, 1, -1e-40, 1);
  maker.less_equal(2, 1, 3.4e38, 0);
  maker.counts(6, {1, 2, 3});
  model.trees = {maker.take()};
  return model;
}

// Sentinels, limits of the types, and literals that do not fit AVR's 16-bit int.
Model whole_model() {
  Model model = base_model();
  model.features = {whole_feature("wide", -2147483647, 2147483647), whole_feature("small", 0, 254),
                    whole_feature("middle", 0, 65534)};
  TreeMaker maker(3);
  maker.less_equal(0, 0, 100000.5, 1);
  maker.less_equal(1, 0, -2147483647, 1);
  maker.less_equal(2, 1, 253, 0);
  maker.less_equal(3, 2, 40000, 0);
  maker.less_equal(5, 2, 65533, 1);
  model.trees = {maker.take()};
  return model;
}

Model category_model() {
  Model model = base_model();
  model.features = {category_feature("phase", numbered("phase ", 300)), category_feature("room", {"hall", "lab"})};
  TreeMaker maker(3);
  maker.member(0, 0, {0, 2, 299}, 0);
  maker.multiway(1, 1, 2, 1);
  maker.member(2, 0, {1, 3}, 1);
  model.trees = {maker.take()};
  return model;
}

// Goldens: hand-made models of what the three above do not have.
Model golden(const std::string& name) {
  const std::string path = fmt::format("{0}/tests/golden/{1}/{1}.json", ESPALIER_SOURCE_DIR, name);
  return read_model(read_file(path), path);
}

Emitted emit_for_chip(const Model& model) {
  LowerOptions options;
  for (const Feature& feature : model.features) {
    if (feature.name == "current" || feature.name == "voltage")
      options.input_types.push_back({feature.name, InputType::float32});
    if (feature.name == "small") options.input_types.push_back({feature.name, InputType::uint8});
    if (feature.name == "middle") options.input_types.push_back({feature.name, InputType::uint16});
  }
  return emit(model, options);
}

std::vector<std::string> compile_command(const Chip& chip, const std::string& standard,
                                         const std::string& kind = "-c") {
  std::vector<std::string> command = {chip.tools + "g++"};
  for (const std::string& flag : strict_flags(standard)) command.push_back(flag);
  command.insert(command.end(), chip.flags.begin(), chip.flags.end());
  command.insert(command.end(), {kind, "caller.cpp", "-o", "caller.out"});
  return command;
}

// libgcc's arithmetic and prologues; memory functions that a compiler may call for a loop.
bool is_compiler_support(const std::string& symbol) {
  static const std::regex kSupport(
      "__aeabi_\\w+|__gnu_thumb1_case_\\w+|__\\w+sf[23]|__\\w+[sd]i[23](_\\w+)?|__float\\w+|__fix\\w+|__tablejump2?__|"
      "__prologue_saves__|__epilogue_restores__|memset|memcpy");
  return std::regex_match(symbol, kSupport);
}

class Chips : public ::testing::TestWithParam<Chip> {
 protected:
  void SetUp() override {
    if (!installed(GetParam().tools + "g++")) GTEST_SKIP() << GetParam().tools << "g++ is not installed";
  }
};

void expect_freestanding(const Chip& chip, const Workbench& bench) {
  const ProcessResult undefined = bench.try_run({chip.tools + "nm", "-u", "caller.out"});
  const std::regex word(R"(U (\w+))");
  for (std::sregex_iterator match(undefined.output.begin(), undefined.output.end(), word), end; match != end; ++match) {
    EXPECT_TRUE(is_compiler_support((*match)[1])) << (*match)[1] << " is needed";
  }
  // size: text data bss; constant texts are text here.
  const ProcessResult sections = bench.try_run({chip.tools + "size", "-A", "caller.out"});
  const std::regex memory(R"(\.(data|bss)\S*\s+(\d+))");
  for (std::sregex_iterator match(sections.output.begin(), sections.output.end(), memory), end; match != end; ++match) {
    EXPECT_EQ((*match)[2], "0") << sections.output;
  }
}

TEST_P(Chips, HeadersCompileAndNeedNothing) {
  for (const Model& model : {float_model(), whole_model(), category_model(), golden("surrogate"), golden("fractional"),
                             golden("regression"), golden("fractional_regression")}) {
    const Emitted emitted = emit_for_chip(model);
    for (const std::string& standard : GetParam().standards) {
      SCOPED_TRACE(fmt::format("{} from {}, {}", model.target, model.features.front().name, standard));
      const Workbench bench;
      bench.write("subject.hpp", emitted.header);
      bench.write("caller.cpp", caller(emitted, Calls::answers));
      ASSERT_TRUE(bench.run(compile_command(GetParam(), standard)));
      expect_freestanding(GetParam(), bench);
    }
  }
}

// Which functions each function of an assembly text calls.
std::map<std::string, std::set<std::string>> call_graph(const std::string& assembly) {
  const std::regex call(R"(^\s+(?:bl|b|rcall|call|rjmp|jmp)\s+(_Z\w+))");
  std::map<std::string, std::set<std::string>> graph;
  std::istringstream lines(assembly);
  std::string inside;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (line.starts_with("_Z") && line.find(':') != std::string::npos) {
      inside = line.substr(0, line.find(':'));
      graph[inside];
    } else if (std::regex_search(line, match, call)) {
      graph[inside].insert(match[1]);
    }
  }
  return graph;
}

TEST_P(Chips, NothingIsRecursive) {
  const Emitted emitted = emit(bushy_model(6000, 5));
  const Workbench bench;
  bench.write("subject.hpp", emitted.header);
  bench.write("caller.cpp", caller(emitted, Calls::answers));
  std::vector<std::string> command = compile_command(GetParam(), "c++11", "-S");
  command.push_back("-fno-inline");
  ASSERT_TRUE(bench.run(command));
  auto graph = call_graph(bench.read("caller.out"));
  ASSERT_GT(graph.size(), 8U);
  // Takes away functions that call none of those left, until nothing is left: there is no cycle.
  for (bool removed = true; removed;) {
    removed = false;
    for (auto function = graph.begin(); function != graph.end();) {
      const auto is_left = [&](const std::string& called) { return graph.contains(called); };
      const bool calls = std::any_of(function->second.begin(), function->second.end(), is_left);
      removed = removed || !calls;
      function = calls ? std::next(function) : graph.erase(function);
    }
  }
  EXPECT_TRUE(graph.empty()) << graph.begin()->first;
}

// AVR's double has 32 bits: a predictor that compares doubles would answer otherwise than the model.
TEST(Avr, RefusesDoubles) {
  if (!installed("avr-g++")) GTEST_SKIP() << "avr-g++ is not installed";
  const Emitted emitted = emit(float_model());
  const Workbench bench;
  bench.write("subject.hpp", emitted.header);
  bench.write("caller.cpp", caller(emitted, Calls::answers));
  const ProcessResult result = bench.try_run(compile_command(avr(), "c++11"));
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.output.find("this predictor compares 64-bit doubles"), std::string::npos) << result.output;
}

INSTANTIATE_TEST_SUITE_P(Families, Chips, ::testing::Values(avr(), cortex_m0()),
                         [](const auto& chip) { return chip.param.name; });

}  // namespace

}  // namespace espalier::e2e::chips_test
