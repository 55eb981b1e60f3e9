// What is proven of a file's text: what Espalier makes of the model, however it is laid out; functions that answer and
// were divided otherwise; and nothing else.
#include "audit/source_proof.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "support/sample_models.hpp"
#include "version.hpp"

namespace espalier::source_proof_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

struct Output {
  std::vector<EmittedFile> files;
  EmitRecord record;
};

Output output_of(const Model& model, Making making) {
  making.emit.space = "subject";
  making.emit.file_name = "subject.hpp";
  making.emit.model_sha256 = kHash;
  Made made = make_files(model, making);
  return {std::move(made.files), std::move(made.record)};
}

Making in(Language language, Goal goal = Goal::readable, BodyForm form = BodyForm::early_return) {
  Making making;
  making.emit.language = language;
  making.lower.goal = goal;
  making.lower.form = form;
  if (!row_of(language).has_tables || form == BodyForm::single_exit) making.lower.shape = Shape::branches;
  return making;
}

// The record as the file has it.
SourceProof proof_of(const Model& model, const std::vector<EmittedFile>& files) {
  const auto record = read_emit_record(files.front().text, model, "subject");
  if (!record) throw std::logic_error("no record");
  return prove_source(model, kHash, files, *record);
}

std::string told(const SourceProof& proof) {
  return (proof.where ? std::to_string(proof.where->line) + ":" + std::to_string(proof.where->column) + ": " : "") +
         proof.why + (proof.where ? " | " + proof.where->excerpt : "");
}

std::string replaced(std::string text, std::string_view what, std::string_view by, bool all = true) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
    if (!all) break;
  }
  return text;
}

// The text as another version would have written it: it says its version, and other words in its comments.
std::string of_another_version(std::string text) {
  text = replaced(std::move(text), std::string("\"") + kVersion + "\"", "\"0.0.7\"");
  return replaced(std::move(text), "What the model answers", "What is answered");
}

// Every way of writing a single tree.
std::vector<Making> all_makings() {
  std::vector<Making> makings;
  for (const Goal goal : {Goal::readable, Goal::speed, Goal::size}) {
    makings.push_back(in(Language::cpp, goal));
    makings.back().lower.shape = Shape::branches;
    makings.push_back(in(Language::c, goal));
  }
  makings.push_back(in(Language::cpp, Goal::readable, BodyForm::single_exit));
  makings.push_back(in(Language::c, Goal::readable, BodyForm::single_exit));
  makings.push_back(in(Language::rust));
  makings.push_back(in(Language::sql));
  makings.push_back(in(Language::rules));
  makings.push_back(in(Language::pmml));
  makings.push_back(in(Language::dmn));
  makings.push_back(in(Language::cpp_sources));
  Making table = in(Language::cpp);
  table.lower.shape = Shape::table;
  makings.push_back(table);
  Making included = in(Language::cpp);
  included.emit.runtime = RuntimeForm::included;
  included.lower.fields = FieldSelection::all;
  makings.push_back(included);
  return makings;
}

TEST(SourceProof, OfWhatWasEmittedIsIdentity) {
  for (const Model& model : {sample::golf(), sample::surrogate_golf(), sample::regression_sample(),
                             sample::own_category_sample(), sample::single_leaf()}) {
    for (const Making& making : all_makings()) {
      const bool surrogates = model.missing == MissingPolicy::surrogate;
      if (surrogates && making.emit.language == Language::dmn) continue;  // refused
      const SourceProof proof = proof_of(model, output_of(model, making).files);
      EXPECT_EQ(proof.verdict, SourceVerdict::identical) << to_string(making.emit.language) << ": " << told(proof);
      EXPECT_EQ(proof.version, kVersion);
    }
  }
}

TEST(SourceProof, KnowsTypesThatWereAskedFor) {
  const Model golf = sample::golf();
  Making making = in(Language::cpp);
  making.lower.input_types = {{"humidity", InputType::uint8}};
  EXPECT_EQ(proof_of(golf, output_of(golf, making).files).verdict, SourceVerdict::identical);
  making.lower.input_types = {{"humidity", InputType::float64}};
  EXPECT_EQ(proof_of(golf, output_of(golf, making).files).verdict, SourceVerdict::identical);
  Making number = in(Language::cpp);
  number.lower.value_type = ValueType::float64;
  const Model rent = sample::regression_sample();
  EXPECT_EQ(proof_of(rent, output_of(rent, number).files).verdict, SourceVerdict::identical);
  Making parts = in(Language::cpp_sources);
  parts.emit.parts = 2;
  parts.lower.pieces = 2;
  EXPECT_EQ(proof_of(golf, output_of(golf, parts).files).verdict, SourceVerdict::identical);
}

