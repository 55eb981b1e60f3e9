#include "emit/render.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace espalier::render_test {
namespace {

using testing::HasSubstr;

constexpr const char* kSelftest = "templates/cpp/selftest.cpp.inja";

nlohmann::json context(const std::string& space) {
  return {{"header", "\"h.hpp\""},
          {"namespace", space},
          {"answer_type", "Label"},
          {"several", false},
          {"coverage", nlohmann::json::array()},
          {"parts", nlohmann::json::array()}};
}

TEST(RenderTemplate, FillsInTheContext) {
  const std::string text = render_template(kSelftest, context("golf"));
  EXPECT_THAT(text, HasSubstr("#include \"h.hpp\"\n"));
  EXPECT_THAT(text, HasSubstr("= golf;"));
}

TEST(RenderTemplate, DataIsNotATemplate) {
  for (const char* hostile : {"{{ 1+1 }}", "{% include \"x\" %}", "## for x in y", "{# comment #}"}) {
    EXPECT_THAT(render_template(kSelftest, context(hostile)), HasSubstr(hostile));
  }
}

TEST(RenderTemplate, RefusesWhatIsNotPrintableAscii) {
  for (const char* unescaped : {"é", "a\rb", "\t", "\x7f", "\x1b", "\u202e"}) {
    EXPECT_THROW(render_template(kSelftest, context(unescaped)), std::logic_error) << unescaped;
  }
  EXPECT_NO_THROW(render_template(kSelftest, context("a\nb")));
}

TEST(RenderTemplate, MissingPartsOfTheContextAreErrors) {
  EXPECT_ANY_THROW(render_template(kSelftest, nlohmann::json::object()));
}

TEST(EmbeddedText, HoldsTheRuntimeAndNoOtherFile) {
  EXPECT_THAT(std::string(embedded_text("runtime/include/espalier/runtime.hpp")), HasSubstr("namespace runtime_1"));
  EXPECT_THROW(embedded_text("no/such/file"), std::logic_error);
}

}  // namespace
}  // namespace espalier::render_test
