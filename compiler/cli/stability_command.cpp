// espalier stability: how much of a tree is the data's and how much is chance.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/job.hpp"
#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "cli/training_data.hpp"
#include "learn/stability.hpp"
#include "model/model_json.hpp"
#include "report/data_report.hpp"
#include "report/stability_plot.hpp"
#include "report/stability_report.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kMostResamples = 1000;
constexpr std::size_t kMostLevels = 10;
constexpr double kFitsToCompare = 0.1;  // a tree with the others, about

class StabilityCommand : public Command {
 public:
  std::string_view name() const override { return "stability"; }
  std::string_view summary() const override {
    return "how much of the tree would be the same, had the data come out otherwise";
  }
  std::string_view description() const override {
    return "Learns a tree from each of many resamples of the data, by bootstrap or by leaving out a share of the rows, "
           "and compares them: which columns they test at which level, where they cut them, how large they are, how "
           "well they answer the rows left out, how often they answer alike, and how far apart their rules are "
           "(docs/stability.md). --choose-stable writes the tree that is nearest the others among those about as good "
           "as the best.";
  }
  std::string_view verbose_adds() const override {
    return "a line for each tree, and the rows that the trees disagree about";
  }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"DATA", &data_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"stability data/iris.csv --target species", "50 bootstrap resamples"},
            {"stability data/wine.csv -t cultivar -a c45 --leave-out 0.1 --choose-stable -o wine.json",
             "leave out a tenth each time, keep the most typical tree"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    options.group("Options").add_options()  //
        ("resamples", whole<std::size_t>("--resamples", "N", [this](std::size_t n) { stability_.resamples.count = n; }),
         "how many trees are learned (default 50)")  //
        ("leave-out", number("--leave-out", "SHARE", stability_.resamples.leave_out, {0, 1, true, true}),
         "leave out a random share of the rows, such as 0.1, each time; by default as many rows as there are are drawn "
         "with replacement (bootstrap)")  //
        ("levels", whole<std::size_t>("--levels", "K", [this](std::size_t k) { stability_.levels = k; }),
         "count the columns tested at the root and the next levels, K in all (default 3)")  //
        ("choose-stable", po::bool_switch(&choose_),
         "write the tree that is nearest the others among those within one standard error of the best on the rows left "
         "out")                                                                                                       //
        ("output,o", po::value(&output_)->value_name("FILE"), "the model of --choose-stable; - for standard output")  //
        ("plot", text(&plot_path_, "FILE"),
         "draw the trees' columns, sizes, scores, distances and answers (SVG); - for standard output");
    run_.add_to(options);
    learner_.add_to(options);
    data_.add_to(options);
  }

  void check() override {
    check_numbers();
    if (choose_) require_output(output_, "model.json");
    if (!choose_ && !output_.empty()) {
      usage("-o goes with --choose-stable: which of the trees should be written?",
            "add --choose-stable; 'espalier train' writes the tree of all rows");
    }
    data_.check(run_.threads());
    learner_.refuse_ensemble("trees of resamples are compared with each other one by one");
    learner_.check();
    learner_.refuse_threshold("the trees of resamples are compared by what they test, and by answers without one",
                              "leave it out here; 'espalier train' and 'evaluate' take it");
    check_files(common, {{data_path_}, {output_, plot_path_}}, data_, learner_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-" || plot_path_ == "-";
    stability_.resamples.seed = run_.seed();
    JobProgress progress(
        {{"reading", "", 0}, {"learning", "tree", 0}, {"comparing the trees", "tree", 0}, {"writing", "", 0}},
        progress_style(common));
    const Dataset data = read_training_data(data_path_, data_, target_, report).dataset;
    const LearnOptions options = learner_.learn(data, run_.seed(), run_.threads(), data_, report.warnings);
    data_.respect_memory_limit(data.rows(), data.features.size(), options.grow.bins > 0, report);
    report.add(TaskFacts{data, options.grow.missing, options.grow.monotone});
    const auto trees = static_cast<double>(stability_.resamples.count);
    progress.plan(learning, trees * fits_of_learning(options, data.rows()));
    progress.plan(comparing, kFitsToCompare * trees);
    progress.begin(learning);
    const Stability stability =
        assess_stability(data, options, stability_, {progress.report(learning), progress.report(comparing)});
    progress.begin(writing);
    const StabilityFacts facts{data, options, stability_, stability};
    report.add(facts, common.verbose);
    OutputFiles files;
    if (choose_) stage_choice(facts, files, report);
    if (!plot_path_.empty()) files.stage(plot_path_, draw_stability(facts));
    files.commit();
    if (choose_) report.add_written("output", output_);
    if (!plot_path_.empty()) report.add_written("plot", plot_path_);
    return ExitCode::done;
  }

 private:
  enum Stage : std::size_t { reading, learning, comparing, writing };

  void check_numbers() const {
    const std::size_t resamples = stability_.resamples.count;
    if (resamples < 2) usage(fmt::format("--resamples {}: at least 2 trees are compared", resamples), "50 is usual");
    if (resamples > kMostResamples) {
      usage(fmt::format("--resamples {}: at most {} trees are compared with each other", resamples, kMostResamples),
            "50 is usual");
    }
    if (stability_.levels < 1 || stability_.levels > kMostLevels) {
      usage(fmt::format("--levels {}: expected 1 to {}", stability_.levels, kMostLevels), "3 is usual");
    }
  }

  void stage_choice(const StabilityFacts& facts, OutputFiles& files, Report& report) const {
    const StableChoice choice = choose_stable(facts.data.task, facts.result);
    report.add(StableChoiceFacts{facts, choice});
    const Model model = stable_model(facts.result, stability_.resamples, choice.chosen);
    validate(model, "the model chosen");
    files.stage(output_, write_model(model));
  }

  std::string data_path_;
  std::string output_;
  std::string plot_path_;
  bool choose_ = false;
  StabilityOptions stability_;
  TargetOption target_;
  RunOptions run_;
  LearnerOptions learner_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_stability_command() {
  return std::make_unique<StabilityCommand>();
}

}  // namespace espalier::cli
