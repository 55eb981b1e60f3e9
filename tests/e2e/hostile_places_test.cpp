// Hostile names in the other places where they can reach a header: its namespace, the model's provenance, and a CSV
// file that goes all the way through `build`.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/command.hpp"
#include "e2e/hostile_names.hpp"
#include "e2e/tokens.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "emit/names.hpp"

namespace espalier::e2e::hostile_places_test {

namespace {

Model small_model() {
  Model model;
  model.target = "answer";
  model.labels = {"no", "yes"};
  model.features = {real_feature("x"), category_feature("kind", {"a", "b", "c"})};
  TreeMaker maker(2);
  const std::uint32_t first = maker.less_equal(0, 0, 0.1);
  maker.member(first, 1, {0, 2});
  model.trees = {maker.take()};
  return model;
}

// All of them in one program, after what a service or a sketch includes anyway.
TEST(HostileNamespaces, LiveBesideTheCLibrary) {
  const Model model = small_model();
  const Workbench bench;
  std::string source;
  for (const char* header : {"assert", "ctype", "errno", "float", "inttypes", "limits", "locale", "math", "setjmp",
                             "signal", "stdio", "stdlib", "string", "time", "unistd", "wchar", "sys/stat"}) {
    source += fmt::format("#include <{}.h>\n", header);
  }
  std::set<std::string> spaces;
  for (const std::string& wish : hostile_names()) {
    const std::string space = namespace_name(wish);
    if (!spaces.insert(space).second) continue;
    const std::string file = fmt::format("model_{}.hpp", spaces.size());
    bench.write(file, emit(model, {}, space).header);
    source += fmt::format("#include \"{}\"\n", file);
  }
  ASSERT_GT(spaces.size(), 100U);
  bench.write("all.cpp", source);
  for (const std::string& compiler : {std::string("g++"), second_compiler()}) {
    EXPECT_TRUE(
        bench.run({compiler, "-std=gnu++14", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-fsyntax-only", "all.cpp"}));
  }
}

// The driver and the self-test have names of their own, too.
TEST(HostileNamespaces, DoNotMeetTheDriversNames) {
  const Model model = small_model();
  for (const char* wish : {"subject", "wrong_texts", "read", "vectors", "answers", "row", "value"}) {
    const std::string space = namespace_name(wish);
    EXPECT_TRUE(verifies(model, emit(model, {}, space), "g++")) << wish;
  }
}

TEST(HostileProvenance, StaysInsideItsComments) {
  Model tame = small_model();
  tame.provenance.tool = "espalier";
  tame.provenance.rows = 5;
  tame.provenance.evaluation = Evaluation{"guess", 0.5};
  const std::vector<Token> expected = tokenize(emit(tame).header);
  for (const std::string& name : hostile_names()) {
    Model model = tame;
    model.provenance.tool = name;
    model.provenance.options = {{name, name}, {"b", name}};
    model.provenance.evaluation = Evaluation{name, 0.5};
    model.target = name;
    const std::string header = emit(model).header;
    ASSERT_EQ(tokenize(header), expected) << name;
    ASSERT_EQ(header.find("\\\n"), std::string::npos) << name;
  }
}

TEST(HostileProvenance, CompilesWithoutWarnings) {
  Model model = small_model();
  model.target = "back\\";
  model.provenance = {"back\\", "", 5, {}, std::nullopt, Evaluation{"?\?/", 0.5}};
  for (const std::string& name : hostile_names()) model.provenance.options.emplace_back(name, name);
  EXPECT_TRUE(compiles_strictly(emit(model), "g++", "c++11"));
  EXPECT_TRUE(compiles_strictly(emit(model), second_compiler(), "c++20"));
}

std::string csv_cell(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

int build(const Workbench& bench, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"build", bench.path("data.csv"), "-o", bench.path("data.hpp"), "--quiet"});
  return cli::run_program(arguments);
}

void expect_strict(const Workbench& bench) {
  for (const std::string& compiler : {std::string("g++"), second_compiler()}) {
    std::vector<std::string> command = {compiler};
    const std::vector<std::string> flags = strict_flags("c++11");
    command.insert(command.end(), flags.begin(), flags.end());
    bench.write("use.cpp", "#include \"data.hpp\"\n#include \"data.hpp\"\n");
    command.insert(command.end(), {"-fsyntax-only", "use.cpp"});
    EXPECT_TRUE(bench.run(command));
  }
}

// A categorical column and a target that have every name as a value.
TEST(HostileCsv, CategoriesAndLabelsGoThroughBuild) {
  const std::vector<std::string>& names = hostile_names();
  for (const char* algorithm : {"c45", "cart"}) {
    const Workbench bench;
    std::string csv = "kind,x,answer\n";
    for (std::size_t i = 0; i < 4 * names.size(); ++i) {
      csv +=
          fmt::format("{},{},{}\n", csv_cell(names[i % names.size()]), i % 7, csv_cell(names[(7 * i) % names.size()]));
    }
    bench.write("data.csv", csv);
    ASSERT_EQ(
        build(bench, {"--target", "answer", "-a", algorithm, "--prune", "none", "--folds", "0", "--max-depth", "12"}),
        0);
    expect_strict(bench);
  }
}

// Every name as a column, each of them needed by the tree: column i alone tells class i from the others.
TEST(HostileCsv, ColumnsGoThroughBuild) {
  const std::vector<std::string>& names = hostile_names();
  const Workbench bench;
  std::string csv;
  for (const std::string& name : names) csv += csv_cell(name) + ",";
  csv += "\"the\r\ntarget */\"\n";
  for (std::size_t row = 0; row < 3 * names.size(); ++row) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool own = i == row % names.size();
      csv += i % 2 == 0 ? (own ? "1.5," : "-0.25,") : (own ? "on," : "off,");
    }
    csv += fmt::format("class {}\n", row % names.size());
  }
  bench.write("data.csv", csv);
  ASSERT_EQ(build(bench, {"--target", "the\r\ntarget */", "--prune", "none", "--folds", "0"}), 0);
  expect_strict(bench);
}

}  // namespace

}  // namespace espalier::e2e::hostile_places_test
