// Emitted SQL, executed by SQLite and PostgreSQL on every boundary vector.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "audit/sql_script.hpp"
#include "audit/verify.hpp"
#include "e2e/databases.hpp"
#include "e2e/hostile_names.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "emit/sql_query.hpp"
#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"
#include "support/text.hpp"

namespace espalier::e2e::sql_test {

namespace {

struct Query {
  Lowered lowered;
  EmitRecord record;
  std::string text;
};

Query query(const Model& model, SqlDialect dialect, const std::string& table = "input") {
  validate(model, "the test's model");
  LowerOptions lower_options;
  for (const Feature& feature : model.features) {
    if (feature.kind != FeatureKind::numeric) continue;
    lower_options.input_types.push_back(parse_input_type(feature.name + "=double"));
  }
  if (model.task == Task::regression) lower_options.value_type = ValueType::float64;
  EmitOptions options;
  options.language = Language::sql;
  options.dialect = dialect;
  options.table = table;
  options.probabilities = model.task == Task::classification;  // without them: the goldens and tests/cli
  Query made;
  made.lowered = lower(model, lower_options);
  made.text = emit_sql(model, made.lowered, options);
  made.record = emit_record(model, made.lowered, options);
  return made;
}

::testing::AssertionResult verified(const Model& model, const Query& made) {
  const Verification result = verify_files(model, {{"", made.text}}, made.record, {});
  if (result.passed() && result.vectors > 0) return ::testing::AssertionSuccess();
  auto failure = ::testing::AssertionFailure()
                 << result.mismatches << " of " << result.vectors << " vectors differ; " << result.failure << "\n";
  for (const Mismatch& mismatch : result.first) {
    failure << describe_row(model, made.record.fields, mismatch.row) << ": expected " << mismatch.expected << ", got "
            << mismatch.answered << "\n";
  }
  return failure << made.text.substr(0, 20'000);
}

::testing::AssertionResult right_in_postgres(const Model& model, const std::string& text_of_query = {}) {
  const Query made = query(model, SqlDialect::postgresql);
  Workbench bench;
  if (text_of_query.empty()) {
    bench.write("check.sql", sql_selftest(model, made.lowered, made.record).source);
  } else {
    bench.write("check.sql", sql_script(model, made.record, text_of_query, SqlReport::table).text);
  }
  const ProcessResult ran = PostgresServer::instance()->run_file(bench.path("check.sql"));
  const std::string first = ran.output.substr(0, ran.output.find('\n'));
  const std::size_t bar = first.find('|');
  // vectors|rows_given|wrong
  if (ran.succeeded() && bar != std::string::npos &&
      first == first.substr(0, bar) + "|" + first.substr(0, bar) + "|0") {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << ran.output.substr(0, 3000) << made.text.substr(0, 20'000);
}

// Names that SQLite can see, and tell apart.
Model with_plain_names(Model model) {
  for (std::size_t i = 0; i < model.features.size(); ++i) model.features[i].name = fmt::format("column {}", i);
  return model;
}

bool has_sqlite() {
  return installed("sqlite3");
}

using PolicyCase = std::tuple<Task, MissingPolicy>;

class SqlPolicies : public ::testing::TestWithParam<PolicyCase> {
 protected:
  static Model model(std::uint64_t seed) {
    const auto [task, missing] = GetParam();
    RandomEngine engine(seed);
    for (;;) {
      Model drawn = sample::random_model(engine, task, missing);
      if (drawn.trees.front().nodes.size() >= 9) return with_plain_names(std::move(drawn));
    }
  }
};

TEST_P(SqlPolicies, SqliteAnswersAsTheInterpreterDoes) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Model subject = model(seed);
    const SqlDialect dialect = seed % 3 == 0 ? SqlDialect::ansi : SqlDialect::sqlite;
    ASSERT_TRUE(verified(subject, query(subject, dialect, seed % 4 == 0 ? "sales.input" : "input")));
  }
}

TEST_P(SqlPolicies, PostgresAnswersAsTheInterpreterDoes) {
  if (PostgresServer::instance() == nullptr) GTEST_SKIP() << "PostgreSQL is not installed";
  for (std::uint64_t seed = 21; seed <= 24; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    ASSERT_TRUE(right_in_postgres(model(seed)));
  }
}

INSTANTIATE_TEST_SUITE_P(Each, SqlPolicies,
                         ::testing::Combine(::testing::Values(Task::classification, Task::regression),
                                            ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority,
                                                              MissingPolicy::learned, MissingPolicy::own_category,
                                                              MissingPolicy::surrogate)));

// Some of the hostile names, as columns, categories and labels.
Model hostile_model(std::size_t first, bool ascii_columns) {
  constexpr std::size_t kNames = 24;
  Model model;
  model.target = "'; DROP TABLE input; --";
  for (std::size_t i = first; i < std::min(first + kNames, hostile_names().size()); ++i) {
    if (hostile_names()[i].size() < 1000) model.labels.push_back(hostile_names()[i]);
  }
  const std::vector<std::string>& names = model.labels;
  model.features = {category_feature("kind", names)};
  TreeMaker maker(names.size());
  const std::uint32_t first_leaf = maker.multiway(0, 0, names.size());
  std::uint32_t next = 0;
  for (const std::string& name : names) {
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
    const bool alike = std::any_of(model.features.begin(), model.features.end(),
                                   [&](const Feature& feature) { return equals_ignoring_case(feature.name, name); });
    if (alike || (ascii_columns && !plain) || name.size() > 60) continue;
    model.features.push_back(real_feature(name));
    const auto feature = static_cast<std::uint32_t>(model.features.size() - 1);
    const std::uint32_t children = maker.less_equal(first_leaf + next, feature, 0.1 * next, next % 2);
    ++next;
    maker.answers(children, next % static_cast<std::uint32_t>(names.size()));
    maker.answers(children + 1, (next + 1) % static_cast<std::uint32_t>(names.size()));
  }
  model.missing = MissingPolicy::majority;
  model.trees = {maker.take()};
  return model;
}

TEST(SqlNames, HostileOnesAreInertInSqlite) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  for (std::size_t first = 0; first < hostile_names().size(); first += 24) {
    const Model model = hostile_model(first, true);
    ASSERT_TRUE(verified(model, query(model, SqlDialect::sqlite)));
    const Model all = hostile_model(first, false);
    ASSERT_TRUE(verified(all, query(all, SqlDialect::ansi)));
  }
}

TEST(SqlNames, HostileOnesAreInertInPostgres) {
  if (PostgresServer::instance() == nullptr) GTEST_SKIP() << "PostgreSQL is not installed";
  for (std::size_t first = 0; first < hostile_names().size(); first += 24) {
    ASSERT_TRUE(right_in_postgres(hostile_model(first, false)));
  }
}

// Depth and size. The vectors of large trees are many: 300 rows are enough to see that the query runs and its parts
// hang together; every vector of smaller trees is checked above.
TEST(SqlScale, DeepAndLargeTreesRunInSqlite) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  for (const Model& model :
       {chain_model(10'000, ChainShape::zigzag), chain_model(10'000, ChainShape::left), bushy_model(40'000, 7)}) {
    const Query made = query(model, SqlDialect::sqlite);
    RandomEngine engine(5);
    Interpreter interpreter(model);
    std::string script = "CREATE TABLE input(vector integer";
    for (const Field& field : made.record.fields) {
      script += ", " + sql_identifier(SqlDialect::sqlite, model.features[field.feature].name) + " REAL";
    }
    script += ");\n";
    std::string expected;
    for (int vector = 1; vector <= 300; ++vector) {
      const std::vector<double> row = sample::random_row(model, engine);
      script += fmt::format("INSERT INTO input VALUES ({}", vector);
      for (const Field& field : made.record.fields) {
        const double value = row[field.feature];
        script += ", " + (value == value ? sql_number(SqlDialect::sqlite, value) : std::string("NULL"));
      }
      script += ");\n";
      expected += fmt::format("{}|{}\n", vector, interpreter.predict(row).rule);
    }
    script += "CREATE TABLE given AS\n" + made.text + "SELECT vector, rule FROM given ORDER BY vector;\n";
    const Workbench bench;
    bench.write("check.sql", script);
    const ProcessResult ran = bench.try_run({"sqlite3", "-bail", "-batch", ":memory:", ".read check.sql"});
    EXPECT_EQ(ran.output, expected);
  }
}

TEST(SqlScale, StagedQueriesRunInPostgres) {
  if (PostgresServer::instance() == nullptr) GTEST_SKIP() << "PostgreSQL is not installed";
  EXPECT_TRUE(right_in_postgres(chain_model(300, ChainShape::zigzag)));
}

// A full binary tree of depth 11 nests deeper than the bound.
Model full_model(std::uint32_t depth) {
  Model model;
  model.target = "answer";
  model.labels = {"a", "b", "c"};
  model.features = {real_feature("x")};
  model.missing = MissingPolicy::learned;
  TreeMaker maker(3);
  struct Part {
    std::uint32_t leaf;
    double low;
    double high;
  };
  std::vector<Part> parts = {{0, 0, 1}};
  for (std::uint32_t level = 0; level < depth; ++level) {
    std::vector<Part> next;
    for (const Part& part : parts) {
      const double middle = (part.low + part.high) / 2;
      const std::uint32_t child = maker.less_equal(part.leaf, 0, middle, level % 2);
      next.push_back({child, part.low, middle});
      next.push_back({child + 1, middle, part.high});
    }
    parts = std::move(next);
  }
  for (std::uint32_t i = 0; i < parts.size(); ++i) maker.answers(parts[i].leaf, i % 3);
  model.trees = {maker.take()};
  return model;
}

TEST(SqlScale, StagesHangTogether) {
  const Model model = full_model(11);
  const Query made = query(model, SqlDialect::sqlite);
  EXPECT_THAT(made.text, ::testing::HasSubstr(") AS s2"));
  EXPECT_TRUE(!has_sqlite() || verified(model, made));
  EXPECT_TRUE(PostgresServer::instance() == nullptr || right_in_postgres(model));
}

// Every place of the query, changed in one way: none goes unnoticed.
Model mutant_model() {
  Model model;
  model.target = "state";
  model.labels = {"idle", "busy", "faulty"};
  model.features = {real_feature("current"), real_feature("voltage"),
                    category_feature("phase", {"start", "run", "stop"})};
  model.missing = MissingPolicy::majority;
  TreeMaker maker(3);
  maker.less_equal(0, 0, 2.45, 0);     // 1, 2
  maker.less_equal(1, 1, 1.0 / 3, 1);  // 3, 4
  maker.member(2, 2, {0, 2}, 0);       // 5, 6
  maker.less_equal(5, 1, -7.5e-5, 0);  // 7, 8
  const std::vector<std::uint32_t> leaves = {3, 4, 6, 7, 8};
  for (std::uint32_t i = 0; i < leaves.size(); ++i) maker.answers(leaves[i], i % 3);
  model.trees = {maker.take()};
  return model;
}

std::vector<std::string> replaced(const std::string& text, const std::string& from, const std::string& to) {
  std::vector<std::string> mutants;
  const std::size_t body = text.find("WITH ");
  for (std::size_t at = text.find(from, body); at != std::string::npos; at = text.find(from, at + from.size())) {
    std::string mutant = text;
    mutants.push_back(mutant.replace(at, from.size(), to));
  }
  return mutants;
}

// Another last digit of each number behind a comparison.
std::vector<std::string> other_digits(const std::string& text) {
  std::vector<std::string> mutants;
  for (const std::string sign : {"<= ", "> "}) {
    for (std::size_t at = text.find(sign, text.find("WITH ")); at != std::string::npos; at = text.find(sign, at + 1)) {
      if (text[at - 1] == '<') continue;  // <>
      std::size_t end = text.find_first_not_of("(-0123456789.", at + sign.size());
      while (text[end - 1] < '0' || text[end - 1] > '9') --end;
      if (text[end - 1] == '0' && text[end - 2] == '.') end -= 2;
      std::string mutant = text;
      mutant[end - 1] = mutant[end - 1] == '9' ? '8' : static_cast<char>(mutant[end - 1] + 1);
      mutants.push_back(std::move(mutant));
    }
  }
  return mutants;
}

TEST(SqlMutants, AreCaught) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  const Model model = mutant_model();
  for (const SqlDialect dialect : {SqlDialect::sqlite, SqlDialect::ansi}) {
    const Query made = query(model, dialect);
    ASSERT_TRUE(verified(model, made));
    std::vector<std::string> mutants = other_digits(made.text);
    EXPECT_EQ(mutants.size(), 3U);
    const auto add = [&](const std::string& from, const std::string& to, std::size_t at_least) {
      const std::vector<std::string> more = replaced(made.text, from, to);
      EXPECT_GE(more.size(), at_least) << from;
      mutants.insert(mutants.end(), more.begin(), more.end());
    };
    add("<= ", "< ", 3);
    add(dialect == SqlDialect::sqlite ? " OR n.\"current\" IS NULL" : " OR i.\"current\" IS NULL", "", 1);
    add(" OR i.\"phase\" IS NULL", "", 1);
    add(" IS NULL", " IS NOT NULL", 3);
    add("\"voltage\" <=", "\"current\" <=", 2);
    add("<> 'run'", "<> 'stop'", 1);
    add("(2, 'busy',", "(2, 'idle',", 1);
    add("THEN 1 ", "THEN 2 ", 1);
    add("ELSE 5 ", "ELSE 4 ", 1);
    for (const std::string& mutant : mutants) {
      const Verification result = verify_files(model, {{"", mutant}}, made.record, {});
      EXPECT_FALSE(result.passed()) << mutant;
    }
  }
}

// Several trees.

class SqlForests : public ::testing::TestWithParam<int> {
 protected:
  static sample::ForestKind kind() { return sample::kForestKinds[GetParam()]; }

