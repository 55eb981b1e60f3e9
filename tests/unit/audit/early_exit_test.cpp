// Early exit: what is settled stays so, whatever the trees that are left say; and a swing one unit too small is found.
#include "lower/early_exit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "audit/early_exit_check.hpp"
#include "support/sample_models.hpp"

namespace espalier::early_exit_test {
namespace {

using sample::at_most;

// `trees` trees, x <= i: a, else b, by votes.
Model two_labels(std::size_t trees) {
  Model model = sample::voting_forest();
  model.labels = {"a", "b"};
  const Tree first = model.trees.front();
  model.trees.clear();
  for (std::size_t i = 0; i < trees; ++i) {
    model.trees.push_back(first);
    model.trees.back().nodes.front().threshold = static_cast<double>(i);
  }
  return model;
}

bool settled(const Model& model, std::size_t look, std::vector<double> sums) {
  const Verdict verdict = make_verdict(model);
  return is_settled(verdict, make_early_exit(model, verdict), look, sums);
}

// After four of eight trees, four are left: 4 to 0 can become 4 to 4, which is the first label's.
TEST(EarlyExit, KnowsWhoWinsATie) {
  const Model model = two_labels(8);
  const EarlyExit exit = make_early_exit(model, make_verdict(model));
  EXPECT_EQ(exit.swings, (std::vector<double>{4}));
  EXPECT_TRUE(settled(model, 0, {4, 0}));
  EXPECT_FALSE(settled(model, 0, {0, 4}));
  EXPECT_FALSE(settled(model, 0, {3, 1}));
}

// After four of seven, three are left; after eight of nine, one.
TEST(EarlyExit, ComparesTheLeadWithWhatIsLeft) {
  EXPECT_EQ(make_early_exit(two_labels(7), make_verdict(two_labels(7))).swings, (std::vector<double>{3}));
  EXPECT_TRUE(settled(two_labels(7), 0, {0, 4}));
  EXPECT_FALSE(settled(two_labels(7), 0, {1, 3}));
  EXPECT_EQ(make_early_exit(two_labels(9), make_verdict(two_labels(9))).swings, (std::vector<double>{5, 1}));
  EXPECT_TRUE(make_early_exit(two_labels(4), make_verdict(two_labels(4))).swings.empty());
}

// A score in sixteenths: trees of +24/-1, +1600/0/48 and +36/112/-128 twice; those that move most come first.
TEST(EarlyExit, BoundsASingleScoreOnBothSides) {
  Model model = sample::boosted_pair();
  const std::vector<Tree> three = model.trees;
  model.trees.insert(model.trees.end(), three.begin(), three.end());
  const EarlyExit exit = make_early_exit(model, make_verdict(model));
  EXPECT_EQ(exit.order, (std::vector<std::uint32_t>{1, 4, 2, 5, 0, 3}));
  EXPECT_EQ(exit.rises, (std::vector<double>{48}));
  EXPECT_EQ(exit.falls, (std::vector<double>{2}));
  EXPECT_TRUE(settled(model, 0, {3}));     // 1 in the end, at least
  EXPECT_FALSE(settled(model, 0, {2}));    // 0 is the first label's
  EXPECT_TRUE(settled(model, 0, {-48}));   // 0, at most
  EXPECT_FALSE(settled(model, 0, {-47}));  // perhaps 1
}

TEST(EarlyExit, IsForWholeSumsAndLabels) {
  EXPECT_EQ(obstacle_to_early_exit(sample::voting_forest()), "");
  EXPECT_NE(obstacle_to_early_exit(sample::number_forest()), "");
  EXPECT_NE(obstacle_to_early_exit(sample::golf()), "");
  Model floats = sample::averaging_forest();
  floats.sums.arithmetic = Arithmetic::float32;
  EXPECT_NE(obstacle_to_early_exit(floats), "");
}

Model random_model(RandomEngine& engine, int round) {
  const Combination combinations[] = {Combination::vote, Combination::mean, Combination::sum};
  for (;;) {
    Model model = sample::random_forest(engine, Task::classification, combinations[round % 3], MissingPolicy::majority);
    if (!obstacle_to_early_exit(model).empty()) continue;
    const std::vector<Tree> few = model.trees;
    while (model.trees.size() < 6 + static_cast<std::size_t>(round % 20)) {
      model.trees.push_back(few[model.trees.size() % few.size()]);
    }
    return model;
  }
}

// What the leaf that is best for `b` against `a` adds.
void add_worst(const Model& model, const Tree& tree, std::size_t a, std::size_t b, std::vector<double>& sums) {
  std::vector<double> worst;
  double most = 0;
  for (const Node& node : tree.nodes) {
    if (!node.is_leaf()) continue;
    std::vector<double> added(sums.size(), 0.0);
    const Addend addend = addend_of(model, tree, node);
    std::copy(addend.amounts.begin(), addend.amounts.end(), added.begin() + addend.first);
    const double gain = added[b] - (a < sums.size() ? added[a] : 0.0);
    if (worst.empty() || gain > most) worst = added, most = gain;
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += worst[i];
}

// Sums near every edge: the lead over a random rival is the swing, one unit less and one unit more. Settled ones are
// played to the end by the trees that are left, all for one rival after the other.
TEST(EarlyExit, HoldsAgainstTheWorstThatTreesCanSay) {
  RandomEngine engine(5);
  std::size_t settled_sums = 0;
  std::size_t open_sums = 0;
  for (int round = 0; round < 300; ++round) {
    const Model model = random_model(engine, round);
    const Verdict verdict = make_verdict(model);
    const EarlyExit exit = make_early_exit(model, verdict);
    check_early_exit(model, exit);
    const std::size_t count = verdict.base.size();
    for (std::size_t look = 0; look < exit.looks(); ++look) {
      for (int unit = -1; unit <= 1; ++unit) {
        for (std::size_t best = 0; best < count; ++best) {
          std::vector<double> sums(count, 1000.0 - unit);
          sums[best] += (verdict.one_of_two ? 0 : exit.swings[look]) + unit;
          if (verdict.one_of_two) sums[0] = (round % 2 == 0 ? exit.falls[look] : -exit.rises[look]) + unit;
          const std::uint32_t label = label_of(verdict, sums);
          if (!is_settled(verdict, exit, look, sums)) {
            ++open_sums;
            continue;
          }
          ++settled_sums;
          for (std::size_t rival = 0; rival < count; ++rival) {
            for (const bool up : {true, false}) {
              if (!verdict.one_of_two && rival == label) continue;
              std::vector<double> end = sums;
              for (std::size_t i = EarlyExit::kBlock * (look + 1); i < exit.order.size(); ++i) {
                const Tree& tree = model.trees[exit.order[i]];
                if (!verdict.one_of_two) {
                  add_worst(model, tree, label, rival, end);
                } else {
                  double edge = 0;
                  bool first = true;
                  for (const Node& node : tree.nodes) {
                    if (!node.is_leaf()) continue;
                    const double amount = addend_of(model, tree, node).amounts[0];
                    edge = first ? amount : up ? std::max(edge, amount) : std::min(edge, amount);
                    first = false;
                  }
                  end[0] += edge;
                }
              }
              ASSERT_EQ(label_of(verdict, end), label) << "round " << round << ", look " << look;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(settled_sums, 1000U);
  EXPECT_GT(open_sums, 1000U);
}

TEST(EarlyExit, WithAnyNumberOffIsFound) {
  RandomEngine engine(6);
  for (int round = 0; round < 60; ++round) {
    const Model model = random_model(engine, round);
    EarlyExit exit = make_early_exit(model, make_verdict(model));
    ASSERT_GT(exit.looks(), 0U);
    for (std::vector<double>* list : {&exit.swings, &exit.rises, &exit.falls}) {
      for (double& number : *list) {
        if (number == 0) continue;  // nothing that is left changes anything
        --number;
        EXPECT_THROW(check_early_exit(model, exit), std::logic_error);
        ++number;
      }
    }
    EXPECT_NO_THROW(check_early_exit(model, exit));
    std::swap(exit.order.front(), exit.order.back());
    exit.order.front() = exit.order.back();
    EXPECT_THROW(check_early_exit(model, exit), std::logic_error);
  }
}

// Many sums: the swings are those of the extremes, which pairs cannot exceed.
TEST(EarlyExit, OfManyLabelsHolds) {
  Model model = sample::voting_forest();
  model.labels.clear();
  for (int i = 0; i < 40; ++i) model.labels.push_back("label " + std::to_string(i));
  const std::vector<Tree> three = model.trees;
  while (model.trees.size() < 30) model.trees.push_back(three[model.trees.size() % 3]);
  EXPECT_NO_THROW(check_early_exit(model, make_early_exit(model, make_verdict(model))));
}

}  // namespace
}  // namespace espalier::early_exit_test
