// The columns of a training set as small numbers: what sums per value are made of. A row's codes stand side by side for
// whoever adds rows up, and a column's codes one after the other for whoever divides rows by one test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grow/training_set.hpp"

namespace espalier {

struct CodedColumn {
  enum class Order {
    numbers,     // codes are bins, ascending
    levels,      // codes are categories in the user's order
    categories,  // codes are categories, in no order
  };
  std::uint32_t feature = 0;
  Order order = Order::numbers;
  bool one_value = false;        // categories: tests ask for one of them, not for a set
  std::uint32_t values = 0;      // codes below it say a value; this one says that there is none
  bool has_missing = false;      // some row has none
  bool has_rest = false;         // categories: the code after that is for words too rare to be asked for
  std::uint32_t first_cell = 0;  // of codes() cells, in a row of cells for all columns
  std::vector<double> lowest{};  // numbers: per code, of its bin
  std::vector<double> highest{};
  std::vector<std::uint32_t> category{};  // others: per code

  std::uint32_t codes() const { return values + (has_missing || has_rest ? 1U : 0U) + (has_rest ? 1U : 0U); }
};

// Codes of the columns that fit into bytes, and of those that do not.
class CodedRows {
 public:
  // Numeric columns must have bins (GrowOptions::bins). Columns of one value alone, or none, are left out. Throws
  // Diagnostic(bad_input) for a column of more than 65,533 words that are frequent enough to be asked for.
  CodedRows(TrainingSet& training, const GrowOptions& options, std::size_t threads);

  const std::vector<CodedColumn>& columns() const { return columns_; }
  std::size_t cells() const { return cells_; }
  std::size_t rows() const { return rows_; }

  // Of a column by its place in columns(): calls use(codes) with a pointer to its rows' codes, of either width.
  template <typename Use>
  void with_codes(std::size_t column, const Use& use) const {
    if (narrow_by_column_[column].empty()) {
      use(wide_by_column_[column].data());
    } else {
      use(narrow_by_column_[column].data());
    }
  }

  // Columns by place, those of bytes first; and their codes of a row.
  const std::vector<std::uint32_t>& narrow() const { return narrow_; }
  const std::vector<std::uint32_t>& wide() const { return wide_; }
  const std::uint8_t* narrow_of(std::size_t row) const { return narrow_codes_.data() + row * narrow_.size(); }
  const std::uint16_t* wide_of(std::size_t row) const { return wide_codes_.data() + row * wide_.size(); }

 private:
  void add(CodedColumn column, std::vector<std::uint16_t> codes);
  void put_side_by_side(std::size_t threads);

  std::size_t rows_;
  std::size_t cells_ = 0;
  std::vector<CodedColumn> columns_;
  std::vector<std::vector<std::uint8_t>> narrow_by_column_;
  std::vector<std::vector<std::uint16_t>> wide_by_column_;
  std::vector<std::uint32_t> narrow_;
  std::vector<std::uint32_t> wide_;
  std::vector<std::uint8_t> narrow_codes_;
  std::vector<std::uint16_t> wide_codes_;
};

}  // namespace espalier
