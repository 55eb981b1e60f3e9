// espalier explain: why a row is answered as it is, and what would have to change.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "audit/nearest.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "report/explain_report.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class ExplainCommand : public Command {
 public:
  std::string_view name() const override { return "explain"; }
  std::string_view summary() const override { return "why a row is answered as it is, and what would change that"; }
  std::string_view description() const override {
    return "Follows one row: the rule that answers it, each test with the row's value and its distance from the "
           "threshold, what each column contributed (exact Shapley values, against the training rows), and the nearest "
           "changes that lead to another answer. These are the nearest of all, not of a sample: numbers count in units "
           "of their training range, a change of a word counts 1, and --cost weighs columns. --fixed, --only-up and "
           "--only-down say what may not change. The row is typed in with --row, or a line of a data file.";
  }
  std::string_view verbose_adds() const override { return "the contributions of all columns"; }
  std::vector<Positional> positionals() override {
    return {{"MODEL", &model_path_, true}, {"DATA", &data_path_, false}};
  }
  std::vector<Example> examples() const override {
    return {{"explain golf.json --row '{\"outlook\": \"sunny\", \"humidity\": 90}' --want Play",
             "what it would take to play"},
            {"explain iris.json data/iris.csv --line 71", "the 71st flower of a file"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()  //
        ("row", text(&row_, "ROW"),
         "the row: a JSON object ({\"age\": 31}), or the values of the model's columns in their order, as a line of "
         "CSV; "
         "what is left out is missing")  //
        ("line", whole<std::size_t>("--line", "N", [this](std::size_t n) { line_ = n; }),
         "which row of DATA, from 1 (default 1)")                                   //
        ("data", text(&data_option_, "FILE"), "the same as DATA behind the model")  //
        ("want", text(&want_, "ANSWER"),
         "the answer that changes are to lead to: a label (default: any other), or of numbers '<= X' or '>= X'")  //
        ("changes",
         whole<std::size_t>(
             "--changes", "N", [this](std::size_t n) { nearest_.changes = n; }, 1000),
         "how many changes, each of other columns (default 3; 0: none)")                                     //
        ("fixed", list(&fixed_, "COL"), "a column that does not change; may be repeated")                    //
        ("only-up", list(&only_up_, "COL"), "a column whose number only rises; may be repeated")             //
        ("only-down", list(&only_down_, "COL"), "a column whose number only falls; may be repeated")         //
        ("cost", list(&costs_, "COL=F"), "a change of this column counts F times as much; may be repeated")  //
        ("seconds", number("--seconds", "S", seconds_, {0, 1e9, true, false}),
         "end the search for changes after so long (default 60)");
    data_.add_reading_to(options);
  }

  void check() override {
    data_.check();
    if (!data_option_.empty()) {
      if (!data_path_.empty()) usage("--data and DATA behind the model exclude each other", "leave one of them out");
      data_path_ = data_option_;
    }
    if (row_.empty() == data_path_.empty()) {
      usage(row_.empty() ? "there is no row to explain" : "--row and DATA exclude each other",
            "type it in with --row '{\"age\": 31}', or name a data file and its --line");
    }
    if (line_ && data_path_.empty()) usage("--line is one of DATA", "name a data file");
    if (line_ == 0) usage("--line 0: rows count from 1");
    check_files(common, {{model_path_, data_path_}, {}}, data_);
    nearest_.seconds = seconds_.value_or(nearest_.seconds);
  }

  ExitCode run(Report& report) override {
    const Model model = load_model(model_path_);
    const Space space = space_of(model);
    ExplainFacts facts = explain_facts(model, space, read_row(model, space, report.warnings));
    facts.rules = change_rules(space);
    if (nearest_.changes > 0) find_changes(model, facts);
    report.add(facts, common.verbose);
    return ExitCode::done;
  }

 private:
  std::vector<double> read_row(const Model& model, const Space& space, Warnings& warnings) const {
    if (!row_.empty()) return read_typed_row(space, model, row_, data_, warnings);
    const std::array<const Model*, 1> models = {&model};
    const SpaceRows rows = read_rows(space, models, data_path_, "", data_, warnings);
    const std::size_t line = line_.value_or(1);
    if (line > rows.count()) {
      usage(fmt::format("--line {}: {} has {}", line, in_quotes(data_path_), counted(rows.count(), "row")));
    }
    std::vector<double> row;
    for (const std::vector<double>& column : rows.columns) row.push_back(column[line - 1]);
    return row;
  }

  static std::size_t column_of(const Space& space, const char* option, const std::string& name) {
    std::vector<std::string> names;
    for (const Feature& column : space.columns) names.push_back(column.name);
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) {
      usage(fmt::format("{}: the model has no column {}", option, in_quotes(name)), did_you_mean(name, names));
    }
    return static_cast<std::size_t>(found - names.begin());
  }

  ChangeRules change_rules(const Space& space) const {
    ChangeRules rules = free_to_change(space);
    for (const std::string& name : fixed_) rules.may[column_of(space, "--fixed", name)] = ChangeRules::May::stay;
    const auto one_way = [&](const char* option, const std::vector<std::string>& names, ChangeRules::May may) {
      for (const std::string& name : names) {
        const std::size_t column = column_of(space, option, name);
        if (space.columns[column].kind == FeatureKind::categorical) {
          usage(fmt::format("{}: column {} has words, which neither rise nor fall", option, in_quotes(name)),
                "--fixed keeps it as it is");
        }
        if (rules.may[column] != ChangeRules::May::change) {
          usage(fmt::format("column {} has two rules", in_quotes(name)),
                "--fixed, --only-up and --only-down exclude each other");
        }
        rules.may[column] = may;
      }
    };
    one_way("--only-up", only_up_, ChangeRules::May::rise);
    one_way("--only-down", only_down_, ChangeRules::May::fall);
    std::vector<std::string> names;
    for (const Feature& column : space.columns) names.push_back(column.name);
    for (const NamedFigure& cost : parse_figures("--cost", costs_, names, "column")) {
      const std::size_t column = column_of(space, "--cost", cost.name);
      rules.cost[column] *= cost.value;
      rules.fill[column] *= cost.value;
    }
    return rules;
  }

  void find_changes(const Model& model, ExplainFacts& facts) const {
    Figure figure{Figure::Kind::value, {}, 0};
    FigureRange wanted{-kUnbounded, kUnbounded};
    if (model.task == Task::regression) {
      if (want_.empty()) return;
      const auto number = want_.size() > 2 ? parse_number(want_.substr(2)) : std::nullopt;
      const bool upto = want_.starts_with("<=");
      if (!number || (!upto && !want_.starts_with(">="))) {
        usage(fmt::format("--want {}: expected <= or >= and a number", in_quotes(want_)),
              "for example --want '>= 100'");
      }
      (upto ? wanted.most : wanted.least) = *number;
      facts.wanted = fmt::format("a value {} {}", upto ? "<=" : ">=", shortest(*number));
    } else {
      // The label that is wanted counts 1, or all but the one that is answered.
      const std::uint32_t answered = facts.prediction.label;
      const bool any = want_.empty();
      const std::size_t label = any ? answered : choose("--want", want_, model.labels);
      if (!any && label == answered) {
        facts.wanted = "";
        return;
      }
      figure = {Figure::Kind::grade, std::vector<double>(model.labels.size(), any ? 1 : 0), 0};
      figure.grades[label] = any ? 0 : 1;
      wanted = {1, 1};
      facts.wanted = any ? "another answer" : in_quotes(want_);
    }
    facts.nearest = nearest_changes(model, facts.space, facts.row, figure, wanted, facts.rules, nearest_);
    if (model.task == Task::regression) return;
    const ModelView view = view_of(facts.space, model);
    const Interpreter interpreter(model);
    for (Change& change : facts.nearest.changes) change.figure = interpreter.predict(view.row_of(change.row)).label;
  }

  std::string model_path_;
  std::string data_path_;
  std::string data_option_;
  std::string row_;
  std::optional<std::size_t> line_;
  std::string want_;
  std::vector<std::string> fixed_;
  std::vector<std::string> only_up_;
  std::vector<std::string> only_down_;
  std::vector<std::string> costs_;
  std::optional<double> seconds_;
  NearestOptions nearest_;
  DataOptions data_;
};

}  // namespace

std::unique_ptr<Command> make_explain_command() {
  return std::make_unique<ExplainCommand>();
}

}  // namespace espalier::cli
