// The part of a classification's header that tells how sure an answer is: probabilities() and margin().
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "model/model.hpp"

namespace espalier {

// Per function of the header, the rules whose label shares it knows: rules with equal shares stand together.
nlohmann::json distribution_context(const Model& model);

}  // namespace espalier
