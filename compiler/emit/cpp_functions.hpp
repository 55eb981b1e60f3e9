// The functions of a C++ header that walk the tree.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emit/code_text.hpp"
#include "emit/emit_options.hpp"
#include "emit/names.hpp"
#include "emit/rule_text.hpp"
#include "lower/blend_program.hpp"
#include "lower/pipeline.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

// One tree for both answers: where a tree is large, what predict() and predict_rule() walk is written once, and its
// leaves return the rule and the label in one number. That halves the text and what compiling it takes.
class LeafCode {
 public:
  explicit LeafCode(const Model& model);  // a classification

  bool fits() const { return fits_; }                                 // into 32 bits
  std::string_view type() const;                                      // "uint16_t": what holds every code
  const std::vector<std::uint32_t>& codes() const { return codes_; }  // per rule; [0] is not used

  // "static_cast<Label>(detail::leaf(row) & 3U)": from a call that returns the code.
  std::string label_in(std::string_view call) const;
  std::string rule_in(std::string_view call) const;

 private:
  std::uint32_t label_bits_ = 0;  // the lowest ones hold the label
  bool fits_ = true;
  std::vector<std::uint32_t> codes_;
};

// The code of a header that has one tree for both answers; none: it has two.
std::optional<LeafCode> code_of_leaves(const Model& model, const Lowered& lowered, const EmitOptions& options);

// The guard of headers that compare floating-point fields by their bits: a NaN whose sign bit is set would pass for a
// number, so rows that may have one go on as a copy without it.

// Whether the header compares by bits at all: branches for speed or size, with floating-point fields, and not in
// MISRA's style, which compares numbers as numbers. (The keys of
// tables are made of bits, too, but know every NaN by themselves.)
bool compares_bits(const Lowered& lowered);

// The functions that look for such a NaN and that make the copy; and, unless a blend has its own, `predict` and
// `predict_rule` themselves (templates/cpp/guard.hpp.inja).
// `elsewhere`: the trees are in source files (emit/cpp_sources.hpp).
std::string guard_section(const Lowered& lowered, const Names& names, const std::string& answer_type,
                          bool elsewhere = false);

// The part of a header that blends the answers of several rules (MissingPolicy::fractional).

// predict(), predict_rule() and what they need beside detail::tree() and detail::tree_rule().
// `elsewhere`: namespace parts has what blends, and this calls it (emit/cpp_sources.hpp).
std::string blend_section(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                          const RuleNotes& notes, bool elsewhere = false);

// struct Blend and arrive(), which the functions that blend need; the specifier replaces constexpr.
std::string blend_state(const BlendProgram& program, std::string_view specifier = {});

// What emit/blend_text.hpp says, in the words of C++: functions with doc, name and lines.
nlohmann::json cpp_blend_context(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                                 const RuleNotes& notes);

// The functions of a C++ header that walk the tree, as the template's context has them.

// In the order of definition: doc, type, name, opens_detail, closes_detail, reads_row, body. Where source files hold
// the trees (Language::cpp_sources), the functions only call them.
nlohmann::json cpp_functions(const Model& model, const Lowered& lowered, const CodeNames& names, const RuleNotes& notes,
                             const EmitOptions& options);

}  // namespace espalier
