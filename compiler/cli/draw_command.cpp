// espalier draw: a tree as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>

#include "audit/region.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "model/tree_facts.hpp"
#include "report/tree_drawing.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class DrawCommand : public Command {
 public:
  std::string_view name() const override { return "draw"; }
  std::string_view summary() const override { return "the tree as a picture: SVG, DOT, Mermaid or text"; }
  std::string_view description() const override {
    return "Draws the tree of a model from left to right. Each box has a bar of the classes among its training rows, "
           "or "
           "of its value; lines are as thick as their share of the rows; every leaf names its answer, its rows and how "
           "many of them it answers right. The nodes of most rows are drawn first, up to --leaves; what is left "
           "becomes "
           "a box that says how many rules it stands for. --row marks the way of one row.";
  }
  std::string_view verbose_adds() const override { return "nothing: everything is told anyway"; }
  std::vector<Positional> positionals() override { return {{"MODEL", &model_path_, true}}; }
  std::vector<Example> examples() const override {
    return {{"draw iris.json -o iris.svg", "a picture for a page or a paper"},
            {"draw golf.json --row '{\"outlook\": \"sunny\", \"humidity\": 90}'", "the way of a row, on the terminal"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()  //
        ("output,o", text(&output_, "FILE"),
         "write the picture to a file: .svg, .dot or .gv (Graphviz), .mmd (Mermaid) or .txt; without it, or with -, "
         "to standard output")  //
        ("format", one_of<DrawingForm>("--format", "NAME", form_),
         "svg, dot, mermaid or text, whatever the file is called (default on standard output: text)")  //
        ("leaves",
         whole<std::size_t>(
             "--leaves", "N", [this](std::size_t n) { leaves_ = n; }, 100000),
         "draw at most so many leaves and fold the rest (default 40)")  //
        ("depth",
         whole<std::size_t>(
             "--depth", "N", [this](std::size_t n) { depth_ = n; }, 100000),
         "draw at most so many tests in a row and fold the rest (default 6; with --leaves as many as there are)")  //
        ("tree", whole<std::size_t>("--tree", "N", [this](std::size_t n) { tree_ = n; }),
         "which tree of a model of several, from 1 (default 1)")  //
        ("rule", whole<std::size_t>("--rule", "N", [this](std::size_t n) { rule_ = n; }),
         "mark the way to a rule")  //
        ("row", text(&row_, "ROW"),
         "mark the way of a row: a JSON object, or the values of the model's columns as a line of CSV");
    data_.add_reading_to(options);
  }

  void check() override {
    data_.check();
    if (row_.empty()) refuse_reading_options(given, "leave it out, or type in a --row");
    if (!row_.empty() && rule_) usage("--row and --rule exclude each other");
    if (leaves_ == 0) usage("--leaves 0: there is nothing to draw");
    if (leaves_) picture_.depth = std::numeric_limits<std::size_t>::max();
    picture_.leaves = leaves_.value_or(picture_.leaves);
    picture_.depth = depth_.value_or(picture_.depth);
    check_files(common, {{model_path_}, {output_}}, data_);
    if (!output_.empty() && output_ != "-" && !form_ && !form_by_name()) {
      usage(fmt::format("{}: what is to be drawn does not follow from the name", in_quotes(output_)),
            "end it in .svg, .dot, .mmd or .txt, or say --format");
    }
  }

  ExitCode run(Report& report) override {
    const Model model = load_model(model_path_);
    picture_.tree = chosen_tree(model);
    const Tree& tree = model.trees[picture_.tree];
    if (rule_) picture_.rules = {chosen_rule(tree)};
    if (!row_.empty()) {
      const Space space = space_of(model);
      const std::vector<double> row = read_typed_row(space, model, row_, data_, report.warnings);
      picture_.rules = rules_reached(model, tree, view_of(space, model).row_of(row));
    }
    const TreePicture picture = tree_picture(model, picture_);
    const std::string path = output_.empty() ? "-" : output_;
    if (common.json || path != "-") report.add(picture);
    if (common.json && output_.empty() && !form_) return ExitCode::done;
    report.output_on_stdout = path == "-";
    OutputFiles files;
    files.stage(path, drawing(picture, form_.value_or(form_by_name().value_or(DrawingForm::text))));
    files.commit();
    if (path != "-") report.add_written("output", path);
    return ExitCode::done;
  }

 private:
  std::optional<DrawingForm> form_by_name() const {
    const std::map<std::string, DrawingForm> known = {
        {".svg", DrawingForm::svg},     {".dot", DrawingForm::dot},         {".gv", DrawingForm::dot},
        {".mmd", DrawingForm::mermaid}, {".mermaid", DrawingForm::mermaid}, {".txt", DrawingForm::text}};
    const auto found = known.find(std::filesystem::path(output_).extension().string());
    return found == known.end() ? std::nullopt : std::optional(found->second);
  }

  std::size_t chosen_tree(const Model& model) const {
    const std::size_t tree = tree_.value_or(1);
    if (tree == 0 || tree > model.trees.size()) {
      usage(fmt::format("--tree {}: the model has {}", tree, counted(model.trees.size(), "tree")));
    }
    return tree - 1;
  }

  std::uint32_t chosen_rule(const Tree& tree) const {
    const std::size_t rules = leaf_count(tree);
    if (*rule_ == 0 || *rule_ > rules) {
      usage(fmt::format("--rule {}: the tree has {}", *rule_, counted(rules, "rule")), "'espalier rules' lists them");
    }
    return static_cast<std::uint32_t>(*rule_);
  }

  std::string model_path_;
  std::string output_;
  std::optional<DrawingForm> form_;
  std::optional<std::size_t> leaves_;
  std::optional<std::size_t> depth_;
  std::optional<std::size_t> tree_;
  std::optional<std::size_t> rule_;
  std::string row_;
  PictureOptions picture_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_draw_command() {
  return std::make_unique<DrawCommand>();
}

}  // namespace espalier::cli
