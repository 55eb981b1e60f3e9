#include "cli/compile_options.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <limits>
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
       "what to write: cpp (default), a header; cpp-sources, a header and source files, for large trees")         //
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
      ("parts", text(&parts_, "N"),
       "cpp-sources: number of source files; auto (default): as many as the size of the tree asks for")  //
      ("selftest", text(&selftest_, "FILE"),
       "also write a program with every boundary vector, for the target itself")  //
      ("dump-after", text(&dump_after_, "PASS"),
       "print the decision program after build, fold, narrow, order, outline or flatten");
}

void CompileOptions::check() {
  for (const std::string& argument : input_types_) lower_.input_types.push_back(parse_input_type(argument));
  choose("--language", language_, language_names());
  check_parts();
  choose("--output-type", output_type_, {"auto", "float", "double"});
  lower_.value_type = parse_value_type(output_type_);
  lower_.fields = choose("--fields", fields_, {"used", "all"}) == 0 ? FieldSelection::used : FieldSelection::all;
  lower_.branch_order =
      choose("--optimize", optimize_, {"readable", "speed"}) == 0 ? BranchOrder::source : BranchOrder::hotter;
  choose("--runtime", runtime_, {"inline", "include"});
  if (!dump_after_.empty()) choose("--dump-after", dump_after_, pass_names());
}

void CompileOptions::check_for(const Model& model) const {
  if (!lower_.value_type || model.task == Task::regression) return;
  usage(fmt::format("--output-type is for numbers, and the target {} has classes", in_quotes(model.target)),
        "leave it out, or train with --task regression");
}

void CompileOptions::check_parts() {
  const bool sources = parse_language(language_) == Language::cpp_sources;
  if (!parts_.empty() && !sources) usage("--parts is for --language cpp-sources", "leave it out");
  if (parts_.empty() || parts_ == "auto") return;
  const char* const end = parts_.data() + parts_.size();
  const auto [stop, error] = std::from_chars(parts_.data(), end, lower_.pieces);
  if (error != std::errc() || stop != end || lower_.pieces == 0 || lower_.pieces > kMostParts) {
    usage(fmt::format("--parts {}: expected auto or a number from 1 to {}", in_quotes(parts_), grouped(kMostParts)));
  }
}

// The parts include the header by its name, and are named after it.
void CompileOptions::check_header_name(const std::string& output_path) const {
  if (parse_language(language_) != Language::cpp_sources) return;
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
  options.parts = parts_.empty() || parts_ == "auto" ? 0 : lower_.pieces;
  options.language = parse_language(language_);
  // Whoever asks for speed gets a tree for predict() alone, however large.
  if (optimize_ != "readable") options.two_trees_up_to = std::numeric_limits<std::size_t>::max();
  options.file_name = output_path == "-" ? "" : std::filesystem::path(output_path).filename().string();
  options.space = namespace_name(wish);
  if (!space_.empty() && options.space != space_) {
    usage(fmt::format("--namespace {} is not a usable name", in_quotes(space_)),
          fmt::format("for example {}", options.space));
  }
  options.runtime = runtime_ == "inline" ? RuntimeForm::inlined : RuntimeForm::included;
  options.model_sha256 = model_sha256;
  return options;
}

}  // namespace espalier::cli
