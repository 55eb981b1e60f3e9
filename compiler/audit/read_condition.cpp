#include "audit/read_condition.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace espalier {
namespace {

// Whether all of the expression is about one field, and about which.
void collect_fields(const Expression& expression, std::vector<std::uint32_t>& fields) {
  const bool names_one = expression.kind == Ask::field || expression.kind == Ask::bits ||
                         expression.kind == Ask::ubits || expression.kind == Ask::is_nan;
  if (names_one) fields.push_back(expression.field);
  for (const Expression& part : expression.parts) collect_fields(part, fields);
}

void collect_numbers(const Expression& expression, std::vector<const Expression*>& numbers) {
  if (expression.kind == Ask::number) numbers.push_back(&expression);
  for (const Expression& part : expression.parts) collect_numbers(part, numbers);
}

// A value in the course of working an expression out.
struct Value {
  enum class Type { truth, real, whole, category, bits, ubits };
  Type type = Type::truth;
  bool truth = false;
  double real = 0;
  std::int64_t whole = 0;  // whole, category
  std::uint64_t bits = 0;
  const Expression* literal = nullptr;  // it comes from the text as it is
};

// Works an expression out for one value of its field: the stored number, the index of a category, or the bits of a
// floating-point number.
class Evaluation {
 public:
  Evaluation(const Field& field, const CodeNames& names)
      : field_(field), rust_(names.syntax == &kRustSyntax), width_(field.type == InputType::float32 ? 32 : 64) {}

  bool holds(const Expression& expression, std::uint64_t stored) {
    stored_ = stored;
    return truth_of(expression);
  }

 private:
  bool truth_of(const Expression& expression) const {
    const Value value = value_of(expression);
    if (value.type != Value::Type::truth) refuse_token(expression.token);
    return value.truth;
  }

  static Value truth(bool value) { return {.type = Value::Type::truth, .truth = value}; }

  Value value_of(const Expression& expression) const {
    switch (expression.kind) {
      case Ask::field: return value_of_field();
      case Ask::bits:
      case Ask::ubits:
        if (!is_floating(field_.type)) refuse_token(expression.token);
        return {.type = expression.kind == Ask::bits ? Value::Type::bits : Value::Type::ubits, .bits = stored_};
      case Ask::is_nan:
        if (!is_floating(field_.type)) refuse_token(expression.token);
        return truth(std::isnan(number()));
      case Ask::number: return value_of_number(expression);
      case Ask::category: return value_of_name(expression);
      case Ask::truth: return truth(expression.whole != 0);
      case Ask::negation: return truth(!truth_of(expression.parts[0]));
      case Ask::all:
        return truth(std::all_of(expression.parts.begin(), expression.parts.end(),
                                 [this](const Expression& part) { return truth_of(part); }));
      case Ask::any:
        return truth(std::any_of(expression.parts.begin(), expression.parts.end(),
                                 [this](const Expression& part) { return truth_of(part); }));
      case Ask::conditional:
        return truth(truth_of(expression.parts[0]) ? truth_of(expression.parts[1]) : truth_of(expression.parts[2]));
      case Ask::minus:
      case Ask::minus_of:
      case Ask::mask: return arithmetic(expression);
      case Ask::less:
      case Ask::less_equal:
      case Ask::greater:
      case Ask::greater_equal:
      case Ask::equal:
      case Ask::not_equal: break;
    }
    return truth(compared(expression));
  }

