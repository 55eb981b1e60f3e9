#include "cli/compiling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "audit/selftest.hpp"
#include "audit/sql_script.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/emit.hpp"
#include "emit/render.hpp"
#include "emit/template_context.hpp"
#include "evaluate/tree_walk.hpp"
#include "lower/choose_fields.hpp"
#include "lower/program.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/words.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/sha256.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr const char* kLossHint = "choose a wider or finer type, or accept the loss with --allow-loss";

// The rows of the training data that show what a type does.
class RowFinder {
 public:
  RowFinder(const Model& model, const TrainingData& data) : model_(model), data_(data) {}

  std::string lines_of(const TypeFault& fault, const Field& field) const {
    if (fault.kind == TypeFault::Kind::range) return beyond(field);
    const auto below = with_value(fault, fault.gap.below);
    const auto above = with_value(fault, fault.gap.above);
    if (!below || !above) return "";
    return fmt::format(" (lines {} and {} of {}: {} becomes {}, {} becomes {})", line(*below), line(*above), file(),
                       shortest(fault.gap.below), shortest(nearest_number(field, fault.gap.below)),
                       shortest(fault.gap.above), shortest(nearest_number(field, fault.gap.above)));
  }

  std::optional<std::size_t> first_missing(std::uint32_t feature) const {
    return first_where(feature, [](double value) { return std::isnan(value); });
  }

  std::size_t line(std::size_t row) const { return data_.source.table.where_row(data_.dataset.table_rows[row]).line; }
  std::string file() const { return printable(data_.source.table.name, 400); }

 private:
  std::string beyond(const Field& field) const {
    const auto row = first_where(
        field.feature, [&](double value) { return value < lowest_number(field) || value > highest_number(field); });
    if (!row) return "";
    return fmt::format(" (line {} of {}: {})", line(*row), file(),
                       shortest(data_.dataset.features[field.feature].values[*row]));
  }

  template <typename Is>
  std::optional<std::size_t> first_where(std::uint32_t feature, const Is& is) const {
    const Numbers& values = data_.dataset.features[feature].values;
    const auto found = std::find_if(values.begin(), values.end(), is);
    if (found == values.end()) return std::nullopt;
    return static_cast<std::size_t>(found - values.begin());
  }

  // The first row with this value; rather one that the test is asked about.
  std::optional<std::size_t> with_value(const TypeFault& fault, double value) const {
    const Numbers& values = data_.dataset.features[fault.feature].values;
    std::optional<std::size_t> first;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (values[row] != value) continue;
      if (comes_to(fault.node, row)) return row;
      if (!first) first = row;
    }
    return first;
  }

  bool comes_to(std::uint32_t node, std::size_t row) const {
    const std::vector<Node>& nodes = only_tree(model_).nodes;
    std::vector<double> values;
    fill_row(data_.dataset, row, values);
    std::uint32_t at = 0;
    while (at < node && !nodes[at].is_leaf()) at = nodes[at].children[branch_taken(model_, nodes[at], values)];
    return at == node;
  }

  const Model& model_;
  const TrainingData& data_;
};

bool was_asked_for(const Model& model, const LowerOptions& options, const Field& field) {
  const std::string& name = model.features[field.feature].name;
  return std::any_of(options.input_types.begin(), options.input_types.end(),
                     [&](const InputTypeOverride& wish) { return wish.column == name; });
}

void refuse_missing_bools(const Model& model, const Field& field, const RowFinder& rows) {
  if (field.type != InputType::boolean || can_be_missing(field)) return;
  const auto missing = rows.first_missing(field.feature);
  if (!missing) return;
  throw Diagnostic(
      ExitCode::usage,
      fmt::format("--input-type: bool has no value for a missing one, and column {} has some (line {} of {})",
                  in_quotes(model.features[field.feature].name), rows.line(*missing), rows.file()),
      "choose int8, or let missing values be false with --allow-loss");
}

// A wish that has no effect is not passed over in silence.
void warn_of_unread(const Model& model, const std::vector<Field>& fields, const std::vector<InputTypeOverride>& wishes,
                    Warnings& warnings) {
  for (const InputTypeOverride& wish : wishes) {
    const auto is_of_column = [&](const Field& field) { return model.features[field.feature].name == wish.column; };
    if (std::any_of(fields.begin(), fields.end(), is_of_column)) continue;
    warnings.push_back({fmt::format("--input-type: the tree does not read column {}", in_quotes(wish.column)),
                        "its type matters with --fields all only", std::nullopt, "unread input"});
  }
}

