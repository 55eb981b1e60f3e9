// Properties: how they are written, and that what is proven or refuted is so.
#include "audit/prove.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/diagnostic.hpp"
#include "unit/audit/region_samples.hpp"

namespace espalier::prove_test {
namespace {

using ::testing::HasSubstr;

PropertyProof prove_text(const Model& model, const std::string& text, const AnswerOrder& order = {}) {
  const Space space = space_of(model);
  return prove(model, space, parse_property(text, space, model, order, "property"), order, {});
}

std::string fault_of(const Model& model, const std::string& text) {
  try {
    static_cast<void>(prove_text(model, text));
  } catch (const Diagnostic& diagnostic) {
    return diagnostic.message() + " | " + diagnostic.hint();
  }
  return "";
}

// outlook = sunny: humidity <= 75: Play, else Don't Play; overcast: Play; rain: windy: Don't Play, else Play.
TEST(Prove, AnswersThatAreNeverGiven) {
  const Model golf = sample::golf();
  EXPECT_EQ(prove_text(golf, "outlook = overcast => never \"Don't Play\"").verdict, ProofVerdict::proven);
  EXPECT_EQ(prove_text(golf, "outlook = overcast => Play").verdict, ProofVerdict::proven);
  EXPECT_EQ(prove_text(golf, "when outlook = sunny and humidity <= 75: always Play").verdict, ProofVerdict::proven);
  const PropertyProof wrong = prove_text(golf, "when outlook = sunny and humidity <= 76: always Play");
  EXPECT_EQ(wrong.verdict, ProofVerdict::refuted);
  ASSERT_EQ(wrong.witnesses.size(), 1U);
  const Space space = space_of(golf);
  const auto humidity = std::ranges::find(space.columns, "humidity", &Feature::name) - space.columns.begin();
  EXPECT_EQ(wrong.witnesses[0][static_cast<std::size_t>(humidity)], 76);
}

TEST(Prove, WhatAnswersDependOn) {
  const Model golf = sample::golf();
  EXPECT_EQ(prove_text(golf, "independent of temperature").verdict, ProofVerdict::proven);
  EXPECT_EQ(prove_text(golf, "independent of windy").verdict, ProofVerdict::refuted);
  EXPECT_EQ(prove_text(golf, "when outlook = sunny: independent of windy").verdict, ProofVerdict::proven);
}

TEST(Prove, WhatHappensIfANumberRises) {
  const Model golf = sample::golf();
  const AnswerOrder order{{"Don't Play", "Play"}, false};
  EXPECT_EQ(prove_text(golf, "humidity down => not worse", order).verdict, ProofVerdict::proven);
  const PropertyProof wrong = prove_text(golf, "humidity up => not worse", order);
  EXPECT_EQ(wrong.verdict, ProofVerdict::refuted);
  EXPECT_EQ(prove_text(golf, "when outlook = rain: humidity up => not worse", order).verdict, ProofVerdict::proven);
  const Model rents = sample::regression_sample();
  EXPECT_EQ(prove_text(rents, "area up => not lower").verdict, ProofVerdict::proven);
  EXPECT_EQ(prove_text(rents, "area up => not higher").verdict, ProofVerdict::refuted);
}

// outlook = sunny: humidity <= 75: Play, else Don't Play; overcast: Play; rain: windy: Don't Play, else Play.
TEST(Prove, WhatHappensIfALevelRises) {
  Model golf = sample::golf();
  const AnswerOrder order{{"Don't Play", "Play"}, false};
  golf.features[0].ordered = true;  // sunny < overcast < rain
  const std::string claim = "outlook up => not worse";
  EXPECT_EQ(prove_text(golf, "when outlook != rain: " + claim, order).verdict, ProofVerdict::proven);
  const PropertyProof wrong = prove_text(golf, "when windy = true and humidity <= 75: " + claim, order);
  EXPECT_EQ(wrong.verdict, ProofVerdict::refuted);
  ASSERT_EQ(wrong.witnesses.size(), 2U);
  EXPECT_LT(wrong.witnesses[0][0], wrong.witnesses[1][0]);
  EXPECT_EQ(wrong.witnesses[1][0], 2);
}

TEST(Prove, BoundsOfFigures) {
  const Model rents = sample::regression_sample();
  const PropertyProof proof = prove_text(rents, "area > 50 => 20 <= value <= 35");
  EXPECT_EQ(proof.verdict, ProofVerdict::proven);
  EXPECT_EQ(proof.least, 20);
  EXPECT_EQ(proof.most, 35);
  EXPECT_EQ(prove_text(rents, "value < 35").verdict, ProofVerdict::refuted);
  EXPECT_EQ(prove_text(sample::golf(), "outlook = overcast => P(Play) >= 1").verdict, ProofVerdict::proven);
}

TEST(Prove, SaysWhatIsWrongWithAProperty) {
  const Model golf = sample::golf();
  EXPECT_THAT(fault_of(golf, "humidty > 3 => Play"), HasSubstr("no column 'humidty' | did you mean 'humidity'"));
  EXPECT_THAT(fault_of(golf, "outlook = suny => Play"), HasSubstr("no word 'suny' | did you mean 'sunny'"));
  EXPECT_THAT(fault_of(golf, "outlook > 3 => Play"), HasSubstr("expected =, != or in"));
  EXPECT_THAT(fault_of(golf, "humidity up => not worse"), HasSubstr("which answers are better"));
  EXPECT_THAT(fault_of(golf, "outlook up => not worse"), HasSubstr("there is no up and down"));
  EXPECT_THAT(fault_of(golf, "humidity > 3 => Pay"), HasSubstr("no label 'Pay'"));
  EXPECT_THAT(fault_of(golf, "humidity > => Play"), HasSubstr("expected a number"));
  EXPECT_THAT(fault_of(golf, "humidity > 3"), HasSubstr("label"));
  EXPECT_THAT(fault_of(golf, "always Play Play"), HasSubstr("end of the property"));
  EXPECT_THAT(fault_of(golf, "'humidity > 3 => Play"), HasSubstr("never closed"));
  EXPECT_THAT(fault_of(golf, "independent humidity"), HasSubstr("expected 'of'"));
  EXPECT_THAT(fault_of(sample::regression_sample(), "area > 3 => Play"), HasSubstr("expected 'value'"));
}

TEST(Conditions, AreSetsOfRows) {
  const Space space = space_of(sample::golf());
  const auto text = [&](const std::string& condition) {
    std::string all;
    for (const Region& region : parse_condition(condition, space, "where")) {
      all += (all.empty() ? "" : " | ") + region_text(space, region, MissingWords::never);
    }
    return all;
  };
  EXPECT_EQ(text("3 < humidity <= 5"), "4 <= humidity <= 5");
  EXPECT_EQ(text("humidity < 5 and humidity >= 2"), "2 <= humidity <= 4");
  EXPECT_EQ(text("humidity = 5 or outlook != sunny"), "humidity = 5 | outlook != sunny");
  EXPECT_EQ(text("outlook not in {sunny, rain}"), "outlook = overcast");
  EXPECT_EQ(text("(humidity = 5 or humidity = 6) and outlook = rain"),
            "outlook = rain and humidity = 5 | outlook = rain and humidity = 6");
  EXPECT_EQ(text("humidity > 5 and humidity < 5"), "");
  EXPECT_EQ(text("humidity missing"), "humidity missing");
}

// Every row that can be told apart, tried out.
TEST(Prove, AgreesWithTryingEverything) {
  RandomEngine engine(61);
  std::size_t tried = 0;
  std::size_t proven = 0;
  for (std::uint32_t turn = 0; turn < 1500; ++turn) {
    const Model model = sample::model_of_kind(engine, turn);
    const Space space = space_of(model);
    const auto values = sample::telling_values(model, space);
    const auto rows = sample::all_rows(values, 1500);
    if (rows.empty() || space.columns.empty()) continue;
    const ModelView view = view_of(space, model);
    const Interpreter interpreter(model);
    AnswerOrder order{model.labels, false};
    const auto figure = [&](const std::vector<double>& row) {
      const Prediction prediction = interpreter.predict(view.row_of(row));
      return model.task == Task::regression ? prediction.value : static_cast<double>(prediction.label);
    };
    for (std::uint32_t column = 0; column < space.columns.size(); ++column) {
      Property property;
      property.where = {everything(space)};
      property.claim.columns = {column};
      const bool rises = space.columns[column].kind == FeatureKind::numeric || space.columns[column].ordered;
      property.claim.kind = rises && turn % 3 == 0 ? Claim::Kind::monotone : Claim::Kind::independent;
      const bool monotone = property.claim.kind == Claim::Kind::monotone;
      property.claim.subject = model.task == Task::regression ? Claim::Subject::value
                               : monotone                     ? Claim::Subject::order
                                                              : Claim::Subject::label;
      property.claim.falls = turn % 2 == 0;
      bool holds = true;
      for (const std::vector<double>& row : rows) {
        for (const double value : values[column]) {
          if (monotone && !(row[column] <= value)) continue;
          std::vector<double> other = row;
          other[column] = value;
          const double before = figure(row);
          const double after = figure(other);
          holds = holds && (monotone ? (property.claim.falls ? before >= after : before <= after) : before == after);
        }
      }
      const PropertyProof proof = prove(model, space, property, order, {});
      ASSERT_EQ(proof.verdict, holds ? ProofVerdict::proven : ProofVerdict::refuted) << turn << " column " << column;
      ++tried;
      proven += holds ? 1 : 0;
      if (holds) continue;
      ASSERT_EQ(proof.witnesses.size(), 2U);
      const double before = figure(proof.witnesses[0]);
      const double after = figure(proof.witnesses[1]);
      EXPECT_EQ(before, proof.figures[0]);
      EXPECT_EQ(after, proof.figures[1]);
      EXPECT_FALSE(monotone ? (property.claim.falls ? before >= after : before <= after) : before == after);
      if (monotone) {
        EXPECT_LE(proof.witnesses[0][column], proof.witnesses[1][column]);
      }
    }
    if (model.task != Task::regression) continue;
    Property bounds;
    bounds.where = {everything(space)};
    bounds.claim.subject = Claim::Subject::value;
    bounds.claim.least = -kUnbounded;
    bounds.claim.most = kUnbounded;
    const PropertyProof proof = prove(model, space, bounds, order, {});
    double least = kUnbounded;
    double most = -kUnbounded;
    for (const std::vector<double>& row : rows) {
      least = std::min(least, figure(row));
      most = std::max(most, figure(row));
    }
    EXPECT_EQ(proof.least, least) << turn;
    EXPECT_EQ(proof.most, most) << turn;
  }
  EXPECT_GT(tried, 500U);
  EXPECT_GT(proven, 50U);
}

}  // namespace
}  // namespace espalier::prove_test
