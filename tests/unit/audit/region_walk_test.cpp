// Regions cut by trees: they cover every row once, and a tree answers all rows of one alike.
#include "audit/region_walk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/figure_range.hpp"
#include "unit/audit/region_samples.hpp"

namespace espalier::region_walk_test {
namespace {

// The rows that go to each leaf of a model of one tree.
struct Part {
  Region region;
  std::vector<std::uint32_t> rows;
};
std::vector<Part> parts_of(const Model& model, const Space& space, std::vector<std::vector<double>> columns = {}) {
  const ModelView view = view_of(space, model);
  std::vector<RegionWalk::WalkedTree> trees;
  for (const Tree& tree : model.trees) trees.push_back({&view, &tree});
  RegionWalk walk(space, trees, everything(space));
  if (!columns.empty()) walk.send_rows(std::move(columns));
  std::vector<Part> parts;
  walk.run([&]() -> std::optional<std::size_t> {
    if (const auto tree = walk.undecided()) return tree;
    parts.push_back({walk.region(), {walk.rows().begin(), walk.rows().end()}});
    return std::nullopt;
  });
  return parts;
}

std::string text_of(const Space& space, const Part& part) {
  return region_text(space, part.region, MissingWords::never);
}

TEST(RegionWalk, CutsGolfAsItsRulesDo) {
  const Model golf = sample::golf();
  const Space space = space_of(golf);
  std::vector<std::string> texts;
  for (const Part& part : parts_of(golf, space)) texts.push_back(text_of(space, part));
  // Missing values take the larger child: rain, and windy = false.
  EXPECT_EQ(texts.size(), 5U);
  EXPECT_EQ(texts[0], "outlook = sunny and humidity <= 75");
}

TEST(RegionWalk, AsksSurrogatesOnlyWhereAValueIsMissing) {
  const Model golf = sample::surrogate_golf();
  const Space space = space_of(golf);
  const ModelView view = view_of(space, golf);
  const Interpreter interpreter(golf);
  for (const Part& part : parts_of(golf, space)) {
    const std::vector<double> row = view.row_of(witness(space, part.region));
    EXPECT_TRUE(holds(part.region, witness(space, part.region)));
    EXPECT_GT(interpreter.predict(row).rule, 0U);
  }
}

// Every row is in one part, and its figures are those of the part's witness.
TEST(RegionWalk, CoversEveryRowOnce) {
  RandomEngine engine(41);
  for (std::uint32_t turn = 0; turn < 1200; ++turn) {
    const Model model = sample::model_of_kind(engine, turn);
    const Space space = space_of(model);
    const ModelView view = view_of(space, model);
    const Interpreter interpreter(model);
    const std::vector<Part> parts = parts_of(model, space);
    for (int i = 0; i < 40; ++i) {
      const std::vector<double> row = sample::space_row(model, space, engine);
      const Part* found = nullptr;
      for (const Part& part : parts) {
        if (!holds(part.region, row)) continue;
        ASSERT_EQ(found, nullptr) << "turn " << turn;
        found = &part;
      }
      ASSERT_NE(found, nullptr) << "turn " << turn;
      const Prediction here = interpreter.predict(view.row_of(row));
      const Prediction there = interpreter.predict(view.row_of(witness(space, found->region)));
      ASSERT_EQ(here.label, there.label);
      ASSERT_EQ(here.value, there.value);
      ASSERT_EQ(here.probabilities, there.probabilities);
    }
  }
}

TEST(RegionWalk, SendsRowsWhereTheyBelong) {
  RandomEngine engine(42);
  for (std::uint32_t turn = 0; turn < 300; ++turn) {
    const Model model = sample::model_of_kind(engine, turn);
    const Space space = space_of(model);
    std::vector<std::vector<double>> columns(space.columns.size());
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < 50; ++i) {
      rows.push_back(sample::space_row(model, space, engine));
      for (std::size_t column = 0; column < columns.size(); ++column) columns[column].push_back(rows.back()[column]);
    }
    std::size_t sent = 0;
    for (const Part& part : parts_of(model, space, columns)) {
      for (const std::uint32_t row : part.rows) EXPECT_TRUE(holds(part.region, rows[row])) << "turn " << turn;
      sent += part.rows.size();
    }
    EXPECT_EQ(sent, columns.empty() ? 0 : rows.size());
  }
}

// What a figure is said to lie between holds for the rows of a region, at every step of the way.
TEST(FigureRange, HoldsTheFiguresOfItsRows) {
  RandomEngine engine(43);
  for (std::uint32_t turn = 0; turn < 500; ++turn) {
    const sample::ForestKind kind = sample::kForestKinds[turn % 5];
    const Model model = turn % 3 == 0 ? sample::model_of_kind(engine, turn)
                                      : sample::random_forest(engine, kind.task, kind.combination,
                                                              sample::kForestPolicies[turn / 5 % 5]);
    const Space space = space_of(model);
    const ModelView view = view_of(space, model);
    Figure figure;
    if (model.task == Task::classification) {
      figure.kind = turn % 2 == 0 ? Figure::Kind::grade : Figure::Kind::probability;
      for (std::size_t label = 0; label < model.labels.size(); ++label) {
        figure.grades.push_back(static_cast<double>(label * 7 % model.labels.size()));
      }
      figure.label = turn % static_cast<std::uint32_t>(model.labels.size());
    }
    const WalkedFigure walked(space, view, figure, 0);
    std::vector<RegionWalk::WalkedTree> trees;
    for (const Tree& tree : model.trees) trees.push_back({&view, &tree});
    RegionWalk walk(space, trees, everything(space));
    std::vector<std::vector<double>> columns(space.columns.size());
    std::vector<double> figures;
    for (int i = 0; i < 40; ++i) {
      const std::vector<double> row = sample::space_row(model, space, engine);
      figures.push_back(walked.exact(row));
      for (std::size_t column = 0; column < columns.size(); ++column) columns[column].push_back(row[column]);
    }
    walk.send_rows(columns);
    std::size_t regions = 0;
    walk.run([&]() -> std::optional<std::size_t> {
      const FigureRange range = walked.range(walk);
      for (const std::uint32_t row : walk.rows()) {
        EXPECT_LE(range.least, figures[row]) << "turn " << turn;
        EXPECT_GE(range.most, figures[row]) << "turn " << turn;
      }
      if (++regions > 20000) walk.stop();
      const auto next = walked.next_tree(walk);
      EXPECT_TRUE(next || range.is_single());
      return next;
    });
  }
}

}  // namespace
}  // namespace espalier::region_walk_test
