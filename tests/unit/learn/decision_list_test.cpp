// Rules that are shortened and put in order.
#include "learn/decision_list.hpp"

#include "learn/simplify.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "learn/learn.hpp"
#include "support/diagnostic.hpp"
#include "support/random.hpp"
#include "support/sample_models.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::decision_list_test {
namespace {

using Kind = RulePart::Kind;

Model unpruned(const Dataset& data, Algorithm algorithm = Algorithm::cart,
               MissingPolicy missing = MissingPolicy::majority) {
  LearnOptions options;
  options.grow = preset(algorithm);
  options.grow.missing = missing;
  options.prune.method = PruneMethod::none;
  Warnings warnings;
  return learn(data, options, warnings).model;
}

Simplified simplified(const Model& model, const Dataset& data, SimplifyOptions options = {}) {
  const std::vector<double> weights = data.weights.empty() ? std::vector<double>(data.rows(), 1.0) : data.weights;
  return simplify(model, {data, weights}, options);
}

std::vector<double> row_of(const Dataset& data, std::size_t row) {
  std::vector<double> values;
  for (const FeatureColumn& feature : data.features) values.push_back(feature.values[row]);
  return values;
}

std::uint32_t answer(const Model& model, const DecisionList& list, Row row) {
  const std::size_t place = rule_applied(model, list, row);
  return place < list.rules.size() ? list.rules[place].label : list.otherwise.label;
}

TEST(RulePart, LetsValuesPass) {
  const Feature number = sample::real("x", 0, 10);
  const RulePart upto{Kind::upto, 0, 2.5, {}, false};
  EXPECT_TRUE(passes(number, upto, 2.5));
  EXPECT_FALSE(passes(number, upto, 2.6));
  EXPECT_FALSE(passes(number, upto, kMissing));
  const RulePart above{Kind::above, 0, 2.5, {}, true};
  EXPECT_FALSE(passes(number, above, 2.5));
  EXPECT_TRUE(passes(number, above, 2.6));
  EXPECT_TRUE(passes(number, above, kMissing));
  EXPECT_TRUE(passes(number, {Kind::known, 0, 0, {}, false}, 1));
  EXPECT_FALSE(passes(number, {Kind::missing, 0, 0, {}, true}, 1));
  EXPECT_TRUE(passes(number, {Kind::missing, 0, 0, {}, true}, kMissing));

  const Feature words = sample::golf().features[0];  // three kinds of weather
  const RulePart in{Kind::in, 0, 0, {0, 2}, false};
  EXPECT_TRUE(passes(words, in, 2));
  EXPECT_FALSE(passes(words, in, 1));
  EXPECT_FALSE(passes(words, in, kUnknownCategory));
}

// Each leaf of golf is a rule; a way with one test has one condition, the others two.
TEST(RulesOfTrees, HaveTheConditionsOfTheirWays) {
  const Model golf = sample::golf();
  const std::vector<ListedRule> rules = rules_of_trees(golf);
  ASSERT_EQ(rules.size(), 5U);
  std::size_t conditions = 0;
  for (const ListedRule& rule : rules) conditions += rule.parts.size();
  EXPECT_EQ(conditions, 9U);  // 2 + 2 + 1 + 2 + 2
}

// x <= 5 and then x <= 3 is x <= 3; x > 1 stays beside it.
TEST(RulesOfTrees, KeepTheClosestBounds) {
  const Dataset data =
      testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8})}, {"a", "b", "b", "a", "a", "b", "a", "b"});
  for (const ListedRule& rule : rules_of_trees(unpruned(data))) {
    EXPECT_LE(rule.parts.size(), 2U);
    if (rule.parts.size() == 2) {
      EXPECT_NE(rule.parts[0].kind, rule.parts[1].kind);
    }
  }
}

