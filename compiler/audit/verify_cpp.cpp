// A C++ header is compiled with a driver program that answers the vectors with it.
#include <fmt/format.h>

#include <cstdlib>

#include "audit/coverage.hpp"
#include "audit/driver.hpp"
#include "audit/driver_files.hpp"
#include "audit/verify.hpp"
#include "audit/workshop.hpp"
#include "support/diagnostic.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kCompilerOutputKept = 4000;

// Header and source files under their names, in a directory of their own; the driver includes the header from there.
// Returns what has to be compiled: the driver and the source files.
std::vector<std::string> write_subject(const Workshop& workshop, const Model& model,
                                       const std::vector<EmittedFile>& files, const EmitRecord& record) {
  const bool alone = record.language == Language::cpp;
  const std::string header = alone ? "subject.hpp" : "subject/" + files.front().name;
  std::vector<std::string> sources = {"driver.cpp"};
  if (!alone) workshop.make_directory("subject");
  workshop.write(header, files.front().text);
  for (std::size_t i = 1; i < files.size(); ++i) {
    sources.push_back("subject/" + files[i].name);
    workshop.write(sources.back(), files[i].text);
  }
  workshop.write("driver.cpp", emit_driver(model, record, header));
  return sources;
}

std::vector<std::string> compile_command(const std::string& compiler, const VerifyOptions& options,
                                         const std::vector<std::string>& sources, bool witnesses) {
  std::vector<std::string> command = {compiler, "-fno-exceptions", "-fno-rtti"};
  command.insert(command.end(), options.flags.begin(), options.flags.end());
  if (!witnesses) command.emplace_back("-DESPALIER_NO_WITNESSES");
  command.insert(command.end(), sources.begin(), sources.end());
  command.insert(command.end(), {"-o", "driver"});
  return command;
}

}  // namespace

std::optional<std::string> find_compiler(const std::string& wish) {
  const char* from_environment = std::getenv("CXX");
  std::vector<std::string> candidates = {"c++", "g++", "clang++"};
  if (from_environment != nullptr && *from_environment != '\0') candidates.insert(candidates.begin(), from_environment);
  if (!wish.empty()) candidates = {wish};
  for (const std::string& candidate : candidates) {
    if (run_process({candidate, "--version"}, ".", std::chrono::seconds(20)).succeeded()) return candidate;
  }
  return std::nullopt;
}

Verification verify_cpp(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                        const VerifyOptions& options) {
  Verification result;
  const auto compiler = find_compiler(options.compiler);
  if (!compiler) {
    throw Diagnostic(ExitCode::bad_input,
                     options.compiler.empty() ? std::string("no C++ compiler found to verify with")
                                              : fmt::format("cannot run the compiler {}", in_quotes(options.compiler)),
                     "install g++ or name one with --compiler");
  }
  result.compiler = *compiler;

  const Workshop workshop;
  const std::vector<std::string> sources = write_subject(workshop, model, files, record);
  write_driver_rows(model, record, workshop.in("rows"), result);

  const std::string& directory = workshop.path();
  const bool has_witnesses = record.language == Language::cpp;
  ProcessResult built =
      run_process(compile_command(*compiler, options, sources, true), directory, options.compile_timeout);
  if (!built.succeeded()) {
    // Perhaps only the header's own witnesses fail; without them the vectors can tell more.
    result.failure = built.timed_out ? "the compiler took too long" : built.output.substr(0, kCompilerOutputKept);
    if (!has_witnesses) return result;
    built = run_process(compile_command(*compiler, options, sources, false), directory, options.compile_timeout);
    if (!built.succeeded()) return result;
    result.witnesses_held = false;
  }
  result.compiled = true;

  const ProcessResult ran = run_process({"./driver", "rows", "answers"}, directory, options.run_timeout);
  const bool wrong_text = ran.started && !ran.timed_out && ran.exit_code == 3;
  if (!ran.succeeded() && !wrong_text) {
    result.failure = ran.timed_out ? "the compiled program took too long"
                                   : fmt::format("the compiled program ended with code {}", ran.exit_code);
    return result;
  }
  result.ran = true;
  result.texts_agree = !wrong_text;
  compare_driver_answers(model, record, workshop.in("answers"), result);
  if (options.coverage && sources.size() == 1)
    result.coverage = measure_branch_coverage(*compiler, directory, record.space, options);
  return result;
}

}  // namespace espalier
