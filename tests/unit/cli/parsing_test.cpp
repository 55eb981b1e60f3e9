// Words as options: lists of values, quotes, and what was given where.
#include "cli/parsing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/diagnostic.hpp"

namespace espalier::cli::parsing_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

po::options_description sample_options() {
  po::options_description options;
  options.add_options()                                                   //
      ("texts", po::value<Words>()->multitoken()->composing(), "a list")  //
      ("name", po::value<std::string>(), "one value")                     //
      ("item", po::value<Words>()->composing(), "one value at a time")    //
      ("switch,s", po::bool_switch(), "no value");
  return options;
}

// "texts=a|b name=c", positionals without a key.
std::string parsed(const Words& words) {
  std::string out;
  for (const po::option& option : parse_words(words, sample_options()).options) {
    out += (out.empty() ? "" : " ") + option.string_key + "=";
    for (std::size_t i = 0; i < option.value.size(); ++i) out += (i == 0 ? "" : "|") + option.value[i];
  }
  return out;
}

TEST(ParseWords, GivesAListTheWordsUpToTheNextOption) {
  EXPECT_EQ(parsed({"data", "--texts", "a", "b c", "--name", "d"}), "=data texts=a texts=b c name=d");
  EXPECT_EQ(parsed({"--texts", "a", "-s", "data"}), "texts=a switch= =data");
  EXPECT_EQ(parsed({"--texts", "a", "--", "data"}), "texts=a =data");
  EXPECT_EQ(parsed({"--", "--texts", "a"}), "=--texts =a");
}

TEST(ParseWords, TakesAWordWithABlankForAValue) {
  EXPECT_EQ(parsed({"--texts", "--depth 5", "-a b", "--texts", "c"}), "texts=--depth 5 texts=-a b texts=c");
  EXPECT_EQ(parsed({"--texts", "", "a"}), "texts= texts=a");
  EXPECT_EQ(parsed({"--texts=--depth=5"}), "texts=--depth=5");
}

TEST(ParseWords, RefusesListsOfNothingAndAbbreviations) {
  EXPECT_THROW(parsed({"--texts", "--name", "a"}), po::error);
  EXPECT_THROW(parsed({"--texts"}), po::error);
  EXPECT_THROW(parsed({"--nam", "a"}), po::unknown_option);
}

TEST(AddGiven, LetsTheFirstWinAndListsGrow) {
  const po::options_description options = sample_options();
  std::vector<po::option> given;
  add_given(parse_words({"data", "--name", "a", "--item", "1", "--item", "2"}, options).options, options, given);
  add_given(parse_words({"--name", "b", "--item", "3", "-s"}, options).options, options, given);
  Words shown;
  for (const po::option& option : given) {
    shown.push_back(option.string_key + (option.value.empty() ? "" : "=" + option.value[0]));
  }
  EXPECT_THAT(shown, ElementsAre("name=a", "item=1", "item=2", "item=3", "switch"));
}

TEST(WordsOf, KeepsBlanksBetweenQuotes) {
  EXPECT_THAT(words_of("  c45 \t--class-weight \"Don't Play=2\"  "),
              ElementsAre("c45", "--class-weight", "Don't Play=2"));
  EXPECT_THAT(words_of("--ignore='a \"b\"'c ''"), ElementsAre("--ignore=a \"b\"c", ""));
  EXPECT_THAT(words_of(" "), ElementsAre());
}

TEST(WordsOf, RefusesAQuoteThatIsNotClosed) {
  try {
    words_of("c45 --class-weight 'Play=2");
    FAIL() << "nothing was thrown";
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::usage);
    EXPECT_THAT(diagnostic.message(), HasSubstr("the quote ' is not closed"));
  }
}

}  // namespace
}  // namespace espalier::cli::parsing_test
