#include "model/model.hpp"

#include <fmt/format.h>

#include <numeric>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {

double Node::weight() const {
  return counts.empty() ? total : std::accumulate(counts.begin(), counts.end(), 0.0);
}

void refuse_several_trees(const Model& model) {
  throw Diagnostic(
      ExitCode::bad_input,
      fmt::format("the model is a {} of {}; this works on single trees", to_string(model.combination),
                  counted(model.trees.size(), "tree")),
      "'espalier merge' makes one tree of them that answers alike; 'emit' takes them as they are for C++, C "
      "and rules");
}

void refuse_list(const Model& model, const std::string& why, const std::string& hint) {
  if (model.combination != Combination::single || !is_list(model.trees.front())) return;
  throw Diagnostic(ExitCode::bad_input, "the model is a decision list: " + why, hint);
}

LeafAnswer leaf_answer(Task task, Combination combination) {
  switch (combination) {
    case Combination::single: return task == Task::classification ? LeafAnswer::label : LeafAnswer::value;
    case Combination::vote: return LeafAnswer::label;
    case Combination::mean: return task == Task::classification ? LeafAnswer::shares : LeafAnswer::value;
    case Combination::sum: break;
  }
  return LeafAnswer::value;
}

bool has_exponent(const Model& model) {
  return has_sums(model.combination) && model.sums.arithmetic == Arithmetic::whole &&
         leaf_answer(model) == LeafAnswer::value;
}

}  // namespace espalier
