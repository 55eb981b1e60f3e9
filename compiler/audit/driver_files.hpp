// What a driver program reads and writes: the boundary vectors as bytes, and the answers to them.
#pragma once

#include <string>

#include "audit/verify.hpp"
#include "audit/workshop.hpp"
#include "emit/emit_record.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

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

}  // namespace espalier
