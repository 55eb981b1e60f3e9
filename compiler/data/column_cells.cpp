#include "data/column_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "support/number_text.hpp"

namespace espalier {
namespace {

// Whether a number of the column may mean missing, by its text, which is gone.
bool may_mean_missing(const Table& table, const TableColumn& column, const Schema& tokens) {
  for (const std::string& token : tokens.missing_tokens) {
    const auto number = parse_number(token);
    if (!number) continue;
    const bool kept = std::find(table.kept_texts.begin(), table.kept_texts.end(), *number) != table.kept_texts.end();
    if (!kept && std::find(column.numbers.begin(), column.numbers.end(), *number) != column.numbers.end()) return true;
  }
  return false;
}

const TableColumn& with_needed_texts(const Table& table, std::size_t column, const Schema& tokens) {
  const TableColumn& kept = table.column(column);
  if (kept.form == ColumnForm::skipped) return table.texts(column);
  const bool numbers = kept.form == ColumnForm::numbers;
  return numbers && may_mean_missing(table, kept, tokens) ? table.texts(column) : kept;
}

}  // namespace

std::vector<CellMeaning> meanings_of(const TextPool& texts, const Schema& tokens, const std::optional<DateForm>& form) {
  std::vector<CellMeaning> meanings(texts.size());
  for (std::uint32_t code = 0; code < texts.size(); ++code) {
    if (tokens.is_missing(texts.text(code), texts.quoted(code))) {
      meanings[code].sort = CellSort::missing;
    } else if (const auto number = form ? date_number(texts.text(code), *form) : parse_number(texts.text(code))) {
      meanings[code] = {CellSort::number, *number + 0.0};  // -0 becomes 0
    }
  }
  return meanings;
}

ColumnCells::ColumnCells(const Table& table, std::size_t column, const Schema& tokens,
                         const std::optional<DateForm>& form)
    : column_(form ? table.texts(column) : with_needed_texts(table, column, tokens)),
      meanings_(meanings_of(column_.texts, tokens, form)) {}

namespace {

// An open hash table that grows with what is in it: few numbers stay in the cache however many cells hold them.
class NumberSet {
 public:
  void add(double number) {
    std::size_t slot = slot_of(number);
    while (!std::isnan(slots_[slot])) {
      if (slots_[slot] == number) return;
      slot = (slot + 1) & (slots_.size() - 1);
    }
    slots_[slot] = number;
    if (2 * ++size_ > slots_.size()) grow();
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr double kFree = std::numeric_limits<double>::quiet_NaN();

  std::size_t slot_of(double number) const {
    const std::uint64_t mixed = std::bit_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio
    return static_cast<std::size_t>(mixed >> shift_);
  }

  void grow() {
    const std::vector<double> before = std::move(slots_);
    --shift_;
    slots_.assign(2 * before.size(), kFree);
    for (const double number : before) {
      if (std::isnan(number)) continue;
      std::size_t slot = slot_of(number);
      while (!std::isnan(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = number;
    }
  }

  unsigned shift_ = 64 - 8;
  std::vector<double> slots_ = std::vector<double>(std::size_t{1} << 8, kFree);
  std::size_t size_ = 0;
};

}  // namespace

std::size_t count_distinct(std::initializer_list<std::span<const double>> numbers, std::size_t most) {
  NumberSet seen;
  for (const std::span<const double> some : numbers) {
    for (const double number : some) {
      if (std::isnan(number)) continue;
      seen.add(number + 0.0);
      if (seen.size() > most) return seen.size();
    }
  }
  return seen.size();
}

}  // namespace espalier
