// Dealing a node's cases to its children where those without a value go to every child, each with a part of its weight.
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
#include "grow/node_cases.hpp"
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

// Keeps its room from one node to the next.
template <typename Id>
class Dealing {
 public:
  using Lists = CaseLists<Id>;

  // `known`: the weight of the cases with a value, per child.
  void begin(const Lists& lists, std::span<const Id> items, const std::vector<double>& known, SidesOfCases sides) {
    lists_ = &lists;
    items_ = items;
    sides_ = sides;
    places_.assign(known.size(), kNoChild);
    open_.clear();
    dealt_.resize(std::max(dealt_.size(), known.size()));
    for (std::size_t child = 0; child < known.size(); ++child) dealt_[child].clear();
    without_.clear();
    for (const Id item : items) {
      const std::uint32_t side = sides.of(item);
      if (side == kNoChild) {
        without_.push_back(item);
      } else {
        dealt_[side].add(item, lists.units[item]);
      }
    }
    const double all = std::accumulate(known.begin(), known.end(), 0.0);
    for (std::size_t child = 0; child < known.size(); ++child) {
      const double share = known[child] / all;
      if (share <= 0) continue;
      for (const Id item : without_) {
        const std::int64_t part = lists.scale.units(lists.scale.rounded(lists.weight(item) * share));
        if (part > 0) dealt_[child].add(item, part);
      }
    }
  }

  bool is_empty(std::size_t child) const { return dealt_[child].items.empty(); }

  // What the child's cases weigh, by class and in all.
  double add_up(std::size_t child, bool many_classes, std::vector<std::int64_t>& units) const {
    const auto add = [&](const auto* labels) {
      const Dealt& dealt = dealt_[child];
      for (std::size_t i = 0; i < dealt.items.size(); ++i) units[labels[dealt.items[i]]] += dealt.units[i];
    };
    if (many_classes) {
      add(lists_->responses.data());
    } else {
      add(lists_->labels.data());
    }
    return lists_->scale.weight(std::accumulate(units.begin(), units.end(), std::int64_t{0}));
  }

  Cases cases(std::size_t child) const {
    const Dealt& dealt = dealt_[child];
    Cases cases;
    for (std::size_t i = 0; i < dealt.items.size(); ++i) {
      cases.push_back({lists_->rows[dealt.items[i]], lists_->scale.weight(dealt.units[i])});
    }
    return cases;
  }

  // Lists of its own for the child, which is the next one that gets some. Columns follow.
  void deal_cases(std::size_t child, OpenNode<Id>& part) {
    places_[child] = static_cast<std::uint32_t>(open_.size());
    open_.push_back(static_cast<std::uint32_t>(child));
    const Dealt& dealt = dealt_[child];
    part.segment = {0, dealt.items.size()};
    part.lists = std::make_shared<Lists>(copy_cases<Id>(*lists_, std::span<const Id>(dealt.items)));
    part.lists->units = dealt.units;
    const std::size_t bytes = part.lists->codes_per_case = lists_->codes_per_case;
    part.lists->codes.resize(bytes * dealt.items.size());
    for (std::size_t i = 0; i < dealt.items.size() && bytes > 0; ++i) {
      std::copy_n(lists_->codes.data() + dealt.items[i] * bytes, bytes, part.lists->codes.data() + i * bytes);
    }
  }

  // The lists of columns that have some, for all children that got lists.
  void deal_columns(std::span<const std::uint32_t> features, const OpenNode<Id>& node,
                    std::vector<OpenNode<Id>>& children) {
    std::vector<std::uint32_t> listed;
    for (const std::uint32_t feature : features) {
      if (!lists_->by_value[feature].empty()) listed.push_back(feature);
    }
    for (OpenNode<Id>& child : children) {
      child.known.assign(node.known.size(), static_cast<std::uint32_t>(child.segment.size()));
      child.lists->make_lists(listed);
    }
    if (listed.empty() || children.empty()) return;
    number_cases();
    ends_.resize(children.size());
    for (const std::uint32_t feature : listed) {
      const std::span<const Id> entries = lists_->column_in(feature, node.segment);
      const std::size_t known = node.known_of(feature);
      for (std::size_t i = 0; i < children.size(); ++i) ends_[i] = children[i].lists->by_value[feature].data();
      deal_values(entries.first(known));
      if (known == entries.size()) continue;
      for (std::size_t i = 0; i < children.size(); ++i) {
        const auto there = ends_[i] - children[i].lists->by_value[feature].data();
        children[i].known[feature] = static_cast<std::uint32_t>(there);
      }
      deal<Marks::none>(entries.subspan(known));
    }
  }

 private:
  static constexpr Id kLeftOut = 0;

  // Which of the entries of a list begin a value.
  enum class Marks { none, some, all };

