#include "e2e/workbench.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "audit/verify.hpp"
#include "emit/names.hpp"
#include "model/model_json.hpp"

namespace espalier::e2e {

namespace {

constexpr std::size_t kOutputShown = 3000;

}  // namespace

Emitted emit(const Model& model, const LowerOptions& options, const std::string& space) {
  validate(model, "the test's model");
  Emitted emitted;
  emitted.lowered = lower(model, options);
  EmitOptions emit_options;
  emit_options.space = space;
  emitted.header = emit_cpp_header(model, emitted.lowered, emit_options);
  emitted.record = {space, emitted.lowered.fields, ""};
  return emitted;
}

std::vector<std::string> strict_flags(const std::string& standard) {
  return {"-std=" + standard, "-ffreestanding", "-fno-exceptions", "-fno-rtti",          "-Wall",    "-Wextra",
          "-Wpedantic",       "-Wconversion",   "-Wsign-compare",  "-Wdouble-promotion", "-Wshadow", "-Werror"};
}

bool installed(const std::string& program) {
  return run_process({program, "--version"}, ".", std::chrono::seconds(30)).succeeded();
}

std::string caller(const Emitted& emitted) {
  return fmt::format(
      R"(#include "subject.hpp"
#include "subject.hpp"

uint32_t answer(const {0}::Input& row, float (&out)[{0}::label_count]);
uint32_t answer(const {0}::Input& row, float (&out)[{0}::label_count]) {{
  {0}::probabilities(row, out);
  return static_cast<uint32_t>({0}::predict(row)) + {0}::predict_rule(row);
}}

const char* answer_all(const {0}::Input* rows, size_t count, {0}::Label* out);
const char* answer_all(const {0}::Input* rows, size_t count, {0}::Label* out) {{
  {0}::predict_batch(rows, count, out);
  return {0}::to_string(*out);
}}
)",
      emitted.record.space);
}

void Workbench::write(const std::string& name, std::string_view text) const {
  std::ofstream file(path(name), std::ios::binary);
  file << text;
  ASSERT_TRUE(file.flush()) << "cannot write " << path(name);
}

std::string Workbench::read(const std::string& name) const {
  std::ifstream file(path(name), std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool Workbench::has(const std::string& name) const {
  return std::filesystem::exists(path(name));
}

ProcessResult Workbench::try_run(const std::vector<std::string>& command) const {
  return run_process(command, directory_.path(), std::chrono::seconds(300));
}

::testing::AssertionResult Workbench::run(const std::vector<std::string>& command, double* seconds) const {
  const auto begin = std::chrono::steady_clock::now();
  const ProcessResult result = try_run(command);
  if (seconds != nullptr) {
    *seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  if (result.succeeded()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << fmt::format("{}\nended with {}{}:\n{}", fmt::join(command, " "),
                                                      result.exit_code, result.timed_out ? " (too late)" : "",
                                                      result.output.substr(0, kOutputShown));
}

::testing::AssertionResult compiles_strictly(const Emitted& emitted, const std::string& compiler,
                                             const std::string& standard) {
  const Workbench bench;
  bench.write("subject.hpp", emitted.header);
  bench.write("caller.cpp", caller(emitted));
  std::vector<std::string> command = {compiler};
  const std::vector<std::string> flags = strict_flags(standard);
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-c", "caller.cpp", "-o", "caller.o"});
  return bench.run(command);
}

::testing::AssertionResult verifies(const Model& model, const Emitted& emitted, const std::string& compiler) {
  VerifyOptions options;
  options.compiler = compiler;
  const Verification result = verify_header(model, emitted.header, emitted.record, options);
  if (result.passed() && result.vectors > 0) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure()
                 << fmt::format("{} of {} vectors differ with {}; witnesses {}, texts {}\n{}\n", result.mismatches,
                                result.vectors, result.compiler, result.witnesses_held ? "held" : "failed",
                                result.texts_agree ? "agree" : "differ", result.failure);
  for (const Mismatch& mismatch : result.first) {
    failure << describe_row(model, emitted.record.fields, mismatch.row) << ": expected " << mismatch.expected
            << ", got " << mismatch.answered << "\n";
  }
  return failure << emitted.header;
}

}  // namespace espalier::e2e
