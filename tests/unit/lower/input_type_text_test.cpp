#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lower/input_type.hpp"
#include "support/diagnostic.hpp"

namespace espalier::input_type_text_test {
namespace {

using testing::HasSubstr;

std::string fault_of(const std::string& argument) {
  try {
    parse_input_type(argument);
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::usage);
    return diagnostic.message() + "\n" + diagnostic.hint();
  }
  return "";
}

TEST(ParseInputType, SplitsAtTheLastEqualsSign) {
  EXPECT_EQ(parse_input_type("x=int16").column, "x");
  EXPECT_EQ(parse_input_type("x=int16").type, InputType(InputType::int16));
  EXPECT_EQ(parse_input_type("a=b=double").column, "a=b");
  EXPECT_EQ(parse_input_type("x= int16*0.5 ").type, InputType(InputType::int16, Scale{5, -1, false}));
}

TEST(ParseInputType, NamesReadBack) {
  for (const char* type : {"int8",       "int16",     "int32",       "uint8",   "uint16",
                           "uint32",     "float",     "double",      "bool",    "q7.8",
                           "q0.7",       "q0.15",     "q15.16",      "q0.31",   "q30.1",
                           "uq8.8",      "uq0.8",     "uq4.4",       "uq0.32",  "uq1.31",
                           "int16*0.01", "uint8*0.5", "int32*0.001", "int8*25", "uint32*123456789",
                           "int16*1e-30"}) {
    const InputTypeOverride parsed = parse_input_type(std::string("x=") + type);
    EXPECT_EQ(to_string(parsed.type), type);
    EXPECT_EQ(parsed.spelling, type);
  }
}

TEST(ParseInputType, OtherSpellingsOfOneType) {
  const auto canonical = [](const std::string& type) { return to_string(parse_input_type("x=" + type).type); };
  EXPECT_EQ(canonical("q8.8"), "q23.8") << "17 bits take an int32, and all of it counts";
  EXPECT_EQ(canonical("q1.2"), "q5.2");
  EXPECT_EQ(canonical("uq9.1"), "uq15.1");
  EXPECT_EQ(canonical("q7.0"), "int8");
  EXPECT_EQ(canonical("uq16.0"), "uint16");
  EXPECT_EQ(canonical("int16*1"), "int16");
  EXPECT_EQ(canonical("int16*1.00"), "int16");
  EXPECT_EQ(canonical("int16*1e-2"), "int16*0.01");
  EXPECT_EQ(canonical("int16*0.010"), "int16*0.01");
  EXPECT_EQ(canonical("int16*.5"), "int16*0.5");
  EXPECT_EQ(canonical("int16*0.05E+3"), "int16*50");
}

// Up to three digits are read as a number of bits.
TEST(ParseInputType, BitsMayHaveZerosBeforeThem) {
  EXPECT_EQ(to_string(parse_input_type("x=q007.008").type), "q7.8");
  EXPECT_THAT(fault_of("x=q0007.8"), HasSubstr("written qM.N"));
}

TEST(ParseInputType, StorageIsTheSmallestThatHasTheBits) {
  const auto storage = [](const std::string& type) { return parse_input_type("x=" + type).type.storage(); };
  EXPECT_EQ(storage("q3.4"), InputType::int8);
  EXPECT_EQ(storage("q4.4"), InputType::int16) << "nine bits with the sign";
  EXPECT_EQ(storage("uq4.4"), InputType::uint8);
  EXPECT_EQ(storage("q7.8"), InputType::int16);
  EXPECT_EQ(storage("q8.8"), InputType::int32);
  EXPECT_EQ(storage("uq8.8"), InputType::uint16);
  EXPECT_EQ(storage("q15.16"), InputType::int32);
  EXPECT_EQ(storage("uq16.16"), InputType::uint32);
  EXPECT_EQ(storage_name(parse_input_type("x=int16*0.01").type), "int16");
}

TEST(ParseInputType, SaysWhatIsWrong) {
  for (const char* argument : {"", "x", "x=", "int8"}) EXPECT_THAT(fault_of(argument), HasSubstr("COLUMN=TYPE"));
  EXPECT_THAT(fault_of("x=int12"), HasSubstr("there is no type 'int12'"));
  EXPECT_THAT(fault_of("x=int12"), HasSubstr("did you mean 'int16'?")) << "or int32: the first";
  EXPECT_THAT(fault_of("x=Float"), HasSubstr("did you mean 'float'?"));
  for (const char* type : {"int64", "category", "quad", "q", "u", "qq1.2"}) {
    EXPECT_THAT(fault_of(std::string("x=") + type), HasSubstr("there is no type")) << type;
  }
  EXPECT_THAT(fault_of("x=q40.3"), HasSubstr("q40.3 needs 44 bits, one of them for the sign, and fixed point has 1 to "
                                             "32"));
  EXPECT_THAT(fault_of("x=uq32.1"), HasSubstr("uq32.1 needs 33 bits, and fixed point has 1 to 32"));
  EXPECT_THAT(fault_of("x=uq0.0"), HasSubstr("0 bits"));
  for (const char* type : {"q8", "q8.", "q8.8.8", "q8.-1", "q8.x", "q9999.1"}) {
    EXPECT_THAT(fault_of(std::string("x=") + type), HasSubstr("written qM.N")) << type;
  }
  EXPECT_THAT(fault_of("x=float*0.1"), HasSubstr("only int8, int16, int32, uint8, uint16 and uint32 have steps"));
  EXPECT_THAT(fault_of("x=bool*0.1"), HasSubstr("have steps"));
  EXPECT_THAT(fault_of("x=int61*0.1"), HasSubstr("did you mean 'int16'?"));
  for (const char* step : {"", "0", "-1", "x", "0.1+5", "1e31", "1e-31", "1.0000000001", "1e400", "0x10", "inf"}) {
    EXPECT_THAT(fault_of(std::string("x=int16*") + step), HasSubstr("the step '" + std::string(step) + "'")) << step;
  }
}

}  // namespace
}  // namespace espalier::input_type_text_test