TEST(SourceProof, OfSeveralTreesIsIdentity) {
  for (const Model& model : {sample::voting_forest(), sample::averaging_forest(), sample::number_forest()}) {
    for (const Language language : {Language::cpp, Language::c, Language::rules, Language::pmml}) {
      const bool shares = leaf_answer(model) == LeafAnswer::shares;
      if (shares && language == Language::pmml) continue;  // refused
      const Output output = output_of(model, in(language));
      EXPECT_EQ(proof_of(model, output.files).verdict, SourceVerdict::identical) << to_string(language);
    }
  }
}

TEST(SourceProof, DoesNotMindTheLayout) {
  const Model golf = sample::golf();
  Output output = output_of(golf, in(Language::cpp));
  std::string& text = output.files.front().text;
  text = replaced(std::move(text), ") {\n", ")\n{\n\n");
  const SourceProof proof = proof_of(golf, output.files);
  EXPECT_EQ(proof.verdict, SourceVerdict::same_text) << told(proof);
}

TEST(SourceProof, NamesTheFirstForeignToken) {
  const Model golf = sample::golf();
  Output output = output_of(golf, in(Language::cpp));
  std::string& text = output.files.front().text;
  text = replaced(std::move(text), "  return to_string", "  evil();\n  return to_string", false);
  text = replaced(std::move(text), "Label predict(const Input& row) {\n",
                  "Label predict(const Input& row) {\n  if (row.humidity == 4242) {\n    return Label::play;\n  }\n",
                  false);
  const SourceProof proof = proof_of(golf, output.files);
  ASSERT_EQ(proof.verdict, SourceVerdict::foreign);
  ASSERT_TRUE(proof.where);
  EXPECT_THAT(proof.where->excerpt, HasSubstr("4242"));
}

TEST(SourceProof, KnowsAnotherModel) {
  const Model golf = sample::golf();
  const Output output = output_of(golf, in(Language::cpp));
  const SourceProof proof = prove_source(golf, std::string(64, 'f'), output.files, output.record);
  EXPECT_EQ(proof.verdict, SourceVerdict::foreign);
  EXPECT_THAT(proof.why, HasSubstr("another model file"));
}

// Functions that were divided otherwise, by a version that says so.
TEST(SourceProof, ReadsFunctionsOfAnotherVersion) {
  RandomEngine engine(11);
  std::size_t proven = 0;
  for (int i = 0; i < 300; ++i) {
    const Task task = i % 3 == 0 ? Task::regression : Task::classification;
    constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::learned,
                                           MissingPolicy::own_category, MissingPolicy::surrogate};
    Model model = sample::random_model(engine, task, kPolicies[i % 5]);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    for (const Making& making : all_makings()) {
      const LanguageRow& language = row_of(making.emit.language);
      const bool divided = language.vocabulary == Vocabulary::code && !language.has_parts;
      Making other = making;
      if (divided) other.lower.pieces = 4;
      Output output;
      try {
        output = output_of(model, other);
      } catch (const Diagnostic&) {
        continue;  // a name that the dialect cannot write
      }
      for (EmittedFile& file : output.files) file.text = of_another_version(std::move(file.text));
      const SourceProof proof = proof_of(model, output.files);
      EXPECT_NE(proof.verdict, SourceVerdict::foreign)
          << "model " << i << ", " << to_string(making.emit.language) << ", goal "
          << static_cast<int>(making.lower.goal) << ": " << told(proof);
      EXPECT_EQ(proof.version, "0.0.7");
      if (divided) ++proven;
    }
  }
  EXPECT_GT(proven, 1500U);
}

