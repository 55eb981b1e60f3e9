#include "prune/prune.hpp"

#include <gtest/gtest.h>

namespace espalier::record_test {
namespace {

using Described = std::vector<std::pair<std::string, std::string>>;

TEST(PruneRecord, DescribesItselfByCommandLineNames) {
  EXPECT_EQ(describe(PruneOptions{PruneMethod::none, 0}), (Described{{"prune", "none"}}));
  EXPECT_EQ(describe(PruneOptions{PruneMethod::pessimistic, 0.3}), (Described{{"prune", "pessimistic"}}));
  EXPECT_EQ(describe(PruneOptions{PruneMethod::cost_complexity, 0.01}),
            (Described{{"prune", "cost-complexity"}, {"alpha", "0.01"}}));
  EXPECT_EQ(
      describe(PruneOptions{.method = PruneMethod::cost_complexity}),
      (Described{{"prune", "cost-complexity"}, {"prune-folds", "10"}, {"se-margin", "0.3"}, {"prune-seed", "1"}}));
  EXPECT_EQ(describe(PruneOptions{.method = PruneMethod::error_based}),
            (Described{{"prune", "error-based"}, {"confidence", "0.25"}, {"confidence-method", "release8"}}));
  EXPECT_EQ(
      describe(PruneOptions{.method = PruneMethod::error_based,
                            .confidence = 0.1,
                            .confidence_method = ConfidenceMethod::exact,
                            .raising = false}),
      (Described{{"prune", "error-based"}, {"confidence", "0.1"}, {"confidence-method", "exact"}, {"raising", "no"}}));
}

TEST(PruneRecord, DescribesWhatJudged) {
  PruneOptions options{.method = PruneMethod::reduced_error};
  options.share = 0.25;
  options.seed = 7;
  EXPECT_EQ(describe(options), (Described{{"prune", "reduced-error"}, {"prune-share", "0.25"}, {"prune-seed", "7"}}));
  options.set_sha256 = "abc";
  EXPECT_EQ(describe(options), (Described{{"prune", "reduced-error"}, {"prune-set", "abc"}}));
}

TEST(PruneRecord, DescribesTheRiskUnlessItIsTheUsualOne) {
  PruneOptions options{.method = PruneMethod::cost_complexity, .alpha = 0.5, .risk = RiskMeasure::gini};
  const Described expected = {{"prune", "cost-complexity"}, {"alpha", "0.5"}, {"risk", "impurity"}};
  EXPECT_EQ(describe(options), expected);
  options.risk = RiskMeasure::entropy;  // the criterion tells the two apart
  EXPECT_EQ(describe(options), expected);
}

TEST(PruneRecord, TakesThePlaceOfNone) {
  Provenance provenance;
  provenance.options = {{"algorithm", "c45"}, {"prune", "none"}, {"weight", "w"}};
  record({.method = PruneMethod::pessimistic}, provenance);
  EXPECT_EQ(provenance.options, (Described{{"algorithm", "c45"}, {"prune", "pessimistic"}, {"weight", "w"}}));
}

TEST(PruneRecord, IsAddedWhereThereIsNone) {
  Provenance provenance;
  provenance.options = {{"made", "by hand"}};
  record({.method = PruneMethod::pessimistic}, provenance);
  EXPECT_EQ(provenance.options, (Described{{"made", "by hand"}, {"prune", "pessimistic"}}));
}

TEST(PruneRecord, KeepsWhatWasDoneBefore) {
  Provenance provenance;
  provenance.options = {{"prune", "error-based"}, {"confidence", "0.1"}, {"raising", "no"}, {"weight", "w"}};
  record({.method = PruneMethod::cost_complexity, .alpha = 0.5}, provenance);
  EXPECT_EQ(provenance.options, (Described{{"prune", "cost-complexity"},
                                           {"alpha", "0.5"},
                                           {"pruned-before", "error-based confidence=0.1 raising=no"},
                                           {"weight", "w"}}));
  record({.method = PruneMethod::pessimistic}, provenance);
  EXPECT_EQ(provenance.options,
            (Described{{"prune", "pessimistic"},
                       {"pruned-before", "error-based confidence=0.1 raising=no; cost-complexity alpha=0.5"},
                       {"weight", "w"}}));
}

}  // namespace
}  // namespace espalier::record_test
