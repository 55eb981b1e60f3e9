// Models of several trees: bounds contain the truth, whenever the time runs out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "audit/diff.hpp"
#include "audit/forest_bounds.hpp"
#include "audit/nearest.hpp"
#include "audit/open_regions.hpp"
#include "audit/probes.hpp"
#include "audit/prove.hpp"
#include "unit/audit/region_samples.hpp"

namespace espalier::forest_search_test {
namespace {

using Row = std::vector<double>;

Model forest_of_turn(RandomEngine& engine, std::uint32_t turn) {
  const sample::ForestKind kind = sample::kForestKinds[turn % 5];
  return sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[turn / 5 % 5]);
}

// Everything, cut at some values of a row: the row is in it.
Region region_with(const Space& space, const Row& row, RandomEngine& engine) {
  Region region = everything(space);
  for (std::size_t column = 0; column < region.size(); ++column) {
    ColumnValues& values = region[column];
    if (engine() % 2 == 0 || std::isnan(row[column])) continue;
    values.missing = engine() % 2 == 0;
    if (values.categorical) {
      for (const std::uint32_t word : values.words.list()) {
        if (word != row[column] && engine() % 2 == 0) values.words.remove(word);
      }
    } else if (engine() % 2 == 0) {
      values.first = row[column];
    } else {
      values.last = row[column];
    }
  }
  return region;
}

// Words that nobody knows are as good as missing, and no row of a space has them.
bool is_row_of(const Space& space, const Row& row) {
  for (std::size_t column = 0; column < row.size(); ++column) {
    const bool words = space.columns[column].kind == FeatureKind::categorical;
    const auto count = static_cast<double>(space.columns[column].categories.size());
    if (std::isinf(row[column])) return false;
    if (words && !std::isnan(row[column]) && !(row[column] >= 0 && row[column] < count)) return false;
  }
  return true;
}

struct SmallForest {
  SmallForest(RandomEngine& engine, std::uint32_t turn, std::size_t most_rows = 600)
      : model(forest_of_turn(engine, turn)),
        space(space_of(model)),
        view(view_of(space, model)),
        interpreter(model),
        rows(sample::all_rows(sample::telling_values(model, space), most_rows)) {}

  Prediction predict(const Row& row) const { return interpreter.predict(view.row_of(row)); }

  Model model;
  Space space;
  ModelView view;
  Interpreter interpreter;
  std::vector<Row> rows;  // all that can be told apart; none if they are too many
};

TEST(ForestBounds, ContainWhatRowsOfARegionSay) {
  RandomEngine engine(81);
  std::size_t looked = 0;
  for (std::uint32_t turn = 0; turn < 400; ++turn) {
    SCOPED_TRACE(turn);
    const SmallForest forest(engine, turn);
    const ForestBounds bounds(forest.space, forest.view);
    for (int i = 0; i < 5; ++i) {
      const Row kept = sample::space_row(forest.model, forest.space, engine);
      if (!is_row_of(forest.space, kept)) continue;
      const Region region = region_with(forest.space, kept, engine);
      TreePlaces places = bounds.roots();
      const ScoreBounds scores = bounds.within(region, places);
      for (int j = 0; j < 20; ++j) {
        const Row row = j == 0 ? kept : sample::space_row(forest.model, forest.space, engine);
        if (!is_row_of(forest.space, row) || !holds(region, row)) continue;
        const std::vector<double> truth = forest.predict(row).scores;
        for (std::size_t score = 0; score < truth.size(); ++score) {
          ASSERT_LE(scores.least[score], truth[score]);
          ASSERT_GE(scores.most[score], truth[score]);
        }
        ++looked;
      }
    }
  }
  EXPECT_GT(looked, 1000U);
}

// Of a region of one row nothing is left to ask, and the bounds are what the row has.
TEST(ForestBounds, OfASingleRowAreExact) {
  RandomEngine engine(82);
  for (std::uint32_t turn = 0; turn < 200; ++turn) {
    const SmallForest forest(engine, turn);
    const Row row = sample::space_row(forest.model, forest.space, engine);
    if (!is_row_of(forest.space, row)) continue;
    Region region = everything(forest.space);
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (std::isnan(row[column])) {
        region[column].keep_no_known();
        continue;
      }
      region[column].missing = false;
      if (region[column].categorical) {
        region[column].words = WordSet(region[column].words.words(), false);
        region[column].words.add(static_cast<std::uint32_t>(row[column]));
      } else {
        region[column].first = region[column].last = row[column];
      }
    }
    if (forest.model.missing == MissingPolicy::surrogate) continue;  // surrogates are asked in steps
    TreePlaces places = {ForestBounds(forest.space, forest.view).roots()};
    const ScoreBounds scores = ForestBounds(forest.space, forest.view).within(region, places);
    EXPECT_FALSE(scores.asked);
    EXPECT_EQ(scores.least, forest.predict(row).scores);
    EXPECT_EQ(scores.most, scores.least);
  }
}

