#include "audit/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "audit/boundary.hpp"
#include "audit/coverage.hpp"
#include "audit/driver.hpp"
#include "audit/judge.hpp"
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

// The bytes that the driver writes for a row (templates/cpp/driver.cpp.inja).
class AnswerFile {
 public:
  AnswerFile(const Model& model, const EmitRecord& record, const std::string& path)
      : file_(path, std::ios::binary), regression_(model.task == Task::regression), type_(record.value_type) {
    answer_.probabilities.resize(model.labels.size());
    if (can_blend(model, record.fields))
      answer_.blended = BlendedRow{std::vector<std::uint32_t>(model.labels.size()), 0, 0, 0};
  }

  // None: the file ends too early.
  const GivenAnswer* next() {
    if (!(regression_ ? values() : labels())) return nullptr;
    if (!answer_.blended) return &answer_;
    BlendedRow& blended = *answer_.blended;
    const bool sums = regression_ ? get(blended.value_sum) : get_all(blended.shares);
    return sums && get(blended.largest) && get(blended.rule) ? &answer_ : nullptr;
  }

 private:
  template <typename T>
  bool get(T& to) {
    return static_cast<bool>(file_.read(reinterpret_cast<char*>(&to), sizeof to));
  }
  template <typename T>
  bool get_all(std::vector<T>& to) {
    const auto size = static_cast<std::streamsize>(to.size() * sizeof(T));
    return static_cast<bool>(file_.read(reinterpret_cast<char*>(to.data()), size));
  }

  bool labels() {
    answer_.batch_label = 0;
    return get(answer_.label) && get(answer_.rule) && get(*answer_.batch_label) && get_all(answer_.probabilities);
  }
  bool values() {
    answer_.batch_value = 0;
    return get_value(answer_.value) && get(answer_.rule) && get_value(*answer_.batch_value);
  }
  bool get_value(double& to) {
    if (type_ == ValueType::float64) return get(to);
    float narrow = 0;
    const bool read = get(narrow);
    to = static_cast<double>(narrow);
    return read;
  }

  std::ifstream file_;
  bool regression_;
  ValueType type_;
  GivenAnswer answer_;
};

void compare_answers(const Model& model, const EmitRecord& record, const std::string& path, Verification& result) {
  AnswerFile answers(model, record, path);
  const Judge judge(model, record.value_type);
  for_each_boundary_vector(model, record.fields, [&](Row row) {
    const GivenAnswer* given = answers.next();
    const std::string objection = given == nullptr ? "nothing" : judge.objection(row, *given);
    if (!objection.empty()) note_mismatch(result, row, judge.expected(row), objection);
  });
}

std::vector<std::string> compile_command(const std::string& compiler, const VerifyOptions& options, bool witnesses) {
  std::vector<std::string> command = {compiler, "-fno-exceptions", "-fno-rtti"};
  command.insert(command.end(), options.flags.begin(), options.flags.end());
  if (!witnesses) command.emplace_back("-DESPALIER_NO_WITNESSES");
  command.insert(command.end(), {"driver.cpp", "-o", "driver"});
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
  ProcessResult built = run_process(compile_command(*compiler, options, true), directory, options.compile_timeout);
  if (!built.succeeded()) {
    // Perhaps only the header's own witnesses fail; without them the vectors can tell more.
    result.failure = built.timed_out ? "the compiler took too long" : built.output.substr(0, kCompilerOutputKept);
    built = run_process(compile_command(*compiler, options, false), directory, options.compile_timeout);
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
  compare_answers(model, record, workshop.in("answers"), result);
  if (options.coverage) result.coverage = measure_branch_coverage(*compiler, directory, record.space, options);
  return result;
}

Verification verify_lowered(const Model& model, const Lowered& lowered) {
  Verification result;
  result.compiled = true;
  result.ran = true;
  const Judge judge(model, lowered.value_type.type);
  result.unreachable_rules = for_each_boundary_vector(model, lowered.fields, [&](Row row) {
    ++result.vectors;
    const Answer answered = answer(lowered, row);
    GivenAnswer given;
    given.label = answered.label;
    given.value = answered.value;
    given.rule = answered.rule;
    given.blended = answered.blended;
    const std::string objection = judge.objection(row, given);
    if (!objection.empty()) note_mismatch(result, row, judge.expected(row), objection);
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