  struct Dealt {
    std::vector<Id> items;
    std::vector<std::int64_t> units;
    std::vector<Id> numbers;  // of two children, per case: its number in the child with the mark, or kLeftOut; of
                              // more: of cases without a value

    void clear() {
      items.clear();
      units.clear();
    }
    void add(Id item, std::int64_t weight) {
      items.push_back(item);
      units.push_back(weight);
    }
  };

  void number_cases() {
    const bool two = sides_.two != nullptr;
    if (!two) numbers_.resize(lists_->rows.size());
    for (std::size_t i = 0; i < without_.size() && !two; ++i) numbers_[without_[i]] = static_cast<Id>(i);
    for (const std::uint32_t child : open_) {
      Dealt& dealt = dealt_[child];
      if (two) {
        dealt.numbers.resize(std::max(dealt.numbers.size(), lists_->rows.size()));
        for (const Id item : items_) dealt.numbers[item] = kLeftOut;
      } else {
        dealt.numbers.assign(without_.size(), kLeftOut);
      }
      for (std::size_t i = 0; i < dealt.items.size(); ++i) {
        const Id item = dealt.items[i];
        const auto number = static_cast<Id>(i | Lists::kMark);
        if (two) {
          dealt.numbers[item] = number;
        } else if (sides_.of(item) == child) {
          numbers_[item] = number;
        } else {
          dealt.numbers[numbers_[item]] = number;
        }
      }
    }
  }

  void deal_values(std::span<const Id> entries) {
    // In small nodes of numbers, values differ: that is seen at a glance, and makes dealing easier.
    Id common = Lists::kMark;
    for (std::size_t i = 1; i < entries.size(); ++i) common &= entries[i];
    if (common != 0) {
      deal<Marks::all>(entries);
    } else {
      deal<Marks::some>(entries);
    }
  }

  // Appends the entries to the lists of the children that have their cases. The mark of a value passes on to the first
  // case of it that a child has.
  template <Marks kMarks>
  void deal(std::span<const Id> entries) {
    if (sides_.two == nullptr) return deal_to_many<kMarks>(entries);
    Taker<kMarks> first{dealt_[open_[0]].numbers.data(), ends_[0]};
    if (open_.size() == 1) {
      for (const Id entry : entries) first.take(entry);
    } else {
      Taker<kMarks> second{dealt_[open_[1]].numbers.data(), ends_[1]};
      for (const Id entry : entries) {
        first.take(entry);
        second.take(entry);
      }
      ends_[1] = second.to;
    }
    ends_[0] = first.to;
  }

  // Without a branch, as divide_in_two.
  template <Marks kMarks>
  struct Taker {
    const Id* numbers;
    Id* to;
    std::uint32_t due = 0;  // a mark that was not passed on yet

    void take(Id entry) {
      constexpr std::uint32_t kMark = Lists::kMark;
      const std::uint32_t number = numbers[Lists::case_of(entry)];
      const std::uint32_t there = number / kMark;
      if constexpr (kMarks == Marks::some) due |= entry & kMark;
      *to = static_cast<Id>(kMarks == Marks::all ? number : (number & ~kMark) | due);
      to += there;
      if constexpr (kMarks == Marks::some) due &= there - 1U;
    }
  };

  template <Marks kMarks>
  void deal_to_many(std::span<const Id> entries) {
    std::uint32_t value = 0;  // the how manieth
    values_.assign(ends_.size(), 0);
    const auto put = [&](std::uint32_t to, Id number) {
      const bool first = kMarks != Marks::none && std::exchange(values_[to], value) != value;
      *ends_[to]++ = first ? number : static_cast<Id>(Lists::case_of(number));
    };
    for (const Id entry : entries) {
      value += Lists::is_marked(entry) ? 1 : 0;
      const std::size_t item = Lists::case_of(entry);
      const std::uint32_t side = sides_.of(item);
      if (side != kNoChild) {
        if (places_[side] != kNoChild) put(places_[side], numbers_[item]);
        continue;
      }
      for (std::uint32_t place = 0; place < open_.size(); ++place) {
        const Id number = dealt_[open_[place]].numbers[numbers_[item]];
        if (number != kLeftOut) put(place, number);
      }
    }
  }

  const Lists* lists_ = nullptr;
  std::span<const Id> items_;
  SidesOfCases sides_{};
  std::vector<Id> without_;
  std::vector<Dealt> dealt_;           // per child
  std::vector<std::uint32_t> open_;    // the children that got lists
  std::vector<std::uint32_t> places_;  // per child: its place among these, or kNoChild
  std::vector<Id*> ends_;              // of the lists of these
  std::vector<std::uint32_t> values_;  // per list: of its last case
  std::vector<Id> numbers_;  // of more than two children: numbers in their own child; without a value, among those
};

}  // namespace espalier
