// espalier train: CSV -> model file.
#include "cli/command.hpp"
#include "cli/estimate_options.hpp"
#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/report.hpp"
#include "cli/training.hpp"

namespace espalier::cli {
namespace {

class TrainCommand : public Command {
 public:
  std::string_view name() const override { return "train"; }
  std::string_view summary() const override { return "the learner only: from a CSV file to a model file"; }
  std::string_view description() const override {
    return "Reads a CSV file, an ARFF file or C4.5's .names and .data, trains and prunes a decision tree for classes "
           "or "
           "numbers, and writes the model as JSON (docs/model-format.md).";
  }
  std::string_view verbose_adds() const override { return "the tree with its surrogates, and each pruned subtree"; }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"DATA", &data_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"train data/iris.csv --target species -o iris.json", "a pruned CART tree"},
            {"train data/golf.csv -t play -a c45 --prune none -o golf.json --verbose", "C4.5, with the tree printed"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    options.group("Options").add_options()("output,o", po::value(&output_)->value_name("FILE"),
                                           "the model; - for standard output");
    folds_.add_to(options);
    estimate_.add_to(options);
    run_.add_to(options);
    learner_.add_to(options);
    data_.add_to(options);
  }

  void check() override {
    require_output(output_, "model.json");
    folds_.check();
    estimate_.check(folds_.folds() != 0);
    data_.check(run_.threads());
    learner_.check();
    check_files(common, {{data_path_}, {output_}}, data_, learner_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-";
    Job job(common);
    Training training = train_model(data_path_, data_, target_, learner_, folds_, estimate_, run_, common, job, report);
    write_output(output_, std::move(training.model_text), report);
    return ExitCode::done;
  }

 private:
  std::string data_path_;
  std::string output_;
  TargetOption target_;
  FoldOptions folds_;
  EstimateOptions estimate_;
  RunOptions run_;
  LearnerOptions learner_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_train_command() {
  return std::make_unique<TrainCommand>();
}

}  // namespace espalier::cli
