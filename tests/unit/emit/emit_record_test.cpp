#include "emit/emit_record.hpp"

#include <gtest/gtest.h>

#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::emit_record_test {
namespace {

EmitRecord golf_record(const Model& golf) {
  return {Language::cpp, "golf", choose_fields(golf, FieldSelection::used, {{"humidity", InputType::uint8}}),
          "0123abcd"};
}

TEST(EmitRecord, IsOneLineOfTheHeader) {
  const Model golf = sample::golf();
  EXPECT_EQ(write_emit_record(golf_record(golf), Task::classification),
            "// espalier: {\"language\":\"cpp\",\"namespace\":\"golf\",\"model\":\"0123abcd\",\"fields\":["
            "{\"feature\":0,\"type\":\"category\",\"sentinel\":false},"
            "{\"feature\":2,\"type\":\"uint8\",\"sentinel\":false},"
            "{\"feature\":3,\"type\":\"category\",\"sentinel\":false}]}");
}

TEST(EmitRecord, ReadsBack) {
  for (const MissingPolicy policy : {MissingPolicy::refuse, MissingPolicy::majority}) {
    Model golf = sample::golf();
    golf.missing = policy;
    const EmitRecord record = golf_record(golf);
    const auto read = read_emit_record(
        "// A header\n" + write_emit_record(record, Task::classification) + "\n#ifndef X\n", golf, "golf.hpp");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->space, "golf");
    EXPECT_EQ(read->model_sha256, "0123abcd");
    ASSERT_EQ(read->fields.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(read->fields[i].feature, record.fields[i].feature);
      EXPECT_EQ(read->fields[i].type, record.fields[i].type);
      EXPECT_EQ(read->fields[i].sentinel, record.fields[i].sentinel);
    }
  }
}

TEST(EmitRecord, KeepsStepsAndBools) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  for (const char* type : {"q7.8", "uq0.32", "int16*0.01", "uint32*123456789", "int8*1e-30", "bool"}) {
    EmitRecord record = golf_record(golf);
    record.fields[1].type = parse_type_name(type).value();
    record.fields[1].sentinel = record.fields[1].type != InputType::boolean;
    const auto read = read_emit_record(write_emit_record(record, Task::classification), golf, "golf.hpp");
    ASSERT_TRUE(read) << type;
    EXPECT_EQ(read->fields[1].type, record.fields[1].type) << type;
    EXPECT_EQ(to_string(read->fields[1].type), type);
    EXPECT_EQ(read->fields[1].sentinel, record.fields[1].sentinel) << type;
  }
}

TEST(EmitRecord, HeaderWithoutTheLineHasNone) {
  EXPECT_FALSE(read_emit_record("#pragma once\n", sample::golf(), "x.hpp"));
  EXPECT_FALSE(read_emit_record("", sample::golf(), "x.hpp"));
}

TEST(EmitRecord, MarkInsideAnotherCommentIsNotTheRecord) {
  const Model golf = sample::golf();
  const std::string about = "// Predicts \"// espalier: {}\" from 3 columns.\n";
  EXPECT_FALSE(read_emit_record(about, golf, "x.hpp"));
  const auto read = read_emit_record(about + write_emit_record(golf_record(golf), Task::classification), golf, "x.hpp");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->space, "golf");
}

// The record of golf with a part replaced.
std::string changed(const std::string& from, const std::string& to) {
  std::string line = write_emit_record(golf_record(sample::golf()), Task::classification);
  const auto at = line.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return "// A header\n" + line.replace(at, from.size(), to) + "\n";
}

TEST(EmitRecord, LineThatDoesNotFitTheModelIsRefusedWhereItStands) {
  const std::vector<std::string> lines = {
      changed("}]}", ""),                                                      // no JSON
      changed("\"namespace\":\"golf\",", ""),                                  // a key is missing
      changed("\"cpp\"", "\"fortran\""),                                       // no such language
      changed("\"golf\"", "5"),                                                // not a text
      changed("\"golf\"", "\"golf{}int x\""),                                  // no namespace
      changed("\"golf\"", "\"int\""),                                          // a keyword
      changed("\"golf\"", "\"\""),                                             // empty
      changed("\"feature\":2", "\"feature\":4"),                               // no such feature
      changed("\"feature\":2", "\"feature\":-1"),                              //
      changed("\"feature\":2", "\"feature\":3"),                               // twice, and of another kind
      changed("\"uint8\"", "\"uint64\""),                                      // no such type
      changed("\"uint8\"", "\"q40.3\""),                                       //
      changed("\"uint8\"", "\"int8*0\""),                                      //
      changed("\"uint8\"", "\"category\""),                                    // a number is no category
      changed("\"type\":\"category\"", "\"type\":\"int8\""),                   // nor the other way round
      changed("\"uint8\",\"sentinel\":false", "\"uint8\",\"sentinel\":true"),  // the model has no missing values
      changed("{\"feature\":2,\"type\":\"uint8\",\"sentinel\":false},", ""),   // a tested feature without a field
  };
  for (const std::string& header : lines) {
    try {
      read_emit_record(header, sample::golf(), "golf.hpp");
      ADD_FAILURE() << "accepted: " << header;
    } catch (const Diagnostic& diagnostic) {
      EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
      ASSERT_TRUE(diagnostic.where());
      EXPECT_EQ(diagnostic.where()->file, "golf.hpp");
      EXPECT_EQ(diagnostic.where()->line, 2U);
    }
  }
}

// There are 1 to 10,000 source files beside a header.
TEST(EmitRecord, NumberOfPartsIsWithinItsBounds) {
  const Model golf = sample::golf();
  EmitRecord record = golf_record(golf);
  record.language = Language::cpp_sources;
  for (const std::size_t parts : {1U, 10'000U}) {
    record.parts = parts;
    const auto read = read_emit_record(write_emit_record(record, Task::classification), golf, "golf.hpp");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->parts, parts);
  }
  for (const std::size_t parts : {0U, 10'001U}) {
    record.parts = parts;
    EXPECT_THROW(read_emit_record(write_emit_record(record, Task::classification), golf, "golf.hpp"), Diagnostic)
        << parts;
  }
}

}  // namespace
}  // namespace espalier::emit_record_test
