#include "audit/driver_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fstream>

#include "audit/boundary.hpp"
#include "audit/judge.hpp"
#include "audit/raw_rows.hpp"
#include "support/diagnostic.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMismatchesKept = 5;

bool same_bits(const std::vector<double>& a, Row b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// The bytes that the driver writes for a row (templates/<language>/driver).
class AnswerFile {
 public:
  AnswerFile(const Model& model, const EmitRecord& record, const std::string& path)
      : file_(path, std::ios::binary),
        regression_(model.task == Task::regression),
        type_(record.value_type),
        has_ways_(record.language == Language::cpp || record.language == Language::cpp_sources ||
                  record.language == Language::c) {
    answer_.probabilities.resize(model.labels.size());
    if (can_blend(model, record.fields))
      answer_.blended = BlendedRow{std::vector<std::uint32_t>(model.labels.size()), 0, 0, 0};
  }

  // None: the file ends too early.
  const GivenAnswer* next() {
    if (!(regression_ ? values() : labels())) return nullptr;
    if (answer_.blended && !sums(*answer_.blended)) return nullptr;
    return !has_ways_ || ways() ? &answer_ : nullptr;
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
  bool sums(BlendedRow& blended) {
    const bool read = regression_ ? get(blended.value_sum) : get_all(blended.shares);
    return read && get(blended.largest) && get(blended.rule);
  }
  bool ways() {
    if (!get(answer_.differing_ways)) return false;
    return regression_ || get(answer_.margin.emplace());
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
  bool has_ways_;  // the header has other ways to an answer, and a margin
  GivenAnswer answer_;
};

}  // namespace

void note_mismatch(Verification& result, Row row, std::string expected, std::string answered) {
  ++result.mismatches;
  const auto is_shown = [&](const Mismatch& shown) { return same_bits(shown.row, row); };
  if (result.first.size() == kMismatchesKept || std::any_of(result.first.begin(), result.first.end(), is_shown)) return;
  result.first.push_back({{row.begin(), row.end()}, std::move(expected), std::move(answered)});
}

void write_driver_rows(const Model& model, const EmitRecord& record, const std::string& path, Verification& result) {
  std::ofstream file(path, std::ios::binary);
  std::string bytes;
  result.unreachable_rules = for_each_boundary_vector(model, record.fields, [&](Row row) {
    ++result.vectors;
    bytes.assign(1, '\1');  // "one more row"
    append_raw_row(model, record.fields, row, bytes);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  });
  file.put('\0');
  if (!file.flush()) throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot write {}", in_quotes(path, 400)));
}

void compare_driver_answers(const Model& model, const EmitRecord& record, const std::string& path,
                            Verification& result) {
  AnswerFile answers(model, record, path);
  const Judge judge(model, record.value_type);
  for_each_boundary_vector(model, record.fields, [&](Row row) {
    const GivenAnswer* given = answers.next();
    const std::string objection = given == nullptr ? "nothing" : judge.objection(row, *given);
    if (!objection.empty()) note_mismatch(result, row, judge.expected(row), objection);
  });
}

void run_driver(const Model& model, const EmitRecord& record, const Workshop& workshop, const VerifyOptions& options,
                Verification& result) {
  const ProcessResult ran = run_process({"./driver", "rows", "answers"}, workshop.path(), options.run_timeout);
  const bool wrong_text = ran.started && !ran.timed_out && ran.exit_code == 3;
  if (!ran.succeeded() && !wrong_text) {
    result.failure = ran.timed_out ? "the compiled program took too long"
                                   : fmt::format("the compiled program ended with code {}", ran.exit_code);
    return;
  }
  result.ran = true;
  result.texts_agree = !wrong_text;
  compare_driver_answers(model, record, workshop.in("answers"), result);
}

}  // namespace espalier
