#include "data/column_names.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <unordered_map>
#include <unordered_set>

namespace espalier {

std::vector<std::string> unique_names(const std::vector<std::string>& raw) {
  const std::unordered_set<std::string> written(raw.begin(), raw.end());
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, std::size_t> last_suffix;  // keeps a thousand columns of one name linear
  std::vector<std::string> names;
  names.reserve(raw.size());
  for (std::size_t column = 0; column < raw.size(); ++column) {
    const bool made_up = raw[column].empty();
    const std::string base = made_up ? fmt::format("column_{}", column + 1) : raw[column];
    std::string name = base;
    bool free = !taken.contains(name) && !(made_up && written.contains(name));
    while (!free) {
      std::size_t& suffix = last_suffix.try_emplace(base, 1).first->second;
      name = fmt::format("{}.{}", base, ++suffix);
      free = !taken.contains(name) && !written.contains(name);
    }
    taken.insert(name);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace espalier
