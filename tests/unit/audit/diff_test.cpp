// What differs between two models: exactly the rows that they answer differently.
#include "audit/diff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/diagnostic.hpp"
#include "unit/audit/region_samples.hpp"

namespace espalier::diff_test {
namespace {

TEST(Diff, OfAModelAndItselfIsNothing) {
  const Model golf = sample::golf();
  const Difference difference = diff_models(golf, golf, {}, {});
  EXPECT_TRUE(difference.same_answers());
  EXPECT_EQ(difference.same_tests, 3U);
  EXPECT_TRUE(difference.moved.empty());
}

// humidity <= 75 becomes humidity <= 80: sunny days of 76 to 80 % are played now.
TEST(Diff, NamesTheRowsBetweenTwoThresholds) {
  const Model before = sample::golf();
  Model after = before;
  after.trees[0].nodes[1].threshold = 80;
  const Difference difference = diff_models(before, after, {}, {});
  ASSERT_EQ(difference.regions, 1U);
  const DiffRegion& region = difference.kept.front();
  EXPECT_EQ(region_text(difference.space, region.region, MissingWords::never),
            "outlook = sunny and 76 <= humidity <= 80");
  EXPECT_EQ(difference.labels[static_cast<std::size_t>(region.old_answer)], "Don't Play");
  EXPECT_EQ(difference.labels[static_cast<std::size_t>(region.new_answer)], "Play");
  EXPECT_EQ(region.old_rules.first, 2U);
  EXPECT_EQ(region.new_rules.first, 1U);
  ASSERT_EQ(difference.moved.size(), 1U);
  EXPECT_EQ(difference.moved[0].from, "humidity <= 75");
  EXPECT_EQ(difference.moved[0].to, "humidity <= 80");
}

TEST(Diff, OfNumbersTellsTheLargest) {
  const Model before = sample::regression_sample();
  Model after = before;
  for (Node& node : after.trees[0].nodes) node.value += node.value == 35 ? 5 : 1;
  const Difference all = diff_models(before, after, {}, {});
  EXPECT_EQ(all.largest, 5);
  EXPECT_EQ(all.regions, 3U);
  DiffOptions tolerant;
  tolerant.tolerance = 1;
  EXPECT_EQ(diff_models(before, after, {}, tolerant).regions, 1U);
}

TEST(Diff, RefusesColumnsThatMeanOtherThings) {
  const Model before = sample::golf();
  Model after = before;
  after.features[0] = sample::real("outlook", 0, 1);
  after.trees[0].nodes = {sample::leaf({9, 5})};
  EXPECT_THROW(diff_models(before, after, {}, {}), Diagnostic);
  EXPECT_THROW(diff_models(before, sample::regression_sample(), {}, {}), Diagnostic);
}

// A change of one or several nodes, labels, words or columns.
Model changed(const Model& model, RandomEngine& engine) {
  Model other = model;
  for (Tree& tree : other.trees) {
    for (Node& node : tree.nodes) {
      if (engine() % 4 != 0) continue;
      if (node.test == TestKind::less_equal) node.threshold += static_cast<double>(engine() % 3);
      if (node.is_leaf()) node.value += static_cast<double>(engine() % 2);
      if (node.is_leaf() && model.combination == Combination::single && model.task == Task::classification)
        node.label = static_cast<std::uint32_t>(engine() % model.labels.size());
    }
  }
  return other;
}

bool same_answer(const Model& one, const Model& other, const Prediction& a, const Prediction& b) {
  if (one.task == Task::regression) return a.value == b.value;
  return one.labels[a.label] == other.labels[b.label];
}

// Random pairs: each row differs exactly if a region holds it, and regions say what it was and is.
void compare(const Model& before, const Model& after, RandomEngine& engine) {
  const Space space = joint_space(before, after);
  const ModelView old_view = view_of(space, before);
  const ModelView new_view = view_of(space, after);
  const Interpreter old_answers(before);
  const Interpreter new_answers(after);
  std::vector<std::vector<double>> rows;
  SpaceRows given;
  given.columns.resize(space.columns.size());
  for (int i = 0; i < 60; ++i) {
    std::vector<double> row(space.columns.size(), kMissing);
    const Model& source = i % 2 == 0 ? before : after;
    const ModelView& view = i % 2 == 0 ? old_view : new_view;
    const std::vector<double> own = sample::random_row(source, engine);
    for (std::size_t feature = 0; feature < own.size(); ++feature) {
      double value = own[feature];
      const std::uint32_t column = view.column[feature];
      if (source.features[feature].kind == FeatureKind::categorical) {
        const auto word = std::ranges::find(view.category[feature], static_cast<std::uint32_t>(std::max(0.0, value)));
        const bool known = value >= 0 && word != view.category[feature].end();
        value = known ? static_cast<double>(word - view.category[feature].begin()) : kMissing;
      } else if (space.is_whole(column) && std::isfinite(value)) {
        value = std::floor(value);
      }
      row[column] = value;
    }
    rows.push_back(row);
    for (std::size_t column = 0; column < row.size(); ++column) given.columns[column].push_back(row[column]);
  }
  DiffOptions options;
  options.kept = SIZE_MAX / 4;
  options.seconds = 20;
  const Difference difference = diff_models(before, after, given, options);
  if (!difference.complete) return;
  EXPECT_EQ(difference.kept.size(), difference.regions);
  std::size_t differing = 0;
  for (const std::vector<double>& row : rows) {
    const Prediction a = old_answers.predict(old_view.row_of(row));
    const Prediction b = new_answers.predict(new_view.row_of(row));
    const auto held = std::ranges::count_if(difference.kept, [&](const DiffRegion& r) { return holds(r.region, row); });
    ASSERT_EQ(held, same_answer(before, after, a, b) ? 0 : 1);
    differing += same_answer(before, after, a, b) ? 0 : 1;
  }
  if (!space.columns.empty()) {
    EXPECT_EQ(difference.differing_rows, differing);
  }
  for (const DiffRegion& region : difference.kept) {
    const std::vector<double> row = witness(space, region.region);
    ASSERT_TRUE(holds(region.region, row));
    const Prediction a = old_answers.predict(old_view.row_of(row));
    const Prediction b = new_answers.predict(new_view.row_of(row));
    ASSERT_FALSE(same_answer(before, after, a, b));
    if (before.task == Task::regression) {
      EXPECT_EQ(a.value, region.old_answer);
      EXPECT_EQ(b.value, region.new_answer);
      EXPECT_LE(std::abs(a.value - b.value), difference.largest);
    } else {
      EXPECT_EQ(before.labels[a.label], difference.labels[static_cast<std::size_t>(region.old_answer)]);
      EXPECT_EQ(after.labels[b.label], difference.labels[static_cast<std::size_t>(region.new_answer)]);
    }
  }
}

TEST(Diff, OfRandomTreesIsExact) {
  RandomEngine engine(51);
  for (std::uint32_t turn = 0; turn < 1200; ++turn) {
    SCOPED_TRACE(turn);
    const Model before = sample::model_of_kind(engine, turn);
    compare(before, changed(before, engine), engine);
  }
}

TEST(Diff, OfTreesWithOtherColumnsIsExact) {
  RandomEngine engine(52);
  std::size_t compared = 0;
  for (std::uint32_t turn = 0; turn < 1000; ++turn) {
    SCOPED_TRACE(turn);
    const Model before = sample::model_of_kind(engine, turn);
    const Model after = sample::model_of_kind(engine, turn);
    try {
      static_cast<void>(joint_space(before, after));
    } catch (const Diagnostic&) {
      continue;  // a name with numbers here and words there
    }
    compare(before, after, engine);
    ++compared;
  }
  EXPECT_GT(compared, 20U);
}

TEST(Diff, OfSeveralTreesIsExact) {
  RandomEngine engine(53);
  for (std::uint32_t turn = 0; turn < 200; ++turn) {
    SCOPED_TRACE(turn);
    const sample::ForestKind kind = sample::kForestKinds[turn % 5];
    const Model before =
        sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[turn / 5 % 5]);
    compare(before, changed(before, engine), engine);
  }
}

}  // namespace
}  // namespace espalier::diff_test
