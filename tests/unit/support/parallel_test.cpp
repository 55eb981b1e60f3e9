#include "support/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace espalier::parallel_test {
namespace {

TEST(Parallel, DoesEveryPieceOnce) {
  for (const std::size_t threads : {0U, 1U, 2U, 7U, 200U}) {
    std::vector<int> times(100, 0);
    in_parallel(times.size(), threads, [&](std::size_t piece) { ++times[piece]; });
    EXPECT_EQ(times, std::vector<int>(100, 1)) << threads;
  }
}

TEST(Parallel, HasNothingToDoForNoPieces) {
  in_parallel(
      0, 4, [](std::size_t) { FAIL(); }, [](std::size_t, std::size_t) { FAIL(); });
}

TEST(Parallel, RethrowsWhatTheFirstFailingPieceThrew) {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> begun = 0;
    try {
      in_parallel(20, 4, [&](std::size_t piece) {
        ++begun;
        if (piece >= 3) throw std::runtime_error(std::to_string(piece));
      });
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "3");
    }
    EXPECT_LT(begun, 20);
  }
}

TEST(Parallel, ReportsProgressInOrder) {
  std::vector<std::pair<std::size_t, std::size_t>> calls;
  in_parallel(
      30, 3, [](std::size_t) {}, [&](std::size_t done, std::size_t total) { calls.emplace_back(done, total); });
  ASSERT_EQ(calls.size(), 31U);
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(calls[i], std::pair(i, std::size_t{30}));
}

TEST(Parallel, TheMachineHasAThread) {
  EXPECT_GE(machine_threads(), 1U);
}

}  // namespace
}  // namespace espalier::parallel_test
