// grow + prune + validate, with the record of where the model comes from.
#include <string>
#include <utility>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/select_alpha.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "version.hpp"

namespace espalier {
namespace {

// The options in effect: where nothing else is said, cross-validation chooses the price of a leaf.
PruneOptions with_alpha(const Dataset& data, const Model& grown, const LearnOptions& options,
                        const ProgressReport& progress) {
  PruneOptions prune = options.prune;
  if (prune.method != PruneMethod::cost_complexity || prune.alpha) return prune;
  const AlphaPath path = select_alpha(data, grown, options, progress);
  prune.alpha = path.steps[path.chosen].alpha;
  return prune;
}

Provenance make_provenance(const Model& model, const Dataset& data, const GrowOptions& grow,
                           const PruneOptions& prune) {
  Provenance provenance;
  provenance.tool = std::string("espalier ") + kVersion;
  provenance.data_sha256 = data.data_sha256;
  provenance.rows = data.rows();
  provenance.options = describe(grow);
  for (auto& option : describe(prune)) provenance.options.push_back(std::move(option));
  if (!data.weight_column.empty()) provenance.options.emplace_back("weight", data.weight_column);
  provenance.training_score = mark(model, data).score;
  return provenance;
}

}  // namespace

Learned learn(const Dataset& data, const LearnOptions& options, Warnings& warnings, const ProgressReport& progress) {
  Learned learned;
  learned.model = grow(data, options.grow, warnings);
  Tree& tree = learned.model.trees.front();
  learned.nodes_grown = tree.nodes.size();
  learned.leaves_grown = leaf_count(tree);
  learned.depth_grown = depth(tree);

  const PruneOptions prune_options = with_alpha(data, learned.model, options, progress);
  Pruned pruned = prune(learned.model, data, row_weights(data, options.grow), prune_options);
  tree = std::move(pruned.tree);
  learned.cuts = std::move(pruned.cuts);

  learned.model.provenance = make_provenance(learned.model, data, options.grow, prune_options);
  validate(learned.model, "the model just learned");
  return learned;
}

}  // namespace espalier
