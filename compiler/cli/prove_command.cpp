// espalier prove: properties of a model, for every input.
#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/property_options.hpp"
#include "cli/report.hpp"

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

  void add_options(OptionGroups& options) override { properties_.add_to(options); }

  void check() override {
    if (property_.empty() && !properties_.given()) {
      usage("there is no property to prove", "name one behind the model: \"income up => not worse\"");
    }
    check_files(common, {{model_path_}, {}}, properties_);
  }

  ExitCode run(Report& report) override {
    const Model model = load_model(model_path_);
    const ProofFacts facts = properties_.prove_all(model, model_path_, property_);
    report.add(facts, common.verbose);
    return facts.count(ProofVerdict::proven) == facts.properties.size() ? ExitCode::done : ExitCode::check_failed;
  }

 private:
  std::string model_path_;
  std::string property_;
  PropertyOptions properties_;
};

}  // namespace

std::unique_ptr<Command> make_prove_command() {
  return std::make_unique<ProveCommand>();
}

}  // namespace espalier::cli
