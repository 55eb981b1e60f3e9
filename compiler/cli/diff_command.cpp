// espalier diff: where two models answer differently.
#include <array>

#include "audit/diff.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "report/diff_report.hpp"

namespace espalier::cli {
namespace {

class DiffCommand : public Command {
 public:
  std::string_view name() const override { return "diff"; }
  std::string_view summary() const override { return "where two models answer differently, for every input"; }
  std::string_view description() const override {
    return "Compares what two models answer, not how their files look. The space of all inputs is cut into regions in "
           "which neither of them asks anything more: those with different answers are told as rules, with both "
           "answers "
           "and their rules. Nothing is sampled. With --data, every region has its share of the rows of a file; "
           "without, "
           "the largest share of the training rows that it can have. Models may differ in their columns and words. Of "
           "numbers, the largest difference is told with a row that has it. Tests that moved, columns and options of "
           "training that changed follow.";
  }
  std::string_view verbose_adds() const override { return "all regions that were kept, and all tests that moved"; }
  std::vector<Positional> positionals() override { return {{"OLD", &old_path_, true}, {"NEW", &new_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"diff iris.json two.json --data data/iris.csv", "what changed, and for how many flowers"},
            {"diff iris.json iris.json --exit-code", "exit code 1 unless the answers are the same"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                                                            //
        ("data", text(&data_path_, "FILE"), "count the rows of a file in each region")                //
        ("weight", text(&weight_, "COL"), "with --data: the column that says how much a row counts")  //
        ("tolerance", number("--tolerance", "D", tolerance_, {0}),
         "numbers: answers that differ by at most D are the same (default 0)")  //
        ("limit",
         whole<std::size_t>(
             "--limit", "N", [this](std::size_t n) { diff_.kept = n; }, 1000000),
         "regions that are kept, those with most rows first (default 1000)")  //
        ("seconds", number("--seconds", "S", seconds_, {0, 1e9, true, false}),
         "end the search after so long (default 60); what was not looked at is said")  //
        ("exit-code", po::bool_switch(&exit_code_), "exit code 1 if the answers differ, or it is not known");
    data_.add_reading_to(options);
  }

  void check() override {
    data_.check();
    if (data_path_.empty()) {
      refuse_reading_options(given, "leave it out, or name the rows with --data");
      if (!weight_.empty()) usage("--weight is a column of --data", "add --data FILE");
    }
    check_files(common, {{old_path_, new_path_, data_path_}, {}}, data_);
    diff_.tolerance = tolerance_.value_or(0);
    diff_.seconds = seconds_.value_or(diff_.seconds);
  }

  ExitCode run(Report& report) override {
    const Model before = load_model(old_path_);
    const Model after = load_model(new_path_);
    const std::array<const Model*, 2> models = {&before, &after};
    diff_.complete_rows = are_complete(models);
    SpaceRows rows;
    if (!data_path_.empty()) {
      rows = read_rows(joint_space(before, after), models, data_path_, weight_, data_, report.warnings);
    }
    DiffFacts facts = diff_facts(before, old_path_, after, new_path_, diff_models(before, after, rows, diff_));
    facts.complete_rows = diff_.complete_rows;
    facts.tolerance = diff_.tolerance;
    facts.data = data_path_;
    report.add(facts, common.verbose);
    return exit_code_ && !facts.difference.same_answers() ? ExitCode::check_failed : ExitCode::done;
  }

 private:
  std::string old_path_;
  std::string new_path_;
  std::string data_path_;
  std::string weight_;
  std::optional<double> tolerance_;
  std::optional<double> seconds_;
  bool exit_code_ = false;
  DiffOptions diff_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_diff_command() {
  return std::make_unique<DiffCommand>();
}

}  // namespace espalier::cli
