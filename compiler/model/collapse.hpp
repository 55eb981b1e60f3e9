// C4.5's last step of growing: subtrees that the training rows do not need.
#pragma once

#include "model/model.hpp"

namespace espalier {

// A subtree that makes no fewer training errors than a leaf in its place (within 0.001) becomes that leaf, bottom-up.
Tree collapse(Tree tree);

}  // namespace espalier
