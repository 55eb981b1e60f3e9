#include "evaluate/labelled_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "data/schema.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

constexpr double kExactIntegers = 9007199254740992.0;  // 2^53: beyond it a numeric target is no class (data/target.cpp)

}  // namespace

std::optional<LabelledRows> labelled_rows(const Table& table, const std::vector<std::string>& missing_tokens,
                                          const std::string& target, const std::vector<std::string>& labels) {
  const auto found = std::find(table.column_names.begin(), table.column_names.end(), target);
  if (found == table.column_names.end()) return std::nullopt;
  const auto column = static_cast<std::size_t>(found - table.column_names.begin());

  std::unordered_map<std::string, std::uint32_t> index;
  for (std::uint32_t i = 0; i < labels.size(); ++i) index.emplace(labels[i], i);
  const auto label_of = [&](const Cell& cell) -> std::optional<std::uint32_t> {
    if (const auto exact = index.find(std::string(cell.text)); exact != index.end()) return exact->second;
    const auto number = parse_number(cell.text);
    if (!number || std::floor(*number) != *number || std::abs(*number) > kExactIntegers) return std::nullopt;
    const auto same = index.find(fmt::format("{}", static_cast<std::int64_t>(*number)));
    return same == index.end() ? std::nullopt : std::optional(same->second);
  };

  Schema tokens;
  tokens.missing_tokens = missing_tokens;
  LabelledRows result{column, {}};
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Cell& cell = table.cell(row, column);
    if (!tokens.is_missing(cell)) result.rows.push_back({row, label_of(cell)});
  }
  return result;
}

}  // namespace espalier
