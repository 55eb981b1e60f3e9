#include "fuzz/emit_checks.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <span>

#include "audit/language_checks.hpp"
#include "audit/source_proof.hpp"
#include "audit/source_tokens.hpp"
#include "audit/verify.hpp"
#include "emit/render.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"
#include "support/xml_document.hpp"

namespace espalier::fuzz {
namespace {

constexpr const char* kHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
constexpr std::chrono::seconds kCompilerTime{120};

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

void ask_for_types(const Model& model, LowerOptions& lower, RandomEngine& choices) {
  constexpr const char* kTypes[] = {"int8", "uint8", "int16", "uint32", "float", "double", "q7.8", "int16*0.1", "bool"};
  for (const Feature& feature : model.features) {
    if (feature.kind != FeatureKind::numeric || below(choices, 3) > 0) continue;
    lower.input_types.push_back({feature.name, *parse_type_name(kTypes[below(choices, std::size(kTypes))])});
  }
  lower.loss = TypeLoss::allowed;
}

// Printable ASCII and LF; in SQL and rules also letters that can be seen.
void require_inert(const EmittedFile& file, Vocabulary vocabulary) {
  for (const char c : file.text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || (byte >= 0x20 && byte < 0x7f)) continue;
    require(vocabulary == Vocabulary::words && byte >= 0x80, "a byte that may not be in the output");
  }
  if (vocabulary == Vocabulary::code) return;
  require(!first_invalid_utf8(file.text), "the output is not UTF-8");
  std::string_view rest = file.text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    require(printable(line, line.size()) == line, "something that cannot be seen is in the output");
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
}

void require_xml(const EmittedFile& file) {
  try {
    parse_xml(file.text, file.name);
  } catch (const Diagnostic& refused) {
    report_finding("the output is no XML: " + refused.message());
  }
}

void require_program(const Model& model, const Made& made) {
  const Verification verification = check_lowered(made.subject(model), made.lowered);
  if (verification.passed()) return;
  std::string what = "the decision program answers otherwise: " + verification.failure;
  for (const Mismatch& mismatch : verification.first) what += "\n" + mismatch.expected + ", " + mismatch.answered;
  report_finding(what);
}

void require_proof(const Model& model, const Made& made) {
  const auto record = read_emit_record(made.files.front().text, model, made.files.front().name);
  if (!record) report_finding("the output has no record");
  const SourceProof proof = prove_source(model, kHash, made.files, *record);
  if (proof.verdict != SourceVerdict::identical) report_finding("the output is not proven: " + proof.why);
}

// Where the text of SQL that begins at `at` ends, however it is spelt: 'a', U&'\00e9', char(233), ('a' || char(233)).
// `at` itself if none begins there.
std::size_t end_of_text(std::span<const Token> tokens, std::size_t at) {
  const auto is = [&](std::size_t i, std::string_view what) { return i < tokens.size() && tokens[i].is(what); };
  const auto is_text = [&](std::size_t i) { return i < tokens.size() && tokens[i].kind == Token::Kind::text; };
  if (is_text(at)) return at + 1;
  if (is(at, "U") && is(at + 1, "&") && is_text(at + 2)) return at + 3;
  if ((is(at, "char") || is(at, "chr")) && is(at + 1, "(") && is(at + 3, ")")) return at + 4;
  if (!is(at, "(")) return at;
  for (std::size_t i = at + 1;;) {
    const std::size_t end = end_of_text(tokens, i);
    if (end == i) return at;
    if (is(end, ")")) return end + 1;
    if (!is(end, "||")) return at;
    i = end + 1;
  }
}

// Of one output, without what names alone decide: comments, and in how many pieces a text is written.
std::vector<Token> structure_of(const Made& made) {
  std::vector<Token> structure;
  const LanguageRow& language = row_of(made.record.language);
  for (const EmittedFile& file : made.files) {
    const std::vector<Token> tokens = tokens_of(file.text, check_of(language.language).lexis).tokens;
    for (std::size_t i = 0; i < tokens.size();) {
      const std::size_t end = language.is_sql ? end_of_text(tokens, i) : i;
      Token token = tokens[i];
      if (end > i) token.kind = Token::Kind::text;
      const bool goes_on = token.kind == Token::Kind::text && !structure.empty() && structure.back().kind == token.kind;
      if (!goes_on) structure.push_back(token);
      i = std::max(end, i + 1);
    }
  }
  return structure;
}

const char* file_name(Language language) {
  switch (language) {
    case Language::cpp:
    case Language::cpp_sources: return "subject.hpp";
    case Language::c: return "subject.h";
    case Language::rust: return "subject.rs";
    case Language::sql: return "subject.sql";
    case Language::rules: return "subject.json";
    case Language::pmml: return "subject.pmml";
    case Language::dmn: return "subject.dmn";
  }
  report_finding("a language that nobody told the fuzz targets about");
}

bool is_there(const std::string& program) {
  return run_process({program, "--version"}, ".", std::chrono::seconds(20)).succeeded();
}

void write(const std::string& path, std::string_view text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

// The output, the runtime that it may include, and a file that includes it: `once` does not go with main files.
std::string write_files(const Made& made) {
  const std::string directory = workspace() + "/compiled";
  std::filesystem::remove_all(directory);
  for (const EmittedFile& file : made.files) write(directory + "/" + file.name, file.text);
  constexpr std::string_view kRuntime = "runtime/include/";
  for (const EmbeddedText& file : embedded_texts()) {
    if (file.name.starts_with(kRuntime))
      write(directory + "/" + std::string(file.name.substr(kRuntime.size())), file.text);
  }
  const std::string include = "#include \"" + made.files.front().name + "\"\n";
  write(directory + "/main.cpp", include);
  write(directory + "/main.c", include);
  return directory;
}

std::vector<std::vector<std::string>> compilations_of(const Made& made) {
  const std::vector<std::string> checked = {"-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I."};
  const auto command = [&](const char* compiler, const char* standard, std::vector<std::string> files) {
    files.insert(files.begin(), checked.begin(), checked.end());
    files.insert(files.begin(), {compiler, standard});
    return files;
  };
  switch (made.record.language) {
    case Language::cpp:
    case Language::cpp_sources: {
      std::vector<std::string> files = {"main.cpp"};
      for (std::size_t i = 1; i < made.files.size(); ++i) files.push_back(made.files[i].name);
      return {command("g++", "-std=c++17", files), command("clang++", "-std=c++17", files)};
    }
    case Language::c: return {command("gcc", "-std=c99", {"main.c"}), command("clang", "-std=c99", {"main.c"})};
    case Language::rust:
      return {{"rustc", "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "subject.rs"}};
    default: return {};
  }
}

}  // namespace

Making some_making(const Model& model, RandomEngine& choices) {
  Making making;
  EmitOptions& emit = making.emit;
  LowerOptions& lower = making.lower;
  const std::span<const LanguageRow> rows = language_rows();
  const LanguageRow& row = rows[below(choices, rows.size())];
  emit.language = row.language;
  emit.space = "subject";
  emit.file_name = file_name(row.language);
  emit.model_sha256 = kHash;
  if (row.is_sql) {
    emit.dialect = static_cast<SqlDialect>(below(choices, 4));
    emit.probabilities = model.task == Task::classification && below(choices, 2) == 0;
  }
  if (row.vocabulary == Vocabulary::words) return making;
  lower.goal = static_cast<Goal>(below(choices, 3));
  if (row.has_styles && below(choices, 4) == 0) {
    lower.form = BodyForm::single_exit;
    lower.goal = Goal::readable;
    lower.shape = Shape::branches;
  } else if (row.has_tables && model.combination == Combination::single && below(choices, 3) == 0) {
    lower.shape = Shape::table;
  }
  if (!row.has_tables) lower.shape = Shape::branches;
  if (row.has_parts && below(choices, 2) == 0) lower.pieces = emit.parts = 1 + below(choices, 3);
  if (row.has_styles && below(choices, 4) == 0) emit.runtime = RuntimeForm::included;
  if (below(choices, 3) == 0) lower.fields = FieldSelection::all;
  if (below(choices, 4) == 0) emit.share_above = below(choices, 3);
  if (below(choices, 3) == 0) ask_for_types(model, lower, choices);
  return making;
}

Made check_emitted(const Model& model, const Making& making) {
  Made made = make_files(model, making);
  require(!made.files.empty(), "nothing was emitted");
  for (const EmittedFile& file : made.files) require_inert(file, row_of(making.emit.language).vocabulary);
  if (making.emit.language == Language::rules) {
    require(nlohmann::json::accept(made.files.front().text), "the rules are not JSON");
  }
  if (making.emit.language == Language::pmml || making.emit.language == Language::dmn) require_xml(made.files.front());
  require_program(model, made);
  require_proof(model, made);
  return made;
}

void require_same_structure(const Made& hostile, const Made& tame) {
  const std::vector<Token> a = structure_of(hostile);
  const std::vector<Token> b = structure_of(tame);
  const auto same = [](const Token& one, const Token& other) {
    return one.kind == other.kind && (one.kind != Token::Kind::sign || one.text == other.text);
  };
  const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same);
  if (at == a.end() && other == b.end()) return;
  report_finding("a name changes the structure of the output: " + (at == a.end() ? "its end" : std::string(at->text)) +
                 " instead of " + (other == b.end() ? "its end" : std::string(other->text)));
}

void require_compiles(const Model& model, const Made& made) {
  if (row_of(made.record.language).is_sql) {
    if (!obstacle_to_verify(made.record, {}).empty()) return;
    const Verification verification = verify_files(made.subject(model), made.files, made.record, {});
    if (!verification.passed()) report_finding("SQLite answers otherwise: " + verification.failure);
    return;
  }
  const std::string directory = write_files(made);
  for (const std::vector<std::string>& command : compilations_of(made)) {
    if (!is_there(command.front())) continue;
    const ProcessResult compiler = run_process(command, directory, kCompilerTime);
    if (!compiler.succeeded()) report_finding(command.front() + " refuses the output:\n" + compiler.output);
  }
}

}  // namespace espalier::fuzz
