#include "audit/driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "audit/boundary.hpp"
#include "audit/judge.hpp"
#include "emit/c_header.hpp"
#include "emit/c_names.hpp"
#include "emit/code_text.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_rows.hpp"
#include "emit/header_parts.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"
#include "emit/rust_module.hpp"
#include "emit/rust_names.hpp"
#include "lower/blend_program.hpp"
#include "lower/verdict.hpp"
#include "model/words.hpp"
#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

template <typename T>
void append(std::string& bytes, T value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof value);
}

void append_category(std::string& bytes, std::size_t categories, double value) {
  const std::string_view type = unsigned_type(categories);
  std::uint32_t code = value >= 0 ? static_cast<std::uint32_t>(value) : 0xFFFFFFFFU;
  if (std::isnan(value)) code = static_cast<std::uint32_t>(categories);
  if (type == "uint8_t") return append(bytes, static_cast<std::uint8_t>(code));
  if (type == "uint16_t") return append(bytes, static_cast<std::uint16_t>(code));
  append(bytes, code);
}

// A NaN's sign survives the conversion to float: the tests want both.
float to_float(double value) {
  return static_cast<float>(value);
}

}  // namespace

std::string_view raw_type(const Model& model, const Field& field, const CodeSyntax& syntax) {
  switch (field.type) {
    case InputType::category: return unsigned_type(model.features[field.feature].categories.size(), syntax);
    case InputType::boolean: return number_type(InputType::uint8, syntax);
    default: return number_type(field.type, syntax);
  }
}

