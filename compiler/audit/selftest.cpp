#include "audit/selftest.hpp"

#include <nlohmann/json.hpp>

#include "audit/boundary.hpp"
#include "emit/cpp_context.hpp"
#include "emit/escape.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"

namespace espalier {

Selftest emit_selftest(const Model& model, const Lowered& lowered, std::string_view space, std::string_view header) {
  const Names names = make_names(model, lowered.fields, space);
  const Interpreter interpreter(model);
  nlohmann::json vectors = nlohmann::json::array();
  for_each_boundary_vector(model, lowered.fields, [&](Row row) {
    const Prediction expected = interpreter.predict(row);
    vectors.push_back({{"row", row_initializer(lowered.fields, names, row)},
                       {"answer", answer_expression(names, lowered.value_type.type, expected)},
                       {"rule", expected.rule}});
  });
  const std::size_t count = vectors.size();
  nlohmann::json context = base_context(model, lowered.fields, names);
  context["header"] = string_literal(header);
  context["vectors"] = std::move(vectors);
  return {render_template("templates/cpp/selftest.cpp.inja", context), count};
}

}  // namespace espalier
