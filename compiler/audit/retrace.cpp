#include "audit/retrace.hpp"

namespace espalier {

TreeTurns::TreeTurns(const Model& model, const Tree& tree) : model_(model), tree_(tree) {
  const std::vector<Node>& nodes = tree.nodes;
  turns_.reserve(nodes.size());
  for (const Node& node : nodes) {
    Turn& turn = turns_.emplace_back();
    turn.ends = node.is_leaf();
    if (turn.ends) continue;
    turn.feature = node.feature;
    turn.asks_more = !node.surrogates.empty() || node.test == TestKind::all_of;
    turn.compares = node.test == TestKind::less_equal;
    if (!turn.compares) continue;
    turn.threshold = threshold_for_values(model.features[node.feature], node.threshold);
    turn.next = {node.children[0], node.children[1]};
  }
}

ProgramTurns::ProgramTurns(const Program& program) : program_(program) {
  turns_.reserve(program.steps.size());
  for (const Step& step : program.steps) {
    Turn& turn = turns_.emplace_back();
    turn.ends = ends(step.op);
    if (step.op != Op::branch) continue;
    const Condition& condition = step.condition;
    turn.feature = program.fields[condition.field].feature;
    turn.asks_more = !condition.fallbacks.empty() || !condition.also.empty();
    const bool below = condition.compare == Compare::less_equal;
    turn.compares = (below || condition.compare == Compare::greater) && condition.also.empty();
    if (!turn.compares) continue;
    turn.threshold = condition.threshold;
    turn.next = {called(below ? step.yes : step.no), called(below ? step.no : step.yes)};
  }
}

}  // namespace espalier