  double number() const {
    return width_ == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(stored_)))
                        : std::bit_cast<double>(stored_);
  }

  Value value_of_field() const {
    if (field_.type == InputType::boolean) return truth(stored_ != 0);
    if (field_.type == InputType::category)
      return {.type = Value::Type::category, .whole = static_cast<std::int64_t>(stored_)};
    if (is_floating(field_.type)) return {.type = Value::Type::real, .real = number()};
    return {.type = Value::Type::whole, .whole = static_cast<std::int64_t>(stored_)};
  }

  // C takes the literal as it is written, Rust as the place wants it.
  Value value_of_number(const Expression& expression) const {
    if (expression.real) {
      const bool narrow = rust_ ? field_.type == InputType::float32 : expression.is_float;
      return {.type = Value::Type::real,
              .real = narrow ? static_cast<double>(expression.as_float) : expression.as_double,
              .literal = &expression};
    }
    if (expression.digits > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      return {.type = Value::Type::ubits, .bits = expression.digits, .literal = &expression};
    }
    return {.type = Value::Type::whole,
            .whole = static_cast<std::int64_t>(expression.digits),
            .bits = expression.digits,
            .literal = &expression};
  }

  Value value_of_name(const Expression& expression) const {
    const bool category = field_.type == InputType::category;
    return {.type = category ? Value::Type::category : Value::Type::whole, .whole = expression.whole};
  }

  Value arithmetic(const Expression& expression) const {
    Value first = value_of(expression.parts[0]);
    if (expression.kind == Ask::minus_of) {
      const bool number = first.type == Value::Type::real || first.type == Value::Type::whole;
      if (!number || first.literal == nullptr || first.literal->is_unsigned) refuse_token(expression.token);
      first.real = -first.real;
      first.whole = -first.whole;
      return first;
    }
    const Value second = value_of(expression.parts[1]);
    if (first.type == Value::Type::ubits) {
      const std::uint64_t operand = pattern(second, expression, true);
      const std::uint64_t mask = width_ == 32 ? 0xffffffffU : ~std::uint64_t{0};
      return {.type = Value::Type::ubits,
              .bits = expression.kind == Ask::mask ? first.bits & operand : (first.bits - operand) & mask};
    }
    // -2147483648 is written (-2147483647 - 1).
    const bool literals = first.literal != nullptr && second.literal != nullptr && expression.kind == Ask::minus;
    if (!literals || first.type != Value::Type::whole || second.type != Value::Type::whole)
      refuse_token(expression.token);
    first.whole -= second.whole;
    return first;
  }

  // A literal that bits are compared with: with U exactly where bits have no sign, and no wider than they are.
  std::uint64_t pattern(const Value& value, const Expression& expression, bool is_unsigned) const {
    const bool literal =
        value.literal != nullptr && value.literal->is_pattern && value.literal->is_unsigned == is_unsigned;
    const std::uint64_t most = (width_ == 32 ? 0xffffffffU : ~std::uint64_t{0}) >> (is_unsigned ? 0U : 1U);
    if (!literal || value.literal->digits > most) refuse_token(expression.token);
    return value.literal->digits;
  }

  bool compared(const Expression& expression) const {
    const Value first = value_of(expression.parts[0]);
    const Value second = value_of(expression.parts[1]);
    if (first.type == Value::Type::ubits && first.literal == nullptr)
      return compare(expression.kind, first.bits, pattern(second, expression, true));
    if (first.type == Value::Type::bits) {
      const auto literal = static_cast<std::int64_t>(pattern(second, expression, false));
      const std::int64_t value = width_ == 32 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(first.bits))
                                              : static_cast<std::int64_t>(first.bits);
      return compare(expression.kind, value, literal);
    }
    if (first.type != second.type || first.literal != nullptr) refuse_token(expression.token);
    // A number that is not equal to itself is none; nothing else is asked of a value and itself.
    const bool itself = expression.parts[1].kind == Ask::field;
    const bool equality = expression.kind == Ask::equal || expression.kind == Ask::not_equal;
    if (itself && !(equality && first.type == Value::Type::real)) refuse_token(expression.token);
    if (second.literal != nullptr && second.literal->is_pattern) refuse_token(expression.token);
    if (first.type == Value::Type::real) return compare(expression.kind, first.real, second.real);
    if (first.type == Value::Type::category) return compare(expression.kind, first.whole, second.whole);
    if (first.type != Value::Type::whole) refuse_token(expression.token);
    refuse_conversion(second, expression);
    return compare(expression.kind, first.whole, second.whole);
  }

  // C converts a number below zero before it compares it with one that has no sign.
  void refuse_conversion(const Value& literal, const Expression& expression) const {
    if (literal.literal == nullptr) return;
    const bool has_sign = lowest(field_.type) < 0;
    if (has_sign ? literal.literal->is_unsigned : literal.whole < 0) refuse_token(expression.token);
  }

  template <typename Number>
  static bool compare(Ask kind, Number a, Number b) {
    switch (kind) {
      case Ask::less: return a < b;
      case Ask::less_equal: return a <= b;
      case Ask::greater: return a > b;
      case Ask::greater_equal: return a >= b;
      case Ask::equal: return a == b;
      default: return a != b;
    }
  }

  const Field& field_;
  bool rust_;
  unsigned width_;
  std::uint64_t stored_ = 0;
};

