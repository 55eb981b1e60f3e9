// A node with lists of its own: of its cases alone, which then lie close to each other in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "grow/case_codes.hpp"
#include "grow/list_building.hpp"
#include "grow/open_node.hpp"

namespace espalier {

// Columns that were counted have lists now, too. `numbers` is room for the numbers of cases.
template <typename To, typename From>
OpenNode<To> set_apart(const OpenNode<From>& open, const std::vector<ListedColumn>& columns,
                       std::vector<From>& numbers) {
  const CaseLists<From>& from = *open.lists;
  const std::span<const From> items = open.items();
  const bool lists = std::any_of(open.active->begin(), open.active->end(),
                                 [&](std::uint32_t index) { return is_listed(columns[index]); });
  if (lists && numbers.size() < from.rows.size()) numbers.resize(from.rows.size());
  std::vector<std::int64_t> units;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (lists) numbers[items[i]] = static_cast<From>(i);
    if (!from.units.empty()) units.push_back(from.units[items[i]]);
  }
  OpenNode<To> apart;
  apart.index = open.index;
  apart.depth = open.depth;
  apart.lists = std::make_shared<CaseLists<To>>(copy_cases<To>(from, items, std::move(units)));
  apart.segment = {0, items.size()};
  apart.active = open.active;
  apart.known = open.known;
  apart.levels = open.levels;
  apart.held_out = open.held_out;
  for (const std::uint32_t index : *open.active) {
    if (columns[index].packed) continue;
    const std::uint32_t feature = columns[index].feature;
    std::vector<To>& list = apart.lists->by_value[feature];
    const ListedColumn& column = columns[index];
    if (column.coded && from.codes_per_case > 0) {
      const std::uint8_t* const codes = from.codes.data() + column.place;
      const auto code_of = [&](std::size_t i) -> std::size_t {
        const std::uint8_t* const code = codes + items[i] * from.codes_per_case;
        return column.wide ? std::size_t{code[0]} | (std::size_t{code[1]} << 8U) : *code;
      };
      const std::size_t known = list_by_code(items.size(), column.values, code_of, CaseLists<To>::kMark, list);
      if (!apart.known.empty()) apart.known[feature] = static_cast<std::uint32_t>(known);
      continue;
    }
    list.reserve(items.size());
    copy_column(from.column_in(feature, open.segment), numbers, list);
  }
  return apart;
}

}  // namespace espalier
