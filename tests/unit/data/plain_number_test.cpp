// Plain numbers are what parse_number says they are, to the last bit, or left to it.
#include "data/plain_number.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <string>

#include "support/number_text.hpp"
#include "support/random.hpp"

namespace espalier::test::plain_number_test {
namespace {

struct Read {
  double number = 0;
  std::size_t length = 0;
};

std::optional<Read> read(const std::string& text) {
  const std::string padded = text + "," + std::string(kNumberPadding, '7');
  Read result;
  const char* const end = read_plain_number(padded.data(), result.number);
  if (end == nullptr) return std::nullopt;
  result.length = static_cast<std::size_t>(end - padded.data());
  return result;
}

TEST(PlainNumber, ReadsDigitsAndAPoint) {
  for (const char* text : {"0", "7", "-12.5", ".5", "5.", "-.25", "007", "12345678", "123456789", "0.12345678",
                           "0.123456789", "9007199254740992", "0.0000000000000001", "9999999.99999999"}) {
    const auto found = read(text);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->length, std::string(text).size()) << text;
    EXPECT_EQ(found->number, parse_number(text)) << text;
  }
}

TEST(PlainNumber, NegativeZeroIsZero) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(read("-0")->number), 0U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(read("-0.00")->number), 0U);
}

TEST(PlainNumber, StopsAtWhatIsNoPartOfIt) {
  EXPECT_EQ(read("1e5")->length, 1U);
  EXPECT_EQ(read("1.5 ")->length, 3U);
  EXPECT_EQ(read("1.2.3")->length, 3U);
  EXPECT_EQ(read("12:3")->length, 2U);
  EXPECT_EQ(read("0.12/4")->length, 4U);
}

TEST(PlainNumber, LeavesTheRestToOthers) {
  for (const char* text : {"", "-", ".", "-.", "+1", "e5", "abc", "--1", "9007199254740993", "99999999.99999999",
                           "12345678901234567890", "0.00000000000000000001", "0000000000000000000001"}) {
    EXPECT_FALSE(read(text)) << text;
  }
}

TEST(PlainNumber, IsTheNearestDouble) {
  RandomEngine engine(11);
  int plain = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string text = uniform_below(engine, 2) == 0 ? "-" : "";
    for (std::uint64_t digits = uniform_below(engine, 12); digits > 0; --digits) {
      text += static_cast<char>('0' + uniform_below(engine, 10));
    }
    text += '.';
    for (std::uint64_t digits = 1 + uniform_below(engine, 12); digits > 0; --digits) {
      text += static_cast<char>('0' + uniform_below(engine, 10));
    }
    const auto found = read(text);
    if (!found) continue;
    ++plain;
    ASSERT_EQ(found->number, parse_number(text)) << text;
  }
  EXPECT_GT(plain, 100'000);
}

}  // namespace
}  // namespace espalier::test::plain_number_test
