#include "cli/compile_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <string_view>

#include "cli/option_values.hpp"
#include "emit/names.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier::cli {

void CompileOptions::add_to(OptionGroups& options) {
  options.group("Compiling")
      .add_options()  //
      ("language", text(&language_, "NAME"),
       "what to write: cpp (default), a C++11 header; cpp-sources, a header and source files, for large trees; c, a "
       "C99 "
       "header; rust, a module; sql; rules, as JSON; pmml, PMML 4.4; dmn, a decision table of DMN 1.3")     //
      ("dialect", text(&dialect_, "NAME"), "of SQL: ansi (default), postgresql, sqlite or duckdb")          //
      ("table", text(&table_, "NAME"), "of SQL: the table with the rows (default input); SCHEMA.NAME too")  //
      ("probabilities", po::bool_switch(&probabilities_),
       "of SQL: also a column with the probability of each class")  //
      ("template", text(&template_, "FILE"),
       "write what this template of yours says, an inja template with the model as its data")                     //
      ("namespace", text(&space_, "NAME"), "namespace of the generated code; the output's file name by default")  //
      ("input-type", list(&input_types_, "COL=TYPE"),
       "type of an input: int8, int16, int32, uint8, uint16, uint32, float, double, bool, fixed point (q7.8, uq8.8) or "
       "steps (int16*0.01); chosen by default; may be repeated")  //
      ("allow-loss", po::bool_switch(&allow_loss_),
       "accept an --input-type that cannot tell training rows apart; says how many change their answer")  //
      ("output-type", text(&output_type_, "TYPE"),
       "type in which a regression answers: float, double or auto (default): float if it can hold the answers")  //
      ("fields", text(&fields_, "WHICH"),
       "used (default): the input struct has the columns that the tree reads; all: every column")  //
      ("optimize", text(&optimize_, "GOAL"),
       "readable (default): decimal thresholds in the model's order; speed: floats compared by their bits, switches, "
       "identical subtrees once; size: the same, smaller where that costs time")  //
      ("shape", text(&shape_, "SHAPE"),
       "branches (default): nested ifs; table: constants and a loop over them; auto (default with --optimize size): "
       "the one that is smaller on a microcontroller; of several trees with --optimize speed (default, too) the faster "
       "one")  //
      ("early-exit", po::bool_switch(&early_exit_),
       "several trees that answer with labels by whole-number sums: predict asks no tree that cannot change the answer "
       "any more, and answers the same")  //
      ("runtime", text(&runtime_, "FORM"),
       "inline (default): one file to copy; include: #include <espalier/runtime.hpp>, of C runtime.h")  //
      ("style", text(&style_, "NAME"),
       "plain (default): early returns; misra: one return at the end of each function, as MISRA C wants it")  //
      ("parts", text(&parts_, "N"),
       "cpp-sources: number of source files; auto (default): as many as the size of the tree asks for")  //
      ("share-enumerators", text(&share_enumerators_, "N"),
       "headers: in columns of more than N words (default 100), words that no test tells apart share an enumerator; "
       "never: every word has its own")  //
      ("selftest", text(&selftest_, "FILE"),
       "also write a program with every boundary vector, for the target itself")  //
      ("dump-after", text(&dump_after_, "PASS"),
       "print the decision program after build, fold, narrow, share, select, order, outline or flatten");
}

void CompileOptions::check() {
  for (const std::string& argument : input_types_) lower_.input_types.push_back(parse_input_type(argument));
  if (allow_loss_ && input_types_.empty()) {
    usage("--allow-loss goes with --input-type", "the types that are chosen by default lose nothing");
  }
  lower_.loss = allow_loss_ ? TypeLoss::allowed : TypeLoss::refused;
  choose("--language", language_, language_names());
  if (!dialect_.empty()) choose("--dialect", dialect_, dialect_names());
  if (!table_.empty()) table_parts(table_);
  check_form();
  check_parts();
  check_sharing();
  choose("--output-type", output_type_, {"auto", "float", "double"});
  lower_.value_type = parse_value_type(output_type_);
  lower_.fields = choose<FieldSelection>("--fields", fields_);
  lower_.goal = static_cast<Goal>(choose("--optimize", optimize_, goal_names()));
  lower_.form = choose<BodyForm>("--style", style_);
  check_shape();
  choose<RuntimeForm>("--runtime", runtime_);
  if (dump_after_.empty()) return;
  choose("--dump-after", dump_after_, pass_names());
  if (!runs_pass(lower_.goal, dump_after_)) {
    usage(fmt::format("there is no pass {} with --optimize {}", dump_after_, optimize_),
          "use --optimize speed or size, or another pass");
  }
  if (dump_after_ == "select" && !row_of(parse_language(language_)).has_switches) {
    usage(fmt::format("there is no pass {} with --language {}", dump_after_, language_), "use another pass");
  }
}

