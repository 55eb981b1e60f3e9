// The opening comment of outputs that are not C++: what they are, where they come from, what missing values do.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Lines without comment signs, in printable ASCII. `form`: "SQL"; `max_tests`: the most tests on a way to an answer;
// `missing`: what counts as a missing value there.
std::vector<std::string> about_model(const Model& model, const std::vector<Field>& fields, std::string_view form,
                                     std::size_t max_tests, std::string_view missing);

// What the model's policy does with a missing value, as a sentence.
std::string missing_sentence(const Model& model, std::string_view missing);

}  // namespace espalier
