// espalier verify: does a header do what its model does?
#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "audit/source_proof.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/emit.hpp"
#include "report/code_report.hpp"
#include "support/files.hpp"

namespace espalier::cli {
namespace {

class VerifyCommand : public Command {
 public:
  std::string_view name() const override { return "verify"; }
  std::string_view summary() const override {
    return "prove that a file is what the model says, then compile and run it";
  }
  std::string_view description() const override {
    return "First the text: Espalier makes the file again from the model and compares. It must be the same byte for "
           "byte, or have the same tokens; the functions that answer may also be another version's, if they are proven "
           "to answer as the model does for every input. Anything else in the file, a single token, is named with its "
           "place. Then the compiler: the header is compiled and run on every boundary vector (each threshold and its "
           "neighbours, infinities, missing values, all categories), and label, rule and probabilities, and what else "
           "it offers, are compared with the model. A query of the dialects sqlite and ansi is run by sqlite3 instead, "
           "and rules, PMML and decision tables are followed. Without HEADER the model is emitted first. Exit code 1 "
           "means that something "
           "differs, or could not be proven.";
  }
  std::string_view verbose_adds() const override { return "the type of each input"; }
  std::vector<Positional> positionals() override {
    return {{"MODEL", &model_path_, true}, {"HEADER", &header_path_, false}};
  }
  std::vector<Example> examples() const override {
    return {{"verify iris.json iris.hpp", "the header that was emitted from the model"},
            {"verify iris.json --compiler clang++", "what this version would emit, with another compiler"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()  //
        ("compiler", po::value(&verify_.compiler)->value_name("NAME"),
         "compiler to use; $CXX, c++, g++ or clang++ by default, for C $CC, cc, gcc or clang, for Rust $RUSTC "
         "or rustc")  //
        ("no-run", po::bool_switch(&no_run_),
         "only the text: compile and run nothing; for files that nobody has looked at yet")  //
        ("no-coverage", po::bool_switch(&no_coverage_), "do not measure branch coverage (it needs GCC and gcov)");
  }

  void check() override {
    check_files(common, {{model_path_, header_path_}, {}});
    if (no_run_ && header_path_.empty()) usage("--no-run looks at a file, and none is given", "add the HEADER");
    if (no_run_ && !verify_.compiler.empty()) usage("--no-run and --compiler exclude each other");
    verify_.coverage = !no_coverage_;
    verify_.counters = true;
  }

  ExitCode run(Report& report) override {
    std::string model_sha256;
    const Model model = load_model(model_path_, &model_sha256);
    std::vector<EmittedFile> files;
    EmitRecord record;
    std::optional<Model> emitted;
    std::optional<SourceProof> source;
    if (header_path_.empty()) {
      Compiled compiled = compile_model(model, model_sha256, CompileOptions(), "");
      report.add(compiled.facts, false);
      files = std::move(compiled.files);
      record = std::move(compiled.record);
      emitted = std::move(compiled.emitted);
    } else {
      files = {{display_name(header_path_), read_file(header_path_)}};
      record = record_of(files.front().text, model);
      emitted = emitted_model(model, record);
      read_parts(record, files);
      source = prove_source(model, model_sha256, files, record);
    }
    const Model& subject = emitted ? *emitted : model;
    Verification verification;
    if (!no_run_) verification = verify_files(subject, files, record, verify_);
    if (!verification.obstacle.empty())
      throw Diagnostic(ExitCode::bad_input, verification.obstacle,
                       "name another with --compiler, or leave it out with --no-run");
    VerificationFacts facts = verification_facts(subject, record, std::move(verification),
                                                 header_path_.empty() ? "the emitted header" : header_path_);
    facts.source = std::move(source);
    facts.ran = !no_run_;
    facts.inputs = checked_inputs(model, record);
    report.add(facts, common.verbose);
    return facts.passed() ? ExitCode::done : ExitCode::check_failed;
  }

 private:
  // The source files that belong to a header stand beside it.
  void read_parts(const EmitRecord& record, std::vector<EmittedFile>& files) const {
    if (!row_of(record.language).has_parts) return;
    const std::filesystem::path header(header_path_);
    files.front().name = header.filename().string();
    for (std::size_t number = 1; number <= record.parts; ++number) {
      const std::string name = part_name(files.front().name, number);
      files.push_back({name, read_file((header.parent_path() / name).string())});
    }
  }

  EmitRecord record_of(const std::string& header, const Model& model) const {
    auto record = read_emit_record(header, model, display_name(header_path_));
    if (record) return *record;
    throw Diagnostic(ExitCode::bad_input, fmt::format("{} has no line '// espalier: ...'", display_name(header_path_)),
                     "only headers emitted by Espalier can be verified");
  }

  std::string model_path_;
  std::string header_path_;
  bool no_run_ = false;
  bool no_coverage_ = false;
  VerifyOptions verify_;
};

}  // namespace

std::unique_ptr<Command> make_verify_command() {
  return std::make_unique<VerifyCommand>();
}

}  // namespace espalier::cli
