// The guard of headers that compare floating-point fields by their bits: a NaN whose sign bit is set would pass for a
// number, so rows that may have one go on as a copy without it.
#pragma once

#include <string>
#include <vector>

#include "emit/names.hpp"
#include "lower/pipeline.hpp"

namespace espalier {

// Whether the header compares by bits at all: branches for speed or size, with floating-point fields, and not in
// MISRA's style, which compares numbers as numbers. (The keys of
// tables are made of bits, too, but know every NaN by themselves.)
bool compares_bits(const Lowered& lowered);

// The functions that look for such a NaN and that make the copy; and, unless a blend has its own, `predict` and
// `predict_rule` themselves (templates/cpp/guard.hpp.inja).
// `elsewhere`: the trees are in source files (emit/cpp_sources.hpp).
std::string guard_section(const Lowered& lowered, const Names& names, const std::string& answer_type,
                          bool elsewhere = false);

}  // namespace espalier
