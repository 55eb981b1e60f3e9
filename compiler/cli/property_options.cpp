#include "cli/property_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/asked_rows.hpp"
#include "cli/option_values.hpp"
#include "evaluate/bind.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier::cli {

void PropertyOptions::add_to(OptionGroups& options) {
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

ProofFacts PropertyOptions::prove_all(const Model& model, const std::string& model_path,
                                      const std::vector<std::string>& first) const {
  const std::array<const Model*, 1> models = {&model};
  ProveOptions options;
  options.seconds = seconds_.value_or(options.seconds);
  options.complete_rows = are_complete(models);
  const AnswerOrder order = parse_order(model);
  ProofFacts facts;
  facts.model = model_path;
  facts.space = space_of(model);
  facts.complete_rows = options.complete_rows;
  facts.asked = tested_features(model);
  for (Property& property : read_properties(facts.space, model, order, first)) {
    ProvenProperty& proven = facts.properties.emplace_back();
    proven.property = std::move(property);
    proven.proof = prove(model, facts.space, proven.property, order, options);
    for (const std::vector<double>& row : proven.proof.witnesses) {
      proven.answers.push_back(answer_in_words(model, facts.space, row));
    }
  }
  return facts;
}

std::vector<Property> PropertyOptions::read_properties(const Space& space, const Model& model, const AnswerOrder& order,
                                                       const std::vector<std::string>& first) const {
  std::vector<Property> read;
  for (const std::string& text : first) read.push_back(parse_property(text, space, model, order, "property"));
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
Property PropertyOptions::parse_line(std::string_view line, std::size_t number, const Space& space, const Model& model,
                                     const AnswerOrder& order) const {
  try {
    return parse_property(line, space, model, order, file_);
  } catch (const Diagnostic& fault) {
    Location where = fault.where().value_or(Location());
    where.line = number;
    throw Diagnostic(ExitCode::bad_input, where, fault.message(), fault.hint());
  }
}

AnswerOrder PropertyOptions::parse_order(const Model& model) const {
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

}  // namespace espalier::cli
