#include "prune/error_based.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace espalier::error_limit_test {
namespace {

constexpr ConfidenceMethod kMethods[] = {ConfidenceMethod::release8, ConfidenceMethod::exact, ConfidenceMethod::normal};

double release8(double weight, double errors, double confidence = 0.25) {
  return added_errors(weight, errors, confidence, ConfidenceMethod::release8);
}

double exact(double weight, double errors, double confidence = 0.25) {
  return added_errors(weight, errors, confidence, ConfidenceMethod::exact);
}

double normal(double weight, double errors, double confidence = 0.25) {
  return added_errors(weight, errors, confidence, ConfidenceMethod::normal);
}

TEST(Release8, WithoutErrorsNoneInAllRowsHasTheProbabilityCf) {
  // (1 - p)^N = CF: N p = N (1 - CF^(1/N)).
  EXPECT_DOUBLE_EQ(release8(1, 0), 0.75);
  EXPECT_DOUBLE_EQ(release8(2, 0), 1.0);                        // 2 (1 - 1/2)
  EXPECT_DOUBLE_EQ(release8(4, 0, 0.0625), 2.0);                // 4 (1 - 1/2)
  EXPECT_DOUBLE_EQ(release8(0.5, 0), 0.5 * (1 - 0.25 * 0.25));  // weights need not be whole
  EXPECT_NEAR(release8(6, 0) / 6, 0.206, 0.0005);               // U_25%(0, 6), (0, 9) and (0, 1) of Quinlan 1993
  EXPECT_NEAR(release8(9, 0) / 9, 0.143, 0.0005);
  EXPECT_NEAR(release8(6, 0), 1.238, 0.0005);
  EXPECT_NEAR(release8(9, 0), 1.285, 0.0005);
}

TEST(Release8, FollowsTheCorrectedNormalLimit) {
  // The table has 0.84 at 0.20 and 0.25 at 0.40; at 0.25 z = 0.84 - 0.59 / 4 = 0.6925, c = z^2 = 0.47955625.
  // N = 16, e = 1: 16 (1.5 + c/2 + sqrt(c (1.5 (1 - 1.5/16) + c/4))) / (16 + c) - 1
  //   = 16 (1.739778 + sqrt(0.47955625 * 1.479264)) / 16.479556 - 1 = 16 * 2.582032 / 16.479556 - 1
  EXPECT_NEAR(release8(16, 1), 1.506894, 1e-6);
  EXPECT_NEAR((1 + release8(16, 1)) / 16, 0.157, 0.0005);  // U_25%(1, 16) of Quinlan 1993
  EXPECT_NEAR(1 + release8(168, 1), 2.610, 0.0005);
}

TEST(Release8, ReadsItsNormalDeviateOffATable) {
  // For e = 7.5 - 1/2 of N = 15, the limit is 15 (7.5 + c/2 + z sqrt(3.75 + c/4)) / (15 + c).
  const auto limit = [](double z) {
    const double c = z * z;
    return 15 * (7.5 + c / 2 + z * std::sqrt(3.75 + c / 4)) / (15 + c);
  };
  struct Point {
    double confidence;
    double deviate;
  };
  const std::vector<Point> points = {{0.001, 3.09}, {0.005, 2.58}, {0.01, 2.33}, {0.05, 1.65},
                                     {0.10, 1.28},  {0.20, 0.84},  {0.40, 0.25}, {1, 0}};
  for (const Point& point : points) {
    EXPECT_NEAR(7 + release8(15, 7, point.confidence), limit(point.deviate), 1e-12) << point.confidence;
  }
  EXPECT_NEAR(7 + release8(15, 7, 0.0005), limit(4.0 - 0.91 / 2), 1e-12);  // straight lines in between
  EXPECT_NEAR(7 + release8(15, 7, 0.003), limit((3.09 + 2.58) / 2), 1e-12);
  EXPECT_NEAR(7 + release8(15, 7, 0.15), limit((1.28 + 0.84) / 2), 1e-12);
  EXPECT_NEAR(7 + release8(15, 7, 0.25), limit(0.6925), 1e-12);
  EXPECT_NEAR(7 + release8(15, 7, 0.7), limit(0.125), 1e-12);
}

TEST(Release8, GoesStraightFromNoErrorToOne) {
  EXPECT_DOUBLE_EQ(release8(16, 0.5), (release8(16, 0) + release8(16, 1)) / 2);
  EXPECT_DOUBLE_EQ(release8(16, 0.25), 0.75 * release8(16, 0) + 0.25 * release8(16, 1));
  EXPECT_NEAR(release8(16, 0.99999), release8(16, 1), 1e-4);
  EXPECT_NEAR(release8(16, 1e-7), release8(16, 0), 1e-6);  // a rounding residue is no error
}

TEST(Release8, TakesTwoThirdsOfWhatIsLeftWhenNearlyAllIsWrong) {
  EXPECT_DOUBLE_EQ(release8(10, 9.5), 0.67 * 0.5);
  EXPECT_DOUBLE_EQ(release8(10, 9.75), 0.67 * 0.25);
  EXPECT_DOUBLE_EQ(release8(10, 10), 0);
  EXPECT_DOUBLE_EQ(release8(1.5, 1), 0.67 * 0.5);
  EXPECT_NE(release8(10, 9), 0.67);  // 9.5 < 10
}

// P(X <= errors) for X binomial(rows, rate).
double at_most(int errors, int rows, double rate) {
  double sum = 0;
  for (int hits = 0; hits <= errors; ++hits) {
    const double ways = std::lgamma(rows + 1) - std::lgamma(hits + 1) - std::lgamma(rows - hits + 1);
    sum += std::exp(ways + hits * std::log(rate) + (rows - hits) * std::log1p(-rate));
  }
  return sum;
}

TEST(ExactLimit, SoFewErrorsHaveTheProbabilityCf) {
  for (const int rows : {1, 2, 5, 16, 100, 168}) {
    for (int errors = 0; errors < rows; errors += 1 + rows / 10) {
      for (const double confidence : {0.001, 0.05, 0.25, 0.5, 0.9}) {
        const double limit = (errors + exact(rows, errors, confidence)) / rows;
        EXPECT_NEAR(at_most(errors, rows, limit), confidence, 1e-9) << errors << " of " << rows << ", " << confidence;
      }
    }
  }
}

TEST(ExactLimit, HasAClosedFormAtTheEnds) {
  EXPECT_NEAR(exact(6, 0), 6 * (1 - std::pow(0.25, 1.0 / 6)), 1e-12);
  EXPECT_NEAR(exact(2, 1), 2 * std::sqrt(0.75) - 1, 1e-12);  // not both: 1 - p^2 = CF
  EXPECT_EQ(exact(5, 5), 0);
  // The binomial's own limit for 1 of 16 is wider than Quinlan's 0.157.
  EXPECT_NEAR((1 + exact(16, 1)) / 16, 0.1596, 0.00005);
}

TEST(ExactLimit, IsFoundWhereverItIs) {
  // As likely as not when 4 of 9 are wrong: at 1/2, by symmetry.
  EXPECT_NEAR(4 + exact(9, 4, 0.5), 4.5, 1e-9);
  for (const double confidence : {1e-6, 0.01, 0.1, 0.25, 0.5}) {
    for (double weight = 0.25; weight <= 10; weight += 0.25) {
      for (double errors = 0; errors < weight; errors += 0.25) {
        const double added = exact(weight, errors, confidence);
        EXPECT_GE(added, 0) << errors << " of " << weight << " at " << confidence;
        EXPECT_LE(errors + added, weight) << errors << " of " << weight << " at " << confidence;
      }
    }
  }
}

TEST(ExactLimit, TakesPartsOfRows) {
  const double between = exact(10.5, 1.5);
  EXPECT_GT(between, exact(10.5, 1));
  EXPECT_LT(between, exact(10.5, 2));
}

TEST(NormalLimit, IsWilsonsUpperLimit) {
  // The limit p solves (p - f)^2 = z^2 p (1 - p) / N; z = 0.67449 at CF = 0.25.
  const double z = 0.6744897501960817;
  for (const double weight : {1.0, 4.0, 16.0, 1000.0}) {
    for (const double errors : {0.0, 0.5, 1.0}) {
      const double limit = (errors + normal(weight, errors)) / weight;
      const double off = limit - errors / weight;
      EXPECT_NEAR(off * off, z * z * limit * (1 - limit) / weight, 1e-12);
      EXPECT_GT(limit, errors / weight - 1e-12);
    }
  }
  EXPECT_NEAR(normal(16, 0), 16 * z * z / (16 + z * z), 1e-12);
  EXPECT_NEAR(normal(16, 1, 0.5), 0, 1e-12);  // z = 0: what was seen
}

TEST(ErrorLimits, NothingHasNoErrors) {
  for (const ConfidenceMethod method : kMethods) EXPECT_EQ(added_errors(0, 0, 0.25, method), 0);
}

TEST(ErrorLimits, AreFartherOffTheLessConfidenceAndNeverMoreThanAll) {
  for (const ConfidenceMethod method : kMethods) {
    for (const double errors : {0.0, 0.4, 1.0, 2.0, 7.0, 18.0, 20.0}) {
      double last = INFINITY;
      for (const double confidence : {1e-6, 0.001, 0.01, 0.1, 0.25, 0.4, 0.5}) {
        const double added = added_errors(20, errors, confidence, method);
        EXPECT_LE(added, last + 1e-12) << errors << " at " << confidence;
        EXPECT_GE(added, -1e-12) << errors << " at " << confidence;
        EXPECT_LE(errors + added, 20 + 1e-12) << errors << " at " << confidence;
        last = added;
      }
    }
  }
}

TEST(ErrorLimits, MoreRowsOfTheSameKindAreNearerToWhatWasSeen) {
  for (const ConfidenceMethod method : kMethods) {
    for (const double share : {0.0, 0.1, 0.5}) {
      double last = 1;
      for (double weight = 10; weight < 1e6; weight *= 10) {
        const double off = added_errors(weight, share * weight, 0.25, method) / weight;
        EXPECT_LT(off, last);
        last = off;
      }
      EXPECT_NEAR(last, 0, 0.005);
    }
  }
}

}  // namespace
}  // namespace espalier::error_limit_test
