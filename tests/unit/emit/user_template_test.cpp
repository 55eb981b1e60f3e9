// Templates of the user's: what they see, and what is said of those that are wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "emit/render.hpp"
#include "emit/template_context.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"
#include "support/text.hpp"

namespace espalier::user_template_test {
namespace {

using ::testing::HasSubstr;

nlohmann::json context(const Model& model) {
  EmitOptions options;
  options.space = "golf";
  options.model_sha256 = "abc";
  return template_context(model, lower(model, {}), options);
}

std::string rendered(std::string_view text) {
  return render_user_template("mine.inja", text, context(sample::golf()));
}

TEST(UserTemplate, SeesTheModel) {
  EXPECT_EQ(rendered("{{ namespace }} {{ task }} {{ target.name }} {{ model_sha256 }}"),
            "golf classification play abc");
  EXPECT_EQ(rendered("{% for l in labels %}{{ l.id }} {% endfor %}"), "play don_t_play ");
  EXPECT_EQ(rendered("{{ fields.0.name }}: {{ fields.0.type }}, {{ fields.0.categories.1.string }}"),
            "outlook: category, \"overcast\"");
  EXPECT_EQ(rendered("{{ length(rules) }} rules, {{ max_tests }} tests"), "5 rules, 3 tests");
}

TEST(UserTemplate, SeesLinesAndExactNumbers) {
  EXPECT_EQ(rendered("{% for line in answer_functions.0.lines %}{% if line.kind == \"open\" and "
                     "line.condition.column == \"humidity\" %}{{ line.condition.op }} {{ line.condition.threshold }} "
                     "{{ line.condition.when_missing }}{% endif %}{% endfor %}"),
            "<= 75 false");
  Model model = sample::regression_sample();
  for (Node& node : model.trees.front().nodes) {
    if (node.is_leaf()) node.value = 0.1 + 0.2;
  }
  EXPECT_EQ(render_user_template("mine.inja", "{{ rules.0.answer }}", context(model)), "0.30000000000000004");
}

TEST(UserTemplate, MaySayWhatItLikes) {
  EXPECT_EQ(rendered("gr\u00fcn {{ target.name }}"), "gr\u00fcn play");
}

// Line and column of what is wrong, and the line itself.
void expect_refused(std::string_view text, std::size_t line, std::size_t column, std::string_view message) {
  try {
    rendered(text);
    FAIL() << text;
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_THAT(diagnostic.message(), HasSubstr(std::string(message)));
    ASSERT_TRUE(diagnostic.where());
    EXPECT_EQ(diagnostic.where()->file, "mine.inja");
    EXPECT_EQ(diagnostic.where()->line, line) << text;
    EXPECT_EQ(diagnostic.where()->column, column) << text;
    EXPECT_FALSE(diagnostic.where()->excerpt.empty());
  }
}

TEST(UserTemplate, IsToldWhereItIsWrong) {
  expect_refused("one\ntwo {{ no_such_key }}\n", 2, 8, "no_such_key");
  expect_refused("one\n{{ no_such_function(1) }}\n", 2, 22, "unknown function no_such_function");
  expect_refused("{% for x in labels %}{{ x.no }}{% endfor %}", 1, 25, "x.no");
}

TEST(UserTemplate, IncludesNothing) {
  EXPECT_THROW(rendered("{% include \"/etc/passwd\" %}"), Diagnostic);
  EXPECT_THROW(rendered("{% extends \"/etc/passwd\" %}"), Diagnostic);
}

TEST(UserTemplate, IsRefusedForWrongSyntaxAndWrongArguments) {
  for (const char* wrong : {"{% if %}", "{% for x labels %}", "{{ labels", "{% endif %}", "{% if true %}", "{{ 1 + }}",
                            "{{ round(\"a\", 1) }}"}) {
    EXPECT_THROW(rendered(wrong), Diagnostic) << wrong;
  }
}

// What would end or hang the program: each is an error with its place.
TEST(UserTemplate, CannotHarmTheProgram) {
  const std::string deep = "ok\n{{ " + std::string(20'000, '(') + "1" + std::string(20'000, ')') + " }}";
  const struct {
    std::string text;
    std::size_t line;
    std::size_t column;
    std::string message;
  } cases[] = {
      {"a\nb {{ 1 % 0 }}", 2, 3, ""},
      {deep, 2, 1, "nests too deep"},
      {"{{ target }}\n\n  {{ range(-5) }}", 3, 3, ""},
      {"{{ target }} {{ int(\"99999999999999999999\") }}", 1, 14, "cannot be worked out"},
      {"{% if 1 %}\n{{ upper(7) }}{% endif %}", 2, 1, "cannot be worked out"},
  };
  for (const auto& each : cases) {
    try {
      rendered(each.text);
      ADD_FAILURE() << "accepted: " << each.text.substr(0, 60);
    } catch (const Diagnostic& fault) {
      EXPECT_EQ(fault.code(), ExitCode::bad_input);
      ASSERT_TRUE(fault.where()) << each.text.substr(0, 60);
      EXPECT_EQ(fault.where()->line, each.line) << each.text.substr(0, 60) << ": " << fault.message();
      EXPECT_EQ(fault.where()->column, each.column) << each.text.substr(0, 60) << ": " << fault.message();
      EXPECT_NE(fault.message().find(each.message), std::string::npos) << fault.message();
      EXPECT_EQ(fault.message().find("json.exception"), std::string::npos) << fault.message();
    }
  }
}

// Brackets in texts, and those beside expressions, do not nest.
TEST(UserTemplate, MayHaveManyBracketsSideBySide) {
  const std::string many(2000, '(');
  EXPECT_EQ(rendered(many + "{{ \"" + many + "\" }}{{ (1) + (2) }}"), many + many + "3");
  const std::string pairs = "{{ " + std::string(100, '(') + "1" + std::string(100, ')') + " }}";
  EXPECT_EQ(rendered(pairs), "1");
}

TEST(UserTemplate, ThatDoesNotEndIsEnded) {
  std::string loops = "x\n";
  for (const char c : std::string("abcdefgh")) loops += std::string("{% for ") + c + " in range(1000) %}";
  loops += "1";
  for (int i = 0; i < 8; ++i) loops += "{% endfor %}";
  try {
    render_user_template("mine.inja", loops, context(sample::golf()), std::chrono::seconds(1));
    ADD_FAILURE();
  } catch (const Diagnostic& fault) {
    ASSERT_TRUE(fault.where());
    EXPECT_EQ(fault.where()->line, 2U);
  }
}

// The engine quotes what it cannot read: that must not command the terminal, nor be cut within a character.
TEST(UserTemplate, MessagesDoNotRepeatControlCharacters) {
  for (const char* text : {"{% for a in \x1b[2Jx %}{% endfor %}", "{% for a in\x01 b %}{% endfor %}", "{{ \u00fc }}"}) {
    try {
      rendered(text);
      FAIL() << text;
    } catch (const Diagnostic& diagnostic) {
      EXPECT_EQ(diagnostic.message(), printable(diagnostic.message(), 1000));
    }
  }
}

// Functions are numbered from 1. A chain of 1,000 tests takes two, and the second one calls the first.
TEST(UserTemplate, SeesWhichFunctionIsCalled) {
  const nlohmann::json functions = context(sample::chain(1'000))["answer_functions"];
  ASSERT_EQ(functions.size(), 2U);
  EXPECT_EQ(functions[0]["number"], 1);
  std::size_t calls = 0;
  for (const nlohmann::json& line : functions[1]["lines"]) {
    if (line["kind"] != "call") continue;
    EXPECT_EQ(line["function"], 1);
    ++calls;
  }
  EXPECT_EQ(calls, 1U);
}

// 301 ones and no brackets: more than 1,200 characters, but nothing nests.
TEST(UserTemplate, MayHaveLongExpressions) {
  std::string sum = "1";
  for (int i = 0; i < 300; ++i) sum += " + 1";
  EXPECT_EQ(rendered("{{ " + sum + " }}"), "301");
}

// Of the library's messages the part in brackets is left out, and no letter more.
TEST(UserTemplate, IsToldTheWholeReason) {
  expect_refused("{{ upper(7) }}", 1, 1, "worked out: type must be string, but is number");
  expect_refused("{{ 1e999 }}", 1, 1, "worked out: number overflow parsing '1e999'");
}

// A number that is too large is found before anything is rendered: the longest part is to blame, wherever it stands. In
// the first text the parts have 20 and 7 characters, in the second one 7 and 15, behind ten letters.
TEST(UserTemplate, BlamesTheLongestPartWhereNothingIsRendered) {
  expect_refused("{{ 1 + 1 + 1e999 }} {{ 1 }}", 1, 1, "number overflow");
  expect_refused("abcdefghij{{ 1 }}{{ 2 + 1e999 }}", 1, 18, "number overflow");
}

}  // namespace
}  // namespace espalier::user_template_test
