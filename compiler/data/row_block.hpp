// A number of rows on their way into a table: columns of numbers and codes that are filled row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "data/table.hpp"

namespace espalier {

class RowBlock {
 public:
  // A column per form. Cells that hold one of `kept_texts` keep their text (see CsvOptions), and so do
  // digits that begin with a zero.
  RowBlock(const std::vector<ColumnForm>& forms, std::vector<double> kept_texts);

  std::size_t columns() const { return slots_.size(); }
  std::size_t rows() const { return rows_; }
  bool is_numbers(std::size_t column) const { return slots_[column].form == ColumnForm::numbers; }
  bool is_skipped(std::size_t column) const { return slots_[column].form == ColumnForm::skipped; }

  // Forgets the rows, and makes room for at least so many.
  void restart(std::size_t rows);

  // Sets the cell of the row that is being filled; columns that are skipped have none.
  void set_number(std::size_t column, double number) { numbers_[slots_[column].begin + rows_] = number; }
  void set_text(std::size_t column, std::string_view text, bool quoted);  // in a column of numbers: an odd cell
  void set_readable_text(std::size_t column, std::string_view text, bool quoted);  // see TextPool::add_readable
  void set(std::size_t column, const Cell& cell);
  bool keeps_text_of(double number) const;
  bool keeps_texts() const { return !kept_texts_.empty(); }

  // Ends the row; all its cells are set.
  void end_row() {
    if (++rows_ == stride_) grow();
  }
  void add(std::span<const Cell> cells);

  // Appends the rows to columns of the same forms.
  void append_to(std::vector<TableColumn>& columns) const;

 private:
  struct Slot {
    ColumnForm form;
    std::size_t index;      // among the columns of that form
    std::size_t begin = 0;  // of its cells
  };

  void set_code(std::size_t column, std::uint32_t code);
  void grow();
  void allocate(std::size_t stride);

  std::vector<Slot> slots_;
  std::vector<double> kept_texts_;
  std::vector<TextPool> texts_;                // per column
  std::vector<std::vector<std::size_t>> odd_;  // per column: rows that are odd_cell()s
  std::unique_ptr<double[]> numbers_;
  std::unique_ptr<std::uint32_t[]> codes_;
  std::size_t numeric_ = 0;  // columns of numbers
  std::size_t coded_ = 0;    // columns of texts
  std::size_t stride_ = 0;   // rows of room
  std::size_t rows_ = 0;
};

// One empty column per form, with its cells in `memory`.
std::vector<TableColumn> empty_columns(std::span<const ColumnForm> forms, std::pmr::memory_resource* memory);

// The rows of a text, one after another, into a table.

class RowCollector {
 public:
  // `memory`: where the cells are kept; none: the usual one.
  RowCollector(const SourceText& source, const std::vector<ColumnForm>& forms,
               std::pmr::memory_resource* memory = nullptr);

  // `begin`: from where the row can be read again.
  void add(std::span<const Cell> cells, std::size_t begin);
  std::size_t rows() const { return rows_; }
  void move_into(Table& table, std::shared_ptr<const RecordReader> reader);

 private:
  void flush();

  const SourceText& source_;
  RowBlock block_;
  std::size_t rows_per_block_;
  std::size_t rows_ = 0;
  std::vector<TableColumn> columns_;
  std::vector<RowMark> marks_;
};

}  // namespace espalier