TEST(SourceProof, ReadsListsOfAnotherVersion) {
  RandomEngine engine(12);
  std::size_t proven = 0;
  for (int i = 0; i < 150; ++i) {
    Model model = sample::random_list(engine, i % 3 == 0 ? MissingPolicy::refuse : MissingPolicy::own_category);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    for (const Making& making : all_makings()) {
      const LanguageRow& language = row_of(making.emit.language);
      const bool divided = language.vocabulary == Vocabulary::code && !language.has_parts;
      Making other = making;
      if (divided) other.lower.pieces = 4;
      Output output;
      try {
        output = output_of(model, other);
      } catch (const Diagnostic&) {
        continue;  // a name that the dialect cannot write, or a language that has no lists
      }
      for (EmittedFile& file : output.files) file.text = of_another_version(std::move(file.text));
      const SourceProof proof = proof_of(model, output.files);
      EXPECT_NE(proof.verdict, SourceVerdict::foreign)
          << "model " << i << ", " << to_string(making.emit.language) << ", goal "
          << static_cast<int>(making.lower.goal) << ": " << told(proof);
      if (divided) ++proven;
    }
  }
  EXPECT_GT(proven, 700U);
}

// One thing wrong in a list of this version or of another one.
TEST(SourceProof, RefusesAListThatAnswersOtherwise) {
  const Model golf = sample::golf_list();
  const Output output = output_of(golf, in(Language::cpp));
  const std::string& text = output.files.front().text;
  for (const auto& [what, by] : std::vector<std::pair<std::string, std::string>>{
           {"row.humidity > 75 && row.outlook", "row.humidity > 76 && row.outlook"},
           {"row.humidity > 75 && row.outlook", "row.humidity >= 75 && row.outlook"},
           {"row.humidity > 75 && row.outlook", "row.humidity > 75 || row.outlook"},
           {"row.humidity > 75 && row.outlook == OutlookValue::sunny", "row.outlook == OutlookValue::sunny"},
           {"row.humidity > 75 && row.outlook == OutlookValue::sunny",
            "row.humidity > 75 && row.outlook == OutlookValue::sunny && row.humidity != 4242"},
           {"return Label::don_t_play;  // rule 1", "return Label::play;  // rule 1"},
           {"rule 1: 3 rows", "rule 1: 4 rows"}}) {
    ASSERT_THAT(text, HasSubstr(what));
    for (const bool other_version : {false, true}) {
      Output changed = output;
      std::string& mutant = changed.files.front().text;
      mutant = replaced(text, what, by, false);
      if (other_version) mutant = of_another_version(std::move(mutant));
      EXPECT_EQ(proof_of(golf, changed.files).verdict, SourceVerdict::foreign) << what << " -> " << by;
    }
  }
}

// One thing wrong in a function of another version: a threshold, a comparison, a label, a rule, a note.
TEST(SourceProof, RefusesWhatAnswersOtherwise) {
  const Model golf = sample::golf();
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"humidity <= 75", "humidity <= 76"},
      {"humidity <= 75", "humidity < 75"},
      {"humidity <= 75", "humidity >= 75"},
      {"humidity <= 75", "temperature <= 75"},
      {"return Label::play;  // rule 1", "return Label::dont_play;  // rule 1"},
      {"return 1;", "return 2;"},
      {"rule 1: 2 rows", "rule 1: 3 rows"},
      {"rule 1: 2 rows, 100.0 %", "rule 1: 2 rows, 99.0 %"},
      {"// rule 1: 2 rows", "// rule 2: 3 rows"},
      {"row.outlook == OutlookValue::overcast", "row.outlook != OutlookValue::overcast"},
      {"row.outlook == OutlookValue::overcast", "row.outlook == OutlookValue::rain"},
  };
  for (const auto& [what, by] : changes) {
    Output output = output_of(golf, in(Language::cpp));
    std::string& text = output.files.front().text;
    ASSERT_THAT(text, HasSubstr(what));
    for (const bool other_version : {false, true}) {
      Output changed = output;
      std::string& mutant = changed.files.front().text;
      mutant = replaced(text, what, by, false);
      if (other_version) mutant = of_another_version(std::move(mutant));
      EXPECT_EQ(proof_of(golf, changed.files).verdict, SourceVerdict::foreign) << what << " -> " << by;
    }
  }
}

}  // namespace
}  // namespace espalier::source_proof_test
