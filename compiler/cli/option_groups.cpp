#include "cli/option_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include "emit/names.hpp"
#include "support/sha256.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

[[noreturn]] void usage(std::string message, std::string hint = {}) {
  throw Diagnostic(ExitCode::usage, std::move(message), std::move(hint));
}

// A list option: given as often as needed, one value each time, so that values may hold any character.
po::typed_value<std::vector<std::string>>* list(std::vector<std::string>* values, const char* name) {
  return po::value(values)->composing()->value_name(name);
}

po::typed_value<std::string>* text(std::string* value, const char* name) {
  return po::value(value)->value_name(name);
}

char parse_delimiter(const std::string& value) {
  if (value.empty()) return '\0';
  if (value == "tab" || value == "\\t") return '\t';
  if (value.size() != 1 || value == "\"" || value == "\n" || value == "\r") {
    usage(fmt::format("--delimiter {}: expected one character or 'tab'", in_quotes(value)));
  }
  return value[0];
}

// A whole number. Not po::value<unsigned>, which takes -1 for the largest one.
template <typename Number>
po::typed_value<std::string>* whole(const char* option, const char* name, std::function<void(Number)> take) {
  return po::value<std::string>()->value_name(name)->notifier([option, take](const std::string& given) {
    Number number = 0;
    const char* const end = given.data() + given.size();
    const auto [stop, error] = std::from_chars(given.data(), end, number);
    if (error != std::errc() || stop != end) {
      usage(fmt::format("{} {}: expected a whole number from 0 to {}", option, in_quotes(given),
                        std::numeric_limits<Number>::max()));
    }
    take(number);
  });
}

void require_finite(const std::string& option, double value, double least) {
  if (!std::isfinite(value) || value < least) usage(fmt::format("{} must be at least {}", option, least));
}

}  // namespace

std::size_t choose(const std::string& option, const std::string& value, const std::vector<std::string>& choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == value) return i;
  }
  const std::string near = did_you_mean(value, choices);
  usage(fmt::format("{} {}: expected {}", option, in_quotes(value), fmt::join(choices, ", ")), near);
}

void require_output(const std::string& output, const std::string& example) {
  if (output.empty())
    usage("-o is missing: where should the result go?",
          fmt::format("for example -o {}, or -o - for standard output", example));
}

void check_outputs(const CommonOptions& common, std::initializer_list<std::string> outputs) {
  std::vector<std::string> places;
  for (const std::string& output : outputs) {
    if (output.empty()) continue;
    if (common.json && output == "-") {
      usage("--json and the output '-' both write to standard output", "name a file for the output");
    }
    std::error_code error;
    const std::filesystem::path place = std::filesystem::weakly_canonical(std::filesystem::absolute(output), error);
    places.push_back(output == "-" || error ? output : place.string());
    if (std::find(places.begin(), places.end() - 1, places.back()) != places.end() - 1) {
      usage(fmt::format("two outputs go to {}", in_quotes(output, 400)), "name a file for each");
    }
  }
}

void check_inputs(std::initializer_list<std::string> inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    usage("more than one input is '-', but there is one standard input", "name a file for the others");
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
      ("ignore", list(&ignore_, "COL"), "leave the column out; may be repeated");
}

void DataOptions::check() {
  csv_.delimiter = parse_delimiter(delimiter_);
  csv_.header = !no_header_;
  csv_.ragged = ragged_;
  csv_.encoding = choose("--encoding", encoding_, {"utf-8", "latin1"}) == 0 ? Encoding::utf8 : Encoding::latin1;
  SchemaOverrides given;
  given.numeric = numeric_;
  given.categorical = categorical_;
  given.ignore = ignore_;
  for (const std::string& argument : ordinal_) given.ordinal.push_back(parse_ordinal(argument));
  if (!missing_tokens_.empty()) {
    given.missing_tokens = default_missing_tokens();
    given.missing_tokens->insert(given.missing_tokens->end(), missing_tokens_.begin(), missing_tokens_.end());
  }
  overrides_ = schema_file_.empty() ? given : merge(read_schema_file(schema_file_), given);
}

Table DataOptions::read(const std::string& path, Warnings& warnings) const {
  return read_table(path, csv_, warnings);
}

