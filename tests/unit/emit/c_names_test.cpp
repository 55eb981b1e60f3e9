#include "emit/c_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_models.hpp"

namespace espalier::c_names_test {
namespace {

using testing::ElementsAre;

Model model_with(std::vector<Feature> features, std::vector<std::string> labels) {
  Model model;
  model.target = "answer";
  model.features = std::move(features);
  model.labels = std::move(labels);
  model.trees = {Tree{{sample::leaf(std::vector<double>(model.labels.size(), 1))}}};
  return model;
}

CNames names_of(const Model& model, std::string_view space = "iris") {
  return make_c_names(model, choose_fields(model, FieldSelection::all, {}), space);
}

TEST(CNames, BeginWithTheNamespace) {
  const Model model =
      model_with({sample::categorical("Outlook", {"sunny", "true"}), sample::real("x", 0, 1)}, {"setosa", "class"});
  const CNames names = names_of(model);
  EXPECT_EQ(names.prefix, "iris_");
  EXPECT_THAT(names.names.labels, ElementsAre("iris_label_setosa", "iris_label_class_"));
  EXPECT_THAT(names.names.fields, ElementsAre("outlook", "x"));
  EXPECT_EQ(names.names.enums[0].type, "iris_outlook");
  EXPECT_THAT(names.names.enums[0].values, ElementsAre("iris_outlook_sunny", "iris_outlook_true_"));
  EXPECT_EQ(names.names.enums[0].unknown, "iris_outlook_unknown");
  EXPECT_THAT(names.parsers, ElementsAre("iris_parse_outlook", ""));
  EXPECT_THAT(names.texts, ElementsAre("iris_outlook_text", ""));
}

TEST(CNames, ANamespaceThatEndsWithAnUnderscoreGetsNoOther) {
  EXPECT_EQ(names_of(model_with({}, {"a"}), "class_").names.labels.front(), "class_label_a");
}

TEST(CNames, MeetNeitherTheHeadersOwnNorEachOther) {
  const Model model =
      model_with({sample::categorical("label", {"count", "a"}), sample::categorical("predict", {"rule", "b"}),
                  sample::categorical("parse_label", {"x"}), sample::categorical("detail_tree", {"x"}),
                  sample::categorical("missing_int32", {"x"}), sample::categorical("label_a", {"x"})},
                 {"a", "count", "text"});
  const CNames names = names_of(model, "m");
  // m_label_count and m_label_text are the header's own.
  EXPECT_THAT(names.names.labels, ElementsAre("m_label_a", "m_label_count_2", "m_label_text_2"));
  EXPECT_EQ(names.names.enums[0].type, "m_label_2");
  EXPECT_THAT(names.names.enums[0].values, ElementsAre("m_label_count_3", "m_label_a_3"));
  EXPECT_EQ(names.names.enums[1].type, "m_predict_2");
  EXPECT_THAT(names.names.enums[1].values, ElementsAre("m_predict_rule_2", "m_predict_b"));
  EXPECT_EQ(names.parsers[0], "m_parse_label");
  EXPECT_EQ(names.texts[0], "m_label_text_3");
  EXPECT_EQ(names.names.enums[2].type, "m_parse_label_2");
  EXPECT_EQ(names.names.enums[3].type, "m_column_detail_tree");
  EXPECT_EQ(names.names.enums[4].type, "m_column_missing_int32");
  EXPECT_EQ(names.names.enums[5].type, "m_label_a_2");
}

TEST(CCodeNames, MisraCastsEnumerators) {
  const Model model = model_with({sample::categorical("c", {"k"})}, {"a"});
  const CNames names = names_of(model, "m");
  const CodeNames plain = c_code_names(names);
  EXPECT_EQ(plain.fields[0], "row->c");
  EXPECT_EQ(plain.labels[0], "m_label_a");
  EXPECT_EQ(plain.categories[0].values[0], "m_c_k");
  EXPECT_EQ(plain.missing, "m_missing_");
  const CodeNames misra = c_code_names(names, CodeStyle::misra);
  EXPECT_EQ(misra.labels[0], "(m_label)m_label_a");
  EXPECT_EQ(misra.categories[0].values[0], "(m_c)m_c_k");
  EXPECT_EQ(misra.categories[0].unknown, "(m_c)m_c_unknown");
}

}  // namespace
}  // namespace espalier::c_names_test