// Throws Diagnostic(usage) for types that were asked for and lose training rows, with the rows named. `data` is what
// the model was trained with.
void refuse_losses(const Model& model, const LowerOptions& options, const TrainingData& data) {
  const RowFinder rows(model, data);
  const std::vector<Field> fields = choose_fields(model, options.fields, options.input_types, TypeLoss::allowed);
  const auto faults = first_faults(model, fields);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!was_asked_for(model, options, fields[i])) continue;
    refuse_missing_bools(model, fields[i], rows);
    if (!faults[i] || faults[i]->kind == TypeFault::Kind::unknown) continue;
    refuse_type(model, fields[i], *faults[i], rows.lines_of(*faults[i], fields[i]), kLossHint);
  }
}

std::size_t size_of(const std::vector<EmittedFile>& files) {
  std::size_t bytes = 0;
  for (const EmittedFile& file : files) bytes += file.text.size();
  return bytes;
}

// What the user's template makes of the model.
Made made_by_template(const Model& model, const Making& making, const std::string& path, const PassObserver& observer) {
  const std::string text = read_file(path);
  if (const auto offset = first_invalid_utf8(text)) {
    throw Diagnostic(ExitCode::bad_input, locate(display_name(path), text, *offset), "the template is not UTF-8");
  }
  Made made;
  made.emitted = spell_out_words(model);
  const Model& subject = made.subject(model);
  made.lowered = lower(subject, lowering_for(making.emit.language, model, making.lower), observer);
  made.files = {{making.emit.file_name,
                 render_user_template(display_name(path), text, template_context(subject, made.lowered, making.emit))}};
  made.record = emit_record(subject, made.lowered, making.emit);
  return made;
}

// "namespace iris", "dialect sqlite, table input".
std::string form_text(const EmitRecord& record, bool by_template) {
  if (by_template) return "by a template: not verified";
  const LanguageRow& language = row_of(record.language);
  if (language.is_sql) return fmt::format("dialect {}, table {}", to_string(record.dialect), printable(record.table));
  return language.vocabulary == Vocabulary::code ? fmt::format("namespace {}", record.space)
                                                 : std::string(language.form);
}

// Nobody named the files beside the output: one that is something else is not written over.
void refuse_foreign_file(const std::string& path, const std::string& header) {
  std::error_code error;
  if (!std::filesystem::exists(path, error) || is_part_of(read_file(path), header)) return;
  throw Diagnostic(ExitCode::cannot_write,
                   fmt::format("{} exists and is not a part of {}", in_quotes(path, 400), header),
                   "move it away, or choose another name for the header");
}

// Parts of an earlier, larger output are not deleted, but a build that takes all files would take them, too.
void warn_of_stale_parts(const Compiled& compiled, const std::filesystem::path& directory, Warnings& warnings) {
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
  warnings.push_back({fmt::format("{} {} of an earlier output and {} not belong to this one", enumerate(stale, 4),
                                  stale.size() == 1 ? "is a part" : "are parts", stale.size() == 1 ? "does" : "do"),
                      "remove what is left over", std::nullopt, ""});
}

}  // namespace

Model load_model(const std::string& path, std::string* sha256) {
  const std::string text = read_file(path);
  constexpr std::string_view kDataFiles[] = {".csv", ".csv.gz", ".tsv", ".arff", ".jsonl", ".names", ".data"};
  if (std::ranges::any_of(kDataFiles, [&](std::string_view end) { return path.ends_with(end); })) {
    throw Diagnostic(ExitCode::bad_input, Location{display_name(path), 0, 0, ""},
                     "this is a data file, and a model is expected here",
                     "'espalier train DATA --target COL -o model.json' makes a model; 'espalier help COMMAND' says in "
                     "which order files stand");
  }
  if (sha256 != nullptr) *sha256 = sha256_hex(text);
  return read_model(text, display_name(path));
}

Compiled compile_model(const Model& model, const std::string& model_sha256, const CompileOptions& options,
                       const std::string& output_path, const TrainingData* data) {
  options.check_for(model);
  const Making making{options.lower(), options.emit(output_path, model_sha256)};
  if (data != nullptr && !options.allows_loss()) {
    refuse_losses(model, lowering_for(making.emit.language, model, making.lower), *data);
  }
  Compiled compiled;
  compiled.by_template = !options.template_path().empty();
  std::vector<PassFacts> passes;
  const PassObserver observer = [&](std::string_view pass, const Model& subject, const Program& program) {
    if (pass == options.dump_after()) compiled.dump += dump(program, subject);
    passes.push_back(
        {std::string(to_string(program.answers)), std::string(pass), program.steps.size(), program.functions.size()});
  };
  static_cast<Made&>(compiled) = compiled.by_template
                                     ? made_by_template(model, making, options.template_path(), observer)
                                     : make_files(model, making, observer);

  const Model* const sharing = compiled.record.share_above && compiled.emitted ? &*compiled.emitted : nullptr;
  compiled.facts = code_facts(model, sharing, compiled.lowered);
  compiled.facts.space = making.emit.space;
  compiled.facts.bytes = size_of(compiled.files);
  compiled.facts.passes = std::move(passes);
  // Sizes are those of the C++ header.
  if (compiled.by_template || making.emit.language != Language::cpp) compiled.facts.shape.sizes.reset();
  return compiled;
}