Property property_of(const Claim& claim, const Space& space) {
  return {"", {everything(space)}, true, claim};
}

// What a claim is about, of each row.
double figure_for(const SmallForest& forest, const Claim& claim, const Row& row) {
  const Prediction prediction = forest.predict(row);
  if (claim.subject == Claim::Subject::value) return prediction.value;
  if (claim.subject == Claim::Subject::probability) return prediction.probabilities[claim.labels.front()];
  return prediction.label;
}

Claim bounds_claim(const SmallForest& forest, RandomEngine& engine) {
  Claim claim;
  claim.kind = Claim::Kind::bounds;
  if (forest.model.task == Task::regression) {
    claim.subject = Claim::Subject::value;
  } else {
    claim.subject = engine() % 2 == 0 ? Claim::Subject::probability : Claim::Subject::label;
    claim.labels = {static_cast<std::uint32_t>(engine() % forest.model.labels.size())};
  }
  claim.least = -kUnbounded;
  claim.most = kUnbounded;
  const double some = figure_for(forest, claim, forest.rows[engine() % forest.rows.size()]);
  (engine() % 2 == 0 ? claim.least : claim.most) = some;
  return claim;
}

constexpr double kNoTime = 1e-9;

TEST(ForestSearch, BoundsContainEveryRowHoweverEarlyItEnds) {
  RandomEngine engine(83);
  std::size_t decided = 0;
  std::size_t ended = 0;
  for (std::uint32_t turn = 0; turn < 900; ++turn) {
    SCOPED_TRACE(turn);
    const SmallForest forest(engine, turn);
    if (forest.rows.empty() || forest.space.columns.empty()) continue;
    const Claim claim = bounds_claim(forest, engine);
    const bool label = claim.subject == Claim::Subject::label;
    double least = kUnbounded;
    double most = -kUnbounded;
    bool only = true;
    for (const Row& row : forest.rows) {
      const double figure = figure_for(forest, claim, row);
      least = std::min(least, figure);
      most = std::max(most, figure);
      only = only && (!label || figure == claim.labels.front());
    }
    const bool holds = label ? only : claim.least <= least && most <= claim.most;
    for (const double seconds : {60.0, kNoTime}) {
      const PropertyProof proof =
          prove(forest.model, forest.space, property_of(claim, forest.space), {}, {seconds, false});
      if (seconds > 1) {
        ASSERT_EQ(proof.verdict, holds ? ProofVerdict::proven : ProofVerdict::refuted);
        ++decided;
      } else {
        ASSERT_NE(proof.verdict, holds ? ProofVerdict::refuted : ProofVerdict::proven);
        ended += proof.verdict == ProofVerdict::open ? 1 : 0;
        if (proof.undecided) {
          EXPECT_GE(*proof.undecided, 0);  // what is undecided may lie outside of the training range
          EXPECT_LE(*proof.undecided, 1 + 1e-9);
        }
      }
      if (proof.verdict == ProofVerdict::refuted) {
        ASSERT_EQ(proof.witnesses.size(), 1U);
        const double there = figure_for(forest, claim, proof.witnesses[0]);
        EXPECT_TRUE(label ? there != claim.labels.front() : there < claim.least || there > claim.most);
      }
      if (label) continue;
      ASSERT_TRUE(proof.least && proof.most);
      EXPECT_LE(*proof.least, least);
      EXPECT_GE(*proof.most, most);
      EXPECT_GE(proof.found_least.value_or(least), least);
      EXPECT_LE(proof.found_most.value_or(most), most);
      if (seconds > 1 && !proof.found_most && !proof.found_least) {
        EXPECT_EQ(*proof.most, most);
        EXPECT_EQ(*proof.least, least);
      }
    }
  }
  EXPECT_GT(decided, 300U);
  EXPECT_GT(ended, 20U);
}

