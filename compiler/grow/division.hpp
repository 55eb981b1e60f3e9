// The cases of a node on their ways to its children.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/dealing.hpp"
#include "grow/distribute.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/open_node.hpp"
#include "grow/search_plan.hpp"
#include "grow/surrogate_search.hpp"
#include "model/model.hpp"
#include "support/parallel.hpp"

namespace espalier {

// Dividing a node's segment of a list among its children, each part in the order it was in.

// Whether every case has a value of its own. (The mark of the first means nothing.)
template <typename Id>
bool all_differ(std::span<const Id> entries) {
  constexpr std::size_t kBlock = 64;
  for (std::size_t at = 1; at < entries.size();) {
    Id all = CaseLists<Id>::kMark;
    for (const std::size_t end = std::min(at + kBlock, entries.size()); at < end; ++at) all &= entries[at];
    if ((all & CaseLists<Id>::kMark) == 0) return false;
  }
  return true;
}

struct Divided {
  std::size_t first = 0;         // cases
  std::size_t known_first = 0;   //   with a value
  std::size_t known_second = 0;  // of the others
};

// Divides into two: cases with sides[case] == 0 come first. On each side those with a value, which are the first
// `known` here, come before those without. The mark of a value that lost its first case passes on to the next case of
// that side. `scratch` has room for all. (Without a branch, because half of them would be guessed wrongly, and in 32
// bits, because processors are slower with less.)
template <typename Id>
Divided divide_in_two(std::span<Id> entries, std::size_t known, const std::uint8_t* sides, Id* scratch) {
  constexpr std::uint32_t kMark = CaseLists<Id>::kMark;
  constexpr std::size_t kAhead = 24;  // cases whose sides, of large lists, are asked for in time
  Id* first = entries.data();
  Id* second = scratch;
  const auto side_of = [&](std::size_t i) {
    if (sizeof(Id) == 4 && i + kAhead < known) __builtin_prefetch(sides + (entries[i + kAhead] & ~kMark));
    return static_cast<std::uint32_t>(sides[entries[i] & ~kMark]);
  };
  if (all_differ(std::span<const Id>(entries.first(known)))) {
    for (std::size_t i = 0; i < known; ++i) {
      const std::uint32_t goes_second = side_of(i);
      const Id entry = entries[i];
      *first = entry;
      *second = entry;
      first += goes_second ^ 1U;
      second += goes_second;
    }
  } else {
    std::uint32_t due_first = 0;  // marks that were not passed on yet
    std::uint32_t due_second = 0;
    for (std::size_t i = 0; i < known; ++i) {
      const std::uint32_t goes_second = side_of(i);
      const std::uint32_t item = entries[i] & ~kMark;
      const std::uint32_t mark = entries[i] & kMark;
      due_first |= mark;
      due_second |= mark;
      *first = static_cast<Id>(item | due_first);
      *second = static_cast<Id>(item | due_second);
      first += goes_second ^ 1U;
      second += goes_second;
      due_first &= 0U - goes_second;
      due_second &= goes_second - 1U;
    }
  }
  Divided divided;
  divided.known_first = static_cast<std::size_t>(first - entries.data());
  divided.known_second = static_cast<std::size_t>(second - scratch);
  for (const Id entry : entries.subspan(known)) {
    const std::uint32_t goes_second = sides[entry];
    *first = entry;
    *second = entry;
    first += goes_second ^ 1U;
    second += goes_second;
  }
  std::copy(scratch, second, first);
  divided.first = static_cast<std::size_t>(first - entries.data());
  return divided;
}

// The same, to another place, where `count` of them come first.
template <typename Id>
void divide_to(std::span<const Id> entries, const std::uint8_t* sides, std::size_t count, Id* to) {
  constexpr std::uint32_t kMark = CaseLists<Id>::kMark;
  std::size_t first = 0;
  std::size_t second = count;
  std::uint32_t due_first = 0;
  std::uint32_t due_second = 0;
  for (const Id read : entries) {
    const std::uint32_t entry = read;
    const std::uint32_t item = entry & ~kMark;
    const std::uint32_t mark = entry & kMark;
    const std::size_t goes_second = sides[item];
    const std::uint32_t if_second = 0U - static_cast<std::uint32_t>(goes_second);
    due_first |= mark;
    due_second |= mark;
    const std::uint32_t due = due_first ^ ((due_first ^ due_second) & if_second);
    to[first ^ ((first ^ second) & (std::size_t{0} - goes_second))] = static_cast<Id>(item | due);
    first += goes_second ^ 1U;
    second += goes_second;
    due_first &= if_second;
    due_second &= ~if_second;
  }
}

// The same for entries that all_differ.
template <typename Id>
void divide_distinct_to(std::span<const Id> entries, const std::uint8_t* sides, std::size_t count, Id* to) {
  std::size_t first = 0;
  std::size_t second = count;
  for (const Id entry : entries) {
    const std::size_t goes_second = sides[CaseLists<Id>::case_of(entry)];
    to[first ^ ((first ^ second) & (std::size_t{0} - goes_second))] = entry;
    first += goes_second ^ 1U;
    second += goes_second;
  }
}

// Divides among any number of children: child c gets the places of `scratch` from next[c] on, which move along.
// child_of(entry) says where a case goes.
template <typename Id, typename ChildOf>
void divide_among(std::span<const Id> entries, const ChildOf& child_of, std::vector<std::size_t>& next, Id* scratch) {
  using Lists = CaseLists<Id>;
  std::size_t value = 0;  // the how manieth
  std::vector<std::size_t> last_value(next.size(), 0);
  for (const Id entry : entries) {
    if (value == 0 || Lists::is_marked(entry)) ++value;
    const std::size_t item = Lists::case_of(entry);
    const std::size_t child = child_of(entry);
    const bool first_of_value = last_value[child] != value;
    last_value[child] = value;
    scratch[next[child]++] = static_cast<Id>(item | (first_of_value ? Lists::kMark : Id{0}));
  }
}

template <typename Id>
class Division {
 public:
  Division(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits,
           const ValueCounter& counter)
      : plan_(plan),
        columns_(columns),
        limits_(limits),
        surrogates_(plan, columns, limits, counter),
        scratch_(std::max<std::size_t>(1, limits.threads)) {}

