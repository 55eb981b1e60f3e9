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
    std::size_t value = 0;  // the how manieth
    last_value_.assign(children.size(), 0);
    for (OpenNode<Id>& child : children) child.lists->by_value[feature].reserve(child.segment.size());
    const auto append = [&](std::size_t child, Id number, bool has_value) {
      const bool first = has_value && last_value_[child] != value;
      if (first) last_value_[child] = value;
      children[child].lists->by_value[feature].push_back(static_cast<Id>(number | (first ? Lists::kMark : Id{0})));
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool has_value = i < known;
      if (i == 0 || (has_value && Lists::is_marked(entries[i]))) ++value;
      if (i == known) note_known(feature, children);
      const std::size_t item = Lists::case_of(entries[i]);
      const std::uint32_t side = sides_.of(item);
      if (side != kNoChild) {
        if (open_[side] != kNoChild) append(open_[side], numbers_[item], has_value);
        continue;
      }
      for (std::size_t child = 0; child < parts_.size(); ++child) {
        const Id number = parts_[child][numbers_[item]];
        if (number != kLeftOut<Id>) append(child, number, has_value);
      }
    }
    if (known == entries.size()) note_known(feature, children);
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

  void note_known(std::uint32_t feature, std::vector<OpenNode<Id>>& children) const {
    for (OpenNode<Id>& child : children) {
      if (!child.known.empty()) {
        child.known[feature] = static_cast<std::uint32_t>(child.lists->by_value[feature].size());
      }
    }
  }

  const Lists& lists_;
  const std::vector<double>& known_;
  double all_known_ = 0;
  SidesOfCases sides_;
  std::vector<Id> items_;               // by child, those without a value last
  std::vector<std::size_t> begins_;     // per child: of its cases
  std::vector<Id> numbers_;             // per case: its place among those of its child, or among those without a value
  std::vector<std::uint32_t> open_;     // per child: its place among those that got lists, or kNoChild
  std::vector<std::vector<Id>> parts_;  // per child with lists: the numbers of cases without a value
  std::vector<std::size_t> last_value_;
};

}  // namespace espalier
