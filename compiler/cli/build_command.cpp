// espalier build: CSV -> model -> header, checked before it is written.
#include <optional>

#include "audit/compilers.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/estimate_options.hpp"
#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "cli/training.hpp"
#include "report/code_report.hpp"
#include "support/sha256.hpp"

namespace espalier::cli {
namespace {

// From so many bytes on, a compiler that optimises takes several times as long as the rest of a build: the check
// compiles without. 'espalier verify' does not make this difference.
constexpr std::size_t kLargeCode = 1'000'000;

enum class VerifyWhen { attempt, require, no };

class BuildCommand : public Command {
 public:
  std::string_view name() const override { return "build"; }
  std::string_view summary() const override {
    return "train, prune, emit and check: from a CSV file to a C++ or C header";
  }
  std::string_view description() const override {
    return "Reads a CSV file (- for standard input, .gz too), an ARFF file or C4.5's .names and .data, trains and "
           "prunes a decision tree for classes or numbers, and writes it as a C++ or C header. "
           "Before the header is written it is compiled and compared with the model on every boundary vector.";
  }
  std::string_view verbose_adds() const override {
    return "the tree with its surrogates, each pruned subtree, the type of every input, the steps of the program after "
           "each pass";
  }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"DATA", &data_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"build data/iris.csv --target species -o iris.hpp", "a header with namespace iris"},
            {"build data/golf.csv -t play -a c45 --prune none -o golf.hpp --model golf.json",
             "an unpruned C4.5 tree, and its model for later"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    options.group("Options").add_options()                                                          //
        ("output,o", po::value(&output_)->value_name("FILE"), "the header; - for standard output")  //
        ("model", po::value(&model_path_)->value_name("FILE"), "also write the model as JSON")      //
        ("verify",
         one_of("--verify", "WHEN", when_,
                {{"try", VerifyWhen::attempt}, {"require", VerifyWhen::require}, {"no", VerifyWhen::no}}),
         "compile and run the header before it is written: try (default): warn if that cannot be done; require: write "
         "nothing then; no: leave it out (its program is checked all the same)")  //
        ("no-verify", po::bool_switch(&no_verify_), "the same as --verify no")    //
        ("compiler", po::value(&verify_.compiler)->value_name("NAME"),
         "compiler for the check; $CXX, c++, g++ or clang++ by default, for C $CC, cc, gcc or clang, for Rust $RUSTC "
         "or rustc");
    check_.add_to(options);
    folds_.add_to(options);
    estimate_.add_to(options);
    run_.add_to(options);
    learner_.add_to(options);
    data_.add_to(options);
    compile_.add_to(options);
  }

  void check() override {
    require_output(output_, "predictor.hpp");
    if (no_verify_ && when_.value_or(VerifyWhen::no) != VerifyWhen::no)
      usage("--no-verify and --verify exclude each other", "--verify no is the same as --no-verify");
    if (no_verify_) when_ = VerifyWhen::no;
    if (when_ == VerifyWhen::require && !compile_.template_path().empty())
      usage("--verify require: what a template of your own writes cannot be verified", "leave one of the two out");
    check_.check({output_, model_path_, compile_.selftest_path()});
    folds_.check();
    estimate_.check(folds_.folds() != 0);
    data_.check(run_.threads());
    learner_.check();
    compile_.check();
    check_files(common, {{data_path_}, {output_, model_path_, compile_.selftest_path()}}, data_, learner_, compile_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-" || model_path_ == "-" || compile_.selftest_path() == "-";
    Job job(common);
    const Training training = train_model(data_path_, data_, target_, learner_, folds_, estimate_, run_, common, job,
                                          report, compile_.has_input_types());
    const TrainingData* data = training.data ? &*training.data : nullptr;
    const Compiled compiled = compile_model(training.model, sha256_hex(training.model_text), compile_, output_, data);
    report_code(training.model, compiled, compile_, data, common.verbose, report);
    if (check_.wanted) {
      check_outputs(training.model, compiled, compile_, output_, model_path_, training.model_text, report);
      return ExitCode::done;
    }
    if (!check_header(compiled.subject(training.model), compiled, report)) return ExitCode::check_failed;

    OutputFiles files;
    if (!model_path_.empty()) files.stage(model_path_, training.model_text);
    stage_selftest(training.model, compiled, compile_, output_, files, report);
    stage_emitted(compiled, output_, files, report);
    files.commit();
    return ExitCode::done;
  }

 private:
  // Nothing is written unless the code answers as the model does.
  bool check_header(const Model& model, const Compiled& compiled, Report& report) const {
    Verification verification = check_lowered(model, compiled.lowered);
    verification.compiler = "decision program only";
    if (when_ != VerifyWhen::no && !compiled.by_template && verification.passed()) {
      std::string obstacle = obstacle_to_verify(compiled.record, verify_);
      if (obstacle.empty()) {
        Verification with_output = run_output(model, compiled);
        obstacle = with_output.obstacle;
        with_output.proven = verification.proven;
        if (obstacle.empty()) verification = std::move(with_output);
      }
      if (!obstacle.empty()) warn_or_refuse(compiled, obstacle, report);
    }
    const bool passed = verification.passed();
    report.add(verification_facts(model, compiled.record, std::move(verification), output_));
    return passed;
  }

  Verification run_output(const Model& model, const Compiled& compiled) const {
    const bool large = is_large_code(compiled);
    VerifyOptions options = verify_;
    if (large) options.flags = quick_flags(compiled.record.language);
    Verification verification = verify_files(model, compiled.files, compiled.record, options);
    if (large) verification.compiler += " " + options.flags.back();
    return verification;
  }

  // The code could not be compiled or run, for reasons that are not its own.
  void warn_or_refuse(const Compiled& compiled, const std::string& obstacle, Report& report) const {
    const std::string message = obstacle + ": the output itself was not run";
    std::string hint = verification_hint(compiled.record);
    if (when_ == VerifyWhen::require) throw Diagnostic(ExitCode::check_failed, message, std::move(hint));
    report.warnings.push_back({message, std::move(hint), std::nullopt, "", true});
  }

  static bool is_large_code(const Compiled& compiled) {
    if (row_of(compiled.record.language).vocabulary == Vocabulary::words) return false;
    std::size_t bytes = 0;
    for (const EmittedFile& file : compiled.files) bytes += file.text.size();
    return bytes >= kLargeCode;
  }

  std::string data_path_;
  std::string output_;
  std::string model_path_;
  bool no_verify_ = false;
  std::optional<VerifyWhen> when_;
  VerifyOptions verify_;
  TargetOption target_;
  FoldOptions folds_;
  EstimateOptions estimate_;
  RunOptions run_;
  LearnerOptions learner_;
  DataOptions data_;
  CompileOptions compile_;
  CheckOption check_;
};

}  // namespace

std::unique_ptr<Command> make_build_command() {
  return std::make_unique<BuildCommand>();
}

}  // namespace espalier::cli
