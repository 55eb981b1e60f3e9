// Small models that can be checked by hand, and random ones.
#pragma once

#include <string>

#include "model/model.hpp"
#include "support/random.hpp"

namespace espalier::sample {

// One answer whatever the row, no features: 14 rows, 5 of them otherwise.
Model single_leaf();

// The golf tree of C4.5 with a test of each kind:
//   outlook = sunny: humidity <= 75: Play (2), > 75: Don't Play (3)
//   outlook = overcast: Play (4)
//   outlook = rain: windy = true: Don't Play (2), else Play (3)
Model golf();

// `tests` tests `x <= tests - depth`, one below the other on the left side.
Model chain(std::uint32_t tests);

// A valid model of every kind of feature and test, with names of every kind of character.
Model random_model(RandomEngine& engine);

// A row for the model: values on, next to and far from its thresholds, categories, unknown ones, missing.
std::vector<double> random_row(const Model& model, RandomEngine& engine);

}  // namespace espalier::sample
