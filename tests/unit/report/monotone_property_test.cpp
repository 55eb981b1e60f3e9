// Whatever is learned with --monotone, `prove` proves. (Here, because both learning and proving are needed.)
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/prove.hpp"
#include "learn/learn.hpp"
#include "learn/prune_model.hpp"
#include "prune/prune.hpp"
#include "unit/grow/random_tables.hpp"

namespace espalier::monotone_property_test {
namespace {

using testing::Kind;

// Whether the answer of the model rises, or falls, with the column.
ProofVerdict proof_of(const Model& model, const std::string& claim, const AnswerOrder& order = {}) {
  const Space space = space_of(model);
  return prove(model, space, parse_property(claim, space, model, order, "claim"), order, {}).verdict;
}

// One label against all others: its probability is the same, and whether it is answered.
Model against_the_rest(Model model, std::uint32_t label) {
  for (Node& node : model.trees[0].nodes) {
    const double inside = node.counts[label];
    node.counts = {node.weight() - inside, inside};
    node.label = node.label == label ? 1 : 0;
  }
  model.labels = {"other", "it"};
  model.costs.clear();
  model.smoothing = {};
  model.decision_threshold.reset();
  return model;
}

// The claims of a column that the model does not keep.
std::vector<std::string> broken(const Model& model, const MonotoneColumn& column) {
  const char* const move = column.direction == Direction::up ? "lower" : "higher";
  std::vector<std::string> wrong;
  const auto expect = [&](const Model& about, const std::string& claim, const AnswerOrder& order) {
    if (proof_of(about, claim, order) != ProofVerdict::proven) wrong.push_back(claim);
  };
  if (model.task == Task::regression) {
    expect(model, fmt::format("{} up => not {}", column.column, move), {});
    return wrong;
  }
  const auto label = static_cast<std::uint32_t>(std::ranges::find(model.labels, column.label) - model.labels.begin());
  expect(model, fmt::format("{} up => P({}) not {}", column.column, column.label, move), {});
  const char* const change = column.direction == Direction::up ? "worse" : "better";
  expect(against_the_rest(model, label), fmt::format("{} up => not {}", column.column, change),
         {{"other", "it"}, false});
  return wrong;
}

bool tests(const Model& model, const std::string& column) {
  return std::ranges::any_of(model.trees[0].nodes, [&](const Node& node) {
    return !node.is_leaf() && model.features[node.feature].name == column;
  });
}

LearnOptions random_learner(RandomEngine& engine, const Dataset& data, Kind kind) {
  LearnOptions learner;
  learner.grow = testing::random_options(engine, kind);
  GrowOptions& grow = learner.grow;
  if (uniform_below(engine, 4) == 0) {
    grow.algorithm = Algorithm::id3;
    grow.categorical = CategoricalSplit::multiway;
    grow.discretization = {Discretizer::equal_width, 4, 0};
    grow.bins = 0;
  }
  if (grow.discretization.method == Discretizer::none && uniform_below(engine, 4) == 0) {
    grow.bins = 2 + uniform_below(engine, 10);
  }
  const bool classes = kind.task == Task::classification;
  if (classes && uniform_below(engine, 4) == 0) testing::add_costs(data, engine, grow);
  const Smoothing smoothings[] = {{}, {SmoothingKind::laplace, 0}, {SmoothingKind::m_estimate, 2}};
  if (classes) grow.smoothing = smoothings[uniform_below(engine, 3)];
  const PruneMethod methods[] = {PruneMethod::none, PruneMethod::cost_complexity, PruneMethod::reduced_error,
                                 PruneMethod::pessimistic, PruneMethod::error_based};
  learner.prune.method = methods[uniform_below(engine, classes ? 5 : 3)];
  learner.prune.folds = 3;
  learner.prune.confidence = 0.05;
  if (uniform_below(engine, 2) == 0) learner.prune.alpha = 0.02;
  if (classes && data.labels.size() == 2 && uniform_below(engine, 3) == 0) {
    const auto label = static_cast<std::uint32_t>(uniform_below(engine, 2));
    learner.threshold_for = {label, ThresholdAim::fixed, 0.1 + 0.8 * uniform_unit(engine)};
  }
  return learner;
}

class MonotoneTrees : public ::testing::TestWithParam<Kind> {};

TEST_P(MonotoneTrees, AreProvenSo) {
  RandomEngine engine(40 + 10 * static_cast<std::uint64_t>(GetParam().missing) +
                      static_cast<std::uint64_t>(GetParam().task));
  std::size_t proven = 0;
  std::size_t would_be_broken = 0;
  for (int round = 0; round < 1500; ++round) {
    Dataset data = testing::random_table(engine, GetParam());
    if (round % 3 == 0) testing::add_weights(data, engine);
    LearnOptions learner = random_learner(engine, data, GetParam());
    Warnings warnings;
    const Model free = learn(data, learner, warnings).model;
    testing::add_monotone(data, engine, learner.grow);
    const Model model = learn(data, learner, warnings).model;
    std::vector<Model> models = {model};
    for (const double alpha : {0.005, 0.03}) {  // whatever is cut off
      models.push_back(model);
      models.back().trees[0] = prune_cost_complexity(model, alpha).tree;
    }
    for (const MonotoneColumn& column : learner.grow.monotone) {
      for (const Model& some : models) {
        EXPECT_EQ(broken(some, column), std::vector<std::string>()) << "round " << round;
      }
      proven += tests(model, column.column) ? 1U : 0U;
      would_be_broken += broken(free, column).empty() ? 0U : 1U;
    }
    if (HasFailure()) FAIL() << write_model(model);
  }
  EXPECT_GT(proven, 150U);
  EXPECT_GT(would_be_broken, 150U);
}

INSTANTIATE_TEST_SUITE_P(Random, MonotoneTrees, ::testing::ValuesIn(testing::kinds_that_may_be_monotone()),
                         testing::name_of);

// C4.5 raises branches; a monotone tree stays where it is.
TEST(MonotonePruning, RaisesNoBranch) {
  RandomEngine engine(3);
  std::size_t raised = 0;
  for (int round = 0; round < 300; ++round) {
    const Dataset data = testing::random_table(engine, Kind{Task::classification, MissingPolicy::learned});
    LearnOptions learner;
    learner.grow = preset(Algorithm::c45);
    learner.grow.missing = MissingPolicy::learned;
    learner.prune.method = PruneMethod::error_based;
    Warnings warnings;
    for (const Cut& cut : learn(data, learner, warnings).cuts) raised += cut.raised ? 1U : 0U;
    testing::add_monotone(data, engine, learner.grow);
    if (learner.grow.monotone.empty()) continue;
    const Learned learned = learn(data, learner, warnings);
    EXPECT_TRUE(std::ranges::none_of(learned.cuts, &Cut::raised));
    const auto& options = learned.model.provenance.options;
    EXPECT_TRUE(std::ranges::find(options, std::pair<std::string, std::string>("raising", "no")) != options.end());
  }
  EXPECT_GT(raised, 10U);
}

}  // namespace
}  // namespace espalier::monotone_property_test