  // Of random forests that SQL can say in the dialect, so many.
  template <typename Check>
  static void of_each(int wanted, std::uint64_t seed, SqlDialect dialect, const Check& check) {
    RandomEngine engine(seed + static_cast<std::uint64_t>(GetParam()));
    int made = 0;
    for (int round = 0; made < wanted; ++round) {
      SCOPED_TRACE(fmt::format("round {}", round));
      const MissingPolicy missing = sample::kForestPolicies[round % 5];
      const Model model = with_plain_names(sample::random_forest(engine, kind().task, kind().combination, missing));
      const bool floats = dialect == SqlDialect::postgresql || model.sums.arithmetic != Arithmetic::float32;
      if (model.sums.link == ScoreLink::exponential || !floats) continue;  // refused
      ++made;
      ASSERT_NO_FATAL_FAILURE(check(model));
    }
  }
};

TEST_P(SqlForests, SqliteAnswersAsTheInterpreterDoes) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  for (const SqlDialect dialect : {SqlDialect::sqlite, SqlDialect::ansi}) {
    of_each(6, 61, dialect, [&](const Model& model) { ASSERT_TRUE(verified(model, query(model, dialect))); });
  }
}

TEST_P(SqlForests, PostgresAnswersAsTheInterpreterDoes) {
  if (PostgresServer::instance() == nullptr) GTEST_SKIP() << "PostgreSQL is not installed";
  of_each(6, 81, SqlDialect::postgresql, [](const Model& model) { ASSERT_TRUE(right_in_postgres(model)); });
}

