// espalier evaluate: how good the learner is on rows it has not seen.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/command.hpp"
#include "cli/compare_options.hpp"
#include "cli/comparing.hpp"
#include "cli/estimate_options.hpp"
#include "cli/evaluate_options.hpp"
#include "cli/group_options.hpp"
#include "cli/job.hpp"
#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "cli/training.hpp"
#include "cli/training_data.hpp"
#include "data/column_orders.hpp"
#include "evaluate/figures.hpp"
#include "evaluate/mark.hpp"
#include "learn/compare.hpp"
#include "learn/learn.hpp"
#include "learn/select_threshold.hpp"
#include "learn/validation.hpp"
#include "model/tree_facts.hpp"
#include "report/comparison_report.hpp"
#include "report/data_report.hpp"
#include "report/evaluation_report.hpp"
#include "report/split_report.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr double kUsualLevel = 0.95;

class EvaluateCommand : public Command {
 public:
  std::string_view name() const override { return "evaluate"; }
  std::string_view summary() const override {
    return "cross-validation, or a test file: how good answers are on unseen rows";
  }
  std::string_view description() const override {
    return "Estimates how well the learner with the given options answers rows it has not seen: by stratified k-fold "
           "cross-validation, once or repeated, on a share of the rows that is held out, by the folds of a file, or on "
           "a test file. Classes are marked by accuracy with an interval, agreement beyond chance, the quality of the "
           "probabilities, and figures of each class; numbers by root mean squared error with an interval, mean "
           "absolute error, R2 and quantiles of the error. With --weight each row counts by its weight. Whatever the "
           "learner chooses, pruning included, it chooses on the training rows alone. --compare sets several learners "
           "side by side, --importance says how much each column matters, --by tells whom the trees treat how, --plot "
           "draws it all.";
  }
  std::string_view verbose_adds() const override { return "a line for each fold"; }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"DATA", &data_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"evaluate data/iris.csv --target species", "10-fold cross-validation"},
            {"evaluate data/wine.csv -t cultivar -a c45 --folds 5 --predictions out.csv",
             "5 folds, with the answer for each row"},
            {"evaluate data/wine.csv -t cultivar --plot wine.svg", "curves, calibration and confusion as a picture"},
            {"evaluate data/iris.csv -t species --compare c45 \"cart --max-depth 3\" --repeats 3",
             "two learners on the same folds, and whether they differ"},
            {"evaluate data/wine.csv -t cultivar --importance", "how much each column matters"},
            {"evaluate data/stagec.csv -t pgstat --by ploidy --by age:60,65 --ignore age",
             "figures of each group and the gaps between them, also by a column that the trees do not know"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    splits_.add_to(options);
    estimate_.add_to(options);
    run_.add_to(options);
    options.group("Options").add_options()                                                                //
        ("test", po::value(&test_path_)->value_name("FILE"), "train on all of DATA, score on this file")  //
        ("predictions", po::value(&predictions_path_)->value_name("FILE"),
         "write row, fold, actual and predicted answer of each row; - for standard output")  //
        ("probabilities", po::bool_switch(&probabilities_),
         "with --predictions: also the probability of each class")  //
        ("plot", text(&plot_path_, "FILE"),
         "write a picture, SVG: for classes ROC, precision and recall, calibration and confusion; for numbers answers, "
         "errors and how large they are; with --by also the groups; - for standard output")  //
        ("level", number("--level", "SHARE", level_, {0, 1, true, true}),
         "confidence level of the score's interval, or that of the differences (default 0.95)");
    compare_.add_to(options);
    importance_.add_to(options);
    groups_.add_to(options);
    learner_.add_to(options);
    data_.add_to(options);
  }

  void check() override {
    splits_.check();
    estimate_.check(test_path_.empty());
    if (splits_.given() && !test_path_.empty()) {
      throw Diagnostic(ExitCode::usage, "--test excludes --folds, --repeats, --hold-out and --fold-file",
                       "a test file is answered by a tree that is learned from all of DATA");
    }
    if (probabilities_ && predictions_path_.empty()) {
      usage("--probabilities adds columns to the file of --predictions", "add --predictions FILE");
    }
    data_.check(run_.threads());
    check_learners();
    importance_.check();
    groups_.check();
    CommandFiles files{{data_path_, splits_.fold_file(), test_path_}, {predictions_path_, plot_path_}};
    files.add_inputs(data_.inputs());
    files.add_inputs(compare_.given() ? compare_.inputs() : learner_.inputs());
    check_files(common, files);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = predictions_path_ == "-" || plot_path_ == "-";
    const bool on_folds = test_path_.empty();
    Job job(common, compare_.given() ? Job::Kind{"comparing", on_folds ? "learner's fold" : "learner", "writing"}
                                     : Job::Kind{"cross-validation", "fold", "writing"});
    GroupOptions::Columns by;
    const auto read_groups = [&](const Source& source) { by = groups_.read(source, data_); };
    TrainingData data =
        read_training_data(data_path_, data_, target_, report, on_folds ? SourceVisitor(read_groups) : SourceVisitor());
    groups_.check_labels(data.dataset);
    if (on_folds) keep_orders(data.dataset, run_.threads());  // sorted once for all trees
    if (compare_.given()) {
      compare(data, job, report);
      return ExitCode::done;
    }
    const LearnOptions options = learner_.learn(data.dataset, run_.seed(), run_.threads(), data_, report.warnings);
    data_.respect_memory_limit(data.dataset.rows(), data.dataset.features.size(), options.grow.bins > 0, report);
    report.add(TaskFacts{data.dataset, options.grow.missing, options.grow.monotone});
    if (probabilities_) check_probabilities(data.dataset);
    std::optional<ImportanceStudy> importance = importance_.study(data.dataset, options, run_.seed());
    std::vector<Grouping> groupings = groups_.groupings(by, data.dataset, report.warnings);
    Evaluated evaluated = on_folds ? cross_validated(data, options, importance, job, report)
                                   : on_test_file(data, options, importance, job, report);
    if (on_folds) evaluated.groupings = std::move(groupings);
    job.begin(Job::writing);
    add_figures(data.dataset, evaluated);
    report.add(evaluated.facts);
    std::optional<GroupFacts> groups;
    if (groups_.asked()) groups = add_groups(data.dataset, evaluated, report);
    if (importance) report.add(importance->facts(report.warnings));
    write(evaluated, groups ? &*groups : nullptr, report);
    return ExitCode::done;
  }

 private:
  struct Evaluated {
    Marking marking;
    EvaluatedRows rows;
    EvaluationFacts facts;
    std::vector<Grouping> groupings;  // of the table's rows, for --by
  };

  double level() const { return level_.value_or(kUsualLevel); }

  void add_figures(const Dataset& data, Evaluated& evaluated) const {
    const AnsweredRows& answered = evaluated.rows.answered;
    EvaluationFacts& facts = evaluated.facts;
    facts.task = data.task;
    facts.target = data.target;
    facts.figures = figures_of(evaluated.marking, answered, level());
    facts.baseline = baseline_of(data);
    facts.baseline_score = baseline_score(facts.baseline, data.task, answered.actual, answered.weights);
  }

  GroupFacts add_groups(const Dataset& learned_from, const Evaluated& evaluated, Report& report) const {
    GroupFacts facts =
        groups_.facts(evaluated.groupings, learned_from, evaluated.marking, evaluated.facts, evaluated.rows);
    warn_of_groups(facts, report.warnings);
    report.add(facts);
    return facts;
  }

  void write(const Evaluated& evaluated, const GroupFacts* groups, Report& report) const {
    OutputFiles files;
    const auto stage = [&](const char* what, const std::string& place, std::string text) {
      files.stage(place, std::move(text));
      report.add_written(what, place);
    };
    const EvaluationFacts& facts = evaluated.facts;
    if (!predictions_path_.empty())
      stage("output", predictions_path_, predictions_csv(facts, evaluated.rows, probabilities_));
    if (!plot_path_.empty()) stage("plot", plot_path_, evaluation_svg(facts, evaluated.rows.answered, groups));
    files.commit();
  }

  void check_learners() {
    if (!compare_.given()) {
      learner_.check();
      return;
    }
    compare_.check(given, options_of(*this).all());
    const char* const hint = "leave --compare out, and give the options of the learner that you want to look at";
    if (importance_.asked()) usage("--importance is for one learner", hint);
    if (estimate_.wants_sharing())
      usage("--no-nested is for one learner: --compare chooses alpha anew in each fold", hint);
    if (probabilities_) usage("--probabilities is for one learner", hint);
    if (!plot_path_.empty()) usage("--plot is for one learner", hint);
    if (groups_.asked()) usage("--by is for one learner", hint);
  }

  void compare(const TrainingData& data, Job& job, Report& report) const {
    const Dataset& dataset = data.dataset;
    std::vector<Learner> learners = compare_.learners(dataset, run_.seed(), run_.threads(), data_, report.warnings);
    const bool binned = std::all_of(learners.begin(), learners.end(),
                                    [](const Learner& learner) { return learner.options.grow.bins > 0; });
    data_.respect_memory_limit(dataset.rows(), dataset.features.size(), binned, report);
    const Costs costs = common_costs(learners, dataset.labels);
    warn_of_learners(learners, costs, report.warnings);
    report.add(TaskFacts{dataset});
    ComparisonFacts facts = test_path_.empty()
                                ? compare_by_splits(data, std::move(learners), costs, job)
                                : compare_by_test_file(data, std::move(learners), costs, job, report.warnings);
    const Validation& validation = facts.comparison.learners.front().validation;
    facts.task = dataset.task;
    facts.labels = dataset.labels;
    facts.baseline = baseline_of(dataset);
    facts.baseline_score = baseline_score(facts.baseline, dataset.task, validation.actual, validation.weights);
    facts.for_all = compare_.for_all();
    report.add(facts, common.verbose);
    if (!predictions_path_.empty()) write_output(predictions_path_, compared_predictions_csv(facts), report);
  }

  ComparisonFacts compare_by_splits(const TrainingData& data, std::vector<Learner> learners, const Costs& costs,
                                    Job& job) const {
    const SplitPlan plan = splits_.plan(data, run_.seed());
    double fits = 0;
    for (const Learner& learner : learners) fits += fits_of_splits(plan, data.dataset.rows(), learner.options);
    job.plan_estimate(fits);
    job.begin(Job::estimating);
    ComparisonFacts compared;
    compared.comparison =
        compare_learners(data.dataset, plan, learners, {costs, level()}, run_.threads(), job.report(Job::estimating));
    compared.learners = std::move(learners);
    compared.table_rows = data.dataset.table_rows;
    compared.rounds = plan.rounds;
    compared.method = plan.method;
    compared.method_in_full = fmt::format("{}, the same rows for all learners", plan.method);
    return compared;
  }

  ComparisonFacts compare_by_test_file(const TrainingData& data, std::vector<Learner> learners, const Costs& costs,
                                       Job& job, Warnings& warnings) const {
    const BindableTable test = data_.read_to_bind(test_path_, target_.weight(), warnings);
    double fits = 0;
    for (const Learner& learner : learners) fits += fits_of_learning(learner.options, data.dataset.rows());
    job.plan_estimate(fits);
    job.begin(Job::estimating);
    ComparisonFacts compared = compare_on_test(data.dataset, std::move(learners), test, {costs, level()},
                                               job.report(Job::estimating), warnings);
    compared.method = "test file";
    compared.method_in_full = test_file_method(data_path_, test_path_, compared.table_rows.size());
    return compared;
  }

  Evaluated cross_validated(const TrainingData& data, const LearnOptions& options,
                            std::optional<ImportanceStudy>& importance, Job& job, Report& report) const {
    const Dataset& dataset = data.dataset;
    const SplitPlan plan = splits_.plan(data, run_.seed());
    std::string otherwise;
    const auto folds = splits_.plain_folds(otherwise);
    const bool shared = estimate_.shares(options, dataset.rows(), folds, otherwise, report);
    const SplitVisitor visit = importance ? importance->over(plan) : SplitVisitor();
    FoldTrees trees;
    if (shared) {
      learned(dataset, options, job, report.warnings, &trees);
    } else {
      job.plan_estimate(fits_of_splits(plan, dataset.rows(), options));
    }
    const bool by_folds = !trees.empty();
    const std::string method = fmt::format("{} of {}{}", plan.method, learner_text(options),
                                           by_folds ? fmt::format(", {}", shared_folds(options)) : "");
    job.begin(Job::estimating);
    Validation validation = by_folds ? answer_by_folds(dataset, trees, options, visit)
                                     : cross_validate(dataset, plan, options, job.report(Job::estimating), visit);
    CrossValidationFacts facts = cross_validation_facts(validation, dataset.labels, options);
    facts.method = plan.method;
    facts.method_in_full = method;
    if (chooses_by_folds(options)) facts.nested = !by_folds;
    if (by_folds) facts.note = shared_note(options);
    report.add(facts, common.verbose);
    Evaluated evaluated = answers_of(dataset, plan, std::move(validation));
    evaluated.facts.method = method;
    if (facts.threshold) {
      const Spread& range = facts.threshold->spread;
      evaluated.facts.threshold = DecisionRange{options.threshold_for->label, range.least, range.most};
    }
    return evaluated;
  }

  static std::string learner_text(const LearnOptions& options) {
    const std::string algorithm(to_string(options.grow.algorithm));
    if (options.ensemble.kind == EnsembleKind::none) return algorithm;
    if (options.ensemble.kind == EnsembleKind::boost) {
      return fmt::format("boosting in {}", counted(options.ensemble.trees, "round"));
    }
    return fmt::format("{} of {} with {}", to_string(options.ensemble.kind), counted(options.ensemble.trees, "tree"),
                       algorithm);
  }

  static Learned learned(const Dataset& data, const LearnOptions& options, Job& job, Warnings& warnings,
                         FoldTrees* kept = nullptr) {
    job.plan_tree(options, data.rows());
    job.begin(Job::growing);
    return learn(data, options, warnings, {job.report(Job::growing), job.report(Job::choosing)}, kept);
  }

  static Evaluated answers_of(const Dataset& dataset, const SplitPlan& plan, Validation validation) {
    Evaluated evaluated;
    EvaluatedRows& rows = evaluated.rows;
    for (const AnsweredRow& answered : validation.rows) {
      rows.table_rows.push_back(dataset.table_rows[answered.row]);
      rows.folds.push_back(answered.fold);
      if (plan.rounds > 1) rows.rounds.push_back(answered.round);
      rows.answered.splits.push_back(answered.split);
    }
    rows.answered.rounds = plan.rounds;
    evaluated.marking = validation.marking;
    evaluated.facts.labels = dataset.labels;
    for (const SplitResult& split : validation.splits) evaluated.facts.split_scores.push_back(split.score);
    evaluated.facts.round_scores = std::move(validation.round_scores);
    static_cast<AnswerPairs&>(rows.answered) = std::move(validation);
    return evaluated;
  }

  Evaluated on_test_file(const TrainingData& data, const LearnOptions& options,
                         std::optional<ImportanceStudy>& importance, Job& job, Report& report) const {
    Source source = data_.read(test_path_, report.warnings);
    const GroupOptions::Columns by = groups_.read(source, data_);  // faults are found before anything is learned
    groups_.refuse_roles(by, data.dataset);
    const Learned tree_of_all = learned(data.dataset, options, job, report.warnings);
    const Model& model = tree_of_all.model;
    const Dataset test = bind_dataset(data_.to_bind(std::move(source), target_.weight()), model, report.warnings);
    Evaluated evaluated;
    evaluated.groupings = groups_.groupings(by, test, report.warnings);
    evaluated.marking = marking_of(model);
    evaluated.rows.table_rows = test.table_rows;
    static_cast<AnswerPairs&>(evaluated.rows.answered) = answer_pairs(model, test);
    evaluated.facts.labels = model.labels;
    const std::string learner =
        options.ensemble.kind == EnsembleKind::none
            ? fmt::format("a tree of {}", counted(leaf_count(model), "leaf"))
            : fmt::format("a {} of {}", to_string(options.ensemble.kind), counted(model.trees.size(), "tree"));
    evaluated.facts.method = fmt::format("a test file, answered by {} learned with {} from {}", learner,
                                         to_string(options.grow.algorithm), counted(data.dataset.rows(), "row"));
    if (importance) importance->over_test_file(model, test);
    if (const auto& decided = model.decision_threshold) {
      evaluated.facts.threshold = DecisionRange{decided->label, decided->probability, decided->probability};
    }
    report.add(
        TestFileFacts{data_path_, test_path_, test.rows(), tree_size(model), threshold_facts(tree_of_all, options)});
    return evaluated;
  }

  void check_probabilities(const Dataset& dataset) const {
    if (dataset.task == Task::classification) return;
    usage(fmt::format("--probabilities is for classes, and the target {} holds numbers", in_quotes(dataset.target)),
          "leave it out, or add --task classification");
  }

  std::string data_path_;
  std::string test_path_;
  std::string predictions_path_;
  std::string plot_path_;
  bool probabilities_ = false;
  std::optional<double> level_;
  TargetOption target_;
  SplitOptions splits_;
  EstimateOptions estimate_;
  RunOptions run_;
  LearnerOptions learner_;
  CompareOptions compare_;
  ImportanceOptions importance_;
  GroupOptions groups_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_evaluate_command() {
  return std::make_unique<EvaluateCommand>();
}

}  // namespace espalier::cli
