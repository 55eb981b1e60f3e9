#include "audit/selftest.hpp"

#include <nlohmann/json.hpp>

#include "audit/boundary.hpp"
#include "audit/language_checks.hpp"
#include "emit/cpp_context.hpp"
#include "emit/render.hpp"

namespace espalier {

namespace {

using nlohmann::json;

json vectors_of(const Model& model, const Lowered& lowered, const CodeNames& code) {
  const Interpreter interpreter(model);
  json vectors = json::array();
  for_each_boundary_vector(model, lowered.fields, [&](Row row) {
    const Prediction expected = interpreter.predict(row);
    vectors.push_back({{"row", row_initializer(lowered.fields, code, row)},
                       {"answer", answer_expression(code, lowered.value_type.type, expected)},
                       {"rule", expected.rule},
                       {"rules", expected.rules}});
  });
  return vectors;
}

}  // namespace

Selftest emit_selftest(const Model& model, const Lowered& lowered, std::string_view space, std::string_view header,
                       Language language) {
  const CompiledLanguage& words = compiled_language(language);
  auto [context, code] = words.selftest_words(model, lowered.fields, space);
  context["header"] = code.syntax->text(header);
  context["several"] = lowered.verdict.has_value();
  context["vectors"] = vectors_of(model, lowered, code);
  const std::size_t count = context["vectors"].size();
  return {render_template(words.selftest_template, context), count};
}

}  // namespace espalier
