// How batches of a single tree are answered in a header: a loop over predict(), or packed nodes where processors have
// room for sixteen walks.
#include "emit/cpp_batches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/cpp_header.hpp"
#include "emit/cpp_sources.hpp"
#include "support/sample_models.hpp"

namespace espalier::cpp_batches_test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kLoop =
    "ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Label* out) {\n"
    "  for (size_t i = 0; i < count; ++i) {\n"
    "    out[i] = predict(rows[i]);\n"
    "  }\n"
    "}\n";

// a <= 5: no, else b <= 2: yes, else no.
Model small_model() {
  Model model;
  model.target = "answer";
  model.labels = {"no", "yes"};
  model.features = {sample::numeric("a", 0, 10), sample::real("b", 0, 10)};
  model.trees = {Tree{{sample::at_most(0, 5, {1, 2}, {5, 2}), sample::leaf({3, 0}),
                       sample::at_most(1, 2, {3, 4}, {2, 2}), sample::leaf({0, 2}), sample::leaf({2, 0})}}};
  return model;
}

LowerOptions with_nodes(Goal goal = Goal::readable) {
  LowerOptions options;
  options.goal = goal;
  options.batches = BatchForm::nodes;
  options.input_types = {{"b", InputType::float32, "float"}};
  return options;
}

TEST(BatchesOfATree, AreALoopByDefault) {
  const Model model = small_model();
  const std::string text = emit_cpp_header(model, lower(model, {}), {});
  EXPECT_THAT(text, HasSubstr(kLoop));
  EXPECT_THAT(text, Not(HasSubstr("ESPALIER_LANES")));
}

// Of 2 labels, 5 nodes: the test of a; label no, the test of b; labels yes and no.
TEST(BatchesOfATree, WalkOverNodesWhereThereAreAny) {
  const Model model = small_model();
  const std::string text = emit_cpp_header(model, lower(model, with_nodes()), {});
  EXPECT_THAT(text, Not(HasSubstr(kLoop)));
  EXPECT_THAT(text, HasSubstr("  keys[0] = static_cast<int32_t>(row.a);\n"
                              "  keys[1] = lane_key(row.b, 2147483647);\n"
                              "  keys[2] = -2147483647 - 1;\n"));
  EXPECT_THAT(text, HasSubstr("static constexpr BatchNode nodes[5] = {\n"
                              "  {5, 1, 0}, {0, 0, 2}, {1073741824, 1, 1}, {1, 0, 2}, {0, 0, 2},\n};\n"));
  EXPECT_THAT(text, HasSubstr("out[done + i] = static_cast<Label>(Batches<void>::nodes[at[i]].threshold);"));
}

// Small processors, and code that is compiled for size, see the loop alone.
TEST(BatchesOfATree, HaveNodesForProcessorsThatGainByThem) {
  const Model model = small_model();
  const std::string text = emit_cpp_header(model, lower(model, with_nodes()), {});
  const std::size_t begins = text.find("#if ESPALIER_LANES\n// Rows as they lie in an array");
  const std::size_t ends = text.find("#endif\n\n}  // namespace detail", begins);
  ASSERT_NE(begins, std::string::npos);
  ASSERT_NE(ends, std::string::npos);
  EXPECT_THAT(text.substr(begins, ends - begins), HasSubstr("struct BatchNode {"));
  EXPECT_THAT(text.substr(begins, ends - begins), HasSubstr("struct Batches {"));
  EXPECT_THAT(text, HasSubstr("  size_t done = 0;\n"
                              "#if ESPALIER_LANES\n"
                              "  done = detail::answer_sixteens(detail::RowArray{rows}, count, out);\n"
                              "#endif\n"
                              "  for (; done < count; ++done) {\n"
                              "    out[done] = predict(rows[done]);\n"
                              "  }\n"));
}

// Values of branches stand beside the nodes; tables have them already.
TEST(BatchesOfATree, HaveValuesOnce) {
  const Model model = sample::regression_sample();
  LowerOptions options;
  options.batches = BatchForm::nodes;
  const std::string branches = emit_cpp_header(model, lower(model, options), {});
  EXPECT_THAT(branches, HasSubstr("static constexpr Value values[3] = {"));
  EXPECT_THAT(branches, HasSubstr("Batches<void>::values[Batches<void>::nodes[at[i]].threshold]"));
  options.shape = Shape::table;
  const std::string table = emit_cpp_header(model, lower(model, options), {});
  EXPECT_THAT(table, Not(HasSubstr("static constexpr Value values")));
  EXPECT_THAT(table, HasSubstr("tables::values[Batches<void>::nodes[at[i]].threshold]"));
}

TEST(BatchesOfATree, AreALoopWhereSourceFilesHoldTheTree) {
  const Model model = small_model();
  EmitOptions options;
  options.language = Language::cpp_sources;
  const std::vector<EmittedFile> files = emit_cpp_sources(model, lower(model, with_nodes()), options);
  EXPECT_THAT(files.front().text, Not(HasSubstr("ESPALIER_LANES")));
  EXPECT_THAT(files.front().text, HasSubstr("\ninline void predict_batch("));  // as what it calls: not constexpr
}

}  // namespace
}  // namespace espalier::cpp_batches_test