// Every pair of rows that differ in one column.
TEST(ForestSearch, PairsAgreeWithTryingEverything) {
  RandomEngine engine(84);
  std::size_t proven = 0;
  std::size_t refuted = 0;
  std::size_t open = 0;
  for (std::uint32_t turn = 0; turn < 600; ++turn) {
    SCOPED_TRACE(turn);
    const SmallForest forest(engine, turn, 300);
    if (forest.rows.empty() || forest.space.columns.empty()) continue;
    Claim claim;
    const auto column = static_cast<std::uint32_t>(engine() % forest.space.columns.size());
    claim.columns = {column};
    const bool numeric = forest.space.columns[column].kind == FeatureKind::numeric;
    claim.kind = numeric && engine() % 3 != 0 ? Claim::Kind::monotone : Claim::Kind::independent;
    claim.falls = engine() % 2 == 0;
    if (forest.model.task == Task::regression) {
      claim.subject = Claim::Subject::value;
    } else if (claim.kind == Claim::Kind::independent) {
      claim.subject = Claim::Subject::label;
    } else {
      claim.subject = engine() % 2 == 0 ? Claim::Subject::probability : Claim::Subject::order;
      claim.labels = {static_cast<std::uint32_t>(engine() % forest.model.labels.size())};
    }
    const AnswerOrder order{forest.model.labels, false};
    std::vector<double> figures;
    for (const Row& row : forest.rows) figures.push_back(figure_for(forest, claim, row));
    bool holds = true;
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    for (std::size_t i = 0; i < forest.rows.size() && holds; ++i) {
      for (std::size_t j = 0; j < forest.rows.size() && holds; ++j) {
        bool pair = true;
        for (std::size_t c = 0; c < forest.space.columns.size() && pair; ++c) {
          pair = c == column || same(forest.rows[i][c], forest.rows[j][c]);
        }
        if (!pair) continue;
        if (claim.kind == Claim::Kind::independent) {
          holds = figures[i] == figures[j];
        } else if (forest.rows[i][column] <= forest.rows[j][column]) {
          holds = claim.falls ? figures[i] >= figures[j] : figures[i] <= figures[j];
        }
      }
    }
    for (const double seconds : {60.0, kNoTime}) {
      const PropertyProof proof =
          prove(forest.model, forest.space, property_of(claim, forest.space), order, {seconds, false});
      if (seconds > 1) {
        ASSERT_EQ(proof.verdict, holds ? ProofVerdict::proven : ProofVerdict::refuted);
        ++(holds ? proven : refuted);
      } else {
        ASSERT_NE(proof.verdict, holds ? ProofVerdict::refuted : ProofVerdict::proven);
        open += proof.verdict == ProofVerdict::open ? 1 : 0;
      }
    }
  }
  EXPECT_GT(proven, 30U);
  EXPECT_GT(refuted, 30U);
}

Model with_other_leaves(Model model, RandomEngine& engine) {
  for (Tree& tree : model.trees) {
    for (Node& node : tree.nodes) {
      if (node.test == TestKind::less_equal && engine() % 2 == 0) node.threshold += static_cast<double>(engine() % 3);
      if (node.is_leaf() && engine() % 2 == 0) node.value += 1;
    }
  }
  return model;
}

