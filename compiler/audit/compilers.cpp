#include "audit/compilers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "audit/language_checks.hpp"
#include "audit/verify.hpp"
#include "emit/render.hpp"
#include "support/diagnostic.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"

namespace espalier {

void Workshop::make_directory(std::string_view name) const {
  std::error_code error;
  std::filesystem::create_directory(in(name), error);
  if (!error) return;
  throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot make {}: {}", in_quotes(in(name), 400), error.message()),
                   kTemporaryHint);
}

void Workshop::write(std::string_view name, std::string_view text) const {
  write_temporary_file(in(name), text);
}

void Workshop::write_runtime() const {
  constexpr std::string_view kFolder = "runtime/include/";
  std::error_code ignored;  // write() reports what comes of it
  std::filesystem::create_directory(in("espalier"), ignored);
  for (const EmbeddedText& entry : embedded_texts()) {
    if (entry.name.starts_with(kFolder)) write(entry.name.substr(kFolder.size()), entry.text);
  }
}

namespace {

constexpr std::size_t kCompilerOutputKept = 4000;

// What a compiler says of a part of it (assembler, linker) that a signal ended: for want of room, of memory, of time.
// Such a line begins with the name of a program; one about the source begins with that of a file.
std::string ended_by_signal(const std::string& output) {
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const auto says = [&](std::string_view words) { return line.find(words) != std::string::npos; };
    const bool of_linker = line.starts_with("collect2: ") && says("terminated with signal");
    const bool of_driver = (line.starts_with("clang") && says("due to signal")) ||
                           (line.find(':') == line.find(": fatal error: ") && says("signal terminated program"));
    if (of_linker || of_driver) return line;
  }
  return {};
}

}  // namespace

std::vector<std::string> compiler_command(const std::string& compiler) {
  std::error_code error;
  if (compiler.find(' ') == std::string::npos || std::filesystem::exists(compiler, error)) return {compiler};
  std::istringstream words(compiler);
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

std::chrono::seconds compile_limit(std::size_t bytes) {
  constexpr std::size_t kBytesPerSecond = 10'000;  // the slowest that was seen is 200,000
  return std::chrono::seconds(60 + bytes / kBytesPerSecond);
}

std::string compiler_obstacle(const ProcessResult& built, const std::string& compiler,
                              const std::vector<std::string>& flags, const CompiledLanguage& language,
                              const Workshop& workshop) {
  const std::string name = in_quotes(compiler, 200);
  if (!built.started) return fmt::format("the compiler {} cannot be run any more", name);
  if (built.timed_out) return fmt::format("the compiler {} does not come to an end", name);
  if (built.exit_code >= 128) return fmt::format("the compiler {} was ended by signal {}", name, built.exit_code - 128);
  if (const std::string said = ended_by_signal(built.output); !said.empty()) {
    return fmt::format("the compiler {} could not come to an end: {}", name, printable(said, 200));
  }
  const std::string source = "empty_" + std::string(language.driver);
  workshop.write(source, language.empty_program);
  std::vector<std::string> command = compiler_command(compiler);
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {source, "-o", "empty"});
  const ProcessResult probe = run_process(command, workshop.path(), compile_limit(0));
  if (probe.succeeded()) return "";
  const std::string said =
      probe.timed_out ? "it does not come to an end" : probe.output.substr(0, probe.output.find('\n'));
  return fmt::format("the compiler {} cannot compile an empty program: {}", name, printable(said, 200));
}

namespace {

// What the user named in the environment; empty: nothing.
std::string named_in_environment(const CompiledLanguage& language) {
  const char* const value = std::getenv(language.variable);
  return value == nullptr ? "" : value;
}

}  // namespace

std::optional<std::string> find_compiler(const std::string& wish, Language language) {
  const CompiledLanguage& words = compiled_language(language);
  const std::string named = wish.empty() ? named_in_environment(words) : wish;
  const std::vector<std::string> candidates = named.empty() ? words.compilers : std::vector<std::string>{named};
  for (const std::string& candidate : candidates) {
    std::vector<std::string> command = compiler_command(candidate);
    if (command.empty()) continue;
    command.emplace_back("--version");
    if (run_process(command, ".", std::chrono::seconds(20)).succeeded()) return candidate;
  }
  return std::nullopt;
}

