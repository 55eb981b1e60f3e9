// Running and reporting the comparison of a header with its model: what build and verify have in common.
#pragma once

#include <string>

#include "audit/verify.hpp"
#include "cli/command.hpp"
#include "model/model.hpp"

namespace espalier::cli {

// Adds the outcome to the report; `subject` names what was compared.
void report_verification(const Model& model, const EmitRecord& record, const Verification& verification,
                         const std::string& subject, Report& report);

}  // namespace espalier::cli