// Given rows are counted exactly, and no row differs by more than is told, whether or not there is time.
TEST(ForestSearch, DifferencesAreBounded) {
  RandomEngine engine(85);
  std::size_t incomplete = 0;
  for (std::uint32_t turn = 0; turn < 400; ++turn) {
    SCOPED_TRACE(turn);
    const SmallForest forest(engine, turn);
    if (forest.rows.empty() || forest.space.columns.empty()) continue;
    const Model other = with_other_leaves(forest.model, engine);
    const Interpreter after(other);
    SpaceRows rows;
    rows.columns.resize(forest.space.columns.size());
    std::size_t differing = 0;
    double largest = 0;
    for (const Row& row : forest.rows) {
      for (std::size_t column = 0; column < row.size(); ++column) rows.columns[column].push_back(row[column]);
      const Prediction one = forest.predict(row);
      const Prediction two = after.predict(forest.view.row_of(row));
      const bool numbers = forest.model.task == Task::regression;
      differing += (numbers ? one.value != two.value : one.label != two.label) ? 1 : 0;
      if (numbers) largest = std::max(largest, std::abs(one.value - two.value));
    }
    for (const double seconds : {60.0, kNoTime}) {
      DiffOptions options;
      options.seconds = seconds;
      const Difference difference = diff_models(forest.model, other, rows, options);
      ASSERT_EQ(difference.differing_rows, differing);
      ASSERT_TRUE(difference.complete || seconds < 1);
      incomplete += difference.complete ? 0 : 1;
      EXPECT_TRUE(difference.complete || difference.undecided);
      if (forest.model.task == Task::classification) continue;
      ASSERT_GE(difference.largest_at_most, largest);
      ASSERT_LE(difference.largest, difference.largest_at_most);
    }
  }
  EXPECT_GT(incomplete, 20U);
}

// What is found in no time is a change, and nothing is nearer than what is told.
TEST(ForestSearch, NearestChangesAreBounded) {
  RandomEngine engine(86);
  std::size_t incomplete = 0;
  for (std::uint32_t turn = 0; turn < 500; ++turn) {
    SCOPED_TRACE(turn);
    const SmallForest forest(engine, turn);
    const Row row = sample::space_row(forest.model, forest.space, engine);
    if (!is_row_of(forest.space, row)) continue;
    Figure figure{Figure::Kind::value, {}, 0};
    FigureRange wanted{forest.predict(row).value + 1, kUnbounded};
    if (forest.model.task == Task::classification) {
      figure = {Figure::Kind::grade, std::vector<double>(forest.model.labels.size(), 1), 0};
      figure.grades[forest.predict(row).label] = 0;
      wanted = {1, 1};
    }
    const ChangeRules rules = free_to_change(forest.space);
    const NearestChanges all = nearest_changes(forest.model, forest.space, row, figure, wanted, rules, {});
    ASSERT_TRUE(all.complete);
    const NearestChanges early = nearest_changes(forest.model, forest.space, row, figure, wanted, rules, {3, kNoTime});
    for (const Change& change : early.changes) {
      const double there = figure_of(figure, forest.predict(change.row));
      EXPECT_TRUE(wanted.least <= there && there <= wanted.most);
      EXPECT_GE(change.distance, all.changes.at(0).distance);
    }
    if (early.complete) continue;
    ++incomplete;
    EXPECT_TRUE(all.changes.empty() || early.none_nearer <= all.changes[0].distance);
  }
  EXPECT_GT(incomplete, 20U);
}

// No row has a color that is none of the three and known: nothing is claimed, whatever is claimed of it.
TEST(ForestSearch, AConditionThatNoRowMeetsClaimsNothing) {
  const Model model = sample::voting_forest();
  const Space space = space_of(model);
  for (const char* text : {"color not in {red, green, blue} => never a", "color not in {red, green, blue} => P(a) > 2",
                           "when color not in {red, green, blue}: independent of x"}) {
    const PropertyProof proof = prove(model, space, parse_property(text, space, model, {}, "property"), {}, {});
    EXPECT_EQ(proof.verdict, ProofVerdict::proven) << text;
    EXPECT_TRUE(proof.no_rows) << text;
    EXPECT_TRUE(proof.witnesses.empty()) << text;
  }
}

