// espalier report: a model on one page, for somebody to read, try and sign.
#include <fmt/format.h>

#include <filesystem>

#include "audit/verify.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/estimate_options.hpp"
#include "cli/group_options.hpp"
#include "cli/job.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/property_options.hpp"
#include "cli/recorded_learner.hpp"
#include "cli/report.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/mark.hpp"
#include "grow/grow.hpp"
#include "learn/learn.hpp"
#include "learn/select_alpha.hpp"
#include "learn/stability.hpp"
#include "learn/validation.hpp"
#include "lower/pipeline.hpp"
#include "report/page.hpp"
#include "report/path_report.hpp"
#include "report/stability_plot.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr double kReportLevel = 0.95;
constexpr std::uint32_t kReportFolds = 10;
constexpr std::size_t kReportAnswers = 1000;
constexpr std::size_t kReportResamples = 20;
constexpr std::size_t kMostReportResamples = 1000;
constexpr std::size_t kLeastResampled = 20;  // rows: of fewer, resamples tell nothing

class ReportCommand : public Command {
 public:
  std::string_view name() const override { return "report"; }
  std::string_view summary() const override { return "everything about a model on one page, to read and to sign"; }
  std::string_view description() const override {
    return "Writes one HTML file that needs nothing else: the tree, which folds and shows the way of a row; a form in "
           "which to try rows (the model runs in the page, and checks itself when it is opened); the rules as a table "
           "that sorts and filters; columns, origin, and what was proven. With --data it has figures and plots of the "
           "model's answers for the rows of a file, and what each rule did there; --by adds figures of groups of them. "
           "--property and --properties add "
           "proofs. If FILE is the one that the model was trained on, the learner that the model records is run again: "
           "it "
           "has to make the same tree, and the figures are those of cross-validation, with the importance of columns, "
           "the pruning path, and how stable the tree is. The page is readable without JavaScript, in light and dark, "
           "and on paper.";
  }
  std::string_view verbose_adds() const override { return "nothing: everything is told anyway"; }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {
        {"report iris.json --data data/iris.csv -o iris.html", "the whole dossier"},
        {"report iris.json --data data/iris.csv --by sepal_length:5,6 -o iris.html", "with figures of groups of rows"},
        {"report golf.json -o golf.html --title \"When we play\" --property \"outlook = overcast => Play\"",
         "with something to prove"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                                                                         //
        ("output,o", text(&output_, "FILE"), "the page; - for standard output")                                    //
        ("title", text(&title_, "TEXT"), "what stands above it (default: what the model is for)")                  //
        ("data", text(&data_path_, "FILE"), "rows to judge the model by: figures, plots, and what each rule did")  //
        ("weight", text(&weight_, "COL"), "with --data: the column that says how much a row counts")               //
        ("resamples",
         whole<std::size_t>(
             "--resamples", "N", [this](std::size_t n) { resamples_ = n; }, kMostReportResamples),
         "with --data on the training file: how many trees show how stable the tree is (default 20; 0: none)")  //
        ("no-refit", po::bool_switch(&no_refit_), "with --data: learn nothing again, even from the training file");
    run_.add_to(options);
    groups_.add_to(options);
    properties_.add_to(options);
    data_.add_reading_to(options);
  }

  void check() override {
    require_output(output_, "report.html");
    data_.check();
    groups_.check();
    if (data_path_.empty()) {
      refuse_reading_options(given, "leave it out, or name the rows with --data");
      if (!weight_.empty()) usage("--weight is a column of --data", "add --data FILE");
      if (groups_.asked()) usage("--by groups the rows of --data", "add --data FILE");
      if (resamples_) usage("--resamples is about --data", "add --data FILE, or leave it out");
      if (no_refit_) usage("--no-refit is about --data", "add --data FILE, or leave it out");
    }
    if (resamples_ == 1) usage("--resamples 1: at least 2 trees are compared", "20 is usual; 0 for none");
    check_files(common, {{model_path_, data_path_}, {output_}}, data_, properties_);
  }

  ExitCode run(Report& report) override {
    Job job(common, {"cross-validation", "fold", "writing"});
    std::string sha256;
    const Model model = load_model(model_path_, &sha256);
    PageFacts facts{model, sha256, title_, rules_facts(model), check_lowered(model, lower(model, {})), {}, {}, {}, {}};
    if (!data_path_.empty()) add_data(facts, job, report.warnings);
    if (properties_.given()) facts.proofs = properties_.prove_all(model, model_path_);
    job.begin(Job::writing);
    report.add(facts);
    write_output(output_, report_page(facts), report);
    return ExitCode::done;
  }

 private:
  void add_data(PageFacts& facts, Job& job, Warnings& warnings) const {
    const Model& model = facts.model;
    Source source = data_.read(data_path_, warnings);
    const GroupOptions::Columns by = groups_.read(source, data_);  // faults are found before anything is learned
    const BindableTable file = data_.to_bind(std::move(source), weight_);
    const std::string name = std::filesystem::path(data_path_).filename().string();  // pages say nothing of directories
    count_rules(facts.rules, name, file, warnings);
    if (!known_targets(file.table, file.missing_tokens, model)) {
      if (groups_.asked()) {
        throw Diagnostic(ExitCode::bad_input,
                         fmt::format("--by compares answers with what is right, and {} has no column {}",
                                     in_quotes(data_path_), in_quotes(model.target)),
                         "leave --by out, or add the column");
      }
      warnings.push_back({fmt::format("{} has no column {}: the page has no figures of the model's answers",
                                      in_quotes(data_path_), in_quotes(model.target)),
                          "", std::nullopt, ""});
      return;
    }
    const Dataset rows = bind_dataset(file, model, warnings);
    groups_.check_labels(rows);
    const std::vector<Grouping> groupings = groups_.groupings(by, rows, warnings);
    PageEvaluation evaluation;
    std::vector<std::size_t> table_rows;  // per answer
    evaluation.training_rows = !rows.data_sha256.empty() && rows.data_sha256 == model.provenance.data_sha256;
    evaluation.facts.method =
        fmt::format("the model's answers for the {} of {}", counted(rows.rows(), "row"), in_quotes(name));
    if (evaluation.training_rows && !no_refit_ && model.combination == Combination::single) {
      refit(facts, rows, evaluation, table_rows, job);
    }
    if (evaluation.answered.actual.rows() == 0) {
      static_cast<AnswerPairs&>(evaluation.answered) = answer_pairs(model, rows);
      table_rows = rows.table_rows;
    }
    EvaluationFacts& figures = evaluation.facts;
    figures.task = model.task;
    figures.target = model.target;
    figures.labels = model.labels;
    figures.figures = figures_of(marking_of(model), evaluation.answered, kReportLevel);
    figures.baseline = baseline_of(rows);
    figures.baseline_score =
        baseline_score(figures.baseline, model.task, evaluation.answered.actual, evaluation.answered.weights);
    if (const auto& decided = model.decision_threshold) {
      figures.threshold = DecisionRange{decided->label, decided->probability, decided->probability};
    }
    if (groups_.asked()) {
      const EvaluatedRows answered{evaluation.answered, table_rows, {}, {}};
      facts.groups = groups_.facts(groupings, rows, marking_of(model), figures, answered);
      warn_of_groups(*facts.groups, warnings);
    }
    facts.evaluation = std::move(evaluation);
  }

  // The recorded learner once more: it has to make the same tree. Then its trees of folds answer rows that they have
  // not seen.
  void refit(PageFacts& facts, const Dataset& rows, PageEvaluation& evaluation, std::vector<std::size_t>& table_rows,
             Job& job) const {
    PageRefit& refit = facts.refit.emplace();
    const auto options = recorded_learner(facts.model, rows, run_.threads(), refit.why_not);
    if (!options) return;
    Warnings told_before;
    job.plan_tree(*options, rows.rows());
    job.begin(Job::growing);
    FoldTrees trees;
    const Learned again =
        learn(rows, *options, told_before, {job.report(Job::growing), job.report(Job::choosing)}, &trees);
    refit.same_tree = again.model.trees == facts.model.trees;
    if (!refit.same_tree) return;
    const SplitPlan plan = k_fold_splits(rows, kReportFolds, rounds_for(rows.rows(), kReportAnswers), run_.seed());
    Permutations permutations;
    permutations.seed = run_.seed();
    ImportanceStudy importance(rows, *options, permutations);
    const bool shared = !trees.empty() && rows.rows() >= kManyRows && options->prune.folds == kReportFolds;
    job.begin(Job::estimating);
    Validation validation =
        shared ? answer_by_folds(rows, trees, *options, importance.over(plan))
               : cross_validate(rows, plan, *options, job.report(Job::estimating), importance.over(plan));
    refit.importance = importance.facts(told_before);
    for (const AnsweredRow& answered : validation.rows) {
      evaluation.answered.splits.push_back(answered.split);
      table_rows.push_back(rows.table_rows[answered.row]);
    }
    evaluation.answered.rounds = plan.rounds;
    evaluation.training_rows = false;
    evaluation.facts.method = fmt::format("{} of the learner that made the model{}", plan.method,
                                          shared ? ", " + shared_folds(*options) : "");
    for (const SplitResult& split : validation.splits) evaluation.facts.split_scores.push_back(split.score);
    evaluation.facts.round_scores = std::move(validation.round_scores);
    static_cast<AnswerPairs&>(evaluation.answered) = std::move(validation);
    if (chooses_alpha(options->prune)) add_path(facts, rows, *options, job);
    if (resamples_ != 0 && rows.rows() >= kLeastResampled) add_stability(facts, rows, *options, job);
  }

  // Trees are compared by what they test, and by answers without a decision threshold.
  void add_stability(PageFacts& facts, const Dataset& rows, LearnOptions options, Job& job) const {
    options.threshold_for.reset();
    StabilityOptions stability;
    stability.resamples.count = resamples_.value_or(kReportResamples);
    stability.resamples.seed = run_.seed();
    const Stability result =
        assess_stability(rows, options, stability, {job.report(Job::estimating), job.report(Job::estimating)});
    facts.plots.push_back({"How stable the tree is", draw_stability({rows, options, stability, result})});
  }

  static void add_path(PageFacts& facts, const Dataset& rows, const LearnOptions& options, Job& job) {
    Warnings told_before;
    const Model grown = grow(rows, options.grow, told_before, options.threads);
    AlphaPath path = score_alphas(rows, grown, options, job.report(Job::estimating));
    const PathFacts drawn = path_facts(rows, only_tree(grown), std::move(path), options);
    facts.plots.push_back({"How much to prune", draw_path(path_plot(drawn))});
  }

  std::string model_path_;
  std::string output_;
  std::string title_;
  std::string data_path_;
  std::string weight_;
  std::optional<std::size_t> resamples_;
  bool no_refit_ = false;
  RunOptions run_;
  GroupOptions groups_;
  PropertyOptions properties_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_report_command() {
  return std::make_unique<ReportCommand>();
}

}  // namespace espalier::cli