// The tree asks z first, which says nothing: x alone tells the classes. Each of the four rules loses z; of the two that
// are left one is the rest.
TEST(Simplify, DropsConditionsThatDoNotHelp) {
  std::vector<double> x;
  std::vector<double> z;
  std::vector<std::string> y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(i % 10);
    z.push_back(i / 20);
    y.emplace_back(i % 10 < 5 ? "a" : "b");
  }
  const Dataset data = testing::dataset({testing::numeric("x", x), testing::numeric("z", z)}, y);
  Model model = unpruned(data);
  Tree& tree = only_tree(model);
  Tree asks_z;
  const Tree by_x = tree;  // x <= 4.5, and two leaves
  ASSERT_EQ(by_x.nodes.size(), 3U);
  Node root = by_x.nodes[0];
  root.feature = 1;
  root.threshold = 0.5;
  root.gap.reset();
  root.children = {1, 4};
  asks_z.nodes = {root};
  for (const std::uint32_t first : {1U, 4U}) {
    for (Node node : by_x.nodes) {
      if (!node.is_leaf()) node.children = {first + 1, first + 2};
      asks_z.nodes.push_back(node);
    }
  }
  tree = asks_z;
  const Simplified result = simplified(model, data);
  EXPECT_EQ(result.rules_before, 4U);
  EXPECT_EQ(result.conditions_before, 8U);
  ASSERT_EQ(result.list.rules.size(), 1U);
  ASSERT_EQ(result.list.rules[0].parts.size(), 1U);
  EXPECT_EQ(result.list.rules[0].parts[0].feature, 0U);
  EXPECT_EQ(result.list.rules[0].parts[0].threshold, 4.5);
  EXPECT_NE(result.list.rules[0].label, result.list.otherwise.label);
  EXPECT_EQ(result.right_before, 40);
  EXPECT_EQ(result.right_after, 40);
  EXPECT_EQ(result.changed, 0);
  EXPECT_EQ(result.conditions(), 1U);
}

// A single leaf has a rule without conditions: what is answered anyway.
TEST(Simplify, LeavesALeafAlone) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3})}, {"a", "a", "b"});
  Model model = unpruned(data);
  Node leaf = only_tree(model).nodes[0];
  leaf.test = TestKind::leaf;
  leaf.children = {};
  only_tree(model).nodes = {leaf};
  const Simplified result = simplified(model, data);
  EXPECT_TRUE(result.list.rules.empty());
  EXPECT_EQ(model.labels[result.list.otherwise.label], "a");
  EXPECT_EQ(result.list.otherwise.counts, (std::vector<double>{2, 1}));
}

// A row of weight 3 is three rows.
TEST(Simplify, CountsWeights) {
  Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6})}, {"a", "a", "b", "b", "a", "b"});
  Dataset copies = data;
  data.weights = {3, 1, 2, 1, 1, 2};
  copies = select_rows(copies, {0, 0, 0, 1, 2, 2, 3, 4, 5, 5});
  const Model model = unpruned(copies);
  EXPECT_EQ(simplified(model, data).list, simplified(model, copies).list);
}

TEST(Simplify, RefusesWhatItCannotCount) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2})}, {"a", "b"});
  EXPECT_THROW(rules_of_trees(sample::regression_sample()), Diagnostic);
  EXPECT_THROW(rules_of_trees(sample::boosted_labels()), Diagnostic);
  Model model = unpruned(data);
  model.costs = {{0, 1}, {5, 0}};
  EXPECT_THROW(simplified(model, data), Diagnostic);
  model.costs.clear();
  model.decision_threshold = DecisionThreshold{0, 0.3};
  EXPECT_THROW(simplified(model, data), Diagnostic);
}

// The rules of every tree are candidates; what the leaves of most trees say is a rule of the list.
TEST(Simplify, TakesTheRulesOfSeveralTrees) {
  EXPECT_EQ(rules_of_trees(sample::voting_forest()).size(), 8U);  // trees of 2, 3 and 3 leaves
}

Dataset random_rows(RandomEngine& engine) {
  const std::size_t rows = 20 + uniform_below(engine, 200);
  std::vector<double> x;
  std::vector<double> z;
  std::vector<std::string> w;
  std::vector<std::string> y;
  for (std::size_t i = 0; i < rows; ++i) {
    x.push_back(uniform_below(engine, 12) == 0 ? kMissing : static_cast<double>(uniform_below(engine, 10)));
    z.push_back(static_cast<double>(uniform_below(engine, 5)));
    w.emplace_back(1, static_cast<char>('p' + uniform_below(engine, 4)));
    const bool noise = uniform_below(engine, 6) == 0;
    const std::size_t told = (x.back() > 4 ? 1 : 0) + (w.back() == "p" ? 1 : 0);
    y.emplace_back(1, static_cast<char>('a' + (noise ? uniform_below(engine, 3) : told)));
  }
  y[0] = "a", y[1] = "b", y[2] = "c";
  Dataset data =
      testing::dataset({testing::numeric("x", x), testing::numeric("z", z), testing::categorical("w", w)}, y);
  if (uniform_below(engine, 2) == 0) {
    for (std::size_t i = 0; i < rows; ++i) data.weights.push_back(static_cast<double>(1 + uniform_below(engine, 4)));
  }
  return data;
}

