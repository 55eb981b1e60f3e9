#include "audit/property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kColumnsInHint = 12;
constexpr std::size_t kMostRegionsOfCondition = 10000;  // that a condition may come to, written out

struct PropertyToken {
  enum class Kind { word, quoted, number, sign, end } kind = Kind::end;
  std::string text;  // of a quoted one: what is between the quotes
  double number = 0;
  std::size_t offset = 0;
  std::size_t length = 0;
};

class PropertyTokens {
 public:
  PropertyTokens(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {
    std::size_t at = 0;
    do {
      while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
      tokens_.push_back(token_at(at));
      at += tokens_.back().length;
    } while (tokens_.back().kind != PropertyToken::Kind::end);
  }

  const PropertyToken& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  PropertyToken take() { return tokens_[next_ < tokens_.size() - 1 ? next_++ : next_]; }
  bool is_sign(std::string_view sign, std::size_t ahead = 0) const {
    return peek(ahead).kind == PropertyToken::Kind::sign && peek(ahead).text == sign;
  }
  bool is_word(std::string_view word, std::size_t ahead = 0) const {
    return peek(ahead).kind == PropertyToken::Kind::word && equals_ignoring_case(peek(ahead).text, word);
  }
  bool take_sign(std::string_view sign) { return is_sign(sign) && (++next_, true); }
  bool take_word(std::string_view word) { return is_word(word) && (++next_, true); }
  void need_sign(std::string_view sign) {
    if (!take_sign(sign)) refuse(fmt::format("expected '{}'", sign));
  }
  bool at_end() const { return peek().kind == PropertyToken::Kind::end; }
  std::size_t position() const { return next_; }
  void go_back(std::size_t position) { next_ = position; }

  [[noreturn]] void refuse(const std::string& message, const std::string& hint = {}) const {
    refuse_at(peek(), message, hint);
  }
  [[noreturn]] void refuse_at(const PropertyToken& token, const std::string& message,
                              const std::string& hint = {}) const {
    throw Diagnostic(ExitCode::usage, locate(name_, text_, token.offset, std::max<std::size_t>(1, token.length)),
                     message,
                     hint.empty() ? "see 'espalier help prove'; names with blanks or signs stand in quotes" : hint);
  }

 private:
  static bool is_plain(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-' || c == '+' ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
  }

  PropertyToken token_at(std::size_t at) const {
    PropertyToken token;
    token.offset = at;
    if (at >= text_.size()) return token;
    const char c = text_[at];
    if (c == '\'' || c == '"') return quoted_at(at);
    for (const std::string_view sign : {"<=", ">=", "!=", "=>", "<", ">", "=", ",", "(", ")", "{", "}", ":"}) {
      if (text_.substr(at, sign.size()) != sign) continue;
      token.kind = PropertyToken::Kind::sign;
      token.text = sign;
      token.length = sign.size();
      return token;
    }
    std::size_t end = at;
    while (end < text_.size() && is_plain(text_[end])) ++end;
    token.length = std::max<std::size_t>(1, end - at);
    token.text = std::string(text_.substr(at, token.length));
    if (end == at) {
      refuse_at(token, fmt::format("unexpected {}", in_quotes(token.text)),
                c == '%' ? "probabilities are from 0 to 1: 0.5 instead of 50 %" : "");
    }
    const auto number = parse_number(token.text);
    token.kind = number ? PropertyToken::Kind::number : PropertyToken::Kind::word;
    token.number = number.value_or(0);
    return token;
  }

  // A quote within a text is written twice.
  PropertyToken quoted_at(std::size_t at) const {
    PropertyToken token;
    token.kind = PropertyToken::Kind::quoted;
    token.offset = at;
    const char quote = text_[at];
    for (std::size_t i = at + 1; i < text_.size(); ++i) {
      if (text_[i] != quote) {
        token.text += text_[i];
      } else if (i + 1 < text_.size() && text_[i + 1] == quote) {
        token.text += quote;
        ++i;
      } else {
        token.length = i + 1 - at;
        return token;
      }
    }
    token.length = text_.size() - at;
    refuse_at(token, "a quote is opened and never closed");
  }

  std::string_view text_;
  std::string name_;
  std::vector<PropertyToken> tokens_;
  std::size_t next_ = 0;
};

// A name that was meant, one with a blank or a sign that stands without quotes, or all of them.
std::string hint_for_column(const std::string& name, const std::vector<std::string>& names) {
  if (std::string near = did_you_mean(name, names); !near.empty()) return near;
  const auto longer =
      std::ranges::find_if(names, [&](const std::string& known) { return known.find(name) != known.npos; });
  if (!name.empty() && longer != names.end()) {
    return fmt::format("did you mean {}? Names with blanks or signs stand in quotes", in_quotes(*longer));
  }
  std::vector<std::string> quoted;
  for (const std::string& known : names) quoted.push_back(in_quotes(known));
  return fmt::format("the columns are {}", enumerate(quoted, kColumnsInHint));
}

bool can_be_name(const PropertyToken& token) {
  return token.kind == PropertyToken::Kind::word || token.kind == PropertyToken::Kind::quoted ||
         token.kind == PropertyToken::Kind::number;
}

std::vector<std::string> column_names(const Space& space) {
  std::vector<std::string> names;
  for (const Feature& column : space.columns) names.push_back(column.name);
  return names;
}

std::optional<std::uint32_t> column_named(const Space& space, std::string_view name) {
  const auto found = std::ranges::find(space.columns, name, &Feature::name);
  if (found == space.columns.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - space.columns.begin());
}

// Sets of values that rows may have in some columns, either of one or of another.
class Conditions {
 public:
  Conditions(PropertyTokens& tokens, const Space& space) : tokens_(tokens), space_(space) {}

