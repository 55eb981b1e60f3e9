// When a node stays a leaf without a look at its attributes, and which tests are not worth their while.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "grow/case_lists.hpp"
#include "grow/choose.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// Too deep (`depth` tests lead to it) or too small to be split, whatever its cases are.
bool may_not_split(const TrainingSet& training, const GrowOptions& options, double weight, std::size_t depth);

// Whether all cases have the same class or target.
bool is_pure(const TrainingSet& training, const Cases& cases);

// Whether a test does not gain more than options.min_gain, counted over the whole training set: a gain at a node that
// holds a tenth of the weight counts a tenth.
bool gains_too_little(const Worth& test, double node_weight, const TrainingSet& training, const GrowOptions& options);

// Whether the branches of a test differ at the significance level options.chi_square.
bool is_significant(const Candidate& candidate, const TrainingSet& training, const GrowOptions& options,
                    const Cases& cases);

// A tree is refused before it takes the machine's memory: each node keeps a weight per class, and an attribute with
// thousands of values makes thousands of nodes at a time. Throws Diagnostic(bad_input) naming the attribute.
void refuse_outgrown(std::size_t nodes, std::size_t classes, const std::string& attribute);

// The same, before anything is grown: a leaf for each class is more than fits, and nothing keeps the tree from growing
// them. Throws Diagnostic(bad_input).
void refuse_too_many_classes(const Dataset& data, const GrowOptions& options);

// Validation while growing: a part of the rows is held out, and a split has to help them.

struct HoldOut {
  Cases growing;
  Cases judging;
};

// options.validate of the rows of each class (of a regression, of all rows), chosen by options.seed; at least one row
// is left to grow from.
HoldOut hold_out(const TrainingSet& training, const GrowOptions& options, CaseOrder order);

// Whether the children's answers get less of `judging` wrong than the node's own. `node` has its test and answers as a
// leaf; `known` is the weight of the cases with a value, per child.
bool helps_held_out(const TrainingSet& training, const GrowOptions& options, const Node& node,
                    const std::vector<double>& known, std::span<const Node> children, const Cases& judging);

}  // namespace espalier
