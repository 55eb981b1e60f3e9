// Looking at single rows of a table again.
#include "data/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "data/decode.hpp"

namespace espalier {
namespace {

Location whole_line(Location where) {
  where.column = 0;
  where.length = 1;
  return where;
}

bool holds_no_number(const TableColumn& column) {
  return std::all_of(column.numbers.begin(), column.numbers.end(), is_odd);
}

}  // namespace

void Table::set_rows(std::size_t rows, std::vector<TableColumn> columns, std::vector<RowMark> marks,
                     std::shared_ptr<const RecordReader> reader) {
  rows_ = rows;
  columns_ = std::move(columns);
  marks_ = std::move(marks);
  reader_ = std::move(reader);
}

// Calls visit(row, record) for every row.
template <typename Visit>
void Table::visit_records(const Visit& visit) const {
  Record record;
  std::size_t row = 0;
  for (std::size_t mark = 0; mark < marks_.size(); ++mark) {
    const std::size_t end = mark + 1 < marks_.size() ? marks_[mark + 1].offset : source.size();
    const TextPiece piece = source.piece(marks_[mark].offset, end);
    for (std::size_t at = 0; at < end - marks_[mark].offset && row < rows_;) {
      record.cells.clear();
      record.unescaped.clear();
      at = reader_->read(piece.view(), at, record);
      if (!record.cells.empty()) visit(row++, record);
    }
  }
}

// The result of use(record, text, mark) for the row; offsets of its cells are those of `text`, which begins at `mark`.
template <typename Use>
auto Table::with_record(std::size_t row, const Use& use) const {
  const auto after = std::upper_bound(marks_.begin(), marks_.end(), row,
                                      [](std::size_t wanted, const RowMark& mark) { return wanted < mark.row; });
  const RowMark& mark = *std::prev(after);
  const TextPiece piece = source.piece(mark.offset, after != marks_.end() ? after->offset : source.size());
  Record record;
  std::size_t at = 0;
  for (std::size_t passed = mark.row;; ++passed) {
    do {
      record.cells.clear();
      record.unescaped.clear();
      at = reader_->read(piece.view(), at, record);
    } while (record.cells.empty());
    if (passed == row) return use(record, piece.view(), mark);
  }
}

void Table::read_texts(std::span<const std::size_t> columns) const {
  std::vector<std::size_t> wanted;
  for (const std::size_t column : columns) {
    TableColumn& kept = columns_[column];
    if (kept.form == ColumnForm::texts) continue;
    kept.form = ColumnForm::texts;
    kept.codes.reserve(rows_);
    if (holds_no_number(kept) && kept.numbers.size() == rows_) {
      for (const double cell : kept.numbers) kept.codes.push_back(code_of(cell));
    } else {
      kept.texts.clear();
      wanted.push_back(column);
    }
    kept.numbers.clear();
    kept.numbers.shrink_to_fit();
  }
  if (wanted.empty()) return;
  visit_records([&](std::size_t, const Record& record) {
    for (const std::size_t column : wanted) {
      const Cell& cell = record.cells[column];
      columns_[column].codes.push_back(columns_[column].texts.add(cell.text, cell.quoted));
    }
  });
}

const TableColumn& Table::texts(std::size_t column) const {
  read_texts(std::span(&column, 1));
  return columns_[column];
}

CellText Table::cell(std::size_t row, std::size_t column) const {
  return with_record(row, [&](const Record& record, std::string_view, const RowMark&) {
    return CellText{std::string(record.cells[column].text), record.cells[column].quoted};
  });
}

Location Table::where(std::size_t row, std::size_t column) const {
  return with_record(row, [&](const Record& record, std::string_view text, const RowMark& mark) {
    const Cell& cell = record.cells[column];
    Location place = locate(name, text, cell.offset, std::max<std::size_t>(1, cell.width));
    place.line += mark.line - 1;
    return place;
  });
}

Location Table::where_row(std::size_t row) const {
  return whole_line(where(row, 0));
}

Location Table::where_name(std::size_t column) const {
  if (header.empty()) return whole_file(name);
  const TextPiece piece = source.piece(0, header_end);
  return locate(name, piece.view(), header[column].offset, std::max<std::size_t>(1, header[column].width));
}

Location Table::where_header() const {
  return header.empty() ? whole_file(name) : whole_line(where_name(0));
}

std::vector<std::string> unique_names(const std::vector<std::string>& raw) {
  const std::unordered_set<std::string> written(raw.begin(), raw.end());
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, std::size_t> last_suffix;  // keeps a thousand columns of one name linear
  std::vector<std::string> names;
  names.reserve(raw.size());
  for (std::size_t column = 0; column < raw.size(); ++column) {
    const bool made_up = raw[column].empty();
    const std::string base = made_up ? fmt::format("column_{}", column + 1) : raw[column];
    std::string name = base;
    bool free = !taken.contains(name) && !(made_up && written.contains(name));
    while (!free) {
      std::size_t& suffix = last_suffix.try_emplace(base, 1).first->second;
      name = fmt::format("{}.{}", base, ++suffix);
      free = !taken.contains(name) && !written.contains(name);
    }
    taken.insert(name);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace espalier
