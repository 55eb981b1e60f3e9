// The part of a header that makes rows of plain arrays.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "emit/names.hpp"
#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// What the elements of row_from_array()'s argument are: the smallest type that holds every value of every field,
// categories by their index; double where no whole-number type does.
std::string element_type(const Model& model, const std::vector<Field>& fields);

// Adds what templates/cpp/rows.hpp.inja asks for: `element` and, for each of `fields`, `name` and `from_element`.
void add_row_context(const Model& model, const std::vector<Field>& fields, const Names& names, nlohmann::json& context);

// Whether some element has to be converted, so that the header needs the runtime's rows.hpp.
bool converts_elements(const Model& model, const std::vector<Field>& fields);

}  // namespace espalier
