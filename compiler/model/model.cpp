#include "model/model.hpp"

#include <numeric>

namespace espalier {

double Node::weight() const {
  return counts.empty() ? total : std::accumulate(counts.begin(), counts.end(), 0.0);
}

}  // namespace espalier
