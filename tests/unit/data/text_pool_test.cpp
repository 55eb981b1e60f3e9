#include "data/text_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "data/categories.hpp"
#include "data/csv_splitter.hpp"
#include "support/random.hpp"

namespace espalier::text_pool_test {
namespace {

using ::testing::ElementsAre;

// Of letters that are easily confused, and of all lengths around one and two words.
std::string random_text(RandomEngine& random) {
  std::string text(uniform_below(random, 36), 'a');
  for (std::size_t changes = uniform_below(random, 3); changes > 0 && !text.empty(); --changes) {
    text[uniform_below(random, text.size())] = "b\x01\xff"[uniform_below(random, 3)];
  }
  return text;
}

TEST(TextPool, NumbersTextsInTheOrderOfTheirFirstOccurrence) {
  TextPool pool;
  EXPECT_EQ(pool.add("x", false), 0U);
  EXPECT_EQ(pool.add("", false), 1U);
  EXPECT_EQ(pool.add("x", true), 2U);  // quoted: another one
  EXPECT_EQ(pool.add("x", false), 0U);
  EXPECT_EQ(pool.add("", true), 3U);
  EXPECT_EQ(pool.text(2), "x");
  EXPECT_TRUE(pool.quoted(2));
  EXPECT_EQ(pool.text(1), "");
  EXPECT_EQ(pool.size(), 4U);
  pool.clear();
  EXPECT_EQ(pool.add("x", true), 0U);
}

TEST(TextPool, KnowsTextsAsAMapDoes) {
  RandomEngine random(3);
  for (int round = 0; round < 20; ++round) {
    TextPool pool;
    TextPool whole;
    std::map<std::pair<std::string, bool>, std::uint32_t> expected;
    for (int i = 0; i < 2'000; ++i) {
      const std::string text = random_text(random);
      const bool quoted = uniform_below(random, 2) == 0;
      const auto [known, added] = expected.try_emplace({text, quoted}, static_cast<std::uint32_t>(expected.size()));
      // What follows a text that is added the fast way is no part of it.
      const std::string padded = text + std::string(TextPool::kReadable, static_cast<char>(uniform_below(random, 256)));
      const std::string_view readable = std::string_view(padded).substr(0, text.size());
      const std::uint32_t code =
          uniform_below(random, 2) == 0 ? pool.add(text, quoted) : pool.add_readable(readable, quoted);
      ASSERT_EQ(code, known->second) << text;
      ASSERT_EQ(pool.text(code), text);
      ASSERT_EQ(pool.quoted(code), quoted);
    }
    ASSERT_EQ(pool.size(), expected.size());
    whole.add("b", false);
    whole.add(pool.text(0), pool.quoted(0));
    std::vector<std::uint32_t> codes;
    whole.add_all(pool, codes);
    ASSERT_EQ(codes.size(), pool.size());
    for (std::uint32_t code = 0; code < pool.size(); ++code) {
      ASSERT_EQ(whole.text(codes[code]), pool.text(code));
      ASSERT_EQ(whole.quoted(codes[code]), pool.quoted(code));
    }
  }
}

TEST(ByteOrder, IsThatOfTheTexts) {
  RandomEngine random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> texts;
    for (std::size_t left = uniform_below(random, 300); left > 0; --left) {
      texts.push_back(random_text(random));
      if (uniform_below(random, 9) == 0) texts.back().resize(texts.back().size() / 2, '\0');
      if (uniform_below(random, 9) == 0) texts.back() += '\0';
    }
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::vector<std::uint32_t> expected(texts.size());
    for (std::uint32_t i = 0; i < expected.size(); ++i) expected[i] = i;
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return texts[a] < texts[b]; });
    ASSERT_EQ(byte_order(views), expected);
  }
}

TEST(RankedCategories, AreTextsOnceAndNumbersByTheirValue) {
  const std::vector<std::string_view> words = {"b", "a", "b", "10"};
  const RankedTexts ranked = ranked_categories(words);
  EXPECT_THAT(ranked.categories, ElementsAre("10", "a", "b"));
  EXPECT_THAT(ranked.ranks, ElementsAre(2, 1, 2, 0));
  const std::vector<std::string_view> numbers = {"10", "2", "1.0", "1", "2"};
  EXPECT_THAT(ranked_categories(numbers).categories, ElementsAre("1", "1.0", "2", "10"));
  EXPECT_THAT(ranked_categories(numbers).ranks, ElementsAre(3, 2, 1, 0, 2));
}

TEST(ByteFinder, FindsTheFirstOfThreeBytesAtAnyPlace) {
  const ByteFinder finder({',', '\r', '\n'});
  for (std::size_t place = 0; place < 40; ++place) {
    for (const char found : {',', '\r', '\n'}) {
      // Bytes that differ from what is sought by a bit, by one and by the highest bit.
      for (const char other : {'-', '\x0b', '\x8a', '\xff', 'a', '\x0c'}) {
        std::string text(place, other);
        text += found;
        text += ",\r\n\n\n\n\n\n";
        ASSERT_EQ(finder.find(text.data()) - text.data(), static_cast<std::ptrdiff_t>(place));
      }
    }
  }
}

}  // namespace
}  // namespace espalier::text_pool_test