  std::vector<Region> read() {
    std::vector<Region> either = read_all();
    while (tokens_.take_word("or")) {
      std::vector<Region> more = read_all();
      either.insert(either.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
      if (either.size() > kMostRegionsOfCondition) tokens_.refuse("the condition has too many parts");
    }
    return either;
  }

 private:
  // Conditions joined by "and".
  std::vector<Region> read_all() {
    std::vector<Region> all = read_one();
    while (tokens_.take_word("and")) {
      std::vector<Region> both;
      for (const Region& more : read_one()) {
        for (const Region& region : all) {
          Region met = intersection(region, more);
          if (!is_empty(met)) both.push_back(std::move(met));
        }
        if (both.size() > kMostRegionsOfCondition) tokens_.refuse("the condition has too many parts");
      }
      all = std::move(both);
    }
    return all;
  }

  static Region intersection(const Region& one, const Region& other) {
    Region met = one;
    for (std::size_t column = 0; column < met.size(); ++column) {
      keep_common(met[column], other[column]);
    }
    return met;
  }

  std::vector<Region> read_one() {
    if (tokens_.take_sign("(")) {
      std::vector<Region> inner = read();
      tokens_.need_sign(")");
      return inner;
    }
    const bool number_first =
        tokens_.peek().kind == PropertyToken::Kind::number && (is_comparison(1) || tokens_.is_sign("=", 1));
    return {number_first && !column_named(space_, tokens_.peek().text) ? read_range() : read_plain()};
  }

  bool is_comparison(std::size_t ahead) const {
    return tokens_.is_sign("<=", ahead) || tokens_.is_sign("<", ahead) || tokens_.is_sign(">=", ahead) ||
           tokens_.is_sign(">", ahead);
  }

  std::uint32_t need_column() {
    const PropertyToken name = tokens_.take();
    if (!can_be_name(name)) tokens_.refuse_at(name, "expected the name of a column");
    const auto column = column_named(space_, name.text);
    if (!column) {
      tokens_.refuse_at(name, fmt::format("the model has no column {}", in_quotes(name.text)),
                        hint_for_column(name.text, column_names(space_)));
    }
    return *column;
  }

  // A number, or a date as the column has them.
  double need_number(std::uint32_t column) {
    const Feature& feature = space_.columns[column];
    const PropertyToken token = tokens_.take();
    if (feature.kind == FeatureKind::categorical) {
      tokens_.refuse_at(token, fmt::format("column {} has words, not numbers", in_quotes(feature.name)),
                        "ask for words with =, != or in {...}");
    }
    if (token.kind == PropertyToken::Kind::number) return token.number;
    if (feature.date && can_be_name(token)) {
      if (const auto number = date_number(token.text, *feature.date)) return *number;
      tokens_.refuse_at(token, fmt::format("expected a date as column {} has them: {}", in_quotes(feature.name),
                                           pattern_of(*feature.date)));
    }
    tokens_.refuse_at(token, "expected a number");
  }

  // `3 < column <= 5`.
  Region read_range() {
    const PropertyToken number = tokens_.take();
    const std::string sign = tokens_.take().text;
    const std::uint32_t column = need_column();
    if (space_.columns[column].kind == FeatureKind::categorical) {
      tokens_.refuse_at(number,
                        fmt::format("column {} has words, not numbers", in_quotes(space_.columns[column].name)));
    }
    Region region = everything(space_);
    compare(region[column], turned(sign), number.number, column);
    if (is_comparison(0)) {
      const std::string second = tokens_.take().text;
      compare(region[column], second, need_number(column), column);
    }
    return region;
  }

  static std::string turned(const std::string& sign) {
    if (sign == "<") return ">";
    if (sign == "<=") return ">=";
    if (sign == ">") return "<";
    return sign == ">=" ? "<=" : sign;
  }

  void compare(ColumnValues& values, const std::string& sign, double number, std::uint32_t column) const {
    const bool whole = space_.is_whole(column);
    const double before = std::nextafter(number, -kUnbounded);
    values.missing = false;
    if (sign == "<=" || sign == "=") keep_upto(values, number, whole);
    if (sign == "<") keep_upto(values, before, whole);
    if (sign == ">") keep_above(values, number, whole);
    if (sign == ">=" || sign == "=") keep_above(values, before, whole);
  }

  Region read_plain() {
    const std::uint32_t column = need_column();
    Region region = everything(space_);
    ColumnValues& values = region[column];
    if (tokens_.take_word("missing")) {
      values.keep_no_known();
    } else if (tokens_.take_word("known")) {
      values.missing = false;
    } else if (values.categorical) {
      read_words(column, values);
    } else if (is_comparison(0) || tokens_.is_sign("=")) {
      const std::string sign = tokens_.take().text;
      compare(values, sign, need_number(column), column);
    } else {
      tokens_.refuse(
          fmt::format("expected <=, <, >=, > or = after the column {}", in_quotes(space_.columns[column].name)));
    }
    return region;
  }

  void read_words(std::uint32_t column, ColumnValues& values) {
    values.missing = false;
    bool inside = true;
    std::vector<std::uint32_t> words;
    if (tokens_.is_sign("=") || tokens_.is_sign("!=")) {
      inside = tokens_.take().text == "=";
      words.push_back(need_word(column));
    } else {
      inside = !tokens_.take_word("not");
      if (!tokens_.take_word("in")) {
        tokens_.refuse(fmt::format("expected =, != or in after the column {}", in_quotes(space_.columns[column].name)));
      }
      tokens_.need_sign("{");
      do words.push_back(need_word(column));
      while (tokens_.take_sign(","));
      tokens_.need_sign("}");
    }
    WordSet named(values.words.words(), false);
    for (const std::uint32_t word : words) named.add(word);
    for (const std::uint32_t word : values.words.list()) {
      if (named.has(word) != inside) values.words.remove(word);
    }
  }

  std::uint32_t need_word(std::uint32_t column) {
    const PropertyToken token = tokens_.take();
    const Feature& feature = space_.columns[column];
    if (!can_be_name(token))
      tokens_.refuse_at(token, fmt::format("expected a word of column {}", in_quotes(feature.name)));
    const auto found = std::ranges::find(feature.categories, token.text);
    if (found == feature.categories.end()) {
      tokens_.refuse_at(token, fmt::format("column {} has no word {}", in_quotes(feature.name), in_quotes(token.text)),
                        did_you_mean(token.text, feature.categories));
    }
    return static_cast<std::uint32_t>(found - feature.categories.begin());
  }

  PropertyTokens& tokens_;
  const Space& space_;
};

// The claim behind the condition.
class Claims {
 public:
  Claims(PropertyTokens& tokens, const Space& space, const Model& model, const AnswerOrder& order)
      : tokens_(tokens), space_(space), model_(model), order_(order) {}

