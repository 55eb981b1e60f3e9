#include "support/interrupt.hpp"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <mutex>
#include <system_error>
#include <thread>

namespace espalier {
namespace {

struct Actions {
  std::recursive_mutex mutex;
  std::list<std::function<void()>> list;
};

// Never destroyed: a signal can come while the program is ending.
Actions*& all_actions() {
  static Actions* all = new Actions;
  return all;
}

Actions& actions() {
  return *all_actions();
}

bool is_ignored(int signal) {
  struct sigaction current {};
  return ::sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_IGN;
}

// The lock is never given back: whoever wants to make or keep anything waits until the program has ended.
[[noreturn]] void end_by(int signal) {
  actions().mutex.lock();
  call_interrupt_actions();
  ::_exit(128 + signal);
}

}  // namespace

void answer_interrupts() {
  sigset_t signals;
  ::sigemptyset(&signals);
  bool any = false;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    if (is_ignored(signal)) continue;
    ::sigaddset(&signals, signal);
    any = true;
  }
  if (!any) return;
  // Held back from this thread and those it will start, so that the waiting one gets them.
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  try {
    std::thread([signals] {
      int signal = 0;
      while (::sigwait(&signals, &signal) != 0) {
      }
      end_by(signal);
    }).detach();
  } catch (const std::system_error&) {
    // No thread to wait with: signals end the program as they do by themselves.
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  }
}

void call_interrupt_actions() {
  const StepWithoutInterrupt step;
  std::list<std::function<void()>>& list = actions().list;
  for (auto action = list.rbegin(); action != list.rend(); ++action) (*action)();
}

void forget_interrupt_actions() {
  all_actions() = new Actions;
}

AtInterrupt::AtInterrupt(std::function<void()> action) {
  const StepWithoutInterrupt step;
  place_ = actions().list.insert(actions().list.end(), std::move(action));
}

AtInterrupt::~AtInterrupt() {
  const StepWithoutInterrupt step;
  actions().list.erase(place_);
}

StepWithoutInterrupt::StepWithoutInterrupt() {
  actions().mutex.lock();
}

StepWithoutInterrupt::~StepWithoutInterrupt() {
  actions().mutex.unlock();
}

}  // namespace espalier
