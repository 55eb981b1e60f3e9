#include "grow/stopping.hpp"

#include <algorithm>
#include <string>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// About a gigabyte, in units of eight bytes; a node itself takes about as much as twenty classes.
constexpr std::size_t kMostNumbers = std::size_t{1} << 27;
constexpr std::size_t kNodeOverhead = 20;

bool is_pure(std::span<const double> counts) {
  return std::count_if(counts.begin(), counts.end(), [](double count) { return count > 0; }) <= 1;
}

}  // namespace

bool stays_leaf(std::span<const double> counts, double weight, std::size_t depth, const GrowOptions& options) {
  if (options.max_depth != 0 && depth >= options.max_depth) return true;
  return weight < options.min_split.value || is_pure(counts);
}

void drop_small_gains(std::vector<Candidate>& candidates, double node_weight, double total_weight,
                      const GrowOptions& options) {
  const double share = node_weight / total_weight;
  std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.gain * share <= options.min_gain; });
}

void refuse_outgrown(std::size_t nodes, std::size_t classes, const std::string& attribute) {
  if (nodes <= kMostNumbers / (classes + kNodeOverhead)) return;
  throw Diagnostic(ExitCode::bad_input,
                   "the tree outgrows memory: " + counted(nodes, "node") + " of " + counted(classes, "class weight") +
                       " each, the last of them from a test on " + in_quotes(attribute),
                   "limit it with --max-depth or --min-split, or leave out columns with a value for almost every row "
                   "with --ignore COL");
}

}  // namespace espalier
