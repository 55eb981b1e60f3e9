// espalier prove: properties of a model, for every input.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "audit/property.hpp"
#include "audit/prove.hpp"
#include "cli/asked_rows.hpp"
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "evaluate/bind.hpp"
#include "report/proof_report.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class ProveCommand : public Command {
 public:
  std::string_view name() const override { return "prove"; }
  std::string_view summary() const override {
    return "a property of a model, proven for every input or refuted by one";
  }
  std::string_view description() const override {
    return "Proves what somebody says about a model, or finds an input for which it is not so. Nothing is sampled. "
           "A property is 'income up => not worse' (monotone: the other columns stay), 'independent of sex', "
           "'age < 18 => never granted', 'when age >= 18: P(granted) >= 0.1' or, of numbers, '10 <= value <= 20'. "
           "Conditions are joined by and, or and parentheses; columns of words have =, != and in {...}; 'COL missing' "
           "and 'COL known' ask whether there is a value. Names with blanks or signs stand in quotes. Exit code 1 "
           "means "
           "that a property was refuted, or that the time ran out.";
  }
  std::string_view verbose_adds() const override { return "how many regions of inputs were looked at"; }
  std::vector<Positional> positionals() override {
    return {{"MODEL", &model_path_, true}, {"PROPERTY", &property_, false}};
  }
  std::vector<Example> examples() const override {
    return {{"prove iris.json \"petal_length <= 1.9 => setosa\"", "an answer that is always given there"},
            {"prove golf.json \"humidity down => not worse\" --order \"Don't Play < Play\"",
             "dry weather never spoils the game"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                                                              //
        ("property", list(&properties_, "TEXT"), "one more property; may be repeated")                  //
        ("properties", text(&file_, "FILE"), "a file of properties, one per line; # begins a comment")  //
        ("order", text(&order_text_, "\"A < B\""),
         "labels from the worst to the best: what 'worse' and 'better' mean. Of numbers: 'higher' (default) or "
         "'lower', "
         "which is better")  //
        ("seconds", number("--seconds", "S", seconds_, {0, 1e9, true, false}),
         "end the search for each property after so long (default 60)");
  }

  void check() override {
    if (property_.empty() && properties_.empty() && file_.empty()) {
      usage("there is no property to prove", "name one behind the model: \"income up => not worse\"");
    }
    check_files(common, {{model_path_, file_}, {}});
    prove_.seconds = seconds_.value_or(prove_.seconds);
  }

  ExitCode run(Report& report) override {
    const Model model = load_model(model_path_);
    const std::array<const Model*, 1> models = {&model};
    prove_.complete_rows = are_complete(models);
    const AnswerOrder order = parse_order(model);
    ProofFacts facts;
    facts.model = model_path_;
    facts.space = space_of(model);
    facts.complete_rows = prove_.complete_rows;
    facts.asked = tested_features(model);
    for (Property& property : read_properties(facts.space, model, order)) {
      ProvenProperty& proven = facts.properties.emplace_back();
      proven.property = std::move(property);
      proven.proof = prove(model, facts.space, proven.property, order, prove_);
      for (const std::vector<double>& row : proven.proof.witnesses) {
        proven.answers.push_back(answer_in_words(model, facts.space, row));
      }
    }
    report.add(facts, common.verbose);
    return facts.count(ProofVerdict::proven) == facts.properties.size() ? ExitCode::done : ExitCode::check_failed;
  }

 private:
  // All of them are read before the first is proven.
  std::vector<Property> read_properties(const Space& space, const Model& model, const AnswerOrder& order) const {
    std::vector<Property> read;
    if (!property_.empty()) read.push_back(parse_property(property_, space, model, order, "property"));
    for (const std::string& text : properties_) {
      read.push_back(parse_property(text, space, model, order, "--property"));
    }
    if (file_.empty()) return read;
    const std::string lines = read_file(file_);
    std::size_t number = 0;
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = std::min(lines.find('\n', at), lines.size());
      std::string_view line = std::string_view(lines).substr(at, end - at);
      if (line.ends_with('\r')) line.remove_suffix(1);
      at = end + 1;
      ++number;
      if (trim(line).empty() || trim(line).front() == '#') continue;
      read.push_back(parse_line(line, number, space, model, order));
    }
    if (read.empty()) throw Diagnostic(ExitCode::bad_input, fmt::format("{} has no property", in_quotes(file_)));
    return read;
  }

  // A fault of a file is one of its input, at its line.
  Property parse_line(std::string_view line, std::size_t number, const Space& space, const Model& model,
                      const AnswerOrder& order) const {
    try {
      return parse_property(line, space, model, order, file_);
    } catch (const Diagnostic& fault) {
      Location where = fault.where().value_or(Location());
      where.line = number;
      throw Diagnostic(ExitCode::bad_input, where, fault.message(), fault.hint());
    }
  }

  AnswerOrder parse_order(const Model& model) const {
    AnswerOrder order;
    if (order_text_.empty()) return order;
    if (model.task == Task::regression) {
      order.lower_is_better = choose("--order", order_text_, {"higher", "lower"}) == 1;
      return order;
    }
    for (std::size_t at = 0; at <= order_text_.size();) {
      const std::size_t end = std::min(order_text_.find('<', at), order_text_.size());
      order.labels.emplace_back(trim(std::string_view(order_text_).substr(at, end - at)));
      at = end + 1;
    }
    for (const std::string& label : order.labels) {
      if (std::ranges::find(model.labels, label) != model.labels.end()) continue;
      const std::string near = did_you_mean(label, model.labels);
      usage(fmt::format("--order: the model has no label {}", in_quotes(label)),
            near.empty() ? fmt::format("the labels are {}", enumerate(model.labels)) : near);
    }
    for (const std::string& label : model.labels) {
      const auto times = std::ranges::count(order.labels, label);
      if (times != 1) {
        usage(fmt::format("--order has {} {}", in_quotes(label), times == 0 ? "not at all" : "more than once"),
              "name every label once, from the worst to the best, with < between them");
      }
    }
    return order;
  }

  std::string model_path_;
  std::string property_;
  std::vector<std::string> properties_;
  std::string file_;
  std::string order_text_;
  std::optional<double> seconds_;
  ProveOptions prove_;
};

}  // namespace

std::unique_ptr<Command> make_prove_command() {
  return std::make_unique<ProveCommand>();
}

}  // namespace espalier::cli
