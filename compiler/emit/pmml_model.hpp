// A model as PMML 4.4: a TreeModel, or a MiningModel of several (docs/exchange.md).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// Nodes nest in PMML, and common readers of XML refuse more than 256 levels of elements.
inline constexpr std::size_t kDeepestPmmlTree = 240;

// Segments by what they are for: those of trees are called "tree 1", "tree 2", ...
inline constexpr std::string_view kTreeSegment = "tree ";

// Throws Diagnostic(usage) for a model that PMML cannot say exactly: missing values that are blended, sums that depend
// on rounding or on e^x, shares whose ties PMML leaves open, names that XML cannot hold, trees that are too deep.
std::string emit_pmml(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
