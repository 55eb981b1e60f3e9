// Words of few rows become one category.
#include "data/categories.hpp"

#include <cmath>

#include "unit/data/fixtures.hpp"

namespace espalier::test::rare_words_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

SchemaOverrides rare(const std::vector<std::string>& arguments) {
  SchemaOverrides overrides;
  for (const std::string& argument : arguments) overrides.rare_words.push_back(parse_rare_words(argument));
  return overrides;
}

// x: a in 4 rows, b in 3, c in 2, d in 1; one cell is missing.
const std::string kTable = "x,n,y\na,1,p\na,2,q\na,3,p\na,4,q\nb,5,p\nb,6,q\nb,7,p\nc,8,q\nc,9,p\nd,1,q\n,2,p\n";

TEST(RareWords, AreOneCategoryBehindTheOthers) {
  const Prepared made = prepare(kTable, "y", rare({"3"}));
  const FeatureColumn& x = made.data.features[0];
  EXPECT_THAT(x.categories, ElementsAre("a", "b", "other"));
  ASSERT_EQ(x.merged.size(), 1U);
  EXPECT_EQ(x.merged[0].category, 2U);
  EXPECT_THAT(x.merged[0].words, ElementsAre("c", "d"));
  EXPECT_THAT(std::vector<double>(x.values.begin(), x.values.end() - 1), ElementsAre(0, 0, 0, 0, 1, 1, 1, 2, 2, 2));
  EXPECT_TRUE(std::isnan(x.values.back()));
  EXPECT_THAT(made.schema.columns[0].rare, ElementsAre(2, 3));
  EXPECT_THAT(made.data.labels, ElementsAre("p", "q")) << "classes are not merged";
}

TEST(RareWords, TheNumberOfAColumnWinsOverThatOfAll) {
  EXPECT_THAT(prepare(kTable, "y", rare({"x=4", "2"})).data.features[0].categories, ElementsAre("a", "other"));
  EXPECT_THAT(prepare(kTable, "y", rare({"9", "x=0"})).data.features[0].merged, IsEmpty());
}

TEST(RareWords, ASingleOneStays) {
  const Prepared made = prepare(kTable, "y", rare({"2"}));  // only d
  EXPECT_THAT(made.data.features[0].categories, ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(made.data.features[0].merged, IsEmpty());
}

TEST(RareWords, TheNameIsNoWordThatStays) {
  const Prepared made = prepare("x,y\nother,p\nother,q\nb,p\nc,q\n", "y", rare({"2"}));
  EXPECT_THAT(made.data.features[0].categories, ElementsAre("other", "other 2"));
  const Prepared rare_other = prepare("x,y\nother,p\nb,q\nb,p\nc,q\n", "y", rare({"2"}));
  EXPECT_THAT(rare_other.data.features[0].categories, ElementsAre("b", "other"));
  EXPECT_THAT(rare_other.data.features[0].merged[0].words, ElementsAre("c", "other"));
}

TEST(RareWords, StayWithTheRowsThatAreSelected) {
  const Prepared made = prepare(kTable, "y", rare({"3"}));
  EXPECT_EQ(select_rows(made.data, {0, 5}).features[0].merged, made.data.features[0].merged);
}

TEST(RareWords, AreRefusedWhereThereAreNoWords) {
  const auto refused = [](const SchemaOverrides& overrides) {
    return refusal([&] { prepare(kTable, "y", overrides); }, ExitCode::usage);
  };
  EXPECT_THAT(refused(rare({"n=3"})), HasSubstr("--rare-words is for columns of words, and 'n' holds numbers\n"
                                                "hint: add --categorical n if they are names"));
  EXPECT_THAT(refused(rare({"y=3"})), HasSubstr("--rare-words names the target 'y', whose words are the classes"));
  SchemaOverrides ordinal = rare({"x=3"});
  ordinal.ordinal = {{"x", {"a", "b", "c", "d"}}};
  EXPECT_THAT(refused(ordinal), HasSubstr("'x' has values that were declared"));
  ordinal.rare_words = {parse_rare_words("3")};
  EXPECT_THAT(prepare(kTable, "y", ordinal).data.features[0].categories, ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(refusal([&] { prepare(kTable, "y", rare({"z=3"})); }), HasSubstr("'z'"));
  for (const char* wrong : {"", "many", "-1", "x=", "=3", "x=3.5", "99999999999999999999"}) {
    EXPECT_THAT(refusal([&] { parse_rare_words(wrong); }, ExitCode::usage), HasSubstr("expected a number of rows"));
  }
}

TEST(ManyWords, AreWarnedAbout) {
  const auto table = [](std::size_t words, std::size_t rows) {
    std::string text = "x,y\n";
    for (std::size_t i = 0; i < rows; ++i) text += "w" + std::to_string(i % words) + (i % 3 == 0 ? ",a\n" : ",b\n");
    return text;
  };
  const auto remarks = [&](std::size_t words, std::size_t rows, const SchemaOverrides& overrides = {}) {
    Warnings warnings;
    const Table made = parse_table("t.csv", table(words, rows), {}, warnings);
    infer_schema(made, overrides, warnings);
    return render(warnings);
  };
  EXPECT_THAT(remarks(300, 2999),
              HasSubstr("column 'x' has 300 different words in 2,999 rows: too few rows for most of "
                        "them to learn from"));
  EXPECT_THAT(remarks(300, 2999),
              HasSubstr("hint: use --rare-words x=5 to make one category of rare words, or --ignore x"));
  EXPECT_EQ(remarks(300, 3000), "") << "ten rows for each";
  EXPECT_EQ(remarks(256, 2000), "");
  EXPECT_EQ(remarks(300, 2999, rare({"5"})), "");
}

}  // namespace
}  // namespace espalier::test::rare_words_test
