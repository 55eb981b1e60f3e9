// Headers in which words share enumerators, in C++ and C: what the parser makes of a word is answered as the
// interpreter answers that word, in models that know every word apart.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "e2e/c_workbench.hpp"
#include "emit/escape.hpp"
#include "model/interpret.hpp"
#include "model/words.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::shared_words_test {
namespace {

constexpr std::uint32_t kWords = 300;

// Digits behind the end of another word, quotes, backslashes, trigraphs, and words that begin other words.
std::string word(std::uint32_t i) {
  switch (i % 6) {
    case 0: return std::to_string(i);
    case 1: return fmt::format("a\"b\\{}", i);
    case 2:
      return fmt::format(
          "?"
          "?/{}",
          i);
    case 3: return fmt::format("K\xC3\xB6ln {}", i);
    case 4: return fmt::format("w{}", i);
    default: return std::string(1 + i % 60, 'x') + std::to_string(i / 60);
  }
}

std::vector<std::uint32_t> some_of(RandomEngine& engine, std::size_t size) {
  std::vector<std::uint32_t> all(kWords);
  for (std::uint32_t i = 0; i < kWords; ++i) all[i] = i;
  shuffle(all, engine);
  all.resize(size);
  std::sort(all.begin(), all.end());
  return all;
}

Node member(std::vector<std::uint32_t> categories, std::vector<std::uint32_t> children) {
  Node node = sample::test(TestKind::member, 0, std::move(children), {5, 4});
  node.categories = std::move(categories);
  return node;
}

// Sets of 120 words, of 40 and of one; a test of x, for which the word decides where x is missing, under surrogates.
Model many_words(MissingPolicy missing) {
  RandomEngine engine(3);
  std::vector<std::string> words;
  for (std::uint32_t i = 0; i < kWords; ++i) words.push_back(word(i));
  Model model = sample::single_leaf();
  model.missing = missing;
  model.labels = {"a", "b"};
  model.features = {sample::categorical("city", std::move(words)), sample::numeric("x", 0, 9)};
  std::vector<Node>& nodes = model.trees.front().nodes;
  nodes = {member(some_of(engine, 120), {1, 2}),
           member(some_of(engine, 40), {3, 4}),
           sample::at_most(1, 4.5, {5, 6}, {5, 4}),
           sample::leaf({3, 0}),
           sample::leaf({0, 3}),
           member(some_of(engine, 1), {7, 8}),
           sample::leaf({0, 2}),
           sample::leaf({1, 0}),
           sample::leaf({1, 2})};
  nodes[0].missing_child = 1;
  if (missing == MissingPolicy::surrogate) {
    nodes[0].surrogates = {sample::at_most_instead(1, 2.5)};
    nodes[2].surrogates = {sample::member_instead(0, some_of(engine, 30))};
  }
  return model;
}

// Every word and some that training never saw: names of categories that are no words among them.
std::vector<std::string> all_texts(const Model& model) {
  std::vector<std::string> texts = model.features[0].categories;
  for (const char* never : {"", "other", "w", "w4x", "K\xC3\xB6ln", "x", "1 and 2 more", "\\000"}) {
    if (std::find(texts.begin(), texts.end(), never) == texts.end()) texts.emplace_back(never);
  }
  return texts;
}

// "rule label" of each text with x = 2 and x = 7, a line each.
std::string expected_answers(const Model& model) {
  const Interpreter interpreter(model);
  std::string lines;
  const std::vector<std::string> texts = all_texts(model);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const double category = i < kWords ? static_cast<double>(i) : kUnknownCategory;
    for (const double x : {2.0, 7.0}) {
      const Prediction answer = interpreter.predict(std::vector<double>{category, x});
      lines += fmt::format("{} {}\n", answer.rule, answer.label);
    }
  }
  return lines;
}

std::string program(const Model& model, const std::string& include, const std::string& loop) {
  std::string source =
      fmt::format("#include \"{}\"\n#include <stdio.h>\n\nstatic const char* const texts[] = {{\n", include);
  for (const std::string& text : all_texts(model)) source += "    " + string_literal(text) + ",\n";
  return source + "};\n\nint main(void) {\n  for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; ++i) {\n" +
         "    for (int x = 2; x < 8; x += 5) {\n" + loop + "    }\n  }\n  return 0;\n}\n";
}

