// Surrogate splits (Breiman et al. 1984): tests on other attributes that send the rows the way the node's test does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/search_plan.hpp"
#include "grow/value_counts.hpp"
#include "model/model.hpp"

namespace espalier {

template <typename Id>
class SurrogateSearch {
 public:
  SurrogateSearch(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits,
                  const ValueCounter& counter)
      : plan_(plan), columns_(columns), limits_(limits), counter_(counter) {}

  // The best test of every other attribute, by the weight of the rows that it sends the same way as the node's two-way
  // test (ties: the first attribute), at most options.surrogates of them. Only rows count whose value is known for
  // both; each side of a surrogate needs two of them, and it must agree with more than the majority direction would.
  // `sides` per case: the child that the test sends it to, 2 if its value is unknown. The known sizes and `counted`
  // are those of the node.
  std::vector<Surrogate> find(const CaseLists<Id>& lists, Segment segment, const std::vector<std::uint32_t>& known,
                              bool counted, std::uint32_t feature, const std::uint8_t* sides);

 private:
  // Rows that the node's test sends left or right, in units of weight; and how many they are.
  struct Sides {
    std::int64_t left = 0;
    std::int64_t right = 0;
    std::size_t rows = 0;

    void add(std::uint8_t side, std::int64_t amount) {
      (side == 0 ? left : right) += amount;
      ++rows;
    }
  };
  struct Found {
    const ListedColumn* column = nullptr;
    std::int64_t agreeing = 0;
    std::int64_t all = 0;
    bool reversed = false;
    std::size_t below = 0;  // a cut: the cases, or the codes, on both sides of it
    std::size_t above = 0;
  };
  // What is looked at.
  struct Where {
    const CaseLists<Id>& lists;
    Segment segment;
    const std::vector<std::uint32_t>& known;
    bool counted;
    const std::uint8_t* sides;
    Sides all;
  };

  std::optional<Found> best_on(const Where& where, const ListedColumn& column) const;
  std::optional<Found> cut_of_list(const Where& where, const ListedColumn& column) const;
  std::optional<Found> cut_of_values(const Where& where, const ListedColumn& column) const;
  std::optional<Found> values_of(const Where& where, const ListedColumn& column) const;
  template <typename Use>
  void each_value(const Where& where, const ListedColumn& column, const Use& use) const;
  Sides of_value(const ListedColumn& column, std::size_t code) const;
  std::int64_t amount(const Where& where, std::size_t item) const {
    return where.lists.units.empty() ? 1 : where.lists.units[item];
  }
  double value_at(const Where& where, const ListedColumn& column, std::size_t item_or_code, bool highest) const;
  Surrogate told(const Where& where, const Found& found) const;

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  const ValueCounter& counter_;
  SideCounts counts_;
  std::vector<std::optional<Found>> of_columns_;
};

extern template class SurrogateSearch<std::uint16_t>;
extern template class SurrogateSearch<std::uint32_t>;

}  // namespace espalier
