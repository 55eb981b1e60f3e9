// What a header offers for its fields that are dates: functions that make their numbers.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

bool has_dates(const Model& model, const std::vector<Field>& fields);

// {"any": true, "days": true, "seconds": false, "witnesses": [{"call": "days_from_date(2026, 1, 17)", "value":
// "20470"}]}: which units there are, and the first and last days or seconds of the training rows, as far as they are
// whole.
nlohmann::json date_context(const Model& model, const std::vector<Field>& fields);

}  // namespace espalier
