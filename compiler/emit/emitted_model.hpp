// The model as an output says it: headers have an enumerator for what the tree tells apart, SQL and rules have words.
#pragma once

#include <optional>

#include "emit/emit_options.hpp"
#include "emit/emit_record.hpp"
#include "model/model.hpp"

namespace espalier {

// None if it is the model itself. `share_above`: see EmitOptions.
std::optional<Model> emitted_model(const Model& model, Language language, std::optional<std::size_t> share_above);
std::optional<Model> emitted_model(const Model& model, const EmitRecord& record);

}  // namespace espalier
