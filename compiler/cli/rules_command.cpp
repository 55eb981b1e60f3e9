// espalier rules: what a model does, rule by rule.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <limits>

#include "audit/property.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "evaluate/bind_dataset.hpp"
#include "report/page.hpp"
#include "report/rules_report.hpp"
#include "support/files.hpp"

namespace espalier::cli {
namespace {

enum class RulesFormat { text, markdown, csv, html };

class RulesCommand : public Command {
 public:
  std::string_view name() const override { return "rules"; }
  std::string_view summary() const override { return "what a model does, rule by rule, with figures"; }
  std::string_view description() const override {
    return "Lists the rules of a model: all conditions of a column as one, the answer, how many training rows came "
           "there "
           "and what share of all that is, how many of them the rule answers right, with an interval of 95 %, and the "
           "lift: how much more frequent the answer is here than elsewhere. With --data it counts how often each rule "
           "fired on the rows of a file, how often it was right, and how far the shares are from those in training.";
  }
  std::string_view verbose_adds() const override { return "nothing: everything is told anyway"; }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"rules iris.json", "all rules"},
            {"rules iris.json --data data/iris.csv --sort support -o rules.md", "a table, with what each rule did"},
            {"rules golf.json --where \"humidity > 75 and outlook = sunny\" --label \"Don't Play\"",
             "the rules that keep people at home on such days"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()  //
        ("output,o", text(&output_, "FILE"),
         "write the rules to a file: .md is a Markdown table, .csv a table for spreadsheets, .html a page; - for "
         "standard output")  //
        ("format",
         one_of<RulesFormat>("--format", "NAME", format_,
                             {{"text", RulesFormat::text},
                              {"markdown", RulesFormat::markdown},
                              {"csv", RulesFormat::csv},
                              {"html", RulesFormat::html}}),
         "text, markdown, csv or html, whatever the file is called")  //
        ("sort", one_of<RuleOrder>("--sort", "BY", sort_),
         "rule (default: as the tree is read), support, purity or label")                                            //
        ("label", text(&label_, "LABEL"), "only rules with this answer")                                             //
        ("where", text(&where_, "CONDITION"), "only rules that rows of this condition come to: \"income <= 3000\"")  //
        ("data", text(&data_path_, "FILE"), "count the rows of a file in each rule")                                 //
        ("weight", text(&weight_, "COL"), "with --data: the column that says how much a row counts");
    data_.add_reading_to(options);
  }

  void check() override {
    data_.check();
    if (data_path_.empty()) {
      refuse_reading_options(given, "leave it out, or name the rows with --data");
      if (!weight_.empty()) usage("--weight is a column of --data", "add --data FILE");
    }
    check_files(common, {{model_path_, data_path_}, {output_}}, data_);
  }

  ExitCode run(Report& report) override {
    const Model model = load_model(model_path_);
    RulesFacts facts = rules_facts(model);
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
    if (common.json) report.add(facts);
    const std::string path = output_.empty() ? "-" : output_;
    report.output_on_stdout = path == "-";
    OutputFiles files;
    files.stage(path, rendered(facts));
    files.commit();
    if (path != "-") report.add_written("output", path);
    return ExitCode::done;
  }

 private:
  std::string rendered(const RulesFacts& facts) const {
    const std::string extension = std::filesystem::path(output_).extension().string();
    const RulesFormat by_name = extension == ".md"     ? RulesFormat::markdown
                                : extension == ".csv"  ? RulesFormat::csv
                                : extension == ".html" ? RulesFormat::html
                                                       : RulesFormat::text;
    switch (format_.value_or(by_name)) {
      case RulesFormat::markdown: return to_markdown(facts);
      case RulesFormat::csv: return to_csv(facts);
      case RulesFormat::html: return to_html(facts);
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
  std::string weight_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_rules_command() {
  return std::make_unique<RulesCommand>();
}

}  // namespace espalier::cli
