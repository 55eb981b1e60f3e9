// Why an answer was given: the nearest change is the nearest of all, contributions are those of the definition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "audit/contributions.hpp"
#include "audit/nearest.hpp"
#include "audit/region_walk.hpp"
#include "unit/audit/region_samples.hpp"

namespace espalier::explain_test {
namespace {

Figure label_figure(const Model& model) {
  if (model.task == Task::regression) return {Figure::Kind::value, {}, 0};
  Figure figure{Figure::Kind::grade, {}, 0};
  for (std::size_t label = 0; label < model.labels.size(); ++label) figure.grades.push_back(static_cast<double>(label));
  return figure;
}

// Sunny, humidity 90, not played: at humidity 75 it is. The range of humidity in the sample is 65 to 96.
TEST(Nearest, GoesToTheThreshold) {
  const Model golf = sample::golf();
  const Space space = space_of(golf);
  std::vector<double> row(space.columns.size(), kMissing);
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(space.columns, name, &Feature::name) - space.columns.begin());
  };
  row[column("outlook")] = 0;
  row[column("humidity")] = 90;
  const std::size_t play = golf.labels[0] == "Play" ? 0 : 1;
  const FigureRange wanted{static_cast<double>(play), static_cast<double>(play)};
  ChangeRules rules = free_to_change(space);
  NearestChanges found = nearest_changes(golf, space, row, label_figure(golf), wanted, rules, {});
  ASSERT_FALSE(found.changes.empty());
  EXPECT_EQ(found.changes[0].row[column("humidity")], 75);
  const Feature& humidity = space.columns[column("humidity")];
  EXPECT_DOUBLE_EQ(found.changes[0].distance, 15 / (humidity.maximum - humidity.minimum));
  // Another outlook is the other way.
  ASSERT_GE(found.changes.size(), 2U);
  EXPECT_THAT(found.changes[1].columns, ::testing::ElementsAre(column("outlook")));
  // Humidity can only rise: the outlook is all that is left.
  rules.may[column("humidity")] = ChangeRules::May::rise;
  found = nearest_changes(golf, space, row, label_figure(golf), wanted, rules, {});
  ASSERT_FALSE(found.changes.empty());
  EXPECT_THAT(found.changes[0].columns, ::testing::ElementsAre(column("outlook")));
  rules.may[column("outlook")] = ChangeRules::May::stay;
  found = nearest_changes(golf, space, row, label_figure(golf), wanted, rules, {});
  EXPECT_TRUE(found.changes.empty());
}

