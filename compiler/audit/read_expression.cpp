#include "audit/read_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace espalier {
namespace {

constexpr std::size_t kDeepestExpression = 200;  // parentheses and signs within each other

template <typename Number>
Number number_in(std::string_view digits, const Token& token) {
  Number value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size())
    refuse_token(token, "a number that Espalier does not write");
  return value;
}

Expression number_of(const Token& token) {
  Expression number;
  number.kind = Ask::number;
  number.token = token;
  std::string_view digits = token.text;
  if (digits.starts_with("0x")) {
    digits.remove_prefix(2);
    number.is_pattern = true;
    while (digits.ends_with('U') || digits.ends_with('L')) number.is_unsigned = true, digits.remove_suffix(1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number.digits, 16);
    if (error != std::errc() || end != digits.data() + digits.size()) refuse_token(token);
    return number;
  }
  number.real = digits.find_first_of(".e") != std::string_view::npos;
  // C reads 075 as 61.
  if (digits.size() > 1 && digits[0] == '0' && digits[1] != '.' && digits[1] != 'e' && digits[1] != 'U')
    refuse_token(token);
  if (number.real) {
    if (digits.ends_with('f')) number.is_float = true, digits.remove_suffix(1);
    number.as_double = number_in<double>(digits, token);
    const bool fits = number.as_double == 0 || (number.as_double >= std::numeric_limits<float>::denorm_min() &&
                                                number.as_double <= kLargestFloat);
    number.as_float =
        fits || number.is_float ? number_in<float>(digits, token) : std::numeric_limits<float>::infinity();
    return number;
  }
  if (digits.ends_with('U')) number.is_unsigned = true, digits.remove_suffix(1);
  number.digits = number_in<std::uint64_t>(digits, token);
  return number;
}

}  // namespace

void refuse_token(const Token& token, const char* why) {
  throw ForeignText{token.offset, std::max<std::size_t>(1, token.text.size()), why};
}

bool TokenReader::next_is(std::span<const Token> words) const {
  return !words.empty() && at_ + words.size() <= tokens_.size() &&
         std::equal(words.begin(), words.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(at_));
}

bool TokenReader::take(std::string_view text) {
  if (!next_is(text)) return false;
  ++at_;
  return true;
}

bool TokenReader::take(std::span<const Token> words) {
  if (!next_is(words)) return false;
  at_ += words.size();
  return true;
}

void TokenReader::expect(std::string_view text) {
  if (!take(text)) refuse(fmt::format("'{}' should stand here", text));
}

const Token& TokenReader::next() const {
  if (at_end()) refuse("something is missing here");
  return tokens_[at_];
}

const Token& TokenReader::take() {
  const Token& token = next();
  ++at_;
  return token;
}

void TokenReader::refuse(const std::string& why) const {
  if (at_end()) throw ForeignText{end_offset_, 1, why};
  throw ForeignText{tokens_[at_].offset, std::max<std::size_t>(1, tokens_[at_].text.size()), why};
}

namespace {

// The grammar of C's expressions, as far as conditions need it; and of Rust's `if` as an expression.
class ExpressionReader {
 public:
  ExpressionReader(const ExpressionWords& words, TokenReader& tokens) : words_(words), tokens_(tokens) {}

  Expression conditional() {
    Expression condition = any();
    if (!tokens_.next_is("?")) return condition;
    const Nested nested(*this);
    Expression whole = make(Ask::conditional, tokens_.take());
    whole.parts.push_back(std::move(condition));
    whole.parts.push_back(any());
    tokens_.expect(":");
    whole.parts.push_back(conditional());
    return whole;
  }

 private:
  // Counts what stands within what.
  struct Nested {
    explicit Nested(ExpressionReader& reader) : depth(reader.depth_) {
      if (++depth > kDeepestExpression) reader.tokens_.refuse("parentheses that are nested too deep");
    }
    ~Nested() { --depth; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    std::size_t& depth;
  };

  static Expression make(Ask kind, const Token& token) {
    Expression expression;
    expression.kind = kind;
    expression.token = token;
    return expression;
  }

  Expression list(Ask kind, std::string_view sign, Expression (ExpressionReader::*part)()) {
    Expression first = (this->*part)();
    if (!tokens_.next_is(sign)) return first;
    Expression whole = make(kind, tokens_.next());
    whole.parts.push_back(std::move(first));
    while (tokens_.take(sign)) whole.parts.push_back((this->*part)());
    return whole;
  }

  Expression any() { return list(Ask::any, "||", &ExpressionReader::all); }
  Expression all() { return list(Ask::all, "&&", &ExpressionReader::comparison); }

  Expression pair(Ask kind, Expression first, const Token& sign, Expression second) {
    Expression whole = make(kind, sign);
    whole.parts.push_back(std::move(first));
    whole.parts.push_back(std::move(second));
    return whole;
  }

  // Without a second comparison behind it: C would compare the outcome.
  Expression comparison() {
    Expression first = difference();
    static constexpr std::pair<std::string_view, Ask> kSigns[] = {
        {"<=", Ask::less_equal}, {"<", Ask::less}, {">=", Ask::greater_equal}, {">", Ask::greater}, {"==", Ask::equal},
        {"!=", Ask::not_equal},  {"&", Ask::mask}};
    for (const auto& [sign, kind] : kSigns) {
      if (!tokens_.next_is(sign)) continue;
      const Token at = tokens_.take();
      return pair(kind, std::move(first), at, difference());
    }
    return first;
  }

