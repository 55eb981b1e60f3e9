#include "lower/batch_gain.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace espalier {
namespace {

// note [batches]
//
// A row by itself costs little for each of its tests, and much for each that the processor guesses wrong: what rows do
// in equal parts is guessed wrong half of the time. A test between two answers is no branch. Sixteen rows together take
// as many steps as the one of them that takes most, whatever they do, and before that every input becomes a key. How
// many rows take which branch is known from training; where it is not, equal parts are assumed.
//
// Nanoseconds as measured for trees of 4 to 1,000 leaves, even ones and chains, over 10 and 60 columns (g++ 12 -O2, AMD
// EPYC; clang's nodes are faster). Only the quotient matters: nodes are a second copy of the tree, and have to be
// clearly faster.
constexpr double kLoopRow = 0.5;
constexpr double kBranch = 0.25;
constexpr double kWrongGuess = 6.8;
constexpr double kTableStep = 4.5;
constexpr double kNodesRow = 2.0;
constexpr double kFloatKey = 0.25;
constexpr double kOtherKey = 0.12;
constexpr double kLaneStep = 0.5;
constexpr double kClearlyFaster = 1.25;

// What rows do in the tree.
struct Ways {
  double tests = 0;          // of a row
  double wrong_guesses = 0;  // of a row
  double longest = 0;        // tests of that of sixteen rows which takes most
};

// The share of the rows of a branch that takes `yes`.
double share_of_yes(const Program& program, const Step& step) {
  const double yes = std::max(0.0, program.steps[step.yes].weight);
  const double both = yes + std::max(0.0, program.steps[step.no].weight);
  return both > 0 ? yes / both : 0.5;
}

Ways ways_of(const Program& program) {
  Ways ways;
  std::vector<double> reach(program.steps.size(), 0);
  std::vector<std::size_t> depth(program.steps.size(), 0);
  std::vector<double> going_on;  // per depth: the share of rows that take a test there
  reach[program.functions.back().entry] = 1;
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    const double yes = share_of_yes(program, step);
    ways.tests += reach[i];
    const bool is_last = program.steps[step.yes].op != Op::branch && program.steps[step.no].op != Op::branch;
    if (!is_last) ways.wrong_guesses += reach[i] * std::min(yes, 1 - yes);
    if (depth[i] >= going_on.size()) going_on.resize(depth[i] + 1, 0);
    going_on[depth[i]] += reach[i];
    reach[step.yes] += reach[i] * yes;
    reach[step.no] += reach[i] * (1 - yes);
    for (const std::uint32_t next : {step.yes, step.no}) depth[next] = depth[i] + 1;
  }
  for (const double share : going_on) {
    double none = 1 - std::min(1.0, share);
    for (int i = 0; i < 4; ++i) none *= none;  // of sixteen
    ways.longest += 1 - none;
  }
  return ways;
}

}  // namespace

BatchTimes estimate_batch_times(const Program& answers, const BatchNodes& nodes, Shape shape) {
  const Ways ways = ways_of(answers);
  BatchTimes times;
  times.loop = shape == Shape::table ? kTableStep * (ways.tests - 1)
                                     : kLoopRow + kBranch * ways.tests + kWrongGuess * ways.wrong_guesses;
  times.nodes = kNodesRow + kLaneStep * ways.longest;
  for (const TableInput& input : nodes.inputs) {
    times.nodes += is_floating(answers.fields[input.field].type) ? kFloatKey : kOtherKey;
  }
  return times;
}

bool pays_in_batches(const Program& answers, const BatchNodes& nodes, Shape shape) {
  const BatchTimes times = estimate_batch_times(answers, nodes, shape);
  return kClearlyFaster * times.nodes < times.loop;
}

}  // namespace espalier
