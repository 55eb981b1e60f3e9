// Dealing a node's cases to its children where those without a value go to every child, each with a part of its weight.
// A case is looked at once for each child that it goes to, and no more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/list_building.hpp"
#include "grow/open_node.hpp"

namespace espalier {

inline constexpr std::uint8_t kNoSide = 2;

// Where each case goes: of two children, kNoSide without a value; or of more, kNoChild.
struct SidesOfCases {
  const std::uint8_t* two;
  const std::uint32_t* many;

  std::uint32_t of(std::size_t item) const {
    if (two == nullptr) return many[item];
    return two[item] == kNoSide ? kNoChild : two[item];
  }
};

template <typename Id>
class Dealing {
 public:
  using Lists = CaseLists<Id>;

  // `known`: the weight of the cases with a value, per child.
  Dealing(const Lists& lists, std::span<const Id> items, const std::vector<double>& known, SidesOfCases sides)
      : lists_(lists), known_(known), sides_(sides), begins_(known.size() + 2, 0), open_(known.size(), kNoChild) {
    all_known_ = std::accumulate(known.begin(), known.end(), 0.0);
    for (const Id item : items) ++begins_[place(item) + 1];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
    items_.resize(items.size());
    numbers_.resize(lists.rows.size());
    for (const Id item : items) {
      const std::size_t to = place(item);
      numbers_[item] = static_cast<Id>(next[to] - begins_[to]);
      items_[next[to]++] = item;
    }
  }

  bool is_empty(std::uint32_t child) const { return known_[child] <= 0; }

  // What the child's cases weigh, by class and in all.
  double add_up(std::uint32_t child, bool many_classes, std::vector<std::int64_t>& units) const {
    std::int64_t all = 0;
    const auto add = [&](const auto* labels) {
      each_case(child, [&](Id item, std::int64_t there) {
        units[labels[item]] += there;
        all += there;
      });
    };
    if (many_classes) {
      add(lists_.responses.data());
    } else {
      add(lists_.labels.data());
    }
    return lists_.scale.weight(all);
  }

  Cases cases(std::uint32_t child) const {
    Cases cases;
    each_case(child, [&](Id item, std::int64_t there) {
      cases.push_back({lists_.rows[item], lists_.scale.weight(there)});
    });
    return cases;
  }

  // Lists of its own for a child, without columns.
  void deal_cases(std::uint32_t child, OpenNode<Id>& part) {
    open_[child] = static_cast<std::uint32_t>(parts_.size());
    std::vector<Id> items;
    std::vector<std::int64_t> units;
    std::vector<Id>& numbers = parts_.emplace_back();  // of the cases without a value
    numbers.assign(without().size(), kLeftOut<Id>);
    each_case(child, [&](Id item, std::int64_t there) {
      if (sides_.of(item) == kNoChild) numbers[numbers_[item]] = static_cast<Id>(items.size());
      items.push_back(item);
      units.push_back(there);
    });
    part.segment = {0, items.size()};
    part.lists = std::make_shared<Lists>(copy_cases<Id>(lists_, std::span<const Id>(items), std::move(units)));
    const std::size_t bytes = part.lists->codes_per_case = lists_.codes_per_case;
    part.lists->codes.resize(bytes * items.size());
    for (std::size_t i = 0; i < items.size() && bytes > 0; ++i) {
      std::copy_n(lists_.codes.data() + items[i] * bytes, bytes, part.lists->codes.data() + i * bytes);
    }
  }

  // A column's list, if it has one, for all children that got lists.
  void deal_column(std::uint32_t feature, const OpenNode<Id>& node, std::vector<OpenNode<Id>>& children) {
    for (OpenNode<Id>& child : children) {
      if (child.known.empty()) child.known.assign(node.known.size(), static_cast<std::uint32_t>(child.segment.size()));
    }
    if (lists_.by_value[feature].empty() || children.empty()) return;
    const std::span<const Id> entries = lists_.column_in(feature, node.segment);
    const std::size_t known = node.known_of(feature);
    // A child gets all of its cases. The mark of a value passes on to the first case of it that the child has.
    places_.clear();
    for (OpenNode<Id>& child : children) {
      std::vector<Id>& list = child.lists->by_value[feature];
      list.resize(child.segment.size());
      places_.push_back({list.data(), 0});
    }
    std::uint32_t value = 0;  // the how manieth
    const auto deal = [&](std::span<const Id> some, bool with_value) {
      for (const Id entry : some) {
        value += with_value && Lists::is_marked(entry) ? 1 : 0;
        const std::size_t item = Lists::case_of(entry);
        const std::uint32_t side = sides_.of(item);
        const auto put = [&](Place& place, Id number) {
          const bool first = with_value && place.value != value;
          place.value = value;
          *place.next++ = static_cast<Id>(number | (first ? Lists::kMark : Id{0}));
        };
        if (side == kNoChild) {
          const std::size_t number = numbers_[item];
          for (std::size_t child = 0; child < parts_.size(); ++child) {
            if (parts_[child][number] != kLeftOut<Id>) put(places_[child], parts_[child][number]);
          }
        } else if (open_[side] != kNoChild) {
          put(places_[open_[side]], numbers_[item]);
        }
      }
    };
    deal(entries.first(known), true);
    for (std::size_t child = 0; child < children.size() && !node.known.empty(); ++child) {
      const std::vector<Id>& list = children[child].lists->by_value[feature];
      children[child].known[feature] = static_cast<std::uint32_t>(places_[child].next - list.data());
    }
    deal(entries.subspan(known), false);
  }

 private:
  std::size_t place(std::size_t item) const {
    const std::uint32_t side = sides_.of(item);
    return side == kNoChild ? known_.size() : side;
  }
  std::span<const Id> without() const { return std::span(items_).subspan(begins_[known_.size()]); }

  // Calls use(item, units) for the cases with a value, then for the parts of others.
  template <typename Use>
  void each_case(std::uint32_t child, const Use& use) const {
    for (std::size_t i = begins_[child]; i < begins_[child + 1]; ++i) use(items_[i], lists_.units[items_[i]]);
    const double share = known_[child] / all_known_;
    for (const Id item : without()) {
      const std::int64_t there = lists_.scale.units(lists_.scale.rounded(lists_.weight(item) * share));
      if (there > 0) use(item, there);
    }
  }

  // In a child's list.
  struct Place {
    Id* next;
    std::uint32_t value;  // of the last case
  };

  const Lists& lists_;
  const std::vector<double>& known_;
  double all_known_ = 0;
  SidesOfCases sides_;
  std::vector<Id> items_;               // by child, those without a value last
  std::vector<std::size_t> begins_;     // per child: of its cases
  std::vector<Id> numbers_;             // per case: its place among those of its child, or among those without a value
  std::vector<std::uint32_t> open_;     // per child: its place among those that got lists, or kNoChild
  std::vector<std::vector<Id>> parts_;  // per child with lists: the numbers of cases without a value
  std::vector<Place> places_;
};

}  // namespace espalier
