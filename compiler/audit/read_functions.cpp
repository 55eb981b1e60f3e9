#include "audit/read_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <span>

namespace espalier {
namespace {

constexpr std::size_t kDeepestBlock = 200;  // blocks within each other
constexpr const char* kNoStatement = "a statement that Espalier does not write here";

// Where a block goes on after its last statement.
constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kReturnsResult = kNowhere - 1;

struct Statement {
  enum class Kind { branch, select, answer, call, returns_result };
  Kind kind = Kind::answer;
  Token token{};
  bool keeps = false;         // answer, call: `result = ...` instead of `return ...`
  ReadCondition condition{};  // branch
  std::vector<Statement> yes{};
  std::vector<Statement> no{};  // what stands in `else`
  bool has_else = false;
  struct Arm {
    Condition condition;
    std::vector<Statement> block;
  };
  std::vector<Arm> arms{};  // select
  std::uint32_t value = 0;  // answer: as Step::value; call: the function
  RuleList rules{};

  // Nothing behind it is ever reached.
  bool ends() const {
    const auto block_ends = [](const std::vector<Statement>& block) { return !block.empty() && block.back().ends(); };
    switch (kind) {
      case Kind::answer:
      case Kind::call: return !keeps;
      case Kind::returns_result: return true;
      case Kind::branch: return has_else && block_ends(yes) && block_ends(no);
      case Kind::select: return false;
    }
    return false;
  }
};

bool is_name_of(std::string_view name, const FunctionFamily& family) {
  if (name == family.entry) return true;
  if (!name.starts_with(family.part)) return false;
  const std::string_view number = name.substr(family.part.size());
  return !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
}

// The position behind the sign that closes what the one at `open` opens; the end of the tokens if nothing does.
std::size_t behind_closing(const std::vector<Token>& tokens, std::size_t open, std::string_view opens,
                           std::string_view closes) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is(opens)) ++depth;
    if (tokens[i].is(closes) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

class FunctionReader {
 public:
  FunctionReader(const SourceTokens& source, const FunctionFamily& family, const ExpressionWords& conditions,
                 const AnswerWords& words, const NoteReader& notes, const Lexis& lexis, Program& program)
      : source_(source), family_(family), conditions_(conditions), words_(words), notes_(notes), program_(program) {
    for (const std::string& label : words.labels) label_words_.push_back(tokens_of(label, lexis).tokens);
    result_words_ = tokens_of(family.result, lexis).tokens;
    unread_words_ = tokens_of(family.unread, lexis).tokens;
    call_words_ = tokens_of(family.call, lexis).tokens;
  }

  void read(const FunctionText& function) {
    if (index_of_.contains(function.name)) {
      const Token& token = source_.tokens[function.begin];
      throw ForeignText{token.offset, token.text.size(), "a function that is there twice"};
    }
    const std::size_t closing = function.end - 1;
    TokenReader tokens(std::span(source_.tokens).subspan(function.body, closing - function.body),
                       source_.tokens[closing].offset);
    first_ = function.body;
    tokens.take(unread_words_);
    tokens.take(result_words_);
    const std::vector<Statement> body = block(tokens, 0);
    if (!tokens.at_end()) tokens.refuse(kNoStatement);
    const std::uint32_t entry = step_of_block(body, kNowhere, source_.tokens[closing]);
    index_of_.emplace(function.name, static_cast<std::uint32_t>(program_.functions.size()));
    program_.functions.push_back({entry, {}});
  }

 private:
  // Up to a } or the end.
  std::vector<Statement> block(TokenReader& tokens, std::size_t depth) {
    if (depth > kDeepestBlock) tokens.refuse("blocks that are nested too deep");
    std::vector<Statement> statements;
    while (!tokens.at_end() && !tokens.next_is("}")) {
      if (tokens.next_is("case") || tokens.next_is("default")) break;
      if (!statements.empty() && statements.back().ends()) tokens.refuse("a statement that is never reached");
      statements.push_back(statement(tokens, depth));
    }
    return statements;
  }

  Statement statement(TokenReader& tokens, std::size_t depth) {
    Statement made;
    made.token = tokens.next();
    if (tokens.take("if")) {
      read_branch(tokens, depth, made);
    } else if (tokens.take("switch")) {
      read_select(tokens, depth, made);
    } else if (tokens.take("return")) {
      if (tokens.take("result")) {
        made.kind = Statement::Kind::returns_result;
        tokens.expect(";");
      } else {
        read_answer(tokens, made);
      }
    } else if (tokens.take("result")) {
      tokens.expect("=");
      made.keeps = true;
      read_answer(tokens, made);
    } else {
      tokens.refuse(kNoStatement);
    }
    return made;
  }

  void read_branch(TokenReader& tokens, std::size_t depth, Statement& made) {
    made.kind = Statement::Kind::branch;
    if (words_.rust) {
      made.condition = read_condition(conditions_, tokens);
    } else {
      tokens.expect("(");
      made.condition = read_condition(conditions_, tokens);
      tokens.expect(")");
    }
    tokens.expect("{");
    made.yes = block(tokens, depth + 1);
    tokens.expect("}");
    if (!tokens.take("else")) return;
    made.has_else = true;
    if (tokens.next_is("if")) {
      made.no.push_back(statement(tokens, depth + 1));
      return;
    }
    tokens.expect("{");
    made.no = block(tokens, depth + 1);
    tokens.expect("}");
  }

  // switch (row.outlook) { case A: case B: ... default: break; }
  void read_select(TokenReader& tokens, std::size_t depth, Statement& made) {
    made.kind = Statement::Kind::select;
    tokens.expect("(");
    const std::uint32_t field = conditions_.read_field(tokens);
    tokens.expect(")");
    tokens.expect("{");
    while (tokens.next_is("case")) {
      Statement::Arm arm;
      std::vector<std::uint32_t> categories;
      while (tokens.take("case")) {
        categories.push_back(conditions_.read_category(field, tokens));
        tokens.expect(":");
      }
      std::sort(categories.begin(), categories.end());
      arm.condition.field = field;
      arm.condition.compare = Compare::member;
      arm.condition.categories = std::move(categories);
      arm.block = block(tokens, depth + 1);
      if (arm.block.empty() || !arm.block.back().ends()) tokens.refuse("the arm above goes on in this one");
      made.arms.push_back(std::move(arm));
    }
    for (const char* word : {"default", ":", "break", ";", "}"}) tokens.expect(word);
  }

  void read_answer(TokenReader& tokens, Statement& made) {
    if (!read_call(tokens, made)) {
      made.kind = Statement::Kind::answer;
      made.value = answer(tokens);
    }
    tokens.expect(";");
    const std::size_t behind = first_ + tokens.position();
    if (const Comment* comment = comment_behind(behind)) {
      if (made.kind == Statement::Kind::answer) made.rules = notes_(*comment);
    }
  }

  bool read_call(TokenReader& tokens, Statement& made) {
    const std::size_t start = tokens.position();
    if (!call_words_.empty() && !tokens.take(call_words_)) return false;
    if (tokens.at_end() || tokens.next().kind != Token::Kind::word || !tokens.next().text.starts_with(family_.part)) {
      tokens.go_back_to(start);
      return false;
    }
    const auto found = index_of_.find(tokens.next().text);
    if (found == index_of_.end()) tokens.refuse("a call of what is not there yet");
    made.kind = Statement::Kind::call;
    made.value = found->second;
    tokens.take();
    for (const char* word : {"(", "row", ")"}) tokens.expect(word);
    return true;
  }

  std::uint32_t answer(TokenReader& tokens) {
    if (family_.answers == AnswerKind::label) return label(tokens);
    if (family_.answers == AnswerKind::value) return value(tokens);
    std::string_view digits = tokens.next().text;
    if (digits.ends_with('U')) digits.remove_suffix(1);
    std::uint32_t rule = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rule);
    if (tokens.next().kind != Token::Kind::number || error != std::errc() || end != digits.data() + digits.size())
      tokens.refuse("the number of a rule should stand here");
    if (family_.coded) {
      const auto code = std::find(words_.rule_of_code.begin(), words_.rule_of_code.end(), rule);
      if (code == words_.rule_of_code.end()) tokens.refuse("a number that stands for no rule and label");
      rule = static_cast<std::uint32_t>(code - words_.rule_of_code.begin());
    }
    tokens.take();
    return rule;
  }

  std::uint32_t label(TokenReader& tokens) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < label_words_.size(); ++i) {
      if (!tokens.next_is(label_words_[i])) continue;
      if (!found || label_words_[i].size() > label_words_[*found].size()) found = i;
    }
    if (!found) tokens.refuse("a label should stand here");
    tokens.take(label_words_[*found]);
    return static_cast<std::uint32_t>(*found);
  }

  std::uint32_t value(TokenReader& tokens) {
    const bool negative = tokens.take("-");
    const Token& token = tokens.next();
    std::string_view digits = token.text;
    const bool narrow = words_.value_type == ValueType::float32;
    const bool suffix = digits.ends_with('f');
    const bool as_written = token.kind == Token::Kind::number && suffix == (narrow && !words_.rust);
    if (!as_written) tokens.refuse("a number of the type of the answers should stand here");
    if (suffix) digits.remove_suffix(1);
    const double number = narrow ? parsed<float>(digits, tokens) : parsed<double>(digits, tokens);
    tokens.take();
    program_.values.push_back(negative ? -number : number);
    return static_cast<std::uint32_t>(program_.values.size() - 1);
  }

  template <typename Number>
  static Number parsed(std::string_view digits, const TokenReader& tokens) {
    Number number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) tokens.refuse("a number should stand here");
    return number;
  }

  // The comment on the line of the token before `position`, behind it.
  const Comment* comment_behind(std::size_t position) const {
    const auto comment = std::lower_bound(source_.comments.begin(), source_.comments.end(), position,
                                          [](const Comment& c, std::size_t after) { return c.after < after; });
    if (comment == source_.comments.end() || comment->after != position) return nullptr;
    const Token& before = source_.tokens[position - 1];
    const std::size_t end = before.offset + before.text.size();
    const std::string_view between(before.text.data() + before.text.size(), comment->offset - end);
    return between.find('\n') == std::string_view::npos ? &*comment : nullptr;
  }

  std::uint32_t add(Step step) {
    program_.steps.push_back(std::move(step));
    return static_cast<std::uint32_t>(program_.steps.size() - 1);
  }

  std::uint32_t step_of_block(const std::vector<Statement>& block, std::uint32_t after, const Token& end) {
    std::uint32_t next = after;
    for (auto each = block.rbegin(); each != block.rend(); ++each) next = step_of(*each, next);
    if (next == kNowhere || next == kReturnsResult)
      throw ForeignText{end.offset, end.text.size(), "a way to the end without an answer"};
    return next;
  }

  std::uint32_t branch(const Condition& condition, std::uint32_t yes, std::uint32_t no, const Token& at) {
    for (const std::uint32_t side : {yes, no}) {
      if (side == kNowhere || side == kReturnsResult)
        throw ForeignText{at.offset, at.text.size(), "a way from here to the end without an answer"};
    }
    Step step;
    step.op = Op::branch;
    step.condition = condition;
    step.yes = yes;
    step.no = no;
    return add(std::move(step));
  }

  // The step that the statement becomes, if `next` is where everything goes on behind it.
  std::uint32_t step_of(const Statement& statement, std::uint32_t next) {
    const auto inner = [&](const std::vector<Statement>& block) {
      std::uint32_t at = next;
      for (auto each = block.rbegin(); each != block.rend(); ++each) at = step_of(*each, at);
      return at;
    };
    switch (statement.kind) {
      case Statement::Kind::returns_result: return kReturnsResult;
      case Statement::Kind::branch: {
        const std::uint32_t yes = inner(statement.yes);
        const std::uint32_t no = statement.has_else ? inner(statement.no) : next;
        if (statement.condition.always) return *statement.condition.always ? yes : no;
        return branch(statement.condition.condition, yes, no, statement.token);
      }
      case Statement::Kind::select: {
        std::uint32_t at = next;
        for (auto arm = statement.arms.rbegin(); arm != statement.arms.rend(); ++arm)
          at = branch(arm->condition, inner(arm->block), at, statement.token);
        return at;
      }
      case Statement::Kind::answer:
      case Statement::Kind::call: break;
    }
    if (statement.keeps && next != kReturnsResult)
      throw ForeignText{statement.token.offset, statement.token.text.size(),
                        "an answer that may change behind this line"};
    Step step;
    step.op = statement.kind == Statement::Kind::call ? Op::call : Op::answer;
    step.value = statement.value;
    step.rules = statement.rules;
    return add(std::move(step));
  }

  const SourceTokens& source_;
  const FunctionFamily& family_;
  const ExpressionWords& conditions_;
  const AnswerWords& words_;
  const NoteReader& notes_;
  Program& program_;
  std::vector<std::vector<Token>> label_words_;
  std::vector<Token> result_words_;
  std::vector<Token> unread_words_;
  std::vector<Token> call_words_;
  std::map<std::string_view, std::uint32_t> index_of_;
  std::size_t first_ = 0;  // token of the function that is read
};

}  // namespace