INSTANTIATE_TEST_SUITE_P(Each, SqlForests, ::testing::Range(0, static_cast<int>(std::size(sample::kForestKinds))));

// Trees in which every leaf is `depth` tests deep, on numbers that no two of them share; their votes are counted.
Model full_forest(std::size_t trees, std::uint32_t depth) {
  Model model;
  model.target = "answer";
  model.labels = {"a", "b", "c"};
  model.features = {real_feature("x")};
  model.missing = MissingPolicy::majority;
  model.combination = Combination::vote;
  for (std::size_t number = 0; number < trees; ++number) {
    TreeMaker maker(model.labels.size());
    struct Leaf {
      std::uint32_t node;
      double low;
      double width;
    };
    std::vector<Leaf> leaves = {{0, static_cast<double>(number) / 1000, 1024}};
    for (std::uint32_t level = 0; level < depth; ++level) {
      std::vector<Leaf> next;
      for (const auto& [node, low, width] : leaves) {
        const std::uint32_t child = maker.less_equal(node, 0, low + width / 2, level % 2);
        next.push_back({child, low, width / 2});
        next.push_back({child + 1, low + width / 2, width / 2});
      }
      leaves = std::move(next);
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      maker.answers(leaves[i].node, static_cast<std::uint32_t>((i + number) % model.labels.size()));
    }
    model.trees.push_back(maker.take());
    for (Node& node : model.trees.back().nodes) {
      node.counts.clear();
      if (!node.is_leaf()) node.label = 0;
    }
  }
  return model;
}

