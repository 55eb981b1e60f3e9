// The way that a row takes through a tree or a program, and where it leads when one value of the row changes: up to the
// first test that answers otherwise the way stays the same, and tests that do not ask for the value need not be asked.
// Most boundary vectors differ from their rule's witness in one value.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "lower/program.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// What most ways consist of, without all the rest that nodes and steps hold.
struct Turn {
  double threshold = 0;
  std::uint32_t feature = 0;                // that is asked for first
  std::array<std::uint32_t, 2> next{0, 0};  // compares: for values up to the threshold, and above
  bool compares = false;                    // known values with the threshold
  bool ends = false;
  bool asks_more = false;  // for other features, too
};

// The nodes of one of the model's trees. Where a known value is not compared with a threshold, branch_taken() has the
// say.
class TreeTurns {
 public:
  TreeTurns(const Model& model, const Tree& tree);  // keeps references

  std::uint32_t first() const { return 0; }
  const Turn& operator[](std::uint32_t at) const { return turns_[at]; }
  std::uint32_t ask(std::uint32_t at, Row row) const {
    const Node& node = tree_.nodes[at];
    return node.children[branch_taken(model_, node, row)];
  }

 private:
  const Model& model_;
  const Tree& tree_;
  std::vector<Turn> turns_;
};

// The steps of a program; a call is a way to what it calls. Elsewhere holds() has the say.
class ProgramTurns {
 public:
  explicit ProgramTurns(const Program& program);  // keeps a reference

  std::uint32_t first() const { return called(program_.functions.back().entry); }
  const Turn& operator[](std::uint32_t at) const { return turns_[at]; }
  std::uint32_t ask(std::uint32_t at, Row row) const {
    const Step& step = program_.steps[at];
    const bool yes = holds(program_.fields, program_.category_counts, step.condition, row);
    return called(yes ? step.yes : step.no);
  }

 private:
  std::uint32_t called(std::uint32_t at) const {
    while (program_.steps[at].op == Op::call) at = program_.functions[program_.steps[at].value].entry;
    return at;
  }

  const Program& program_;
  std::vector<Turn> turns_;
};

template <typename Turns>
class Retrace {
 public:
  explicit Retrace(Turns turns) : turns_(std::move(turns)) {}

  // Where the row ends. Its way is remembered.
  std::uint32_t follow(Row row) {
    way_.clear();
    std::uint32_t at = turns_.first();
    while (!turns_[at].ends) {
      const std::uint32_t next = next_of(at, row);
      way_.push_back({at, next});
      at = next;
    }
    end_ = at;
    asked_feature_ = kNone;
    return at;
  }

  // Where a row ends that differs from the one remembered in `feature` at most.
  std::uint32_t follow_changed(Row row, std::uint32_t feature) {
    if (feature != asked_feature_) note_asking(feature);
    for (const Taken& taken : asking_) {
      std::uint32_t at = next_of(taken.at, row);
      if (at == taken.next) continue;
      while (!turns_[at].ends) at = next_of(at, row);
      return at;
    }
    return end_;
  }

 private:
  struct Taken {
    std::uint32_t at;
    std::uint32_t next;
  };

  std::uint32_t next_of(std::uint32_t at, Row row) const {
    const Turn& turn = turns_[at];
    const double value = row[turn.feature];
    if (!turn.compares || std::isnan(value)) return turns_.ask(at, row);
    return turn.next[value > turn.threshold ? 1 : 0];
  }

  // Vectors come feature by feature.
  void note_asking(std::uint32_t feature) {
    asking_.clear();
    for (const Taken& taken : way_) {
      const Turn& turn = turns_[taken.at];
      if (turn.feature == feature || turn.asks_more) asking_.push_back(taken);
    }
    asked_feature_ = feature;
  }

  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  Turns turns_;
  std::vector<Taken> way_;
  std::uint32_t end_ = 0;
  std::uint32_t asked_feature_ = kNone;
  std::vector<Taken> asking_;  // those of the way that ask for that feature
};

}  // namespace espalier