Table DataOptions::parse(const std::string& name, std::string bytes, Warnings& warnings) const {
  return parse_table(name, std::move(bytes), csv_, warnings);
}

Schema DataOptions::schema(const Table& table, Warnings& warnings) const {
  return infer_schema(table, overrides_, warnings);
}

std::vector<std::string> DataOptions::missing_tokens() const {
  return overrides_.missing_tokens.value_or(default_missing_tokens());
}

void TargetOption::add_to(OptionGroups& options) {
  options.group("Options").add_options()("target,t", text(&target_, "COL"), "the column to predict");
}

Dataset TargetOption::dataset(const Table& table, const Schema& schema, Warnings& warnings) const {
  if (target_.empty()) {
    std::vector<std::string> columns;
    for (const std::string& column : table.column_names) columns.push_back(in_quotes(column, 40));
    usage("--target is missing: which column should be predicted?",
          fmt::format("the columns are {}", enumerate(columns, 12)));
  }
  return make_dataset(table, schema, {.target = target_}, warnings);
}

void LearnerOptions::add_to(OptionGroups& options) {
  options.group("Learning")
      .add_options()                                                                                           //
      ("algorithm,a", text(&algorithm_, "NAME"), "id3, c45 or cart (default): presets for the options below")  //
      ("criterion", text(&criterion_, "NAME"),
       "information-gain (id3), gain-ratio (c45), gini (cart) or error")  //
      ("categorical-split", text(&categorical_split_, "NAME"),
       "multiway (id3, c45): a branch per value; equal (cart): one value against the rest")  //
      ("threshold", text(&threshold_, "NAME"),
       "midpoint (cart) between two values, or observed (c45): the largest value below it")  //
      ("missing", text(&missing_, "POLICY"),
       "refuse (default) missing values, or majority: they take the branch that most rows take")  //
      ("max-depth", whole<std::size_t>("--max-depth", "N", [this](std::size_t n) { max_depth_ = n; }),
       "at most N tests on a path; 0: no limit")  //
      ("min-split", po::value<double>()->value_name("N")->notifier([this](double n) { min_split_ = n; }),
       "split only nodes of at least N rows")  //
      ("min-leaf", po::value<double>()->value_name("N")->notifier([this](double n) { min_leaf_ = n; }),
       "a branch needs N rows (multiway: two of the branches)")  //
      ("min-gain", po::value<double>()->value_name("X")->notifier([this](double x) { min_gain_ = x; }),
       "a test must gain more than X by the criterion")                                             //
      ("prune", text(&prune_, "METHOD"), "none (id3), pessimistic (c45, cart) or cost-complexity")  //
      ("alpha", po::value<double>()->value_name("X")->notifier([this](double x) { alpha_ = x; }),
       "cost-complexity: the price of a leaf, as a share of the training rows");
}

void LearnerOptions::check() {
  constexpr Algorithm algorithms[] = {Algorithm::id3, Algorithm::c45, Algorithm::cart};
  GrowOptions grow = preset(algorithms[choose("--algorithm", algorithm_, {"id3", "c45", "cart"})]);
  if (!criterion_.empty()) {
    constexpr Criterion criteria[] = {Criterion::information_gain, Criterion::gain_ratio, Criterion::gini,
                                      Criterion::error};
    grow.criterion = criteria[choose("--criterion", criterion_, {"information-gain", "gain-ratio", "gini", "error"})];
  }
  if (!categorical_split_.empty()) {
    const bool multiway = choose("--categorical-split", categorical_split_, {"multiway", "equal"}) == 0;
    grow.categorical = multiway ? CategoricalSplit::multiway : CategoricalSplit::equal;
  }
  if (!threshold_.empty()) {
    const bool midpoint = choose("--threshold", threshold_, {"midpoint", "observed"}) == 0;
    grow.threshold = midpoint ? ThresholdPlace::midpoint : ThresholdPlace::observed;
  }
  if (!missing_.empty()) {
    const bool refuse = choose("--missing", missing_, {"refuse", "majority"}) == 0;
    grow.missing = refuse ? MissingPolicy::refuse : MissingPolicy::majority;
  }
  if (max_depth_) grow.max_depth = *max_depth_;
  if (min_split_) require_finite("--min-split", (grow.min_split = *min_split_).value, 0);
  if (min_leaf_) require_finite("--min-leaf", (grow.min_leaf = *min_leaf_).value, 0);
  if (min_gain_) require_finite("--min-gain", grow.min_gain = *min_gain_, 0);

  PruneOptions prune;
  prune.method = grow.algorithm == Algorithm::id3 ? PruneMethod::none : PruneMethod::pessimistic;
  if (!prune_.empty()) {
    constexpr PruneMethod methods[] = {PruneMethod::none, PruneMethod::pessimistic, PruneMethod::cost_complexity};
    prune.method = methods[choose("--prune", prune_, {"none", "pessimistic", "cost-complexity"})];
  }
  const bool takes_alpha = prune.method == PruneMethod::cost_complexity;
  if (takes_alpha && !alpha_) usage("--prune cost-complexity needs --alpha", "for example --alpha 0.01");
  if (!takes_alpha && alpha_) usage("--alpha goes with --prune cost-complexity");
  if (alpha_) require_finite("--alpha", *(prune.alpha = alpha_), 0);
  learn_ = {grow, prune};
}

