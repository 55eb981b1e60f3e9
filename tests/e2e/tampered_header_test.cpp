// A header whose `// espalier:` line was changed is refused with a message, whatever the change; nothing crashes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/command.hpp"
#include "e2e/tree_maker.hpp"
#include "e2e/workbench.hpp"
#include "model/model_json.hpp"

namespace espalier::e2e::tampered_header_test {

namespace {

Model small_model() {
  Model model;
  model.target = "answer";
  model.labels = {"no", "yes"};
  model.features = {category_feature("kind", {"a", "b", "c"}), whole_feature("count", 0, 100), real_feature("x")};
  model.missing = MissingPolicy::majority;
  TreeMaker maker(2);
  maker.member(0, 0, {0, 2});
  maker.less_equal(1, 1, 50);
  maker.less_equal(2, 2, 0.5);
  model.trees = {maker.take()};
  return model;
}

struct Tampering {
  const char* from;
  const char* to;
};

const std::vector<Tampering>& tamperings() {
  static const std::vector<Tampering> kAll = {
      {R"({"feature":0,"type":"category","sentinel":false},)", ""},  // a field is gone
      {R"(,{"feature":2,"type":"double","sentinel":false})", ""},    // the last one
      {R"("feature":1)", R"("feature":2)"},                          // one twice
      {R"("feature":1)", R"("feature":0)"},                          // one of another kind
      {R"("feature":1)", R"("feature":3)"},                          // there is none
      {R"("feature":1)", R"("feature":-1)"},
      {R"("feature":1)", R"("feature":4294967297)"},  // 1 if it wrapped around
      {R"("feature":1)", R"("feature":"1")"},
      {R"("type":"int32")", R"("type":"int64")"},     // no such type
      {R"("sentinel":true)", R"("sentinel":false)"},  // would hide missing values from the check
      {R"("namespace":"subject_under_test")", R"("namespace":"")"},
      {R"("namespace":"subject_under_test")", R"("namespace":"a; #error\n")"},
      {R"("namespace":"subject_under_test")", R"("namespace":"\u00e9")"},
      {R"("namespace":"subject_under_test")", R"("namespace":"int")"},
      {R"("fields":[)", R"("fields":{)"},
      {R"("fields":[)", R"("fields":7,[)"},
      {"// espalier: {", "// espalier: ["}};
  return kAll;
}

TEST(TamperedRecord, IsRefused) {
  const Model model = small_model();
  const std::string header = emit(model).header;
  const Workbench bench;
  bench.write("model.json", write_model(model));
  for (const Tampering& tampering : tamperings()) {
    std::string tampered = header;
    const std::size_t at = tampered.find(tampering.from);
    ASSERT_NE(at, std::string::npos) << tampering.from;
    tampered.replace(at, std::string(tampering.from).size(), tampering.to);
    bench.write("model.hpp", tampered);
    EXPECT_EQ(cli::run_program({"verify", bench.path("model.json"), bench.path("model.hpp")}), 3)
        << tampering.from << " became " << tampering.to;
  }
}

}  // namespace

}  // namespace espalier::e2e::tampered_header_test
