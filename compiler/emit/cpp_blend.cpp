#include "emit/cpp_blend.hpp"

#include <nlohmann/json.hpp>

#include "emit/blend_text.hpp"
#include "emit/render.hpp"

namespace espalier {

nlohmann::json cpp_blend_context(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                                 const RuleNotes& notes) {
  const BlendWords words{.function = "blend_",
                         .arrive = "arrive",
                         .part_of = "part_of",
                         .part_taken = "part_taken",
                         .member = "blend.",
                         .wide = "static_cast<int64_t>({})",
                         .discard_row = "static_cast<void>(row);",
                         .parts_in_ifs = true};
  return blend_context(program, value_type, names, notes, words);
}

std::string blend_state(const BlendProgram& program, std::string_view specifier) {
  nlohmann::json context = {{"classification", program.task == Task::classification},
                            {"smooths", !program.smoothing.extras.empty()},
                            {"exponent", -program.value_exponent}};
  if (!specifier.empty()) context["specifier"] = std::string(specifier);
  return render_template("templates/cpp/blend_state.hpp.inja", context);
}

std::string blend_section(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                          const RuleNotes& notes, bool elsewhere) {
  nlohmann::json context = cpp_blend_context(program, value_type, names, notes);
  if (elsewhere) context["specifier"] = "inline";
  context["elsewhere"] = elsewhere;
  context["state"] = elsewhere ? std::string() : blend_state(program);
  context["compares_bits"] = names.floats != FloatCompare::values;
  context["answer_type"] = program.task == Task::classification ? "Label" : "Value";
  return render_template("templates/cpp/blend.hpp.inja", context);
}

}  // namespace espalier
