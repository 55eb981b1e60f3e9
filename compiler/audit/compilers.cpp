#include "audit/compilers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

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
  if (error) throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot make {}", in_quotes(in(name), 400)));
}

void Workshop::write(std::string_view name, std::string_view text) const {
  std::ofstream file(in(name), std::ios::binary);
  file << text;
  if (!file.flush()) throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot write {}", in_quotes(in(name), 400)));
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

}  // namespace

std::optional<std::string> find_compiler(const std::string& wish, Language language) {
  const CompiledLanguage& words = compiled_language(language);
  const char* from_environment = std::getenv(words.variable);
  std::vector<std::string> candidates = words.compilers;
  if (from_environment != nullptr && *from_environment != '\0') candidates.insert(candidates.begin(), from_environment);
  if (!wish.empty()) candidates = {wish};
  for (const std::string& candidate : candidates) {
    if (run_process({candidate, "--version"}, ".", std::chrono::seconds(20)).succeeded()) return candidate;
  }
  return std::nullopt;
}

std::string require_compiler(const std::string& wish, Language language) {
  if (auto compiler = find_compiler(wish, language)) return *std::move(compiler);
  const CompiledLanguage& words = compiled_language(language);
  throw Diagnostic(ExitCode::bad_input,
                   wish.empty() ? fmt::format("no {} compiler found to verify with", words.name)
                                : fmt::format("cannot run the compiler {}", in_quotes(wish)),
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
                                                      const EmitRecord& record, const VerifyOptions& options) {
  const auto run = [&](const std::vector<std::string>& command, std::chrono::seconds timeout) {
    return run_process(command, directory, timeout);
  };
  const ProcessResult version = run({compiler, "--version"}, std::chrono::seconds(20));
  if (version.output.find("Free Software Foundation") == std::string::npos) return std::nullopt;
  const std::string gcov = gcov_beside(compiler);
  if (!run({gcov, "--version"}, std::chrono::seconds(20)).succeeded()) return std::nullopt;

  const CompiledLanguage& language = compiled_language(record.language);
  std::vector<std::string> compile = {compiler, "-I.", "-O0", "--coverage"};
  compile.insert(compile.end(), language.coverage_flags.begin(), language.coverage_flags.end());
  compile.emplace_back(language.driver);
  compile.insert(compile.end(), {"-c", "-o", "covered.o"});
  if (!run(compile, options.compile_timeout).succeeded()) return std::nullopt;
  if (!run({compiler, "--coverage", "covered.o", "-o", "covered"}, options.compile_timeout).succeeded())
    return std::nullopt;
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
