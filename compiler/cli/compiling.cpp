#include "cli/compiling.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "audit/selftest.hpp"
#include "audit/sql_script.hpp"
#include "cli/input_report.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/emit.hpp"
#include "emit/render.hpp"
#include "emit/template_context.hpp"
#include "lower/program.hpp"
#include "model/model_json.hpp"
#include "model/words.hpp"
#include "support/diagnostic.hpp"
#include "support/sha256.hpp"
#include "support/text.hpp"

namespace espalier::cli {

Model load_model(const std::string& path, std::string* sha256) {
  const std::string text = read_file(path);
  if (sha256 != nullptr) *sha256 = sha256_hex(text);
  return read_model(text, display_name(path));
}

namespace {

std::size_t size_of(const std::vector<EmittedFile>& files) {
  std::size_t bytes = 0;
  for (const EmittedFile& file : files) bytes += file.text.size();
  return bytes;
}

void report_shape(const ShapeChoice& choice, Report& report) {
  report.json["header"]["shape"] = to_string(choice.shape);
  if (choice.wish == Shape::branches) return;
  report.text += fmt::format("shape     {}\n", describe(choice));
  report.json["header"]["estimated_bytes"] = {{"branches", choice.sizes.branches}, {"table", choice.sizes.table}};
}

// What the user's template makes of the model.
EmittedFile from_template(const Model& model, const Lowered& lowered, const EmitOptions& emit,
                          const std::string& path) {
  const std::string text = read_file(path);
  if (const auto offset = first_invalid_utf8(text)) {
    throw Diagnostic(ExitCode::bad_input, locate(display_name(path), text, *offset), "the template is not UTF-8");
  }
  return {emit.file_name, render_user_template(display_name(path), text, template_context(model, lowered, emit))};
}

// "namespace iris", "dialect sqlite, table input".
std::string form_text(const EmitRecord& record, bool by_template) {
  if (by_template) return "by a template: not verified";
  switch (record.language) {
    case Language::sql: return fmt::format("dialect {}, table {}", to_string(record.dialect), printable(record.table));
    case Language::rules: return "rules as JSON";
    default: return fmt::format("namespace {}", record.space);
  }
}

// Headers have enumerators; SQL, rules and templates have words.
std::optional<Model> emitted_for(const Model& model, bool by_template, EmitOptions& emit) {
  std::optional<Model> emitted =
      by_template ? spell_out_words(model) : emitted_model(model, emit.language, emit.share_above);
  if (!emitted) emit.share_above.reset();
  return emitted;
}

// Says of each field whose words share enumerators how many there are.
void report_shared_words(const Model& model, const Compiled& compiled, const EmitOptions& emit, Report& report) {
  if (!emit.share_above || !compiled.emitted) return;
  for (std::size_t i = 0; i < compiled.lowered.fields.size(); ++i) {
    const Feature& before = model.features[compiled.lowered.fields[i].feature];
    const Feature& after = compiled.emitted->features[compiled.lowered.fields[i].feature];
    if (before.categories.size() == after.categories.size()) continue;
    report.text +=
        fmt::format("words     {}: {} share {}; --share-enumerators never gives each its own\n", in_quotes(before.name),
                    counted(word_count(before), "word"), counted(after.categories.size(), "enumerator"));
    report.json["header"]["fields"][i]["words"] = word_count(before);
    report.json["header"]["fields"][i]["enumerators"] = after.categories.size();
  }
}

}  // namespace

Compiled compile_model(const Model& model, const std::string& model_sha256, const CompileOptions& options,
                       const std::string& output_path, const CommonOptions& common, Report& report,
                       const TrainingData* data) {
  options.check_for(model);
  if (data != nullptr && !options.allows_loss()) refuse_losses(model, options.lower_for(model), *data);
  Compiled compiled;
  EmitOptions emit = options.emit(output_path, model_sha256);
  compiled.by_template = !options.template_path().empty();
  compiled.emitted = emitted_for(model, compiled.by_template, emit);
  const Model& subject = compiled.subject(model);
  compiled.lowered = lower(subject, options.lower_for(model), [&](std::string_view pass, const Program& program) {
    if (pass == options.dump_after()) compiled.dump += dump(program, subject);
    if (!common.verbose) return;
    report.text += fmt::format("pass      {:<6} {:<7}  {}, {}\n", fmt::format("{}s", to_string(program.answers)), pass,
                               counted(program.steps.size(), "step"), counted(program.functions.size(), "function"));
  });
  if (compiled.by_template) {
    compiled.files = {from_template(subject, compiled.lowered, emit, options.template_path())};
  } else {
    compiled.files = emit_files(subject, compiled.lowered, emit);
  }
  compiled.record = emit_record(compiled.lowered, emit);
  compiled.record.parts = compiled.files.size() - 1;

  nlohmann::ordered_json fields = nlohmann::ordered_json::array();
  for (const Field& field : compiled.lowered.fields) {
    const std::string& name = model.features[field.feature].name;
    fields.push_back(
        {{"column", name}, {"type", to_string(field.type)}, {"reason", field.reason}, {"note", field.note}});
  }
  report.json["header"] = {{"namespace", emit.space},
                           {"bytes", size_of(compiled.files)},
                           {"fields", std::move(fields)},
                           {"functions", function_count(compiled.lowered)}};
  report_shared_words(model, compiled, emit, report);
  report_shape(compiled.lowered.shape, report);
  if (!compiled.lowered.regression()) return compiled;
  const ValueTypeChoice& answer = compiled.lowered.value_type;
  if (!answer.note.empty()) report.text += fmt::format("note      the answer is {}\n", printable(answer.note, 200));
  report.json["header"]["output_type"] = to_string(answer.type);
  return compiled;
}

namespace {

// Nobody named the files beside the output: one that is something else is not written over.
void refuse_foreign_file(const std::string& path, const std::string& header) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) || is_part_of(read_file(path), header)) return;
  throw Diagnostic(ExitCode::cannot_write,
                   fmt::format("{} exists and is not a part of {}", in_quotes(path, 400), header),
                   "move it away, or choose another name for the header");
}

