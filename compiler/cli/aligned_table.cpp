#include "cli/aligned_table.hpp"

#include <algorithm>

#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kIndent = 10;

}  // namespace

std::string aligned_table(const std::vector<std::vector<std::string>>& lines, std::size_t names) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], count_characters(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    text += std::string(kIndent, ' ');
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string pad(widths[i] - count_characters(line[i]), ' ');
      text += (i == 0 ? "" : "  ") + (i < names ? line[i] + pad : pad + line[i]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace espalier::cli