  Expression difference() {
    Expression first = unary();
    if (!tokens_.next_is("-")) return first;
    const Token at = tokens_.take();
    return pair(Ask::minus, std::move(first), at, unary());
  }

  Expression unary() {
    const Nested nested(*this);
    const bool negates = tokens_.next_is("!");
    if (!negates && !tokens_.next_is("-")) return primary();
    Expression whole = make(negates ? Ask::negation : Ask::minus_of, tokens_.take());
    whole.parts.push_back(unary());
    return whole;
  }

  Expression primary() {
    const Token at = tokens_.next();
    if (auto named = words_.read_name(tokens_)) return std::move(*named);
    for (const bool truth : {false, true}) {
      if (!tokens_.take(truth ? "true" : "false")) continue;
      Expression expression = make(Ask::truth, at);
      expression.whole = truth ? 1 : 0;
      return expression;
    }
    if (at.kind == Token::Kind::number) return number_of(tokens_.take());
    if (tokens_.next_is("bits") || tokens_.next_is("ubits")) return bits();
    if (tokens_.take("if")) return rust_conditional(at);
    if (!tokens_.take("(")) tokens_.refuse(kNoQuestion);
    const Nested nested(*this);
    Expression within = conditional();
    tokens_.expect(")");
    return within;
  }

  Expression bits() {
    const Token at = tokens_.take();
    Expression expression = make(at.is("bits") ? Ask::bits : Ask::ubits, at);
    tokens_.expect("(");
    expression.field = words_.read_field(tokens_);
    tokens_.expect(")");
    return expression;
  }

  // if a { b } else if c { d } else { e }
  Expression rust_conditional(const Token& at) {
    const Nested nested(*this);
    Expression whole = make(Ask::conditional, at);
    whole.parts.push_back(any());
    tokens_.expect("{");
    whole.parts.push_back(any());
    tokens_.expect("}");
    tokens_.expect("else");
    if (tokens_.take("if")) {
      whole.parts.push_back(rust_conditional(at));
      return whole;
    }
    tokens_.expect("{");
    whole.parts.push_back(any());
    tokens_.expect("}");
    return whole;
  }

  const ExpressionWords& words_;
  TokenReader& tokens_;
  std::size_t depth_ = 0;
};

}  // namespace

Expression read_expression(const ExpressionWords& words, TokenReader& tokens) {
  return ExpressionReader(words, tokens).conditional();
}

ExpressionWords::ExpressionWords(const std::vector<Field>& fields, const std::vector<std::size_t>& category_counts,
                                 const CodeNames& names, const Lexis& lexis)
    : fields_(fields), counts_(category_counts), names_(names), lexis_(lexis), sentinels_(fields.size()) {
  const auto words_of = [&](const std::string& text) { return tokens_of(text, lexis).tokens; };
  for (std::size_t i = 0; i < fields.size(); ++i) {
    field_words_.push_back(words_of(names.fields[i]));
    category_words_.emplace_back();
    for (const std::string& value : names.categories[i].values) category_words_.back().push_back(words_of(value));
    unknown_words_.push_back(words_of(names.categories[i].unknown));
    if (fields[i].sentinel) sentinels_[i] = code_sentinel(names, fields[i].type);
    sentinel_words_.push_back(words_of(sentinels_[i]));
  }
}

std::uint32_t ExpressionWords::read_field(TokenReader& tokens) const {
  std::size_t found = fields_.size();
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (!tokens.next_is(field_words_[i])) continue;
    if (found == fields_.size() || field_words_[i].size() > field_words_[found].size()) found = i;
  }
  if (found == fields_.size()) tokens.refuse("a field of the row should stand here");
  tokens.take(field_words_[found]);
  return static_cast<std::uint32_t>(found);
}

std::uint32_t ExpressionWords::read_category(std::uint32_t field, TokenReader& tokens) const {
  for (std::size_t c = 0; c < category_words_[field].size(); ++c) {
    if (tokens.take(category_words_[field][c])) return static_cast<std::uint32_t>(c);
  }
  tokens.refuse("a category of the field should stand here");
}

// Names of several tokens begin alike: the longest that fits is meant.
std::optional<Expression> ExpressionWords::read_name(TokenReader& tokens) const {
  if (tokens.at_end()) return std::nullopt;
  std::size_t longest = 0;
  Expression found;
  found.token = tokens.next();
  const auto offer = [&](const Words& words, Ask kind, std::size_t field, std::int64_t whole) {
    if (words.size() <= longest || !tokens.next_is(words)) return;
    longest = words.size();
    found.kind = kind;
    found.field = static_cast<std::uint32_t>(field);
    found.whole = whole;
  };
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    offer(field_words_[i], Ask::field, i, 0);
    if (!sentinel_words_[i].empty()) {
      const InputType& type = fields_[i].type;
      offer(sentinel_words_[i], Ask::category, i, raw_of(type, missing_sentinel(type)));
    }
    for (std::size_t c = 0; c < category_words_[i].size(); ++c) {
      offer(category_words_[i][c], Ask::category, i, static_cast<std::int64_t>(c));
    }
    offer(unknown_words_[i], Ask::category, i, static_cast<std::int64_t>(counts_[i]));
  }
  if (longest == 0) return std::nullopt;
  tokens.go_back_to(tokens.position() + longest);
  if (found.kind == Ask::field && tokens.next_is(".")) {  // row.x.is_nan()
    for (const char* word : {".", "is_nan", "(", ")"}) tokens.expect(word);
    found.kind = Ask::is_nan;
  }
  return found;
}

}  // namespace espalier
