// Comparisons by bits: their texts, and that the texts decide as the numbers do.
#include "emit/bit_compare.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <regex>
#include <set>

#include "support/random.hpp"

namespace espalier::bit_compare_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Condition at_most_or_above(Compare compare, double threshold, bool when_missing) {
  return {0, compare, when_missing, threshold, threshold, {}, {}};
}

std::string text_of(InputType type, Compare compare, double threshold, bool when_missing,
                    FloatCompare how = FloatCompare::calm_bits) {
  return bit_condition("x", type, at_most_or_above(compare, threshold, when_missing), how);
}

TEST(BitCompare, OneComparisonWhereMissingValuesFail) {
  EXPECT_EQ(text_of(InputType::float32, Compare::less_equal, 2.5, false), "bits(x) <= 0x40200000");
  EXPECT_EQ(text_of(InputType::float32, Compare::greater, 2.5, true), "bits(x) > 0x40200000");
  EXPECT_EQ(text_of(InputType::float32, Compare::less_equal, -2.5, false), "ubits(x) >= 0xc0200000U");
  EXPECT_EQ(text_of(InputType::float32, Compare::greater, -2.5, true), "ubits(x) < 0xc0200000U");
  EXPECT_EQ(text_of(InputType::float64, Compare::less_equal, 2.5, false), "bits(x) <= 0x4004000000000000");
  EXPECT_EQ(text_of(InputType::float64, Compare::less_equal, -2.5, false), "ubits(x) >= 0xc004000000000000U");
}

TEST(BitCompare, NegativeZeroIsZero) {
  EXPECT_EQ(text_of(InputType::float32, Compare::less_equal, -0.0, false), "bits(x) <= 0x00000000");
  EXPECT_EQ(text_of(InputType::float64, Compare::less_equal, -0.0, false), "bits(x) <= 0x0000000000000000");
}

TEST(BitCompare, MissingValuesThatHoldCostASubtraction) {
  EXPECT_EQ(text_of(InputType::float32, Compare::less_equal, 2.5, true), "ubits(x) - 0x40200001U >= 0x3f600000U");
  EXPECT_EQ(text_of(InputType::float32, Compare::greater, 2.5, false), "ubits(x) - 0x40200001U < 0x3f600000U");
  EXPECT_EQ(text_of(InputType::float32, Compare::less_equal, -2.5, true),
            "ubits(x) >= 0xc0200000U || bits(x) > 0x7f800000");
}

TEST(BitCompare, WithoutAGuardNaNOfEitherSignFails) {
  const FloatCompare any = FloatCompare::any_bits;
  EXPECT_EQ(text_of(InputType::float32, Compare::less_equal, 2.5, false, any),
            "bits(x) <= 0x40200000 && ubits(x) <= 0xff800000U");
  EXPECT_EQ(text_of(InputType::float32, Compare::less_equal, -2.5, false, any),
            "ubits(x) - 0xc0200000U <= 0x3f600000U");
}

TEST(BitCompare, WhetherAValueIsThere) {
  EXPECT_EQ(bit_known("x", InputType::float32), "(ubits(x) & 0x7fffffffU) <= 0x7f800000U");
  EXPECT_EQ(text_of(InputType::float32, Compare::greater, kInfinity, true), "(ubits(x) & 0x7fffffffU) > 0x7f800000U");
  EXPECT_EQ(bit_known("x", InputType::float64), "(ubits(x) & 0x7fffffffffffffffU) <= 0x7ff0000000000000U");
}

// What a text says about some bits, as C++ would evaluate it.
template <typename Bits>
class Evaluator {
 public:
  explicit Evaluator(const std::string& text) : any_(text.find(" || ") != std::string::npos) {
    const std::regex term(R"(\(?(u?)bits\(x\)(?: ([-&]) 0x([0-9a-f]+)U\)?)? (<=|<|>=|>) 0x([0-9a-f]+)(U?))");
    std::size_t end = 0;
    for (std::sregex_iterator match(text.begin(), text.end(), term), last; match != last; ++match) {
      const std::smatch& m = *match;
      EXPECT_TRUE(end == 0 || m.position() == static_cast<std::ptrdiff_t>(end + 4)) << text;
      end = static_cast<std::size_t>(m.position() + m.length());
      EXPECT_EQ(m[1].length() == 1, m[6].length() == 1) << "a number without a sign beside one with: " << text;
      terms_.push_back({m[1].length() == 1, m[2], number(m[3]), m[4], number(m[5])});
    }
    EXPECT_EQ(end, text.size()) << text;
  }

  bool operator()(Bits bits) const {
    for (const Term& term : terms_) {
      if (holds(term, bits) == any_) return any_;
    }
    return !any_;
  }

 private:
  using Signed = std::make_signed_t<Bits>;
  struct Term {
    bool without_sign;
    std::string operation;
    Bits operand;
    std::string compare;
    Bits limit;
  };

