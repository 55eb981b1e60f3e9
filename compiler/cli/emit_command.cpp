// espalier emit: model file -> source text.
#include <optional>

#include "audit/program_proof.hpp"
#include "audit/verify.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/report.hpp"
#include "report/code_report.hpp"

namespace espalier::cli {
namespace {

class EmitCommand : public Command {
 public:
  std::string_view name() const override { return "emit"; }
  std::string_view summary() const override {
    return "the compiler only: from a model file to a C++ or C header, SQL, rules, PMML or DMN";
  }
  std::string_view description() const override {
    return "Reads a model file and writes it as a C++ or C header, as an SQL query, as rules in JSON, as PMML or a "
           "decision table of DMN, or as a template of your own says. 'espalier verify' compares the two.";
  }
  std::string_view verbose_adds() const override {
    return "the type of every input, the steps of the program after each pass";
  }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"emit iris.json -o iris.hpp", "the header of a trained model"},
            {"emit iris.json --language sql --dialect sqlite --table flowers -o iris.sql", "a query for SQLite"},
            {"emit iris.json --language pmml -o iris.pmml", "for programs that read PMML"},
            {"emit iris.json -o - --dump-after narrow", "on standard output; the decision program on standard error"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                                                               //
        ("output,o", po::value(&output_)->value_name("FILE"), "what is written; - for standard output")  //
        ("data", po::value(&data_path_)->value_name("FILE"),
         "the training data: names the rows that an --input-type cannot tell apart, and counts those that change");
    check_.add_to(options);
    compile_.add_to(options);
    data_.add_reading_to(options);
  }

  void check() override {
    require_output(output_, "predictor.hpp");
    data_.check();
    if (data_path_.empty()) refuse_reading_options(given, "leave it out, or name the training data with --data");
    check_files(common, {{model_path_, data_path_}, {output_, compile_.selftest_path()}}, data_, compile_);
    compile_.check();
    check_.check({output_, compile_.selftest_path()});
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-" || compile_.selftest_path() == "-";
    std::string model_sha256;
    const Model model = load_model(model_path_, &model_sha256);
    std::optional<TrainingData> read;
    if (!data_path_.empty()) read = read_data_of(model, data_path_, data_, report.warnings);
    const TrainingData* data = read ? &*read : nullptr;
    const Compiled compiled = compile_model(model, model_sha256, compile_, output_, data);
    report_code(model, compiled, compile_, data, common.verbose, report);
    if (!program_is_right(compiled.subject(model), compiled, report)) return ExitCode::check_failed;
    if (check_.wanted) {
      check_outputs(model, compiled, compile_, output_, "", "", report);
      return ExitCode::done;
    }
    OutputFiles files;
    stage_selftest(model, compiled, compile_, output_, files, report);
    stage_emitted(compiled, output_, files, report);
    files.commit();
    return ExitCode::done;
  }

 private:
  // As far as that can be proven: 'espalier verify' tries out the rest.
  bool program_is_right(const Model& model, const Compiled& compiled, Report& report) const {
    if (!is_provable(model, compiled.lowered)) return true;
    Verification verification = check_lowered(model, compiled.lowered);
    if (verification.passed()) return true;
    verification.compiler = "decision program only";
    report.add(verification_facts(model, compiled.record, std::move(verification), output_));
    return false;
  }

  std::string model_path_;
  std::string data_path_;
  std::string output_;
  DataOptions data_;
  CompileOptions compile_;
  CheckOption check_;
};

}  // namespace

std::unique_ptr<Command> make_emit_command() {
  return std::make_unique<EmitCommand>();
}

}  // namespace espalier::cli