// Noise makes more rules of a class than are tried one by one.
TEST(Simplify, StandsManyRules) {
  RandomEngine engine(7);
  std::vector<double> x;
  std::vector<double> z;
  std::vector<std::string> y;
  for (int i = 0; i < 4000; ++i) {
    x.push_back(static_cast<double>(uniform_below(engine, 100'000)));
    z.push_back(static_cast<double>(uniform_below(engine, 100'000)));
    y.emplace_back(uniform_below(engine, 2) == 0 ? "a" : "b");
  }
  const Dataset data = testing::dataset({testing::numeric("x", x), testing::numeric("z", z)}, y);
  const Model model = unpruned(data);
  const Simplified result = simplified(model, data);
  EXPECT_GT(result.rules_before, 1000U);  // of two classes: more than 500 of one
  EXPECT_LT(result.list.rules.size(), result.rules_before);
  EXPECT_GT(result.right_after, 2000);  // more than one answer for all
}

// What the figures say of a list is what a count row by row says. No rule can go without more rows being wrong. Threads
// do not show.
TEST(Simplify, FiguresAreThoseOfTheRows) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    RandomEngine engine(seed);
    const Dataset data = random_rows(engine);
    const Model model = unpruned(data, seed % 2 == 0 ? Algorithm::c45 : Algorithm::cart,
                                 seed % 3 == 0 ? MissingPolicy::fractional : MissingPolicy::majority);
    const Simplified result = simplified(model, data);
    SimplifyOptions several;
    several.threads = 3;
    EXPECT_EQ(simplified(model, data, several).list, result.list);
    EXPECT_LE(result.conditions(), result.conditions_before);

    const auto right = [&](const DecisionList& list) {
      double sum = 0;
      for (std::size_t row = 0; row < data.rows(); ++row) {
        const double weight = data.weights.empty() ? 1 : data.weights[row];
        if (answer(model, list, row_of(data, row)) == data.classes[row]) sum += weight;
      }
      return sum;
    };
    EXPECT_EQ(right(result.list), result.right_after);
    std::vector<std::vector<double>> counts(result.list.rules.size() + 1, std::vector<double>(data.labels.size(), 0));
    for (std::size_t row = 0; row < data.rows(); ++row) {
      counts[rule_applied(model, result.list, row_of(data, row))][data.classes[row]] +=
          data.weights.empty() ? 1 : data.weights[row];
    }
    EXPECT_EQ(counts.back(), result.list.otherwise.counts);
    for (std::size_t i = 0; i < result.list.rules.size(); ++i) {
      EXPECT_EQ(counts[i], result.list.rules[i].counts);
      EXPECT_FALSE(result.list.rules[i].parts.empty());
      DecisionList shorter = result.list;
      shorter.rules.erase(shorter.rules.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_LT(right(shorter), result.right_after);
    }
  }
}

// Under a policy that sends missing values to a child, its condition lets them pass. A list that is never shortened
// answers as the tree does, row by row, missing values included.
TEST(RulesOfTrees, AnswerAsTheTree) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    RandomEngine engine(seed);
    constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::learned,
                                           MissingPolicy::own_category};
    const MissingPolicy policy = kPolicies[seed % 4];
    const Model model = sample::random_model(engine, Task::classification, policy);
    DecisionList list;
    list.rules = rules_of_trees(model);
    for (int i = 0; i < 50; ++i) {
      std::vector<double> row;
      for (const Feature& feature : model.features) {
        const bool missing = policy != MissingPolicy::refuse && uniform_below(engine, 4) == 0;
        const double number = feature.minimum + (feature.maximum - feature.minimum) *
                                                    static_cast<double>(uniform_below(engine, 101)) / 100;
        row.push_back(missing ? kMissing
                      : feature.kind == FeatureKind::numeric
                          ? number
                          : static_cast<double>(uniform_below(engine, feature.categories.size() + 1)));
        if (policy == MissingPolicy::refuse && feature.kind == FeatureKind::categorical)
          row.back() = std::min(row.back(), static_cast<double>(feature.categories.size()) - 1);
      }
      std::size_t applied = 0;
      for (const ListedRule& rule : list.rules) {
        applied += rule_applied(model, {{rule}, {}}, row) == 0 ? 1 : 0;
      }
      EXPECT_EQ(applied, 1U);
      EXPECT_EQ(answer(model, list, row), Interpreter(model).predict(row).label);
    }
  }
}

// Golf: 3 rows of sun and humidity, 2 of rain and wind, 9 others. 75 is the last value that stays, 78 the next.
TEST(ModelOfList, HasTheFiguresOfItsRules) {
  const Dataset data =
      testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6}), testing::numeric("y", {1, 1, 9, 9, 1, 1})},
                       {"a", "a", "b", "b", "c", "c"});
  Model before = unpruned(data);
  const DecisionList list{{{{{Kind::upto, 0, 2.5, {}, false}}, 0, {2, 0, 0}},
                           {{{Kind::above, 0, 2.5, {}, false}, {Kind::above, 1, 5, {}, true}}, 1, {0, 2, 0}}},
                          {{}, 2, {0, 0, 2}}};
  const Model model = model_of_list(before, list, data, {std::string(64, 'b'), 0.25});
  EXPECT_EQ(model.missing, MissingPolicy::own_category);
  const Tree& tree = only_tree(model);
  ASSERT_TRUE(is_list(tree));
  ASSERT_EQ(tree.nodes.size(), 5U);
  EXPECT_EQ(tree.nodes[0].counts, (std::vector<double>{2, 2, 2}));
  EXPECT_EQ(tree.nodes[2].counts, (std::vector<double>{0, 2, 2}));
  EXPECT_EQ(tree.nodes[3].counts, (std::vector<double>{0, 2, 0}));
  EXPECT_EQ(tree.nodes[2].parts[1].gap, (Gap{1, 9}));
  EXPECT_EQ(tree.nodes[0].parts[0].gap, (Gap{2, 3}));
  EXPECT_EQ(model.provenance.training_score, 1.0);
  EXPECT_FALSE(model.provenance.evaluation);
  const std::vector<std::pair<std::string, std::string>> last(model.provenance.options.end() - 3,
                                                              model.provenance.options.end());
  EXPECT_EQ(last, (std::vector<std::pair<std::string, std::string>>{{"simplify-model", std::string(64, 'b')},
                                                                    {"simplify-rows", data.data_sha256},
                                                                    {"simplify-confidence", "0.25"}}));
  DecisionList read = list_of(tree);
  for (ListedRule& rule : read.rules) {
    for (RulePart& part : rule.parts) part.gap.reset();
  }
  EXPECT_EQ(read, list);
  EXPECT_THROW(rules_of_trees(model), Diagnostic);
}

