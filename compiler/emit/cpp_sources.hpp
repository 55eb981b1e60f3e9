// Large predictors: a header and source files, each of which compiles in bounded time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emit/emit.hpp"
#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

// How functions are spread over the source files of a large predictor.

// About as many steps as one source file holds: g++ -O2 takes some seconds and 200 MB for them.
inline constexpr std::size_t kStepsPerPart = 25'000;

struct PartFunction {
  std::string declaration;  // "uint32_t leaf_3(const Input& row)"
  std::string doc;
  std::size_t cost = 0;                // in steps of a tree
  std::vector<std::uint32_t> callees;  // positions of others, earlier ones
  bool in_header = false;              // declared there
};

struct Part {
  std::size_t first = 0;               // of the functions, in the order of definition
  std::size_t last = 0;                // behind the last one
  std::vector<std::uint32_t> outside;  // the functions of other parts that it calls, ascending, each once
};

// Consecutive functions, about equally costly per part. `parts` 0: as many as kStepsPerPart asks for. More parts than
// there are functions leave some without any.
std::vector<Part> split_into_parts(const std::vector<PartFunction>& functions, std::size_t parts);

// What a large predictor knows about its rules, as constant tables: a switch over hundreds of thousands of rules takes
// compilers too long.

// The definitions of parts::shares() and, if `labels`, parts::label_of(), or of a regression parts::value_of().
std::string rule_tables(const Model& model, ValueType value_type, bool labels);

// Language::cpp_sources: a large predictor as a header and source files, so that each of them compiles in bounded time
// and memory. The header offers what that of Language::cpp does, but constant expressions; namespace `parts` in it
// declares what the source files define: one tree, whose leaves answer rule and label together, tables per rule, and
// what blends.

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
