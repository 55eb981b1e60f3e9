// espalier path: every tree that cost-complexity pruning can make of the grown one, and how good each is.
#include <utility>

#include "cli/command.hpp"
#include "cli/job.hpp"
#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "cli/training_data.hpp"
#include "grow/grow.hpp"
#include "learn/select_alpha.hpp"
#include "report/data_report.hpp"
#include "report/path_plot.hpp"
#include "report/path_report.hpp"
#include "support/files.hpp"

namespace espalier::cli {
namespace {

class PathCommand : public Command {
 public:
  std::string_view name() const override { return "path"; }
  std::string_view summary() const override {
    return "every tree that cost-complexity pruning can make, with its scores: table and plot";
  }
  std::string_view description() const override {
    return "Grows a tree from all rows and lists what cost-complexity pruning makes of it from each alpha, the price "
           "of "
           "a leaf, on: leaves, score on the training rows, and score with its standard error by the cross-validation "
           "by which 'train' chooses alpha. The tree of least error, the smallest one within one standard error of "
           "it and the one that is chosen are marked. The best of several estimates flatters: 'evaluate' has an honest "
           "one.";
  }
  std::string_view verbose_adds() const override { return "every step of a long path"; }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"DATA", &data_path_, true}}; }
  std::vector<Example> examples() const override {
    return {
        {"path data/wine.csv --target cultivar --plot wine.svg", "the table, and a plot for the browser"},
        {"path data/diabetes.csv -t progression --min-leaf 5 --se-rule --csv path.csv", "a regression's path as CSV"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    options.group("Options").add_options()  //
        ("csv", text(&csv_path_, "FILE"),
         "write the whole path as CSV; - for standard output")  //
        ("plot", text(&plot_path_, "FILE"),
         "write a picture, SVG: scores against alpha and against the number of leaves; - for standard output");
    run_.add_to(options);
    learner_.add_to(options);
    data_.add_to(options);
  }

  void check() override {
    data_.check(run_.threads());
    learner_.imply_cost_complexity();
    learner_.refuse_ensemble("a path is about how much of a single tree is pruned");
    learner_.check();
    learner_.refuse_threshold("a path is about how much is pruned, which is chosen before a threshold is",
                              "leave it out here; 'espalier train' and 'evaluate' take it");
    check_files(common, {{data_path_}, {csv_path_, plot_path_}}, data_, learner_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = csv_path_ == "-" || plot_path_ == "-";
    Job job(common, {"", "", "writing"});
    const Dataset data = read_training_data(data_path_, data_, target_, report).dataset;
    const LearnOptions options = learner_.learn(data, run_.seed(), run_.threads(), data_, report.warnings);
    data_.respect_memory_limit(data.rows(), data.features.size(), options.grow.bins > 0, report);
    report.add(TaskFacts{data, options.grow.missing, options.grow.monotone});
    job.plan_tree(options, data.rows());
    job.begin(Job::growing);
    const Model grown = grow(data, options.grow, report.warnings, options.threads, job.report(Job::growing));
    job.begin(Job::choosing);
    AlphaPath path = score_alphas(data, grown, options, job.report(Job::choosing));
    job.begin(Job::writing);
    const PathFacts facts = path_facts(data, only_tree(grown), std::move(path), options);
    report.add(facts, common.verbose);
    write(facts, report);
    return ExitCode::done;
  }

 private:
  void write(const PathFacts& facts, Report& report) const {
    OutputFiles files;
    const auto stage = [&](const char* what, const std::string& place, std::string text) {
      files.stage(place, std::move(text));
      report.add_written(what, place);
    };
    if (!csv_path_.empty()) stage("csv", csv_path_, path_csv(facts));
    if (!plot_path_.empty()) stage("plot", plot_path_, draw_path(path_plot(facts)));
    files.commit();
  }

  std::string data_path_;
  std::string csv_path_;
  std::string plot_path_;
  TargetOption target_;
  RunOptions run_;
  LearnerOptions learner_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_path_command() {
  return std::make_unique<PathCommand>();
}

}  // namespace espalier::cli
