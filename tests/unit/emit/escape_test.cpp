#include "emit/escape.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "support/random.hpp"

namespace espalier::escape_test {
namespace {

// What a C++ compiler reads from a literal that uses the escapes \" \\ \? and \ooo only.
std::string value_of(std::string_view literal) {
  EXPECT_TRUE(literal.size() >= 2 && literal.front() == '"' && literal.back() == '"') << literal;
  literal = literal.substr(1, literal.size() - 2);
  std::string value;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\') {
      EXPECT_NE(literal[i], '"') << "ends the literal";
      value += literal[i];
    } else if (const char next = literal[++i]; next == '"' || next == '\\' || next == '?') {
      value += next;
    } else {
      value += static_cast<char>(std::stoi(std::string(literal.substr(i, 3)), nullptr, 8));
      i += 2;
    }
  }
  return value;
}

bool is_printable_ascii(std::string_view text) {
  for (const char c : text) {
    if (c < 0x20 || c > 0x7E) return false;
  }
  return true;
}

TEST(StringLiteral, PlainTextIsPlain) {
  EXPECT_EQ(string_literal("Iris-setosa"), "\"Iris-setosa\"");
  EXPECT_EQ(string_literal(""), "\"\"");
  EXPECT_EQ(string_literal("{{ 1+1 }} {% x %}"), "\"{{ 1+1 }} {% x %}\"");
}

