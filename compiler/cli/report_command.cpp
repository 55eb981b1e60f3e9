// espalier report: a model on one page, for somebody to read, try and sign.
#include <fmt/format.h>

#include <filesystem>

#include "audit/verify.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/property_options.hpp"
#include "cli/report.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/mark.hpp"
#include "lower/pipeline.hpp"
#include "report/page.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr double kReportLevel = 0.95;

class ReportCommand : public Command {
 public:
  std::string_view name() const override { return "report"; }
  std::string_view summary() const override { return "everything about a model on one page, to read and to sign"; }
  std::string_view description() const override {
    return "Writes one HTML file that needs nothing else: the tree, which folds and shows the way of a row; a form in "
           "which to try rows (the model runs in the page, and checks itself when it is opened); the rules as a table "
           "that sorts and filters; columns, origin, and what was proven. With --data it has figures and plots of the "
           "model's answers for the rows of a file, and what each rule did there. --property and --properties add "
           "proofs. It is readable without JavaScript, in light and dark, and on paper.";
  }
  std::string_view verbose_adds() const override { return "nothing: everything is told anyway"; }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"report iris.json --data data/iris.csv -o iris.html", "the whole dossier"},
            {"report golf.json -o golf.html --title \"When we play\" --property \"outlook = overcast => Play\"",
             "with something to prove"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                                                                         //
        ("output,o", text(&output_, "FILE"), "the page; - for standard output")                                    //
        ("title", text(&title_, "TEXT"), "what stands above it (default: what the model is for)")                  //
        ("data", text(&data_path_, "FILE"), "rows to judge the model by: figures, plots, and what each rule did")  //
        ("weight", text(&weight_, "COL"), "with --data: the column that says how much a row counts");
    properties_.add_to(options);
    data_.add_reading_to(options);
  }

  void check() override {
    require_output(output_, "report.html");
    data_.check();
    if (data_path_.empty()) {
      refuse_reading_options(given, "leave it out, or name the rows with --data");
      if (!weight_.empty()) usage("--weight is a column of --data", "add --data FILE");
    }
    check_files(common, {{model_path_, data_path_}, {output_}}, data_, properties_);
  }

  ExitCode run(Report& report) override {
    std::string sha256;
    const Model model = load_model(model_path_, &sha256);
    PageFacts facts{model, sha256, title_, rules_facts(model), check_lowered(model, lower(model, {})), {}, {}, {}};
    if (!data_path_.empty()) add_data(facts, report.warnings);
    if (properties_.given()) facts.proofs = properties_.prove_all(model, model_path_);
    report.add(facts);
    write_output(output_, report_page(facts), report);
    return ExitCode::done;
  }

 private:
  void add_data(PageFacts& facts, Warnings& warnings) const {
    const Model& model = facts.model;
    const BindableTable file = data_.read_to_bind(data_path_, weight_, warnings);
    const std::string name = std::filesystem::path(data_path_).filename().string();  // pages say nothing of directories
    count_rules(facts.rules, name, file, warnings);
    if (!known_targets(file.table, file.missing_tokens, model)) {
      warnings.push_back({fmt::format("{} has no column {}: the page has no figures of the model's answers",
                                      in_quotes(data_path_), in_quotes(model.target)),
                          "", std::nullopt, ""});
      return;
    }
    const Dataset rows = bind_dataset(file, model, warnings);
    PageEvaluation evaluation;
    evaluation.data = name;
    evaluation.training_rows = file.table.sha256 == model.provenance.data_sha256;
    static_cast<AnswerPairs&>(evaluation.answered) = answer_pairs(model, rows);
    EvaluationFacts& figures = evaluation.facts;
    figures.task = model.task;
    figures.target = model.target;
    figures.labels = model.labels;
    figures.method = fmt::format("the model's answers for the {} of {}", counted(rows.rows(), "row"), in_quotes(name));
    figures.figures = figures_of(marking_of(model), evaluation.answered, kReportLevel);
    figures.baseline = baseline_of(rows);
    figures.baseline_score =
        baseline_score(figures.baseline, model.task, evaluation.answered.actual, evaluation.answered.weights);
    if (const auto& decided = model.decision_threshold) {
      figures.threshold = DecisionRange{decided->label, decided->probability, decided->probability};
    }
    facts.evaluation = std::move(evaluation);
  }

  std::string model_path_;
  std::string output_;
  std::string title_;
  std::string data_path_;
  std::string weight_;
  PropertyOptions properties_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_report_command() {
  return std::make_unique<ReportCommand>();
}

}  // namespace espalier::cli
