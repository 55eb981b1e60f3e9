#include "emit/c_blend.hpp"

#include <nlohmann/json.hpp>

#include "emit/blend_text.hpp"
#include "emit/render.hpp"

namespace espalier {

std::string c_blend_section(const BlendProgram& program, ValueType value_type, const CNames& names,
                            const CodeNames& code, const RuleNotes& notes) {
  const BlendWords words{.function = names.prefix + "detail_blend_",
                         .arrive = names.prefix + "detail_arrive",
                         .part_of = "espalier_1_part_of",
                         .part_taken = "espalier_1_part_taken",
                         .member = "blend->",
                         .wide = "(int64_t){}",
                         .discard_row = "(void)row;",
                         .parts_in_ifs = false};
  nlohmann::json context = blend_context(program, value_type, code, notes, words);
  context["prefix"] = names.prefix;
  context["answer_type"] = names.prefix + (program.task == Task::classification ? "label" : "value");
  context["label_count"] = program.labels;
  return render_template("templates/c/blend.h.inja", context);
}

}  // namespace espalier
