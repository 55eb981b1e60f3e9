#include "data/delimiter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::array<char, 4> kCandidates = {',', ';', '\t', '|'};
constexpr std::size_t kRowsForDelimiter = 100;

// How often each candidate occurs outside quotes in one row, and how many of the commas stand between two digits.
struct RowCounts {
  std::array<std::size_t, kCandidates.size()> count{};
  std::size_t decimal_commas = 0;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Walks over the rows for all candidates at once. A quote opens a quoted stretch only where a cell begins, and a cell
// begins after any candidate: right for the true delimiter, and good enough to judge the others.
class Sampler {
 public:
  explicit Sampler(std::string_view source) : source_(source) {}

  std::vector<RowCounts> rows() {
    std::vector<RowCounts> rows;
    while (at_ < source_.size() && rows.size() < kRowsForDelimiter) {
      const std::size_t begin = at_;
      const std::optional<RowCounts> row = next_row();
      if (!row && !rows.empty()) break;  // cut off by an unclosed quote: says nothing
      const std::string_view text = source_.substr(begin, at_ - begin);
      if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) rows.push_back(row.value_or(RowCounts{}));
    }
    return rows;
  }

  // The text ended before there were enough rows.
  bool at_end() const { return at_ >= source_.size(); }

 private:
  std::optional<RowCounts> next_row() {
    RowCounts row;
    bool cell_begins = true;
    for (; at_ < source_.size(); ++at_) {
      const char c = source_[at_];
      if (c == '\n' || c == '\r') {
        ++at_;
        return row;
      }
      if (c == '"' && cell_begins) {
        at_ = closing_quote(at_ + 1);
        if (at_ == std::string_view::npos) {
          at_ = source_.size();
          return std::nullopt;
        }
        cell_begins = false;
      } else if (const auto* found = std::find(kCandidates.begin(), kCandidates.end(), c); found != kCandidates.end()) {
        ++row.count[static_cast<std::size_t>(found - kCandidates.begin())];
        if (c == ',' && between_digits()) ++row.decimal_commas;
        cell_begins = true;
      } else if (c != ' ') {
        cell_begins = false;
      }
    }
    return row;
  }

  std::size_t closing_quote(std::size_t from) const {
    for (;;) {
      const std::size_t quote = source_.find('"', from);
      if (quote == std::string_view::npos) return quote;
      if (quote + 1 >= source_.size() || source_[quote + 1] != '"') return quote;
      from = quote + 2;
    }
  }

  bool between_digits() const {
    return at_ > 0 && at_ + 1 < source_.size() && is_digit(source_[at_ - 1]) && is_digit(source_[at_ + 1]);
  }

  std::string_view source_;
  std::size_t at_ = 0;
};

// 2 for each row divided like the first, 1 for a row divided otherwise (a ragged one), 0 for a row left whole. A
// candidate that divides no row but the first is text in a one-column header.
std::size_t agreement(const std::vector<RowCounts>& rows, std::size_t candidate) {
  const std::size_t expected = rows.front().count[candidate];
  if (expected == 0) return 0;
  if (rows.size() == 1) return 2;
  std::size_t score = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::size_t found = rows[i].count[candidate];
    score += found == expected ? 2U : (found > 0 ? 1U : 0U);
  }
  return score;
}

// "1,5;2,5": commas divide consistently too, but each is a decimal comma.
bool commas_are_decimal(const std::vector<RowCounts>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const RowCounts& row) { return row.decimal_commas == row.count[0]; });
}

}  // namespace

std::optional<char> detect_delimiter(std::string_view source, bool complete) {
  Sampler sampler(source);
  const std::vector<RowCounts> rows = sampler.rows();
  if (!complete && sampler.at_end()) return std::nullopt;
  if (rows.empty()) return ',';
  std::size_t best = 0;
  std::size_t best_score = agreement(rows, 0);
  bool yields = best_score > 0 && commas_are_decimal(rows);
  for (std::size_t candidate = 1; candidate < kCandidates.size(); ++candidate) {
    const std::size_t score = agreement(rows, candidate);
    const std::size_t columns = rows.front().count[candidate];
    const bool finer = score == best_score && (yields || columns > rows.front().count[best]);
    if (score > best_score || (score > 0 && finer)) {
      best = candidate;
      best_score = score;
      yields = false;
    }
  }
  return kCandidates[best];
}

std::optional<char> delimiter_line(std::string_view source) {
  constexpr std::string_view kKey = "sep=";
  const bool quoted = source.starts_with('"');
  if (quoted) source.remove_prefix(1);
  if (source.size() <= kKey.size() || !equals_ignoring_case(source.substr(0, kKey.size()), kKey)) return std::nullopt;
  const char delimiter = source[kKey.size()];
  source.remove_prefix(kKey.size() + 1);
  if (quoted && !source.starts_with('"')) return std::nullopt;
  if (quoted) source.remove_prefix(1);
  const bool ends = source.empty() || source.front() == '\r' || source.front() == '\n';
  const bool letter = is_digit(delimiter) || (delimiter >= 'a' && delimiter <= 'z') ||
                      (delimiter >= 'A' && delimiter <= 'Z');  // a name, of a column that is alone
  const bool usable = delimiter == '\t' || (delimiter > ' ' && delimiter <= '~' && delimiter != '"' && !letter);
  return ends && usable ? std::optional(delimiter) : std::nullopt;
}

}  // namespace espalier
