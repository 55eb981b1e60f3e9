#include "support/suggest.hpp"

#include <algorithm>
#include <vector>

#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLongestCompared = 200;  // nobody misspells a 10,000-character name; keeps the table small

// Optimal string alignment distance in half units: a change of case costs 1, any other edit 2.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = 2 * i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = a[i - 1];
      const char y = b[j - 1];
      const std::size_t replace = x == y ? 0 : (equals_ignoring_case({&x, 1}, {&y, 1}) ? 1 : 2);
      cost[i][j] = std::min({cost[i - 1][j] + 2, cost[i][j - 1] + 2, cost[i - 1][j - 1] + replace});
      if (i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 2);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> suggest(std::string_view misspelt, std::span<const std::string> candidates) {
  if (misspelt.empty() || misspelt.size() > kLongestCompared) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestCompared) continue;
    const std::size_t d = distance(misspelt, candidate);
    // A third of the letters may differ, at least one edit: "plya" is "play", "cat" is not "dog". A change of case
    // alone is always plausible.
    const std::size_t longer = std::max(misspelt.size(), candidate.size());
    const bool near = d <= std::max<std::size_t>(2, 2 * longer / 3) && d < 2 * longer;
    const bool same_but_case = equals_ignoring_case(misspelt, candidate);
    if ((near || same_but_case) && (best == nullptr || d < best_distance)) {
      best = &candidate;
      best_distance = d;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string did_you_mean(std::string_view misspelt, std::span<const std::string> candidates) {
  const auto candidate = suggest(misspelt, candidates);
  return candidate ? "did you mean " + in_quotes(*candidate) + "?" : std::string();
}

}  // namespace espalier
