#include "cli/compile_options.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/option_values.hpp"
#include "emit/names.hpp"
#include "support/diagnostic.hpp"
#include "support/sha256.hpp"
#include "support/text.hpp"

namespace espalier::cli {

void CompileOptions::add_to(OptionGroups& options) {
  options.group("Compiling")
      .add_options()                                                                                        //
      ("language", text(&language_, "NAME"), "what to write: cpp (default), sql or rules (JSON)")           //
      ("dialect", text(&dialect_, "NAME"), "of SQL: ansi (default), postgresql, sqlite or duckdb")          //
      ("table", text(&table_, "NAME"), "of SQL: the table with the rows (default input); SCHEMA.NAME too")  //
      ("template", text(&template_, "FILE"),
       "write what this template of yours says, an inja template with the model as its data")                     //
      ("namespace", text(&space_, "NAME"), "namespace of the generated code; the output's file name by default")  //
      ("input-type", list(&input_types_, "COL=TYPE"),
       "type of an input: int8, int16, int32, uint8, uint16, uint32, float or double; chosen by default; may be "
       "repeated")  //
      ("output-type", text(&output_type_, "TYPE"),
       "type in which a regression answers: float, double or auto (default): float if it can hold the answers")  //
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
  choose("--language", language_, language_names());
  if (!dialect_.empty()) choose("--dialect", dialect_, dialect_names());
  if (!table_.empty()) table_parts(table_);
  check_form();
  choose("--output-type", output_type_, {"auto", "float", "double"});
  lower_.value_type = parse_value_type(output_type_);
  lower_.fields = choose("--fields", fields_, {"used", "all"}) == 0 ? FieldSelection::used : FieldSelection::all;
  lower_.branch_order =
      choose("--optimize", optimize_, {"readable", "speed"}) == 0 ? BranchOrder::source : BranchOrder::hotter;
  choose("--runtime", runtime_, {"inline", "include"});
  if (!dump_after_.empty()) choose("--dump-after", dump_after_, pass_names());
}

// Refuses what would otherwise be ignored.
void CompileOptions::check_form() const {
  const auto refuse_with = [](std::string_view form, const std::vector<std::pair<std::string, bool>>& given) {
    for (const auto& [option, is_given] : given) {
      if (is_given) usage(fmt::format("{} has no meaning with {}", option, form), "leave one of the two out");
    }
  };
  const Language language = parse_language(language_);
  if (language != Language::sql) {
    refuse_with(fmt::format("--language {}", language_),
                {{"--dialect", !dialect_.empty()}, {"--table", !table_.empty()}});
  }
  if (!template_.empty()) {
    refuse_with("--template", {{"--language " + language_, language != Language::cpp},
                               {"--runtime", runtime_ != "inline"},
                               {"--selftest", !selftest_.empty()}});
  }
  if (!compares_doubles()) return;
  refuse_with(fmt::format("--language {}", language_),
              {{"--namespace", !space_.empty()},
               {"--input-type", !input_types_.empty()},
               {"--output-type", output_type_ != "auto"},
               {"--fields", fields_ != "used"},
               {"--optimize", optimize_ != "readable"},
               {"--runtime", runtime_ != "inline"},
               {"--selftest", !selftest_.empty() && language != Language::sql}});
}

bool CompileOptions::compares_doubles() const {
  const Language language = parse_language(language_);
  return language == Language::sql || language == Language::rules;
}

LowerOptions CompileOptions::lower_for(const Model& model) const {
  LowerOptions options = lower_;
  if (!compares_doubles()) return options;
  for (const Feature& feature : model.features) {
    if (feature.kind == FeatureKind::numeric) options.input_types.push_back(parse_input_type(feature.name + "=double"));
  }
  if (model.task == Task::regression) options.value_type = ValueType::float64;
  return options;
}

void CompileOptions::check_for(const Model& model) const {
  if (!lower_.value_type || model.task == Task::regression) return;
  usage(fmt::format("--output-type is for numbers, and the target {} has classes", in_quotes(model.target)),
        "leave it out, or train with --task regression");
}

EmitOptions CompileOptions::emit(const std::string& output_path, const std::string& model_text) const {
  const std::string stem = std::filesystem::path(output_path).stem().string();
  std::string wish = space_;
  if (wish.empty()) wish = output_path.empty() || output_path == "-" ? "predictor" : stem;
  EmitOptions options;
  options.language = parse_language(language_);
  options.file_name = output_path == "-" ? "" : std::filesystem::path(output_path).filename().string();
  options.space = namespace_name(wish);
  if (!space_.empty() && options.space != space_) {
    usage(fmt::format("--namespace {} is not a usable name", in_quotes(space_)),
          fmt::format("for example {}", options.space));
  }
  options.dialect = parse_dialect(dialect_.empty() ? "ansi" : dialect_);
  if (!table_.empty()) options.table = table_;
  options.runtime = runtime_ == "inline" ? RuntimeForm::inlined : RuntimeForm::included;
  options.model_sha256 = sha256_hex(model_text);
  return options;
}

}  // namespace espalier::cli
