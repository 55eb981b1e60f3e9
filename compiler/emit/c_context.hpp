// Parts of the template context that the header, the self-test and the driver of C share.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "emit/c_names.hpp"
#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// What base_context() has, in C's names, with prefix, no_fields and the parsers of categories.
nlohmann::json c_base_context(const Model& model, const std::vector<Field>& fields, const CNames& names);

}  // namespace espalier
