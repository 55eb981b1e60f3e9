// The rows of a text, one after another, into a table.
#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "data/row_block.hpp"
#include "data/table.hpp"

namespace espalier {

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
