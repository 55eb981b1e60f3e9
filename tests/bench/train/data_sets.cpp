#include "bench/train/data_sets.hpp"

#include <cmath>
#include <numbers>
#include <ostream>

namespace espalier::bench {
namespace {

constexpr std::size_t kBufferedBytes = std::size_t{1} << 20;
// Random choices of their own, so that the set's do not change.
constexpr std::uint64_t kHoleSeed = 1'000'003;
constexpr std::uint64_t kWeightSeed = 2'000'003;

}  // namespace

std::vector<DataSet> all_data_sets() {
  return {two_classes(), weak_signal(),  seven_classes(), categories_with_holes(),
          regression(),  quoted_texts(), growing({})};
}

void write_data_set(const DataSet& set, std::size_t rows, std::uint64_t seed, std::ostream& out,
                    const Alterations& alterations) {
  RandomEngine random(seed);
  RandomEngine weights(seed + kWeightSeed);
  RowText header;
  if (alterations.weights) header.word("weight");
  for (const std::string& column : set.columns) header.word(column);
  header.end_row();
  out << header.text();
  const std::size_t first = alterations.weights ? 1 : 0;
  RowText text({alterations.holes, first, first + set.columns.size() - 1, seed + kHoleSeed});
  for (std::size_t row = 0; row < rows; ++row) {
    if (alterations.weights) text.decimals(0.5 + 1.5 * uniform_unit(weights), 3);
    set.write_row(random, text);
    text.end_row();
    if (text.text().size() < kBufferedBytes) continue;
    out << text.text();
    text.clear();
  }
  out << text.text();
}

double normal(RandomEngine& random) {
  const double radius = std::sqrt(-2 * std::log(1 - uniform_unit(random)));  // 1 - u is never 0
  return radius * std::cos(2 * std::numbers::pi * uniform_unit(random));
}

std::vector<std::string> numbered(std::string_view prefix, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(fmt::format("{}{}", prefix, i));
  return names;
}

}  // namespace espalier::bench
