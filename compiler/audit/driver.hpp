// The program that answers boundary vectors with a header under test: its source, and the bytes that it reads and
// writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/compilers.hpp"
#include "audit/verify.hpp"
#include "emit/code_syntax.hpp"
#include "emit/emit_record.hpp"
#include "lower/input_type.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// Rows as the bytes that the driver program reads into an emitted input struct, field by field.

// The type of a field's bytes: that of the field, or the underlying type of its enumeration; a byte for a bool.
std::string_view raw_type(const Model& model, const Field& field, const CodeSyntax& syntax = kCSyntax);

// Appends the row's fields. A missing category becomes the enumerator `unknown`; kUnknownCategory becomes the largest
// value of the underlying type, which is no enumerator: emitted code must take it for unknown as well.
void append_raw_row(const Model& model, const std::vector<Field>& fields, Row row, std::string& bytes);

// What a driver program reads and writes: the boundary vectors as bytes, and the answers to them.

// Writes every boundary vector and counts them in `result`.
void write_driver_rows(const Model& model, const EmitRecord& record, const std::string& path, Verification& result);

// Compares the driver's answers with the model's and notes the differences in `result`.
void compare_driver_answers(const Model& model, const EmitRecord& record, const std::string& path,
                            Verification& result);

// Runs the program `driver` of the workshop on the file `rows` and compares its answers; tells in `result` how it went.
void run_driver(const Model& model, const EmitRecord& record, const Workshop& workshop, const VerifyOptions& options,
                Verification& result);

// Counts a mismatch and keeps the first few. Neighbouring rules share faces, so a vector can come more than once; it is
// shown once.
void note_mismatch(Verification& result, Row row, std::string expected, std::string answered);

// The source of the program that answers boundary vectors with a header under test (templates/<language>/driver).
std::string emit_cpp_driver(const Model& model, const EmitRecord& record, std::string_view header);
std::string emit_c_driver(const Model& model, const EmitRecord& record, std::string_view header);
std::string emit_rust_driver(const Model& model, const EmitRecord& record, std::string_view header);

}  // namespace espalier