std::string no_compiler_text(const std::string& wish, Language language) {
  const CompiledLanguage& words = compiled_language(language);
  if (!wish.empty()) return fmt::format("cannot run the compiler {}", in_quotes(wish));
  const std::string named = named_in_environment(words);
  if (named.empty()) return fmt::format("no {} compiler found", words.name);
  return fmt::format("${} is {}, which cannot be run", words.variable, in_quotes(named, 200));
}

std::string require_compiler(const std::string& wish, Language language) {
  if (auto compiler = find_compiler(wish, language)) return *std::move(compiler);
  const CompiledLanguage& words = compiled_language(language);
  throw Diagnostic(ExitCode::bad_input, no_compiler_text(wish, language),
                   fmt::format("install {} or name one with --compiler", words.compilers[1]));
}

const std::vector<std::string>& quick_flags(Language language) {
  return compiled_language(language).quick_flags;
}

std::string compiler_failure(const ProcessResult& built) {
  return built.timed_out ? "the compiler took too long" : built.output.substr(0, kCompilerOutputKept);
}

namespace {

constexpr std::size_t kReportLimit = std::size_t{1} << 30;

// g++-12 has gcov-12 beside it: a gcov of another version cannot read its notes.
std::string gcov_beside(const std::string& compiler) {
  const auto at = std::min(compiler.rfind("g++"), compiler.rfind("gcc"));
  if (at == std::string::npos) return "gcov";
  return compiler.substr(0, at) + "gcov" + compiler.substr(at + 3);
}

BranchCoverage count_branches(const nlohmann::json& report, const EmitRecord& record) {
  const auto is_answering_function = compiled_language(record.language).is_answering_function;
  BranchCoverage coverage;
  for (const auto& file : report.at("files")) {
    std::set<std::string> functions;
    for (const auto& function : file.at("functions")) {
      if (!is_answering_function(function.at("demangled_name").get<std::string>(), record)) continue;
      functions.insert(function.at("name").get<std::string>());
    }
    for (const auto& line : file.at("lines")) {
      if (!line.contains("function_name") || !functions.contains(line["function_name"].get<std::string>())) continue;
      for (const auto& branch : line.at("branches")) {
        ++coverage.branches;
        coverage.taken += branch.at("count").get<double>() > 0 ? 1 : 0;
      }
    }
  }
  return coverage;
}

}  // namespace

std::optional<BranchCoverage> measure_branch_coverage(const std::string& compiler, const std::string& directory,
                                                      const EmitRecord& record, std::chrono::seconds limit,
                                                      const VerifyOptions& options) {
  const auto run = [&](const std::vector<std::string>& command, std::chrono::seconds timeout) {
    return run_process(command, directory, timeout);
  };
  std::vector<std::string> ask = compiler_command(compiler);
  ask.emplace_back("--version");
  const ProcessResult version = run(ask, std::chrono::seconds(20));
  if (version.output.find("Free Software Foundation") == std::string::npos) return std::nullopt;
  const std::string gcov = gcov_beside(compiler);
  if (!run({gcov, "--version"}, std::chrono::seconds(20)).succeeded()) return std::nullopt;

  const CompiledLanguage& language = compiled_language(record.language);
  std::vector<std::string> compile = compiler_command(compiler);
  compile.insert(compile.end(), {"-I.", "-O0", "--coverage"});
  compile.insert(compile.end(), language.coverage_flags.begin(), language.coverage_flags.end());
  compile.emplace_back(language.driver);
  compile.insert(compile.end(), {"-c", "-o", "covered.o"});
  if (!run(compile, limit).succeeded()) return std::nullopt;
  std::vector<std::string> link = compiler_command(compiler);
  link.insert(link.end(), {"--coverage", "covered.o", "-o", "covered"});
  if (!run(link, limit).succeeded()) return std::nullopt;
  run({"./covered", "rows", "covered_answers"}, options.run_timeout);
  const ProcessResult report = run_process({gcov, "--branch-probabilities", "--json-format", "--stdout", "covered.o"},
                                           directory, options.run_timeout, kReportLimit);
  if (!report.succeeded()) return std::nullopt;
  try {
    const BranchCoverage coverage = count_branches(nlohmann::json::parse(report.output), record);
    if (coverage.branches == 0) return std::nullopt;
    return coverage;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace espalier
