// Templates of users: rendered, or refused with a place in the template. They run in a child process, whatever they do.
#include <chrono>
#include <nlohmann/json.hpp>

#include "emit/render.hpp"
#include "emit/template_context.hpp"
#include "fuzz/child_coverage.hpp"
#include "fuzz/fuzz.hpp"
#include "support/sample_models.hpp"
#include "support/text.hpp"

namespace espalier::fuzz {
namespace {

constexpr std::chrono::seconds kLimit{1};

const nlohmann::json& context() {
  static const nlohmann::json kContext = [] {
    const Model model = sample::golf();
    EmitOptions options;
    options.space = "golf";
    options.model_sha256 = "abc";
    return template_context(model, lower(model, {}), options);
  }();
  return kContext;
}

}  // namespace

void check_input(std::string_view input) {
  share_coverage_with_children();
  if (first_invalid_utf8(input)) return;  // refused before it gets here
  try {
    render_user_template("mine.inja", input, context(), kLimit);
  } catch (const Diagnostic& diagnostic) {
    require(diagnostic.where().has_value(), "a template is refused without a place");
    require(diagnostic.where()->line >= 1, "a template is refused without a line");
    require(!diagnostic.hint().empty(), "a template is refused without a hint");
    throw;
  }
}

}  // namespace espalier::fuzz
