// A C++ header is compiled with a driver program that answers the vectors with it.
#include "audit/compilers.hpp"
#include "audit/driver.hpp"
#include "audit/verify.hpp"
#include "support/parallel.hpp"
#include "support/subprocess.hpp"

namespace espalier {
namespace {

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
  std::vector<std::string> command = {compiler, "-I.", "-fno-exceptions", "-fno-rtti"};
  const std::vector<std::string> flags = options.flags.empty() ? default_flags(Language::cpp) : options.flags;
  command.insert(command.end(), flags.begin(), flags.end());
  if (!witnesses) command.emplace_back("-DESPALIER_NO_WITNESSES");
  command.insert(command.end(), sources.begin(), sources.end());
  command.insert(command.end(), {"-o", "driver"});
  return command;
}

// The same rows through the functions that count: the counts must be those of the rules that answered. Speed is of no
// interest, and the witnesses have been heard.
bool counts_agree(const std::string& compiler, const std::string& directory, const VerifyOptions& options,
                  const std::vector<std::string>& sources) {
  std::vector<std::string> command = {compiler,
                                      "-I.",
                                      "-std=c++17",
                                      "-O0",
                                      "-fno-exceptions",
                                      "-fno-rtti",
                                      "-DESPALIER_NO_WITNESSES",
                                      "-DESPALIER_COUNT_RULES",
                                      "-o",
                                      "counting"};
  command.insert(command.end(), sources.begin(), sources.end());
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
  const std::vector<std::string> sources = write_subject(workshop, model, files, record);

  const std::string& directory = workshop.path();
  const std::vector<std::string> compile = compile_command(result.compiler, options, sources, true);
  ProcessResult built;
  // The compiler works while the rows are written.
  in_parallel(2, 2, [&](std::size_t piece) {
    if (piece == 0) {
      built = run_process(compile, directory, options.compile_timeout);
    } else {
      write_driver_rows(model, record, workshop.in("rows"), result);
    }
  });
  if (!built.succeeded()) {
    // Perhaps only the header's own witnesses fail; without them the vectors can tell more.
    result.failure = compiler_failure(built);
    if (record.language != Language::cpp) return result;  // it has none
    built = run_process(compile_command(result.compiler, options, sources, false), directory, options.compile_timeout);
    if (!built.succeeded()) return result;
    result.witnesses_held = false;
  }
  result.compiled = true;

  run_driver(model, record, workshop, options, result);
  if (result.ran && options.counters && result.passed()) {
    result.counters_agree = counts_agree(result.compiler, directory, options, sources);
  }
  if (result.ran && options.coverage && sources.size() == 1) {
    result.coverage = measure_branch_coverage(result.compiler, directory, record, options);
  }
  return result;
}

// A C header is compiled with a driver program that answers the vectors with it.

Verification verify_c(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                      const VerifyOptions& options) {
  Verification result;
  result.compiler = require_compiler(options.compiler, Language::c);
  const Workshop workshop;
  workshop.write_runtime();
  workshop.write("subject.h", files.front().text);
  workshop.write("driver.c", emit_driver(model, record, "subject.h"));
  write_driver_rows(model, record, workshop.in("rows"), result);

  std::vector<std::string> command = {result.compiler, "-I."};
  const std::vector<std::string> flags = options.flags.empty() ? default_flags(Language::c) : options.flags;
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"driver.c", "-o", "driver"});
  const ProcessResult built = run_process(command, workshop.path(), options.compile_timeout);
  if (!built.succeeded()) {
    result.failure = compiler_failure(built);
    return result;
  }
  result.compiled = true;

  run_driver(model, record, workshop, options, result);
  if (result.ran && options.coverage) {
    result.coverage = measure_branch_coverage(result.compiler, workshop.path(), record, options);
  }
  return result;
}

}  // namespace espalier
