// espalier prune: model file -> smaller model file.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/cuts.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/pruned_model.hpp"
#include "cli/pruning_options.hpp"
#include "cli/score_text.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

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
    report_sizes(before, pruned, report);
    report_scores(before, pruned.model, report);
    write_output(output_, write_model(pruned.model), report);
    return ExitCode::done;
  }

 private:
  void report_sizes(const Model& before, const PrunedModel& pruned, Report& report) const {
    const Tree& tree = only_tree(pruned.model);
    const PruneOptions& options = pruned.options;
    report.text += fmt::format("model     predicts {}: {}\n", in_quotes(before.target), size_text(only_tree(before)));
    report.text += fmt::format("pruned    with {}{}{}: {}\n", to_string(options.method),
                               options.alpha ? fmt::format(", alpha {}", alpha_text(*options.alpha)) : "",
                               pruned.rows ? fmt::format(", {}", counted(*pruned.rows, "row")) : "", size_text(tree));
    if (options.method == PruneMethod::error_based && !options.raising) {
      report.text += "          branches are not raised";
      report.text += pruning_.raises_branches() ? ": that takes the training rows (--data FILE)\n" : "\n";
    }
    report.json["method"] = to_string(options.method);
    report.json["before"] = size_json(only_tree(before));
    report.json["pruned"] = size_json(tree);
    report.json["pruned"]["cuts"] = cuts_json(before, only_tree(before), pruned.cuts);
    if (options.alpha) report.json["pruned"]["alpha"] = *options.alpha;
    if (options.method == PruneMethod::error_based) report.json["pruned"]["raising"] = options.raising;
    if (pruned.rows) report.json["pruned"]["rows"] = *pruned.rows;
    if (!common.verbose) return;
    report.text += cuts_text(before, only_tree(before), pruned.cuts);
    report.text += outline_text(pruned.model, tree, kTreeLinesShown);
  }

  static void report_scores(const Model& before, const Model& after, Report& report) {
    const char* const name = score_name(after.task);
    if (after.provenance.training_score) {
      report.text += fmt::format("{:<9} {} on the training rows\n", name,
                                 score_text(after.task, *after.provenance.training_score));
      report.json[fmt::format("training_{}", name)] = *after.provenance.training_score;
    } else if (before.provenance.training_score) {
      report.text += fmt::format("{:<9} unknown on the training rows: the stored figures do not tell\n", name);
    }
    if (!before.provenance.evaluation) return;
    report.text += fmt::format("          {} by {} was of the tree before, and is left out\n",
                               score_text(before.task, before.provenance.evaluation->score),
                               printable(before.provenance.evaluation->method));
  }

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
