// When a node stays a leaf without a look at its attributes, and which tests are not worth their while.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "grow/cases.hpp"
#include "grow/options.hpp"
#include "grow/split_search.hpp"
#include "grow/training_set.hpp"

namespace espalier {

// Pure, too deep (`depth` tests lead to it) or too small.
bool stays_leaf(const TrainingSet& training, const GrowOptions& options, const Cases& cases, std::size_t depth);

// Takes out the tests that do not gain more than options.min_gain, counted over the whole training set: a gain at a
// node that holds a tenth of the weight counts a tenth.
void drop_small_gains(std::vector<Candidate>& candidates, double node_weight, const TrainingSet& training,
                      const GrowOptions& options);

// Takes out the tests whose branches do not differ at the significance level options.chi_square.
void drop_insignificant(std::vector<Candidate>& candidates, const TrainingSet& training, const GrowOptions& options,
                        const Cases& cases);

// A tree is refused before it takes the machine's memory: each node keeps a weight per class, and an attribute with
// thousands of values makes thousands of nodes at a time. Throws Diagnostic(bad_input) naming the attribute.
void refuse_outgrown(std::size_t nodes, std::size_t classes, const std::string& attribute);

}  // namespace espalier
