// The learner that made a model, by the model's own record.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "data/dataset.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"

namespace espalier::cli {

// The options that the model records, in effect for its training rows. None if the record does not say enough; `why`
// tells. Whether they are the right ones shows when they make the same tree again.
std::optional<LearnOptions> recorded_learner(const Model& model, const Dataset& rows, std::size_t threads,
                                             std::string& why);

}  // namespace espalier::cli
