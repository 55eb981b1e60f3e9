#include "cli/option_groups.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "data/categories.hpp"
#include "evaluate/splits.hpp"
#include "report/data_report.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

char parse_delimiter(const std::string& value) {
  if (value.empty()) return '\0';
  if (value == "tab" || value == "\\t") return '\t';
  if (value.size() != 1 || value == "\"" || value == "\n" || value == "\r") {
    usage(fmt::format("--delimiter {}: expected one character or 'tab'", in_quotes(value)));
  }
  return value[0];
}

}  // namespace

void require_output(const std::string& output, const std::string& example) {
  if (output.empty())
    usage("-o is missing: where should the result go?",
          fmt::format("for example -o {}, or -o - for standard output", example));
}

namespace {

void check_outputs(const CommonOptions& common, const std::vector<std::string>& outputs) {
  std::vector<std::string> places;
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    if (common.json && output == "-") {
      usage("--json and the output '-' both write to standard output", "name a file for the output");
    }
    std::error_code error;
    const std::filesystem::path place =
        std::filesystem::weakly_canonical(std::filesystem::absolute(output, error), error);
    places.push_back(output == "-" || error ? output : place.string());
    if (std::find(places.begin(), places.end() - 1, places.back()) != places.end() - 1) {
      usage(fmt::format("two outputs go to {}", in_quotes(output, 400)), "name a file for each");
    }
  }
}

void check_inputs(const std::vector<std::string>& inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    usage("more than one input is '-', but there is one standard input", "name a file for the others");
  }
}

}  // namespace

void check_files(const CommonOptions& common, const CommandFiles& files) {
  check_inputs(files.inputs);
  check_outputs(common, files.outputs);
  std::vector<std::string> inputs = files.inputs;
  inputs.push_back(common.config);
  for (const std::string& output : files.outputs) {
    for (const std::string& input : inputs) {
      if (!output.empty() && !input.empty()) refuse_overwriting_input(output, input);
    }
  }
}

void write_output(const std::string& path, std::string text, Report& report) {
  OutputFiles files;
  files.stage(path, std::move(text));
  files.commit();
  report.add_written("output", path);
}

void refuse_reading_options(const std::vector<po::option>& given, const std::string& hint) {
  OptionGroups reading;
  DataOptions().add_reading_to(reading);
  const po::options_description about_data = reading.all();
  for (const po::option& option : given) {
    if (about_data.find_nothrow(option.string_key, false) == nullptr) continue;
    usage(fmt::format("--{} is about a data file, and none is read", option.string_key), hint);
  }
}

void DataOptions::add_reading_to(OptionGroups& options) {
  options.group("Reading the data")
      .add_options()  //
      ("delimiter", text(&delimiter_, "CHAR"),
       "what separates cells: one character or 'tab'; found out among , ; tab | by default")  //
      ("no-header", po::bool_switch(&no_header_),
       "the first line is a row; columns are called column_1, column_2, ...")  //
      ("ragged", po::bool_switch(&ragged_),
       "accept rows of other lengths: fill with missing cells, drop surplus ones")  //
      ("encoding", text(&encoding_, "NAME"), "utf-8 (default) or latin1")           //
      ("missing-token", list(&missing_tokens_, "TEXT"),
       "one more text that means missing, besides empty, ?, NA, N/A, NaN and null; may be repeated")  //
      ("memory-limit", text(&memory_limit_, "SIZE"),
       "the most memory to use: columns and codes are kept in mapped files: 500M, 2G; with --bins")  //
      ("schema", text(&schema_file_, "FILE"), "JSON file that says what the columns are (docs/data.md)");
}

void DataOptions::add_to(OptionGroups& options) {
  add_reading_to(options);
  options.group("Kinds of columns")
      .add_options()                                                                    //
      ("numeric", list(&numeric_, "COL"), "the column holds numbers; may be repeated")  //
      ("categorical", list(&categorical_, "COL"),
       "the column holds categories, even if they look like numbers; may be repeated")  //
      ("ordinal", list(&ordinal_, "COL=A<B<C"),
       "the column holds ordered categories, lowest first; may be repeated")  //
      ("date", list(&date_, "COL[=FORM]"),
       "the column holds dates, read as days or seconds since 1970-01-01; the form, dd.mm.yyyy or mm/dd/yyyy, settles "
       "what comes first; may be repeated")  //
      ("rare-words", list(&rare_words_, "N"),
       "words of fewer than N rows are one category, 'other', in all columns of words; COL=N: in this one; may be "
       "repeated")  //
      ("ignore", list(&ignore_, "COL"), "leave the column out; may be repeated");
}

void DataOptions::check(std::size_t threads) {
  csv_.threads = threads;
  if (!memory_limit_.empty()) memory_ = MemoryLimit(memory_limit_);
  csv_.files = memory_.files();
  csv_.delimiter = parse_delimiter(delimiter_);
  csv_.header = !no_header_;
  csv_.ragged = ragged_;
  csv_.encoding = choose<Encoding>("--encoding", encoding_);
  SchemaOverrides given;
  given.numeric = numeric_;
  given.categorical = categorical_;
  given.ignore = ignore_;
  for (const std::string& argument : date_) given.date.push_back(parse_date_option(argument));
  for (const std::string& argument : rare_words_) given.rare_words.push_back(parse_rare_words(argument));
  for (const std::string& argument : ordinal_) given.ordinal.push_back(parse_ordinal(argument));
  if (!missing_tokens_.empty()) {
    given.missing_tokens = default_missing_tokens();
    given.missing_tokens->insert(given.missing_tokens->end(), missing_tokens_.begin(), missing_tokens_.end());
  }
  overrides_ = schema_file_.empty() ? given : merge(read_schema_file(schema_file_), given);
  for (const std::string& token : overrides_.missing_tokens.value_or(default_missing_tokens())) {
    if (const auto number = parse_number(token)) csv_.kept_texts.push_back(*number);
  }
}

