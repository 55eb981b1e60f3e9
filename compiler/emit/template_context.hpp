// What a template of the user's is rendered with (docs/template-context.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// Lines and rules of a context, about: each takes a kilobyte or two of memory.
inline constexpr std::size_t kLargestContext = 500'000;

// Throws Diagnostic(usage) for a model whose context would have more than kLargestContext lines and rules.
nlohmann::json template_context(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