// Of every policy, with missing values, unknown words and infinities: the model answers as the list does.
TEST(ModelOfList, AnswersAsTheList) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    RandomEngine engine(seed);
    constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                           MissingPolicy::learned,   MissingPolicy::own_category,
                                           MissingPolicy::surrogate, MissingPolicy::fractional};
    Model before = sample::random_model(engine, Task::classification, kPolicies[seed % 6]);
    before.decision_threshold.reset();
    DecisionList list;
    list.rules = rules_of_trees(before);
    list.rules.erase(list.rules.begin() + static_cast<std::ptrdiff_t>(uniform_below(engine, list.rules.size())));
    list.otherwise.label = static_cast<std::uint32_t>(uniform_below(engine, before.labels.size()));
    list.otherwise.counts.assign(before.labels.size(), 1);
    for (ListedRule& rule : list.rules) {
      rule.counts.assign(before.labels.size(), 2);
      if (rule.parts.size() > 1 && uniform_below(engine, 2) == 0) rule.parts.erase(rule.parts.begin());
    }
    std::erase_if(list.rules, [](const ListedRule& rule) { return rule.parts.empty(); });
    Dataset data;
    data.labels = before.labels;
    data.features.resize(before.features.size());
    for (FeatureColumn& column : data.features) column.values = {-1, 0, 1};
    data.data_sha256 = std::string(64, 'c');
    const Model model = model_of_list(before, list, data, {std::string(64, 'b'), 0.5});
    for (int i = 0; i < 50; ++i) {
      const std::vector<double> row = sample::random_row(before, engine);
      EXPECT_EQ(Interpreter(model).predict(row).label, answer(before, list, row));
    }
  }
}

}  // namespace
}  // namespace espalier::decision_list_test
