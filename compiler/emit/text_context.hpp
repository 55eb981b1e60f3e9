// The texts and constants of a header that tell it and its rules from others.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Adds `version`, `model_hash` and `model_id` (the first 64 bits of the hash; 0 without one), `rule_texts` as string
// literals, and `described`, which is false where there are too many rules to describe (emit/rule_text.hpp).
void add_text_context(const Model& model, const std::vector<Field>& fields, const std::string& sha256,
                      nlohmann::json& context);

}  // namespace espalier
