#include "audit/source_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "audit/language_checks.hpp"
#include "audit/program_proof.hpp"
#include "emit/c_names.hpp"
#include "emit/cpp_context.hpp"
#include "emit/cpp_functions.hpp"
#include "emit/header_parts.hpp"
#include "emit/rule_text.hpp"
#include "emit/rust_names.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

constexpr std::size_t kShown = 60;  // characters of a token

std::string shown(const Token& token) {
  return token.kind == Token::Kind::line_end ? "the end of the line" : in_quotes(token.text, kShown);
}

ForeignText foreign(const Token& token, std::string why) {
  return {token.offset, std::max<std::size_t>(1, token.text.size()), std::move(why)};
}

bool is_rule_note(const Comment& comment) {
  return comment.text.starts_with("rule ") || comment.text.starts_with("rules ");
}

// "2-4, 7" -> 2, 3, 4, 7. Throws ForeignText.
std::vector<std::uint32_t> rules_in(std::string_view list, const Comment& comment, std::size_t rules) {
  std::vector<std::uint32_t> numbers;
  const auto refuse = [&] {
    throw ForeignText{comment.offset, comment.text.size(), "a note on rules that are not there"};
  };
  const char* at = list.data();
  const char* const end = list.data() + list.size();
  const auto number = [&] {
    std::uint32_t value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || value == 0 || value > rules) refuse();
    at = next;
    return value;
  };
  for (;;) {
    const std::uint32_t first = number();
    std::uint32_t last = first;
    if (at != end && *at == '-') ++at, last = number();
    for (std::uint32_t rule = first; rule <= last; ++rule) numbers.push_back(rule);
    if (at == end) return numbers;
    if (end - at < 2 || at[0] != ',' || at[1] != ' ') refuse();
    at += 2;
  }
}

// Compares one file with what this version makes in its place.
class FileProof {
 public:
  FileProof(const Model& subject, const Made& made, const EmitRecord& record, std::string_view given,
            std::string_view expected)
      : subject_(subject),
        made_(made),
        record_(record),
        check_(check_of(record.language)),
        given_(tokens_of(given, check_.lexis)),
        expected_(tokens_of(expected, check_.lexis)) {}

  // Throws ForeignText.
  SourceVerdict prove() {
    const bool of_this_version = record_.version == kVersion;
    const bool reads = !of_this_version && check_.reading != nullptr && is_provable(subject_, made_.lowered);
    if (!reads) {
      compare(given_.tokens, expected_.tokens);
      // Another version may put into other words what it does not say about rules.
      compare_comments(given_.comments, expected_.comments, of_this_version);
      return of_this_version ? SourceVerdict::same_text : SourceVerdict::proven;
    }
    prove_functions();
    compare_comments(other_comments(given_, &Family::given), other_comments(expected_, &Family::expected), false);
    return SourceVerdict::proven;
  }

 private:
  struct Family {
    FunctionFamily words;
    std::vector<FunctionText> given;
    std::vector<FunctionText> expected;
  };

  // `all`: otherwise only those on rules.
  static void compare_comments(const std::vector<Comment>& given, const std::vector<Comment>& expected, bool all) {
    auto other = expected.begin();
    const auto skip = [&] {
      while (other != expected.end() && !all && !is_rule_note(*other)) ++other;
    };
    for (const Comment& comment : given) {
      if (!all && !is_rule_note(comment)) continue;
      skip();
      if (other == expected.end() || other->text != comment.text)
        throw ForeignText{comment.offset, comment.text.size() + 2, "a comment that Espalier does not write here"};
      ++other;
    }
    skip();
    if (other == expected.end()) return;
    const std::size_t end = given.empty() ? 0 : given.back().offset;
    throw ForeignText{end, 1, fmt::format("the comment {} is missing", in_quotes(other->text, kShown))};
  }

  // The name of the version stands in the file that it made.
  bool is_version(const std::vector<Token>& given, const std::vector<Token>& expected, std::size_t i) const {
    const Token& token = given[i];
    if (token.kind != Token::Kind::text || expected[i].text != fmt::format("\"{}\"", kVersion)) return false;
    if (record_.version.empty() || token.text != fmt::format("\"{}\"", record_.version)) return false;
    constexpr std::size_t kTokensBefore = 12;
    for (std::size_t back = 1; back <= std::min(i, kTokensBefore); ++back) {
      const Token& before = given[i - back];
      if (before.is("}") || before.is(";")) return false;
      if (before.text.ends_with("espalier_version") || before.text == "\"version\"") return true;
    }
    return false;
  }