  // Gives the node its test, with surrogates and the way of missing values, and says where every case goes. Returns the
  // weight of the cases with a value, per child.
  std::vector<double> send(const FoundSplit<Id>& split, Node& node) {
    const GrowOptions& options = plan_.options;
    const Lists& lists = *split.node.lists;
    apply_test(plan_.training, options, split.test.test, node);
    two_ = node.children.size() == 2;
    const auto send = [&]<typename Side>(std::vector<Side>& sides, Side unknown) {
      make_room(sides, lists.rows.size());
      send_known(split, sides.data(), unknown);
      std::vector<double> known = known_weights(split, node.children.size(), sides.data(), unknown);
      const bool two_way = node.test == TestKind::less_equal || node.test == TestKind::member;
      if constexpr (std::is_same_v<Side, std::uint8_t>) {
        if (options.missing == MissingPolicy::surrogate && two_way) {
          node.surrogates = surrogates_.find(lists, split.node.segment, split.node.known, split.node.counts != nullptr,
                                             node.feature, sides.data());
        }
      }
      node.missing_child = choose_missing_child(node, split.test.test, options.missing, known);
      in_parts_ = options.missing == MissingPolicy::fractional && any_missing_ &&
                  std::accumulate(known.begin(), known.end(), 0.0) > 0;
      if (any_missing_ && !in_parts_) send_missing(split, node, sides.data(), unknown);
      return known;
    };
    return two_ ? send(sides_, kNoSide) : send(many_sides_, kNoChild);
  }

  // Whether cases without a value go everywhere, in parts.
  bool in_parts() const { return in_parts_; }

