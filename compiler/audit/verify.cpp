#include "audit/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "audit/boundary.hpp"
#include "audit/coverage.hpp"
#include "audit/driver.hpp"
#include "audit/raw_rows.hpp"
#include "model/interpret.hpp"
#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMismatchesKept = 5;
constexpr std::size_t kCompilerOutputKept = 4000;

std::string answer_text(const Model& model, std::uint32_t label, std::uint32_t rule) {
  const std::string name =
      label < model.labels.size() ? in_quotes(model.labels[label]) : fmt::format("label {}", label);
  return fmt::format("{} by rule {}", name, rule);
}

bool same_bits(const std::vector<double>& a, Row b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// Neighbouring rules share faces, so a vector can come more than once; it is shown once.
void note_mismatch(Verification& result, Row row, std::string expected, std::string answered) {
  ++result.mismatches;
  const auto is_shown = [&](const Mismatch& shown) { return same_bits(shown.row, row); };
  if (result.first.size() == kMismatchesKept || std::any_of(result.first.begin(), result.first.end(), is_shown)) return;
  result.first.push_back({{row.begin(), row.end()}, std::move(expected), std::move(answered)});
}

// The files of one verification, in a directory that goes with it.
struct Workshop {
  TemporaryDirectory directory;
  std::string in(std::string_view name) const { return directory.path() + "/" + std::string(name); }
  void write(std::string_view name, std::string_view text) const {
    std::ofstream file(in(name), std::ios::binary);
    file << text;
    if (!file.flush())
      throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot write {}", in_quotes(in(name), 400)));
  }
};

void write_rows(const Model& model, const std::vector<Field>& fields, const std::string& path, Verification& result) {
  std::ofstream file(path, std::ios::binary);
  std::string bytes;
  result.unreachable_rules = for_each_boundary_vector(model, fields, [&](Row row) {
    ++result.vectors;
    bytes.assign(1, '\1');  // "one more row"
    append_raw_row(model, fields, row, bytes);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  });
  file.put('\0');
  if (!file.flush()) throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot write {}", in_quotes(path, 400)));
}

struct Answer {
  std::uint32_t label = 0;
  std::uint32_t rule = 0;
  std::uint32_t batch_label = 0;
  std::vector<float> probabilities;
};

bool read_answer(std::ifstream& file, Answer& answer) {
  const auto get = [&](void* to, std::size_t size) {
    return static_cast<bool>(file.read(static_cast<char*>(to), static_cast<std::streamsize>(size)));
  };
  return get(&answer.label, sizeof answer.label) && get(&answer.rule, sizeof answer.rule) &&
         get(&answer.batch_label, sizeof answer.batch_label) &&
         get(answer.probabilities.data(), answer.probabilities.size() * sizeof(float));
}

// What differs between the answer and the model, in words; empty if nothing does.
std::string difference(const Model& model, const Prediction& expected, const Answer& answer) {
  if (answer.label != expected.label || answer.rule != expected.rule) {
    return answer_text(model, answer.label, answer.rule);
  }
  if (answer.batch_label != answer.label) return "another label by predict_batch";
  for (std::size_t i = 0; i < answer.probabilities.size(); ++i) {
    const float exact = static_cast<float>(expected.probabilities[i]);
    if (std::bit_cast<std::uint32_t>(exact) != std::bit_cast<std::uint32_t>(answer.probabilities[i])) {
      return fmt::format("probability {} of {} instead of {}", answer.probabilities[i], in_quotes(model.labels[i]),
                         exact);
    }
  }
  return {};
}

void compare_answers(const Model& model, const std::vector<Field>& fields, const std::string& path,
                     Verification& result) {
  std::ifstream file(path, std::ios::binary);
  const Interpreter interpreter(model);
  Answer answer;
  answer.probabilities.resize(model.labels.size());
  for_each_boundary_vector(model, fields, [&](Row row) {
    const Prediction expected = interpreter.predict(row);
    const std::string expected_text = answer_text(model, expected.label, expected.rule);
    if (!read_answer(file, answer)) return note_mismatch(result, row, expected_text, "nothing");
    const std::string answered = difference(model, expected, answer);
    if (!answered.empty()) note_mismatch(result, row, expected_text, answered);
  });
}

std::vector<std::string> compile_command(const std::string& compiler, std::vector<std::string> extra) {
  std::vector<std::string> command = {compiler, "-std=c++17", "-fno-exceptions", "-fno-rtti"};
  command.insert(command.end(), extra.begin(), extra.end());
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

Verification verify_header(const Model& model, std::string_view header, const EmitRecord& record,
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
  workshop.write("subject.hpp", header);
  workshop.write("driver.cpp", emit_driver(model, record, "subject.hpp"));
  write_rows(model, record.fields, workshop.in("rows"), result);

  const std::string& directory = workshop.directory.path();
  ProcessResult built = run_process(compile_command(*compiler, {"-O1", "driver.cpp", "-o", "driver"}), directory,
                                    options.compile_timeout);
  if (!built.succeeded()) {
    // Perhaps only the header's own witnesses fail; without them the vectors can tell more.
    result.failure = built.timed_out ? "the compiler took too long" : built.output.substr(0, kCompilerOutputKept);
    built = run_process(compile_command(*compiler, {"-O1", "-DESPALIER_NO_WITNESSES", "driver.cpp", "-o", "driver"}),
                        directory, options.compile_timeout);
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
  compare_answers(model, record.fields, workshop.in("answers"), result);
  if (options.coverage) result.coverage = measure_branch_coverage(*compiler, directory, record.space, options);
  return result;
}

Verification verify_lowered(const Model& model, const Lowered& lowered) {
  Verification result;
  result.compiled = true;
  result.ran = true;
  const Interpreter interpreter(model);
  result.unreachable_rules = for_each_boundary_vector(model, lowered.fields, [&](Row row) {
    ++result.vectors;
    const Prediction expected = interpreter.predict(row);
    const std::uint32_t label = run(lowered.labels, row);
    const std::uint32_t rule = run(lowered.rules, row);
    if (label != expected.label || rule != expected.rule) {
      note_mismatch(result, row, answer_text(model, expected.label, expected.rule), answer_text(model, label, rule));
    }
  });
  return result;
}

std::string describe_row(const Model& model, const std::vector<Field>& fields, const std::vector<double>& row) {
  std::vector<std::string> parts;
  for (const Field& field : fields) {
    const Feature& feature = model.features[field.feature];
    const double value = row[field.feature];
    std::string text;
    if (std::isnan(value)) {
      text = "missing";
    } else if (feature.kind == FeatureKind::categorical) {
      text = value < 0 ? "unknown" : in_quotes(feature.categories[static_cast<std::size_t>(value)], 40);
    } else if (std::isinf(value)) {
      text = value < 0 ? "-infinity" : "infinity";
    } else {
      text = shortest(value);
    }
    parts.push_back(fmt::format("{} = {}", printable(feature.name, 40), text));
  }
  return enumerate(parts, 12);
}

}  // namespace espalier