std::string output_of(const Workbench& bench, const std::vector<std::string>& compile) {
  const ::testing::AssertionResult built = bench.run(compile);
  EXPECT_TRUE(built);
  return bench.try_run({"./words"}).output;
}

class SharedWords : public ::testing::TestWithParam<MissingPolicy> {
 protected:
  void SetUp() override {
    model = many_words(GetParam());
    const auto found = share_words(model, 100);
    ASSERT_TRUE(found);
    shared = *found;
    ASSERT_LT(shared.features[0].categories.size(), 20U);
  }
  Model model;
  Model shared;
};

TEST_P(SharedWords, AreParsedAndAnsweredAsTheInterpreterDoesInCpp) {
  const Emitted emitted = emit(shared);
  EXPECT_LT(emitted.header.size(), emit(model).header.size() / 2);
  const Workbench bench;
  bench.write("subject.hpp", emitted.header);
  bench.write("words.cpp", program(model, "subject.hpp", R"(
      subject_under_test::Input row = {};
      row.city = subject_under_test::parse_city(texts[i]);
      row.x = x;
      printf("%u %u\n", static_cast<unsigned>(subject_under_test::predict_rule(row)),
             static_cast<unsigned>(subject_under_test::predict(row)));
)"));
  const std::string expected = expected_answers(model);
  EXPECT_EQ(output_of(bench, {"g++", "-std=c++11", "-O1", "-o", "words", "words.cpp"}), expected);
  EXPECT_EQ(output_of(bench, {second_compiler(), "-std=c++17", "-O1", "-o", "words", "words.cpp"}), expected);
}

TEST_P(SharedWords, AreParsedAndAnsweredAsTheInterpreterDoesInC) {
  const Emitted emitted = emit_c(shared);
  const Workbench bench;
  bench.write("subject.h", emitted.header);
  bench.write("words.c", program(model, "subject.h", R"(
      subject_under_test_input row;
      row.city = subject_under_test_parse_city(texts[i]);
      row.x = x;
      printf("%u %u\n", (unsigned)subject_under_test_predict_rule(&row), (unsigned)subject_under_test_predict(&row));
)"));
  EXPECT_EQ(output_of(bench, {"gcc", "-std=c99", "-O1", "-o", "words", "words.c"}), expected_answers(model));
}

TEST_P(SharedWords, CompileStrictlyAndVerify) {
  const Emitted as_cpp = emit(shared);
  EXPECT_TRUE(verifies(shared, as_cpp, "g++"));
  EXPECT_TRUE(compiles_strictly(as_cpp, "g++", "c++11"));
  EXPECT_TRUE(compiles_strictly(as_cpp, second_compiler(), "c++20"));
  LowerOptions misra;
  misra.form = BodyForm::single_exit;
  EXPECT_TRUE(compiles_strictly(emit(shared, misra), "g++", "c++14"));
  const Emitted as_c = emit_c(shared, misra);
  EXPECT_TRUE(verifies(shared, as_c, "gcc", "c99"));
  EXPECT_TRUE(compiles_strictly_as_c(as_c, "gcc", "c99"));
}

INSTANTIATE_TEST_SUITE_P(Each, SharedWords,
                         ::testing::Values(MissingPolicy::refuse, MissingPolicy::surrogate, MissingPolicy::fractional));

TEST(SharedWordsMutant, AParserThatForgetsAWordIsFound) {
  const Model model = many_words(MissingPolicy::refuse);
  const auto shared = share_words(model, 100);
  ASSERT_TRUE(shared);
  Emitted emitted = emit(*shared);
  const std::size_t at = emitted.header.find("w10\\000");
  ASSERT_NE(at, std::string::npos);
  emitted.header[at] = 'v';
  EXPECT_FALSE(verifies(*shared, emitted, "g++"));
}

}  // namespace
}  // namespace espalier::e2e::shared_words_test
