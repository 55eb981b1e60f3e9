// "did you mean ...": the known name nearest to a misspelt one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace espalier {

// The candidate with the smallest edit distance (insert, delete, replace, swap neighbours; case counts half), if it is
// near enough to be a plausible misspelling. Ties go to the earlier candidate.
std::optional<std::string> suggest(std::string_view misspelt, std::span<const std::string> candidates);

// "did you mean 'species'?" or, with nothing near, "" .
std::string did_you_mean(std::string_view misspelt, std::span<const std::string> candidates);

}  // namespace espalier
