// grow + prune + validate, with the record of where the model comes from.
#include <string>
#include <utility>
#include <vector>

#include "evaluate/dataset_row.hpp"
#include "evaluate/evaluate.hpp"
#include "grow/grow.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "version.hpp"

namespace espalier {
namespace {

double training_accuracy(const Model& model, const Dataset& data) {
  const Tree& tree = model.trees.front();
  std::vector<double> row;
  std::size_t correct = 0;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    const std::uint32_t leaf = leaf_reached(model, tree, fill_row(data, i, row));
    if (tree.nodes[leaf].label == data.classes[i]) ++correct;
  }
  return static_cast<double>(correct) / static_cast<double>(data.rows());
}

Provenance make_provenance(const Model& model, const Dataset& data, const LearnOptions& options) {
  Provenance provenance;
  provenance.tool = std::string("espalier ") + kVersion;
  provenance.data_sha256 = data.data_sha256;
  provenance.rows = data.rows();
  provenance.options = describe(options.grow);
  for (auto& option : describe(options.prune)) provenance.options.push_back(std::move(option));
  provenance.training_score = training_accuracy(model, data);
  return provenance;
}

}  // namespace

Learned learn(const Dataset& data, const LearnOptions& options, Warnings& warnings) {
  Learned learned;
  learned.model = grow(data, options.grow, warnings);
  Tree& tree = learned.model.trees.front();
  learned.nodes_grown = tree.nodes.size();
  learned.leaves_grown = leaf_count(tree);
  learned.depth_grown = depth(tree);

  Pruned pruned = prune(tree, options.prune);
  tree = std::move(pruned.tree);
  learned.cuts = std::move(pruned.cuts);

  learned.model.provenance = make_provenance(learned.model, data, options);
  validate(learned.model, "the model just learned");
  return learned;
}

}  // namespace espalier
