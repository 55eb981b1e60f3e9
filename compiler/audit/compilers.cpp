#include "audit/compilers.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "audit/verify.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kCompilerOutputKept = 4000;

struct CompilerWords {
  const char* variable;  // of the environment
  std::vector<std::string> programs;
  const char* language;
  std::vector<std::string> flags;
};

CompilerWords words_of(Language language) {
  if (language == Language::c) return {"CC", {"cc", "gcc", "clang"}, "C", {"-std=c99", "-O1"}};
  return {"CXX", {"c++", "g++", "clang++"}, "C++", {"-std=c++17", "-O1"}};
}

}  // namespace

std::optional<std::string> find_compiler(const std::string& wish, Language language) {
  const CompilerWords words = words_of(language);
  const char* from_environment = std::getenv(words.variable);
  std::vector<std::string> candidates = words.programs;
  if (from_environment != nullptr && *from_environment != '\0') candidates.insert(candidates.begin(), from_environment);
  if (!wish.empty()) candidates = {wish};
  for (const std::string& candidate : candidates) {
    if (run_process({candidate, "--version"}, ".", std::chrono::seconds(20)).succeeded()) return candidate;
  }
  return std::nullopt;
}

std::string require_compiler(const std::string& wish, Language language) {
  if (auto compiler = find_compiler(wish, language)) return *std::move(compiler);
  const CompilerWords words = words_of(language);
  throw Diagnostic(ExitCode::bad_input,
                   wish.empty() ? fmt::format("no {} compiler found to verify with", words.language)
                                : fmt::format("cannot run the compiler {}", in_quotes(wish)),
                   fmt::format("install {} or name one with --compiler", words.programs[1]));
}

std::vector<std::string> default_flags(Language language) {
  return words_of(language).flags;
}

std::string compiler_failure(const ProcessResult& built) {
  return built.timed_out ? "the compiler took too long" : built.output.substr(0, kCompilerOutputKept);
}

}  // namespace espalier
