// Numeric columns in few bins: neighbouring values that the search does not tell apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace espalier {

inline constexpr std::size_t kFewestBins = 2;
inline constexpr std::size_t kMostBins = 255;
inline constexpr std::uint8_t kNoBin = 255;  // the code of rows without a value

struct BinnedColumn {
  std::pmr::vector<std::uint8_t> codes;  // per row: its bin, in ascending order of the values; or kNoBin
  std::vector<double> lowest;            // per bin: of the values in it
  std::vector<double> highest;
  std::size_t known = 0;  // rows with a value
};

// At most `most` bins. If there are no more different values than that, each has a bin of its own. Otherwise a value
// that holds at least 1 / most of the rows ends a bin, and the bins that are left divide the other rows evenly: an edge
// is the k-th of them, k = rows / bins, 2 rows / bins, ... rounded up. Equal values are in one bin. The order of the
// rows does not matter. NaN: no value. -0 and +0 are one value. The codes are kept where `codes_in` says.
BinnedColumn bin_values(std::span<const double> values, std::size_t most,
                        std::pmr::memory_resource* codes_in = std::pmr::get_default_resource());

}  // namespace espalier
