// A C header is compiled with a driver program that answers the vectors with it.
#include "audit/compilers.hpp"
#include "audit/coverage.hpp"
#include "audit/driver.hpp"
#include "audit/driver_files.hpp"
#include "audit/verify.hpp"
#include "audit/workshop.hpp"
#include "support/subprocess.hpp"

namespace espalier {

Verification verify_c(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                      const VerifyOptions& options) {
  Verification result;
  result.compiler = require_compiler(options.compiler, Language::c);
  const Workshop workshop;
  workshop.write("subject.h", files.front().text);
  workshop.write("driver.c", emit_driver(model, record, "subject.h"));
  write_driver_rows(model, record, workshop.in("rows"), result);

  std::vector<std::string> command = {result.compiler};
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
