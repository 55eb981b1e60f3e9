// espalier prune: model file -> smaller model file.
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/pruned_model.hpp"
#include "cli/pruning_options.hpp"
#include "cli/report.hpp"
#include "model/model_json.hpp"
#include "report/tree_report.hpp"

namespace espalier::cli {
namespace {

class PruneCommand : public Command {
 public:
  std::string_view name() const override { return "prune"; }
  std::string_view summary() const override { return "prune the tree of a model file, without training again"; }
  std::string_view description() const override {
    return "Prunes the tree of a model by the figures that are stored in it, by its training data (--data), or by rows "
           "that it has not seen (--prune-set), and writes the model that is left. The estimate of its accuracy is "
           "left out: it was made for the tree before.";
  }
  std::string_view verbose_adds() const override { return "each cut with the figures compared, and the tree"; }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"prune golf.json --prune pessimistic -o small.json --verbose", "from the stored figures, with each cut"},
            {"prune iris.json --prune cost-complexity --leaves 2 -o two.json", "the best tree of at most 2 leaves"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                                                                //
        ("output,o", po::value(&output_)->value_name("FILE"), "the pruned model; - for standard output")  //
        ("data", po::value(&data_path_)->value_name("FILE"),
         "error-based: the training data, so that a subtree may give way to its largest branch");
    pruning_.add_for_models_to(options);
    data_.add_reading_to(options);
  }

  void check() override {
    require_output(output_, "pruned.json");
    pruning_.check_for_models();
    if (!data_path_.empty() && !pruning_.raises_branches()) {
      usage("--data goes with --prune error-based, without --no-raising",
            "the rows are for raising branches; nothing else needs them");
    }
    data_.check();
    if (data_path_.empty() && pruning_.prune_set().empty()) {
      refuse_reading_options(given, "leave it out, or name a file with --data or --prune-set");
    }
    check_files(common, {{model_path_, data_path_, pruning_.prune_set()}, {output_}}, data_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-";
    const Model before = load_model(model_path_);
    const PrunedModel pruned = prune_model(before, pruning_, data_path_, data_, report.warnings);
    const PruningFacts facts =
        pruning_facts(before, pruned.model, pruned.options, pruned.cuts, pruned.rows, pruning_.raises_branches());
    report.add(facts, common.verbose);
    write_output(output_, write_model(pruned.model), report);
    return ExitCode::done;
  }

 private:
  std::string model_path_;
  std::string data_path_;
  std::string output_;
  PruningOptions pruning_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_prune_command() {
  return std::make_unique<PruneCommand>();
}

}  // namespace espalier::cli