// All regions in which another label is answered, and the nearest row of each.
TEST(Nearest, IsTheNearestOfAll) {
  RandomEngine engine(71);
  std::size_t found_some = 0;
  for (std::uint32_t turn = 0; turn < 1500; ++turn) {
    SCOPED_TRACE(turn);
    Model model = sample::model_of_kind(engine, turn);
    if (turn % 4 == 0) {
      const sample::ForestKind kind = sample::kForestKinds[turn / 4 % 5];
      model = sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[turn / 20 % 5]);
    }
    const Space space = space_of(model);
    const ModelView view = view_of(space, model);
    const Interpreter interpreter(model);
    const Figure figure = label_figure(model);
    const std::vector<double> row = sample::space_row(model, space, engine);
    if (std::ranges::any_of(row, [](double value) { return std::isinf(value); })) continue;
    const double answer = figure_of(figure, interpreter.predict(view.row_of(row)));
    const FigureRange wanted =
        turn % 3 == 0 ? FigureRange{answer - 1, answer - 1} : FigureRange{answer + 0.5, kUnbounded};
    ChangeRules rules = free_to_change(space);
    for (std::size_t column = 0; column < space.columns.size(); ++column) {
      rules.may[column] = static_cast<ChangeRules::May>(std::min<std::uint64_t>(3, engine() % 9 / 2));
      const auto factor = static_cast<double>(1 + engine() % 3);
      rules.cost[column] *= factor;
      rules.fill[column] *= factor;
    }
    // By brute force.
    std::vector<RegionWalk::WalkedTree> trees;
    for (const Tree& tree : model.trees) trees.push_back({&view, &tree});
    RegionWalk walk(space, trees, everything(space));
    double least = kUnbounded;
    std::size_t regions = 0;
    walk.run([&]() -> std::optional<std::size_t> {
      if (++regions > 20000) walk.stop();
      if (const auto tree = walk.undecided()) return tree;
      double distance = 0;
      for (std::size_t column = 0; column < row.size(); ++column) {
        const ColumnValues& values = walk.region()[column];
        const double value = row[column];
        const bool missing = std::isnan(value) || (values.categorical && value < 0);
        if (missing ? values.missing : values.holds(value)) continue;
        if (!values.has_known() || rules.may[column] == ChangeRules::May::stay) {
          distance = kUnbounded;
        } else if (missing) {
          distance += rules.fill[column];
        } else if (values.categorical) {
          distance += rules.cost[column];
        } else {
          const bool up = value < values.first;
          const auto forbidden = up ? ChangeRules::May::fall : ChangeRules::May::rise;
          distance = rules.may[column] == forbidden
                         ? kUnbounded
                         : distance + std::abs((up ? values.first : values.last) - value) * rules.cost[column];
        }
      }
      const double there = figure_of(figure, interpreter.predict(view.row_of(witness(space, walk.region()))));
      if (wanted.least <= there && there <= wanted.most) least = std::min(least, distance);
      return std::nullopt;
    });
    if (regions > 20000) continue;
    const NearestChanges found = nearest_changes(model, space, row, figure, wanted, rules, {});
    ASSERT_TRUE(found.complete);
    if (least == kUnbounded) {
      // Or so far away that no double says how far.
      EXPECT_TRUE(found.changes.empty() || found.changes[0].distance == kUnbounded);
      continue;
    }
    ASSERT_FALSE(found.changes.empty());
    EXPECT_DOUBLE_EQ(found.changes[0].distance, least);
    ++found_some;
    for (const Change& change : found.changes) {
      const double there = figure_of(figure, interpreter.predict(view.row_of(change.row)));
      EXPECT_EQ(there, change.figure);
      EXPECT_TRUE(wanted.least <= there && there <= wanted.most);
      EXPECT_TRUE(holds(change.region, change.row));
    }
  }
  EXPECT_GT(found_some, 200U);
}

// v(S) of contributions.hpp, as it is defined.
double expected_of(const Model& model, const Tree& tree, Row row, std::uint32_t at, std::uint32_t counted,
                   const std::function<double(std::uint32_t)>& said) {
  const Node& node = tree.nodes[at];
  if (node.is_leaf()) return said(at);
  const bool followed = (counted >> node.feature & 1) != 0;
  if (followed) {
    return expected_of(model, tree, row, node.children[branch_taken(model, node, row)], counted, said);
  }
  double all = 0;
  for (const std::uint32_t child : node.children) all += tree.nodes[child].weight();
  double sum = 0;
  for (const std::uint32_t child : node.children) {
    const double part = all > 0 ? tree.nodes[child].weight() / all : 1 / static_cast<double>(node.children.size());
    sum += part * expected_of(model, tree, row, child, counted, said);
  }
  return sum;
}

