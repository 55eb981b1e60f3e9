// A node with lists of its own: of its cases alone, which then lie close to each other in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "grow/list_building.hpp"
#include "grow/open_node.hpp"

namespace espalier {

// `numbers` is room for the numbers of cases.
template <typename To, typename From>
OpenNode<To> set_apart(const OpenNode<From>& open, const std::vector<ListedColumn>& columns,
                       std::vector<From>& numbers) {
  const CaseLists<From>& from = *open.lists;
  const std::span<const From> items = open.items();
  if (numbers.size() < from.rows.size()) numbers.resize(from.rows.size());
  std::vector<double> weights;
  for (std::size_t i = 0; i < items.size(); ++i) {
    numbers[items[i]] = static_cast<From>(i);
    if (!from.weights.empty()) weights.push_back(from.weights[items[i]]);
  }
  OpenNode<To> apart;
  apart.index = open.index;
  apart.depth = open.depth;
  apart.lists = std::make_shared<CaseLists<To>>(copy_cases<To>(from, items, std::move(weights)));
  apart.segment = {0, items.size()};
  apart.active = open.active;
  apart.known = open.known;
  apart.levels = open.levels;
  apart.held_out = open.held_out;
  for (const std::uint32_t index : *open.active) {
    if (columns[index].packed) continue;
    const std::uint32_t feature = columns[index].feature;
    std::vector<To>& list = apart.lists->by_value[feature];
    list.reserve(items.size());
    copy_column(from.column_in(feature, open.segment), numbers, list);
  }
  return apart;
}

}  // namespace espalier
