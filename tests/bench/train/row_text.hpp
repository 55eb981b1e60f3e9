// The text of rows of a CSV file, cell after cell.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace espalier::bench {

class RowText {
 public:
  void decimals(double value, int digits) { append("{:.{}f}", value, digits); }
  void significant(double value, int digits) { append("{:.{}g}", value, digits); }
  void whole(std::int64_t value) { append("{}", value); }
  void word(std::string_view text) { append("{}", text); }
  void empty() { append("{}", ""); }
  // In quotes; those within are doubled.
  void quoted(std::string_view text) {
    append("{}", "\"");
    for (const char c : text) {
      if (c == '"') text_ += '"';
      text_ += c;
    }
    text_ += '"';
  }

  void end_row() {
    text_ += '\n';
    begins_row_ = true;
  }

  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  template <typename... Values>
  void append(fmt::format_string<Values&...> format, Values... values) {
    if (!begins_row_) text_ += ',';
    begins_row_ = false;
    fmt::format_to(std::back_inserter(text_), format, values...);
  }

  std::string text_;
  bool begins_row_ = true;
};

}  // namespace espalier::bench
