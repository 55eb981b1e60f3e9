#include "grow/division.hpp"

#include <atomic>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "grow/distribute.hpp"
#include "grow/divide.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

constexpr std::uint32_t kEverywhere = UINT32_MAX;

template <typename T>
void make_room(std::vector<T>& room, std::size_t size) {
  if (room.size() < size) room.resize(size);
}

}  // namespace

template <typename Id>
bool Division<Id>::send(const FoundSplit<Id>& split, const Node& node, const std::vector<double>& known) {
  const Lists& lists = *split.node.lists;
  const ListedColumn& column = columns_[split.test.column];
  const std::span<const Id> items = split.node.items();
  make_room(sides_, lists.rows.size());
  if (split.test.below && split.node.known_of(column.feature) == items.size()) {
    const std::span<const Id> entries = lists.column_in(column.feature, split.node.segment);
    for (std::size_t i = 0; i < *split.test.below; ++i) sides_[Lists::case_of(entries[i])] = 0;
    for (std::size_t i = *split.test.below; i < entries.size(); ++i) sides_[Lists::case_of(entries[i])] = 1;
    return false;
  }
  if (split.test.last_bin) {
    const std::uint8_t* const codes = lists.codes.data() + column.place;
    for (const Id item : items) sides_[item] = codes[item * lists.codes_per_case] > *split.test.last_bin ? 1 : 0;
    return false;
  }
  if (column.packed) {
    const std::uint8_t if_set = column.packing.set_is_lower ? 0 : 1;
    for (const Id item : items) {
      const bool set = (lists.words[item * lists.words_per_case + column.packing.word] & column.packing.bit) != 0;
      sides_[item] = set ? if_set : static_cast<std::uint8_t>(1 - if_set);
    }
    return false;
  }
  const bool in_parts = plan_.options.missing == MissingPolicy::fractional &&
                        split.node.known_of(column.feature) < items.size() &&
                        std::accumulate(known.begin(), known.end(), 0.0) > 0;
  send_each(split, node, in_parts);
  return in_parts;
}

template <typename Id>
void Division<Id>::send_each(const FoundSplit<Id>& split, const Node& node, bool in_parts) {
  const Lists& lists = *split.node.lists;
  const bool two = node.children.size() == 2 && !in_parts;
  if (!two) make_room(many_sides_, lists.rows.size());
  for (const Id item : split.node.items()) {
    const std::uint32_t row = lists.rows[item];
    const auto branch = branch_of(plan_.training, node, row);
    const std::uint32_t child =
        branch ? *branch : (in_parts ? kEverywhere : branch_without_value(plan_.training, node, row));
    if (two) {
      sides_[item] = static_cast<std::uint8_t>(child);
    } else {
      many_sides_[item] = child;
    }
  }
}