namespace {

// Rows have the categories of the model as it was given.
EarlyExitFacts early_facts(const Model& model, const Compiled& compiled, const TrainingData* data) {
  const Dataset* rows = data == nullptr ? nullptr : &data->dataset;
  if (&compiled.subject(model) == &model) return early_exit_facts(model, compiled.lowered, rows);
  return early_exit_facts(model, lower(model, compiled.lowered.asked), rows);
}

}  // namespace

void report_code(const Model& model, const Compiled& compiled, const CompileOptions& options, const TrainingData* data,
                 bool verbose, Report& report) {
  const std::vector<Field>& fields = compiled.lowered.fields;
  warn_of_unread(model, fields, options.input_types(), report.warnings);
  InputFacts inputs;
  inputs.fields = compiled.facts.fields;
  inputs.loss_is_told = data != nullptr || options.allows_loss();
  if (data != nullptr) inputs.loss = loss_facts(model, fields, data->dataset, data->source.table);
  report.add(compiled.facts, verbose);
  if (compiled.lowered.early) report.add(early_facts(model, compiled, data), verbose);
  report.add(inputs, verbose);
  report.text += compiled.dump;
}

namespace {

std::string part_path(const Compiled& compiled, const std::string& output_path, std::size_t file) {
  if (file == 0) return output_path;
  return (std::filesystem::path(output_path).parent_path() / compiled.files[file].name).string();
}

Selftest selftest_of(const Model& model, const Compiled& compiled, const std::string& header_path) {
  const std::string header = std::filesystem::path(header_path).filename().string();
  return row_of(compiled.record.language).is_sql
             ? sql_selftest(compiled.subject(model), compiled.lowered, compiled.record)
             : emit_selftest(compiled.subject(model), compiled.lowered, compiled.record.space, header,
                             compiled.record.language);
}

void check_output(const std::string& path, const std::string& text, Report& report) {
  constexpr const char* kHint = "the same command without --check writes it";
  if (!std::filesystem::exists(path)) {
    throw Diagnostic(ExitCode::check_failed, fmt::format("there is no file {}", in_quotes(path, 400)), kHint);
  }
  if (const auto difference = first_difference(path, text)) {
    throw Diagnostic(ExitCode::check_failed, difference->where, "this is not what would be written",
                     fmt::format("the line would be {}; {}", in_quotes(difference->expected, 200), kHint));
  }
  report.add_current(path);
}

}  // namespace

void stage_emitted(const Compiled& compiled, const std::string& output_path, OutputFiles& files, Report& report) {
  const std::filesystem::path directory = std::filesystem::path(output_path).parent_path();
  WrittenCodeFacts facts;
  facts.path = output_path;
  for (std::size_t i = 0; i < compiled.files.size(); ++i) {
    const std::string path = part_path(compiled, output_path, i);
    if (i > 0 && row_of(compiled.record.language).has_parts) {
      refuse_foreign_file(path, compiled.files.front().name);
      facts.parts.push_back(path);
    }
    files.stage(path, compiled.files[i].text);
  }
  warn_of_stale_parts(compiled, directory, report.warnings);
  facts.beside = compiled.files.size() - 1;
  facts.bytes = size_of(compiled.files);
  facts.form = form_text(compiled.record, compiled.by_template);
  report.add(facts);
}

void check_outputs(const Model& model, const Compiled& compiled, const CompileOptions& options,
                   const std::string& output_path, const std::string& model_path, const std::string& model_text,
                   Report& report) {
  if (!model_path.empty()) check_output(model_path, model_text, report);
  for (std::size_t i = 0; i < compiled.files.size(); ++i) {
    check_output(part_path(compiled, output_path, i), compiled.files[i].text, report);
  }
  if (options.selftest_path().empty()) return;
  check_output(options.selftest_path(), selftest_of(model, compiled, output_path).source, report);
}

void CheckOption::add_to(OptionGroups& options) {
  options.group("Options").add_options()(
      "check", po::bool_switch(&wanted),
      "write nothing: exit code 1 and the first difference unless the files are what "
      "would be written");
}

void CheckOption::check(std::initializer_list<std::string> outputs) const {
  if (wanted && std::find(outputs.begin(), outputs.end(), "-") != outputs.end()) {
    usage("--check compares files, and - is none", "name the files that are to be checked");
  }
}

void stage_selftest(const Model& model, const Compiled& compiled, const CompileOptions& options,
                    const std::string& header_path, OutputFiles& files, Report& report) {
  if (options.selftest_path().empty()) return;
  Selftest selftest = selftest_of(model, compiled, header_path);
  files.stage(options.selftest_path(), std::move(selftest.source));
  report.add(SelftestFacts{options.selftest_path(), selftest.vectors, selftest.parts});
}

}  // namespace espalier::cli