void append_raw_row(const Model& model, const std::vector<Field>& fields, Row row, std::string& bytes) {
  for (const Field& field : fields) {
    double value = row[field.feature];
    if (is_integer(field.type) && std::isnan(value)) value = missing_sentinel(field.type);
    const std::int64_t raw = is_integer(field.type) ? raw_of(field.type, value) : 0;
    switch (field.type) {
      case InputType::int8: append(bytes, static_cast<std::int8_t>(raw)); break;
      case InputType::int16: append(bytes, static_cast<std::int16_t>(raw)); break;
      case InputType::int32: append(bytes, static_cast<std::int32_t>(raw)); break;
      case InputType::uint8: append(bytes, static_cast<std::uint8_t>(raw)); break;
      case InputType::uint16: append(bytes, static_cast<std::uint16_t>(raw)); break;
      case InputType::uint32: append(bytes, static_cast<std::uint32_t>(raw)); break;
      case InputType::float32: append(bytes, to_float(value)); break;
      case InputType::float64: append(bytes, value); break;
      case InputType::boolean: append(bytes, static_cast<std::uint8_t>(raw)); break;
      case InputType::category: append_category(bytes, model.features[field.feature].categories.size(), value); break;
    }
  }
}

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
        several_(model.combination != Combination::single),
        has_probabilities_(!regression_ && model.combination != Combination::sum) {
    if (has_probabilities_) answer_.probabilities.resize(model.labels.size());
    if (several_) {
      answer_.rules.resize(model.trees.size());
      answer_.sums.resize(make_verdict(model).base.size());
    }
    if (can_blend(model, record.fields))
      answer_.blended = BlendedRow{std::vector<std::uint32_t>(model.labels.size()), 0, 0, 0};
  }

  // What was answered for sums; none: the file ends too early.
  const GivenAnswer* next_verdict() {
    return (regression_ ? get_value(answer_.value) : get(answer_.label)) ? &answer_ : nullptr;
  }

  // None: the file ends too early.
  const GivenAnswer* next() {
    if (!(regression_ ? values() : labels())) return nullptr;
    if (answer_.blended && !sums(*answer_.blended)) return nullptr;
    return ways() && (!several_ || get_all(answer_.sums)) ? &answer_ : nullptr;
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

  bool rules() { return several_ ? get_all(answer_.rules) : get(answer_.rule); }
  bool labels() {
    answer_.batch_label = 0;
    return get(answer_.label) && rules() && get(*answer_.batch_label) && get_all(answer_.probabilities);
  }
  bool values() {
    answer_.batch_value = 0;
    return get_value(answer_.value) && rules() && get_value(*answer_.batch_value);
  }
  bool sums(BlendedRow& blended) {
    const bool read = regression_ ? get(blended.value_sum) : get_all(blended.shares);
    return read && get(blended.largest) && get(blended.rule);
  }
  bool ways() {
    if (!get(answer_.differing_ways)) return false;
    return !has_probabilities_ || get(answer_.margin.emplace());
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
  bool several_;  // trees
  bool has_probabilities_;
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
  if (model.combination != Combination::single) {
    for_each_verdict_case(make_verdict(model), model.task == Task::regression, [&](std::span<const double> sums) {
      ++result.vectors;
      bytes.assign(1, '\2');  // "sums to judge"
      for (const double sum : sums) append(bytes, sum);
      file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    });
  }
  file.put('\0');
  if (file.flush()) return;
  throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot write {}", in_quotes(path, 400)), kTemporaryHint);
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
  if (model.combination == Combination::single) return;
  // A row that is none, for sums that rows need not come to.
  const std::vector<double> no_row(model.features.size(), kMissing);
  for_each_verdict_case(make_verdict(model), model.task == Task::regression, [&](std::span<const double> sums) {
    const GivenAnswer* given = answers.next_verdict();
    if (given != nullptr && judge.is_verdict(sums, given->label, given->value)) return;
    note_mismatch(result, no_row, judge.expected_of_sums(sums) + " for the sums", "another verdict");
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

namespace {

using nlohmann::json;

// A text that is none of the column's values.
std::string no_value_of(const Feature& feature) {
  const auto words = category_of_words(feature);
  std::string text = "no such value";
  while (words.contains(text)) text += '!';
  return text;
}

// A field of the second row as an element for row_from_array(): missing as NaN where the element can be one.
std::string to_element(const Field& field, const std::string& id, bool real_elements) {
  const std::string value = "pair[1]." + id;
  if (field.type == InputType::category) {
    return fmt::format("static_cast<Subject::Element>(static_cast<uint32_t>({}))", value);
  }
  if (!field.sentinel || !real_elements) return fmt::format("static_cast<Subject::Element>({})", value);
  return fmt::format("static_cast<Subject::Element>({0} == Subject::{1} ? __builtin_nan(\"\") : {0})", value,
                     sentinel_name(field));
}

// What the drivers of all languages need beside the context of the header.
void add_driver_context(const Model& model, const EmitRecord& record, std::string_view header, const CodeSyntax& syntax,
                        json& context) {
  context["header"] = syntax.text(header);
  context["value_type"] = std::string(to_string(record.value_type));
  context["blends"] = can_blend(model, record.fields);
  context["several"] = model.combination != Combination::single;
  context["has_probabilities"] = model.task == Task::classification && model.combination != Combination::sum;
  std::size_t enums = 0;
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    context["fields"][i]["raw_type"] = raw_type(model, record.fields[i], syntax);
    if (record.fields[i].type != InputType::category) continue;
    const Feature& feature = model.features[record.fields[i].feature];
    context["enums"][enums++]["no_value"] = syntax.text(no_value_of(feature));
  }
}

}  // namespace

std::string emit_cpp_driver(const Model& model, const EmitRecord& record, std::string_view header) {
  const Names names = make_names(model, record.fields, record.space);
  json context = base_context(model, record.fields, names);
  add_driver_context(model, record, header, kCppSyntax, context);
  add_row_context(model, record.fields, names, context);
  add_text_context(model, record.fields, record.model_sha256, context);
  const bool real_elements = context["element"] == "float" || context["element"] == "double";
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const bool category = record.fields[i].type == InputType::category;
    json& field = context["fields"][i];
    field["to_element"] = to_element(record.fields[i], names.fields[i], real_elements);
    field["assignment"] = category ? "static_cast<Subject::" + names.enums[i].type + ">(value)"
                          : record.fields[i].type == InputType::boolean ? std::string("value != 0")
                                                                        : std::string("value");
  }
  return render_template("templates/cpp/driver.cpp.inja", context);
}

std::string emit_c_driver(const Model& model, const EmitRecord& record, std::string_view header) {
  json context = c_base_context(model, record.fields, make_c_names(model, record.fields, record.space));
  add_driver_context(model, record, header, kCSyntax, context);
  add_text_context(model, record.fields, record.model_sha256, context);
  return render_template("templates/c/driver.c.inja", context);
}

std::string emit_rust_driver(const Model& model, const EmitRecord& record, std::string_view header) {
  const Names names = make_rust_names(model, record.fields, record.space);
  json context = rust_base_context(model, record.fields, names);
  add_driver_context(model, record, header, kRustSyntax, context);
  add_text_context(model, record.fields, record.model_sha256, context, kRustSyntax);
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const bool is_bool = record.fields[i].type == InputType::boolean;
    std::string value = is_bool ? "value != 0" : "value";
    if (record.fields[i].type == InputType::category) {
      // Rust has no enumerations with other values: what is none is unknown before it comes into one.
      value = fmt::format("*subject::{0}::ALL.get(value as usize).unwrap_or(&subject::{0}::{1})", names.enums[i].type,
                          names.enums[i].unknown);
    }
    context["fields"][i]["assignment"] = std::move(value);
  }
  return render_template("templates/rust/driver.rs.inja", context);
}

}  // namespace espalier
