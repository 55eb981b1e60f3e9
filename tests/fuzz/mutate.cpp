#include "fuzz/mutate.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace espalier::fuzz {
namespace {

struct Span {
  std::size_t begin = 0;
  std::size_t size = 0;
};

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

bool in_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
         c == '-' || c == '+' || static_cast<unsigned char>(c) >= 0x80;
}

// Words, texts in double quotes on one line, and single bytes.
std::vector<Span> tokens_in(std::string_view text) {
  std::vector<Span> spans;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (text[at] == '"') {
      while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
    } else if (in_word(text[at])) {
      while (end < text.size() && in_word(text[end])) ++end;
    }
    spans.push_back({at, end - at});
    at = end;
  }
  return spans;
}

constexpr const char* kNumbers[] = {"0",          "-0",       "1",     "-1",     "2",
                                    "255",        "256",      "65535", "65536",  "1e308",
                                    "1e-308",     "5e-324",   "1e999", "0.1",    "4294967295",
                                    "4294967296", "1e30",     "-1e30", "007",    "1.5",
                                    "2147483648", "16777217", "0.5",   "1e-400", "9007199254740993"};

std::string another_number(std::string_view token, RandomEngine& engine) {
  double number = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), number);
  if (error != std::errc() || end != token.data() + token.size() || below(engine, 2) == 0) {
    return kNumbers[below(engine, std::size(kNumbers))];
  }
  const double others[] = {number + 1, number - 1, -number, number * 10, number / 3, number * 65536};
  char buffer[64];
  const auto written = std::to_chars(buffer, buffer + sizeof buffer, others[below(engine, std::size(others))]);
  return {buffer, written.ptr};
}

bool begins_number(std::string_view token) {
  return token.find_first_of("0123456789") <= 1;
}

Span any_stretch(const std::string& text, RandomEngine& engine) {
  const std::size_t begin = below(engine, text.size() + 1);
  return {begin, std::min(text.size() - begin, below(engine, below(engine, 4) == 0 ? 200 : 12))};
}

void change_tokens(std::string& text, RandomEngine& engine) {
  const std::vector<Span> spans = tokens_in(text);
  const Span span = spans[below(engine, spans.size())];
  const Span other = spans[below(engine, spans.size())];
  const std::string token = text.substr(span.begin, span.size);
  const std::string instead = text.substr(other.begin, other.size);
  switch (below(engine, 5)) {
    case 0: text.replace(span.begin, span.size, instead); break;
    case 1: text.erase(span.begin, span.size); break;
    case 2: text.insert(other.begin, token); break;
    case 3:
      if (span.begin < other.begin) {  // from the back, so that places stay
        text.replace(other.begin, other.size, token);
        text.replace(span.begin, span.size, instead);
      }
      break;
    default: text.replace(span.begin, span.size, another_number(token, engine)); break;
  }
}

void change_number(std::string& text, RandomEngine& engine) {
  std::vector<Span> numbers = tokens_in(text);
  std::erase_if(numbers,
                [&](const Span& span) { return !begins_number(std::string_view(text).substr(span.begin, span.size)); });
  if (numbers.empty()) return change_tokens(text, engine);
  const Span span = numbers[below(engine, numbers.size())];
  text.replace(span.begin, span.size, another_number(std::string_view(text).substr(span.begin, span.size), engine));
}

void insert_somewhere(std::string& text, std::string_view piece, RandomEngine& engine) {
  const std::vector<Span> spans = tokens_in(text);
  if (spans.empty()) {
    text += piece;
  } else if (const Span span = spans[below(engine, spans.size())]; below(engine, 2) == 0) {
    text.replace(span.begin, span.size, piece);
  } else {
    text.insert(span.begin, piece);
  }
}

void change_bytes(std::string& text, RandomEngine& engine) {
  const Span stretch = any_stretch(text, engine);
  switch (below(engine, 4)) {
    case 0: text.erase(stretch.begin, stretch.size); break;
    case 1: text.insert(below(engine, text.size() + 1), text.substr(stretch.begin, stretch.size)); break;
    case 2: text.insert(stretch.begin, 1, static_cast<char>(engine())); break;
    default:
      if (stretch.size > 0) text[stretch.begin] = static_cast<char>(text[stretch.begin] ^ (1 << below(engine, 8)));
      break;
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  throw std::runtime_error("a dictionary has \\x without two digits");
}

std::string unescaped(std::string_view quoted) {
  std::string token;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (quoted[i] == '\\' && i + 3 < quoted.size() && quoted[i + 1] == 'x') {
      token += static_cast<char>(16 * hex_digit(quoted[i + 2]) + hex_digit(quoted[i + 3]));
      i += 3;
    } else {
      if (quoted[i] == '\\' && i + 1 < quoted.size()) ++i;
      token += quoted[i];
    }
  }
  return token;
}

}  // namespace

std::vector<std::string> parse_dictionary(std::string_view text) {
  std::vector<std::string> tokens;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    const std::size_t open = line.find('"');
    if (open == std::string_view::npos || line.size() < open + 3 || line.back() != '"') {
      throw std::runtime_error("a dictionary has the line " + std::string(line));
    }
    tokens.push_back(unescaped(line.substr(open + 1, line.size() - open - 2)));
  }
  return tokens;
}

std::string mutated(std::string text, const std::vector<std::string>& tokens, const std::vector<std::string>& others,
                    RandomEngine& engine) {
  const std::size_t way = below(engine, 10);
  if (text.empty() || (way < 2 && !tokens.empty())) {
    insert_somewhere(text, tokens.empty() ? "0" : tokens[below(engine, tokens.size())], engine);
  } else if (way == 2 && !others.empty()) {
    const std::string& other = others[below(engine, others.size())];
    const Span stretch = any_stretch(other, engine);
    insert_somewhere(text, std::string_view(other).substr(stretch.begin, stretch.size), engine);
  } else if (way < 5) {
    change_number(text, engine);
  } else if (way < 8) {
    change_tokens(text, engine);
  } else {
    change_bytes(text, engine);
  }
  return text;
}

}  // namespace espalier::fuzz
