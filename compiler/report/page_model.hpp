// The model as a page's script takes it (templates/report/page.js): what it asks, what its leaves say, and how it is
// drawn; and rows with the right answers, on which the page checks itself.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "lower/input_type.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// Pages of larger models have the picture and the rules, and nothing to type a row into.
inline constexpr std::size_t kMostNodesInPage = 100000;

bool fits_page(const Model& model);

// The columns as scripts hold them: numbers are doubles.
std::vector<Field> page_fields(const Model& model);

// A row with the right answer, as page.js compares them.
nlohmann::ordered_json page_check(const Model& model, Row row, const Prediction& prediction);

// The model must fit.
nlohmann::ordered_json page_model(const Model& model);

}  // namespace espalier