void DataOptions::respect_memory_limit(std::size_t rows, std::size_t columns, bool binned, Report& report) const {
  if (memory_.files() == nullptr) return;
  if (!binned) memory_.refuse_exact_search(rows, columns);
  report.add(MemoryFacts{memory_.bytes(), memory_.files()->bytes(), memory_.text()});
}

std::size_t DataOptions::memory_limit() const {
  if (memory_.files() != nullptr) return memory_.bytes();
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : 0;
}

Source DataOptions::read(const std::string& path, Warnings& warnings) const {
  return read_source(path, csv_, warnings);
}

Source DataOptions::read(const std::string& path, std::vector<std::string> columns, Warnings& warnings) const {
  CsvOptions csv = csv_;
  csv.wanted = std::move(columns);
  return read_source(path, csv, warnings);
}

BindableTable DataOptions::read_to_bind(const std::string& path, const std::string& weight, Warnings& warnings) const {
  return to_bind(read(path, warnings), weight);
}

BindableTable DataOptions::to_bind(Source source, const std::string& weight) const {
  std::vector<std::string> tokens = missing_tokens(source);
  return {std::move(source.table), std::move(tokens), weight};
}

Source DataOptions::parse(const std::string& name, std::string bytes, Warnings& warnings) const {
  return parse_source(name, std::move(bytes), csv_, warnings);
}

Schema DataOptions::schema(const Source& source, Report& report) const {
  return infer_schema(source.table, merge(source.overrides, overrides_), report.warnings,
                      report.json_is_shown ? Counting::exact : Counting::few);
}

FeatureColumn DataOptions::column(const Source& source, std::size_t column) const {
  return read_column(source.table, column, merge(source.overrides, overrides_));
}

std::vector<std::string> DataOptions::missing_tokens(const Source& source) const {
  return merge(source.overrides, overrides_).missing_tokens.value_or(default_missing_tokens());
}

void TargetOption::add_to(OptionGroups& options) {
  options.group("Options").add_options()                                                                   //
      ("target,t", text(&target_, "COL"), "the column to predict; C4.5's .names files say it themselves")  //
      ("task", one_of("--task", "NAME", task_),
       "classification or regression; by default a target of fractions or of many different numbers is a "
       "regression's")  //
      ("weight", text(&weight_, "COL"), "the column that says how much each row counts");
}

Dataset TargetOption::dataset(Source& source, const Schema& schema, Warnings& warnings) const {
  const std::string target = target_.empty() ? source.default_target.value_or("") : target_;
  if (target.empty()) {
    std::vector<std::string> columns;
    for (const std::string& column : source.table.column_names) columns.push_back(in_quotes(column, 40));
    usage("--target is missing: which column should be predicted?",
          fmt::format("the columns are {}", enumerate(columns, 12)));
  }
  return take_dataset(source.table, schema, {target, task_, weight_}, warnings);
}

void RunOptions::add_to(OptionGroups& options) {
  options.group("Options").add_options()  //
      ("seed", whole<std::uint64_t>("--seed", "N", [this](std::uint64_t n) { seed_ = n; }),
       "seed of the random choices (default 1)")  //
      ("threads",
       whole<std::size_t>(
           "--threads", "N", [this](std::size_t n) { threads_ = n == 0 ? machine_threads() : n; }, kMostThreads),
       "work on N threads; 0 (default): as many as the machine runs at once. The results do not depend on it");
}

void FoldOptions::add_to(OptionGroups& options) {
  options.group("Options").add_options()  //
      ("folds",
       whole<std::uint32_t>("--folds", "K",
                            [this](std::uint32_t k) {
                              folds_ = k;
                              folds_given_ = true;
                            }),
       "folds of the cross-validation (default 10; 0: none; of several trees that leave rows out, these are the "
       "default)")  //
      ("repeats", whole<std::uint32_t>("--repeats", "N", [this](std::uint32_t n) { repeats_ = n; }),
       "deal the rows to folds N times anew (default: up to 10 times below 1,000 rows, else once)");
}

void check_repeats(std::optional<std::uint32_t> repeats, const std::string& hint_for_none) {
  constexpr std::uint32_t kMostRounds = 10000;  // more of them say nothing new about the same rows
  if (repeats && *repeats < 1) usage("--repeats 0: at least 1 round is needed", hint_for_none);
  if (repeats && *repeats > kMostRounds) {
    usage(fmt::format("--repeats {}: there are at most {} rounds", *repeats, grouped(kMostRounds)), "10 are usual");
  }
}

void FoldOptions::check() const {
  if (folds_ == 1) usage("--folds 1: at least 2 folds are needed", "10 is usual");
  check_repeats(repeats_, "--folds 0 estimates nothing");
  if (repeats_ && folds_ == 0) usage("--repeats: nothing is estimated by cross-validation", "leave --folds 0 out");
}

std::uint32_t FoldOptions::repeats(std::size_t rows) const {
  constexpr std::size_t kEnoughAnswers = 1000;
  return repeats_ ? *repeats_ : rounds_for(rows, kEnoughAnswers);
}

}  // namespace espalier::cli
