// Decision lists in C++ and C: random ones, compiled, answer as the interpreter does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "e2e/c_workbench.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/workbench.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::lists_test {
namespace {

// Large enough to be worth a compiler; every other one has whole numbers around the ends of the small types.
Model model(std::uint64_t seed) {
  RandomEngine engine(seed);
  const MissingPolicy missing = seed % 3 == 0 ? MissingPolicy::refuse : MissingPolicy::own_category;
  for (;;) {
    Model drawn = sample::random_list(engine, missing);
    if (only_tree(drawn).nodes.size() < 9) continue;
    return seed % 2 == 0 ? sample::with_small_whole_numbers(std::move(drawn), engine) : drawn;
  }
}

LowerOptions options(const Model& model, std::uint64_t seed, BodyForm form = BodyForm::early_return) {
  RandomEngine engine(seed);
  LowerOptions options;
  options.input_types = random_input_types(model, engine);
  options.loss = TypeLoss::allowed;  // exactness does not depend on what the types lose
  options.goal = static_cast<Goal>(seed % 3);
  options.form = form;
  return options;
}

TEST(Lists, HeadersAnswerAsTheInterpreterDoes) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const Emitted emitted = emit(subject, options(subject, seed));
    const std::string compiler = seed % 4 < 2 ? "g++" : second_compiler();
    ASSERT_TRUE(verifies(subject, emitted, compiler, seed % 2 == 0 ? "c++11" : "c++20"));
    ASSERT_TRUE(compiles_strictly(emitted, compiler, seed % 2 == 0 ? "c++20" : "c++11"));
  }
}

TEST(Lists, CHeadersAnswerAsTheInterpreterDoes) {
  for (std::uint64_t seed = 11; seed <= 16; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const BodyForm form = seed % 2 == 0 ? BodyForm::single_exit : BodyForm::early_return;
    const Emitted emitted = emit_c(subject, options(subject, seed, form));
    const std::string compiler = seed % 4 < 2 ? "gcc" : second_c_compiler();
    ASSERT_TRUE(verifies(subject, emitted, compiler, seed % 2 == 0 ? "c99" : "c17"));
    ASSERT_TRUE(compiles_strictly_as_c(emitted, compiler, seed % 2 == 0 ? "c11" : "c99"));
  }
}

}  // namespace
}  // namespace espalier::e2e::lists_test