// Refuses what would otherwise be ignored.
void CompileOptions::check_form() const {
  const auto refuse_with = [](std::string_view form, const std::vector<std::pair<std::string, bool>>& given) {
    for (const auto& [option, is_given] : given) {
      if (is_given) usage(fmt::format("{} has no meaning with {}", option, form), "leave one of the two out");
    }
  };
  const LanguageRow& language = row_of(parse_language(language_));
  if (!language.is_sql) {
    refuse_with(fmt::format("--language {}", language_),
                {{"--dialect", !dialect_.empty()}, {"--table", !table_.empty()}, {"--probabilities", probabilities_}});
  }
  if (!template_.empty()) {
    refuse_with("--template", {{"--language " + language_, language.language != Language::cpp},
                               {"--runtime", runtime_ != "inline"},
                               {"--shape", asks_for_tables()},
                               {"--early-exit", early_exit_},
                               {"--share-enumerators", share_enumerators_ != kShareDefault},
                               {"--selftest", !selftest_.empty()}});
  }
  if (!language.has_tables && !compares_doubles()) {
    refuse_with("--language " + language_, {{"--shape " + shape_, asks_for_tables()}});
  }
  if (style_ == "misra")
    refuse_with("--style misra", {{"--shape " + shape_, asks_for_tables()}, {"--early-exit", early_exit_}});
  if (language.language != Language::cpp) refuse_with("--language " + language_, {{"--early-exit", early_exit_}});
  if (!compares_doubles()) {
    refuse_with("--language " + language_, {{"--style", style_ != "plain" && !language.has_styles},
                                            {"--runtime", runtime_ != "inline" && !language.has_styles}});
    return;
  }
  refuse_with(fmt::format("--language {}", language_), {{"--namespace", !space_.empty()},
                                                        {"--input-type", !input_types_.empty()},
                                                        {"--output-type", output_type_ != "auto"},
                                                        {"--fields", fields_ != "used"},
                                                        {"--optimize", optimize_ != "readable"},
                                                        {"--shape", asks_for_tables()},
                                                        {"--style", style_ != "plain"},
                                                        {"--runtime", runtime_ != "inline"},
                                                        {"--share-enumerators", share_enumerators_ != kShareDefault},
                                                        {"--selftest", !selftest_.empty() && !language.has_selftest}});
}

bool CompileOptions::compares_doubles() const {
  return row_of(parse_language(language_)).vocabulary == Vocabulary::words;
}

bool CompileOptions::asks_for_tables() const {
  return !shape_.empty() && shape_ != "branches";
}

// Tables are C++, and have more than one return; whoever leaves the choice to us gets branches elsewhere.
void CompileOptions::check_shape() {
  lower_.early_exit = early_exit_;
  if (!shape_.empty()) lower_.shape = static_cast<Shape>(choose("--shape", shape_, shape_names()));
  const bool language_has = row_of(parse_language(language_)).has_tables && template_.empty();
  const bool form_has = lower_.form == BodyForm::early_return;
  if (language_has && form_has) return;
  if (lower_.shape == Shape::table) {
    usage(fmt::format("--shape table has no meaning with {}", form_has ? "--language " + language_ : "--style misra"),
          "leave one of the two out");
  }
  lower_.shape = Shape::branches;
}

void CompileOptions::check_for(const Model& model) const {
  if (const std::string obstacle = obstacle_to_early_exit(model); early_exit_ && !obstacle.empty()) {
    usage(fmt::format("the model has no early exit: {}", obstacle),
          "leave --early-exit out; it is for several trees that answer with labels by whole-number sums");
  }
  if (!lower_.value_type || model.task == Task::regression) return;
  usage(fmt::format("--output-type is for numbers, and the target {} has classes", in_quotes(model.target)),
        "leave it out, or train with --task regression");
}

void CompileOptions::check_parts() {
  const bool sources = row_of(parse_language(language_)).has_parts;
  if (!parts_.empty() && !sources) usage("--parts is for --language cpp-sources", "leave it out");
  if (parts_.empty() || parts_ == "auto") return;
  const char* const end = parts_.data() + parts_.size();
  const auto [stop, error] = std::from_chars(parts_.data(), end, lower_.pieces);
  if (error != std::errc() || stop != end || lower_.pieces == 0 || lower_.pieces > kMostParts) {
    usage(fmt::format("--parts {}: expected auto or a number from 1 to {}", in_quotes(parts_), grouped(kMostParts)));
  }
}

void CompileOptions::check_sharing() {
  share_above_.reset();
  if (share_enumerators_ == "never") return;
  std::size_t above = 0;
  const char* const end = share_enumerators_.data() + share_enumerators_.size();
  const auto [stop, error] = std::from_chars(share_enumerators_.data(), end, above);
  if (error != std::errc() || stop != end) {
    usage(fmt::format("--share-enumerators {}: expected never or a number of words", in_quotes(share_enumerators_)));
  }
  share_above_ = above;
}

// The parts include the header by its name, and are named after it.
void CompileOptions::check_header_name(const std::string& output_path) const {
  if (!row_of(parse_language(language_)).has_parts) return;
  if (output_path == "-") usage("--language cpp-sources writes several files", "name the header with -o FILE.hpp");
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-";
  const std::string name = std::filesystem::path(output_path).filename().string();
  if (name.find_first_not_of(kPlain) == std::string::npos) return;
  usage(fmt::format("the source files cannot include a header called {}", in_quotes(name)),
        "use letters, digits, '.', '_', '+' and '-' for its name");
}

EmitOptions CompileOptions::emit(const std::string& output_path, const std::string& model_sha256) const {
  const std::string stem = std::filesystem::path(output_path).stem().string();
  std::string wish = space_;
  if (wish.empty()) wish = output_path.empty() || output_path == "-" ? "predictor" : stem;
  check_header_name(output_path);
  EmitOptions options;
  options.language = parse_language(language_);
  options.parts = parts_.empty() || parts_ == "auto" ? 0 : lower_.pieces;
  options.file_name = output_path == "-" ? "" : std::filesystem::path(output_path).filename().string();
  options.space = namespace_name(wish);
  if (!space_.empty() && options.space != space_) {
    usage(fmt::format("--namespace {} is not a usable name", in_quotes(space_)),
          fmt::format("for example {}", options.space));
  }
  options.share_above = share_above_;
  options.dialect = parse_dialect(dialect_.empty() ? "ansi" : dialect_);
  if (!table_.empty()) options.table = table_;
  options.probabilities = probabilities_;
  options.runtime = parse_name<RuntimeForm>(runtime_).value();
  options.model_sha256 = model_sha256;
  return options;
}

}  // namespace espalier::cli
