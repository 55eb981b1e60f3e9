// The text of rows of a CSV file, cell after cell.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "support/random.hpp"

namespace espalier::bench {

// Cells that are left empty although they have a value. Whether one is depends on its place and the seed alone: the
// other cells are the same as without holes.
struct Holes {
  double share = 0;       // of the cells
  std::size_t first = 0;  // columns first to last - 1 can have holes
  std::size_t last = 0;
  std::uint64_t seed = 0;
};

class RowText {
 public:
  RowText() = default;
  explicit RowText(const Holes& holes) : holes_(holes), random_(holes.seed) {}

  void decimals(double value, int digits) { append("{:.{}f}", value, digits); }
  void significant(double value, int digits) { append("{:.{}g}", value, digits); }
  void whole(std::int64_t value) { append("{}", value); }
  void word(std::string_view text) { append("{}", text); }
  void empty() { append("{}", ""); }
  // In quotes; those within are doubled.
  void quoted(std::string_view text) {
    std::string cell = "\"";
    for (const char c : text) {
      if (c == '"') cell += '"';
      cell += c;
    }
    cell += '"';
    append("{}", cell);
  }

  void end_row() {
    text_ += '\n';
    column_ = 0;
  }

  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  template <typename... Values>
  void append(fmt::format_string<Values&...> format, Values... values) {
    if (column_ > 0) text_ += ',';
    const bool hole = is_hole();
    ++column_;
    if (!hole) fmt::format_to(std::back_inserter(text_), format, values...);
  }

  bool is_hole() {
    return holes_.share > 0 && column_ >= holes_.first && column_ < holes_.last && uniform_unit(random_) < holes_.share;
  }

  Holes holes_;
  RandomEngine random_;
  std::string text_;
  std::size_t column_ = 0;
};

}  // namespace espalier::bench
