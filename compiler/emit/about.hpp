// The opening comment of a header: what it is and where it comes from.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// What the comment says about the language, with an example of how the header is used: a row is declared, its fields
// get values, and it is answered.
struct AboutWords {
  std::string language;                    // C++
  std::string declaration;                 // iris::Input row = {};
  const std::vector<std::string>& fields;  // as members of the row
  std::string call;                        // iris::Label answer = iris::predict(row);
  std::string needs;                       // what the header needs
};

// The lines of the comment, each with its slashes; `max_tests` is the most `if`s on a way.
nlohmann::json about_lines(const Model& model, const std::vector<Field>& fields, std::size_t max_tests,
                           const AboutWords& words);

}  // namespace espalier
