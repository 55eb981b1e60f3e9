// Subtrees that are the same get the same class, from the leaves up; the program is then written anew, class by class.
#include <algorithm>
#include <bit>
#include <unordered_set>

#include "lower/passes.hpp"

namespace espalier {
namespace {

// Whether two conditions decide alike; the model's own thresholds, which comments show, may differ.
bool same_question(const Condition& a, const Condition& b) {
  return a.field == b.field && a.compare == b.compare && a.threshold == b.threshold && a.categories == b.categories &&
         a.when_missing == b.when_missing &&
         std::equal(a.fallbacks.begin(), a.fallbacks.end(), b.fallbacks.begin(), b.fallbacks.end(), same_question) &&
         std::equal(a.also.begin(), a.also.end(), b.also.begin(), b.also.end(), same_question);
}

void mix(std::size_t& hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U);
}

void mix(std::size_t& hash, const Condition& condition) {
  mix(hash, condition.field);
  mix(hash, static_cast<std::uint64_t>(condition.compare));
  mix(hash, std::bit_cast<std::uint64_t>(condition.threshold + 0.0));  // -0.0 decides as 0.0
  for (const std::uint32_t category : condition.categories) mix(hash, category);
  mix(hash, condition.when_missing ? 1 : 0);
  for (const Condition& fallback : condition.fallbacks) mix(hash, fallback);
  for (const Condition& term : condition.also) mix(hash, term);
}

class Sharer {
 public:
  explicit Sharer(const Program& program) : program_(program), class_of_(program.steps.size(), 0) {}

  Program share() {
    classify();
    if (!dropped_ && std::none_of(classes_.begin(), classes_.end(), is_shared)) return program_;
    result_.answers = program_.answers;
    result_.form = program_.form;
    result_.fields = program_.fields;
    result_.category_counts = program_.category_counts;
    result_.values = program_.values;
    result_.addends = program_.addends;
    write_functions();
    gather_rules();
    return std::move(result_);
  }

 private:
  struct Class {
    const Step* step;  // one of those that are the same
    std::uint32_t yes;
    std::uint32_t no;
    std::size_t branches;
    std::size_t uses = 0;  // by other classes
    std::uint32_t entry = 0;
    std::uint32_t function = 0;
  };

  static bool is_shared(const Class& one) { return one.uses > 1 && one.branches >= kSharedBranches; }

  struct Hash {
    const std::vector<Class>* classes;
    std::size_t operator()(std::uint32_t id) const {
      const Class& one = (*classes)[id];
      std::size_t hash = static_cast<std::size_t>(one.step->op);
      if (ends(one.step->op)) {
        mix(hash, one.step->value);
        return hash;
      }
      mix(hash, one.step->condition);
      mix(hash, one.yes);
      mix(hash, one.no);
      return hash;
    }
  };

  struct Same {
    const std::vector<Class>* classes;
    bool operator()(std::uint32_t left, std::uint32_t right) const {
      const Class& a = (*classes)[left];
      const Class& b = (*classes)[right];
      if (a.step->op != b.step->op) return false;
      if (ends(a.step->op)) return a.step->value == b.step->value;
      return a.yes == b.yes && a.no == b.no && same_question(a.step->condition, b.step->condition);
    }
  };

  void classify() {
    std::unordered_set<std::uint32_t, Hash, Same> known(program_.steps.size(), Hash{&classes_}, Same{&classes_});
    for (std::size_t i = program_.steps.size(); i-- > 0;) {
      const Step& step = program_.steps[i];
      const bool branch = step.op == Op::branch;
      const std::uint32_t yes = branch ? class_of_[step.yes] : 0;
      const std::uint32_t no = branch ? class_of_[step.no] : 0;
      if (branch && yes == no) {
        class_of_[i] = yes;
        dropped_ = true;
        continue;
      }
      const std::size_t branches = branch ? 1 + classes_[yes].branches + classes_[no].branches : 0;
      classes_.push_back({&step, yes, no, branches});
      const auto [found, is_new] = known.insert(static_cast<std::uint32_t>(classes_.size() - 1));
      class_of_[i] = *found;
      if (!is_new) {
        classes_.pop_back();
      } else if (branch) {
        ++classes_[yes].uses;
        ++classes_[no].uses;
      }
    }
  }

  // A class has a larger number than those it uses: from the largest down, callers stand before what they call.
  void write_functions() {
    const std::uint32_t root = class_of_[program_.functions.back().entry];
    std::vector<std::uint32_t> functions;
    for (std::uint32_t id = 0; id < classes_.size(); ++id) {
      if (id == root || !is_shared(classes_[id])) continue;
      classes_[id].function = static_cast<std::uint32_t>(functions.size());
      functions.push_back(id);
    }
    functions.push_back(root);
    for (auto id = functions.rbegin(); id != functions.rend(); ++id) write_function(*id);
    for (const std::uint32_t id : functions) result_.functions.push_back({classes_[id].entry, {}});
  }

  void write_function(std::uint32_t root) {
    struct Pending {
      std::uint32_t id;
      std::uint32_t step;
    };
    std::vector<Pending> pending;
    const auto reserve = [&](std::uint32_t id) {
      result_.steps.emplace_back();
      pending.push_back({id, static_cast<std::uint32_t>(result_.steps.size() - 1)});
      return pending.back().step;
    };
    classes_[root].entry = reserve(root);
    while (!pending.empty()) {
      const auto [id, at] = pending.back();
      pending.pop_back();
      const Class& one = classes_[id];
      if (id != root && is_shared(one)) {
        result_.steps[at].op = Op::call;
        result_.steps[at].value = one.function;
        continue;
      }
      result_.steps[at].op = one.step->op;
      result_.steps[at].value = one.step->value;
      result_.steps[at].condition = one.step->condition;
      if (one.step->op != Op::branch) continue;
      const std::uint32_t no = reserve(one.no);
      const std::uint32_t yes = reserve(one.yes);
      result_.steps[at].yes = yes;
      result_.steps[at].no = no;
    }
  }

  // Follows the old program down to where each of its steps stands now, and takes rules and weights along.
  void gather_rules() {
    std::vector<std::uint32_t> place(program_.steps.size(), 0);
    place[program_.functions.back().entry] = result_.functions.back().entry;
    const auto resolved = [&](std::uint32_t step) {
      const bool call = result_.steps[step].op == Op::call;
      return call ? result_.functions[result_.steps[step].value].entry : step;
    };
    for (std::uint32_t i = 0; i < program_.steps.size(); ++i) {
      const Step& old = program_.steps[i];
      if (old.op == Op::branch && class_of_[old.yes] == class_of_[old.no]) {  // dropped
        place[old.yes] = place[old.no] = place[i];
        continue;
      }
      Step& now = result_.steps[place[i]];
      now.weight += old.weight;
      for (const std::uint32_t rule : old.rules) now.rules.push_back(rule);
      if (old.op != Op::branch) continue;
      place[old.yes] = resolved(now.yes);
      place[old.no] = resolved(now.no);
    }
    for (Step& step : result_.steps) step.rules.sort();
  }

  const Program& program_;
  std::vector<std::uint32_t> class_of_;  // per step
  std::vector<Class> classes_;
  bool dropped_ = false;
  Program result_;
};

}  // namespace

Program share(const Program& program) {
  if (program.answers == AnswerKind::rule) return program;  // each rule is answered in one place
  return Sharer(program).share();
}

}  // namespace espalier
