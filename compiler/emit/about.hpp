// The opening comment of outputs: what they are, where they come from, what missing values do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Lines without comment signs, in printable ASCII. `form`: "SQL"; `max_tests`: the most tests on a way to an answer;
// `missing`: what counts as a missing value there; empty if the fields can hold none.
std::vector<std::string> about_model(const Model& model, const std::vector<Field>& fields, std::string_view form,
                                     std::size_t max_tests, std::string_view missing);

// What a header's comment says about its language, with an example of how it is used: a row is declared, its fields get
// values, and it is answered.
struct AboutWords {
  std::string language;                      // C++
  std::string declaration;                   // iris::Input row = {};
  const std::vector<std::string>& fields;    // as members of the row
  std::string call;                          // iris::Label answer = iris::predict(row);
  std::string needs;                         // what the header needs
  std::string_view field = "row.{} = ...;";  // how a field gets its value
  std::string_view end_of_fields{};          // what follows the last one, if anything does
};

// The lines of a header's comment, each with its slashes.
std::vector<std::string> about_header(const Model& model, const std::vector<Field>& fields, std::size_t max_tests,
                                      const AboutWords& words);

// What the model's policy does with a missing value, as a sentence.
std::string missing_sentence(const Model& model, std::string_view missing);

}  // namespace espalier
