// A C++ header is compiled with a driver program that answers the vectors with it.
#include "audit/compilers.hpp"
#include "audit/coverage.hpp"
#include "audit/driver.hpp"
#include "audit/driver_files.hpp"
#include "audit/verify.hpp"
#include "audit/workshop.hpp"
#include "support/subprocess.hpp"

namespace espalier {
namespace {

std::vector<std::string> compile_command(const std::string& compiler, const VerifyOptions& options, bool witnesses) {
  std::vector<std::string> command = {compiler, "-I.", "-fno-exceptions", "-fno-rtti"};
  const std::vector<std::string> flags = options.flags.empty() ? default_flags(Language::cpp) : options.flags;
  command.insert(command.end(), flags.begin(), flags.end());
  if (!witnesses) command.emplace_back("-DESPALIER_NO_WITNESSES");
  command.insert(command.end(), {"driver.cpp", "-o", "driver"});
  return command;
}

// The same rows through the functions that count: the counts must be those of the rules that answered. Speed is of no
// interest, and the witnesses have been heard.
bool counts_agree(const std::string& compiler, const std::string& directory, const VerifyOptions& options) {
  const std::vector<std::string> command = {compiler,
                                            "-I.",
                                            "-std=c++17",
                                            "-O0",
                                            "-fno-exceptions",
                                            "-fno-rtti",
                                            "-DESPALIER_NO_WITNESSES",
                                            "-DESPALIER_COUNT_RULES",
                                            "driver.cpp",
                                            "-o",
                                            "counting"};
  return run_process(command, directory, options.compile_timeout).succeeded() &&
         run_process({"./counting", "rows", "counted_answers"}, directory, options.run_timeout).succeeded();
}

}  // namespace

Verification verify_cpp(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                        const VerifyOptions& options) {
  Verification result;
  result.compiler = require_compiler(options.compiler, Language::cpp);

  const Workshop workshop;
  workshop.write_runtime();
  workshop.write("subject.hpp", files.front().text);
  workshop.write("driver.cpp", emit_driver(model, record, "subject.hpp"));
  write_driver_rows(model, record, workshop.in("rows"), result);

  const std::string& directory = workshop.path();
  ProcessResult built =
      run_process(compile_command(result.compiler, options, true), directory, options.compile_timeout);
  if (!built.succeeded()) {
    // Perhaps only the header's own witnesses fail; without them the vectors can tell more.
    result.failure = compiler_failure(built);
    built = run_process(compile_command(result.compiler, options, false), directory, options.compile_timeout);
    if (!built.succeeded()) return result;
    result.witnesses_held = false;
  }
  result.compiled = true;

  run_driver(model, record, workshop, options, result);
  if (result.ran && options.counters && result.passed()) {
    result.counters_agree = counts_agree(result.compiler, directory, options);
  }
  if (result.ran && options.coverage) {
    result.coverage = measure_branch_coverage(result.compiler, directory, record, options);
  }
  return result;
}

}  // namespace espalier
