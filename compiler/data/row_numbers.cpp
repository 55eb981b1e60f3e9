#include "data/row_numbers.hpp"

#include <vector>

#include "data/column_advice.hpp"
#include "data/count_distinct.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kFewestInOrder = 20;  // a few measurements may be in order by chance
constexpr double kDense = 1.1;              // numbers in the range per number there is

// The different values of numbers that never fall, or never rise; nothing for others, most of them after few rows.
std::optional<std::size_t> count_if_sorted(const ColumnCells& cells, std::size_t rows) {
  std::size_t rises = 0;
  std::size_t falls = 0;
  std::optional<double> last;
  for (std::size_t row = 0; row < rows; ++row) {
    const CellMeaning cell = cells[row];
    if (cell.sort != CellSort::number) continue;
    if (last && cell.number > *last) ++rises;
    if (last && cell.number < *last) ++falls;
    if (rises > 0 && falls > 0) return std::nullopt;
    last = cell.number;
  }
  return rises + falls + 1;
}

std::size_t count_in_range(const ColumnCells& cells, std::size_t rows, WholeRange range) {
  std::vector<bool> seen(static_cast<std::size_t>(range.maximum - range.minimum) + 1);
  std::size_t distinct = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const CellMeaning cell = cells[row];
    if (cell.sort != CellSort::number) continue;
    const auto place = static_cast<std::size_t>(cell.number - range.minimum);
    distinct += seen[place] ? 0U : 1U;
    seen[place] = true;
  }
  return distinct;
}

// id, customer_id, "Order ID", customerId, uuid.
bool is_called_id(std::string_view name) {
  if (equals_ignoring_case(name, "id") || equals_ignoring_case(name, "uuid")) return true;
  if (name.size() < 3) return false;
  const std::string_view end = name.substr(name.size() - 2);
  const char before = name[name.size() - 3];
  const bool apart = before == '_' || before == ' ' || before == '-' || before == '.';
  return (apart && equals_ignoring_case(end, "id")) || end == "Id" || (end == "ID" && before >= 'a' && before <= 'z');
}

}  // namespace

std::optional<std::size_t> count_row_numbers(const ColumnCells& cells, std::size_t rows, std::size_t known,
                                             WholeRange range, std::string_view name) {
  if (known < kFewestInOrder) return std::nullopt;
  std::optional<std::size_t> distinct = count_if_sorted(cells, rows);
  if (!distinct && range.maximum - range.minimum < kDense * static_cast<double>(known)) {
    distinct = count_in_range(cells, rows, range);
  }
  if (!distinct && is_called_id(name) && cells.column().form == ColumnForm::numbers) {
    distinct = count_distinct({cells.column().numbers}, known);
  }
  return distinct && is_id_like(*distinct, known) ? distinct : std::nullopt;
}

}  // namespace espalier