template <typename Id>
std::vector<Segment> Division<Id>::divide_cases(const FoundSplit<Id>& split, std::size_t children) {
  const Segment segment = split.node.segment;
  make_room(scratch_[0], segment.size());
  const std::span<Id> items = std::span(split.node.lists->order).subspan(segment.begin, segment.size());
  if (children == 2) {
    const std::size_t middle = segment.begin + divide_in_two(items, sides_.data(), scratch_[0].data());
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

template <typename Id>
void Division<Id>::divide_columns(const FoundSplit<Id>& split, std::vector<OpenNode<Id>>& children,
                                  const std::vector<bool>& open) {
  if (!split.node.known.empty()) {
    for (OpenNode<Id>& child : children) {
      child.known.assign(split.node.known.size(), static_cast<std::uint32_t>(child.segment.size()));
    }
  }
  const Lists& lists = *split.node.lists;
  const std::vector<std::uint32_t>& active = *children.front().active;
  const bool any = std::any_of(active.begin(), active.end(),
                               [&](std::uint32_t column) { return !lists.by_value[columns_[column].feature].empty(); });
  if (!any) return;
  const std::size_t workers = split.node.segment.size() < limits_.shared ? 1 : scratch_.size();
  std::atomic<std::size_t> next = 0;
  const auto work = [&](std::size_t worker) {
    make_room(scratch_[worker], split.node.segment.size());
    for (std::size_t i = next++; i < active.size(); i = next++) {
      const ListedColumn& column = columns_[active[i]];
      if (!lists.by_value[column.feature].empty())
        divide_column(split, column.feature, children, open, scratch_[worker]);
    }
  };
  if (workers == 1) {
    work(0);
  } else {
    in_parallel(workers, workers, work);
  }
}

template <typename Id>
void Division<Id>::divide_column(const FoundSplit<Id>& split, std::uint32_t feature,
                                 std::vector<OpenNode<Id>>& children, const std::vector<bool>& open,
                                 std::vector<Id>& scratch) const {
  const Segment segment = split.node.segment;
  const std::span<Id> entries = std::span(split.node.lists->by_value[feature]).subspan(segment.begin, segment.size());
  const std::size_t known = split.node.known_of(feature);
  if (children.size() == 2 && known == segment.size()) {
    if (split.test.below && split.test.test.feature == feature) return;  // its order divides it already
    if (!open[1]) {
      keep_first(entries, sides_.data());
    } else if (!open[0]) {
      keep_second(entries, sides_.data());
    } else {
      divide_in_two(entries, sides_.data(), scratch.data());
    }
    return;
  }
  const auto child_of = [&](Id entry) -> std::size_t {
    const std::size_t item = Lists::case_of(entry);
    return children.size() == 2 ? sides_[item] : many_sides_[item];
  };
  // Each child's cases with a value come first, then those without.
  std::vector<std::size_t> known_there(children.size(), 0);
  for (const Id entry : entries.first(known)) ++known_there[child_of(entry)];
  std::vector<std::size_t> next(children.size());
  std::vector<std::size_t> next_missing(children.size());
  for (std::size_t child = 0; child < children.size(); ++child) {
    next[child] = children[child].segment.begin - segment.begin;
    next_missing[child] = next[child] + known_there[child];
    if (!children[child].known.empty()) children[child].known[feature] = static_cast<std::uint32_t>(known_there[child]);
  }
  divide_among(std::span<const Id>(entries.first(known)), child_of, next, scratch.data());
  for (const Id entry : entries.subspan(known)) scratch[next_missing[child_of(entry)]++] = entry;
  std::copy_n(scratch.begin(), entries.size(), entries.begin());
}

template <typename Id>
void Division<Id>::copy_part(const FoundSplit<Id>& split, std::uint32_t child, const std::vector<double>& known,
                             OpenNode<Id>& part) {
  const Lists& lists = *split.node.lists;
  const double share = known[child] / std::accumulate(known.begin(), known.end(), 0.0);
  make_room(numbers_, lists.rows.size());
  std::vector<Id> items;
  std::vector<double> weights;
  for (const Id item : split.node.items()) {
    double weight = 0;
    if (many_sides_[item] == child) {
      weight = lists.weights[item];
    } else if (many_sides_[item] == kEverywhere) {
      weight = plan_.training.scale.rounded(lists.weights[item] * share);
    }
    numbers_[item] = weight > 0 ? static_cast<Id>(items.size()) : kLeftOut<Id>;
    if (weight <= 0) continue;
    items.push_back(item);
    weights.push_back(weight);
  }
  part.segment = {0, items.size()};
  part.lists = std::make_shared<Lists>(copy_cases<Id>(lists, std::span<const Id>(items), std::move(weights)));
}

template <typename Id>
void Division<Id>::copy_columns(const FoundSplit<Id>& split, OpenNode<Id>& part) const {
  part.known.assign(split.node.known.size(), static_cast<std::uint32_t>(part.segment.size()));
  for (const std::uint32_t index : *part.active) {
    if (columns_[index].packed) continue;
    const std::uint32_t feature = columns_[index].feature;
    const std::span<const Id> entries = split.node.lists->column_in(feature, split.node.segment);
    const std::size_t known = split.node.known_of(feature);
    std::vector<Id>& copy = part.lists->by_value[feature];
    copy.reserve(part.segment.size());
    copy_column(entries.first(known), numbers_, copy);
    part.known[feature] = static_cast<std::uint32_t>(copy.size());
    copy_column(entries.subspan(known), numbers_, copy);
  }
}

template class Division<std::uint16_t>;
template class Division<std::uint32_t>;

}  // namespace espalier
