#include "emit/names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "support/sample_models.hpp"

namespace espalier::names_test {
namespace {

using testing::ElementsAre;

TEST(IdentifierLetters, KeepsLettersAndDigitsInLowerCase) {
  EXPECT_EQ(identifier_letters("petal_width"), "petal_width");
  EXPECT_EQ(identifier_letters("Sepal.Length"), "sepal_length");
  EXPECT_EQ(identifier_letters("  a -- b  "), "a_b");
  EXPECT_EQ(identifier_letters("__a__b__"), "a_b") << "no reserved double underscore";
  EXPECT_EQ(identifier_letters("2nd"), "2nd");
}

TEST(IdentifierLetters, SpeaksSymbolsThatTellNamesApart) {
  EXPECT_EQ(identifier_letters("<=50K"), "lt_eq_50k");
  EXPECT_EQ(identifier_letters(">50K"), "gt_50k");
  EXPECT_EQ(identifier_letters("-1"), "minus_1");
  EXPECT_EQ(identifier_letters("a-1"), "a_1") << "a hyphen, not a sign";
  EXPECT_EQ(identifier_letters("C++"), "c_plus_plus");
  EXPECT_EQ(identifier_letters("fat %"), "fat_percent");
}

TEST(IdentifierLetters, NothingIsLeftOfOtherScripts) {
  EXPECT_EQ(identifier_letters("é"), "");
  EXPECT_EQ(identifier_letters("日本"), "");
  EXPECT_EQ(identifier_letters(""), "");
  EXPECT_EQ(identifier_letters("größe"), "gr_e");
}

TEST(IdentifierLetters, EndsAfterSixtyCharacters) {
  EXPECT_EQ(identifier_letters(std::string(10'000, 'A')), std::string(60, 'a'));
}

TEST(IsReserved, KnowsKeywordsAndMacros) {
  for (const char* word :
       {"int", "class", "co_await", "concept", "xor", "nullptr", "requires", "min", "errno", "linux"})
    EXPECT_TRUE(is_reserved(word)) << word;
  for (const char* word : {"petal_width", "label", "nan", "eof"}) EXPECT_FALSE(is_reserved(word)) << word;
}

TEST(Scope, MakesEveryNameValid) {
  Scope scope("column");
  EXPECT_EQ(scope.name("width", 0), "width");
  EXPECT_EQ(scope.name("2nd", 1), "column_2nd");
  EXPECT_EQ(scope.name("", 2), "column_3");
  EXPECT_EQ(scope.name("é", 3), "column_4");
  EXPECT_EQ(scope.name("int", 4), "int_");
  EXPECT_EQ(scope.name("NAN", 5), "nan");
  EXPECT_EQ(scope.name("EOF", 6), "eof");
  EXPECT_EQ(scope.name("*/ int x; /*", 7), "int_x");
}

TEST(Scope, NumbersNamesThatCollide) {
  Scope scope("column", {"unknown"});
  EXPECT_EQ(scope.name("a b", 0), "a_b");
  EXPECT_EQ(scope.name("a.b", 1), "a_b_2");
  EXPECT_EQ(scope.name("A-B", 2), "a_b_3");
  EXPECT_EQ(scope.name("a_b_2", 3), "a_b_2_2") << "taken by the second one";
  EXPECT_EQ(scope.name("unknown", 4), "unknown_2");
  EXPECT_EQ(scope.name("int", 5), "int_");
  EXPECT_EQ(scope.name("INT", 6), "int_2");
  EXPECT_EQ(scope.name(std::string(100, 'x') + "1", 7), std::string(60, 'x'));
  EXPECT_EQ(scope.name(std::string(100, 'x') + "2", 8), std::string(60, 'x') + "_2");
}

TEST(MakeNames, OfGolf) {
  const Model golf = sample::golf();
  const Names names = make_names(golf, choose_fields(golf, FieldSelection::used, {}), "golf");
  EXPECT_EQ(names.space, "golf");
  EXPECT_THAT(names.labels, ElementsAre("play", "don_t_play"));
  EXPECT_THAT(names.fields, ElementsAre("outlook", "humidity", "windy"));
  EXPECT_EQ(names.enums[0].type, "OutlookValue");
  EXPECT_THAT(names.enums[0].values, ElementsAre("sunny", "overcast", "rain"));
  EXPECT_EQ(names.enums[1].type, "") << "a number";
  EXPECT_THAT(names.enums[2].values, ElementsAre("false_", "true_"));
  EXPECT_EQ(names.enums[2].unknown, "unknown");
}

TEST(MakeNames, EnumerationsOfCollidingColumnsDiffer) {
  Model model = sample::golf();
  model.features = {sample::categorical("a b", {"unknown", "UNKNOWN", "1"}), sample::categorical("A_B", {"x"}),
                    sample::categorical("ab", {"x"})};
  model.trees = {Tree{{sample::leaf({1, 1})}}};
  const Names names = make_names(model, choose_fields(model, FieldSelection::all, {}), "m");
  EXPECT_THAT(names.fields, ElementsAre("a_b", "a_b_2", "ab"));
  EXPECT_THAT(names.enums[0].values, ElementsAre("unknown_2", "unknown_3", "value_1"));
  const std::set<std::string> types = {names.enums[0].type, names.enums[1].type, names.enums[2].type};
  EXPECT_EQ(types.size(), 3U);
}

TEST(NamespaceName, IsValidAndNotOfTheLibrary) {
  EXPECT_EQ(namespace_name("iris"), "iris");
  EXPECT_EQ(namespace_name("My Model-2"), "my_model_2");
  EXPECT_EQ(namespace_name("2024"), "model_2024");
  EXPECT_EQ(namespace_name(""), "model_1");
  EXPECT_EQ(namespace_name("class"), "class_");
  EXPECT_EQ(namespace_name("std"), "std_model");
  EXPECT_EQ(namespace_name("espalier"), "espalier_model");
  EXPECT_EQ(namespace_name("time"), "time_model");
  EXPECT_EQ(namespace_name("wind_t"), "wind_t_model") << "POSIX keeps names that end with _t";
}

TEST(NamespaceName, IsNeverAReservedWordAfterItsChange) {
  for (const char* wish : {"size_t", "double_t", "int", "main", "linux", "??", "\n"}) {
    const std::string name = namespace_name(wish);
    EXPECT_FALSE(is_reserved(name)) << name;
    EXPECT_FALSE(name.ends_with("_t")) << name;
    EXPECT_EQ(namespace_name(name), name) << "a valid namespace stays";
  }
}

// Both ends of the alphabet become capitals, and so does a letter behind a digit.
TEST(MakeNames, TypesOfEnumerationsBeginWithACapital) {
  Model model = sample::golf();
  model.features = {sample::categorical("zone_a", {"x"}), sample::categorical("area_2z", {"x"})};
  model.trees = {Tree{{sample::leaf({1, 1})}}};
  const Names names = make_names(model, choose_fields(model, FieldSelection::all, {}), "m");
  EXPECT_EQ(names.enums[0].type, "ZoneAValue");
  EXPECT_EQ(names.enums[1].type, "Area2ZValue");
}

}  // namespace
}  // namespace espalier::names_test
