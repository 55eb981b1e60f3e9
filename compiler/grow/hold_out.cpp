#include "grow/hold_out.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "grow/distribute.hpp"
#include "grow/node_facts.hpp"
#include "support/random.hpp"

namespace espalier {
namespace {

// Rounded down, but not because 0.29 * 100 is 28.999999999999996.
std::size_t share_of(std::size_t rows, double share) {
  return static_cast<std::size_t>(std::floor(share * static_cast<double>(rows) + 1e-9));
}

}  // namespace

HoldOut hold_out(const TrainingSet& training, const GrowOptions& options, CaseOrder order) {
  HoldOut rows;
  Cases cases = all_cases(training, options.validate > 0 ? CaseOrder::content : order);
  if (options.validate <= 0) {
    rows.growing = std::move(cases);
    return rows;
  }
  std::vector<std::vector<std::uint32_t>> strata(training.is_regression() ? 1 : training.data.labels.size());
  for (const Case& item : cases) {
    strata[training.is_regression() ? 0 : training.responses[item.row]].push_back(item.row);
  }
  RandomEngine engine(options.seed);
  std::vector<bool> held(training.weights.size(), false);
  for (std::vector<std::uint32_t>& stratum : strata) {
    shuffle(stratum, engine);
    const auto wanted = share_of(stratum.size(), options.validate);
    for (std::size_t i = 0; i < std::min(wanted, stratum.size()); ++i) held[stratum[i]] = true;
  }
  for (const Case& item : cases) (held[item.row] ? rows.judging : rows.growing).push_back(item);
  if (rows.growing.empty()) std::swap(rows.growing, rows.judging);
  return rows;
}

bool helps_held_out(const TrainingSet& training, const GrowOptions& options, const Node& node,
                    const std::vector<double>& known, const Cases& cases, const Cases& judging) {
  const std::vector<Cases> grown = distribute(training, node, cases, options.missing, known);
  const std::vector<Cases> judged = distribute(training, node, judging, options.missing, known);
  double after = 0;
  for (std::size_t child = 0; child < grown.size(); ++child) {
    after += leaf_loss(training, make_leaf(training, options, grown[child], &node), judged[child]);
  }
  return after < leaf_loss(training, node, judging);
}

}  // namespace espalier
