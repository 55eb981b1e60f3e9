#include "data/row_collector.hpp"

#include <algorithm>
#include <utility>

#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kCellsPerBlock = std::size_t{1} << 16;

}  // namespace

RowCollector::RowCollector(const SourceText& source, const std::vector<ColumnForm>& forms,
                           std::pmr::memory_resource* memory)
    : source_(source),
      block_(forms, {}),
      rows_per_block_(std::max<std::size_t>(1, kCellsPerBlock / forms.size())),
      columns_(empty_columns(forms, memory)) {
  block_.restart(rows_per_block_);
}

void RowCollector::add(std::span<const Cell> cells, std::size_t begin) {
  if (rows_ % kRowsPerMark == 0) {
    const RowMark last = marks_.empty() ? RowMark{0, 0, 1} : marks_.back();
    const TextPiece between = source_.piece(last.offset, begin);
    marks_.push_back({rows_, begin, last.line + count_line_ends(between.view())});
  }
  block_.add(cells);
  ++rows_;
  if (block_.rows() == rows_per_block_) flush();
}

void RowCollector::flush() {
  block_.append_to(columns_);
  block_.restart(rows_per_block_);
}

void RowCollector::move_into(Table& table, std::shared_ptr<const RecordReader> reader) {
  flush();
  table.set_rows(rows_, std::move(columns_), std::move(marks_), std::move(reader));
}

}  // namespace espalier