  void compare(const std::vector<Token>& given, const std::vector<Token>& expected) const {
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (i >= expected.size())
        throw foreign(given[i], fmt::format("{} is more than Espalier writes", shown(given[i])));
      if (given[i] == expected[i] || is_version(given, expected, i)) continue;
      throw foreign(given[i], fmt::format("{} stands where Espalier writes {}", shown(given[i]), shown(expected[i])));
    }
    if (given.size() == expected.size()) return;
    const Token last = given.empty() ? Token{} : given.back();
    throw foreign(last, fmt::format("{} is missing behind this", shown(expected[given.size()])));
  }

  // The definitions up to the first one of the entry: a later one of that name only calls it.
  static std::vector<FunctionText> definitions(const SourceTokens& source, const FunctionFamily& family) {
    std::vector<FunctionText> functions = functions_of(source, family);
    const auto entry = std::find_if(functions.begin(), functions.end(),
                                    [&](const FunctionText& function) { return function.name == family.entry; });
    if (entry == functions.end()) return {};
    functions.erase(entry + 1, functions.end());
    return functions;
  }

  void prove_functions() {
    const SourceReading reading = check_.reading(subject_, made_.lowered, record_);
    for (const FunctionFamily& words : reading.families) {
      Family& family = families_.emplace_back(Family{words, definitions(given_, words), definitions(expected_, words)});
      if (family.expected.empty()) throw std::logic_error("an emitted function is not found");
      if (family.given.empty()) throw ForeignText{0, 1, fmt::format("there is no function {}", in_quotes(words.entry))};
    }
    compare(skeleton(given_, &Family::given), skeleton(expected_, &Family::expected));

    const Program& lowered = made_.lowered.tree().rules;
    const ExpressionWords conditions(lowered.fields, lowered.category_counts, reading.names, check_.lexis);
    const RuleNotes notes(subject_);
    const NoteReader read_note = [&](const Comment& comment) {
      read_notes_.push_back(comment.offset);
      return rules_of(comment, notes);
    };
    const AnswerWords words{reading.names.labels, made_.lowered.value_type.type, reading.codes,
                            reading.names.syntax == &kRustSyntax};
    for (const Family& family : families_) {
      Program program = read_functions(given_, family.given, family.words, conditions, words, read_note);
      program.fields = lowered.fields;
      program.category_counts = lowered.category_counts;
      if (prove_program(subject_, program, made_.lowered.value_type.type)) continue;
      const Token& name = given_.tokens[family.given.back().begin];
      throw foreign(name, fmt::format("{} does not answer as the model does, or says of a rule what is another's",
                                      in_quotes(family.words.entry)));
    }
  }

  RuleList rules_of(const Comment& comment, const RuleNotes& notes) const {
    const auto refuse = [&] {
      throw ForeignText{comment.offset, comment.text.size() + 2, "a comment that Espalier does not write here"};
    };
    const std::size_t colon = comment.text.find(':');
    if (!is_rule_note(comment) || colon == std::string_view::npos) refuse();
    const std::string_view head = comment.text.substr(0, colon);
    const std::vector<std::uint32_t> rules = rules_in(head.substr(head.find(' ') + 1), comment, notes.rules());
    if (notes.note(rules) != comment.text) refuse();
    return RuleList(rules);
  }

  // All but the bodies of functions that answer and their parts, and what held nothing else.
  std::vector<Token> skeleton(const SourceTokens& source, std::vector<FunctionText> Family::*functions) const {
    std::vector<bool> kept(source.tokens.size(), true);
    const auto drop = [&](std::size_t begin, std::size_t end) {
      std::fill(kept.begin() + static_cast<std::ptrdiff_t>(begin), kept.begin() + static_cast<std::ptrdiff_t>(end),
                false);
    };
    for (const Family& family : families_) {
      const FunctionText& model_entry = family.expected.back();
      for (const FunctionText& function : family.*functions) {
        if (function.name == family.words.entry) {
          // Whether a function is worth inlining depends on its size.
          if (source.tokens[function.begin].is("ESPALIER_NOINLINE")) drop(function.begin, function.begin + 1);
          drop(function.body, function.end - 1);
          continue;
        }
        require_part(source, function, model_entry);
        drop(function.begin, function.end);
      }
    }
    std::vector<Token> left;
    for (std::size_t i = 0; i < source.tokens.size(); ++i) {
      if (!kept[i]) continue;
      left.push_back(source.tokens[i]);
      const std::size_t size = left.size();
      const bool empty = size >= 4 && left[size - 4].is("namespace") && left[size - 3].is("detail") &&
                         left[size - 2].is("{") && left[size - 1].is("}");
      if (empty) left.resize(size - 4);
    }
    return left;
  }

  // A part is declared as its entry is, but for its name and what only entries have.
  void require_part(const SourceTokens& source, const FunctionText& part, const FunctionText& entry) const {
    std::vector<Token> wanted;
    for (std::size_t i = entry.begin; i < entry.body; ++i) {
      Token token = expected_.tokens[i];
      if (token.is("pub") || token.is("ESPALIER_NOINLINE")) continue;
      if (token.is(entry.name)) token.text = part.name;
      wanted.push_back(token);
    }
    const auto declared = std::span(source.tokens).subspan(part.begin, part.body - part.begin);
    if (std::equal(declared.begin(), declared.end(), wanted.begin(), wanted.end())) return;
    throw foreign(source.tokens[part.begin],
                  fmt::format("{} is not declared as parts of {} are", in_quotes(part.name), in_quotes(entry.name)));
  }

  // Those that do not stand on the lines of answers.
  std::vector<Comment> other_comments(const SourceTokens& source, std::vector<FunctionText> Family::*functions) const {
    std::vector<Comment> comments;
    for (const Comment& comment : source.comments) {
      const bool was_read = std::find(read_notes_.begin(), read_notes_.end(), comment.offset) != read_notes_.end();
      const bool inside = std::any_of(families_.begin(), families_.end(), [&](const Family& family) {
        return std::any_of((family.*functions).begin(), (family.*functions).end(), [&](const FunctionText& function) {
          return comment.after > function.begin && comment.after < function.end;
        });
      });
      if (&source == &given_ ? !was_read : !inside) comments.push_back(comment);
    }
    return comments;
  }

  const Model& subject_;
  const Made& made_;
  const EmitRecord& record_;
  const LanguageCheck& check_;
  SourceTokens given_;
  SourceTokens expected_;
  std::vector<Family> families_;
  std::vector<std::size_t> read_notes_;  // offsets of comments
};

}  // namespace

