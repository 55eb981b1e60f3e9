// What a large predictor knows about its rules, as constant tables: a switch over hundreds of thousands of rules takes
// compilers too long.
#pragma once

#include <string>

#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

// The definitions of parts::shares() and, if `labels`, parts::label_of(), or of a regression parts::value_of().
std::string rule_tables(const Model& model, ValueType value_type, bool labels);

}  // namespace espalier
