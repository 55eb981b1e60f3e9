// select: chains of tests for categories, and the lines they become.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/lower/small_programs.hpp"

namespace espalier::select_test {
namespace {

using ::testing::ElementsAre;

const std::vector<Field> kCategory = {{0, InputType::category, false, ""}};

Model colours(std::size_t count, std::vector<Node> nodes) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(std::string(1, static_cast<char>('a' + i)));
  return model_of({sample::categorical("c", names)}, std::move(nodes));
}

Node multiway(std::vector<std::uint32_t> children, std::uint32_t missing) {
  Node node = sample::test(TestKind::multiway, 0, std::move(children), {1, 1});
  node.missing_child = missing;
  return node;
}

std::vector<Chain> chains(const Program& program) {
  std::vector<Chain> marks;
  for (const Step& step : program.steps) {
    if (step.op == Op::branch) marks.push_back(step.chain);
  }
  return marks;
}

TEST(Select, ThreeArmsMakeASwitch) {
  const Model model = colours(4, {multiway({1, 2, 3, 4}, 3), no(), yes(), no(), yes()});
  const Program program = select(built(model, kCategory));
  verify_program(program, "select", {});
  EXPECT_THAT(chains(program), ElementsAre(Chain::first, Chain::next, Chain::next));
  EXPECT_EQ(body(program, model),
            "  switch c  # 2 rows\n"
            "    if c in {a}\n"
            "      answer 'no' (rule 1)\n"
            "    if c in {b}\n"
            "      answer 'yes' (rule 2)\n"
            "    if c in {c}\n"
            "      answer 'no' (rule 3)\n"
            "  answer 'yes' (rule 4)\n");
  EXPECT_EQ(nesting(program).front(), 2U);
}

TEST(Select, TwoArmsStayTests) {
  const Model model = colours(3, {multiway({1, 2, 3}, 2), no(), yes(), no()});
  EXPECT_THAT(chains(select(built(model, kCategory))), ElementsAre(Chain::none, Chain::none));
}

TEST(Select, MissingValuesThatHoldAreNoArm) {
  // Missing values take the first branch of each test: no case label can say that.
  std::vector<Node> nodes;
  for (std::uint32_t i = 0; i < 3; ++i) nodes.push_back(missing_first(member(0, {i}, {i + 4, i + 1})));
  nodes.push_back(no());
  for (int i = 0; i < 3; ++i) nodes.push_back(yes());
  const Model model = colours(4, std::move(nodes));
  EXPECT_THAT(chains(select(built(model, kCategory))), ElementsAre(Chain::none, Chain::none, Chain::none));
}

// "c is known and not a": a case label names what it takes, not what it leaves.
TEST(Select, TestsForOtherCategoriesAreNoArms) {
  const Model model =
      colours(5, {member(0, {0}, {4, 1}), member(0, {1}, {5, 2}), member(0, {2}, {6, 3}), no(), yes(), no(), yes()});
  Program program = built(model, kCategory);
  for (Step& step : program.steps) step.condition.compare = Compare::not_member;
  EXPECT_THAT(chains(select(std::move(program))), ElementsAre(Chain::none, Chain::none, Chain::none));
}

TEST(Select, ACategoryStandsInOneLabelOnly) {
  // The second test asks for a and b, but a has gone the first way: no case label may stand twice.
  const Model model =
      colours(5, {member(0, {0}, {4, 1}), member(0, {0, 1}, {5, 2}), member(0, {2}, {6, 3}), no(), yes(), no(), yes()});
  const Program program = select(built(model, kCategory));
  EXPECT_THAT(chains(program), ElementsAre(Chain::first, Chain::next, Chain::next));
  const std::vector<std::uint32_t> chain = chain_of(program, program.functions.back().entry);
  EXPECT_THAT(program.steps[chain[1]].condition.categories, ElementsAre(1U));
}

TEST(Select, ATestThatIsDecidedEndsTheChain) {
  const Model model =
      colours(5, {member(0, {0}, {4, 1}), member(0, {1}, {5, 2}), member(0, {0, 1}, {6, 3}), no(), yes(), no(), yes()});
  EXPECT_THAT(chains(select(built(model, kCategory))), ElementsAre(Chain::none, Chain::none, Chain::none));
}

TEST(Select, OrderLeavesChainsAlone) {
  const Model model = colours(4, {multiway({1, 2, 3, 4}, 3), member(0, {0}, {5, 6}), yes(), no(), yes(), no(), yes()});
  const Program program = select(built(model, kCategory));
  EXPECT_EQ(dump(order(program, Goal::size), model), dump(program, model));
}

TEST(Outline, ASwitchThatIsTooLargeGoesOnInAnotherFunction) {
  // 1,200 arms of one answer each make 2,401 steps.
  constexpr std::uint32_t kArms = 1'200;
  std::vector<std::string> names;
  std::vector<std::uint32_t> children;
  std::vector<Node> nodes = {no()};
  for (std::uint32_t i = 0; i <= kArms; ++i) {
    names.push_back("v" + std::to_string(i));
    children.push_back(i + 1);
    nodes.push_back(i % 2 == 0 ? no() : yes());
  }
  nodes[0] = multiway(children, kArms);
  const Model model = model_of({sample::categorical("c", names)}, std::move(nodes));
  const Program before = select(built(model, kCategory));
  const Program program = flatten(outline(order(before, Goal::speed)));
  verify_program(program, "flatten", {.outlined = true, .flattened = true});
  EXPECT_EQ(program.functions.size(), 2U);
  for (const double c : {0.0, 1.0, 748.0, 749.0, 750.0, 1'199.0, 1'200.0, -1.0}) {
    EXPECT_EQ(run(program, std::vector<double>{c}), run(before, std::vector<double>{c})) << c;
  }
}

TEST(VerifyProgram, AnArmOfAChainAsksForCategoriesOnly) {
  const Model model = colours(4, {multiway({1, 2, 3, 4}, 3), no(), yes(), no(), yes()});
  Program program = select(built(model, kCategory));
  program.steps[program.functions.back().entry].condition.when_missing = true;
  EXPECT_THROW(verify_program(program, "test", {}), std::logic_error);
}

}  // namespace
}  // namespace espalier::select_test
