// Both tasks under every missing policy: random models, compiled, answer as the interpreter does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "audit/selftest.hpp"
#include "e2e/edge_models.hpp"
#include "e2e/workbench.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::policies_test {

namespace {

constexpr std::uint64_t kModels = 4;

std::string name_of(Task task, MissingPolicy missing) {
  const std::string policy[] = {"Refuse", "Majority", "Learned", "OwnCategory", "Surrogate", "Fractional"};
  return (task == Task::regression ? "Regression" : "Classification") + policy[static_cast<std::size_t>(missing)];
}

class Policies : public ::testing::TestWithParam<std::tuple<Task, MissingPolicy>> {
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

  static LowerOptions options(const Model& model, std::uint64_t seed) {
    RandomEngine engine(seed);
    LowerOptions options;
    options.input_types = random_input_types(model, engine);
    options.loss = TypeLoss::allowed;  // exactness does not depend on what the types lose
    options.goal = static_cast<Goal>(seed % 3);
    return options;
  }
};

TEST_P(Policies, TheHeaderAnswersAsTheInterpreterDoes) {
  for (std::uint64_t seed = 1; seed <= kModels; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const Emitted emitted = emit(subject, options(subject, seed));
    const std::string compiler = seed % 4 < 2 ? "g++" : second_compiler();
    ASSERT_TRUE(verifies(subject, emitted, compiler, seed % 2 == 0 ? "c++11" : "c++20"));
    ASSERT_TRUE(compiles_strictly(emitted, compiler, seed % 2 == 0 ? "c++20" : "c++11"));
  }
}

TEST_P(Policies, TheSelftestPasses) {
  const Model subject = model(kModels + 1);
  const Emitted emitted = emit(subject, options(subject, 1));
  const Workbench bench;
  bench.write("subject.hpp", emitted.header);
  bench.write("selftest.cpp", emit_selftest(subject, emitted.lowered, emitted.record.space, "subject.hpp").source);
  std::vector<std::string> command = {"g++", "-O1"};
  std::vector<std::string> flags = strict_flags("c++14");
  std::erase(flags, "-ffreestanding");  // main() would be no entry point of a hosted program
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"selftest.cpp", "-o", "selftest"});
  ASSERT_TRUE(bench.run(command));
  EXPECT_TRUE(bench.run({"./selftest"}));
}

INSTANTIATE_TEST_SUITE_P(Each, Policies,
                         ::testing::Combine(::testing::Values(Task::classification, Task::regression),
                                            ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority,
                                                              MissingPolicy::learned, MissingPolicy::own_category,
                                                              MissingPolicy::surrogate, MissingPolicy::fractional)),
                         [](const auto& which) { return name_of(std::get<0>(which.param), std::get<1>(which.param)); });

}  // namespace

}  // namespace espalier::e2e::policies_test
