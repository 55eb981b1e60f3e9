// A condition of emitted code, read back: from its tokens to the question that it asks (lower/program.hpp). What an
// expression means is found by working it out: on the values of its field between which it cannot change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audit/source_tokens.hpp"
#include "emit/code_text.hpp"
#include "lower/program.hpp"

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

// A question, or what is certain: `always` has its answer then.
struct ReadCondition {
  std::optional<bool> always;
  Condition condition;
};

class ConditionReader {
 public:
  // Keeps references. `names` are the words of the language that the text is written in.
  ConditionReader(const std::vector<Field>& fields, const std::vector<std::size_t>& category_counts,
                  const CodeNames& names, const Lexis& lexis);

  // Up to the end of the expression. Throws ForeignText.
  ReadCondition read(TokenReader& tokens) const;
  // The field of a switch, and the category of an arm.
  std::uint32_t read_field(TokenReader& tokens) const;
  std::uint32_t read_category(std::uint32_t field, TokenReader& tokens) const;

  const Lexis& lexis() const { return lexis_; }

 private:
  friend class ExpressionReader;
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

}  // namespace espalier