TEST(StringLiteral, EscapesWhatEndsItAndTrigraphs) {
  EXPECT_EQ(string_literal("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(string_literal("?\?/"), "\"\\?\\?/\"");
  EXPECT_EQ(string_literal("\\"), "\"\\\\\"");
}

TEST(StringLiteral, OctalEscapesCannotGrow) {
  EXPECT_EQ(string_literal("\n7"), "\"\\0127\"");
  EXPECT_EQ(string_literal("é"), "\"\\303\\251\"");
}

TEST(StringLiteral, EveryByteReadsBack) {
  for (int byte = 1; byte < 256; ++byte) {
    for (const char* after : {"", "0", "7", "9", "a", "?", "\\"}) {
      const std::string text = static_cast<char>(byte) + std::string(after);
      const std::string literal = string_literal(text);
      ASSERT_EQ(value_of(literal), text) << literal;
      ASSERT_TRUE(is_printable_ascii(literal)) << byte;
      ASSERT_EQ(literal.find("??"), std::string::npos);
    }
  }
}

TEST(CommentText, QuotesPlainText) {
  EXPECT_EQ(comment_text("petal width"), "\"petal width\"");
  EXPECT_EQ(comment_text(""), "\"\"");
  EXPECT_EQ(comment_text("a * b / c ? d"), "\"a * b / c ? d\"");
}

TEST(CommentText, CannotEndTheCommentOrTheLine) {
  EXPECT_EQ(comment_text("*/ int x; /*"), "\"*\\/ int x; /\\*\"");
  EXPECT_EQ(comment_text("a\nb\rc\td"), "\"a\\nb\\rc\\td\"");
  EXPECT_EQ(comment_text("x\\"), "\"x\\\\\"") << "the quote stands after a trailing backslash";
  EXPECT_EQ(comment_text("x?\?/"), "\"x?\\?/\"");
  EXPECT_EQ(comment_text("???"), "\"?\\?\\?\"");
  EXPECT_EQ(comment_text("*/*/"), "\"*\\/\\*\\/\"");
}

TEST(CommentText, ShowsOtherCharactersByNumber) {
  EXPECT_EQ(comment_text("\u202Ea\u00e9\x1b"), "\"\\u{202e}a\\u{e9}\\u{1b}\"");
  EXPECT_EQ(comment_text("\xFF"), "\"\\u{ff}\"");
  EXPECT_EQ(comment_text("\u2028"), "\"\\u{2028}\"");
}

TEST(CommentText, CutsLongTextAndTellsItsLength) {
  EXPECT_EQ(comment_text(std::string(60, 'a')), "\"" + std::string(60, 'a') + "\"");
  EXPECT_EQ(comment_text(std::string(10'000, 'a')), "\"" + std::string(60, 'a') + "...\" (10000 bytes)");
  EXPECT_EQ(comment_text("ab\\", 2), "\"ab...\" (3 bytes)");
}

TEST(CommentText, IsInertForRandomText) {
  const std::string pieces = "*/?\\\"\n\r\t a0\x80\xC3\xA9\xE2";
  RandomEngine engine(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::uint64_t left = uniform_below(engine, 12); left > 0; --left)
      text += pieces[uniform_below(engine, pieces.size())];
    const std::string shown = comment_text(text, 8);
    ASSERT_TRUE(is_printable_ascii(shown));
    for (const char* pair : {"*/", "/*", "??"}) ASSERT_EQ(shown.find(pair), std::string::npos) << shown;
    ASSERT_NE(shown.back(), '\\') << shown;
  }
}

TEST(XmlText, EscapesWhatXmlReads) {
  EXPECT_EQ(xml_text("petal width"), "petal width");
  EXPECT_EQ(xml_text("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;");
  EXPECT_EQ(xml_text("]]>"), "]]&gt;");
}

TEST(XmlText, KeepsLettersAsReferences) {
  EXPECT_EQ(xml_text("\xC3\xA9t\xC3\xA9"), "&#xe9;t&#xe9;");
  EXPECT_EQ(xml_text("\xF0\x9F\x8C\xB3"), "&#x1f333;");
}

TEST(XmlText, WritesOutWhatIsInvisibleOrNotAllowed) {
  EXPECT_EQ(xml_text(std::string_view("\0\x1b\n", 3)), "\\x00\\x1b\\n");
  EXPECT_EQ(xml_text("\xE2\x80\xAE"), "\\u{202e}");
  EXPECT_EQ(xml_text("\xEF\xBF\xBE\xEF\xBF\xBF"), "\\u{fffe}\\u{ffff}");
  EXPECT_EQ(xml_text("\xF0\x9F\xBF\xBF"), "\\u{1ffff}");
  EXPECT_EQ(xml_text("\xFF"), "\\xff");
}

TEST(XmlText, CutsLongTexts) {
  EXPECT_EQ(xml_text("&&&&&", 2), "&amp;&amp;&#x2026;");
}

TEST(XmlText, IsAlwaysPrintable) {
  RandomEngine engine(73);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (std::uint64_t i = uniform_below(engine, 20); i > 0; --i) text += static_cast<char>(uniform_below(engine, 256));
    const std::string escaped = xml_text(text);
    EXPECT_TRUE(is_printable_ascii(escaped));
    EXPECT_EQ(escaped.find_first_of("<>\"'"), std::string::npos) << escaped;
  }
}

// Attributes keep tabs and line ends only as references.
TEST(XmlValue, SaysExactlyTheText) {
  EXPECT_EQ(xml_value("a <b> & \"c\" 'd'"), "a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;");
  EXPECT_EQ(xml_value("\t\n\r \x7F"), "&#x9;&#xa;&#xd; &#x7f;");
  EXPECT_EQ(xml_value("\u00e9\u202e\U0001F333"), "&#xe9;&#x202e;&#x1f333;");
  EXPECT_EQ(xml_value("]]>--"), "]]&gt;--");
  EXPECT_EQ(xml_value(std::string(1000, '&')).size(), 5000U);  // nothing is cut
}

TEST(XmlValue, FindsWhatXmlCannotHold) {
  EXPECT_FALSE(first_not_xml("a\t\n\r\u00e9\uFFFD\U0001FFFF"));
  EXPECT_EQ(first_not_xml("a\x01"), U'\x01');
  EXPECT_EQ(first_not_xml("\x1b[31m"), U'\x1b');
  EXPECT_EQ(first_not_xml("\xEF\xBF\xBE"), U'\uFFFE');
  EXPECT_EQ(first_not_xml("\xEF\xBF\xBF"), U'\uFFFF');
  EXPECT_THROW(xml_value("\x01"), std::logic_error);
}

// Between U+D7FF and U+E000 there are no characters: both are XML, and so is what is next to them.
TEST(XmlValue, HoldsWhatIsNextToTheSurrogates) {
  EXPECT_FALSE(first_not_xml("\xED\x9F\xBF"));  // U+D7FF
  EXPECT_FALSE(first_not_xml("\xEE\x80\x80"));  // U+E000
  EXPECT_EQ(xml_value("\xED\x9F\xBF\xEE\x80\x80"), "&#xd7ff;&#xe000;");
}

TEST(XmlComment, HasNoTwoHyphens) {
  EXPECT_EQ(xml_comment("a-b"), "a-b");
  EXPECT_EQ(xml_comment("-->"), "-\\->");
  EXPECT_EQ(xml_comment("----"), "-\\-\\-\\-");
}

TEST(FeelString, IsOneLiteralInAnXmlText) {
  EXPECT_EQ(feel_string("sunny"), "\"sunny\"");
  EXPECT_EQ(feel_string(""), "\"\"");
  EXPECT_EQ(feel_string("a\"b\\c"), "\"a\\&quot;b\\\\c\"");
  EXPECT_EQ(feel_string("\n\r\t"), "\"\\n\\r\\t\"");
  EXPECT_EQ(feel_string("<&>'\u00e9"), "\"&lt;&amp;&gt;&apos;&#xe9;\"");
  EXPECT_EQ(feel_string("\x01\x1b\v\f\uFFFE"), "\"\\u0001\\u001B\\u000B\\u000C\\uFFFE\"");
}

}  // namespace
}  // namespace espalier::escape_test
