#include "support/interrupt.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <thread>

#include "support/files.hpp"

namespace espalier::interrupt_test {
namespace {

namespace fs = std::filesystem;

TEST(AtInterrupt, TheLatestActionComesFirstAndThoseThatAreGoneDoNot) {
  std::string called;
  const AtInterrupt first([&] { called += 'a'; });
  {
    const AtInterrupt gone([&] { called += 'x'; });
  }
  const AtInterrupt second([&] { called += 'b'; });
  call_interrupt_actions();
  EXPECT_EQ(called, "ba");
}

TEST(AtInterrupt, WaitsForTheStepThatMustNotBeInterrupted) {
  bool noted = false;
  bool seen = false;
  std::promise<void> begun;
  const AtInterrupt action([&] { seen = noted; });
  std::thread interrupting;
  {
    const StepWithoutInterrupt step;
    const StepWithoutInterrupt nested;
    interrupting = std::thread([&] {
      begun.set_value();
      call_interrupt_actions();
    });
    begun.get_future().wait();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    noted = true;
  }
  interrupting.join();
  EXPECT_TRUE(seen);
}

TEST(AtInterrupt, TemporaryFilesAndDirectoriesGo) {
  const TemporaryDirectory outer;
  const std::string place = outer.path() + "/out.txt";
  std::string inner_path;
  {
    const TemporaryDirectory inner;
    inner_path = inner.path();
    std::ofstream(inner_path + "/file") << "text";
    OutputFiles files;
    files.stage(place, "new");
    EXPECT_EQ(std::distance(fs::directory_iterator(outer.path()), {}), 1);
    call_interrupt_actions();
    EXPECT_FALSE(fs::exists(inner_path));
    EXPECT_FALSE(fs::exists(outer.path()));
  }
}

TEST(AtInterrupt, WhatIsCommittedStays) {
  const fs::path directory = fs::temp_directory_path() / "espalier-interrupt-test";
  fs::remove_all(directory);
  fs::create_directory(directory);
  OutputFiles files;
  files.stage((directory / "kept.txt").string(), "text");
  files.commit();
  call_interrupt_actions();
  EXPECT_EQ(read_file((directory / "kept.txt").string()), "text");
  fs::remove_all(directory);
}

// What main does: the program ends with 128 + the signal, whatever it is doing.
TEST(AnswerInterrupts, EndTheProgramWithTheCodeOfTheSignal) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EXIT(
        {
          answer_interrupts();
          const AtInterrupt action([] { std::fputs("cleaned up", stderr); });
          ::kill(::getpid(), signal);
          const volatile bool busy = true;
          while (busy) {
          }
        },
        ::testing::ExitedWithCode(128 + signal), "cleaned up");
  }
}

TEST(AnswerInterrupts, LeaveAloneWhatIsIgnored) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        ::signal(SIGHUP, SIG_IGN);
        answer_interrupts();
        ::kill(::getpid(), SIGHUP);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        std::_Exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace espalier::interrupt_test