  Claim read() {
    Claim claim;
    if (tokens_.is_word("independent")) {
      read_columns(claim);
    } else if (is_monotone()) {
      read_monotone(claim);
    } else if (is_figure(0) || (tokens_.peek().kind == PropertyToken::Kind::number && is_figure(2))) {
      read_bounds(claim);
    } else {
      read_answer(claim);
    }
    if (!tokens_.at_end()) tokens_.refuse("expected the end of the property");
    return claim;
  }

  bool is_monotone() const {
    return can_be_name(tokens_.peek()) && (tokens_.is_word("up", 1) || tokens_.is_word("down", 1)) &&
           tokens_.is_sign("=>", 2);
  }

  bool is_figure(std::size_t ahead) const {
    if (tokens_.is_word("P", ahead) && tokens_.is_sign("(", ahead + 1)) return true;
    return model_.task == Task::regression && tokens_.is_word("value", ahead);
  }

 private:
  std::uint32_t need_column() {
    const PropertyToken name = tokens_.take();
    const auto column = can_be_name(name) ? column_named(space_, name.text) : std::nullopt;
    if (!column) {
      tokens_.refuse_at(name, fmt::format("the model has no column {}", in_quotes(name.text)),
                        hint_for_column(name.text, column_names(space_)));
    }
    return *column;
  }

