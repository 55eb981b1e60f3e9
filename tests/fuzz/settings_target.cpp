// What users write beside their data: a schema file, a line %%, a config file, a line %%, and words of a command line.
// Nothing is run: commands parse and check their options.
#include <boost/program_options.hpp>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/config_file.hpp"
#include "cli/parsing.hpp"
#include "data/schema.hpp"
#include "fuzz/fuzz.hpp"

namespace espalier::fuzz {
namespace {

namespace po = boost::program_options;

constexpr const char* kTable = "age,city,size,when,y\n1,a,S,2020-01-02,p\n2,b,M,2021-02-03,q\n3,b,L,2022-03-04,p\n";

void check_schema(std::string_view text) {
  const SchemaOverrides overrides = parse_schema(text, "schema.json");
  Warnings warnings;
  const Table table = parse_table("t.csv", kTable, {}, warnings);
  const Schema schema = infer_schema(table, merge({}, overrides), warnings);
  require(schema.columns.size() == table.columns(), "another number of columns");
  require_presentable(warnings);
}

// As cli/program.cpp parses: the command line first, then the config file.
void check_command(cli::Command& command, const std::string& config, std::string_view line) {
  const po::options_description options = cli::options_of(command).all();
  po::variables_map values;
  try {
    const po::parsed_options parsed = cli::parse_words(cli::words_of(line), options);
    po::store(parsed, values);
    cli::add_given(parsed.options, options, command.given);
    cli::add_given(cli::parse_config(config, "espalier.cfg", options, values), options, command.given);
    po::notify(values);
  } catch (const po::error& error) {
    cli::explain(error, options, "see 'espalier help'");
  }
  // What stands elsewhere is not read: it would be another input.
  if (values.count("schema") > 0 || values.count("config") > 0) return;
  command.check();
}

// Everything is tried: what one part is refused for says nothing about the next.
template <typename Check>
void attempt(const Check& check) {
  try {
    check();
  } catch (const Diagnostic& diagnostic) {
    require_presentable(diagnostic);
  }
}

}  // namespace

void check_input(std::string_view input) {
  const std::vector<std::string_view> parts = parts_of(input, 3);
  attempt([&] { check_schema(parts[0]); });
  for (const std::unique_ptr<cli::Command>& command : cli::all_commands()) {
    attempt([&] { check_command(*command, std::string(parts[1]), parts[2]); });
  }
}

}  // namespace espalier::fuzz