// More trees than are added up at a time, and trees that need several stages.
TEST(SqlScale, ManyAndDeepTreesAnswerAsTheInterpreterDoes) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  for (const auto& [trees, depth] : {std::pair<std::size_t, std::uint32_t>{900, 1}, {3, 10}}) {
    const Model model = full_forest(trees, depth);
    const Query made = query(model, SqlDialect::sqlite);
    EXPECT_EQ(made.text.find("sums_3") != std::string::npos, trees == 900);
    EXPECT_EQ(made.text.find("goes on in part") != std::string::npos, depth == 10);
    ASSERT_TRUE(verified(model, made));
  }
}

// A vote, a half of the votes and the order of labels, changed.
TEST(SqlMutants, OfVerdictsAreCaught) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  for (const Model& model : {sample::voting_forest(), sample::averaging_forest(), sample::number_forest()}) {
    const Query made = query(model, SqlDialect::sqlite);
    ASSERT_TRUE(verified(model, made));
    int mutants = 0;
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{{" >= s.", " > s."},
                                                                                   {"THEN 1 ELSE 0", "THEN 2 ELSE 0"},
                                                                                   {"t.\"tree_2\"", "t.\"tree_1\""},
                                                                                   {" / ", " * "}}) {
      const std::size_t at = made.text.find(from);
      if (at == std::string::npos) continue;
      std::string changed = made.text;
      changed.replace(at, from.size(), to);
      EXPECT_FALSE(verify_files(model, {{"", changed}}, made.record, {}).passed()) << changed;
      ++mutants;
    }
    EXPECT_GE(mutants, 2);
  }
}