  std::uint32_t need_label() {
    const PropertyToken token = tokens_.take();
    const auto found = std::ranges::find(model_.labels, token.text);
    if (!can_be_name(token) || found == model_.labels.end()) {
      std::string hint = did_you_mean(token.text, model_.labels);
      if (hint.empty()) hint = fmt::format("the labels are {}", enumerate(model_.labels));
      if (token.offset == 0) {  // not a property at all

        hint +=
            "; a property is written like 'income up => not lower', 'age < 18 => never LABEL' or 'independent of sex'";
      }
      tokens_.refuse_at(
          token,
          token.text.empty() ? "expected a label" : fmt::format("the model has no label {}", in_quotes(token.text)),
          hint);
    }
    return static_cast<std::uint32_t>(found - model_.labels.begin());
  }

  void read_columns(Claim& claim) {
    claim.kind = Claim::Kind::independent;
    claim.subject = model_.task == Task::regression ? Claim::Subject::value : Claim::Subject::label;
    tokens_.take();
    if (!tokens_.take_word("of")) tokens_.refuse("expected 'of' and a column");
    do claim.columns.push_back(need_column());
    while (tokens_.take_sign(",") || tokens_.take_word("and"));
  }

  // What is claimed not to happen, if the column goes up: whether the figure rises.
  void read_monotone(Claim& claim) {
    claim.kind = Claim::Kind::monotone;
    const PropertyToken name = tokens_.peek();
    claim.columns.push_back(need_column());
    const Feature& column = space_.columns[claim.columns.front()];
    if (column.kind == FeatureKind::categorical && !column.ordered) {
      tokens_.refuse_at(name, fmt::format("column {} has words: there is no up and down", in_quotes(name.text)),
                        "only numbers and words that were declared in an order go up and down; 'independent of' is for "
                        "others");
    }
    const bool up = tokens_.take().text != "down";
    tokens_.need_sign("=>");
    claim.subject = model_.task == Task::regression ? Claim::Subject::value : Claim::Subject::order;
    if (is_figure(0)) read_figure(claim);
    if (!tokens_.take_word("not")) tokens_.refuse("expected 'not worse', 'not better', 'not lower' or 'not higher'");
    const PropertyToken what = tokens_.take();
    const auto is = [&](std::string_view word) { return equals_ignoring_case(what.text, word); };
    const bool by_order = is("worse") || is("better");
    if (!by_order && !is("lower") && !is("higher")) {
      tokens_.refuse_at(what, "expected 'worse', 'better', 'lower' or 'higher'");
    }
    if (claim.subject == Claim::Subject::order && order_.labels.empty()) {
      tokens_.refuse_at(what, "nobody has said which answers are better",
                        fmt::format("name the labels from the worst to the best: --order {}",
                                    in_quotes(fmt::format("{}", fmt::join(model_.labels, " < ")))));
    }
    const bool lower_is_worse = claim.subject == Claim::Subject::order || !order_.lower_is_better;
    const bool must_not_fall = by_order ? is("worse") == lower_is_worse : is("lower");
    claim.falls = must_not_fall != up;
  }

