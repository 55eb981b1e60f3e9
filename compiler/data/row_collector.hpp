// The rows of a text in memory, one after another, into a table.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "data/row_block.hpp"
#include "data/table.hpp"

namespace espalier {

class RowCollector {
 public:
  RowCollector(std::string_view source, const std::vector<ColumnForm>& forms);

  // `begin`: from where the row can be read again.
  void add(std::span<const Cell> cells, std::size_t begin);
  std::size_t rows() const { return rows_; }
  void move_into(Table& table, std::shared_ptr<const RecordReader> reader);

 private:
  void flush();

  std::string_view source_;
  RowBlock block_;
  std::size_t rows_per_block_;
  std::size_t rows_ = 0;
  std::vector<TableColumn> columns_;
  std::vector<RowMark> marks_;
};

}  // namespace espalier
