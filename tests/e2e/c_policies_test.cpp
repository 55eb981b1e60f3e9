// C headers of both tasks under every missing policy, in both styles, and C++ headers in MISRA's style: random models,
// compiled, answer as the interpreter does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "e2e/c_workbench.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/tree_maker.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::c_policies_test {

namespace {

std::string name_of(Task task, MissingPolicy missing) {
  const std::string policy[] = {"Refuse", "Majority", "Learned", "OwnCategory", "Surrogate", "Fractional"};
  return (task == Task::regression ? "Regression" : "Classification") + policy[static_cast<std::size_t>(missing)];
}

class CPolicies : public ::testing::TestWithParam<std::tuple<Task, MissingPolicy>> {
 protected:
  // Large enough to be worth a compiler; every other one has whole numbers around the ends of the small types.
  static Model model(std::uint64_t seed) {
    const auto [task, missing] = GetParam();
    RandomEngine engine(seed);
    for (;;) {
      Model drawn = sample::random_model(engine, task, missing);
      if (drawn.trees.front().nodes.size() < 9) continue;
      return seed % 2 == 0 ? sample::with_small_whole_numbers(std::move(drawn), engine) : drawn;
    }
  }

  static LowerOptions options(const Model& model, std::uint64_t seed, BodyForm form) {
    RandomEngine engine(seed);
    LowerOptions options;
    options.input_types = random_input_types(model, engine);
    options.loss = TypeLoss::allowed;  // exactness does not depend on what the types lose
    options.goal = seed % 3 == 0 ? Goal::speed : Goal::readable;
    options.form = form;
    return options;
  }
};

TEST_P(CPolicies, PlainHeadersAnswerAsTheInterpreterDoes) {
  for (std::uint64_t seed = 21; seed <= 23; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const Emitted emitted = emit_c(subject, options(subject, seed, BodyForm::early_return));
    const std::string compiler = seed % 2 == 0 ? "gcc" : second_c_compiler();
    ASSERT_TRUE(verifies(subject, emitted, compiler, seed % 2 == 0 ? "c99" : "c17"));
    ASSERT_TRUE(compiles_strictly_as_c(emitted, compiler, seed % 2 == 0 ? "c11" : "c99"));
  }
}

TEST_P(CPolicies, MisraHeadersAnswerAsTheInterpreterDoes) {
  for (std::uint64_t seed = 31; seed <= 33; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const LowerOptions lowering = options(subject, seed, BodyForm::single_exit);
    const Emitted as_c = emit_c(subject, lowering);
    const bool gcc = seed % 2 == 0;
    ASSERT_TRUE(verifies(subject, as_c, gcc ? "gcc" : second_c_compiler(), "c99"));
    ASSERT_TRUE(compiles_strictly_as_c(as_c, gcc ? second_c_compiler() : "gcc", "c99"));
    const Emitted as_cpp = emit(subject, lowering);
    ASSERT_TRUE(verifies(subject, as_cpp, gcc ? second_compiler() : "g++", gcc ? "c++11" : "c++17"));
    ASSERT_TRUE(compiles_strictly(as_cpp, gcc ? "g++" : second_compiler(), gcc ? "c++14" : "c++11"));
  }
}

TEST_P(CPolicies, TheSelftestPasses) {
  const Model subject = model(41);
  EXPECT_TRUE(c_selftest_passes(subject, emit_c(subject, options(subject, 3, BodyForm::early_return)), "gcc"));
}

INSTANTIATE_TEST_SUITE_P(Each, CPolicies,
                         ::testing::Combine(::testing::Values(Task::classification, Task::regression),
                                            ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority,
                                                              MissingPolicy::learned, MissingPolicy::own_category,
                                                              MissingPolicy::surrogate, MissingPolicy::fractional)),
                         [](const auto& which) { return name_of(std::get<0>(which.param), std::get<1>(which.param)); });

// Trees nobody would train, on the edges of every type.
TEST(CRandomTrees, AnswerAsTheInterpreterDoes) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    RandomEngine engine(20'000 + seed);
    const Model model = random_edge_model(engine);
    LowerOptions options;
    options.input_types = random_input_types(model, engine);
    options.loss = TypeLoss::allowed;  // exactness does not depend on what the types lose
    options.form = seed % 2 == 0 ? BodyForm::single_exit : BodyForm::early_return;
    const Emitted emitted = emit_c(model, options);
    ASSERT_TRUE(verifies(model, emitted, seed % 4 < 2 ? "gcc" : second_c_compiler(), "c99"));
    ASSERT_TRUE(compiles_strictly_as_c(emitted, seed % 4 < 2 ? second_c_compiler() : "gcc", "c99"));
  }
}

// Contract 5 in the form in which both sides nest: 2,000 tests in a row, either way.
TEST(CDeepTrees, AreCutIntoFunctions) {
  for (const ChainShape shape : {ChainShape::left, ChainShape::right, ChainShape::zigzag}) {
    LowerOptions options;
    options.form = BodyForm::single_exit;
    const Model model = chain_model(2'000, shape);
    const Emitted emitted = emit_c(model, options);
    EXPECT_GE(emitted.lowered.tree().answers.functions.size(), 2'000 / 61);
    EXPECT_TRUE(compiles_strictly_as_c(emitted, second_c_compiler(), "c99"));
  }
}

// The cross compilers: int has 16 bits on AVR, and enumerators are ints.
class CChips : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!installed(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  }
  static std::vector<std::string> flags() {
    return std::string(GetParam()).starts_with("avr") ? std::vector<std::string>{"-mmcu=atmega328p", "-Os"}
                                                      : std::vector<std::string>{"-mcpu=cortex-m0", "-mthumb", "-Os"};
  }
};

Model whole_numbers() {
  Model model;
  model.target = "state";
  model.labels = {"idle", "busy", "faulty"};
  model.missing = MissingPolicy::majority;
  model.features = {whole_feature("wide", -2147483647, 2147483647), whole_feature("small", 0, 254),
                    whole_feature("middle", 0, 65534), category_feature("phase", numbered("phase ", 300))};
  TreeMaker maker(3);
  maker.less_equal(0, 0, 100000.5, 1);
  maker.less_equal(1, 0, -2147483647, 1);
  maker.less_equal(2, 1, 253, 0);
  maker.less_equal(3, 2, 40000, 0);
  maker.member(5, 3, {0, 2, 299}, 1);
  model.trees = {maker.take()};
  return model;
}

TEST_P(CChips, HeadersCompileWithoutWarnings) {
  for (const BodyForm form : {BodyForm::early_return, BodyForm::single_exit}) {
    LowerOptions options;
    options.form = form;
    options.input_types = {{"small", InputType::uint8}, {"middle", InputType::uint16}};
    EXPECT_TRUE(compiles_strictly_as_c(emit_c(whole_numbers(), options), GetParam(), "c99", flags()));
    options.input_types.clear();
    EXPECT_TRUE(compiles_strictly_as_c(emit_c(sample::fractional_golf(), options), GetParam(), "c99", flags()));
  }
}

INSTANTIATE_TEST_SUITE_P(Families, CChips, ::testing::Values("avr-gcc", "arm-none-eabi-gcc"), [](const auto& compiler) {
  return std::string(compiler.param).starts_with("avr") ? "avr" : "arm";
});

}  // namespace

}  // namespace espalier::e2e::c_policies_test
