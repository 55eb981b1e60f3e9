#include "emit/sql_query.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "emit/sql_program.hpp"
#include "lower/passes.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::sql_query_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

LowerOptions doubles(const Model& model) {
  LowerOptions options;
  for (const Feature& feature : model.features) {
    if (feature.kind == FeatureKind::numeric) options.input_types.push_back(parse_input_type(feature.name + "=double"));
  }
  return options;
}

std::string query(const Model& model, SqlDialect dialect, const std::string& table = "input") {
  EmitOptions options;
  options.language = Language::sql;
  options.dialect = dialect;
  options.table = table;
  return emit_sql(model, lower(model, doubles(model)), options);
}

// sunny: humidity <= 75: rule 1, else rule 2; overcast: rule 3; rain: windy = true: rule 4, else rule 5.
TEST(SqlQuery, IsOneCase) {
  const std::string sql = query(sample::golf(), SqlDialect::ansi);
  EXPECT_THAT(sql, HasSubstr("WHEN i.\"humidity\" <= 75E0 THEN 1"));
  EXPECT_THAT(sql, HasSubstr("FROM \"input\" AS i\nLEFT JOIN \"answers\" AS a ON a.\"rule\" =\n  CASE\n"));
  EXPECT_THAT(sql, HasSubstr("a.\"answer\" AS \"predicted_play\""));
  EXPECT_THAT(sql, HasSubstr("(3, 'Play')"));
  EXPECT_THAT(
      sql,
      HasSubstr("\n-- espalier: {\"language\":\"sql\",\"version\":\"0.1.0\",\"dialect\":\"ansi\",\"table\":\"input\""));
}

TEST(SqlQuery, HidesNoTableOfTheUsers) {
  EXPECT_THAT(query(sample::golf(), SqlDialect::ansi, "Answers"), HasSubstr("WITH \"answers_2\"("));
  EXPECT_THAT(query(sample::golf(), SqlDialect::ansi, "x.answers"), HasSubstr("WITH \"answers\"("));
}

TEST(SqlQuery, NamesItsColumnsUnlikeTheModels) {
  Model model = sample::golf();
  model.features[0].name = "RULE";
  model.features[1].name = "Predicted_play";
  EXPECT_EQ(sql_columns(model, false).rule, "rule_2");
  EXPECT_EQ(sql_columns(model, false).answer, "predicted_play_2");
  model.target = "caf\u00e9 ol\u00e9";
  EXPECT_EQ(sql_columns(model, false).answer, "predicted_caf_ol");
  model.target = "\u00e9";
  EXPECT_EQ(sql_columns(model, false).answer, "prediction");
  EXPECT_TRUE(sql_columns(model, false).probabilities.empty());
}

TEST(SqlQuery, NamesProbabilitiesByTheirLabels) {
  Model model = sample::golf();
  model.features[0].name = "Probability_yes";
  model.labels = {"yes", "Yes", "two words", "\u00e9"};
  EXPECT_THAT(sql_columns(model, true).probabilities,
              ElementsAre("probability_yes_2", "probability_Yes_3", "probability_two_words", "probability_"));
}

TEST(SqlQuery, RefusesBlends) {
  EXPECT_THROW(query(sample::fractional_golf(), SqlDialect::sqlite), Diagnostic);
}

TEST(SqlQuery, RefusesColumnsThatTheDialectTakesForOne) {
  Model model = sample::golf();
  model.features[0].name = "A";
  model.features[2].name = "a";
  EXPECT_THROW(query(model, SqlDialect::sqlite), Diagnostic);
  EXPECT_THROW(query(model, SqlDialect::duckdb), Diagnostic);
  EXPECT_THAT(query(model, SqlDialect::postgresql), HasSubstr("i.\"A\""));
  model.features[0].name = std::string(63, 'x') + "1";
  model.features[2].name = std::string(63, 'x') + "2";
  EXPECT_THROW(query(model, SqlDialect::postgresql), Diagnostic);
  EXPECT_THAT(query(model, SqlDialect::ansi), HasSubstr("x1\""));
}

// No name ends a comment, a string or an identifier.
TEST(SqlQuery, IsInert) {
  Model model = sample::golf();
  model.target = "x\n'; DROP TABLE input; --";
  model.labels[0] = "'); DROP TABLE input; --\r\n";
  model.features[0].name = "a\"; DROP TABLE input; --";
  for (const char c : query(model, SqlDialect::ansi)) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F));
  EXPECT_THAT(query(model, SqlDialect::ansi), HasSubstr("U&'''); DROP TABLE input; --\\000D\\000A'"));
  EXPECT_THAT(query(model, SqlDialect::ansi), HasSubstr("i.\"a\"\"; DROP TABLE input; --\" "));
}

