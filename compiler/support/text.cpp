#include "support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace espalier {
namespace {

// Length of the well-formed sequence at `offset`, 0 if there is none (Unicode, table 3-7).
std::size_t sequence_length(std::string_view text, std::size_t offset) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[offset + i]); };
  const std::size_t left = text.size() - offset;
  const unsigned char lead = byte(0);
  const auto continues = [&](std::size_t i, unsigned char low, unsigned char high) {
    return i < left && byte(i) >= low && byte(i) <= high;
  };
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) && continues(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

// Characters that move the cursor, change direction or show nothing: never sent to a terminal as they are.
bool is_invisible(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFB) ||
         (c >= 0xE0000 && c <= 0xE0FFF);
}

}  // namespace

std::optional<std::size_t> first_invalid_utf8(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080U;
  for (std::size_t i = 0; i < text.size();) {
    // Most text is ASCII.
    std::uint64_t word = kHighBits;
    if (i + sizeof word <= text.size()) std::memcpy(&word, text.data() + i, sizeof word);
    if ((word & kHighBits) == 0) {
      i += sizeof word;
      continue;
    }
    const std::size_t length = sequence_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
  const std::size_t length = sequence_length(text, offset);
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[offset + i])); };
  switch (length) {
    case 2: return {((byte(0) & 0x1F) << 6) | (byte(1) & 0x3F), 2};
    case 3: return {((byte(0) & 0x0F) << 12) | ((byte(1) & 0x3F) << 6) | (byte(2) & 0x3F), 3};
    case 4:
      return {((byte(0) & 0x07) << 18) | ((byte(1) & 0x3F) << 12) | ((byte(2) & 0x3F) << 6) | (byte(3) & 0x3F), 4};
    default: return {byte(0), 1};  // ASCII, or a stray byte taken for itself
  }
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += decode_utf8(text, i).length) ++count;
  return count;
}

std::size_t count_line_ends(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !crlf)) ++count;
  }
  return count;
}

std::string latin1_to_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out.push_back(c);
    } else {
      out.push_back(static_cast<char>(0xC0 | (byte >> 6)));
      out.push_back(static_cast<char>(0x80 | (byte & 0x3F)));
    }
  }
  return out;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < text.size(); ++shown) {
    if (shown == limit) return out + "…";
    const std::size_t length = sequence_length(text, i);
    const CodePoint point = decode_utf8(text, i);
    if (length == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(point.value));
    } else if (point.value == '\n') {
      out += "\\n";
    } else if (point.value == '\r') {
      out += "\\r";
    } else if (point.value == '\t') {
      out += "\\t";
    } else if (is_invisible(point.value)) {
      out += point.value < 0x80 ? fmt::format("\\x{:02x}", static_cast<unsigned>(point.value))
                                : fmt::format("\\u{{{:x}}}", static_cast<unsigned>(point.value));
    } else {
      out.append(text.substr(i, length));
    }
    i += point.length;
  }
  return out;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
  return "'" + printable(text, limit) + "'";
}

std::string_view trim(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

std::string enumerate(std::span<const std::string> items, std::size_t limit) {
  std::string out;
  const std::size_t shown = items.size() > limit ? limit : items.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == items.size();
    if (i > 0) out += last ? " and " : ", ";
    out += items[i];
  }
  if (shown < items.size()) out += fmt::format(" and {} more", items.size() - shown);
  return out;
}

std::string grouped(std::size_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string counted(std::size_t count, std::string_view noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  const std::string stem(noun.substr(0, noun.size() - 1));
  if (noun == "leaf") return grouped(count) + " leaves";
  if (noun.ends_with("y")) return fmt::format("{} {}ies", grouped(count), stem);
  const bool hisses = noun.ends_with("s") || noun.ends_with("ch") || noun.ends_with("x");
  return fmt::format("{} {}{}", grouped(count), noun, hisses ? "es" : "s");
}

namespace {

constexpr std::size_t kLongestCompared = 200;  // nobody misspells a 10,000-character name; keeps the table small

// Optimal string alignment distance in half units: a change of case costs 1, any other edit 2.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = 2 * i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = a[i - 1];
      const char y = b[j - 1];
      const std::size_t replace = x == y ? 0 : (equals_ignoring_case({&x, 1}, {&y, 1}) ? 1 : 2);
      cost[i][j] = std::min({cost[i - 1][j] + 2, cost[i][j - 1] + 2, cost[i - 1][j - 1] + replace});
      if (i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 2);
      }
    }
  }
  return cost[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> suggest(std::string_view misspelt, std::span<const std::string> candidates) {
  if (misspelt.empty() || misspelt.size() > kLongestCompared) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > kLongestCompared) continue;
    const std::size_t d = distance(misspelt, candidate);
    // A third of the letters may differ, at least one edit: "plya" is "play", "cat" is not "dog". A change of case
    // alone is always plausible.
    const std::size_t longer = std::max(misspelt.size(), candidate.size());
    const bool near = d <= std::max<std::size_t>(2, 2 * longer / 3) && d < 2 * longer;
    const bool same_but_case = equals_ignoring_case(misspelt, candidate);
    if ((near || same_but_case) && (best == nullptr || d < best_distance)) {
      best = &candidate;
      best_distance = d;
    }
  }
  if (best == nullptr) return std::nullopt;
  return *best;
}

std::string did_you_mean(std::string_view misspelt, std::span<const std::string> candidates) {
  const auto candidate = suggest(misspelt, candidates);
  return candidate ? "did you mean " + in_quotes(*candidate) + "?" : std::string();
}

}  // namespace espalier
