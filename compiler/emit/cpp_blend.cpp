#include "emit/cpp_blend.hpp"

#include <nlohmann/json.hpp>

#include "emit/blend_text.hpp"
#include "emit/render.hpp"

namespace espalier {

std::string blend_section(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                          const RuleNotes& notes) {
  const BlendWords words{.function = "blend_",
                         .arrive = "arrive",
                         .part_of = "part_of",
                         .part_taken = "part_taken",
                         .member = "blend.",
                         .wide = "static_cast<int64_t>({})",
                         .discard_row = "static_cast<void>(row);",
                         .parts_in_ifs = true};
  nlohmann::json context = blend_context(program, value_type, names, notes, words);
  context["compares_bits"] = names.floats != FloatCompare::values;
  context["answer_type"] = program.task == Task::classification ? "Label" : "Value";
  return render_template("templates/cpp/blend.hpp.inja", context);
}

}  // namespace espalier
