// The table form: keys that order as values do, and tests that answer as the program does.
#include "lower/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "lower/pipeline.hpp"
#include "lower/shape.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::table_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr TableTarget kNo = {true, 0};
constexpr TableTarget kYes = {true, 1};

TableTarget test_number(std::uint32_t index) {
  return {false, index};
}

Field field_of(InputType type, bool sentinel = false) {
  return {0, type, sentinel, ""};
}

std::int64_t key(InputType type, double value) {
  return key_of(field_of(type), MissingSide::above, value, 0);
}

DecisionTables tables_of(const Model& model, const std::vector<Field>& fields) {
  return build_tables(narrow(fold(built(model, fields))), narrow(fold(built(model, fields, AnswerKind::rule))));
}

TEST(Keys, OrderAsTheValuesDo) {
  for (const InputType type : {InputType::float32, InputType::float64}) {
    const std::vector<double> ascending = {-kInfinity, -1e30, -1.5, -1, -1e-40, 0, 1e-40, 1, 1.5, 1e30, kInfinity};
    for (std::size_t i = 1; i < ascending.size(); ++i) EXPECT_LT(key(type, ascending[i - 1]), key(type, ascending[i]));
    EXPECT_EQ(key(type, -0.0), 0);
    EXPECT_EQ(key(type, 0.0), 0);
    EXPECT_LT(key_of(field_of(type), MissingSide::below, kMissing, 0), key(type, -kInfinity));
    EXPECT_GT(key_of(field_of(type), MissingSide::above, kMissing, 0), key(type, kInfinity));
  }
  EXPECT_EQ(key(InputType::float32, 1), 0x3F80'0000);
  EXPECT_EQ(key(InputType::float32, -1), -0x3F80'0000);
  EXPECT_EQ(key(InputType::float64, 1), 0x3FF0'0000'0000'0000);
  EXPECT_EQ(key(InputType::int16, -300), -300);
  EXPECT_EQ(key(InputType::uint32, 0), -2147483648LL);
  EXPECT_EQ(key(InputType::uint32, 4294967295.0), 2147483647);
}

TEST(Keys, ReadBackAsTheirValues) {
  for (const double value : {-kInfinity, -1.5, 0.0, 2.5, kInfinity}) {
    EXPECT_EQ(value_of_key(field_of(InputType::float32), key(InputType::float32, value)), value);
    EXPECT_EQ(value_of_key(field_of(InputType::float64), key(InputType::float64, value)), value);
  }
  EXPECT_EQ(value_of_key(field_of(InputType::uint32), key(InputType::uint32, 4e9)), 4e9);
  EXPECT_EQ(value_of_key(field_of(InputType::int8), -7), -7);
  const Field steps = field_of(*parse_type_name("int16*0.01"));
  EXPECT_EQ(key_of(steps, MissingSide::above, 23.45, 0), 2345);
  EXPECT_EQ(value_of_key(steps, 2345), 23.45);
}

TEST(Keys, OfMissingValuesStandAtTheEndThatIsAskedFor) {
  const Field with_sentinel = field_of(InputType::int16, true);  // -32768 is missing
  EXPECT_EQ(key_of(with_sentinel, MissingSide::below, kMissing, 0), -32768);
  EXPECT_EQ(key_of(with_sentinel, MissingSide::above, kMissing, 0), 32767);
  const Field category = field_of(InputType::category);
  EXPECT_EQ(key_of(category, MissingSide::below, kMissing, 3), -1);
  EXPECT_EQ(key_of(category, MissingSide::above, kMissing, 3), 3);
}

TEST(Table, AsksATestAsItIs) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 1}), no(), yes()});
  const DecisionTables tables = tables_of(model, {field_of(InputType::float32)});
  ASSERT_EQ(tables.answers.tests.size(), 1U);
  EXPECT_EQ(tables.answers.tests[0], (TableTest{0, 0x40A0'0000, kNo, kYes}));  // 5.0f
  EXPECT_EQ(tables.inputs, (std::vector<TableInput>{{0, MissingSide::above}}));
  EXPECT_TRUE(tables.uniform);
  EXPECT_EQ(tables.rules.tests[0], (TableTest{0, 0x40A0'0000, {true, 1}, {true, 2}}));
}

TEST(Table, PutsMissingValuesWhereTheyGo) {
  Model model = over_x({missing_first(at_most(0, 5, {1, 2}, {1, 1})), no(), yes()});
  model.missing = MissingPolicy::majority;
  const DecisionTables tables = tables_of(model, {field_of(InputType::float32)});
  EXPECT_EQ(tables.inputs, (std::vector<TableInput>{{0, MissingSide::below}}));
  EXPECT_EQ(tables.answers.tests[0], (TableTest{0, 0x40A0'0000, kNo, kYes}));
}

// x <= 7 (missing: yes): x <= 5 (missing: no) ... : the field is two inputs, and they are not read alike.
TEST(Table, ReadsAFieldTwiceWhoseMissingValuesGoBothWays) {
  Model model = model_of({sample::real("x", 0, 10), sample::real("y", 0, 10)},
                         {at_most(0, 5, {1, 2}, {1, 1}), missing_first(at_most(1, 7, {3, 4}, {1, 1})),
                          at_most(1, 2, {5, 6}, {1, 1}), no(), yes(), yes(), no()});
  model.missing = MissingPolicy::majority;
  const DecisionTables tables =
      tables_of(model, {{0, InputType::float32, false, ""}, {1, InputType::float32, false, ""}});
  EXPECT_EQ(tables.inputs,
            (std::vector<TableInput>{{0, MissingSide::above}, {1, MissingSide::below}, {1, MissingSide::above}}));
  EXPECT_FALSE(tables.uniform);
}

// k, l, m: {l} is a run of its own, and missing values are with k and m: two tests that share an answer.
TEST(Table, AsksForASetOfCategoriesByItsRuns) {
  const Model middle = over_c({member(0, {1}, {1, 2}), yes(), no()});
  const DecisionTables tables = tables_of(middle, {field_of(InputType::category)});
  EXPECT_EQ(tables.answers.tests, (std::vector<TableTest>{{0, 0, kNo, test_number(1)}, {0, 1, kYes, kNo}}));
  const Model first = over_c({member(0, {0, 1}, {1, 2}), yes(), no()});
  EXPECT_EQ(tables_of(first, {field_of(InputType::category)}).answers.tests,
            (std::vector<TableTest>{{0, 1, kYes, kNo}}));
  const Model last = over_c({member(0, {1, 2}, {1, 2}), yes(), no()});  // missing values stand below k
  const DecisionTables turned = tables_of(last, {field_of(InputType::category)});
  EXPECT_EQ(turned.inputs, (std::vector<TableInput>{{0, MissingSide::below}}));
  EXPECT_EQ(turned.answers.tests, (std::vector<TableTest>{{0, 0, kNo, kYes}}));
}

// x known: x <= 5; else y known: y <= 2; else no. Floats: x <= 5 ? no : x <= infinity ? yes : ...
TEST(Table, AsksForSurrogatesWhereTheValueIsMissing) {
  Node root = at_most(0, 5, {1, 2}, {1, 1});
  root.surrogates = {sample::at_most_instead(1, 2)};
  root.missing_child = 0;
  Model model = model_of({sample::real("x", 0, 10), sample::real("y", 0, 10)}, {root, no(), yes()});
  model.missing = MissingPolicy::surrogate;
  const DecisionTables tables =
      tables_of(model, {{0, InputType::float32, false, ""}, {1, InputType::float32, false, ""}});
  ASSERT_EQ(tables.inputs, (std::vector<TableInput>{{0, MissingSide::above}, {1, MissingSide::below}}));
  EXPECT_EQ(tables.answers.tests, (std::vector<TableTest>{{0, 0x40A0'0000, kNo, test_number(1)},
                                                          {0, 0x7F80'0000, kYes, test_number(2)},
                                                          {1, 0x4000'0000, kNo, kYes}}));
}

TEST(Table, HasEqualSubtreesOnce) {
  const Model model =
      model_of({sample::real("x", 0, 10), sample::real("y", 0, 10), sample::real("z", 0, 10)},
               {at_most(0, 5, {1, 2}, {1, 1}), at_most(1, 2, {3, 4}, {1, 1}), at_most(2, 2, {5, 6}, {1, 1}), yes(),
                at_most(2, 7, {7, 8}, {1, 1}), no(), at_most(2, 7, {9, 10}, {1, 1}), no(), yes(), no(), yes()});
  const std::vector<Field> fields = choose_fields(model, FieldSelection::all, {});
  const DecisionTables tables = tables_of(model, fields);
  EXPECT_EQ(tables.rules.tests.size(), 5U);
  EXPECT_EQ(tables.answers.tests.size(), 4U);  // z <= 7 once, used from both sides
  EXPECT_EQ(longest_way(tables.answers), 3U);
}

TEST(Table, TakesTheNarrowestTypes) {
  Model model = model_of({sample::numeric("n", -100, 100)}, {at_most(0, 5, {1, 2}, {1, 1}), no(), yes()});
  DecisionTables tables = tables_of(model, {field_of(InputType::int32)});
  EXPECT_EQ(table_types(tables, tables.answers).threshold_bytes, 1U);
  EXPECT_EQ(constant_bytes(tables, tables.answers), 4U);  // threshold, input, two targets
  model.trees[0].nodes[0].threshold = 128;
  tables = tables_of(model, {field_of(InputType::int32)});
  EXPECT_EQ(table_types(tables, tables.answers).threshold_bytes, 2U);
  model.trees[0].nodes[0].threshold = -32769;
  tables = tables_of(model, {field_of(InputType::int32)});
  EXPECT_EQ(table_types(tables, tables.answers).threshold_bytes, 4U);
  EXPECT_EQ(table_types(tables_of(model, {field_of(InputType::float64)}), tables.answers).input_bytes, 1U);
  const DecisionTables doubles = tables_of(model, {field_of(InputType::float64)});
  EXPECT_EQ(table_types(doubles, doubles.answers).threshold_bytes, 8U);
}

// 255 tests and 2 labels are 257 numbers.
TEST(Table, NumbersTestsAndAnswersTogether) {
  for (const auto& [tests, bytes] : {std::pair{254U, 1U}, std::pair{255U, 2U}}) {
    const Model model = sample::chain(tests);
    const DecisionTables tables = tables_of(model, choose_fields(model, FieldSelection::used, {}));
    ASSERT_EQ(tables.answers.tests.size(), tests);
    EXPECT_EQ(table_types(tables, tables.answers).next_bytes, bytes);
  }
}

// One test and the answers 0 to 65534 are 65536 numbers, the last of them 65535.
TEST(Table, NumbersUpTo65535HaveTwoBytes) {
  DecisionTables tables;
  tables.inputs = {{0, MissingSide::above}};
  tables.answers.tests = {{0, 5, {true, 65534}, kNo}};
  EXPECT_EQ(table_types(tables, tables.answers).next_bytes, 2U);
  tables.answers.tests[0].yes.index = 65535;
  EXPECT_EQ(table_types(tables, tables.answers).next_bytes, 4U);
}

TEST(Table, OfALongChainIsMadeWithoutRecursion) {
  const Model model = sample::chain(100'000);
  const std::vector<Field> fields = choose_fields(model, FieldSelection::used, {});
  EXPECT_EQ(longest_way(tables_of(model, fields).rules), 100'000U);
}

TEST(Table, VerifierNamesTheBrokenRule) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 1}), no(), yes()});
  const Program program = built(model, {field_of(InputType::float32)});
  const DecisionTables tables = tables_of(model, {field_of(InputType::float32)});
  const auto broken = [&](auto&& breaking) {
    DecisionTable table = tables.answers;
    breaking(table);
    EXPECT_THROW(verify_tables(program, tables, table), std::logic_error);
  };
  broken([](DecisionTable& table) { table.tests.clear(); });
  broken([](DecisionTable& table) { table.tests[0].input = 1; });
  broken([](DecisionTable& table) { table.tests[0].yes = {false, 0}; });
  broken([](DecisionTable& table) { table.tests[0].yes = table.tests[0].no; });
  broken([](DecisionTable& table) { table.tests.push_back(table.tests[0]); });
  EXPECT_NO_THROW(verify_tables(program, tables, tables.answers));
}

const std::vector<InputType>& number_types() {
  static const std::vector<InputType> kTypes = [] {
    std::vector<InputType> types = {InputType::int8,    InputType::int16,   InputType::int32,
                                    InputType::uint8,   InputType::uint16,  InputType::uint32,
                                    InputType::float32, InputType::float64, InputType::boolean};
    for (const char* name : {"q7.8", "uq8.8", "int16*0.01", "uint32*0.5"}) types.push_back(*parse_type_name(name));
    return types;
  }();
  return kTypes;
}

// Any type for any number; whole models of one type too, which are read by their place.
std::vector<Field> random_fields(const Model& model, RandomEngine& engine) {
  std::vector<Field> fields = choose_fields(model, FieldSelection::all, {});
  const bool alike = uniform_below(engine, 3) == 0;
  const InputType one = number_types()[uniform_below(engine, number_types().size())];
  for (Field& field : fields) {
    if (field.type == InputType::category) continue;
    field.type = alike ? one : number_types()[uniform_below(engine, number_types().size())];
    field.sentinel =
        is_integer(field.type) && field.type != InputType::boolean && (alike || uniform_below(engine, 2) == 0);
  }
  return fields;
}

// A row that the fields can hold.
std::vector<double> held_row(const Model& model, const std::vector<Field>& fields, RandomEngine& engine) {
  std::vector<double> row = sample::random_row(model, engine);
  for (const Field& field : fields) {
    double& value = row[field.feature];
    if (field.type == InputType::category) continue;
    if (std::isnan(value)) {
      if (!can_be_missing(field)) value = lowest_number(field);
      continue;
    }
    value = std::clamp(floor_to(field.type, value), lowest_number(field), highest_number(field));
    if (uniform_below(engine, 2) == 0) {
      value = std::clamp(next_up(field.type, value), lowest_number(field), highest_number(field));
    }
    if (uniform_below(engine, 16) == 0) value = lowest_number(field);
    if (uniform_below(engine, 16) == 0) value = highest_number(field);
  }
  return row;
}

TEST(Table, AnswersAsTheProgramDoes) {
  constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                         MissingPolicy::learned,   MissingPolicy::own_category,
                                         MissingPolicy::surrogate, MissingPolicy::fractional};
  std::size_t compared = 0;
  std::size_t uniform = 0;
  for (std::uint64_t seed = 1; seed <= 1200; ++seed) {
    SCOPED_TRACE(seed);
    RandomEngine engine(seed);
    const Task task = seed % 2 == 0 ? Task::classification : Task::regression;
    Model model = sample::random_model(engine, task, kPolicies[seed % 6]);
    if (seed % 5 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    const std::vector<Field> fields = random_fields(model, engine);
    const AnswerKind kind = task == Task::regression ? AnswerKind::value : AnswerKind::label;
    const Program answers = narrow(fold(built(model, fields, kind)));
    const Program rules = narrow(fold(built(model, fields, AnswerKind::rule)));
    if (!has_tests(answers) || !has_tests(rules)) continue;
    const DecisionTables tables = build_tables(answers, rules);
    uniform += tables.uniform ? 1 : 0;
    for (int i = 0; i < 100; ++i) {
      const std::vector<double> row = held_row(model, fields, engine);
      ASSERT_EQ(run(answers, tables, tables.answers, row), run(answers, row));
      ASSERT_EQ(run(rules, tables, tables.rules, row), run(rules, row));
      ++compared;
    }
  }
  EXPECT_GT(compared, 60'000U);
  EXPECT_GT(uniform, 20U);
}

TEST(Shape, IsTheSmallerOneIfAskedTo) {
  EXPECT_EQ(chosen_shape(Shape::smaller, {100, 90}), Shape::table);
  EXPECT_EQ(chosen_shape(Shape::smaller, {90, 90}), Shape::branches);
  EXPECT_EQ(chosen_shape(Shape::table, {90, 100}), Shape::table);
  EXPECT_EQ(chosen_shape(Shape::branches, {100, 90}), Shape::branches);
  EXPECT_EQ(chosen_shape(Shape::table, {90, 0}), Shape::branches);
}

TEST(Shape, IsTheSmallerOneByDefaultForThoseWhoWantSize) {
  EXPECT_EQ(default_shape(false), Shape::branches);
  EXPECT_EQ(default_shape(true), Shape::smaller);
}

// The middle one of the chips decides; the sizes of the chosen shape are told for all of them.
TEST(Shape, IsDescribedWithItsReason) {
  const ShapeChoice table = {Shape::table, Shape::smaller, ChipSizes{{{2000, 700}, {1316, 563}, {1400, 590}}}};
  EXPECT_EQ(describe(table),
            "table: about 563 bytes of tables and walker instead of about 1,316 of branches, on a Cortex-M0+");
  EXPECT_EQ(describe_sizes(table), "about 700 bytes of flash on AVR, 563 on Cortex-M0+, 590 on RV32");
  const ShapeChoice branches = {Shape::branches, Shape::smaller, ChipSizes{{{1220, 0}, {60, 90}, {70, 100}}}};
  EXPECT_EQ(describe(branches), "branches: about 60 bytes instead of about 90 of tables and walker, on a Cortex-M0+");
  EXPECT_EQ(describe_sizes(branches), "about 1,220 bytes of flash on AVR, 60 on Cortex-M0+, 70 on RV32");
  EXPECT_EQ(describe({Shape::branches, Shape::table, ChipSizes{{{8, 0}, {8, 0}, {8, 0}}}}),
            "branches: there is nothing to test");
}

TEST(Shape, HasNoSizeWhereTheHeaderDoesNotCompile) {
  const ShapeChoice of_doubles = {Shape::branches, Shape::smaller, ChipSizes{{{0, 0}, {60, 90}, {70, 100}}}};
  EXPECT_EQ(describe_sizes(of_doubles), "about 60 bytes of flash on Cortex-M0+, 70 on RV32");
  EXPECT_EQ(describe_sizes({}), "");
}

TEST(Shape, TablesAreMadeOnlyWhereTheyAreWished) {
  const Model model = sample::golf();
  EXPECT_FALSE(lower(model, {}).tree().tables);
  LowerOptions options;
  options.shape = Shape::table;
  EXPECT_TRUE(lower(model, options).tree().tables);
  const Lowered nothing = lower(sample::single_leaf(), options);
  EXPECT_FALSE(nothing.tree().tables);
  EXPECT_EQ(nothing.shape.shape, Shape::branches);
}

}  // namespace
}  // namespace espalier::table_test
