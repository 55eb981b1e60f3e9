// Regions that are still to be looked at, the most promising first: for models of several trees, whose regions are too
// many to go through all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "audit/region.hpp"
#include "audit/region_walk.hpp"

namespace espalier {

struct OpenRegion {
  Region region;
  std::vector<std::uint32_t> places;  // per tree, of one model or of two
  std::vector<std::uint32_t> rows{};  // that somebody sends along
  std::size_t asked = 0;              // the tree that is to be asked next
  double hope = 0;                    // what it may have at most
  double share = 1;                   // of the inputs, see shares_of()
  std::uint64_t number = 0;           // in the order of being found
};

class OpenRegions {
 public:
  // Beyond so many, those with the least hope are given up; at_most() remembers what they may have.
  explicit OpenRegions(std::size_t kept = 100'000) : kept_(kept) {}

  void push(OpenRegion region);
  OpenRegion pop();
  bool empty() const { return heap_.empty(); }
  double hope() const { return heap_.front().hope; }  // of the next one
  // What no region exceeds that is open or was given up; minus infinity: there is none.
  double at_most() const;
  bool gave_up() const { return given_up_share_ > 0; }
  double share() const;  // of both

 private:
  static bool less(const OpenRegion& a, const OpenRegion& b);

  std::vector<OpenRegion> heap_;
  std::size_t kept_;
  std::uint64_t numbered_ = 0;
  double given_up_ = -kUnbounded;
  double given_up_share_ = 0;
};

// The parts of a region by the test at a tree's place. `tree` counts among `places`. Regions, places and shares are
// set.
std::vector<OpenRegion> split(const Space& space, const ModelView& view, const Tree& tree, std::size_t place,
                              const OpenRegion& from);

// How large a share of the inputs each part is, if numbers are spread evenly over their training range, words are as
// frequent as one another, and values are missing only where nothing else is left. The sum is 1.
std::vector<double> shares_of(const Space& space, const std::vector<RegionPart>& parts);

}  // namespace espalier
