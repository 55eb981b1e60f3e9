#include "data/row_block.hpp"

#include <algorithm>
#include <utility>

#include "data/column_cells.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

RowBlock::RowBlock(const std::vector<ColumnForm>& forms, std::vector<double> kept_texts)
    : kept_texts_(std::move(kept_texts)), texts_(forms.size()), odd_(forms.size()) {
  for (const ColumnForm form : forms) {
    slots_.push_back({form, form == ColumnForm::numbers ? numeric_++ : form == ColumnForm::texts ? coded_++ : 0});
  }
}

void RowBlock::restart(std::size_t rows) {
  constexpr std::size_t kLine = 8;  // numbers in a cache line
  rows_ = 0;
  for (TextPool& texts : texts_) texts.clear();
  for (auto& odd : odd_) odd.clear();
  if (rows < stride_) return;
  // An odd number of cache lines: columns that lie a power of two apart would compete for the same places in the cache.
  allocate(((rows / kLine + 1) | 1) * kLine);
}

void RowBlock::allocate(std::size_t stride) {
  stride_ = stride;
  numbers_ = std::make_unique_for_overwrite<double[]>(numeric_ * stride_);
  codes_ = std::make_unique_for_overwrite<std::uint32_t[]>(coded_ * stride_);
  for (Slot& slot : slots_) slot.begin = slot.index * stride_;
}

void RowBlock::grow() {
  const std::size_t before = stride_;
  const auto numbers = std::move(numbers_);
  const auto codes = std::move(codes_);
  allocate(2 * before);
  for (std::size_t i = 0; i < numeric_; ++i) std::copy_n(&numbers[i * before], rows_, &numbers_[i * stride_]);
  for (std::size_t i = 0; i < coded_; ++i) {
    std::copy_n(&codes[i * before], rows_, &codes_[i * stride_]);
  }
}

bool RowBlock::keeps_text_of(double number) const {
  return std::find(kept_texts_.begin(), kept_texts_.end(), number) != kept_texts_.end();
}

void RowBlock::set_text(std::size_t column, std::string_view text, bool quoted) {
  set_code(column, texts_[column].add(text, quoted));
}

void RowBlock::set_readable_text(std::size_t column, std::string_view text, bool quoted) {
  set_code(column, texts_[column].add_readable(text, quoted));
}

void RowBlock::set_code(std::size_t column, std::uint32_t code) {
  if (is_numbers(column)) {
    // A row that is read again by the slower way is set twice.
    if (odd_[column].empty() || odd_[column].back() != rows_) odd_[column].push_back(rows_);
    set_number(column, odd_cell(code));
  } else {
    codes_[slots_[column].begin + rows_] = code;
  }
}

void RowBlock::set(std::size_t column, const Cell& cell) {
  if (is_skipped(column)) return;
  if (is_numbers(column)) {
    const auto number = parse_number(cell.text);
    const bool plain = number && !keeps_text_of(*number) && !is_padded(cell.text);
    if (plain) return set_number(column, *number + 0.0);  // -0 becomes 0
  }
  set_text(column, cell.text, cell.quoted);
}

void RowBlock::add(std::span<const Cell> cells) {
  for (std::size_t column = 0; column < cells.size(); ++column) set(column, cells[column]);
  end_row();
}

void RowBlock::append_to(std::vector<TableColumn>& columns) const {
  std::vector<std::uint32_t> renumbered;
  for (std::size_t column = 0; column < slots_.size(); ++column) {
    if (is_skipped(column)) continue;
    TableColumn& to = columns[column];
    const TextPool& texts = texts_[column];
    to.texts.add_all(texts, renumbered);
    const std::size_t before = is_numbers(column) ? to.numbers.size() : to.codes.size();
    const std::size_t from = slots_[column].begin;
    if (is_numbers(column)) {
      to.numbers.insert(to.numbers.end(), &numbers_[from], &numbers_[from] + rows_);
      for (const std::size_t row : odd_[column]) {
        double& cell = to.numbers[before + row];
        cell = odd_cell(renumbered[code_of(cell)]);
      }
    } else {
      to.codes.resize(before + rows_);
      for (std::size_t row = 0; row < rows_; ++row) to.codes[before + row] = renumbered[codes_[from + row]];
    }
  }
}

std::vector<TableColumn> empty_columns(std::span<const ColumnForm> forms, std::pmr::memory_resource* memory) {
  std::vector<TableColumn> columns;
  columns.reserve(forms.size());
  auto* const cells_in = memory != nullptr ? memory : std::pmr::get_default_resource();
  for (const ColumnForm form : forms) {
    columns.push_back({form, Numbers(cells_in), std::pmr::vector<std::uint32_t>(cells_in), {}});
  }
  return columns;
}

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
