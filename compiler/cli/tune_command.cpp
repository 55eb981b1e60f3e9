// espalier tune: the learner's options, chosen by cross-validation within a budget.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/command.hpp"
#include "cli/job.hpp"
#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "cli/training_data.hpp"
#include "cli/tuning.hpp"
#include "data/column_orders.hpp"
#include "grow/grow.hpp"
#include "learn/tune.hpp"
#include "model/tree_facts.hpp"
#include "report/data_report.hpp"
#include "report/tune_plot.hpp"
#include "report/tune_report.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kFewestRows = 10;

class TuneCommand : public Command {
 public:
  std::string_view name() const override { return "tune"; }
  std::string_view summary() const override {
    return "options chosen by cross-validation within a budget, as a config file for build";
  }
  std::string_view description() const override {
    return "Tries many combinations of the learner's options (criterion, tests on words, depth, size of leaves, "
           "pruning and its strength; smoothing where --select-by looks at probabilities) on folds that all of them "
           "share: many on few folds, the better third on more, the best on all. With --ensemble the options of "
           "several "
           "trees: columns, rows, sizes of trees and leaves; of boost learning rate, rounds and l2. Options that are "
           "given are not searched, and the first trial has nothing but them. The whole search is repeated in outer "
           "folds, which "
           "tells what it is worth on rows that had no say in it (docs/tune.md). For a budget in trials the result "
           "depends on the data, the options and --seed alone.";
  }
  std::string_view verbose_adds() const override { return "every trial"; }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"DATA", &data_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"tune data/wine.csv --target cultivar --budget 20 --outer-folds 3 -o wine.cfg",
             "20 trials; then: espalier build data/wine.csv --config wine.cfg -o wine.hpp"},
            {"tune data/kyphosis.csv -t Kyphosis --select-by auc --budget 2s --plot kyphosis.svg",
             "by AUC, for two seconds, with a picture"},
            {"tune data/wine.csv -t cultivar --ensemble forest --budget 6 --outer-folds 0 -o f.cfg",
             "options of a forest, without an estimate"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    options.group("Options").add_options()  //
        ("budget", text(&budget_text_, "N|TIME"),
         "how much is tried: a number of trials (default 100; of several trees 30, of boost 60), or about as many as "
         "a time allows: 60s, 5m, 2h")  //
        ("output,o", po::value(&output_)->value_name("FILE"),
         "write the options that were chosen, as a file for --config of build and train; - for standard output")  //
        ("trials", text(&trials_path_, "FILE"), "write all trials as CSV; - for standard output")                 //
        ("plot", text(&plot_path_, "FILE"),
         "write a picture, SVG: the score of each trial against its leaves; - for standard output")  //
        ("outer-folds",
         whole<std::uint32_t>("--outer-folds", "K", [this](std::uint32_t folds) { outer_folds_ = folds; }),
         "repeat the search in each of K folds, for an honest estimate (default 10 below 2,000 rows, else 5; of "
         "several trees 5); 0: no estimate")  //
        ("folds", whole<std::uint32_t>("--folds", "K", [this](std::uint32_t folds) { folds_ = folds; }),
         "several trees: judge them by K folds (default 10 below 2,000 rows, else 5); single trees are judged by those "
         "that choose alpha (--prune-folds)");
    run_.add_to(options);
    learner_.add_to(options);
    data_.add_to(options);
  }

  void check() override {
    budget_ = budget_text_.empty() ? usual_budget(learner_) : parse_budget(budget_text_);
    if (outer_folds_ == 1U) usage("--outer-folds 1: at least 2 folds are needed", "0 leaves the estimate out");
    data_.check(run_.threads());
    select_by_ = learner_.take_select_by();
    check_folds();
    if (learner_.several()) margin_ = learner_.take_margin();
    learner_.check();
    learner_.refuse_threshold("options are compared before a threshold is chosen",
                              "tune without it, and give it to 'espalier build' beside --config");
    check_files(common, {{data_path_}, {output_, trials_path_, plot_path_}}, data_, learner_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-" || trials_path_ == "-" || plot_path_ == "-";
    JobProgress progress(stages(), progress_style(common));
    Dataset data = read_training_data(data_path_, data_, target_, report).dataset;
    refuse_data(data);
    const LearnOptions as_given = options_given(data, report);
    report.add(TaskFacts{data, as_given.grow.missing, as_given.grow.monotone});
    keep_orders(data, run_.threads());  // sorted once for all trees
    progress.begin(growing);
    if (learner_.several()) {
      learn(data, as_given, report.warnings, {.growing = progress.report(growing)});  // or says why it cannot
    } else {
      grow(data, as_given.grow, report.warnings, run_.threads(), progress.report(growing));
    }

    const TuneSpace space = space_for(data, as_given);
    std::vector<TuneCandidate> candidates = candidates_for(data, as_given, space);
    const std::uint32_t folds = outer_folds(data);
    if (!budget_.seconds) plan(data, options_of(candidates), folds, progress);
    const BudgetClock clock(budget_);
    progress.begin(searching);
    TuneSearch search = searched(data, options_of(candidates), folds, clock, progress);
    keep_judged(candidates, search);
    const std::optional<TuneEstimate> estimate = estimated(data, options_of(candidates), folds, clock, progress);
    progress.begin(writing);
    Warnings unsaid;
    const Model winner = learn(data, search.winning, unsaid).model;
    const bool alpha_was_chosen = chooses_alpha(candidates[search.winner].options.prune);
    const TuneFacts facts = tune_facts(data, candidates, space, std::move(search), estimate, winner);
    report.add(facts, common.verbose);
    warn_of_tuning(facts, report.warnings);
    write(facts, written_options(facts.winner(), alpha_was_chosen), report);
    return ExitCode::done;
  }

 private:
  enum Stage : std::size_t { reading, growing, searching, estimating, writing };

  void check_folds() const {
    if (folds_ && !learner_.several()) {
      usage("--folds: single trees are judged by the folds that choose how much is pruned", "use --prune-folds");
    }
    if (folds_ && *folds_ < 2) usage(fmt::format("--folds {}: at least 2 folds are needed", *folds_), "10 is usual");
    if (learner_.several() && learner_.prune_folds_given()) {
      usage("--prune-folds: how much several trees are pruned is not chosen by folds", "--folds judges the trials");
    }
  }

  // A budget of time is one stage: nobody knows how many trees it will be.
  std::vector<JobStage> stages() const {
    const bool timed = budget_.seconds.has_value();
    const bool several = learner_.several();
    const char* const piece = several ? "model" : "tree";
    return {{"reading", "", 0},
            {several ? "growing the first trees" : "growing the first tree",
             learner_.boosts() ? "round"
             : several         ? "tree"
                               : "subtree",
             timed ? 0.0 : 1.0},
            {timed && outer_folds_ != 0U ? "searching and estimating" : "searching", timed ? "" : piece, 1},
            {"estimating", piece, 0},
            {"writing", "", 0}};
  }

  ProgressReport report_of(Stage stage, const BudgetClock& clock, JobProgress& progress) const {
    if (!budget_.seconds) return progress.report(stage);
    constexpr double kParts = 1000;
    const ProgressReport by_time = progress.report(searching);
    return [by_time, &clock, seconds = *budget_.seconds](std::size_t, std::size_t) {
      by_time(static_cast<std::size_t>(kParts * std::min(1.0, clock.spent() / seconds)),
              static_cast<std::size_t>(kParts));
    };
  }

  static void refuse_data(const Dataset& data) {
    const bool constant =
        data.task == Task::classification
            ? data.labels.size() < 2
            : std::adjacent_find(data.targets.begin(), data.targets.end(), std::not_equal_to<>()) == data.targets.end();
    if (constant) {
      throw Diagnostic(
          ExitCode::bad_input,
          fmt::format("the target {} is the same in all rows: there is nothing to tune", in_quotes(data.target)));
    }
    if (data.rows() < kFewestRows) {
      throw Diagnostic(ExitCode::bad_input, fmt::format("{} are too few to tune", counted(data.rows(), "row")),
                       fmt::format("at least {} are needed, and hundreds before it makes sense", kFewestRows));
    }
  }

  LearnOptions options_given(const Dataset& data, Report& report) const {
    LearnOptions options = learner_.learn(data, run_.seed(), run_.threads(), data_, report.warnings);
    if (select_by_) refuse_figure(*select_by_, options.grow, data);
    data_.respect_memory_limit(data.rows(), data.features.size(), options.grow.bins > 0, report);
    return options;
  }

  TuneSpace space_for(const Dataset& data, const LearnOptions& as_given) const {
    SpaceWishes wishes;
    wishes.select_by = select_by_;
    wishes.weighed = !data.weights.empty() || weighs_classes(as_given.grow);
    wishes.ensemble = as_given.ensemble.kind;
    for (const po::option& option : given) {
      wishes.given.push_back({option.string_key, option.value.empty() ? "" : option.value.front()});
    }
    return tune_space(data, wishes);
  }

  std::vector<TuneCandidate> candidates_for(const Dataset& data, const LearnOptions& as_given,
                                            const TuneSpace& space) const {
    const CandidateMaker maker(learner_, as_given, data, select_by_);
    std::vector<TuneCandidate> candidates = draw_candidates(maker, space, run_.seed(), budget_.trials);
    if (candidates.size() < 2) {
      usage("there is nothing to search: every option that tune would try is given",
            "leave some of them out; 'espalier evaluate' estimates what these options are worth");
    }
    return candidates;
  }

  std::uint32_t outer_folds(const Dataset& data) const {
    const std::uint32_t folds = outer_folds_.value_or(usual_outer_folds(data.rows(), learner_.several()));
    return static_cast<std::uint32_t>(std::min<std::size_t>(folds, data.rows()));
  }

  static std::vector<LearnOptions> options_of(const std::vector<TuneCandidate>& candidates) {
    std::vector<LearnOptions> options;
    options.reserve(candidates.size());
    for (const TuneCandidate& candidate : candidates) options.push_back(candidate.options);
    return options;
  }

  // The folds are those for all rows in each of the outer folds, too.
  TunePlan plan_for(const Dataset& data, std::function<double()> clock) const {
    return {select_by_, run_.threads(), folds_.value_or(usual_folds(data.rows())), margin_, std::move(clock)};
  }

  void plan(const Dataset& data, const std::vector<LearnOptions>& configurations, std::uint32_t folds,
            JobProgress& progress) const {
    const auto trees = static_cast<double>(trees_of_search(data, configurations, plan_for(data, {})));
    progress.plan(searching, trees);
    progress.plan(estimating, folds > 0 ? trees * (folds - 1) : 0);
  }

  // The estimate is folds - 1 times as much as the search: the time is divided accordingly.
  TuneSearch searched(const Dataset& data, const std::vector<LearnOptions>& configurations, std::uint32_t folds,
                      const BudgetClock& clock, JobProgress& progress) const {
    const TunePlan plan = plan_for(data, clock.first_part(1.0 / std::max(folds, 1U)));
    TuneSearch search = tune(data, configurations, plan, report_of(searching, clock, progress));
    if (!search.figure_known) {
      throw Diagnostic(ExitCode::bad_input, "no fold has rows of two classes: there is no AUC to select by",
                       fmt::format("use fewer folds ({}), or another --select-by",
                                   learner_.several() ? "--folds" : "--prune-folds"));
    }
    return search;
  }

  // Configurations that there was no time for are no trials, and are not tried in the outer folds.
  static void keep_judged(std::vector<TuneCandidate>& candidates, TuneSearch& search) {
    std::vector<TuneCandidate> judged;
    std::vector<Trial> trials;
    std::size_t winner = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (search.trials[i].splits == 0) continue;
      if (i == search.winner) winner = judged.size();
      judged.push_back(std::move(candidates[i]));
      trials.push_back(search.trials[i]);
    }
    candidates = std::move(judged);
    search.trials = std::move(trials);
    search.winner = winner;
  }

  std::optional<TuneEstimate> estimated(const Dataset& data, const std::vector<LearnOptions>& configurations,
                                        std::uint32_t folds, const BudgetClock& clock, JobProgress& progress) const {
    if (folds == 0) return std::nullopt;
    const TunePlan plan = plan_for(data, clock.rest());
    return estimate_tuning(data, configurations, plan, folds, run_.seed(), report_of(estimating, clock, progress));
  }

  TuneFacts tune_facts(const Dataset& data, const std::vector<TuneCandidate>& candidates, const TuneSpace& space,
                       TuneSearch search, const std::optional<TuneEstimate>& estimate, const Model& winner) const {
    TuneFacts facts;
    facts.task = data.task;
    facts.target = data.target;
    facts.rows = data.rows();
    for (const TuneCandidate& candidate : candidates) facts.settings.push_back(candidate.settings);
    facts.searched = space.searched();
    facts.seconds = budget_.seconds;
    facts.search = std::move(search);
    facts.estimate = estimate;
    facts.leaves = leaf_count(winner);
    facts.depth = depth(winner);
    if (learner_.several()) facts.trees = winner.trees.size();
    return facts;
  }

  // Where alpha is chosen, it was by --select-by; other ways to prune do not know it. Of several trees, margins are
  // those of trials.
  std::vector<WrittenOption> written_options(Settings settings, bool alpha_was_chosen) const {
    if (select_by_ && alpha_was_chosen) settings.push_back({"select-by", std::string(to_string(*select_by_))});
    std::vector<WrittenOption> options = options_to_learn(given, settings);
    if (!learner_.several()) return options;
    std::erase_if(options, [](const WrittenOption& written) {
      return written.option == "se-margin" || written.option == "se-rule";
    });
    return options;
  }

  void write(const TuneFacts& facts, const std::vector<WrittenOption>& options, Report& report) const {
    OutputFiles files;
    const auto stage = [&](const char* what, const std::string& place, std::string text) {
      if (place.empty()) return;
      files.stage(place, std::move(text));
      report.add_written(what, place);
    };
    stage("output", output_, config_text(tuning_comments(facts), options));
    stage("trials_file", trials_path_, trials_csv(facts));
    if (!plot_path_.empty()) stage("plot", plot_path_, draw_tuning(tune_plot(facts)));
    files.commit();
    tell_use(options, report);
  }

  // With a config file, the command has but what the file cannot hold.
  void tell_use(const std::vector<WrittenOption>& options, Report& report) const {
    std::vector<WrittenOption> said = options;
    if (!output_.empty()) {
      std::erase_if(said, fits_config);
      for (const WrittenOption& option : said) {
        report.warnings.push_back({fmt::format("the value of --{} cannot stand in a config file", option.option),
                                   "give it on the command line of build, too", std::nullopt, ""});
      }
      said.push_back({"config", {output_}});
    }
    report.add(TuneUse{fmt::format("espalier build {} {} -o model.hpp", shell_word(data_path_), shell_text(said))});
  }

  std::string data_path_;
  std::string output_;
  std::string trials_path_;
  std::string plot_path_;
  std::string budget_text_;
  TuneBudget budget_;
  std::optional<std::uint32_t> outer_folds_;
  std::optional<std::uint32_t> folds_;
  std::optional<double> margin_;
  std::optional<SelectBy> select_by_;
  TargetOption target_;
  RunOptions run_;
  LearnerOptions learner_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_tune_command() {
  return std::make_unique<TuneCommand>();
}

}  // namespace espalier::cli
