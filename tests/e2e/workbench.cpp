#include "e2e/workbench.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
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
  emitted.record = {Language::cpp, space, emitted.lowered.fields, "", emitted.lowered.value_type.type};
  return emitted;
}

std::vector<std::string> strict_flags(const std::string& standard) {
  return {"-std=" + standard, "-ffreestanding", "-fno-exceptions", "-fno-rtti",          "-Wall",    "-Wextra",
          "-Wpedantic",       "-Wconversion",   "-Wsign-compare",  "-Wdouble-promotion", "-Wshadow", "-Werror"};
}

bool installed(const std::string& program) {
  return run_process({program, "--version"}, ".", std::chrono::seconds(30)).succeeded();
}

std::string second_compiler() {
  return installed("clang++") ? "clang++" : "g++";
}

std::string caller(const Emitted& emitted, Calls calls) {
  const bool regression = emitted.lowered.regression();
  std::string source = R"(#include "subject.hpp"
#include "subject.hpp"
namespace S = SPACE;

S::ANSWER answer_of(const S::Input& row);
S::ANSWER answer_of(const S::Input& row) {
  return S::predict(row);
}
)";
  if (calls != Calls::predict) {
    source += R"(
uint32_t rule_of(const S::Input& row);
uint32_t rule_of(const S::Input& row) {
  return S::predict_rule(row);
}

void answers_of(const S::Input* rows, size_t count, S::ANSWER* out);
void answers_of(const S::Input* rows, size_t count, S::ANSWER* out) {
  S::predict_batch(rows, count, out);
}

void answers_by_column(const S::Columns& columns, size_t count, S::ANSWER* out);
void answers_by_column(const S::Columns& columns, size_t count, S::ANSWER* out) {
  S::predict_columns(columns, count, out);
}

S::Input row_of(const S::Element* values);
S::Input row_of(const S::Element* values) {
  return S::row_from_array(values);
}
)";
  }
  if (calls != Calls::predict && !regression) {
    source += R"(
void shares_of(const S::Input& row, float (&out)[S::label_count]);
void shares_of(const S::Input& row, float (&out)[S::label_count]) {
  S::probabilities(row, out);
}

float margin_of(const S::Input& row);
float margin_of(const S::Input& row) {
  return S::margin(row);
}
)";
  }
  if (calls == Calls::all && !regression) {
    source += R"(
const char* text_of(S::Label label);
const char* text_of(S::Label label) {
  return S::to_string(label);
}
)";
  }
  if (calls == Calls::all) {
    source += R"(
const char* name_of(uint32_t field);
const char* name_of(uint32_t field) {
  return S::field_name(field);
}
)";
  }
  if (calls == Calls::all && emitted.header.find(" describe_rule(RuleId rule)") != std::string::npos) {
    source += R"(
const char* words_of(S::RuleId rule);
const char* words_of(S::RuleId rule) {
  return S::describe_rule(rule);
}
)";
  }
  const std::string answer = regression ? "Value" : "Label";
  for (std::size_t at; (at = source.find("ANSWER")) != std::string::npos;) source.replace(at, 6, answer);
  return source.replace(source.find("SPACE"), 5, emitted.record.space);
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

double Workbench::processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

::testing::AssertionResult Workbench::run(const std::vector<std::string>& command, double* seconds) const {
  const double before = processor_seconds();
  const ProcessResult result = try_run(command);
  if (seconds != nullptr) *seconds = processor_seconds() - before;
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

::testing::AssertionResult verifies(const Model& model, const Emitted& emitted, const std::string& compiler,
                                    const std::string& standard) {
  VerifyOptions options;
  options.compiler = compiler;
  options.flags = {"-std=" + standard, "-O2"};
  const Verification result = verify_files(model, {{"", emitted.header}}, emitted.record, options);
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
