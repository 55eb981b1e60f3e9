// Prints the terms that estimates of a model's size are made of (lower/flash_terms.hpp), for scripts/fit-flash-costs.
//   flash_terms MODEL.json readable|speed|size [COLUMN=TYPE...]
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "emit/emit.hpp"
#include "lower/flash_size.hpp"
#include "model/model_json.hpp"
#include "support/diagnostic.hpp"

namespace {

using namespace espalier;

nlohmann::ordered_json json_of(const FlashTerms& terms) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < kFlashTerms; ++i) {
    if (terms.counts()[i] != 0) json[std::string(kNames<FlashTerm>[i])] = terms.counts()[i];
  }
  return json;
}

nlohmann::ordered_json terms_of(const std::string& path, const LowerOptions& wish) {
  std::ifstream file(path);
  const Model model = read_model(std::string(std::istreambuf_iterator<char>(file), {}), path);
  const auto emitted = emitted_model(model, Language::cpp, EmitOptions{}.share_above);
  const Model& subject = emitted ? *emitted : model;
  LowerOptions options = wish;
  options.shape = Shape::branches;
  nlohmann::ordered_json json = {{"branches", json_of(branch_terms(lower(subject, options)))}};
  if (subject.combination != Combination::single) return json;
  options.shape = Shape::table;
  const Lowered lowered = lower(subject, options);
  if (lowered.tree().tables) json["table"] = json_of(table_terms(lowered, *lowered.tree().tables));
  return json;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv, argv + argc);
  if (arguments.size() == 2 && arguments[1] == "--names") {
    for (const std::string_view name : kNames<FlashTerm>) std::cout << name << "\n";
    return 0;
  }
  if (arguments.size() < 3) return 2;
  try {
    LowerOptions options;
    for (const Goal goal : {Goal::readable, Goal::speed, Goal::size}) {
      if (goal_names()[static_cast<std::size_t>(goal)] == arguments[2]) options.goal = goal;
    }
    for (std::size_t i = 3; i < arguments.size(); ++i) options.input_types.push_back(parse_input_type(arguments[i]));
    std::cout << terms_of(arguments[1], options).dump() << "\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
