// Language::cpp_sources: a large predictor as a header and source files, so that each of them compiles in bounded time
// and memory. The header offers what that of Language::cpp does, but constant expressions; namespace `parts` in it
// declares what the source files define: one tree, whose leaves answer rule and label together, tables per rule, and
// what blends.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emit/emit.hpp"
#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// The header and its parts: <stem>_1.cpp, <stem>_2.cpp, ...
std::vector<EmittedFile> emit_cpp_sources(const Model& model, const Lowered& lowered, EmitOptions options);

// "big_3.cpp" for "big.hpp": the name of a part, counted from 1.
std::string part_name(std::string_view header, std::size_t number);

// Whether a text is that of a part of the header.
bool is_part_of(std::string_view text, std::string_view header);

// How the header's functions answer from what the parts define.
struct PartCalls {
  std::string answer;  // static_cast<Label>(parts::leaf(row) & 3U)
  std::string rule;
};
PartCalls part_calls(const Model& model);

// The declarations in namespace parts.
std::string part_declarations(const Model& model, const Lowered& lowered);

}  // namespace espalier