  void read_figure(Claim& claim) {
    if (tokens_.take_word("value")) {
      claim.subject = Claim::Subject::value;
      return;
    }
    const PropertyToken p = tokens_.take();
    tokens_.need_sign("(");
    claim.subject = Claim::Subject::probability;
    if (model_.task == Task::regression) tokens_.refuse_at(p, "a regression has no probabilities", "ask for 'value'");
    claim.labels = {need_label()};
    tokens_.need_sign(")");
  }

  double need_number() {
    const PropertyToken token = tokens_.take();
    if (token.kind != PropertyToken::Kind::number) tokens_.refuse_at(token, "expected a number");
    return token.number;
  }

  void bound(Claim& claim, const std::string& sign, double number) const {
    if (sign == "<=" || sign == "=") claim.most = std::min(claim.most, number);
    if (sign == "<") claim.most = std::min(claim.most, std::nextafter(number, -kUnbounded));
    if (sign == ">=" || sign == "=") claim.least = std::max(claim.least, number);
    if (sign == ">") claim.least = std::max(claim.least, std::nextafter(number, kUnbounded));
  }

  std::string need_comparison() {
    const PropertyToken token = tokens_.take();
    for (const std::string_view sign : {"<=", "<", ">=", ">", "="}) {
      if (token.kind == PropertyToken::Kind::sign && token.text == sign) return token.text;
    }
    tokens_.refuse_at(token, "expected <=, <, >=, > or =");
  }

  void read_bounds(Claim& claim) {
    claim.least = -kUnbounded;
    claim.most = kUnbounded;
    if (!is_figure(0)) {
      const double number = need_number();
      const std::string sign = need_comparison();
      bound(claim, sign == "<" ? ">" : sign == "<=" ? ">=" : sign == ">" ? "<" : sign == ">=" ? "<=" : sign, number);
    }
    read_figure(claim);
    if (claim.least != -kUnbounded || claim.most != kUnbounded) {
      if (tokens_.at_end()) return;
    }
    const std::string sign = need_comparison();
    bound(claim, sign, need_number());
  }

  // "granted", never granted, not granted, always granted; several: granted or review.
  void read_answer(Claim& claim) {
    claim.subject = Claim::Subject::label;
    if (model_.task == Task::regression) {
      tokens_.refuse("expected 'value' and bounds of it: the model answers with numbers");
    }
    const bool never = tokens_.take_word("never") || tokens_.take_word("not");
    if (!never) tokens_.take_word("always");
    std::vector<bool> named(model_.labels.size(), false);
    do named[need_label()] = true;
    while (tokens_.take_word("or"));
    for (std::uint32_t label = 0; label < named.size(); ++label) {
      if (named[label] != never) claim.labels.push_back(label);
    }
  }

  PropertyTokens& tokens_;
  const Space& space_;
  const Model& model_;
  const AnswerOrder& order_;
};

}  // namespace

std::vector<Region> parse_condition(std::string_view text, const Space& space, const std::string& name) {
  PropertyTokens tokens(text, name);
  std::vector<Region> regions = Conditions(tokens, space).read();
  if (!tokens.at_end()) tokens.refuse("expected 'and', 'or' or the end of the condition");
  return regions;
}

Property parse_property(std::string_view text, const Space& space, const Model& model, const AnswerOrder& order,
                        const std::string& name) {
  PropertyTokens tokens(text, name);
  Claims claims(tokens, space, model, order);
  Property property;
  property.text = std::string(trim(text));
  property.where = {everything(space)};
  if (tokens.take_word("when")) {
    property.where = Conditions(tokens, space).read();
    property.everywhere = false;
    tokens.need_sign(":");
  } else if (text.find("=>") != text.npos && !claims.is_monotone()) {
    property.where = Conditions(tokens, space).read();
    property.everywhere = false;
    tokens.need_sign("=>");
  }
  property.claim = claims.read();
  return property;
}

}  // namespace espalier