SourceProof prove_source(const Model& model, const std::string& model_sha256, const std::vector<EmittedFile>& files,
                         const EmitRecord& record) {
  SourceProof proof;
  proof.version = record.version;
  if (!record.model_sha256.empty() && record.model_sha256 != model_sha256) {
    proof.why = fmt::format("it was made of another model file: its record has the SHA-256 {}", record.model_sha256);
    return proof;
  }
  Made made;
  try {
    made = make_files(model, making_of(record, model, files.front().name));
  } catch (const Diagnostic& refused) {
    proof.why = fmt::format("its record asks for what cannot be made of the model: {}", refused.message());
    return proof;
  }
  if (made.files.size() != files.size()) {
    proof.why = fmt::format("it has {}, and Espalier makes {}", counted(files.size(), "file"), made.files.size());
    return proof;
  }
  proof.verdict = SourceVerdict::identical;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].text == made.files[i].text) continue;
    try {
      const SourceVerdict verdict =
          FileProof(made.subject(model), made, record, files[i].text, made.files[i].text).prove();
      proof.verdict = std::max(proof.verdict, verdict);
    } catch (const ForeignText& found) {
      proof.verdict = SourceVerdict::foreign;
      proof.where = locate(files[i].name, files[i].text, found.offset, found.length);
      proof.why = found.why;
      return proof;
    }
  }
  return proof;
}

SourceReading read_cpp(const Model& model, const Lowered& lowered, const EmitRecord& record) {
  const Names names = make_names(model, lowered.fields, record.space);
  const bool bits = compares_bits(lowered);
  SourceReading reading;
  reading.names = cpp_code_names(names, style_of(lowered), bits ? FloatCompare::calm_bits : FloatCompare::values);
  const std::string type = lowered.regression() ? "Value" : "Label";
  const AnswerKind kind = lowered.regression() ? AnswerKind::value : AnswerKind::label;
  const std::string unread = std::string(kCppSyntax.discard_row);
  const auto add = [&](AnswerKind answers, bool coded, const char* entry, const std::string& part,
                       const std::string& result) {
    reading.families.push_back({answers, coded, entry, part + "_", "detail::", result + " result{};", unread});
  };
  if (const auto code = code_of_leaves(model, lowered, {})) {
    reading.codes = code->codes();
    add(AnswerKind::rule, true, "leaf", "leaf", std::string(code->type()));
    return reading;
  }
  add(kind, false, bits ? "tree" : "predict", "predict", type);
  add(AnswerKind::rule, false, bits ? "tree_rule" : "predict_rule", "rule", "RuleId");
  return reading;
}

SourceReading read_c(const Model& model, const Lowered& lowered, const EmitRecord& record) {
  const CNames names = make_c_names(model, lowered.fields, record.space);
  SourceReading reading;
  reading.names = c_code_names(names, style_of(lowered));
  const std::string& prefix = names.prefix;
  const std::string unread = std::string(kCSyntax.discard_row);
  const bool regression = lowered.regression();
  reading.families = {
      {regression ? AnswerKind::value : AnswerKind::label, false, prefix + "predict", prefix + "detail_predict_", "",
       prefix + (regression ? "value" : "label") + " result;", unread},
      {AnswerKind::rule, false, prefix + "predict_rule", prefix + "detail_rule_", "", prefix + "rule result;", unread}};
  return reading;
}

SourceReading read_rust(const Model& model, const Lowered& lowered, const EmitRecord& record) {
  const Names names = make_rust_names(model, lowered.fields, record.space);
  SourceReading reading;
  reading.names = rust_code_names(names);
  const std::string unread = std::string(kRustSyntax.discard_row);
  reading.families = {
      {lowered.regression() ? AnswerKind::value : AnswerKind::label, false, "predict", "predict_", "", "", unread},
      {AnswerKind::rule, false, "predict_rule", "rule_", "", "", unread}};
  return reading;
}

}  // namespace espalier
