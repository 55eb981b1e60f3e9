// espalier prove: properties of a model, for every input.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/compiling.hpp"
#include "cli/manual.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "cli/property_options.hpp"
#include "cli/report.hpp"
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
    return {{"MODEL", &model_path_, true}, {"PROPERTY", &property_, false, &more_properties_}};
  }
  std::vector<Example> examples() const override {
    return {{"prove golf.json \"independent of temperature\" \"outlook = overcast => Play\"",
             "two properties: warmth does not count, and clouds are good"},
            {"prove golf.json \"humidity down => not worse\" --order \"Don't Play < Play\"",
             "dry weather never spoils the game"}};
  }

  void add_options(OptionGroups& options) override { properties_.add_to(options); }

  void check() override {
    // "income up" without quotes: words alone say nothing.
    const auto is_word = [](const std::string& text) { return text.find_first_of(" =<>") == std::string::npos; };
    const auto word = std::ranges::find_if(more_properties_, is_word);
    if (word != more_properties_.end()) {
      usage(fmt::format("unexpected argument {}", in_quotes(*word, 200)),
            fmt::format("{}; a text with blanks stands in quotes", synopsis(*this)));
    }
    if (property_.empty() && !properties_.given()) {
      usage("there is no property to prove", "name one behind the model: \"income up => not worse\"");
    }
    check_files(common, {{model_path_}, {}}, properties_);
  }

  ExitCode run(Report& report) override {
    const Model model = load_model(model_path_);
    const ProofFacts facts = properties_.prove_all(model, model_path_, given_properties());
    report.add(facts, common.verbose);
    return facts.count(ProofVerdict::proven) == facts.properties.size() ? ExitCode::done : ExitCode::check_failed;
  }

 private:
  std::vector<std::string> given_properties() const {
    std::vector<std::string> all = more_properties_;
    if (!property_.empty()) all.insert(all.begin(), property_);
    return all;
  }

  std::string model_path_;
  std::string property_;
  std::vector<std::string> more_properties_;
  PropertyOptions properties_;
};

}  // namespace

std::unique_ptr<Command> make_prove_command() {
  return std::make_unique<ProveCommand>();
}

}  // namespace espalier::cli