// Parts of an earlier, larger output are not deleted, but a build that takes all files would take them, too.
void warn_of_stale_parts(const Compiled& compiled, const std::filesystem::path& directory, Report& report) {
  if (!row_of(compiled.record.language).has_parts) return;
  const std::string& header = compiled.files.front().name;
  std::vector<std::string> stale;
  for (std::size_t number = compiled.files.size(); number <= kMostParts; ++number) {
    const std::filesystem::path path = directory / part_name(header, number);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error) || !is_part_of(read_file(path.string()), header)) break;
    stale.push_back(printable(path.string(), 400));
  }
  if (stale.empty()) return;
  report.warnings.push_back(
      {fmt::format("{} {} of an earlier output and {} not belong to this one", enumerate(stale, 4),
                   stale.size() == 1 ? "is a part" : "are parts", stale.size() == 1 ? "does" : "do"),
       "remove what is left over", std::nullopt, ""});
}

}  // namespace

void stage_emitted(const Compiled& compiled, const std::string& output_path, OutputFiles& files, Report& report) {
  const std::filesystem::path directory = std::filesystem::path(output_path).parent_path();
  for (std::size_t i = 0; i < compiled.files.size(); ++i) {
    const std::string path = i == 0 ? output_path : (directory / compiled.files[i].name).string();
    if (i > 0 && row_of(compiled.record.language).has_parts) {
      refuse_foreign_file(path, compiled.files.front().name);
      report.json["beside"].push_back(path);
    }
    files.stage(path, compiled.files[i].text);
  }
  warn_of_stale_parts(compiled, directory, report);
  const std::size_t beside = compiled.files.size() - 1;
  report.text +=
      fmt::format("written   {}{}: {}, {}\n", printable(output_path, 400),
                  beside == 0 ? "" : fmt::format(" and {} beside it", counted(beside, "file")),
                  counted(size_of(compiled.files), "byte"), form_text(compiled.record, compiled.by_template));
  report.json["output"] = output_path;
}

void stage_selftest(const Model& model, const Compiled& compiled, const CompileOptions& options,
                    const std::string& header_path, OutputFiles& files, Report& report) {
  if (options.selftest_path().empty()) return;
  const std::string header = std::filesystem::path(header_path).filename().string();
  Selftest selftest = compiled.record.language == Language::sql
                          ? sql_selftest(compiled.subject(model), compiled.lowered, compiled.record)
                          : emit_selftest(compiled.subject(model), compiled.lowered, compiled.record.space, header,
                                          compiled.record.language);
  files.stage(options.selftest_path(), std::move(selftest.source));
  report.text +=
      fmt::format("selftest  {}: {}\n", printable(options.selftest_path(), 400), counted(selftest.vectors, "vector"));
  report.json["selftest"] = {{"file", options.selftest_path()}, {"vectors", selftest.vectors}};
}

}  // namespace espalier::cli