void FoldOptions::add_to(OptionGroups& options, const std::string& folds_help) {
  options.group("Options").add_options()                                                                            //
      ("folds", whole<std::uint32_t>("--folds", "K", [this](std::uint32_t k) { folds_ = k; }), folds_help.c_str())  //
      ("seed", whole<std::uint64_t>("--seed", "N", [this](std::uint64_t n) { seed_ = n; }),
       "seed of the random choices (default 1)");
}

void FoldOptions::check(std::uint32_t fewest) {
  if (folds_ < fewest || folds_ == 1)
    usage(fmt::format("--folds {}: at least 2 folds are needed", folds_), "10 is usual");
}

void CompileOptions::add_to(OptionGroups& options) {
  options.group("Compiling")
      .add_options()                                                                                              //
      ("namespace", text(&space_, "NAME"), "namespace of the generated code; the output's file name by default")  //
      ("input-type", list(&input_types_, "COL=TYPE"),
       "type of an input: int8, int16, int32, uint8, uint16, uint32, float or double; chosen by default; may be "
       "repeated")  //
      ("fields", text(&fields_, "WHICH"),
       "used (default): the input struct has the columns that the tree reads; all: every column")  //
      ("optimize", text(&optimize_, "GOAL"),
       "readable (default): source order; speed: the branch that most rows take first")  //
      ("runtime", text(&runtime_, "FORM"),
       "inline (default): one file to copy; include: #include <espalier/runtime.hpp>")  //
      ("selftest", text(&selftest_, "FILE"),
       "also write a program with every boundary vector, for the target itself")  //
      ("dump-after", text(&dump_after_, "PASS"),
       "print the decision program after build, fold, narrow, order, outline or flatten");
}

void CompileOptions::check() {
  for (const std::string& argument : input_types_) lower_.input_types.push_back(parse_input_type(argument));
  lower_.fields = choose("--fields", fields_, {"used", "all"}) == 0 ? FieldSelection::used : FieldSelection::all;
  lower_.branch_order =
      choose("--optimize", optimize_, {"readable", "speed"}) == 0 ? BranchOrder::source : BranchOrder::hotter;
  choose("--runtime", runtime_, {"inline", "include"});
  if (!dump_after_.empty()) choose("--dump-after", dump_after_, pass_names());
}

EmitOptions CompileOptions::emit(const std::string& output_path, const std::string& model_text) const {
  const std::string stem = std::filesystem::path(output_path).stem().string();
  std::string wish = space_;
  if (wish.empty()) wish = output_path.empty() || output_path == "-" ? "predictor" : stem;
  EmitOptions options;
  options.space = namespace_name(wish);
  if (!space_.empty() && options.space != space_) {
    usage(fmt::format("--namespace {} is not a usable name", in_quotes(space_)),
          fmt::format("for example {}", options.space));
  }
  options.runtime = runtime_ == "inline" ? RuntimeForm::inlined : RuntimeForm::included;
  options.model_sha256 = sha256_hex(model_text);
  return options;
}

}  // namespace espalier::cli
