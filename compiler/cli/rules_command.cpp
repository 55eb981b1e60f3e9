// espalier rules: what a model does, rule by rule.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <limits>

#include "audit/property.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/job.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/pruned_model.hpp"
#include "cli/report.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/recorded_options.hpp"
#include "grow/class_weights.hpp"
#include "learn/simplify.hpp"
#include "model/model_json.hpp"
#include "report/page.hpp"
#include "report/rules_report.hpp"
#include "support/files.hpp"
#include "support/job_progress.hpp"
#include "support/parallel.hpp"

namespace espalier::cli {
namespace {

enum class RulesFormat { text, markdown, csv, html, model };

class RulesCommand : public Command {
 public:
  std::string_view name() const override { return "rules"; }
  std::string_view summary() const override { return "what a model does, rule by rule, with figures"; }
  std::string_view description() const override {
    return "Lists the rules of a model: all conditions of a column as one, the answer, how many training rows came "
           "there "
           "and what share of all that is, how many of them the rule answers right, with an interval of 95 %, and the "
           "lift: how much more frequent the answer is here than elsewhere. With --data it counts how often each rule "
           "fired on the rows of a file, how often it was right, and how far the shares are from those in training. "
           "--simplify makes fewer and shorter rules of them, in an order: of those that apply, the first answers. "
           "Written to a .json file, such a list is a model of its own, which every command reads that reads models.";
  }
  std::string_view verbose_adds() const override { return "nothing: everything is told anyway"; }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {
        {"rules iris.json", "all rules"},
        {"rules iris.json --data data/iris.csv --sort support -o rules.md", "a table, with what each rule did"},
        {"rules golf.json --where \"humidity > 75 and outlook = sunny\" --label \"Don't Play\"",
         "the rules that keep people at home on such days"},
        {"rules iris.json --simplify data/iris.csv", "a short list of short rules, and what it costs"},
        {"rules iris.json --simplify data/iris.csv -o list.json", "the same as a model: 'emit list.json' compiles it"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()  //
        ("output,o", text(&output_, "FILE"),
         "write the rules to a file: .md is a Markdown table, .csv a table for spreadsheets, .html a page, .json with "
         "--simplify a model; - for standard output")  //
        ("format",
         one_of<RulesFormat>("--format", "NAME", format_,
                             {{"text", RulesFormat::text},
                              {"markdown", RulesFormat::markdown},
                              {"csv", RulesFormat::csv},
                              {"html", RulesFormat::html},
                              {"model", RulesFormat::model}}),
         "text, markdown, csv, html or, with --simplify, model, whatever the file is called")  //
        ("sort", one_of<RuleOrder>("--sort", "BY", sort_),
         "rule (default: as the tree is read), support, purity or label")                                            //
        ("label", text(&label_, "LABEL"), "only rules with this answer")                                             //
        ("where", text(&where_, "CONDITION"), "only rules that rows of this condition come to: \"income <= 3000\"")  //
        ("data", text(&data_path_, "FILE"), "count the rows of a file in each rule")                                 //
        ("simplify", text(&simplify_path_, "FILE"),
         "shorten the rules by the rows of a file, usually the training data, drop those that are not needed and put "
         "the "
         "others in order (docs/rules.md)")  //
        ("confidence", number("--confidence", "CF", confidence_, {0, 1, true, false}),
         "with --simplify: the confidence of the estimate of a rule's errors; less makes shorter rules (default "
         "0.25)")  //
        ("weight", text(&weight_, "COL"),
         "with --data and --simplify: the column that says how much a row counts; --simplify takes that of the "
         "training "
         "if none is given");
    data_.add_reading_to(options);
  }

  void check() override {
    data_.check();
    if (data_path_.empty() && simplify_path_.empty()) {
      refuse_reading_options(given, "leave it out, or name the rows with --data");
      if (!weight_.empty()) usage("--weight is a column of --data", "add --data FILE");
    }
    if (simplify_path_.empty() && confidence_) usage("--confidence is for --simplify", "add --simplify FILE");
    if (!simplify_path_.empty() && sort_) {
      usage("--sort would change what a list of rules answers", "leave out --sort or --simplify");
    }
    if (asked_format() == RulesFormat::model) check_model();
    check_files(common, {{model_path_, data_path_, simplify_path_}, {output_}}, data_);
  }

  ExitCode run(Report& report) override {
    std::string sha256;
    const Model model = load_model(model_path_, &sha256);
    RulesFacts facts = simplify_path_.empty() ? rules_facts(model) : simplified(model, sha256, report.warnings);
    if (!data_path_.empty()) {
      count_rules(facts, data_path_, data_.read_to_bind(data_path_, weight_, report.warnings), report.warnings);
    }
    if (!where_.empty()) keep_where(facts, parse_condition(where_, facts.space, "--where"));
    if (!label_.empty()) {
      if (model.labels.empty()) usage("--label: the model answers with numbers", "--where asks for conditions");
      keep_label(facts, static_cast<std::uint32_t>(choose("--label", label_, model.labels)));
    }
    sort_rules(facts, sort_.value_or(RuleOrder::rule));
    if (output_.empty() && !format_) {
      report.add(facts);
      return ExitCode::done;
    }
    const bool writes_model = asked_format() == RulesFormat::model;
    if (common.json || (writes_model && output_ != "-" && !output_.empty())) report.add(facts);
    const std::string path = output_.empty() ? "-" : output_;
    report.output_on_stdout = path == "-";
    OutputFiles files;
    files.stage(path, writes_model ? write_model(*list_model_) : rendered(facts));
    files.commit();
    if (path != "-") report.add_written("output", path);
    return ExitCode::done;
  }

 private:
  RulesFormat asked_format() const {
    const std::string extension = std::filesystem::path(output_).extension().string();
    const RulesFormat by_name = extension == ".md"     ? RulesFormat::markdown
                                : extension == ".csv"  ? RulesFormat::csv
                                : extension == ".html" ? RulesFormat::html
                                : extension == ".json" ? RulesFormat::model
                                                       : RulesFormat::text;
    return format_.value_or(by_name);
  }

  void check_model() const {
    if (simplify_path_.empty()) {
      usage("a model is made of simplified rules",
            "add --simplify FILE, or read the output of 'emit --language rules', which is JSON for programs");
    }
    if (!label_.empty() || !where_.empty()) {
      usage(fmt::format("{} leaves out rules, and a list without them answers otherwise",
                        label_.empty() ? "--where" : "--label"),
            "leave it out, or ask 'espalier rules' about the model that is written");
    }
  }

  RulesFacts simplified(const Model& model, const std::string& sha256, Warnings& warnings) {
    JobProgress progress({{"reading", "", 1}, {"shortening rules", "rule", 8}, {"ordering them", "", 1}},
                         progress_style(common));
    const std::string weight = weight_.empty() ? recorded(model, "weight").value_or("") : weight_;
    const Dataset rows = bind_dataset(data_.read_to_bind(simplify_path_, weight, warnings), model, warnings);
    const std::vector<double> weights = row_weights(rows, recorded_weighing(model));
    SimplifyOptions options;
    options.confidence = confidence_.value_or(options.confidence);
    options.threads = machine_threads();
    options.progress = progress.report(1);
    progress.begin(1);
    Simplified list = simplify(model, {rows, weights}, options);
    if (asked_format() == RulesFormat::model) {
      list_model_ = model_of_list(model, list.list, rows, {sha256, options.confidence});
    }
    return rules_facts(model, {std::move(list), simplify_path_});
  }

  std::string rendered(const RulesFacts& facts) const {
    switch (asked_format()) {
      case RulesFormat::markdown: return to_markdown(facts);
      case RulesFormat::csv: return to_csv(facts);
      case RulesFormat::html: return to_html(facts);
      case RulesFormat::model:
      case RulesFormat::text: break;
    }
    return to_text(facts);
  }

  std::string model_path_;
  std::string output_;
  std::optional<RulesFormat> format_;
  std::optional<RuleOrder> sort_;
  std::string label_;
  std::string where_;
  std::string data_path_;
  std::string simplify_path_;
  std::optional<double> confidence_;
  std::string weight_;
  DataOptions data_;
  std::optional<Model> list_model_;  // of simplified rules, if it is to be written
};

}  // namespace

std::unique_ptr<Command> make_rules_command() {
  return std::make_unique<RulesCommand>();
}

}  // namespace espalier::cli
