// What happens when the user stops the program (Ctrl-C), or the system does: it ends at once, whatever its threads are
// doing, and leaves nothing behind.
//
// A thread waits for the signal and does what has to be done, as any code may; the others are not asked. It is the one
// thing here that belongs to the process and not to an object: so do signals.
#pragma once

#include <functional>
#include <list>

namespace espalier {

// To be called once, before there are other threads. From now on SIGINT, SIGTERM and SIGHUP end the program
// with the exit code 128 + signal, after every AtInterrupt has had its turn. Signals that are ignored stay so (nohup,
// jobs in the background).
void answer_interrupts();

// For as long as this lives, `action` is what an interrupt calls, on another thread: the latest first. It must not
// throw, and what it looks at may change only while a StepWithoutInterrupt lives.
class AtInterrupt {
 public:
  explicit AtInterrupt(std::function<void()> action);
  ~AtInterrupt();
  AtInterrupt(const AtInterrupt&) = delete;
  AtInterrupt& operator=(const AtInterrupt&) = delete;

 private:
  std::list<std::function<void()>>::iterator place_;
};

// Interrupts wait until this is gone: for short steps that belong together, such as making a file and noting that it
// must be removed. They can be nested.
class StepWithoutInterrupt {
 public:
  StepWithoutInterrupt();
  ~StepWithoutInterrupt();
  StepWithoutInterrupt(const StepWithoutInterrupt&) = delete;
  StepWithoutInterrupt& operator=(const StepWithoutInterrupt&) = delete;
};

// For a copy of the process that fork() made, before it does anything else: what an interrupt has to undo is its
// parent's business, and a step that was not to be interrupted there never ends here.
void forget_interrupt_actions();

// What an interrupt does before the program ends; for tests.
void call_interrupt_actions();

}  // namespace espalier
