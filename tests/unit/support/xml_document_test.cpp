#include "support/xml_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::xml_document_test {
namespace {

using ::testing::HasSubstr;

TEST(XmlDocument, TakesElementsApart) {
  const XmlDocument document = parse_xml(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a - b -->\n<a x=\"1\" y=\"&lt;&#x41;&#xe9;&#xa;\">\n"
      "  <b>one &amp; two</b><b/>\n  <c/>\n</a>\n",
      "x.xml");
  ASSERT_EQ(document.elements.size(), 4U);
  const XmlElement& root = document.elements[0];
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.find("x"), "1");
  EXPECT_EQ(root.find("y"), "<A\xC3\xA9\n");
  EXPECT_FALSE(root.find("z"));
  EXPECT_EQ(children_of(document, root, "b").size(), 2U);
  EXPECT_EQ(children_of(document, root, "b")[0]->text, "one & two");
  EXPECT_EQ(child_of(document, root, "c").name, "c");
}

TEST(XmlDocument, NestsAsDeepAsTheTextDoes) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "<a>";
  for (int i = 0; i < 100'000; ++i) text += "</a>";
  EXPECT_EQ(parse_xml(text, "x").elements.size(), 100'000U);
}

// What readers of XML might understand differently, or not at all.
TEST(XmlDocument, RefusesWhatEspalierDoesNotWrite) {
  for (const char* text : {"",
                           "x",
                           "<a>",
                           "</a>",
                           "<a></b>",
                           "<a/><b/>",
                           "<a/>x",
                           "<a x=1/>",
                           "<a x='1'/>",
                           "<a x=\"1\"y=\"2\"/>",
                           "<a x=\"1\" x=\"2\"/>",
                           "<a x=\"<\"/>",
                           "<a x=\"\n\"/>",
                           "<a>&nbsp;</a>",
                           "<a>&#65;</a>",
                           "<a>&#x;</a>",
                           "<a>&#x0;</a>",
                           "<a>&#x1;</a>",
                           "<a>&#xd800;</a>",
                           "<a>&#xfffe;</a>",
                           "<a>&#x110000;</a>",
                           "<a>&amp</a>",
                           "<!DOCTYPE a><a/>",
                           "<a><![CDATA[x]]></a>",
                           "<a><?php x?></a>",
                           "<n:a/>",
                           "<a><!-- x -- y --></a>",
                           "<a><!-- x",
                           "<a>\x01</a>",
                           "<a>\t</a>",
                           "<a>\xC3\xA9</a>",
                           "<a x=\"1\">"}) {
    EXPECT_THROW(parse_xml(text, "x"), Diagnostic) << text;
  }
}

TEST(XmlDocument, TellsThePlace) {
  const XmlDocument document = parse_xml("<a>\n  <b/>\n</a>", "x.xml");
  try {
    refuse(document, document.elements[1], "no");
  } catch (const Diagnostic& refused) {
    ASSERT_TRUE(refused.where());
    EXPECT_EQ(refused.where()->line, 2U);
    EXPECT_EQ(refused.where()->column, 3U);
    EXPECT_THAT(refused.message(), HasSubstr("b: no"));
  }
  EXPECT_THROW(attribute_of(document, document.elements[1], "x"), Diagnostic);
  EXPECT_THROW(child_of(document, document.elements[0], "c"), Diagnostic);
  const XmlDocument twice = parse_xml("<a><b/><b/></a>", "x.xml");
  EXPECT_THROW(child_of(twice, twice.elements[0], "b"), Diagnostic);
}

}  // namespace
}  // namespace espalier::xml_document_test
