// Conditions of emitted code as expressions: read from tokens with the grammar of C, as far as conditions need it, and
// of Rust's `if` as an expression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audit/source_tokens.hpp"
#include "emit/code_text.hpp"
#include "lower/input_type.hpp"

namespace espalier {

// Tokens that are read one after the other. What does not fit is thrown as ForeignText.
class TokenReader {
 public:
  TokenReader(std::span<const Token> tokens, std::size_t end_offset) : tokens_(tokens), end_offset_(end_offset) {}

  bool at_end() const { return at_ == tokens_.size(); }
  bool next_is(std::string_view text) const { return !at_end() && tokens_[at_].is(text); }
  bool next_is(std::span<const Token> words) const;
  bool take(std::string_view text);  // if it is next
  bool take(std::span<const Token> words);
  void expect(std::string_view text);
  const Token& next() const;  // throws at the end
  const Token& take();
  std::size_t position() const { return at_; }
  void go_back_to(std::size_t position) { at_ = position; }
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  std::span<const Token> tokens_;
  std::size_t end_offset_;  // where the text ends, for what is missing
  std::size_t at_ = 0;
};

// An expression, and what its parts mean.
struct Expression {
  enum class Kind {
    field,
    bits,   // of a field, with a sign
    ubits,  // and without
    is_nan,
    number,    // of the text
    category,  // or a sentinel: what stands for a value of a field
    truth,
    minus,
    minus_of,
    mask,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    negation,
    all,  // &&
    any,  // ||
    conditional,
  };
  Kind kind = Kind::truth;
  Token token{};            // where it stands
  std::uint32_t field = 0;  // field, bits, ubits, is_nan; category: of it
  std::int64_t whole = 0;   // category: its index, or the stored number of the sentinel; truth: 0 or 1
  std::vector<Expression> parts{};
  // number
  bool real = false;
  bool is_float = false;     // 1.5f
  bool is_unsigned = false;  // 3U
  bool is_pattern = false;   // 0x3f800000: bits
  std::uint64_t digits = 0;  // whole
  float as_float = 0;
  double as_double = 0;
};

using Ask = Expression::Kind;  // what an expression asks or says

// The names that expressions are made of, as tokens.
class ExpressionWords {
 public:
  // Keeps references. `names` are the words of the language that the text is written in.
  ExpressionWords(const std::vector<Field>& fields, const std::vector<std::size_t>& category_counts,
                  const CodeNames& names, const Lexis& lexis);

  const std::vector<Field>& fields() const { return fields_; }
  const std::vector<std::size_t>& counts() const { return counts_; }  // of categories, per field
  const CodeNames& names() const { return names_; }
  const Lexis& lexis() const { return lexis_; }

  // Each throws ForeignText: the field of a switch, and the category of an arm.
  std::uint32_t read_field(TokenReader& tokens) const;
  std::uint32_t read_category(std::uint32_t field, TokenReader& tokens) const;
  // A field, a category or a sentinel, if one is next.
  std::optional<Expression> read_name(TokenReader& tokens) const;

 private:
  using Words = std::vector<Token>;

  const std::vector<Field>& fields_;
  const std::vector<std::size_t>& counts_;
  const CodeNames& names_;
  Lexis lexis_;
  std::vector<Words> field_words_;
  std::vector<std::vector<Words>> category_words_;
  std::vector<Words> unknown_words_;
  std::vector<std::string> sentinels_;  // what the next tokens refer to
  std::vector<Words> sentinel_words_;   // per field; empty: it has none
};

// Up to its end. Throws ForeignText.
Expression read_expression(const ExpressionWords& words, TokenReader& tokens);

inline constexpr const char* kNoQuestion = "a condition that Espalier does not write";
[[noreturn]] void refuse_token(const Token& token, const char* why = kNoQuestion);

}  // namespace espalier