// One row, with nothing in it, and trees that are leaves: b by 1 of 1 vote.
TEST(ForestSearch, AModelWithoutColumnsHasARow) {
  Model model = sample::voting_forest();
  for (Tree& tree : model.trees) {
    std::erase_if(tree.nodes, [](const Node& node) { return !node.is_leaf(); });
    tree.nodes.resize(1);
    tree.nodes.front().label = 1;
  }
  model.features.clear();
  const Space space = space_of(model);
  const auto verdict = [&](const char* text) {
    return prove(model, space, parse_property(text, space, model, {}, "property"), {}, {}).verdict;
  };
  EXPECT_EQ(verdict("never b"), ProofVerdict::refuted);
  EXPECT_EQ(verdict("never a"), ProofVerdict::proven);
  EXPECT_EQ(verdict("P(b) >= 1"), ProofVerdict::proven);
  EXPECT_EQ(verdict("P(a) >= 0.5"), ProofVerdict::refuted);
}

// A number where none was costs 1, whatever the column's range is.
TEST(Nearest, AValueThatWasMissingCostsOne) {
  const Model rents = sample::regression_sample();  // area <= 50: 10, else 20 or 35; missing: the larger child
  const Space space = space_of(rents);
  Row row(space.columns.size(), kMissing);
  const NearestChanges found =
      nearest_changes(rents, space, row, {Figure::Kind::value, {}, 0}, {10, 10}, free_to_change(space), {});
  ASSERT_FALSE(found.changes.empty());
  EXPECT_EQ(found.changes[0].columns.size(), 1U);
  EXPECT_EQ(found.changes[0].distance, 1);
}

// Shares are those of the training range: 3 of 10 words of the same weight, a quarter of the numbers.
TEST(OpenRegions, SharesAddUpToOne) {
  Space space;
  space.columns = {sample::real("x", 0, 100)};
  const Region all = everything(space);
  RegionPart low{0, all[0], RegionPart::Leads::to_child, 0};
  RegionPart high = low;
  low.values.last = 25;
  high.values.first = std::nextafter(25.0, 26.0);
  const std::vector<double> shares = shares_of(space, {low, high});
  EXPECT_NEAR(shares[0], 0.25, 1e-12);
  EXPECT_NEAR(shares[1], 0.75, 1e-12);
}

// Of three regions two are kept, and what the third may have is not forgotten.
TEST(OpenRegions, RememberWhatTheyGiveUp) {
  OpenRegions open(2);
  for (const double hope : {1.0, 3.0, 2.0}) {
    OpenRegion region;
    region.hope = hope;
    region.share = 0.25;
    open.push(std::move(region));
  }
  EXPECT_TRUE(open.gave_up());
  EXPECT_EQ(open.pop().hope, 3);
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(open.at_most(), 2);
  EXPECT_EQ(open.share(), 0.5);
}

// From missing values on, one column at a time: label b gets the votes of two trees at least.
TEST(Probes, ClimbAsLongAsItHelps) {
  const Model model = sample::voting_forest();
  const Space space = space_of(model);
  const ModelView view = view_of(space, model);
  const std::vector<const ModelView*> views = {&view};
  const Probes probes(space, views, everything(space));
  const Interpreter interpreter(model);
  Row row(space.columns.size(), kMissing);
  const auto votes = [&](std::span<const double> tried) { return interpreter.predict(view.row_of(tried)).scores[1]; };
  const double best = probes.climb(row, votes, [] { return false; });
  EXPECT_EQ(best, votes(row));
  EXPECT_GE(best, 2);
}

}  // namespace
}  // namespace espalier::forest_search_test
