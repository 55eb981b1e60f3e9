#include "data/grouped_warning.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

namespace espalier {

namespace {

constexpr std::size_t kRun = 64;  // wide enough for the groups that come mixed
constexpr std::ptrdiff_t kPlaced = 8;

bool many_already(const Warnings& warnings, const std::string& group) {
  const auto end = warnings.rbegin() + static_cast<std::ptrdiff_t>(std::min(warnings.size(), kRun));
  return std::count_if(warnings.rbegin(), end, [&](const Warning& warning) { return warning.group == group; }) >=
         kPlaced;
}

}  // namespace

void warn_in_group(Warnings& warnings, const std::string& group, std::string message, std::string hint,
                   const std::function<Location()>& where) {
  std::optional<Location> place;
  if (!many_already(warnings, group)) place = where();
  warnings.push_back({std::move(message), std::move(hint), std::move(place), group});
}

}  // namespace espalier
