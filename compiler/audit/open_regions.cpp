#include "audit/open_regions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace espalier {
namespace {

double size_of(const Feature& column, const ColumnValues& values) {
  if (values.categorical) return static_cast<double>(values.words.count());
  if (!(values.first <= values.last)) return 0;
  const double first = std::max(values.first, column.minimum);
  const double last = std::min(values.last, column.maximum);
  if (first > last) return 0;
  return column.integer ? std::floor(last) - std::ceil(first) + 1 : last - first;
}

}  // namespace

// The one that was found first comes first among equals.
bool OpenRegions::less(const OpenRegion& a, const OpenRegion& b) {
  return std::pair(a.hope, b.number) < std::pair(b.hope, a.number);
}

void OpenRegions::push(OpenRegion region) {
  region.number = numbered_++;
  heap_.push_back(std::move(region));
  std::ranges::push_heap(heap_, less);
  if (heap_.size() <= kept_) return;
  std::ranges::sort(heap_, [](const OpenRegion& a, const OpenRegion& b) { return less(b, a); });
  for (std::size_t i = kept_ / 2; i < heap_.size(); ++i) {
    given_up_ = std::max(given_up_, heap_[i].hope);
    given_up_share_ += heap_[i].share;
  }
  heap_.resize(kept_ / 2);
  std::ranges::make_heap(heap_, less);
}

OpenRegion OpenRegions::pop() {
  std::ranges::pop_heap(heap_, less);
  OpenRegion region = std::move(heap_.back());
  heap_.pop_back();
  return region;
}

double OpenRegions::at_most() const {
  return heap_.empty() ? given_up_ : std::max(given_up_, heap_.front().hope);
}

double OpenRegions::share() const {
  double share = given_up_share_;
  for (const OpenRegion& region : heap_) share += region.share;
  return share;
}

std::vector<double> shares_of(const Space& space, const std::vector<RegionPart>& parts) {
  std::vector<double> shares;
  double all = 0;
  for (const RegionPart& part : parts) {
    shares.push_back(size_of(space.columns[part.column], part.values));
    all += shares.back();
  }
  for (double& share : shares) {
    share = all > 0 && std::isfinite(all) ? share / all : 1 / static_cast<double>(parts.size());
  }
  return shares;
}

std::vector<OpenRegion> split(const Space& space, const ModelView& view, const Tree& tree, std::size_t place,
                              const OpenRegion& from) {
  const Node& node = tree.nodes[from.places[place]];
  std::vector<RegionPart> parts;
  divide(view, space, node, from.region, parts);
  const std::vector<double> shares = shares_of(space, parts);
  std::vector<OpenRegion> regions;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    OpenRegion& region =
        regions.emplace_back(OpenRegion{from.region, from.places, {}, 0, 0, from.share * shares[i], 0});
    region.region[parts[i].column] = std::move(parts[i].values);
    if (parts[i].leads == RegionPart::Leads::to_child) region.places[place] = node.children[parts[i].child];
  }
  return regions;
}

}  // namespace espalier