TEST(SqlMutants, OfRowsAreCaught) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  const Model model = mutant_model();
  const Query made = query(model, SqlDialect::sqlite);
  std::string fewer = made.text;
  fewer.replace(fewer.rfind(';'), 1, "\nWHERE i.\"current\" IS NOT NULL;");
  EXPECT_FALSE(verify_files(model, {{"", fewer}}, made.record, {}).passed());
  std::string broken = made.text;
  broken.replace(broken.rfind("END"), 3, "ENDE");
  const Verification result = verify_files(model, {{"", broken}}, made.record, {});
  EXPECT_FALSE(result.passed());
  EXPECT_THAT(result.failure, ::testing::HasSubstr("rror"));
}

TEST(SqlVerification, SaysWhatItWouldNeed) {
  const Model model = mutant_model();
  for (const SqlDialect dialect : {SqlDialect::postgresql, SqlDialect::duckdb}) {
    const Query made = query(model, dialect);
    try {
      verify_files(model, {{"", made.text}}, made.record, {});
      FAIL();
    } catch (const Diagnostic& diagnostic) {
      EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
      EXPECT_THAT(diagnostic.hint(), ::testing::HasSubstr("--selftest check.sql"));
    }
  }
}

}  // namespace

}  // namespace espalier::e2e::sql_test