// The answers of an expression about one field, for all of its values.
struct Outcome {
  std::optional<bool> known;  // all known values answer that
  Condition condition;        // otherwise
  bool missing = false;       // the answer for a missing value
};

// A piece of the numbers of a field, from low to high, on which the expression answers alike.
struct Piece {
  double low;
  double high;
  bool holds;
};

// x <= t or x > t; `pieces` are ascending.
Outcome of_pieces(const std::vector<Piece>& pieces, std::uint32_t field, bool missing, const Token& token) {
  Outcome outcome;
  outcome.missing = missing;
  std::optional<std::size_t> change;
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].holds == pieces[i - 1].holds) continue;
    if (change || pieces[i].low == pieces[i - 1].high) refuse_token(token);  // -0 and 0 are one number
    change = i;
  }
  if (!change) {
    outcome.known = pieces.front().holds;
    return outcome;
  }
  outcome.condition.field = field;
  outcome.condition.compare = pieces.front().holds ? Compare::less_equal : Compare::greater;
  outcome.condition.threshold = pieces[*change - 1].high;
  outcome.condition.model_threshold = outcome.condition.threshold;
  outcome.condition.when_missing = missing;
  return outcome;
}

void sort_out(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

class FloatOutcome {
 public:
  FloatOutcome(const Field& field, std::uint32_t index, const CodeNames& names)
      : index_(index),
        wide_(field.type == InputType::float64),
        calm_(names.floats == FloatCompare::calm_bits),
        evaluation_(field, names) {}

  Outcome of(const Expression& expression) {
    const std::vector<std::uint64_t> starts = starts_of(expression);
    std::vector<Piece> negative;
    std::vector<Piece> pieces;
    std::optional<bool> missing;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const std::uint64_t first = starts[i];
      const std::uint64_t last = i + 1 < starts.size() ? starts[i + 1] - 1 : highest();
      const bool holds = evaluation_.holds(expression, first);
      if (std::isnan(value(first))) {
        if (calm_ && first >= sign()) continue;  // rows with such a NaN do not come here
        if (missing && *missing != holds) refuse_token(expression.token);
        missing = holds;
      } else if (first >= sign()) {
        negative.push_back({value(last), value(first), holds});
      } else {
        pieces.push_back({value(first), value(last), holds});
      }
    }
    pieces.insert(pieces.begin(), negative.rbegin(), negative.rend());
    return of_pieces(pieces, index_, missing.value_or(false), expression.token);
  }

 private:
  std::uint64_t sign() const { return std::uint64_t{1} << (wide_ ? 63U : 31U); }
  std::uint64_t infinity() const { return wide_ ? 0x7ff0000000000000U : 0x7f800000U; }
  std::uint64_t highest() const { return wide_ ? ~std::uint64_t{0} : 0xffffffffU; }
  double value(std::uint64_t bits) const {
    return wide_ ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }

  // Between these patterns no comparison changes: zero, infinity, NaN and their opposites; the numbers of the text and
  // what is next to them, also where one is counted from another, and below zero.
  std::vector<std::uint64_t> starts_of(const Expression& expression) const {
    std::vector<std::uint64_t> starts = {0,      infinity(),          infinity() + 1,
                                         sign(), sign() + infinity(), sign() + infinity() + 1};
    std::vector<const Expression*> numbers;
    collect_numbers(expression, numbers);
    std::vector<std::uint64_t> patterns = {0};
    for (const Expression* number : numbers) {
      if (!number->real) {
        patterns.push_back(number->digits);
        continue;
      }
      for (const double around : {number->as_double, static_cast<double>(number->as_float)}) {
        const bool narrow = std::abs(around) <= kLargestFloat;
        const float nearest = narrow ? static_cast<float>(around) : std::numeric_limits<float>::infinity();
        patterns.push_back(wide_ ? std::bit_cast<std::uint64_t>(around) : std::bit_cast<std::uint32_t>(nearest));
      }
    }
    for (const std::uint64_t a : patterns) {
      for (const std::uint64_t b : patterns) {
        for (const std::uint64_t near : {std::uint64_t{0} - 1, std::uint64_t{0}, std::uint64_t{1}}) {
          starts.push_back((a + b + near) & highest());
          starts.push_back(((a + b + near) ^ sign()) & highest());
        }
      }
    }
    sort_out(starts);
    return starts;
  }

  std::uint32_t index_;
  bool wide_;
  bool calm_;
  Evaluation evaluation_;
};

