#include "support/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::text_test {
namespace {

constexpr std::optional<std::size_t> kValid = std::nullopt;

TEST(Utf8, FirstInvalidByteByTheTableOfUnicode) {
  struct Case {
    std::string_view text;
    std::optional<std::size_t> invalid;
  };
  const std::vector<Case> cases = {
      {"", kValid},
      {"plain", kValid},
      {"\x7f", kValid},
      {"ab\x80", 2},               // a continuation byte alone
      {"\xC0\x80", 0},             // overlong NUL
      {"\xC1\xBF", 0},             // overlong 0x7F
      {"\xC2\x80", kValid},        // U+0080, the first of two bytes
      {"\xDF\xBF", kValid},        // U+07FF, the last
      {"\xC3", 0},                 // cut off
      {"\xC3(", 0},                // no continuation
      {"\xE0\x9F\xBF", 0},         // overlong U+07FF
      {"\xE0\xA0\x80", kValid},    // U+0800
      {"\xED\x9F\xBF", kValid},    // U+D7FF
      {"\xED\xA0\x80", 0},         // U+D800, a surrogate
      {"\xED\xBF\xBF", 0},         // U+DFFF
      {"\xEE\x80\x80", kValid},    // U+E000
      {"\xEF\xBF\xBF", kValid},    // U+FFFF
      {"\xE2\x82", 0},             // cut off
      {"x\xE2\x82\xACy", kValid},  // U+20AC
      {"\xF0\x8F\xBF\xBF", 0},     // overlong U+FFFF
      {"\xF0\x90\x80\x80", kValid},
      {"\xF4\x8F\xBF\xBF", kValid},  // U+10FFFF, the last code point
      {"\xF4\x90\x80\x80", 0},       // U+110000
      {"\xF5\x80\x80\x80", 0},
      {"\xF0\x9F\x8C", 0},  // cut off
      {"\xFE", 0},
      {"\xFF", 0},
      {"\xC3\xA9\xFF", 2},
  };
  for (const Case& c : cases) EXPECT_EQ(first_invalid_utf8(c.text), c.invalid) << printable(c.text);
}

TEST(Utf8, DecodesOneToFourBytes) {
  const std::string_view text = "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8C\xB3";
  const auto expect = [&](std::size_t offset, char32_t value, std::size_t length) {
    const CodePoint point = decode_utf8(text, offset);
    EXPECT_EQ(point.value, value) << offset;
    EXPECT_EQ(point.length, length) << offset;
  };
  expect(0, U'A', 1);
  expect(1, 0xE9, 2);
  expect(3, 0x20AC, 3);
  expect(6, 0x1F333, 4);
}

TEST(Utf8, StrayByteStandsForItself) {
  const CodePoint point = decode_utf8("\xFFx", 0);
  EXPECT_EQ(point.value, 0xFFU);
  EXPECT_EQ(point.length, 1U);
}

TEST(Utf8, CountsCharactersAndStrayBytes) {
  EXPECT_EQ(count_characters(""), 0U);
  EXPECT_EQ(count_characters("aé\xF0\x9F\x8C\xB3"), 3U);
  EXPECT_EQ(count_characters("\xFF\xE2\x82"), 3U);
}

TEST(Utf8, Latin1BecomesTwoBytesAboveAscii) {
  EXPECT_EQ(latin1_to_utf8("caf\xE9 \x80\xFF"), "caf\xC3\xA9 \xC2\x80\xC3\xBF");
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const std::string converted = latin1_to_utf8(all);
  EXPECT_EQ(first_invalid_utf8(converted), kValid);
  EXPECT_EQ(converted.size(), 128U + 2 * 128U);
}

TEST(Printable, LeavesVisibleTextAlone) {
  EXPECT_EQ(printable("petal width (cm) é \xF0\x9F\x8C\xB3 \"\\'"), "petal width (cm) é \xF0\x9F\x8C\xB3 \"\\'");
}

TEST(Printable, EscapesWhatCommandsATerminal) {
  EXPECT_EQ(printable("a\nb\rc\td"), "a\\nb\\rc\\td");
  EXPECT_EQ(printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\xC2\x9B"), "\\u{9b}") << "the one-byte control sequence introducer of Latin-1";
}

TEST(Printable, EscapesDirectionAndInvisibleCharacters) {
  EXPECT_EQ(printable("a\u202Eb\u2066c\u200F"), "a\\u{202e}b\\u{2066}c\\u{200f}");
  EXPECT_EQ(printable("\uFEFF\u00AD\u200B\u2028"), "\\u{feff}\\u{ad}\\u{200b}\\u{2028}");
  EXPECT_EQ(printable("\U000E0041"), "\\u{e0041}") << "a tag character";
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("caf\xE9!"), "caf\\xe9!");
  EXPECT_EQ(printable("\xE2\x82"), "\\xe2\\x82");
}

TEST(Printable, CutsAfterTheLimitInCharacters) {
  EXPECT_EQ(printable("éééé", 4), "éééé");
  EXPECT_EQ(printable("ééééé", 4), "éééé…");
  EXPECT_EQ(printable("\n\n\n", 2), "\\n\\n…") << "an escape counts as the character it stands for";
  EXPECT_EQ(printable("abc", 0), "…");
}

TEST(InQuotes, QuotesWhatIsPrintable) {
  EXPECT_EQ(in_quotes("a b"), "'a b'");
  EXPECT_EQ(in_quotes(""), "''");
  EXPECT_EQ(in_quotes("\u202Ex\xFF", 1), "'\\u{202e}…'");
}

TEST(Trim, TakesBlanksAndTabsOnly) {
  EXPECT_EQ(trim(" \t a b\t "), "a b");
  EXPECT_EQ(trim(" \t "), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("\na\r"), "\na\r");
}

TEST(EqualsIgnoringCase, ComparesAsciiLettersOnly) {
  EXPECT_TRUE(equals_ignoring_case("NaN", "nan"));
  EXPECT_FALSE(equals_ignoring_case("nan", "na"));
  EXPECT_FALSE(equals_ignoring_case("[", "{")) << "differ by the bit that separates the cases of letters";
  EXPECT_FALSE(equals_ignoring_case("É", "é"));
}

TEST(Enumerate, ListsForPeople) {
  using List = std::vector<std::string>;
  EXPECT_EQ(enumerate(List{}), "");
  EXPECT_EQ(enumerate(List{"a"}), "a");
  EXPECT_EQ(enumerate(List{"a", "b"}), "a and b");
  EXPECT_EQ(enumerate(List{"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(enumerate(List{"a", "b", "c", "d", "e"}, 2), "a, b and 3 more");
  EXPECT_EQ(enumerate(List{"a", "b", "c"}, 3), "a, b and c");
}

TEST(Counted, FormsThePluralAndGroupsDigits) {
  EXPECT_EQ(counted(0, "row"), "0 rows");
  EXPECT_EQ(counted(1, "row"), "1 row");
  EXPECT_EQ(counted(60'000, "node"), "60,000 nodes");
  EXPECT_EQ(counted(2, "category"), "2 categories");
  EXPECT_EQ(counted(2, "leaf"), "2 leaves");
  EXPECT_EQ(counted(3, "class"), "3 classes");
  EXPECT_EQ(counted(3, "branch"), "3 branches");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
}

}  // namespace
}  // namespace espalier::text_test