  // If none does: the children's segments, in which the cases are in order and the columns are not yet.
  std::vector<Segment> divide_cases(const FoundSplit<Id>& split, std::size_t children) {
    const Segment segment = split.node.segment;
    make_room(scratch_[0], segment.size());
    const std::span<Id> items = std::span(split.node.lists->order).subspan(segment.begin, segment.size());
    if (children == 2) {
      const std::size_t middle =
          segment.begin + divide_in_two(items, items.size(), sides_.data(), scratch_[0].data()).first;
      return {{segment.begin, middle}, {middle, segment.end}};
    }
    std::vector<std::size_t> next(children, 0);
    for (const Id item : items) ++next[many_sides_[item]];
    std::exclusive_scan(next.begin(), next.end(), next.begin(), std::size_t{0});
    std::vector<Segment> segments(children);
    for (std::size_t child = 0; child < children; ++child) segments[child].begin = segment.begin + next[child];
    for (const Id item : items) scratch_[0][next[many_sides_[item]]++] = item;
    std::copy_n(scratch_[0].begin(), items.size(), items.begin());
    for (std::size_t child = 0; child < children; ++child) segments[child].end = segment.begin + next[child];
    return segments;
  }

  // Divides the columns that the children may be tested by, and says how much of them is known there.
  void divide_columns(const FoundSplit<Id>& split, std::vector<OpenNode<Id>>& children) {
    if (!split.node.known.empty()) {
      for (OpenNode<Id>& child : children) {
        child.known.assign(split.node.known.size(), static_cast<std::uint32_t>(child.segment.size()));
      }
    }
    const Lists& lists = *split.node.lists;
    const std::vector<std::uint32_t>& active = *children.front().active;
    const bool any = std::any_of(active.begin(), active.end(), [&](std::uint32_t column) {
      return !lists.by_value[columns_[column].feature].empty();
    });
    if (!any) return;
    const std::size_t workers = split.node.segment.size() < limits_.shared ? 1 : scratch_.size();
    std::atomic<std::size_t> next = 0;
    const auto work = [&](std::size_t worker) {
      make_room(scratch_[worker], split.node.segment.size());
      for (std::size_t i = next++; i < active.size(); i = next++) {
        const ListedColumn& column = columns_[active[i]];
        if (!lists.by_value[column.feature].empty()) divide_column(split, column.feature, children, scratch_[worker]);
      }
    };
    if (workers == 1) {
      work(0);
    } else {
      in_parallel(workers, workers, work);
    }
  }

  // If some do: where each case goes.
  SidesOfCases sides() const {
    return two_ ? SidesOfCases{sides_.data(), nullptr} : SidesOfCases{nullptr, many_sides_.data()};
  }

 private:
  using Lists = CaseLists<Id>;

  template <typename T>
  static void make_room(std::vector<T>& room, std::size_t size) {
    if (room.size() < size) room.resize(size);
  }

  // Where the test's value is known. Its column says where by places, not by values.
  template <typename Side>
  void send_known(const FoundSplit<Id>& split, Side* sides, Side unknown) const {
    const Lists& lists = *split.node.lists;
    const ListedColumn& column = columns_[split.test.column];
    const Ways& ways = split.test.ways;
    const std::span<const Id> items = split.node.items();
    if (column.packed) {
      const Side if_set = column.packing.set_is_lower ? 0 : 1;
      for (const Id item : items) {
        const bool set = (lists.words[item * lists.words_per_case + column.packing.word] & column.packing.bit) != 0;
        sides[item] = set ? if_set : static_cast<Side>(1 - if_set);
      }
      return;
    }
    if (column.coded && split.node.counts) {
      std::vector<Side> by_code(ways.by_code.begin(), ways.by_code.end());
      by_code.push_back(unknown);
      for (const Id item : items) sides[item] = by_code[code_of(lists, column, item)];
      return;
    }
    const std::span<const Id> entries = lists.column_in(column.feature, split.node.segment);
    const std::size_t known = split.node.known_of(column.feature);
    if (ways.by_value.empty()) {
      const std::size_t below = std::min(ways.below, known);
      for (std::size_t i = 0; i < below; ++i) sides[Lists::case_of(entries[i])] = 0;
      for (std::size_t i = below; i < known; ++i) sides[Lists::case_of(entries[i])] = 1;
    } else {
      std::size_t value = 0;
      for (std::size_t i = 0; i < known; ++i) {
        if (i > 0 && Lists::is_marked(entries[i])) ++value;
        sides[Lists::case_of(entries[i])] = static_cast<Side>(ways.by_value[value]);
      }
    }
    for (std::size_t i = known; i < entries.size(); ++i) sides[Lists::case_of(entries[i])] = unknown;
  }

