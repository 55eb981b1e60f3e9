// What the tests on a path leave of each field's values: the box of a rule, and the reasoning behind `fold`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lower/program.hpp"

namespace espalier {

struct Domain {
  bool missing = true;         // a missing value can come here
  bool bounded_below = false;  // numbers: x > above (otherwise even -infinity can come here)
  double above = 0;
  double upto = 0;            // numbers: x <= upto; +infinity when nothing bounds it
  std::vector<bool> allowed;  // categories that can come here
  std::size_t allowed_count = 0;
  std::uint32_t tests = 0;  // on the path

  bool has_numbers() const { return !bounded_below || above < upto; }
  bool has_known() const { return allowed.empty() ? has_numbers() : allowed_count > 0; }
};

// The domains of all fields at the current place of a depth-first walk; assume() on the way down, retract() on the way
// up.
class PathDomains {
 public:
  explicit PathDomains(const Program& program);

  const Domain& operator[](std::uint32_t field) const { return domains_[field]; }

  // The outcome of a condition that every value left gives, missing ones included; none if they differ. Of several
  // questions, each is looked at by itself.
  std::optional<bool> decided(const Condition& condition) const;

  // Excludes what gives another outcome. Missing values stay where some way through the fallbacks gives this one; a
  // fallback's own field is restricted only when it is certain that the fields asked before it are missing. Where
  // several questions need not all hold, something is excluded only if all but one of them hold for certain.
  void assume(const Condition& condition, bool outcome);
  void retract();

  // What was assumed and not retracted, in order; the conditions belong to the caller.
  struct Assumption {
    const Condition* condition;
    bool outcome;
    std::size_t undo;  // entries of `undo_` before it
  };
  const std::vector<Assumption>& assumptions() const { return assumptions_; }

 private:
  struct Possible {
    bool yes = false;
    bool no = false;
  };
  struct Undo {
    std::uint32_t field;
    bool missing;
    bool bounded_below;
    double above;
    double upto;
    std::vector<std::uint32_t> removed;  // categories that the assumption excluded
  };
  Possible possible(const Condition& condition) const;
  Possible possible_alone(const Condition& condition) const;
  void assume_alone(const Condition& condition, bool outcome);
  Possible possible_if_missing(const Condition& condition, std::size_t fallbacks_asked) const;
  void restrict_field(const Condition& question, bool outcome, bool missing_stays);

  std::vector<Domain> domains_;
  std::vector<Undo> undo_;
  std::vector<Assumption> assumptions_;
};

// Depth-first walk over the entry function of a program that has no calls yet. `visit(step, domains)` says where to go
// on: both children, one of them, or none.
enum class Descend { both, yes, no, none };

template <typename Visit>
void walk_paths(const Program& program, Visit&& visit) {
  struct Work {
    std::uint32_t step;
    const Condition* condition;  // assumed before visiting; null: nothing to assume
    bool outcome;
    bool leave;  // instead of visiting: retract the last assumption
  };
  PathDomains domains(program);
  std::vector<Work> work = {{program.functions.back().entry, nullptr, false, false}};
  while (!work.empty()) {
    const Work next = work.back();
    work.pop_back();
    if (next.leave) {
      domains.retract();
      continue;
    }
    if (next.condition != nullptr) {
      domains.assume(*next.condition, next.outcome);
      work.push_back({0, nullptr, false, true});
    }
    const Step& step = program.steps[next.step];
    const Descend descend = visit(next.step, static_cast<const PathDomains&>(domains));
    switch (descend) {
      case Descend::none: break;
      case Descend::yes: work.push_back({step.yes, nullptr, false, false}); break;
      case Descend::no: work.push_back({step.no, nullptr, false, false}); break;
      case Descend::both:
        work.push_back({step.no, &step.condition, false, false});
        work.push_back({step.yes, &step.condition, true, false});
        break;
    }
  }
}

}  // namespace espalier
