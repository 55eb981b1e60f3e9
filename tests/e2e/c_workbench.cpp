#include "e2e/c_workbench.hpp"

#include <fmt/format.h>

#include "audit/selftest.hpp"
#include "emit/c_header.hpp"
#include "emit/emit.hpp"
#include "model/model_json.hpp"

namespace espalier::e2e {

Emitted emit_c(const Model& model, const LowerOptions& options, const std::string& space) {
  validate(model, "the test's model");
  Emitted emitted;
  emitted.lowered = lower(model, lowering_for(Language::c, model, options));
  EmitOptions emit_options;
  emit_options.language = Language::c;
  emit_options.space = space;
  emitted.header = emit_c_header(model, emitted.lowered, emit_options);
  emitted.record.language = Language::c;
  emitted.record.space = space;
  emitted.record.fields = emitted.lowered.fields;
  emitted.record.value_type = emitted.lowered.value_type.type;
  return emitted;
}

std::vector<std::string> strict_c_flags(const std::string& standard) {
  return {"-std=" + standard, "-Wall",          "-Wextra",           "-Wpedantic",
          "-Wconversion",     "-Wsign-compare", "-Wsign-conversion", "-Wdouble-promotion",
          "-Wshadow",         "-Werror"};
}

std::string second_c_compiler() {
  return installed("clang") ? "clang" : "gcc";
}

std::string c_caller(const Emitted& emitted) {
  const bool regression = emitted.lowered.regression();
  std::string source = R"(#include "subject.h"
#include "subject.h"

P_ANSWER answer_of(const P_input* row);
P_ANSWER answer_of(const P_input* row) {
  return P_predict(row);
}

P_rule rule_of(const P_input* row);
P_rule rule_of(const P_input* row) {
  return P_predict_rule(row);
}

void answers_of(const P_input* rows, size_t count, P_ANSWER* out);
void answers_of(const P_input* rows, size_t count, P_ANSWER* out) {
  P_predict_batch(rows, count, out);
}
)";
  if (!regression) {
    source += R"(
void shares_of(const P_input* row, float* out);
void shares_of(const P_input* row, float* out) {
  P_probabilities(row, out);
}
)";
  }
  const auto replace_all = [&](const std::string& from, const std::string& to) {
    for (std::size_t at; (at = source.find(from)) != std::string::npos;) source.replace(at, from.size(), to);
  };
  replace_all("ANSWER", regression ? "value" : "label");
  replace_all("P_", emitted.record.space + "_");
  return source;
}

::testing::AssertionResult compiles_strictly_as_c(const Emitted& emitted, const std::string& compiler,
                                                  const std::string& standard, const std::vector<std::string>& flags) {
  const Workbench bench;
  bench.write("subject.h", emitted.header);
  bench.write("caller.c", c_caller(emitted));
  std::vector<std::string> command = {compiler, "-ffreestanding"};
  for (const std::string& flag : strict_c_flags(standard)) command.push_back(flag);
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-c", "caller.c", "-o", "caller.o"});
  return bench.run(command);
}

::testing::AssertionResult c_selftest_passes(const Model& model, const Emitted& emitted, const std::string& compiler) {
  const Workbench bench;
  bench.write("subject.h", emitted.header);
  bench.write("selftest.c",
              emit_selftest(model, emitted.lowered, emitted.record.space, "subject.h", Language::c).source);
  std::vector<std::string> command = {compiler, "-O1"};
  for (const std::string& flag : strict_c_flags("c99")) command.push_back(flag);
  command.insert(command.end(), {"selftest.c", "-o", "selftest"});
  if (const auto built = bench.run(command); !built) return built;
  return bench.run({"./selftest"});
}

}  // namespace espalier::e2e
