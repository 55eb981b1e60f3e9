// What a model's own record says about how it was trained, where later work needs it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier {

// The value of an option; none if the model does not have it.
std::optional<std::string> recorded(const Model& model, std::string_view option);

// The criterion that its tests were chosen by; none if the model does not say.
std::optional<Criterion> recorded_criterion(const Model& model);

}  // namespace espalier