SqlWords two_columns(SqlDialect dialect) {
  return {dialect, {"x", "c"}, {{}, {"'a'", "'b'", "'d'"}}};
}

Condition numeric(Compare compare, bool when_missing) {
  return {0, compare, when_missing, 2.5, 2.5, {}, {}};
}

TEST(SqlCondition, SaysWhereNullGoes) {
  const SqlWords words = two_columns(SqlDialect::sqlite);
  EXPECT_EQ(sql_condition(words, numeric(Compare::less_equal, false), " "), "x <= 2.5");
  EXPECT_EQ(sql_condition(words, numeric(Compare::less_equal, true), " "), "x <= 2.5 OR x IS NULL");
  EXPECT_EQ(sql_condition(words, numeric(Compare::greater, false), " "), "x > 2.5");
  EXPECT_EQ(sql_condition(words, numeric(Compare::greater, true), " "), "x > 2.5 OR x IS NULL");
  EXPECT_EQ(sql_condition(words, known_number(0), " "), "x IS NOT NULL");
  EXPECT_EQ(sql_condition(words, negated(known_number(0)), " "), "x IS NULL");
}

TEST(SqlCondition, SaysWhereNanGoes) {
  const SqlWords words = two_columns(SqlDialect::postgresql);
  EXPECT_EQ(sql_condition(words, numeric(Compare::less_equal, false), " "), "x <= float8 '2.5'");
  EXPECT_EQ(sql_condition(words, numeric(Compare::less_equal, true), " "),
            "x <= float8 '2.5' OR x IS NULL OR x = float8 'NaN'");
  EXPECT_EQ(sql_condition(words, numeric(Compare::greater, false), " "), "x > float8 '2.5' AND x < float8 'NaN'");
  EXPECT_EQ(sql_condition(words, numeric(Compare::greater, true), " "), "x > float8 '2.5' OR x IS NULL");
  EXPECT_EQ(sql_condition(words, known_number(0), " "), "x < float8 'NaN'");
  EXPECT_EQ(sql_condition(words, negated(known_number(0)), " "), "x IS NULL OR x = float8 'NaN'");
}

// A text that the model does not know goes where NULL goes.
TEST(SqlCondition, SaysWhereUnknownTextsGo) {
  const SqlWords words = two_columns(SqlDialect::ansi);
  const Condition member{1, Compare::member, false, 0, 0, {0}, {}};
  Condition with_missing = member;
  with_missing.when_missing = true;
  EXPECT_EQ(sql_condition(words, member, " "), "c = 'a'");
  EXPECT_EQ(sql_condition(words, with_missing, " "), "c NOT IN ('b', 'd') OR c IS NULL");
  EXPECT_EQ(sql_condition(words, negated(member), " "), "c <> 'a' OR c IS NULL");
  EXPECT_EQ(sql_condition(words, negated(with_missing), " "), "c IN ('b', 'd')");
}

TEST(SqlCondition, AsksFallbacksInTheirOrder) {
  Condition condition = numeric(Compare::less_equal, true);
  condition.fallbacks = {{1, Compare::member, false, 0, 0, {0, 2}, {}}};
  EXPECT_EQ(sql_condition(two_columns(SqlDialect::ansi), condition, " "),
            "CASE WHEN x <= 2.5E0 THEN 1 WHEN x > 2.5E0 THEN 0 WHEN c IN ('a', 'd') THEN 1 WHEN c = 'b' THEN 0 ELSE 1 "
            "END = 1");
}

// A tree in which every rule takes `depth` tests: the deepest nesting for its size.
Program full_program(std::uint32_t depth) {
  Model model = sample::single_leaf();
  model.features = {sample::real("x", 0, 1)};
  const std::uint32_t inner = (1U << depth) - 1;
  Tree tree;
  for (std::uint32_t i = 0; i < inner; ++i) {
    tree.nodes.push_back(sample::at_most(0, i, {2 * i + 1, 2 * i + 2}, {1, 1}));
  }
  for (std::uint32_t i = 0; i <= inner; ++i) tree.nodes.push_back(sample::leaf({1, 0}));
  model.trees = {tree};
  return build_program(model, model.trees.front(), AnswerKind::rule, choose_fields(model, FieldSelection::used, {}));
}