Outcome outcome_of_whole(const Expression& expression, const Field& field, std::uint32_t index,
                         const CodeNames& names) {
  const std::int64_t first = raw_of(field.type, lowest(field.type));
  const std::int64_t last = raw_of(field.type, highest(field.type));
  const std::int64_t sentinel = field.sentinel ? raw_of(field.type, missing_sentinel(field.type)) : last + 1;
  std::vector<std::int64_t> starts = {first};
  const auto add = [&](std::int64_t start) {
    if (start > first && start <= last) starts.push_back(start);
  };
  std::vector<const Expression*> numbers;
  collect_numbers(expression, numbers);
  for (const Expression* number : numbers) {
    const auto digits = static_cast<std::int64_t>(std::min<std::uint64_t>(number->digits, std::uint64_t{1} << 40U));
    for (const std::int64_t near : {-1, 0, 1, 2}) add(digits + near), add(-digits + near);
  }
  add(sentinel), add(sentinel + 1);
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  Evaluation evaluation(field, names);
  std::vector<Piece> pieces;
  bool missing = false;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const bool holds = evaluation.holds(expression, static_cast<std::uint64_t>(starts[i]));
    const std::int64_t end = i + 1 < starts.size() ? starts[i + 1] - 1 : last;
    if (starts[i] == sentinel) {
      missing = holds;
    } else {
      pieces.push_back({value_at(field.type.scale(), starts[i]), value_at(field.type.scale(), end), holds});
    }
  }
  return of_pieces(pieces, index, missing, expression.token);
}

Outcome outcome_of_category(const Expression& expression, const Field& field, std::uint32_t index, std::size_t count,
                            const CodeNames& names) {
  Evaluation evaluation(field, names);
  Outcome outcome;
  outcome.condition.field = index;
  outcome.condition.compare = Compare::member;
  std::vector<std::uint32_t> members;
  for (std::uint32_t c = 0; c < count; ++c) {
    if (evaluation.holds(expression, c)) members.push_back(c);
  }
  outcome.missing = evaluation.holds(expression, count);
  // In C any number may stand in an enumeration; those behind `unknown` are unknown, too.
  const bool beyond = evaluation.holds(expression, count + 1);
  if (beyond != outcome.missing && names.syntax != &kRustSyntax) refuse_token(expression.token);
  if (members.empty() || members.size() == count) outcome.known = !members.empty();
  outcome.condition.categories = std::move(members);
  outcome.condition.when_missing = outcome.missing;
  return outcome;
}

}  // namespace

