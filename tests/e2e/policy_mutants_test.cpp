// verify catches tampering with what surrogates, blends, intervals, groups and regressions add to a header, on the
// boundary vectors alone. The subjects are the golden models.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/verify.hpp"
#include "e2e/mutate.hpp"
#include "e2e/workbench.hpp"
#include "model/model_json.hpp"
#include "support/files.hpp"

namespace espalier::e2e::policy_mutants_test {

namespace {

using Mutation = std::vector<Mutant> (*)(const std::string&);

struct Case {
  const char* name;
  const char* golden;
  Mutation mutate;
  std::size_t at_least;  // so that no pattern stops to match unnoticed
  Goal goal = Goal::readable;
};

void PrintTo(const Case& kind, std::ostream* out) {
  *out << kind.name;
}

class PolicyMutants : public ::testing::TestWithParam<Case> {};

TEST_P(PolicyMutants, AreCaught) {
  const std::string path = fmt::format("{0}/tests/golden/{1}/{1}.json", ESPALIER_SOURCE_DIR, GetParam().golden);
  const Model model = read_model(read_file(path), path);
  LowerOptions options;
  options.goal = GetParam().goal;
  options.shape = Shape::branches;
  const Emitted emitted = emit(model, options);
  const std::string header = without_witnesses(emitted.header);
  VerifyOptions verify;
  verify.compiler = "g++";
  verify.flags = {"-std=c++17", "-O0"};
  const std::vector<Mutant> mutants = GetParam().mutate(header);
  for (const Mutant& mutant : mutants) {
    ASSERT_NE(mutant.header, header);
    const Verification result = verify_files(model, {{"", mutant.header}}, emitted.record, verify);
    EXPECT_TRUE(result.compiled) << "does not even compile: " << mutant.what << "\n" << result.failure;
    EXPECT_FALSE(result.passed()) << "survived: " << mutant.what;
  }
  fmt::print("{} mutants\n", mutants.size());
  EXPECT_GE(mutants.size(), GetParam().at_least);
}

INSTANTIATE_TEST_SUITE_P(Kinds, PolicyMutants,
                         ::testing::Values(Case{"ShiftedBits", "missing_speed", shifted_bits, 20, Goal::speed},
                                           Case{"RelaxedBits", "missing_speed", relaxed_bits, 8, Goal::speed},
                                           Case{"SwappedSigns", "missing_speed", swapped_signs, 8, Goal::speed},
                                           Case{"MissingCalm", "missing_speed", missing_calm, 4, Goal::speed},
                                           Case{"MissingCalmSmall", "missing_size", missing_calm, 4, Goal::size},
                                           Case{"MovedCategories", "switch_speed", moved_categories, 4, Goal::speed},
                                           Case{"SurrogateBits", "surrogate", shifted_bits, 4, Goal::speed},
                                           Case{"BlendedBits", "fractional_regression", shifted_bits, 4, Goal::speed},
                                           Case{"SurrogateRelaxed", "surrogate", relaxed_comparisons, 6},
                                           Case{"SurrogateShifted", "surrogate", shifted_thresholds, 12},
                                           Case{"SurrogateOpposite", "surrogate", opposite_comparisons, 14},
                                           Case{"FractionalShares", "fractional", wrong_shares, 20},
                                           Case{"FractionalRelaxed", "fractional", relaxed_comparisons, 4},
                                           Case{"FractionalOpposite", "fractional", opposite_comparisons, 12},
                                           Case{"RegressionValues", "regression", wrong_values, 8},
                                           Case{"RegressionShifted", "regression", shifted_thresholds, 8},
                                           Case{"BlendedValues", "fractional_regression", wrong_values, 7},
                                           Case{"BlendedShares", "fractional_regression", wrong_shares, 10},
                                           Case{"BlendedShifted", "fractional_regression", shifted_thresholds, 12},
                                           Case{"IntervalsShifted", "intervals", shifted_thresholds, 14},
                                           Case{"GroupsOpposite", "groups", opposite_comparisons, 6}),
                         [](const auto& kind) { return kind.param.name; });

}  // namespace

}  // namespace espalier::e2e::policy_mutants_test