// Eight levels of CASE in a CASE hold nine tests; what is above them begins anew.
TEST(SqlParts, AreFewStages) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> stages_of_depth = {{8, 1}, {9, 1}, {10, 2}, {16, 2}};
  for (const auto& [depth, stages] : stages_of_depth) {
    const SqlParts parts = cut_for_sql(full_program(depth));
    EXPECT_EQ(parts.stages, stages) << depth;
    const std::vector<std::uint32_t> nested = nesting(parts.program);
    for (const SqlPart& part : parts.parts) EXPECT_LE(nested[part.entry], kMaxCaseNesting + 1);
  }
}

// A chain of any length is one CASE; nothing nests deeper than the bound, and what would is a part of a later stage.
TEST(SqlParts, NestWithinTheirBound) {
  const Model chain = sample::chain(3000);
  const auto fields = choose_fields(chain, FieldSelection::used, {});
  const SqlParts flat = cut_for_sql(build_program(chain, chain.trees.front(), AnswerKind::rule, fields));
  EXPECT_EQ(flat.stages, 1U);
  EXPECT_LE(nesting(flat.program)[flat.parts.front().entry], kMaxCaseNesting + 1);
}

// Two trees of two labels: the second one's shares are added, of 2 * 65,536 in all.
Model halves() {
  Model model = sample::averaging_forest();
  model.labels = {"no", "yes"};
  for (Tree& tree : model.trees) {
    for (Node& node : tree.nodes) {
      if (node.is_leaf()) node.shares = {16384, 49152};
      node.label = 0;
    }
  }
  return model;
}

TEST(SqlForest, ComparesWithHalfOfAllShares) {
  const Model model = halves();
  const std::string sql = query(model, SqlDialect::postgresql);
  EXPECT_THAT(sql, HasSubstr(fmt::format("CASE WHEN s.\"sum_1\" > {} THEN 'yes' ELSE 'no' END",
                                         model.trees.size() * 65536 / 2)));
  EXPECT_THAT(sql, HasSubstr("49152  -- rule 1: 75.0 % \"yes\""));
  EXPECT_EQ(sql_columns(model, true).scores, std::vector<std::string>{"scores"});
  EXPECT_EQ(sql_columns(model, true).rule, "");
}

TEST(SqlForest, NeedsFloatsWhereTheModelDoes) {
  Model model = halves();
  model.sums.arithmetic = Arithmetic::float32;
  for (Tree& tree : model.trees) {
    for (Node& node : tree.nodes) {
      if (node.is_leaf()) node.shares = {0.25, 0.75};
    }
  }
  for (const SqlDialect dialect : {SqlDialect::sqlite, SqlDialect::ansi}) {
    try {
      query(model, dialect);
      FAIL();
    } catch (const Diagnostic& diagnostic) {
      EXPECT_EQ(diagnostic.code(), ExitCode::usage);
      EXPECT_THAT(diagnostic.what(), HasSubstr("has no 32-bit floats"));
      EXPECT_THAT(diagnostic.hint(), HasSubstr("--dialect postgresql or duckdb"));
    }
  }
  EXPECT_THAT(query(model, SqlDialect::postgresql), HasSubstr("real '0.75'"));
  EXPECT_THAT(query(model, SqlDialect::duckdb), HasSubstr("CAST('0.75' AS FLOAT)"));
}

// Sums beyond 2^31 are sums of 64 bits: in PostgreSQL, whole numbers are of 32 unless something else is said.
TEST(SqlForest, AddsLargeNumbersInSixtyFourBits) {
  Model model = sample::number_forest();
  EXPECT_THAT(query(model, SqlDialect::postgresql), Not(HasSubstr("BIGINT")));
  for (Tree& tree : model.trees) {
    for (Node& node : tree.nodes) {
      if (node.is_leaf()) node.value = std::ldexp(1.0, 31 - model.sums.exponent);
    }
  }
  EXPECT_THAT(query(model, SqlDialect::postgresql), HasSubstr("CAST(0 AS BIGINT) + t.\"tree_1\""));
}

TEST(SqlForest, CannotAddUpToInfinity) {
  Model model = sample::number_forest();
  model.sums.arithmetic = Arithmetic::float64;
  model.sums.exponent = 0;
  for (Tree& tree : model.trees) {
    for (Node& node : tree.nodes) {
      if (node.is_leaf()) node.value = 1e308;
    }
  }
  EXPECT_THROW(query(model, SqlDialect::sqlite), Diagnostic);
}

}  // namespace
}  // namespace espalier::sql_query_test
