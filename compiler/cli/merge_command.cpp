// espalier merge: a model of several trees -> one tree that answers every input alike.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/job.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/recorded_options.hpp"
#include "evaluate/recount.hpp"
#include "merge/merge.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "report/merge_report.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class MergeCommand : public Command {
 public:
  std::string_view name() const override { return "merge"; }
  std::string_view summary() const override { return "one tree that answers every input as a model of several does"; }
  std::string_view description() const override {
    return "Makes a single tree of a model of several trees. It has the same label, or number, for every input: that "
           "is "
           "proven over regions, and tried on boundary vectors, before anything is written. Where the grid of the "
           "trees' thresholds is small enough, the tree is the smallest possible: with the fewest leaves, the least "
           "depth, or the fewest leaves of those with the least depth. Otherwise the inputs are cut into pieces that "
           "are solved one by one, and the report says that the tree is not proven to be the smallest "
           "(docs/merge.md). Probabilities are the single tree's own.";
  }
  std::string_view verbose_adds() const override { return "how the tree was found, and the tree"; }
  bool tells_progress() const override { return true; }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"merge forest.json -o tree.json", "the tree with the fewest leaves"},
            {"merge forest.json --objective depth-leaves -o tree.json --verbose",
             "the least depth, then the fewest leaves; with the tree"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                                                        //
        ("output,o", po::value(&output_)->value_name("FILE"), "the tree; - for standard output")  //
        ("objective", one_of("--objective", "WHAT", objective_),
         "what is smallest: leaves (default), depth, or depth-leaves: the depth, then the leaves")  //
        ("budget", whole<std::size_t>("--budget", "N", [this](std::size_t n) { merge_.most_leaves = n; }),
         "refuse a tree of more than N leaves (default 10000)")  //
        ("seconds", number("--seconds", "S", seconds_, {0, 1e9, true, false}),
         "end the search after so long (default 600), with the best tree found; the proof may take as long again")  //
        ("memory",
         whole<std::size_t>(
             "--memory", "MB", [this](std::size_t n) { merge_.bytes = n << 20; }, 1000000),
         "megabytes that the search may take (default 1024)")  //
        ("data", text(&data_path_, "FILE"), "the training data, to count its rows in each leaf");
    data_.add_reading_to(options);
  }

  void check() override {
    require_output(output_, "tree.json");
    data_.check();
    if (data_path_.empty()) refuse_reading_options(given, "leave it out, or name the training data with --data");
    if (merge_.most_leaves == 0) usage("--budget 0: a tree has at least one leaf");
    if (merge_.bytes == 0) usage("--memory 0: a search takes some memory", "1024 is the default");
    merge_.seconds = seconds_.value_or(merge_.seconds);
    merge_.objective = objective_.value_or(merge_.objective);
    check_files(common, {{model_path_, data_path_}, {output_}}, data_);
  }

  ExitCode run(Report& report) override {
    report.output_on_stdout = output_ == "-";
    // What a search takes is not known before; a proof takes much less.
    JobProgress progress({{"reading", "", 0}, {"searching", "", 1}, {"proving", "", 0.1}, {"writing", "", 0}},
                         progress_style(common));
    const Model model = load_model(model_path_);
    progress.begin(searching);
    Merged merged = merge_trees(model, merge_, {progress.report(searching), progress.report(proving)});
    progress.begin(writing);
    std::size_t rows = 0;
    if (!data_path_.empty()) rows = count_rows(model, merged.model, report.warnings);
    MergeFacts facts = merge_facts(model, model_path_, merge_, std::move(merged));
    facts.data = data_path_;
    facts.rows = rows;
    if (!data_path_.empty()) {
      for (const Node& node : only_tree(facts.merged.model).nodes) {
        if (node.is_leaf() && node.weight() == 0) ++facts.leaves_without;
      }
    }
    validate(facts.merged.model, "the merged model");
    report.add(facts, common.verbose);
    write_output(output_, write_model(facts.merged.model), report);
    return ExitCode::done;
  }

 private:
  enum Stage : std::size_t { reading, searching, proving, writing };

  std::size_t count_rows(const Model& before, Model& merged, Warnings& warnings) const {
    const std::string weight = recorded(before, "weight").value_or("");
    const Dataset data = bind_dataset(data_.read_to_bind(data_path_, weight, warnings), merged, warnings);
    recount(merged, data);
    if (data.data_sha256 != before.provenance.data_sha256) {
      warnings.push_back({fmt::format("{} is not the file that the model was trained with: the figures in the tree are "
                                      "those of its rows",
                                      printable(data_path_, 400)),
                          "the model's record has the SHA-256 of the training data", std::nullopt, ""});
      merged.provenance.options.emplace_back("merge-data", data.data_sha256);
    }
    return data.rows();
  }

  std::string model_path_;
  std::string data_path_;
  std::string output_;
  std::optional<MergeObjective> objective_;
  std::optional<double> seconds_;
  MergeOptions merge_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_merge_command() {
  return std::make_unique<MergeCommand>();
}

}  // namespace espalier::cli
