// What a header offers beside predict(), changed in one place: verify notices each change.
#include <gtest/gtest.h>

#include "audit/verify.hpp"
#include "e2e/mutate.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"

namespace espalier::e2e::header_mutants_test {

namespace {

// Fields of every kind, several of a type, so that values can be taken for each other.
Model offering_model() {
  Model model;
  model.target = "state";
  model.labels = {"idle", "busy", "faulty"};
  model.missing = MissingPolicy::majority;
  model.features = {whole_feature("speed", 0, 900),
                    whole_feature("load", 0, 900),
                    real_feature("current"),
                    real_feature("voltage"),
                    category_feature("line", {"a", "b", "c"}),
                    category_feature("room", {"x", "y", "z"})};
  TreeMaker maker(3);
  maker.less_equal(0, 0, 100, 0);
  maker.less_equal(1, 2, 2.5, 0);
  maker.less_equal(2, 1, 50, 0);
  maker.less_equal(3, 3, 7.25, 1);
  maker.member(4, 4, {0, 2}, 1);
  maker.member(5, 5, {1}, 0);
  maker.counts(7, {3, 2, 1});
  maker.counts(8, {1, 5, 2});
  maker.counts(9, {1, 0, 4});
  model.trees = {maker.take()};
  return model;
}

std::size_t expect_all_caught(const std::vector<Mutant>& mutants, const Model& model, const Emitted& emitted,
                              bool counters) {
  VerifyOptions options;
  options.compiler = "g++";
  options.flags = {"-std=c++17", "-O0"};
  options.counters = counters;
  for (const Mutant& mutant : mutants) {
    EXPECT_NE(mutant.header, emitted.header);
    EXPECT_FALSE(verify_files(model, {{"", mutant.header}}, emitted.record, options).passed())
        << "survived: " << mutant.what;
  }
  return mutants.size();
}

TEST(OfferingMutants, AreCaught) {
  const Model model = offering_model();
  const Emitted emitted = emit(model);
  EXPECT_TRUE(verifies(model, emitted, "g++"));
  EXPECT_GE(expect_all_caught(wrong_ways(emitted.header), model, emitted, false), 24U);
}

TEST(OfferingMutants, OfTextsAreCaught) {
  const Model model = offering_model();
  const Emitted emitted = emit(model);
  EXPECT_GE(expect_all_caught(wrong_texts(emitted.header), model, emitted, false), 12U);
}

TEST(OfferingMutants, OfCountersAreCaught) {
  const Model model = offering_model();
  const Emitted emitted = emit(model);
  EXPECT_GE(expect_all_caught(wrong_counts(emitted.header), model, emitted, true), 6U);
}

}  // namespace

}  // namespace espalier::e2e::header_mutants_test
