// Code is compiled with a driver program that answers the vectors with it.
#include "audit/compilers.hpp"
#include "audit/driver.hpp"
#include "audit/language_checks.hpp"
#include "audit/verify.hpp"
#include "support/parallel.hpp"
#include "support/subprocess.hpp"

namespace espalier {
namespace {

// A single file beside the driver; or a file and those that belong to it under their names, in a directory of their
// own. Returns what has to be compiled: the driver and the files that are not included.
std::vector<std::string> write_subject(const Workshop& workshop, const Model& model,
                                       const std::vector<EmittedFile>& files, const EmitRecord& record) {
  const CompiledLanguage& language = compiled_language(record.language);
  const bool alone = !row_of(record.language).has_parts;
  const std::string subject = alone ? std::string(language.subject) : "subject/" + files.front().name;
  std::vector<std::string> sources = {std::string(language.driver)};
  if (!alone) workshop.make_directory("subject");
  workshop.write(subject, files.front().text);
  for (std::size_t i = 1; i < files.size(); ++i) {
    sources.push_back("subject/" + files[i].name);
    workshop.write(sources.back(), files[i].text);
  }
  workshop.write(language.driver, language.driver_source(model, record, subject));
  return sources;
}

void append_to(std::vector<std::string>& command, const std::vector<std::string>& words) {
  command.insert(command.end(), words.begin(), words.end());
}

std::vector<std::string> compile_command(const CompiledLanguage& language, const std::string& compiler,
                                         const VerifyOptions& options, const std::vector<std::string>& sources,
                                         bool witnesses) {
  std::vector<std::string> command = compiler_command(compiler);
  append_to(command, language.fixed_flags);
  append_to(command, options.flags.empty() ? language.flags : options.flags);
  if (!witnesses) command.emplace_back("-DESPALIER_NO_WITNESSES");
  append_to(command, sources);
  append_to(command, {"-o", "driver"});
  return command;
}

// The same rows through the functions that count: the counts must be those of the rules that answered. Speed is of no
// interest, and the witnesses have been heard.
bool counts_agree(const CompiledLanguage& language, const std::string& compiler, const std::string& directory,
                  std::chrono::seconds limit, const VerifyOptions& options, const std::vector<std::string>& sources) {
  std::vector<std::string> command = compiler_command(compiler);
  append_to(command, language.fixed_flags);
  append_to(command, {language.flags.front(), "-O0", "-DESPALIER_NO_WITNESSES", "-DESPALIER_COUNT_RULES", "-o"});
  command.emplace_back("counting");
  append_to(command, sources);
  return run_process(command, directory, limit).succeeded() &&
         run_process({"./counting", "rows", "counted_answers"}, directory, options.run_timeout).succeeded();
}

}  // namespace

Verification verify_compiled(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                             const VerifyOptions& options) {
  const CompiledLanguage& language = compiled_language(record.language);
  Verification result;
  result.compiler = require_compiler(options.compiler, record.language);

  const Workshop workshop;
  workshop.write_runtime();
  const std::vector<std::string> sources = write_subject(workshop, model, files, record);

  const std::string& directory = workshop.path();
  std::size_t bytes = 0;
  for (const EmittedFile& file : files) bytes += file.text.size();
  const std::chrono::seconds limit = options.compile_timeout.value_or(compile_limit(bytes));
  const std::vector<std::string> compile = compile_command(language, result.compiler, options, sources, true);
  ProcessResult built;
  // The compiler works while the rows are written.
  in_parallel(2, 2, [&](std::size_t piece) {
    if (piece == 0) {
      built = run_process(compile, directory, limit);
    } else {
      write_driver_rows(model, record, workshop.in("rows"), result);
    }
  });
  if (!built.succeeded()) {
    result.failure = compiler_failure(built);
    std::vector<std::string> flags = language.fixed_flags;
    append_to(flags, options.flags.empty() ? language.flags : options.flags);
    result.obstacle = compiler_obstacle(built, result.compiler, flags, language, workshop);
    if (!result.obstacle.empty()) return result;
    if (!language.has_witnesses || row_of(record.language).has_parts) return result;
    // Perhaps only the code's own witnesses fail; without them the vectors can tell more.
    built = run_process(compile_command(language, result.compiler, options, sources, false), directory, limit);
    if (!built.succeeded()) return result;
    result.witnesses_held = false;
  }
  result.compiled = true;

  run_driver(model, record, workshop, options, result);
  const bool counts = language.has_counters && model.combination == Combination::single;
  if (result.ran && options.counters && counts && result.passed()) {
    result.counters_agree = counts_agree(language, result.compiler, directory, limit, options, sources);
  }
  if (result.ran && options.coverage && sources.size() == 1 && !language.coverage_flags.empty()) {
    result.coverage = measure_branch_coverage(result.compiler, directory, record, limit, options);
  }
  return result;
}

}  // namespace espalier
