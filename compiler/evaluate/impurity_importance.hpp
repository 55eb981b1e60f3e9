// What the tests on each column do for the purity of a tree's leaves: a fact of the tree and its training figures.
#pragma once

#include <vector>

#include "grow/options.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// The impurity that a criterion lessens: Gini's, entropy (information gain and gain ratio) or errors. Regression has
// one measure, the deviation; which of these it is asked for makes no difference.
RiskMeasure impurity_of(Criterion criterion);

// The same of a stored model, by the options that it records; Gini where it records none.
RiskMeasure impurity_of(const Model& model);

struct ImpurityImportance {
  // Per feature: the sum over the nodes that test it of risk(node) - sum of risk(child), the risks as node_risks() has
  // them (prune/weakest_links.hpp). Exactly 0 for features that are not tested; surrogates do not count.
  std::vector<double> decreases;
  std::vector<double> shares;  // of the sum of all decreases; all 0 if that is 0
};
ImpurityImportance impurity_importance(const Model& model, RiskMeasure measure);

}  // namespace espalier