TEST(Contributions, AreTheShapleyValues) {
  RandomEngine engine(72);
  std::size_t compared = 0;
  for (std::uint32_t turn = 0; turn < 600; ++turn) {
    SCOPED_TRACE(turn);
    const Model model = sample::model_of_kind(engine, turn);
    const std::size_t features = model.features.size();
    if (features > 7 || model.missing == MissingPolicy::fractional) continue;
    const std::vector<double> row = sample::random_row(model, engine);
    const Tree& tree = only_tree(model);
    if (is_list(tree)) continue;  // their rules have several columns
    const auto distributions =
        model.task == Task::classification ? class_distributions(model, tree) : std::vector<std::vector<double>>();
    const auto said = [&](std::uint32_t leaf) {
      return model.task == Task::classification ? distributions[leaf][0] : tree.nodes[leaf].value;
    };
    std::vector<double> v;
    double largest = 1;
    for (std::uint32_t counted = 0; counted < 1U << features; ++counted) {
      v.push_back(expected_of(model, tree, row, 0, counted, said));
      largest = std::max(largest, std::abs(v.back()));
    }
    if (!(largest < 1e100)) continue;
    const Contributions found = contributions(model, row, 0);
    EXPECT_NEAR(found.base, v.front(), 1e-9 * largest);
    EXPECT_NEAR(found.answer, v.back(), 1e-9 * largest);
    for (std::uint32_t feature = 0; feature < features; ++feature) {
      double shapley = 0;
      for (std::uint32_t others = 0; others < v.size(); ++others) {
        if ((others >> feature & 1) != 0) continue;
        const int size = std::popcount(others);
        const double weight = std::tgamma(size + 1) * std::tgamma(static_cast<double>(features) - size) /
                              std::tgamma(static_cast<double>(features) + 1);
        shapley += weight * (v[others | 1U << feature] - v[others]);
      }
      EXPECT_NEAR(found.features[feature], shapley, 1e-9 * largest);
    }
    ++compared;
  }
  EXPECT_GT(compared, 100U);
}

// 9 of 14 rows are Play. Rule 1 does not apply: of the 11 rows left, 9 are, which is shared by its two columns. Rule 2
// applies, and is answered Don't Play.
TEST(Contributions, OfAListGoRuleByRule) {
  Model golf = sample::golf_list();
  const std::vector<double> row = {2, 70, 70, 1};  // rain, windy
  const Contributions found = contributions(golf, row, 0);
  EXPECT_DOUBLE_EQ(found.base, 9.0 / 14);
  EXPECT_DOUBLE_EQ(found.answer, 0);
  const double first = (9.0 / 11 - 9.0 / 14) / 2;
  const double second = -9.0 / 11 / 2;
  EXPECT_DOUBLE_EQ(found.features[2], first);
  EXPECT_DOUBLE_EQ(found.features[3], second);
  EXPECT_DOUBLE_EQ(found.features[0], first + second);
  EXPECT_EQ(found.features[1], 0);
}

// They add up to the answer, also where a row is shared out and where several trees answer.
TEST(Contributions, AddUpToTheAnswer) {
  RandomEngine engine(73);
  for (std::uint32_t turn = 0; turn < 400; ++turn) {
    SCOPED_TRACE(turn);
    const sample::ForestKind kind = sample::kForestKinds[turn % 5];
    const bool several = turn % 2 == 0;
    const Model model =
        several ? sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[turn / 5 % 5])
                : sample::model_of_kind(engine, turn);
    const std::vector<double> row = sample::random_row(model, engine);
    const Contributions found = contributions(model, row, 0);
    double sum = found.base;
    double largest = std::abs(found.base) + std::abs(found.answer);
    for (const double contribution : found.features) {
      sum += contribution;
      largest = std::max(largest, std::abs(contribution));
    }
    if (!(largest < 1e100)) continue;
    EXPECT_NEAR(sum, found.answer, 1e-9 * largest);
    const Prediction prediction = Interpreter(model).predict(row);
    if (model.missing == MissingPolicy::fractional || model.smoothing.kind != SmoothingKind::none) continue;
    const double answer = model.combination == Combination::sum ? prediction.scores[0]
                          : model.task == Task::regression      ? prediction.value
                                                                : prediction.probabilities[0];
    EXPECT_NEAR(found.answer, answer, 1e-6 * std::max(1.0, largest));
  }
}

}  // namespace
}  // namespace espalier::explain_test