std::vector<FunctionText> functions_of(const SourceTokens& source, const FunctionFamily& family) {
  const std::vector<Token>& tokens = source.tokens;
  std::vector<FunctionText> functions;
  std::size_t begin = 0;  // of the definition or statement that the token belongs to
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool divides =
        tokens[i].kind == Token::Kind::line_end || tokens[i].is(";") || tokens[i].is("{") || tokens[i].is("}");
    if (divides) begin = i + 1;
    if (tokens[i].kind != Token::Kind::word || !is_name_of(tokens[i].text, family)) continue;
    if (i + 1 >= tokens.size() || !tokens[i + 1].is("(")) continue;
    std::size_t behind = behind_closing(tokens, i + 1, "(", ")");
    if (behind + 2 < tokens.size() && tokens[behind].is("->")) behind += 2;  // Rust says there what it returns
    if (behind >= tokens.size() || !tokens[behind].is("{")) continue;
    const std::size_t end = behind_closing(tokens, behind, "{", "}");
    if (!tokens[end - 1].is("}")) continue;
    functions.push_back({tokens[i].text, begin, behind + 1, end});
    i = end - 1;
    begin = end;
  }
  return functions;
}

Program read_functions(const SourceTokens& source, const std::vector<FunctionText>& functions,
                       const FunctionFamily& family, const ExpressionWords& conditions, const AnswerWords& words,
                       const NoteReader& notes) {
  Program program;
  program.answers = family.answers;
  FunctionReader reader(source, family, conditions, words, notes, conditions.lexis(), program);
  for (const FunctionText& function : functions) reader.read(function);
  return program;
}

}  // namespace espalier
