#include "emit/cpp_sources.hpp"

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <map>
#include <regex>
#include <set>

#include "emit/cpp_functions.hpp"
#include "emit/emit_record.hpp"
#include "support/sample_models.hpp"

namespace espalier::cpp_sources_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<EmittedFile> sources_of(const Model& model, std::size_t parts) {
  LowerOptions lower_options;
  lower_options.pieces = parts;
  EmitOptions options;
  options.language = Language::cpp_sources;
  options.space = "subject";
  options.file_name = "subject.hpp";
  options.parts = parts;
  return emit_cpp_sources(model, lower(model, lower_options), options);
}

std::set<std::string> all_matches(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at) found.insert((*at)[1]);
  return found;
}

TEST(LeafCode, HoldsRuleAndLabel) {
  const LeafCode code(sample::golf());  // two labels: one bit
  ASSERT_TRUE(code.fits());
  ASSERT_EQ(code.codes().size(), 6U);
  EXPECT_EQ(code.codes()[1], 1U * 2 + 0);  // rule 1: Play
  EXPECT_EQ(code.codes()[2], 2U * 2 + 1);  // rule 2: Don't Play
  EXPECT_EQ(code.type(), "uint8_t");
  EXPECT_EQ(code.label_in("leaf(row)"), "static_cast<Label>(leaf(row) & 1U)");
  EXPECT_EQ(code.rule_in("leaf(row)"), "static_cast<RuleId>(leaf(row) >> 1)");
}

TEST(CppSources, AreAHeaderAndThePartsBesideIt) {
  const auto files = sources_of(sample::golf(), 2);
  ASSERT_EQ(files.size(), 3U);
  EXPECT_EQ(files[0].name, "subject.hpp");
  EXPECT_EQ(files[1].name, "subject_1.cpp");
  EXPECT_EQ(files[2].name, "subject_2.cpp");
  EXPECT_THAT(files[0].text, HasSubstr("\"language\":\"cpp-sources\""));
  EXPECT_THAT(files[0].text, HasSubstr("\"parts\":2"));
  EXPECT_THAT(files[0].text, HasSubstr("// Compile \"subject_1.cpp\" to \"subject_2.cpp\" with it."));
  EXPECT_THAT(files[0].text, HasSubstr("return static_cast<Label>(parts::leaf(row) & 1U);"));
  EXPECT_THAT(files[0].text, HasSubstr("inline Label predict(const Input& row) {"));
  EXPECT_THAT(files[0].text, Not(HasSubstr("static_assert(detail::answers")));
  for (std::size_t part = 1; part < files.size(); ++part) {
    EXPECT_THAT(files[part].text, HasSubstr("#include \"subject.hpp\"\n"));
    EXPECT_TRUE(is_part_of(files[part].text, "subject.hpp"));
    EXPECT_FALSE(is_part_of(files[part].text, "other.hpp"));
  }
  EXPECT_FALSE(is_part_of(files[0].text, "subject.hpp"));
}

TEST(CppSources, TheRecordReadsBack) {
  const auto files = sources_of(sample::golf(), 2);
  const auto record = read_emit_record(files[0].text, sample::golf(), "subject.hpp");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->language, Language::cpp_sources);
  EXPECT_EQ(record->parts, 2U);
}

// Every function is defined in one part, and each part declares what it calls; whatever the task and policy.
TEST(CppSources, EveryFunctionIsDefinedOnceAndDeclaredWhereItIsCalled) {
  std::size_t across = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(seed);
    RandomEngine engine(seed);
    const Task task = seed % 2 == 0 ? Task::classification : Task::regression;
    const MissingPolicy missing = seed % 3 == 0 ? MissingPolicy::fractional : MissingPolicy::majority;
    const auto files = sources_of(sample::random_model(engine, task, missing), 3);
    ASSERT_EQ(files.size(), 4U);
    std::map<std::string, std::size_t> defined_in;
    for (std::size_t part = 1; part < files.size(); ++part) {
      for (const std::string& name :
           all_matches(files[part].text, "\n[a-zA-Z0-9_]+ ((?:leaf|blend)_?[0-9]*)\\([^;\n]*\\) \\{")) {
        EXPECT_TRUE(defined_in.emplace(name, part).second) << name;
      }
    }
    EXPECT_EQ(defined_in.count("leaf"), 1U);
    for (std::size_t part = 1; part < files.size(); ++part) {
      const auto declared = all_matches(files[part].text, "\n[a-zA-Z0-9_]+ ((?:leaf|blend)_[0-9]+)\\([^\n]*\\);");
      for (const std::string& callee : all_matches(files[part].text, "(?:return | )((?:leaf|blend)_[0-9]+)\\(row")) {
        EXPECT_TRUE(declared.contains(callee)) << callee;
        ASSERT_TRUE(defined_in.contains(callee)) << callee;
        across += defined_in[callee] != part ? 1 : 0;
      }
    }
  }
  EXPECT_GT(across, 10U);
}

// A name that looks like the macro of constant expressions is data, and stays.
TEST(CppSources, OnlyTheTemplatesWordsChange) {
  Model model = sample::golf();
  model.labels[0] = "ESPALIER_CONSTEXPR";
  const auto files = sources_of(model, 1);
  EXPECT_THAT(files[0].text, HasSubstr("return \"ESPALIER_CONSTEXPR\";"));
}

}  // namespace
}  // namespace espalier::cpp_sources_test
