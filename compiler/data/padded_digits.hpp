// Digits that begin with a zero: a code (a postcode, an article), not an amount.
#pragma once

#include <algorithm>
#include <string_view>

namespace espalier {

// 007 and 04079, not 0, 0.5 or -07.
inline bool is_padded(std::string_view text) {
  return text.size() > 1 && text.front() == '0' &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The same from the beginning of a cell that is a number: true at least for those.
inline bool may_be_padded(const char* cell) {
  return cell[0] == '0' && cell[1] >= '0' && cell[1] <= '9';
}

}  // namespace espalier