  template <typename Side>
  void send_missing(const FoundSplit<Id>& split, const Node& node, Side* sides, Side unknown) const {
    for (const Id item : split.node.items()) {
      if (sides[item] != unknown) continue;
      sides[item] = static_cast<Side>(branch_without_value(plan_.training, node, split.node.lists->rows[item]));
    }
  }

  template <typename Side>
  std::vector<double> known_weights(const FoundSplit<Id>& split, std::size_t children, const Side* sides,
                                    Side unknown) {
    const Lists& lists = *split.node.lists;
    std::vector<std::int64_t> amounts(children, 0);
    any_missing_ = false;
    for (const Id item : split.node.items()) {
      const Side side = sides[item];
      if (side == unknown) {
        any_missing_ = true;
      } else {
        amounts[side] += lists.units.empty() ? 1 : lists.units[item];
      }
    }
    std::vector<double> weights;
    weights.reserve(children);
    for (const std::int64_t amount : amounts) {
      weights.push_back(lists.units.empty() ? static_cast<double>(amount) : lists.scale.weight(amount));
    }
    return weights;
  }

  void divide_column(const FoundSplit<Id>& split, std::uint32_t feature, std::vector<OpenNode<Id>>& children,
                     std::vector<Id>& scratch) const {
    const Segment segment = split.node.segment;
    const std::span<Id> entries = std::span(split.node.lists->by_value[feature]).subspan(segment.begin, segment.size());
    const std::size_t known = split.node.known_of(feature);
    if (children.size() == 2) {
      const bool in_order = split.test.ways.by_value.empty() && split.test.test.test == TestKind::less_equal;
      const bool complete = known == segment.size();
      if (complete && in_order && split.test.test.feature == feature) return;  // its order divides it already
      const Divided divided = divide_in_two(entries, known, sides_.data(), scratch.data());
      if (complete) return;
      children[0].known[feature] = static_cast<std::uint32_t>(divided.known_first);
      children[1].known[feature] = static_cast<std::uint32_t>(divided.known_second);
      return;
    }
    const auto child_of = [&](Id entry) -> std::size_t { return many_sides_[Lists::case_of(entry)]; };
    // Each child's cases with a value come first, then those without.
    std::vector<std::size_t> known_there(children.size(), 0);
    for (const Id entry : entries.first(known)) ++known_there[child_of(entry)];
    std::vector<std::size_t> next(children.size());
    std::vector<std::size_t> next_missing(children.size());
    for (std::size_t child = 0; child < children.size(); ++child) {
      next[child] = children[child].segment.begin - segment.begin;
      next_missing[child] = next[child] + known_there[child];
      if (!children[child].known.empty())
        children[child].known[feature] = static_cast<std::uint32_t>(known_there[child]);
    }
    divide_among(std::span<const Id>(entries.first(known)), child_of, next, scratch.data());
    for (const Id entry : entries.subspan(known)) scratch[next_missing[child_of(entry)]++] = entry;
    std::copy_n(scratch.begin(), entries.size(), entries.begin());
  }

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  SurrogateSearch<Id> surrogates_;
  bool two_ = true;                        // children
  bool in_parts_ = false;                  //
  bool any_missing_ = false;               // cases without a value
  std::vector<std::uint8_t> sides_;        // per case: the child it goes to, of two; kNoSide: it has no value
  std::vector<std::uint32_t> many_sides_;  // of more; kNoChild
  std::vector<std::vector<Id>> scratch_;   // per thread
};

}  // namespace espalier
