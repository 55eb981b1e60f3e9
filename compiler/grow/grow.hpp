// Growing: from a dataset to a model with an unpruned tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "data/dataset.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"
#include "support/diagnostic.hpp"
#include "support/parallel.hpp"

namespace espalier {

// Throws Diagnostic(bad_input) for what the options cannot handle: missing values under MissingPolicy::refuse (naming
// the column, the number of cells and what helps), continuous attributes that leave ID3 nothing to test.
// The model is the same for any number of threads. `progress` counts subtrees.
Model grow(const Dataset& data, const GrowOptions& options, Warnings& warnings, std::size_t threads = 1,
           const ProgressReport& progress = {});

// Many trees of one dataset, each from rows of its own and by choices of its own (note [draws] in
// grow/drawn_columns.hpp). What is the same for all of them is done once.
class TreesGrower {
 public:
  // Keeps a reference. Throws as grow() does. A row may be drawn up to 64 times, but all together not more often than
  // there are rows.
  TreesGrower(const Dataset& data, const GrowOptions& options, std::size_t threads);
  ~TreesGrower();

  // From each row as often as `copies` says. Several threads may grow trees at once.
  Tree grow(std::span<const std::uint32_t> copies, std::uint64_t key) const;
  Model model_of(Tree tree) const;
  std::span<const double> weights() const;  // per row
  const GrowOptions& options() const;       // in effect

 private:
  struct Parts;
  Tree grow_from_lists(std::span<const std::uint32_t> copies, std::uint64_t key) const;
  std::unique_ptr<const Parts> parts_;
};

// Data that the options cannot handle, refused before anything is grown.

// Throws Diagnostic(bad_input): no rows, missing values under MissingPolicy::refuse, numeric columns under ID3 without
// discretisation, targets whose squares a double cannot hold.
void refuse_unlearnable(const Dataset& data, const GrowOptions& options);

// C4.5's last step of growing: subtrees that the training rows do not need.

// A subtree that makes no fewer training errors than a leaf in its place (within 0.001) becomes that leaf, bottom-up.
Tree collapse(Tree tree);

}  // namespace espalier
