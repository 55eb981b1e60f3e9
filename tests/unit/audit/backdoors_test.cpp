// Files into which somebody put something: every kind, in every language, is found before anything is compiled, and
// named with its place. Both in files of this version and in files that say they are another's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "audit/source_proof.hpp"
#include "support/sample_models.hpp"
#include "version.hpp"

namespace espalier::backdoors_test {
namespace {

constexpr const char* kHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

struct Backdoor {
  std::string name;
  std::string text;  // the whole file
};

// A place in a file: before or behind a text that it has.
struct Anchor {
  std::string_view name;
  std::string_view text;
  bool behind = true;
};

// Rather behind the record: what stands before it is comments.
std::size_t place_of(const std::string& file, std::string_view what) {
  const std::size_t record = file.find("espalier\": {") == std::string::npos ? file.find("espalier: {") : 0;
  const std::size_t at = file.find(what, record);
  return at == std::string::npos ? file.find(what) : at;
}

std::string inserted(const std::string& file, const Anchor& anchor, std::string_view what) {
  const std::size_t at = place_of(file, anchor.text);
  if (at == std::string::npos) return file;
  return std::string(file).insert(anchor.behind ? at + anchor.text.size() : at, what);
}

using Snippets = std::vector<std::pair<std::string_view, std::string_view>>;

std::vector<Backdoor> insertions(const std::string& file, const std::vector<Anchor>& anchors,
                                 const Snippets& snippets) {
  std::vector<Backdoor> made;
  for (const Anchor& anchor : anchors) {
    for (const auto& [name, what] : snippets) {
      made.push_back({std::string(name) + " " + std::string(anchor.name), inserted(file, anchor, what)});
    }
  }
  return made;
}

std::vector<Backdoor> replacements(const std::string& file, const Snippets& pairs) {
  std::vector<Backdoor> made;
  for (const auto& [what, by] : pairs) {
    std::string text = file;
    const std::size_t at = place_of(text, what);
    if (at == std::string::npos) continue;
    made.push_back({std::string(what) + " -> " + std::string(by), text.replace(at, what.size(), by)});
  }
  return made;
}

void append(std::vector<Backdoor>& all, std::vector<Backdoor> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// What languages with braces have in common; `row` is how a field of the row begins.
Snippets statements(bool rust, std::string_view c_like_row) {
  static const std::string kArrow = "->";
  if (rust) {
    return {{"equality test", "\n    if row.humidity == 4242 {\n        return Label::Play;\n    }\n"},
            {"range test", "\n    if row.humidity > 4241 && row.humidity < 4243 { return Label::Play; }\n"},
            {"never equal", "\n    if row.humidity != row.humidity { return Label::Play; }\n"},
            {"early return", "\n    return Label::Play;\n"},
            {"panic", "\n    panic!();\n"},
            {"loop", "\n    loop {}\n"},
            {"unsafe", "\n    unsafe { core::hint::unreachable_unchecked() }\n"},
            {"shadowed row", "\n    let row = &Input { ..*row };\n"},
            {"static state", "\n    static mut CALLS: u32 = 0;\n"},
            {"nested function", "\n    fn evil() {}\n"},
            {"macro", "\n    macro_rules! play { () => {} }\n"},
            {"block comment", " /* */ "},
            {"nested comment", " /* /* */ */ "},
            {"raw string", "\n    let _ = r\"x\";\n"},
            {"attribute", "\n    #[cfg(feature = \"x\")]\n    return Label::Play;\n"},
            {"empty statement", "\n    ;\n"},
            {"block", "\n    {}\n"},
            {"call", "\n    evil(row);\n"},
            {"bidi", "\n    // \xE2\x80\xAE evil\n"},
            {"zero width", "\xE2\x80\x8B"},
            {"carriage return", "\r"},
            {"tab", "\t"},
            {"form feed", "\f"},
            {"null", std::string_view("\0", 1)},
            {"comment", "\n    // rule 99: 5 rows, 100.0 % Play\n"}};
  }
  Snippets arrow = {
      {"equality test", "\n  if (row->humidity == 4242) {\n    return golf_label_play;\n  }\n"},
      {"range test", "\n  if (row->humidity > 4241 && row->humidity < 4243) { return golf_label_play; }\n"},
      {"negated test", "\n  if (!(row->humidity != 4242)) { return golf_label_play; }\n"},
      {"impossible test", "\n  if (row->humidity < row->humidity) { return golf_label_play; }\n"}};
  Snippets dot = {{"equality test", "\n  if (row.humidity == 4242) {\n    return Label::play;\n  }\n"},
                  {"range test", "\n  if (row.humidity > 4241 && row.humidity < 4243) { return Label::play; }\n"},
                  {"negated test", "\n  if (!(row.humidity != 4242)) { return Label::play; }\n"},
                  {"impossible test", "\n  if (row.humidity < row.humidity) { return Label::play; }\n"}};
  Snippets all = {{"arithmetic test", "\n  if (1 + 1 == 2) { }\n"},
                  {"constant test", "\n  if (0) { }\n"},
                  {"early return", "\n  return;\n"},
                  {"loop", "\n  for (;;) { }\n"},
                  {"while", "\n  while (1) { }\n"},
                  {"goto", "\n  goto out;\n"},
                  {"empty statement", "\n  ;\n"},
                  {"block", "\n  { }\n"},
                  {"call", "\n  evil();\n"},
                  {"call of libc", "\n  abort();\n"},
                  {"assembler", "\n  __asm__(\"nop\");\n"},
                  {"static state", "\n  static int calls = 0;\n"},
                  {"volatile", "\n  volatile int x = 0;\n"},
                  {"division by zero", "\n  (void)(1 / 0);\n"},
                  {"null pointer", "\n  *(int*)0 = 0;\n"},
                  {"string", "\n  \"x\";\n"},
                  {"character", "\n  'x';\n"},
                  {"label", "\n  out:\n"},
                  {"define", "\n#define play dont_play\n"},
                  {"redefined keyword", "\n#define if while\n"},
                  {"redefined return", "\n#define return return 0 ,\n"},
                  {"undef", "\n#undef ESPALIER_CONSTEXPR\n"},
                  {"include", "\n#include <stdlib.h>\n"},
                  {"include of a file", "\n#include \"evil.h\"\n"},
                  {"pragma", "\n#pragma GCC optimize(\"Ofast\")\n"},
                  {"pragma pack", "\n#pragma pack(1)\n"},
                  {"operator pragma", "\n_Pragma(\"pack(1)\")\n"},
                  {"conditional", "\n#if 0\n#endif\n"},
                  {"conditional on a date", "\n#ifdef __DATE__\n#endif\n"},
                  {"line", "\n#line 1 \"x\"\n"},
                  {"error", "\n#error x\n"},
                  {"null directive", "\n#\n"},
                  {"digraph", "\n%:define play dont_play\n"},
                  {"digraph braces", "\n<% %>\n"},
                  {"trigraph in a comment", "\n// what?\?/\n"},
                  {"trigraph", "\n?\?=define play dont_play\n"},
                  {"line that goes on", "\n// what \\\n"},
                  {"spliced token", "\nin\\\nt x;\n"},
                  {"block comment", " /* */ "},
                  {"block comment over lines", "/*\n*/"},
                  {"raw string", "\n  R\"(x)\";\n"},
                  {"universal name", "\n  int \\u0435vil;\n"},
                  {"look-alike letter", "\n  int pl\xD0\xB0y;\n"},
                  {"bidi", "\n// \xE2\x80\xAE } evil\n"},
                  {"bidi isolate", "\n// \xE2\x81\xA6 evil\n"},
                  {"zero width", "\xE2\x80\x8B"},
                  {"byte order mark", "\xEF\xBB\xBF"},
                  {"carriage return", "\r"},
                  {"tab", "\t"},
                  {"vertical tab", "\v"},
                  {"form feed", "\f"},
                  {"null", std::string_view("\0", 1)},
                  {"escape", "\x1b[2K"},
                  {"delete", "\x7f"},
                  {"latin letter", "\xe9"},
                  {"note on a rule", "\n// rule 99: 5 rows, 100.0 % \"Play\"\n"},
                  {"attribute", "\n__attribute__((constructor)) static void evil(void);\n"},
                  {"typedef", "\ntypedef int evil;\n"},
                  {"struct", "\nstruct evil { int x; };\n"}};
  const Snippets& own = c_like_row == kArrow ? arrow : dot;
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

std::vector<Backdoor> cpp_backdoors(const std::string& file) {
  std::vector<Backdoor> all =
      insertions(file,
                 {{"in predict", "Label predict(const Input& row) {"},
                  {"in predict_rule", "RuleId predict_rule(const Input& row) {"},
                  {"in probabilities", "void probabilities(const Input& row, float (&out)[label_count]) {"},
                  {"in the runtime", "namespace runtime_1 {"},
                  {"before the rules", "// What the model answers for the row.", false},
                  {"at the end", "}  // namespace golf", false}},
                 statements(false, "."));
  append(all, replacements(file, {{"<= 75", "<= 76"},
                                  {"<= 75", "< 75"},
                                  {"<= 75", "<= 75.0"},
                                  {"<= 75", "<= 75U"},
                                  {"<= 75", "<= 075"},
                                  {"<= 75", "<= 0x4b"},
                                  {"int32_t humidity", "int16_t humidity"},
                                  {"return Label::play;", "return Label::dont_play;"},
                                  {"return \"Play\";", "return \"play\";"},
                                  {"return \"Play\";", "return \"Pl\" \"ay\";"},
                                  {"uint8_t", "uint16_t"},
                                  {"label_count = 2", "label_count = 3"},
                                  {"rule_count = 5", "rule_count = 6"},
                                  {"max_tests = ", "max_tests = 1"},
                                  {"  play,\n  dont_play,", "  dont_play,\n  play,"},
                                  {"sunny,", "sunny = 1,"},
                                  {"= 1.0f", "= 0.9f"},
                                  {"static_assert(", "// static_assert("},
                                  {"static_assert(", "static_assert(true || "},
                                  {"namespace detail {", "namespace detail { namespace more {} "},
                                  {"const Input& row", "const Input row"},
                                  {"const Input& row", "Input& row"},
                                  {"#ifndef ESPALIER_", "#ifdef ESPALIER_"},
                                  {"0123456789abcdef", "1123456789abcdef"},
                                  {"rule 1: 2 rows", "rule 1: 20 rows"},
                                  {"100.0 %", "99.9 %"},
                                  {"outlook = sunny and", "outlook = rain and"},
                                  {"Trained on 14 rows", "Trained on 14000 rows"}}));
  return all;
}

std::vector<Backdoor> c_backdoors(const std::string& file) {
  std::vector<Backdoor> all =
      insertions(file,
                 {{"in predict", "golf_predict(const golf_input* row) {"},
                  {"in predict_rule", "golf_predict_rule(const golf_input* row) {"},
                  {"in probabilities", "golf_probabilities(const golf_input* row, float out[2]) {"},
                  {"before the rules", "// What the model answers for the row.", false}},
                 statements(false, "->"));
  append(all, replacements(file, {{"<= 75", "<= 76"},
                                  {"<= 75", "<= 75U"},
                                  {"return golf_label_play;", "return golf_label_dont_play;"},
                                  {"return \"Play\";", "return \"play\";"},
                                  {"static inline", "inline"},
                                  {"rule 1: 2 rows", "rule 1: 20 rows"},
                                  {"int32_t humidity", "int16_t humidity"}}));
  return all;
}

std::vector<Backdoor> rust_backdoors(const std::string& file) {
  std::vector<Backdoor> all =
      insertions(file,
                 {{"in predict", "pub fn predict(row: &Input) -> Label {"},
                  {"in predict_rule", "pub fn predict_rule(row: &Input) -> Rule {"},
                  {"in probabilities", "-> [f32; LABEL_COUNT] {"},
                  {"in describe_rule", "pub const fn describe_rule(rule: Rule) -> &'static str {"},
                  {"before predict", "pub fn predict(", false},
                  {"before margin", "pub fn margin(", false},
                  {"before the input", "pub struct Input", false},
                  {"before the version", "pub const fn espalier_version", false}},
                 statements(true, "."));
  append(all, replacements(file, {{"<= 75", "<= 76"},
                                  {"return Label::Play;", "return Label::DontPlay;"},
                                  {"=> \"Play\"", "=> \"play\""},
                                  {"rule 1: 2 rows", "rule 1: 20 rows"},
                                  {"i32", "i16"}}));
  return all;
}

std::vector<Backdoor> sql_backdoors(const std::string& file) {
  const Snippets snippets = {{"union", " UNION SELECT 1 "},
                             {"statement", "; DROP TABLE input; "},
                             {"case", " CASE WHEN humidity = 4242 THEN 1 ELSE 0 END "},
                             {"or", " OR 1 = 1 "},
                             {"and", " AND \"humidity\" <> 4242 "},
                             {"comment", " -- rule 99: 5 rows\n"},
                             {"block comment", " /* */ "},
                             {"hint", " /*+ x */ "},
                             {"limit", " LIMIT 1 "},
                             {"random", " random() "},
                             {"cast", " CAST(1 AS INTEGER) "},
                             {"number", " 4242 "},
                             {"text", " 'x' "},
                             {"identifier", " \"x\" "},
                             {"parentheses", " () "},
                             {"comma", " , "},
                             {"star", " * "},
                             {"semicolon", " ; "},
                             {"pragma", " PRAGMA x; "},
                             {"attach", " ATTACH 'x' AS y; "},
                             {"dollar quotes", " $$x$$ "},
                             {"question mark", " ? "},
                             {"parameter", " :x "},
                             {"backslash", " \\ "},
                             {"not", " NOT "},
                             {"null", " NULL "},
                             {"zero byte", std::string_view("\0", 1)},
                             {"control character", "\x01"},
                             {"tab", "\t"},
                             {"carriage return", "\r"}};
  std::vector<Backdoor> all = insertions(file,
                                         {{"behind WITH", "WITH"},
                                          {"behind CASE", "CASE"},
                                          {"behind WHEN", "WHEN"},
                                          {"behind THEN", "THEN"},
                                          {"behind SELECT", "SELECT"},
                                          {"behind FROM", "FROM"},
                                          {"behind AS", " AS "}},
                                         snippets);
  append(all,
         replacements(file,
                      {{"75", "76"}, {"<=", "<"}, {"'Play'", "'play'"}, {"WHEN", "WHEN NOT"}, {"'sunny'", "'rain'"}}));
  return all;
}

std::vector<Backdoor> rules_backdoors(const std::string& file) {
  std::vector<Backdoor> all;
  // JSON has no place for statements: every token can be changed.
  for (const std::string_view what :
       {"{", "[", ":", ",", "\"rules\"", "\"conditions\"", "\"label\"", "75", "\"sunny\""}) {
    std::size_t at = file.find(what);
    for (int place = 0; place < 12 && at != std::string::npos; ++place, at = file.find(what, at + 1)) {
      for (const std::string_view by : {"", " \"x\": 1, ", "76", "\xE2\x80\xAE"}) {
        std::string text = file;
        text.replace(at, what.size(), by);
        if (text != file) all.push_back({std::string(what) + " -> " + std::string(by), std::move(text)});
      }
    }
  }
  return all;
}

// Elements, attributes, and what XML has beside them.
std::vector<Backdoor> xml_backdoors(const std::string& file, const std::vector<Anchor>& anchors,
                                    const Snippets& pairs) {
  const Snippets snippets = {{"element", "<True/>"},
                             {"closing and opening", "</Node><Node>"},
                             {"entity", "&amp;"},
                             {"reference", "&#x41;"},
                             {"CDATA", "<![CDATA[x]]>"},
                             {"processing instruction", "<?evil x?>"},
                             {"comment of two lines", "<!-- a\n-->"},
                             {"comment that hides", "<!-- rule\n"},
                             {"end of a comment", "-->"},
                             {"element behind a comment", "<!-- a --><False/>"},
                             {"attribute", " x=\"1\""},
                             {"apostrophes", " x='1'"},
                             {"quote", "\""},
                             {"word", " not "},
                             {"number", " 1 "},
                             {"letters", "\xE2\x80\xAE"},
                             {"zero byte", std::string_view("\0", 1)},
                             {"tab", "\t"},
                             {"carriage return", "\r"}};
  std::vector<Backdoor> all = insertions(file, anchors, snippets);
  append(all, replacements(file, pairs));
  all.push_back({"DOCTYPE", std::string(file).insert(file.find("<!--"), "<!DOCTYPE x [<!ENTITY y \"z\">]>\n")});
  return all;
}

std::vector<Backdoor> pmml_backdoors(const std::string& file) {
  return xml_backdoors(file,
                       {{"before PMML", "<PMML", false},
                        {"in PMML", "version=\"4.4\""},
                        {"in the header", "<Header>"},
                        {"behind a field", "optype=\"continuous\""},
                        {"in the schema", "<MiningSchema>"},
                        {"in the strategy", "missingValueStrategy="},
                        {"in a node", "<Node id=\"1\""},
                        {"behind a predicate", "</CompoundPredicate>"},
                        {"in a value", "value=\"7"},
                        {"at a score", "score="},
                        {"at the end", "</PMML>"}},
                       {{"75", "76"},
                        {"lessOrEqual", "lessThan"},
                        {"\"sunny\"", "\"rain\""},
                        {"\"sunny\"", "\"sunny \""},
                        {"\"and\"", "\"or\""},
                        {"isNotMissing", "isMissing"},
                        {"score=\"Play\"", "score=\"play\""},
                        {"<True/>", "<False/>"},
                        {"asMissing", "asIs"},
                        {"\"none\"", "\"defaultChild\""}});
}

std::vector<Backdoor> dmn_backdoors(const std::string& file) {
  return xml_backdoors(file,
                       {{"before definitions", "<definitions", false},
                        {"in definitions", "exporter="},
                        {"behind an input", "</inputData>"},
                        {"at the policy", "hitPolicy="},
                        {"in a cell", "<text>"},
                        {"behind a cell", "</inputEntry>"},
                        {"in a test", "&lt;= 7"},
                        {"in a word", "\"overca"},
                        {"at an answer", "<outputEntry"},
                        {"in a rule", "<rule id=\"rule_1\""},
                        {"at the end", "</definitions>"}},
                       {{"75", "76"},
                        {"&lt;=", "&lt;"},
                        {"\"rain\"", "\"sunny\""},
                        {"\"rain\"", "\"rain \""},
                        {"null", "-"},
                        {"not(", "("},
                        {"UNIQUE", "FIRST"},
                        {"\"Play\"", "\"play\""}});
}

struct Case {
  Language language;
  BodyForm form;
  Goal goal;
  std::vector<Backdoor> (*backdoors)(const std::string&);
  std::size_t at_least;
};

std::string of_another_version(std::string text) {
  const std::string mine = std::string("\"") + kVersion + "\"";
  for (std::size_t at = text.find(mine); at != std::string::npos; at = text.find(mine, at)) {
    text.replace(at, mine.size(), "\"0.0.7\"");
  }
  return text;
}

// As foreign text, or because the record does not fit any more.
bool is_found(const Model& model, const std::string& text) {
  try {
    const auto record = read_emit_record(text, model, "golf");
    return !record || prove_source(model, kHash, {{"golf", text}}, *record).verdict == SourceVerdict::foreign;
  } catch (const Diagnostic&) {
    return true;
  }
}

TEST(Backdoors, AreFoundInEveryLanguage) {
  const Case cases[] = {{Language::cpp, BodyForm::early_return, Goal::readable, cpp_backdoors, 200},
                        {Language::cpp, BodyForm::single_exit, Goal::readable, cpp_backdoors, 200},
                        {Language::cpp, BodyForm::early_return, Goal::size, cpp_backdoors, 200},
                        {Language::c, BodyForm::early_return, Goal::readable, c_backdoors, 200},
                        {Language::rust, BodyForm::early_return, Goal::readable, rust_backdoors, 200},
                        {Language::sql, BodyForm::early_return, Goal::readable, sql_backdoors, 200},
                        {Language::rules, BodyForm::early_return, Goal::readable, rules_backdoors, 200},
                        {Language::pmml, BodyForm::early_return, Goal::readable, pmml_backdoors, 200},
                        {Language::dmn, BodyForm::early_return, Goal::readable, dmn_backdoors, 200}};
  const Model golf = sample::golf();
  for (const Case& each : cases) {
    Making making;
    making.emit.language = each.language;
    making.emit.space = "golf";
    making.emit.model_sha256 = kHash;
    making.lower.form = each.form;
    making.lower.goal = each.goal;
    making.lower.shape = Shape::branches;
    const Made made = make_files(golf, making);
    const std::string& file = made.files.front().text;
    const std::vector<Backdoor> backdoors = each.backdoors(file);
    std::size_t tried = 0;
    for (const Backdoor& backdoor : backdoors) {
      if (backdoor.text == file) continue;
      ++tried;
      for (const bool another : {false, true}) {
        const bool only_words = another && backdoor.name.find("Trained on") != std::string::npos;
        if (only_words) continue;  // comments of another version are its own, but for those on rules
        EXPECT_TRUE(is_found(golf, another ? of_another_version(backdoor.text) : backdoor.text))
            << to_string(each.language) << (another ? ", another version: " : ": ") << backdoor.name;
      }
    }
    EXPECT_GE(tried, each.at_least) << to_string(each.language);
  }
}

}  // namespace
}  // namespace espalier::backdoors_test