ReadCondition read_condition(const ExpressionWords& words, TokenReader& tokens) {
  const Expression expression = read_expression(words, tokens);
  const std::vector<Field>& fields = words.fields();
  const auto outcome_of = [&](const Expression& part, std::uint32_t index) {
    const Field& field = fields[index];
    if (field.type == InputType::category)
      return outcome_of_category(part, field, index, words.counts()[index], words.names());
    if (is_floating(field.type)) return FloatOutcome(field, index, words.names()).of(part);
    return outcome_of_whole(part, field, index, words.names());
  };
  const auto only_field = [&](const Expression& part) -> std::optional<std::uint32_t> {
    std::vector<std::uint32_t> named;
    collect_fields(part, named);
    if (named.empty()) return std::nullopt;
    if (std::any_of(named.begin(), named.end(), [&](std::uint32_t other) { return other != named.front(); }))
      refuse_token(part.token);
    return named.front();
  };
  // Known values of a field that all answer alike are a question, too.
  const auto spelled_out = [&](const Outcome& outcome, std::uint32_t index) {
    if (!outcome.known) return outcome.condition;
    Condition condition =
        fields[index].type == InputType::category ? known_category(index, words.counts()[index]) : known_number(index);
    return *outcome.known ? condition : negated(condition);
  };

  // The questions of a rule, one by one; one that is about a value and whether it is there may be two comparisons.
  const auto read_terms = [&]() -> ReadCondition {
    std::vector<Condition> terms;
    for (const Expression& part : expression.parts) {
      const auto index = only_field(part);
      if (!index) refuse_token(part.token);
      const Outcome outcome = outcome_of(part, *index);
      if (outcome.known && (!can_be_missing(fields[*index]) || outcome.missing == *outcome.known))
        refuse_token(part.token, "a condition that every value answers alike");
      terms.push_back(spelled_out(outcome, *index));
      terms.back().when_missing = outcome.missing;
    }
    ReadCondition result;
    result.condition = all_of(std::move(terms));
    return result;
  };
  if (expression.kind == Ask::all) {
    std::vector<std::uint32_t> named;
    collect_fields(expression, named);
    const auto differs = [&](std::uint32_t other) { return other != named.front(); };
    if (std::any_of(named.begin(), named.end(), differs)) return read_terms();
    try {
      outcome_of(expression, named.front());
    } catch (const ForeignText&) {
      return read_terms();  // two bounds of a column
    }
  }

  std::vector<Condition> asked;
  const Expression* rest = &expression;
  while (rest->kind == Ask::conditional) {
    const auto index = only_field(rest->parts[0]);
    if (!index) refuse_token(rest->parts[0].token);
    const Outcome known = outcome_of(rest->parts[0], *index);
    if (known.known != true || known.missing) refuse_token(rest->parts[0].token);
    const auto answers = only_field(rest->parts[1]);
    if (answers && *answers != *index) refuse_token(rest->parts[1].token);
    asked.push_back(spelled_out(outcome_of(rest->parts[1], *index), *index));
    rest = &rest->parts[2];
  }
  ReadCondition result;
  const auto index = only_field(*rest);
  if (!index) {
    if (rest->kind != Ask::truth || !asked.empty()) refuse_token(rest->token);
    result.always = rest->whole != 0;
    return result;
  }
  const Outcome last = outcome_of(*rest, *index);
  const bool can_miss = can_be_missing(fields[*index]);
  if (asked.empty() && last.known && (!can_miss || last.missing == *last.known))
    refuse_token(rest->token, "a condition that every value answers alike");
  asked.push_back(spelled_out(last, *index));
  result.condition = asked.front();
  result.condition.when_missing = last.missing;
  result.condition.fallbacks = std::vector<Condition>(asked.begin() + 1, asked.end());
  return result;
}

}  // namespace espalier