  static Bits number(const std::string& digits) {
    return digits.empty() ? 0 : static_cast<Bits>(std::stoull(digits, nullptr, 16));
  }

  static bool holds(const Term& term, Bits bits) {
    const Bits left = term.operation == "-"   ? static_cast<Bits>(bits - term.operand)
                      : term.operation == "&" ? static_cast<Bits>(bits & term.operand)
                                              : bits;
    if (term.without_sign) return compared(term.compare, left, term.limit);
    return compared(term.compare, static_cast<Signed>(left), static_cast<Signed>(term.limit));
  }

  template <typename Number>
  static bool compared(const std::string& compare, Number left, Number right) {
    if (compare == "<=") return left <= right;
    if (compare == "<") return left < right;
    return compare == ">=" ? left >= right : left > right;
  }

  bool any_;
  std::vector<Term> terms_;
};

template <typename Number, typename Bits>
class Decides {
 public:
  explicit Decides(InputType type) : type_(type) {}

  // Each way to ask, on the patterns around the threshold and every end of note [float order], and on random ones.
  void check(Number threshold, RandomEngine& engine) {
    const std::set<Bits> patterns = patterns_for(threshold, engine);
    for (const Compare compare : {Compare::less_equal, Compare::greater}) {
      for (const bool when_missing : {false, true}) {
        // Every number is up to infinity: the question is whether there is one.
        if (std::isinf(threshold) && threshold > 0 && when_missing == (compare == Compare::less_equal)) continue;
        const Condition condition = at_most_or_above(compare, static_cast<double>(threshold), when_missing);
        for (const FloatCompare how : {FloatCompare::calm_bits, FloatCompare::any_bits}) {
          compare_on(patterns, condition, how);
        }
      }
    }
  }

  std::size_t compared() const { return compared_; }

 private:
  static constexpr Bits kSign = Bits{1} << (8 * sizeof(Bits) - 1);
  static Bits infinity() { return std::bit_cast<Bits>(std::numeric_limits<Number>::infinity()); }

  static std::set<Bits> patterns_for(Number threshold, RandomEngine& engine) {
    std::set<Bits> patterns;
    for (const Bits centre : {Bits{0}, infinity(), kSign, static_cast<Bits>(kSign | infinity()),
                              std::bit_cast<Bits>(threshold), static_cast<Bits>(std::bit_cast<Bits>(threshold) ^ kSign),
                              std::bit_cast<Bits>(std::numeric_limits<Number>::quiet_NaN()),
                              std::bit_cast<Bits>(-std::numeric_limits<Number>::quiet_NaN())}) {
      for (Bits i = 0; i < 5; ++i) patterns.insert(static_cast<Bits>(centre + i - 2));
    }
    for (int i = 0; i < 40; ++i) patterns.insert(static_cast<Bits>(engine()));
    return patterns;
  }

  void compare_on(const std::set<Bits>& patterns, const Condition& condition, FloatCompare how) {
    const std::string text = bit_condition("x", type_, condition, how);
    const Evaluator<Bits> evaluate(text);
    for (const Bits bits : patterns) {
      const Number x = std::bit_cast<Number>(bits);
      if (how == FloatCompare::calm_bits && std::isnan(x) && (bits & kSign) != 0) continue;
      ASSERT_EQ(evaluate(bits), holds(condition, static_cast<double>(x)))
          << text << " for bits " << std::hex << bits << ", threshold " << condition.threshold;
      ++compared_;
    }
  }

  InputType type_;
  std::size_t compared_ = 0;
};

template <typename Number, typename Bits>
void expect_all_thresholds(InputType type) {
  using Limits = std::numeric_limits<Number>;
  RandomEngine engine(5);
  Decides<Number, Bits> decides(type);
  for (const Number threshold :
       {Number{0}, -Number{0}, Limits::denorm_min(), -Limits::denorm_min(), Limits::min(), -Limits::min(), Number{1},
        Number{-1}, Limits::max(), Limits::lowest(), -Limits::infinity(), Limits::infinity()}) {
    decides.check(threshold, engine);
  }
  for (int i = 0; i < 500;) {
    const Number threshold = std::bit_cast<Number>(static_cast<Bits>(engine()));
    if (std::isnan(threshold)) continue;
    decides.check(threshold, engine);
    ++i;
  }
  EXPECT_GT(decides.compared(), 200'000U);
}

TEST(BitCompare, DecidesAsFloatsDo) {
  expect_all_thresholds<float, std::uint32_t>(InputType::float32);
}

TEST(BitCompare, DecidesAsDoublesDo) {
  expect_all_thresholds<double, std::uint64_t>(InputType::float64);
}

}  // namespace
}  // namespace espalier::bit_compare_test
