// espalier inspect: what Espalier sees in a file.
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/report.hpp"
#include "cli/training_data.hpp"
#include "data/json_lines.hpp"
#include "model/model_json.hpp"
#include "report/data_report.hpp"
#include "report/model_report.hpp"
#include "support/files.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kLarge = std::size_t{1} << 20;  // bytes

class InspectCommand : public Command {
 public:
  std::string_view name() const override { return "inspect"; }
  std::string_view summary() const override { return "what Espalier sees in a data or model file"; }
  std::string_view description() const override {
    return "For a data file: columns, kinds, ranges, missing values and everything worth a warning, with --target also "
           "columns that give the target away. For a model file: "
           "what it predicts, where it comes from, how much each column does for it, and the tree.";
  }
  std::string_view verbose_adds() const override {
    return "the whole tree with its surrogates, all columns and values";
  }
  std::vector<Positional> positionals() override { return {{"FILE", &path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"inspect data/iris.csv", "columns and kinds"}, {"inspect iris.json", "the tree of a model"}};
  }

  void add_options(OptionGroups& options) override {
    target_.add_to(options);
    data_.add_to(options);
  }
  void check() override { data_.check(); }

  ExitCode run(Report& report) override {
    // Standard input is read once: what it is decides who gets the bytes. A large file need not be read to know that.
    const bool large = regular_file_size(path_).value_or(0) > kLarge;
    std::string bytes = large ? read_beginning(path_, kLarge) : read_file(path_);
    if (is_model(path_, bytes)) {
      if (large) bytes = read_file(path_);
      const Model model = read_model(bytes, display_name(path_));
      report.add(model_facts(model), common.verbose);
    } else {
      Source source =
          large ? data_.read(path_, report.warnings) : data_.parse(path_, std::move(bytes), report.warnings);
      const Schema schema = data_.schema(source, report);
      report.json["kind"] = "data";
      std::string target = source.default_target.value_or("");
      if (target_.given()) target = target_.dataset(source, schema, report.warnings).target;
      report.add(DataFacts{source.table, schema, target}, common.verbose ? schema.columns.size() : kColumnsShown);
      report.text += words_text(schema, common.verbose);
    }
    return ExitCode::done;
  }

 private:
  // Objects are rows of JSON Lines, unless they say that they are a model.
  static bool is_model(const std::string& path, std::string_view bytes) {
    if (path.ends_with(".json")) return true;
    constexpr std::size_t kFirstKeys = 200;
    return begins_json_object(bytes) &&
           bytes.substr(0, kFirstKeys).find("\"espalier-model\"") != std::string_view::npos;
  }

  std::string path_;
  TargetOption target_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_inspect_command() {
  return std::make_unique<InspectCommand>();
}

}  // namespace espalier::cli
